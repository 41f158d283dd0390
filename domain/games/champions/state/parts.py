"""The parts of the state: characters and cards in play, effects, windows, results, and piles."""

from collections.abc import Container, Sequence
from typing import TYPE_CHECKING, Annotated, Literal, get_args

from pydantic import Field

from domain.components.numbers import Within
from domain.components.periods import Periods
from domain.components.piles import take_cards, with_blanks
from domain.framework.events.marks import FixedTexts
from domain.framework.table import Keys, Names, State
from domain.framework.text import Text, text
from domain.games.champions.state.kinds import (
    KEYWORD_NAMES,
    CardType,
    Power,
    Status,
)

# === Bodies: characters (an identity, a villain, an ally, a minion), and the counters on any card

STATUSES = ("stunned", "confused", "tough")


class Body(State):
    """A character with hit points. Damage stays when the maximum changes, so the remaining hit points change."""

    health: int | None = Field(default=None, title="hit points at most")
    damage: Annotated[int, Within("health")] = 0
    stunned: bool = False
    confused: bool = False
    tough: bool = False
    exhausted: bool = False
    printed: Annotated[dict[str, int], Keys("numbers")] = Field(default_factory=dict, title="numbers")
    """The known printed numbers of its card, by their keys in `kinds.NUMBER_NAMES`."""
    keywords: Annotated[list[str], Names("keywords")] = Field(default_factory=list)
    traits: list[str] = Field(default_factory=list)
    counters: Annotated[dict[str, int], Keys("counters"), Within()] = Field(default_factory=dict, title="counters")

    @property
    def left(self) -> int | None:
        """The remaining hit points; None if the maximum is unknown."""
        return None if self.health is None else max(0, self.health - self.damage)


# === Cards in play: each is a copy whose id contains its card, such as `hydra-mercenary`, `hydra-mercenary #2`

CARD_TYPES: tuple[CardType, ...] = get_args(CardType)
CHARACTERS: tuple[CardType, ...] = ("ally", "minion")
"""The types of cards in play that take damage; on others damage tokens are only placed."""


class InPlay(Body):
    """A card in play.

    `owner` is the seat whose deck it belongs to, empty for encounter cards. `controller` is the seat that controls it.
    `engaged` is the seat that a minion is engaged with. `host` is the id it is attached to: a copy, a seat, the villain
    or the main scheme.
    """

    card: Annotated[str, Names("cards")]
    type: Annotated[CardType, FixedTexts(CARD_TYPES)]
    owner: Annotated[str, Names("identities")] = ""
    controller: Annotated[str, Names("identities")] = ""
    engaged: Annotated[str, Names("identities")] = Field(default="", title="engaged with")
    host: Annotated[str, Names("hosts")] = Field(default="", title="attached to")
    threat: Annotated[int, Within()] = 0
    uses_of: str = Field(default="", title="what its uses are called")
    strikes: bool = Field(default=False, title="strikes at once")
    """Whether a minion with quickstrike has just engaged a hero and has not attacked yet."""
    facedown: bool = Field(default=False, title="face down")


def card_of(copy: str) -> str:
    """The card of a copy, by the copy's id."""
    card, _, number = copy.rpartition(" #")
    return card if card and number.isdecimal() else copy


def new_copy(card: str, taken: Container[str]) -> str:
    """An unused id for another copy of a card."""
    number, id_ = 1, card
    while id_ in taken:
        number += 1
        id_ = f"{card} #{number}"
    return id_


# === Lasting and delayed effects, and used limits ================================================

Duration = Literal["attack", "activation", "turn", "phase", "round", "event", "game"]
DURATIONS: tuple[Duration, ...] = ("attack", "activation", "turn", "phase", "round", "event", "game")
PERIODS = Periods(("attack", "activation", "turn", "phase", "round", "game"))
"""Periods from the shortest to the longest; the end of one ends all shorter ones (持续效果)."""
THIS_TURN, THIS_ROUND, THIS_GAME = map(PERIODS.until, ("turn", "round", "game"))
Operation = Literal["plus", "times", "half", "set"]
OPERATIONS: tuple[Operation, ...] = ("plus", "times", "half", "set")
Forbidden = Literal[Power, Status]
"""A power or status that an effect may forbid (无法)."""
FORBIDDEN: tuple[Forbidden, ...] = get_args(Forbidden)


