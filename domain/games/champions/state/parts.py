"""The parts of the state: characters and cards in play, effects, windows, results, and piles."""

from collections.abc import Container, Sequence
from typing import TYPE_CHECKING, Annotated, Literal, get_args

from pydantic import Field

from domain.components.periods import Periods
from domain.components.piles import take_cards, with_blanks
from domain.framework.events.event import FixedWords
from domain.framework.table import Keys, Names, State
from domain.framework.text import Text, text
from domain.games.champions.state.kinds import (
    KEYWORD_NAMES,
    CardType,
    Power,
    Status,
)

# === Bodies: whoever can be hurt, an identity, a villain, an ally or a minion, and what is counted on any card

STATUSES = ("stunned", "confused", "tough")


class Body(State):
    """A character with hit points. Damage stays when the maximum changes, so that the remaining ones change with it."""

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
        """Hit points left; None where it is not known how many there are."""
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
    """A lasting effect, with the number it changes if any, or a delayed one, with its trigger."""

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
        """Its name; that of a loss says so."""
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
    """A window for interrupts and responses: its occurrence, the forced abilities left, and who passed since."""

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
    """The results of a hero in a game, as far as the table recorded them."""

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
        """The cards left in the deck, as far as counted; unknown additions count as none."""
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
