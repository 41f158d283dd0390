"""The table of Marvel Champions: heroes, villain, schemes, cards in play, and whatever is open between them."""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, get_args

from pydantic import BaseModel, Field

from domain.games.champions.state.kinds import (
    FORM_NAMES,
    KEYWORD_NAMES,
    KINDS,
    NUMBER_NAMES,
    OCCURRENCE_NAMES,
    RESOURCE_NAMES,
    SETUP_STEP_NAMES,
    STATUS_NAMES,
    CardType,
    Power,
    Status,
)
from domain.language.event import FixedWords
from domain.language.table import Keys, Names, State, Table, Untold
from domain.language.text import Term, Text, spoken, text
from domain.language.veil import Secret
from domain.things.agenda import Agenda
from domain.things.periods import Periods
from domain.things.piles import take_cards, with_blanks

# === Bodies: whoever can be hurt, an identity, a villain, an ally or a minion, and what is counted on any card

STATUSES = ("stunned", "confused", "tough")


class Body(State):
    """Whoever can be hurt. Damage stays when its most hit points change, so that what is left changes with them."""

    health: int | None = Field(default=None, title="hit points at most")
    damage: int = 0
    stunned: bool = False
    confused: bool = False
    tough: bool = False
    exhausted: bool = False
    printed: Annotated[dict[str, int], Keys("numbers")] = Field(default_factory=dict, title="numbers")
    """What is printed on its card and known, by the names in `names.NUMBER_NAMES`."""
    keywords: Annotated[list[str], Names("keywords")] = Field(default_factory=list)
    traits: list[str] = Field(default_factory=list)
    counters: Annotated[dict[str, int], Keys("counters")] = Field(default_factory=dict, title="counters")

    @property
    def left(self) -> int | None:
        """Hit points left; None where nobody knows how many there are."""
        return None if self.health is None else max(0, self.health - self.damage)


# === Cards in play, each a copy of its own with an id that tells its card: `hydra-mercenary`, `hydra-mercenary #2`

CARD_TYPES: tuple[CardType, ...] = get_args(CardType)
CHARACTERS: tuple[CardType, ...] = ("ally", "minion")
"""The types of cards in play that damage is dealt to; on all others it only lies."""


class InPlay(Body):
    """A card in play.

    `owner` is the seat whose deck it belongs to, empty for encounter cards; `controller` the seat that controls it;
    `engaged` the seat a minion fights; `host` what it is attached to: a copy, a seat, the villain or the main scheme.
    """

    card: Annotated[str, Names("cards")]
    type: Annotated[CardType, FixedWords(CARD_TYPES)]
    owner: Annotated[str, Names("identities")] = ""
    controller: Annotated[str, Names("identities")] = ""
    engaged: Annotated[str, Names("identities")] = Field(default="", title="engaged with")
    host: Annotated[str, Names("hosts")] = Field(default="", title="attached to")
    threat: int = 0
    uses_of: str = Field(default="", title="what its uses are called")
    strikes: bool = Field(default=False, title="strikes at once")
    """Whether a minion with quickstrike has just engaged a hero and not attacked yet."""
    facedown: bool = Field(default=False, title="face down")


def card_of(copy: str) -> str:
    """The card of a copy's id."""
    card, _, number = copy.rpartition(" #")
    return card if card and number.isdecimal() else copy


def new_copy(card: str, taken: Container[str]) -> str:
    """A free id for another copy of a card."""
    number, id_ = 1, card
    while id_ in taken:
        number += 1
        id_ = f"{card} #{number}"
    return id_


# === What lasts or is still to come, and what was used up already ================================

Duration = Literal["attack", "activation", "turn", "phase", "round", "event", "game"]
DURATIONS: tuple[Duration, ...] = ("attack", "activation", "turn", "phase", "round", "event", "game")
PERIODS = Periods(("attack", "activation", "turn", "phase", "round", "game"))
"""Periods that come to an end, each within the next one (持续效果)."""
THIS_TURN, THIS_ROUND, THIS_GAME = map(PERIODS.until, ("turn", "round", "game"))
Operation = Literal["plus", "times", "half", "set"]
OPERATIONS: tuple[Operation, ...] = ("plus", "times", "half", "set")
Forbidden = Literal[Power, Status]
"""What a card may say that somebody cannot do, or cannot be (无法)."""
FORBIDDEN: tuple[Forbidden, ...] = get_args(Forbidden)