class Effect(State):
    """A lasting effect, with the number it changes if any; or a delayed one, with its trigger."""

    text: str
    until: Annotated[Duration, FixedTexts(DURATIONS)] = "round"
    waits_for: Annotated[str, Names("occurrences")] = Field(default="", title="waits for")
    target: Annotated[str, Names("characters")] = ""
    number: Annotated[str, Names("numbers")] = ""
    operation: Annotated[Operation, FixedTexts(OPERATIONS)] = "plus"
    amount: int = 0
    keyword: Annotated[str, Names("keywords")] = ""
    forbids: Annotated[Forbidden | Literal[""], FixedTexts(FORBIDDEN)] = Field(default="", title="cannot")
    trait: str = ""
    loses: Annotated[str, Names("keywords")] = Field(default="", title="loses the keyword")
    loses_trait: str = Field(default="", title="loses the trait")
    shared: bool = Field(default=False, title="as another effect does")
    """Whether another effect already gives or takes the same; it is restored with the last of them."""

    @property
    def said(self) -> Text | str:
        """Its name; for a loss, with that word."""
        lost = KEYWORD_NAMES.get(self.loses, self.loses) or self.loses_trait
        return text("{what} lost", what=lost) if lost else self.text


class Usage(State):
    """The uses of something in a period, and their maximum."""

    used: Annotated[int, Within("most")] = 0
    most: int = 1
    period: Annotated[Duration, FixedTexts(DURATIONS)] = "round"


# === Open while players decide: an enemy's activation, and a payment =============================

Activity = Literal["attack", "scheme"]
Occasioned = Literal["villain phase", "card", "quickstrike"]


class Boost(State):
    """A boost card given for an activation; unknown while it is face down."""

    card: Annotated[str, Names("cards")] = ""
    icons: int = 0
    star: bool = False
    open: bool = Field(default=False, title="turned up")


class Activation(State):
    """An enemy's attack or scheme. The last one in the table's list is current; the others are around it."""

    enemy: Annotated[str, Names("enemies")]
    kind: Annotated[Activity, FixedTexts(("attack", "scheme"))]
    seat: Annotated[str, Names("identities")]
    """The player for whom the activation is resolved."""
    target: Annotated[str, Names("identities")] = ""
    """The player who is attacked now; a player who defends with any card takes over the attack."""
    because: Annotated[Occasioned, FixedTexts(("villain phase", "card", "quickstrike"))] = "villain phase"
    defender: Annotated[str, Names("characters")] = ""
    defended: bool = False
    decided: bool = Field(default=False, title="defense decided")
    boosts: list[Boost] = Field(default_factory=list, title="boost cards")
    changed: int = Field(default=0, title="added to its value")
    resolved: bool = Field(default=False, title="resolved")
    keywords: Annotated[list[str], Names("keywords")] = Field(default_factory=list)
    outlasted: list[str] = Field(default_factory=list, title="effects from before it")
    """Lasting effects that began before this activation, in one around it; its end does not end them."""


class Window(State):
    """A window for interrupts and responses: its occurrence, the forced abilities left, and the players who passed."""

    condition: Annotated[str, Names("occurrences")]
    forced: Annotated[list[str], Names("hosts")] = Field(default_factory=list, title="forced abilities")
    passed: Annotated[list[str], Names("identities")] = Field(default_factory=list)


class Payment(State):
    """A payment: its card, the cost, and the resources generated so far."""

    seat: Annotated[str, Names("identities")]
    card: Annotated[str, Names("cards")]
    cost: int
    needs: Annotated[dict[str, int], Keys("resources")] = Field(default_factory=dict, title="of these at least")
    generated: Annotated[dict[str, int], Keys("resources")] = Field(default_factory=dict, title="generated")
    cards: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="discarded for it")
    exhausted: Annotated[list[str], Names("hosts")] = Field(default_factory=list, title="exhausted for it")
    uses: Annotated[dict[str, int], Keys("copies")] = Field(default_factory=dict, title="uses spent for it")


