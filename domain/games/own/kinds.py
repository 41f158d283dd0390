"""The kinds of content that a definition consists of: a game that a table describes in one file."""

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from domain.framework.cards.kinds import Card, IfPrinted, SeatCard, kinds_of
from domain.framework.events.choice import Choice
from domain.framework.events.marks import Remark
from domain.framework.text import Term

Owner = Literal["seat", "table", "figure"]
Holder = Literal["seat", "table"]
Lasts = Literal["", "turn", "round", "scenario"]
Value = Annotated[int, Field(ge=-99_999, le=99_999)]


def one_of(kind: str) -> Choice:
    """The choice of a thing that the definition has now."""
    return Choice(kind, lambda table: table.live(kind))


NumberId = Annotated[str, one_of("numbers")]
Amounts = Annotated[dict[NumberId, Value], Field(max_length=20)]
PLAYERS = 12
"""The most players of a game."""


class OwnWord(BaseModel):
    """A word of the game in two languages; empty for the usual word."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    en: Remark = ""
    zh: Remark = ""

    def term(self, usual: Term) -> Term:
        """The word; a missing language is replaced by the other."""
        return Term(self.en or self.zh, self.zh or self.en) if self.en or self.zh else usual


class DefinitionCard(Card):
    """The base of all kinds."""

    most_things: ClassVar[int] = 40
    """The most things of the kind in a definition."""
    usual: ClassVar[tuple[str, ...]] = ()
    """The fields that the page of the game asks for at once, in this order; the others are folded."""
    belongs_to: ClassVar[str] = ""
    """The field with the thing without which one of this kind belongs nowhere."""

    gone: Annotated[bool, Field(title="is no part of the game any more")] = False
    """Old entries keep its name; pages and rules leave it out."""


class GameCard(DefinitionCard):
    kind_name, most_things = "game", 1
    usual = ("players", "turns", "rounds")
    players: Annotated[
        list[Annotated[int, Field(ge=1, le=PLAYERS)]],
        Field(min_length=2, max_length=2, title="fewest and most players"),
    ] = [1, 4]
    turns: Annotated[Literal["", "order", "rotating", "free"], Field(title="turns of the players")] = ""
    """Empty: no turns. In the order of seats; from another first seat each round; in any order."""
    rounds: Annotated[bool, Field(title="rounds are counted")] = False
    """Phases, turns and what ends with a round count rounds as well."""
    round: Annotated[OwnWord, Field(title="word for a round")] = OwnWord.model_construct()
    scenario: Annotated[OwnWord, Field(title="word for a scenario")] = OwnWord.model_construct()
    wins: Annotated[Literal["most", "least"], Field(title="who wins by points")] = "most"
    rivals: Annotated[bool, Field(title="players play against each other")] = False


class HeroCard(DefinitionCard, SeatCard):
    kind_name = "heroes"
    usual = ("numbers",)
    numbers: Annotated[Amounts, Field(title="begins with other numbers")] = {}


class FigureCard(DefinitionCard):
    kind_name, most_things = "figures", 200
    usual = ("numbers",)
    numbers: Annotated[Amounts, Field(title="begins with these numbers")] = {}


class NumberCard(DefinitionCard):
    kind_name, most_things = "numbers", 60
    usual = ("start", "least", "most", "until")
    owner: Annotated[Owner, Field(title="who has it")] = "seat"
    start: Annotated[Value | None, Field(title="begins at")] = None
    """Without it, a number of a seat or the table begins at 0 or the nearest end, and one of a figure is unknown."""
    least: Annotated[Value, IfPrinted(), Field(title="not below")] = 0
    most: Annotated[Value | None, Field(title="not above")] = None
    most_of: Annotated[str, one_of("numbers"), Field(title="not above this number of the same owner")] = ""
    full: Annotated[bool, Field(title="begins at that number")] = False
    until: Annotated[Lasts, Field(title="begins again with each")] = ""
    drift: Annotated[Value, IfPrinted(), Field(title="moves then by this instead")] = 0
    paid: Annotated[bool, Field(title="cannot be overspent")] = False
    """Otherwise, to lower it by more than there is lowers it to its least."""
    points: Annotated[int, IfPrinted(), Field(ge=-99, le=99, title="points for each")] = 0
    """A number with points begins again with each scenario or game."""
    look: Annotated[Literal["", "life", "danger", "track"], Field(title="shown as")] = ""
    main: Annotated[bool, Field(title="shown next to the name")] = False
    chart: Annotated[bool, Field(title="has a chart")] = False
    taps: Annotated[
        list[Annotated[int, Field(ge=2, le=999)]], Field(max_length=3, title="further steps of one tap")
    ] = []


class RankCard(DefinitionCard):
    kind_name, most_things = "ranks", 120
    usual, belongs_to = ("at",), "number"
    number: Annotated[str, one_of("numbers"), Field(title="of the number")] = ""
    at: Annotated[Value, IfPrinted(), Field(title="from")] = 0


class PhaseCard(DefinitionCard):
    kind_name, most_things = "phases", 20
    usual = ("turns",)
    turns: Annotated[bool, Field(title="players take their turns in it")] = False
    """If no phase has turns, they are taken in any phase."""


class StatusCard(DefinitionCard):
    kind_name, most_things = "statuses", 60
    usual = ("until", "ill")
    until: Annotated[Lasts, Field(title="ends with the")] = ""
    ill: Annotated[bool, Field(title="is a bad one")] = True


class JournalCard(DefinitionCard):
    kind_name, most_things = "journals", 12
    owner: Annotated[Holder, Field(title="who has it")] = "table"


class ListCard(DefinitionCard):
    kind_name, most_things = "lists", 24
    usual = ("one", "scenarios")
    owner: Annotated[Holder, Field(title="who has it")] = "table"
    one: Annotated[bool, Field(title="exactly one is chosen")] = False
    """A place, a class, a level of difficulty. Otherwise each thing is locked, open or done."""
    scenarios: Annotated[bool, Field(title="these are the scenarios")] = False


class BoxCard(DefinitionCard):
    kind_name, most_things = "boxes", 400
    usual, belongs_to = ("locked",), "list"
    list: Annotated[str, one_of("lists"), Field(title="on the list")] = ""
    locked: Annotated[bool, Field(title="is locked at first")] = False


class PileCard(DefinitionCard):
    kind_name, most_things = "piles", 12
    usual = ("then",)
    then: Annotated[Literal["discard", "back", "hand"], Field(title="what is drawn goes to")] = "discard"
    """The discard pile, back into the bag, or the hand of the player, which others do not see."""


class PieceCard(DefinitionCard):
    kind_name, most_things = "pieces", 400
    usual, belongs_to = ("copies",), "pile"
    pile: Annotated[str, one_of("piles"), Field(title="in")] = ""
    copies: Annotated[int, IfPrinted(), Field(ge=0, le=99, title="how many")] = 1


class DieCard(DefinitionCard):
    kind_name, most_things = "dice", 12
    usual = ("sides", "count")
    sides: Annotated[int, IfPrinted(), Field(ge=2, le=100, title="sides")] = 6
    count: Annotated[int, IfPrinted(), Field(ge=1, le=12, title="rolled at once")] = 1


class FaceCard(DefinitionCard):
    kind_name, most_things = "faces", 120
    usual, belongs_to = ("copies",), "die"
    die: Annotated[str, one_of("dice"), Field(title="of the die")] = ""
    copies: Annotated[int, IfPrinted(), Field(ge=1, le=20, title="how many sides")] = 1


class DealCard(DefinitionCard):
    kind_name = "deals"
    usual = ("gains", "status")
    gains: Annotated[Amounts, Field(title="changes")] = {}
    status: Annotated[str, one_of("statuses"), Field(title="gives")] = ""


class RuleCard(DefinitionCard):
    """A rule: once a number reaches a value, one thing happens."""

    kind_name, most_things = "rules", 16
    usual, belongs_to = ("at_most", "at_least", "status", "turns_over", "box"), "number"
    number: Annotated[str, one_of("numbers"), Field(title="when")] = ""
    at_least: Annotated[Value | None, Field(title="is at least")] = None
    at_most: Annotated[Value | None, Field(title="is at most")] = None
    status: Annotated[str, one_of("statuses"), Field(title="its owner is")] = ""
    only_while: Annotated[bool, Field(title="only as long as that is so")] = False
    box: Annotated[str, one_of("boxes"), Field(title="this is done")] = ""
    turns_over: Annotated[str, one_of("numbers"), Field(title="it turns over into one of")] = ""
    """From at_least, the number goes down by that value; from at_most, back to its start. The other rises by 1."""


class ResultCard(DefinitionCard):
    kind_name, most_things = "results", 12
    usual = ("won",)
    won: Annotated[bool, Field(title="is a win")] = False
    each: Annotated[Amounts, Field(title="each seat gets")] = {}
    table: Annotated[Amounts, Field(title="the table gets")] = {}


CARDS: tuple[type[DefinitionCard], ...] = (
    GameCard, HeroCard, FigureCard, NumberCard, RankCard, PhaseCard, StatusCard, JournalCard, ListCard, BoxCard,
    PileCard, PieceCard, DieCard, FaceCard, DealCard, RuleCard, ResultCard,
)  # fmt: skip
KINDS = kinds_of(*CARDS)