class Effect(State):
    """A lasting effect, with the number it changes if it changes one, or a delayed one, with what it waits for."""

    text: str
    until: Annotated[Duration, FixedWords(DURATIONS)] = "round"
    waits_for: Annotated[str, Names("occurrences")] = Field(default="", title="waits for")
    target: Annotated[str, Names("characters")] = ""
    number: Annotated[str, Names("numbers")] = ""
    operation: Annotated[Operation, FixedWords(OPERATIONS)] = "plus"
    amount: int = 0
    keyword: Annotated[str, Names("keywords")] = ""
    forbids: Annotated[Forbidden | Literal[""], FixedWords(FORBIDDEN)] = Field(default="", title="cannot")
    trait: str = ""
    loses: Annotated[str, Names("keywords")] = Field(default="", title="loses the keyword")
    loses_trait: str = Field(default="", title="loses the trait")
    shared: bool = Field(default=False, title="as another effect does")
    """Whether another effect gives or takes the same already, so that it goes with the last of them."""

    @property
    def said(self) -> Text | str:
        """What it is called: a loss says so by itself."""
        lost = KEYWORD_NAMES.get(self.loses, self.loses) or self.loses_trait
        return text("{what} lost", what=lost) if lost else self.text


class Usage(State):
    """How often something was used in a period, of how often it may be."""

    used: int = 0
    most: int = 1
    period: Annotated[Duration, FixedWords(DURATIONS)] = "round"


# === What is open while people decide: an enemy's activation, and a cost that is being paid ======

Activity = Literal["attack", "scheme"]
Occasioned = Literal["villain phase", "card", "quickstrike"]


class Boost(State):
    """A boost card given for an activation; nothing is known of it while it lies face down."""

    card: Annotated[str, Names("cards")] = ""
    icons: int = 0
    star: bool = False
    open: bool = Field(default=False, title="turned up")


class Activation(State):
    """An enemy that attacks or schemes. The last one of the table's is the one at hand; it may be within another."""

    enemy: Annotated[str, Names("enemies")]
    kind: Annotated[Activity, FixedWords(("attack", "scheme"))]
    seat: Annotated[str, Names("identities")]
    """The player it is resolved for."""
    target: Annotated[str, Names("identities")] = ""
    """The player who is attacked by now: who defends with any card takes the attack over."""
    because: Annotated[Occasioned, FixedWords(("villain phase", "card", "quickstrike"))] = "villain phase"
    defender: Annotated[str, Names("characters")] = ""
    defended: bool = False
    decided: bool = Field(default=False, title="defense decided")
    boosts: list[Boost] = Field(default_factory=list, title="boost cards")
    changed: int = Field(default=0, title="added to its value")
    resolved: bool = Field(default=False, title="resolved")
    keywords: Annotated[list[str], Names("keywords")] = Field(default_factory=list)
    outlasted: list[str] = Field(default_factory=list, title="effects from before it")
    """Lasting effects of an activation around this one, which its end leaves alone."""


class Window(State):
    """A moment for interrupts and responses: what happens, the forced abilities left, and who passed since."""

    condition: Annotated[str, Names("occurrences")]
    forced: Annotated[list[str], Names("hosts")] = Field(default_factory=list, title="forced abilities")
    passed: Annotated[list[str], Names("identities")] = Field(default_factory=list)


class Payment(State):
    """A cost that is being paid: for which card, how much of it, and the resources generated for it so far."""

    seat: Annotated[str, Names("identities")]
    card: Annotated[str, Names("cards")]
    cost: int
    needs: Annotated[dict[str, int], Keys("resources")] = Field(default_factory=dict, title="of these at least")
    generated: Annotated[dict[str, int], Keys("resources")] = Field(default_factory=dict, title="generated")
    cards: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="discarded for it")
    exhausted: Annotated[list[str], Names("hosts")] = Field(default_factory=list, title="exhausted for it")
    uses: Annotated[dict[str, int], Keys("copies")] = Field(default_factory=dict, title="uses spent for it")