# === Records of past games: results, and the deeds of each hero ==================================

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
    """The end of a round: the remaining hit points, as far as known, and the threat on the main scheme."""

    round: int
    first: Annotated[str, Names("identities")] = Field(default="", title="first player")
    left: Annotated[dict[str, int], Keys("identities")] = Field(default_factory=dict, title="hit points left")
    villain: int | None = Field(default=None, title="hit points of the villain")
    stage: int = Field(default=0, title="stage of the villain")
    threat: int | None = 0


class PastGame(State):
    """A game that is over."""

    scenario: Annotated[str, Names("scenarios")]
    mode: Annotated[str, FixedTexts(("standard", "expert"))] = "standard"
    heroic: int = 0
    skirmish: bool = False
    modular: Annotated[list[str], Names("encounter-sets")] = Field(default_factory=list)
    heroes: Annotated[dict[str, Tally], Keys("identities")] = Field(default_factory=dict)
    aspects: dict[str, str] = Field(default_factory=dict)
    result: Annotated[Result, FixedTexts(("won", "lost", "abandoned"))]
    reason: Annotated[str, FixedTexts(REASONS)] = ""
    rounds: int = 0
    threat: int | None = 0
    villain_stage: int = 0
    scheme_stage: int = 0
    tokens: int = Field(default=0, title="acceleration tokens")
    reshuffles: int = 0
    placed: int = Field(default=0, title="threat placed")
    activations: int = Field(default=0, title="activations of enemies")
    hazards: int = Field(default=0, title="encounter cards dealt for hazard icons")
    out: Annotated[list[str], Names("identities")] = Field(default_factory=list, title="out of the game")
    session: int = Field(default=0, title="game session")
    """The session in which it ended; 0 if none was recorded."""
    defeated: dict[str, int] = Field(default_factory=dict, title="minions and side schemes defeated")
    slot: int = Field(default=0, title="scenario of the campaign")
    attempt: int = 0
    decided: bool = Field(default=False, title="won and lost at once, and won as the table says")


# === Piles: a deck of which only the size is known, and piles of named cards; a blank is an unnamed card

PileName = Literal["hand", "deck", "discard", "removed", "aside"]


class Away(State):
    """A card that is removed from the game until something happens."""

    card: Annotated[str, Names("cards")] = ""
    until: str


class Piles(State):
    """The piles of a player, or of the encounter side."""

    if TYPE_CHECKING:  # each class declares these among its own fields, in the order of its state
        deck: int
        counted: bool
        """Whether the size of the deck was recorded; an uncounted deck never runs out."""
        discard: list[str]
        removed: list[str]
        away: list[Away]

    @property
    def known_deck(self) -> int:
        """The number of cards left in a counted deck; 0 for an uncounted one."""
        return self.deck if self.counted else 0

    def named_cards(self, pile: PileName) -> list[str]:
        """The cards of a pile with named cards; the pile's name is its field's."""
        cards: list[str] = getattr(self, pile)
        return cards

    def lying(self, pile: PileName) -> Sequence[str]:
        """The cards of a pile; those in the deck are blanks."""
        return with_blanks((), self.deck) if pile == "deck" else self.named_cards(pile)

    def off_deck(self, count: int) -> tuple[int, bool]:
        """The number of cards that can be taken from the deck, and whether it runs out."""
        left = self.known_deck
        return min(count, left) if left else count, 0 < left <= count

    def take(self, pile: PileName, count: int, cards: Sequence[str] = ()) -> list[str]:
        """Take `count` cards out of a pile, the named ones first, and return them; for `apply`."""
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
        """Put cards on a pile; removed cards may be away `until` something happens. For `apply`."""
        if pile == "deck":
            self.deck += len(cards)
        else:
            self.named_cards(pile).extend(cards)
        if until:
            self.away = [*self.away, *(Away(card=card, until=until) for card in cards)]