# === What stays of games that were played: their results, and what each hero did =================

Result = Literal["won", "lost", "abandoned"]
Reason = Literal["villain defeated", "main scheme completed", "all eliminated", "card", "given up"]
REASONS: tuple[Reason, ...] = ("villain defeated", "main scheme completed", "all eliminated", "card", "given up")


class Tally(State):
    """What a hero did in a game, as far as the table recorded it."""

    dealt: int = Field(default=0, title="damage dealt")
    taken: int = Field(default=0, title="damage taken")
    removed: int = Field(default=0, title="threat removed")
    played: int = Field(default=0, title="cards played")
    forms: int = Field(default=0, title="changes of form")


class RoundTold(State):
    """How a round ended: the hit points left, as far as they are known, and the threat on the main scheme."""

    round: int
    first: Annotated[str, Names("identities")] = Field(default="", title="first player")
    left: Annotated[dict[str, int], Keys("identities")] = Field(default_factory=dict, title="hit points left")
    villain: int | None = Field(default=None, title="hit points of the villain")
    stage: int = Field(default=0, title="stage of the villain")
    threat: int = 0


class PastGame(State):
    """A game that is over."""

    scenario: Annotated[str, Names("scenarios")]
    mode: Annotated[str, FixedWords(("standard", "expert"))] = "standard"
    heroic: int = 0
    skirmish: bool = False
    modular: Annotated[list[str], Names("encounter-sets")] = Field(default_factory=list)
    heroes: Annotated[dict[str, Tally], Keys("identities")] = Field(default_factory=dict)
    aspects: dict[str, str] = Field(default_factory=dict)
    result: Annotated[Result, FixedWords(("won", "lost", "abandoned"))]
    reason: Annotated[str, FixedWords(REASONS)] = ""
    rounds: int = 0
    threat: int = 0
    villain_stage: int = 0
    scheme_stage: int = 0
    tokens: int = Field(default=0, title="acceleration tokens")
    reshuffles: int = 0
    placed: int = Field(default=0, title="threat placed")
    activations: int = Field(default=0, title="activations of enemies")
    hazards: int = Field(default=0, title="encounter cards dealt for hazard icons")
    out: Annotated[list[str], Names("identities")] = Field(default_factory=list, title="out of the game")
    session: int = Field(default=0, title="game session")
    """The session it ended in; 0 where none was written down."""
    defeated: dict[str, int] = Field(default_factory=dict, title="minions and side schemes defeated")
    slot: int = Field(default=0, title="scenario of the campaign")
    attempt: int = 0
    decided: bool = Field(default=False, title="won and lost at once, and won as the table says")


# === Piles: a deck of which only the number is known, and what lies beside it by name; a blank is a card nobody
# named

PileName = Literal["hand", "deck", "discard", "removed", "aside"]


class Away(State):
    """A card that is removed from the game until something happens."""

    card: Annotated[str, Names("cards")] = ""
    until: str


class Piles(State):
    """The piles of a player, or of the encounter side."""

    if TYPE_CHECKING:  # each has these among its own fields, where the order of its state has them
        deck: int
        counted: bool
        """Whether somebody said how many cards the deck has; one that nobody counted never runs out."""
        discard: list[str]
        removed: list[str]
        away: list[Away]

    @property
    def known_deck(self) -> int:
        """The cards left in the deck, as far as somebody counted it; whatever is shuffled in counts nothing."""
        return self.deck if self.counted else 0

    def named_cards(self, pile: PileName) -> list[str]:
        """The cards of a pile whose cards have names; it is called as its field is."""
        cards: list[str] = getattr(self, pile)
        return cards

    def lying(self, pile: PileName) -> Sequence[str]:
        """The cards of a pile; nothing is known of those in the deck."""
        return with_blanks((), self.deck) if pile == "deck" else self.named_cards(pile)

    def off_deck(self, count: int) -> tuple[int, bool]:
        """How many come where so many are taken off the deck, and whether it runs out by it."""
        left = self.known_deck
        return min(count, left) if left else count, 0 < left <= count

    def take(self, pile: PileName, count: int, cards: Sequence[str] = ()) -> list[str]:
        """Take so many cards out of a pile, some of them by name, and return them; for `apply`."""
        if pile == "deck":
            self.deck = max(0, self.deck - count)
            return with_blanks(cards, count)
        taken = take_cards(count, cards, self.named_cards(pile))
        for card in taken if pile == "removed" else ():
            self._come_back(card)
        return taken

    def _come_back(self, card: str) -> None:
        """Remove a card from those that are away: the named one, else an unnamed one."""
        back = next((one for name in (card, "") for one in self.away if one.card == name), None)
        self.away = [one for one in self.away if one is not back]

    def put(self, pile: PileName, cards: Sequence[str], until: str = "") -> None:
        """Put cards on a pile, those that are removed perhaps until something happens; for `apply`."""
        if pile == "deck":
            self.deck += len(cards)
        else:
            self.named_cards(pile).extend(cards)
        if until:
            self.away = [*self.away, *(Away(card=card, until=until) for card in cards)]


# === Seats: an identity and who plays it, with the piles before that player ======================

MOST_SEATS = 4
ALLY_LIMIT, RESTRICTED_LIMIT = 3, 2
"""Allies, and restricted cards, that a player may control (盟友上限, 受限)."""
Form = Literal["hero", "alter-ego"]


class Seat(Body, Piles):
    """An identity at the table; its id is the identity's."""

    player: str = ""
    form: Annotated[Form, FixedWords(("hero", "alter-ego"))] = "alter-ego"
    changed_form: Annotated[bool, THIS_ROUND] = Field(default=False, title="changed form this round")
    eliminated: bool = False
    hand: Annotated[list[str], Names("cards"), Secret()] = Field(default_factory=list)
    deck: int = Field(default=0, title="cards in the deck")
    counted: bool = Field(default=False, title="deck counted")
    discard: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="discard pile")
    removed: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="removed from the game")
    away: list[Away] = Field(default_factory=list, title="removed until they come back")
    dealt: int = Field(default=0, title="encounter cards dealt")
    ally_limit: int = Field(default=ALLY_LIMIT, title="ally limit")
    aspect: Annotated[str, Names("classes")] = ""
    list_: Annotated[dict[str, int], Keys("cards")] = Field(default_factory=dict, title="deck list")
    mulligan: bool = Field(default=False, title="mulligan taken")
    nemesis: bool = Field(default=False, title="nemesis in play")


# === The scenario's side of the table: the villain, the main scheme, and the encounter deck ======

VILLAIN, MAIN = "villain", "main scheme"
"""The ids of the villain among the enemies, and of the main scheme among the schemes."""
Mode = Literal["standard", "expert"]


def stage_at_hand(stages: Sequence[str], stage: int) -> str:
    """The id of a stage, counted from 1, among the content; empty where nobody typed the stages in."""
    return stages[stage - 1] if 0 < stage <= len(stages) else ""


class Villain(Body):
    """The villain: the stage at hand, from 1, of those this game is played with."""

    name: str = ""
    stages: Annotated[list[str], Names("villains")] = Field(default_factory=list)
    stage: int = 0
    boosts: int = Field(default=0, title="boost cards face down")
    """Boost cards given to it outside an activation; they wait for the next one."""

    @property
    def sheet(self) -> str:
        """The id of the stage at hand among the content; empty where nobody typed the stages in."""
        return stage_at_hand(self.stages, self.stage)


class MainScheme(State):
    """The main scheme: the stage at hand, from 1."""

    name: str = ""
    stages: Annotated[list[str], Names("main-schemes")] = Field(default_factory=list)
    stage: int = 0
    side: str = "A"
    threat: int = 0
    target: int | None = Field(default=None, title="target threat")
    acceleration: int = Field(default=0, title="threat in each villain phase")
    hazard: int = Field(default=0, title="hazard icons")
    tokens: int = Field(default=0, title="acceleration tokens")
    counters: Annotated[dict[str, int], Keys("counters")] = Field(default_factory=dict, title="counters")

    @property
    def sheet(self) -> str:
        """The id of the stage at hand among the content; empty where nobody typed the stages in."""
        return stage_at_hand(self.stages, self.stage)


class ModularSet(State):
    """A set shuffled into the encounter deck beyond the scenario's own; `blind` if nobody looked."""

    name: Annotated[str, Names("encounter-sets")]
    blind: bool = False


class Scenario(Piles):
    """What is played: its name, how hard, and with which sets."""

    id: Annotated[str, Names("scenarios")] = Field(default="", title="scenario")
    heads: int = Field(default=0, title="players it is set up for")
    """By whom its values were multiplied; 0 where nobody wrote it down."""
    mode: Annotated[Mode, FixedWords(("standard", "expert"))] = "standard"
    heroic: int = Field(default=0, title="heroic level")
    skirmish: bool = Field(default=False, title="skirmish: a single stage")
    sets: Annotated[list[str], Names("encounter-sets")] = Field(default_factory=list, title="encounter sets")
    modular: list[ModularSet] = Field(default_factory=list, title="modular sets")
    composed: bool = Field(default=False, title="encounter deck put together")
    deck: int = Field(default=0, title="cards in the encounter deck")
    counted: bool = Field(default=False, title="encounter deck counted")
    discard: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="encounter discard pile")
    removed: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="removed from the game")
    away: list[Away] = Field(default_factory=list, title="removed until they come back")
    victory: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="victory display")
    obligations: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="obligations set aside")
    aside: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="set aside")
    reshuffles: int = Field(default=0, title="times the encounter deck ran out")


# === A campaign of linked scenarios: its slots in order, its log, and what is carried from one to the next

SlotStatus = Literal["open", "won", "lost", "skipped"]


class Planned(State):
    """A scenario of a campaign: its state, and how often it was tried. One that was lost may be tried again."""

    scenario: Annotated[str, Names("scenarios")]
    mode: Annotated[Mode, FixedWords(("standard", "expert"))] = "standard"
    status: Annotated[SlotStatus, FixedWords(("open", "won", "lost", "skipped"))] = "open"
    attempts: int = 0


class CarryOver(State):
    """What a hero takes along to the next scenario."""

    left: int | None = Field(default=None, title="hit points left")
    earned: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="cards earned")
    remark: str = ""
    game: int = 0
    """The game after which it was written down last."""


class LogWord(State):
    """A word of the campaign log, perhaps with a number and a line of text, perhaps struck out."""

    value: int | None = None
    line: str = ""
    struck: bool = False


class Linked(State):
    """A campaign of linked scenarios; without slots the table plays single games."""

    name: str = ""
    expert: bool = False
    slots: list[Planned] = Field(default_factory=list)
    at: int = Field(default=0, title="scenario at hand")
    """From 1; 0 where none is, before the first one or after the last."""
    words: dict[str, LogWord] = Field(default_factory=dict, title="campaign log")
    counters: Annotated[dict[str, int], Keys("counters")] = Field(default_factory=dict, title="counters")
    removed: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="cards removed from the campaign")
    carried: Annotated[dict[str, CarryOver], Keys("identities")] = Field(default_factory=dict, title="carried over")
    over: bool = False

    @property
    def here(self) -> Planned | None:
        """The scenario at hand, if there is one."""
        return self.slots[self.at - 1] if 0 < self.at <= len(self.slots) else None

    def next_open(self) -> int:
        """The number of the first scenario still to be played, from the one at hand on, else of any; 0 for none."""
        numbers = [number for number, slot in enumerate(self.slots, 1) if slot.status == "open"]
        return next((number for number in numbers if number >= self.at), next(iter(numbers), 0))

    def played(self, scenario: str) -> bool:
        """Whether a game of a scenario is one of this campaign: that of the scenario at hand."""
        return not self.over and self.here is not None and self.here.scenario == scenario

    def begin(self, scenario: str) -> None:
        """Count a game of the current scenario as an attempt; for `apply`."""
        if (here := self.here) and self.played(scenario):
            here.attempts, here.status = here.attempts + 1, "open"

    def take_over(self, scenario: str, result: str) -> None:
        """Store the result of a finished game of the current scenario, unless it was given up; for `apply`."""
        if (here := self.here) and self.played(scenario) and result in ("won", "lost"):
            here.status = "won" if result == "won" else "lost"

    def go_on(self) -> None:
        """Set up the table for the next scenario, or again for one that was lost; for `apply`."""
        if (here := self.here) and here.status in ("won", "skipped"):
            self.at = self.next_open()


# === The table of Marvel Champions: heroes, villain, schemes, cards in play, and whatever is open between them

Step = Literal["setup", "player", "end", "threat", "activations", "dealing", "encounters", "over"]
IN_PLAY_KINDS = ("copies", "minions", "allies", "side-schemes")
NAMES_OF: Mapping[str, Mapping[str, Term | Text]] = {
    "statuses": STATUS_NAMES,
    "resources": RESOURCE_NAMES,
    "keywords": KEYWORD_NAMES,
    "numbers": NUMBER_NAMES,
    "forms": FORM_NAMES,
    "setup-steps": SETUP_STEP_NAMES,
    "occurrences": OCCURRENCE_NAMES,
}


class Champions(Table):
    """A game under way, and what stayed of those before it."""

    steps: ClassVar[Mapping[str, Term | Text]] = {
        "setup": Term("Setup", "游戏准备"),
        "player": Term("Player phase", "玩家阶段"),
        "end": Term("End of player phase", "玩家阶段结束"),
        "threat": text("Villain phase: threat"),
        "activations": text("Villain phase: activations"),
        "dealing": text("Villain phase: dealing encounter cards"),
        "encounters": text("Villain phase: encounter cards"),
        "attack": text("Enemy attack"),
        "scheme": text("Enemy scheme"),
        "over": Term("Game over", "游戏结束"),
    }
    kinds: ClassVar[Mapping[str, type[BaseModel]]] = KINDS
    names_rest_on: ClassVar[tuple[str, ...]] = ("villain", "main", "scenario")
    sits: ClassVar[str] = "identities"
    mixed: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "characters": ("identities", "cards"),
        "hosts": ("identities", "cards"),
        "enemies": ("cards",),
        "copies": ("cards",),
    }
    areas: ClassVar[Mapping[str, Term | Text]] = {
        "turns": text("turns of the players, and setup step by step"),
        "activations": text("attacks and schemes of enemies, step by step"),
        "schemes": text("side schemes and environments"),
        "minions": text("minions and attachments"),
        "encounter": text("the encounter deck"),
        "allies": text("allies, upgrades and supports"),
        "hands": text("hands and decks, counted"),
        "cards": text("every card by its name, and what pays for it"),
        "timing": text("lasting effects and limits"),
        "campaign": text("a campaign of several scenarios"),
    }

    number: int = Field(default=0, title="games begun")
    step: Annotated[Step, Names("steps"), THIS_GAME] = "setup"
    round: Annotated[int, THIS_GAME] = 0
    seats: Annotated[dict[str, Seat], Keys("identities")] = Field(default_factory=dict, title="")
    players: Annotated[int, THIS_GAME] = Field(default=0, title="players at the start")
    first: Annotated[str, Names("identities"), THIS_GAME] = Field(default="", title="first player")
    done: Annotated[list[str], Names("identities"), THIS_GAME] = Field(default_factory=list, title="turns taken")
    helping: Annotated[list[str], Names("identities"), THIS_TURN] = Field(
        default_factory=list, title="act in another's turn"
    )
    """Who was asked for an action in this turn, and agreed."""
    refreshed: Annotated[list[str], Names("identities"), THIS_GAME] = Field(
        default_factory=list, title="hands refilled"
    )
    met: Annotated[list[str], Names("identities"), THIS_GAME] = Field(default_factory=list, title="met by the villain")
    """The players against whom the villain has activated in this villain phase."""
    activated: Annotated[list[str], Names("copies"), THIS_GAME] = Field(
        default_factory=list, title="minions that activated"
    )
    """The minions that have activated in this villain phase."""
    prepared: Annotated[list[str], Names("setup-steps"), THIS_GAME] = Field(
        default_factory=list, title="steps of the setup done"
    )
    revealing: Annotated[str, Names("identities"), THIS_GAME] = Field(default="", title="reveals encounter cards")
    """Whose encounter cards are revealed now; who comes after is told from it."""
    scenario: Annotated[Scenario, THIS_GAME] = Field(default_factory=Scenario, title="")
    villain: Annotated[Villain, THIS_GAME] = Field(default_factory=Villain, title="")
    main: Annotated[MainScheme, THIS_GAME] = Field(default_factory=MainScheme, title="")
    play: Annotated[dict[str, InPlay], Keys("copies"), THIS_GAME] = Field(default_factory=dict, title="")
    activations: Annotated[list[Activation], THIS_GAME] = Field(default_factory=list, title="activations")
    windows: Annotated[list[Window], THIS_TURN] = Field(default_factory=list, title="interrupts and responses")
    happened: Annotated[list[str], Names("occurrences"), Untold(), THIS_TURN] = Field(default_factory=list)
    """What happens now, all at once (E5): the last thing that somebody did, and what came of it."""
    answered: Annotated[list[str], Names("hosts"), Untold(), THIS_TURN] = Field(default_factory=list)
    """The cards that have answered it."""
    answers: Annotated[dict[str, dict[str, str]], Untold()] = Field(default_factory=dict)
    """What each card was seen to answer, by its name, and with which type of ability."""
    payment: Annotated[Payment | None, THIS_GAME] = None
    peril: Annotated[str, Names("identities"), THIS_GAME] = Field(default="", title="resolves a card with peril")
    effects: Annotated[dict[str, Effect], THIS_GAME] = Field(default_factory=dict, title="lasting effects")
    usage: Annotated[dict[str, Usage], THIS_GAME] = Field(default_factory=dict, title="uses this period")
    tallies: Annotated[dict[str, Tally], Keys("identities"), THIS_GAME] = Field(
        default_factory=dict, title="what heroes did"
    )
    beaten: Annotated[dict[str, int], THIS_GAME] = Field(
        default_factory=dict, title="minions and side schemes defeated"
    )
    rounds: Annotated[list[RoundTold], Untold(), THIS_GAME] = Field(default_factory=list, title="rounds of this game")
    hazards: Annotated[int, THIS_GAME] = Field(default=0, title="encounter cards dealt for hazard icons")
    placed: Annotated[int, THIS_GAME] = Field(default=0, title="threat placed in this game")
    """All threat that was placed on any scheme, whatever became of it."""
    activated_in_all: Annotated[int, THIS_GAME] = Field(default=0, title="activations of enemies in this game")
    """The attacks and schemes of enemies, those that a status card stopped too."""
    games: list[PastGame] = Field(default_factory=list, title="games played")
    campaign: Linked = Field(default_factory=Linked, title="")
    rulings: Annotated[list[str], Names("rulings")] = Field(default_factory=list, title="rulings of this table")
    agenda: Annotated[Agenda, THIS_GAME] = Field(default_factory=Agenda, title="")

    def strike(self, topic: str, happened: BaseModel) -> None:
        self.agenda.strike(topic, happened)

    @property
    def place(self) -> tuple[int, str]:
        if self.activations_open:
            return self.round, self.activations_open[-1].kind
        return self.round, self.step

    @property
    def activations_open(self) -> list[Activation]:
        """The activations followed step by step; none where the table has stopped tracking them."""
        return self.activations if self.tracks("activations") else []

    @property
    def chapter(self) -> int:
        """The game, from 1."""
        return self.number

    def ruled(self, ruling: str) -> bool:
        """Whether the table rules otherwise than usual, in something the rulebook leaves open."""
        return ruling in self.rulings

    def under_way(self) -> bool:
        """Whether a game is played now."""
        return self.step not in ("setup", "over")

    def in_game(self) -> list[str]:
        """The seats that are still in the game, clockwise as they sit."""
        return [id_ for id_, seat in self.seats.items() if not seat.eliminated]

    def player_order(self) -> list[str]:
        """The seats still in the game, the first player first (F31)."""
        seats = list(self.seats)
        at = seats.index(self.first) if self.first in self.seats else 0
        return [id_ for id_ in (*seats[at:], *seats[:at]) if not self.seats[id_].eliminated]

    def seat(self, id_: str) -> Seat:
        """A seat; a blank one, not part of the table, where a correction removed it."""
        return self.seats.get(id_) or Seat()

    def copies(self, *types: str) -> list[str]:
        """The cards in play of some types, in the order they came."""
        return [id_ for id_, card in self.play.items() if card.type in types]

    @property
    def heads(self) -> int:
        """The players the game began with, by whom values with the icon are multiplied (玩家人数)."""
        return max(1, self.players or len(self.seats))

    def note_round(self) -> None:
        """Record how the current round ends; for `apply`."""
        before = [row for row in self.rounds if row.round < self.round]
        row = RoundTold(
            round=self.round,
            first=self.first,
            left={id_: seat.left for id_, seat in self.seats.items() if seat.left is not None},
            villain=self.villain.left,
            stage=self.villain.stage,
            threat=self.main.threat,
        )
        self.rounds = [*before, row]

    def ids(self, kind: str) -> Iterable[str]:
        if kind in NAMES_OF:
            return tuple(NAMES_OF[kind])
        match kind:
            case "copies":
                return tuple(self.play)
            case "minions":
                return self.copies("minion")
            case "allies":
                return self.copies("ally")
            case "side-schemes":
                return self.copies("side scheme")
            case "schemes":
                return (MAIN, *self.copies("side scheme"))
            case "enemies":
                return (VILLAIN, *self.copies("minion"))
            case "characters":
                return (*self.seats, VILLAIN, *self.copies(*CHARACTERS))
            case "hosts":
                return (*self.seats, VILLAIN, MAIN, *self.play)
            case "effects":
                return tuple(self.effects)
            case "counters":
                return dict.fromkeys(name for card in self.play.values() for name in card.counters)
        return super().ids(kind)

    def called(self, kind: str, id_: str) -> Term | Text | str:
        if kind in NAMES_OF:
            return NAMES_OF[kind].get(id_, id_)
        if kind == "effects":
            return self.effects[id_].said if id_ in self.effects else card_of(id_)
        if kind in {"enemies", "characters", "schemes", "hosts", *IN_PLAY_KINDS}:
            return self._called_here(id_)
        return super().called(kind, id_)

    def apart(self, kind: str, id_: str) -> Term | Text | str:
        """Of a card its set, its type and its class, of a hero the other side, as far as somebody knows them."""
        if kind == "identities":
            return str(self.thing(kind, id_).get("alter_ego") or id_)
        if kind != "cards":
            return super().apart(kind, id_)
        card = self.thing(kind, id_)
        set_, type_, class_ = (str(card.get(field) or "") for field in ("set", "type", "classification"))
        sets = "identities" if set_ in self.ids("identities") else "encounter-sets"
        parts = (self.called(sets, set_), spoken(type_) if type_ else "", self.called("classes", class_))
        return text("{parts}", parts=tuple(part for part in parts if part)) if any(parts) else id_

    def _called_here(self, id_: str) -> Term | Text | str:
        """What somebody or something on the table is called."""
        if id_ == VILLAIN:
            return super().called("villains", self.villain.name or self.villain.sheet) or self._called_scenario()
        if id_ == MAIN:
            return super().called("main-schemes", self.main.name or self.main.sheet) or text("the main scheme")
        if id_ in self.seats or (id_ not in self.play and self._is_hero_alone(id_)):
            return super().called("identities", id_)
        name = super().called("cards", card_of(id_))
        number = id_.removeprefix(card_of(id_)).removeprefix(" #")
        return text("{name} {number}", name=name, number=number) if number else name

    def _is_hero_alone(self, id_: str) -> bool:
        """Whether an id is that of a hero, at this table or gone from it, and of no card."""
        return id_ in self.ids("identities") and id_ not in self.ids("cards")

    def _called_scenario(self) -> Term | Text | str:
        """What the villain is called of whom only the scenario is known."""
        return super().called("scenarios", self.scenario.id) if self.scenario.id else text("the villain")

    def seat_of(self, kind: str, id_: str) -> str:
        if id_ in self.play:
            return self.play[id_].controller
        return id_ if id_ in self.seats else ""

    def chairs(self) -> Mapping[str, Term | Text | str]:
        return {
            id_: text("{hero}[ ({player})]", hero=self.called("identities", id_), player=seat.player)
            for id_, seat in self.seats.items()
        }

    def bound_in(self, marked: str, value: str, kind: str, typed: str, id_: str) -> str:
        if kind == "cards" and " #" in value and card_of(value) == typed:
            return value.replace(typed, id_, 1) if marked in self.mixed else value
        return super().bound_in(marked, value, kind, typed, id_)
