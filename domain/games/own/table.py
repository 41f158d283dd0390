"""The table of a game that a file describes; ids are those of the definition that the campaign is pinned to."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import BaseModel, Field

from domain.components.numbers import Within, part_at
from domain.framework.content import Content
from domain.framework.refusal import Refused
from domain.framework.table import STEPS, Keys, Names, State, Table
from domain.framework.text import Term, Text, text
from domain.framework.views.visibility import Secret
from domain.games.own.definition import GONE, ROUND, SCENARIO, faults_of_definition, refuse_faults
from domain.games.own.kinds import KINDS, DefinitionCard, GameCard, NumberCard, Owner

CardT = TypeVar("CardT", bound=DefinitionCard)
Path = tuple[str, ...]
MARKS: Mapping[str, Text] = {
    "done": text("done"),
    "open": text("open"),
    "locked": text("locked"),
    "lost": text("lost"),
    "chosen": text("chosen"),
}
"""The marks of a thing on a list."""


def most_of_number(table: Any, path: Path) -> int | None:
    """The upper end of a number: its own, or the number of the same owner that limits it."""
    card: NumberCard = NumberCard.of(table, path[-1])
    return card.most if not card.most_of else (part_at(table, path[:-1]) or {}).get(card.most_of)


def least_of_number(table: Any, path: Path) -> int:
    """The lower end of a number."""
    return NumberCard.of(table, path[-1]).least


class Phases:
    """The phases of a definition as the steps of its table; a class of tables has none."""

    def __get__(self, table: "OwnTable | None", cls: type) -> Mapping[str, Term | Text | str]:
        return {} if table is None else {id_: table.called("phases", id_) for id_ in table.live("phases")}


class Written(State):
    """A written word: its strokes, and whether it is crossed out."""

    tally: int = 0
    crossed: bool = False


class Owned(State):
    """What a seat, a figure or the table has."""

    numbers: Annotated[dict[str, int], Keys("numbers"), Within(most_of_number, least_of_number)] = Field(
        default_factory=dict, title=""
    )
    statuses: Annotated[list[str], Names("statuses")] = Field(default_factory=list)
    boxes: Annotated[dict[str, str], Keys("boxes"), Names("marks")] = Field(default_factory=dict, title="")
    chosen: Annotated[dict[str, str], Keys("lists"), Names("boxes")] = Field(default_factory=dict, title="")
    words: Annotated[dict[str, dict[str, Written]], Keys("journals")] = Field(default_factory=dict, title="")


class Hand(State):
    """What a player holds of one pile: everyone sees how many, only the player which."""

    pieces: Annotated[list[str], Names("pieces"), Secret()] = Field(default_factory=list)


class Seat(Owned):
    """A player's hero, or the player, if the game names no heroes."""

    player: str = ""
    hands: Annotated[dict[str, Hand], Keys("piles")] = Field(default_factory=dict, title="")
    moved: bool = Field(default=False, title="turn taken")
    left: bool = False


class Figure(Owned):
    """An enemy or an ally that comes and goes."""

    figure: Annotated[str, Names("figures")] = ""


class Ended(State):
    """A scenario or game that ended: its result, and the points of each seat."""

    scenario: str = ""
    result: Annotated[str, Names("results")] = ""
    scores: dict[str, int] = Field(default_factory=dict)
    winners: list[str] = Field(default_factory=list)


class OwnTable(Owned, Table):
    kinds: ClassVar[Mapping[str, type[BaseModel]]] = KINDS
    steps: ClassVar[Mapping[str, Term | Text]] = Phases()  # type: ignore[assignment]
    sits: ClassVar[str] = "heroes"
    mixed: ClassVar[Mapping[str, Iterable[str]]] = {"owners": ("heroes",)}  # type: ignore[assignment]

    seats: Annotated[dict[str, Seat], Keys("heroes")] = Field(default_factory=dict, title="")
    figures: Annotated[dict[str, Figure], Keys("owners")] = Field(default_factory=dict, title="")
    discards: Annotated[dict[str, list[str]], Keys("piles"), Names("pieces")] = Field(default_factory=dict)
    copies: Annotated[dict[str, int], Keys("pieces")] = Field(default_factory=dict, title="pieces more or fewer")
    round: int = 0
    phase: Annotated[str, Names(STEPS)] = ""
    scenarios: int = 0
    scenario: Annotated[str, Names("boxes")] = ""
    is_open: bool = Field(default=False, title="scenario is open")
    ended: Ended | None = None
    results: list[Ended] = Field(default_factory=list)

    @property
    def place(self) -> tuple[int, str]:
        return self.round, self.phase

    @property
    def chapter(self) -> int:
        return self.scenarios

    @property
    def game_card(self) -> GameCard:
        """What the definition says of the game as a whole."""
        return next(iter(self.cards(GameCard).values()), GameCard())

    @property
    def round_word(self) -> Term:
        return self.game_card.round.term(ROUND)

    @property
    def scenario_word(self) -> Term:
        return self.game_card.scenario.term(SCENARIO)

    def chairs(self) -> Mapping[str, Term | Text | str]:
        return {
            id_: text("{hero}[ ({player})]", hero=self.called("heroes", id_), player=seat.player * (seat.player != id_))
            for id_, seat in self.seats.items()
        }

    def played_seats(self) -> Mapping[str, Seat]:
        return self.seats

    def owner(self, id_: str | None) -> Owned | None:
        """The part of a seat or figure, or the table itself for None; None if it is gone."""
        return self if id_ is None else self.seats.get(id_) or self.figures.get(id_)

    def kind_of_owner(self, id_: str | None) -> Owner:
        return "table" if id_ is None else "seat" if id_ in self.seats else "figure"

    def owners_of(self, kind: Owner) -> list[str | None]:
        """The owners of a kind that are in play."""
        if kind == "table":
            return [None]
        return [id_ for id_, seat in self.seats.items() if not seat.left] if kind == "seat" else [*self.figures]

    def path_to(self, owner: str | None) -> Path:
        """The path of the part of an owner."""
        return () if owner is None else ("seats" if owner in self.seats else "figures", owner)

    def cards(self, card: type[CardT]) -> dict[str, CardT]:
        """The things of a kind that the definition has now."""
        return {id_: card.of(self, id_) for id_ in self.live(card.kind_name)}

    def ids(self, kind: str) -> Iterable[str]:
        if kind == "marks":
            return MARKS
        return [*self.seats, *self.figures] if kind == "owners" else super().ids(kind)

    def live(self, kind: str) -> list[str]:
        """The ids of a kind that the definition has now."""
        return [id_ for id_ in self.ids(kind) if not self.content_thing(kind, id_).get(GONE)]

    def called(self, kind: str, id_: str) -> Term | Text | str:
        if kind == "marks":
            return MARKS.get(id_, id_)
        if kind != "owners":
            return super().called("phases" if kind == STEPS else kind, id_)
        figure, _, number = id_.rpartition("-")
        if id_ in self.seats or not number.isdigit():
            return super().called("heroes", id_)
        return text("{figure} {number}", figure=super().called("figures", figure), number=int(number))

    def seat_of(self, kind: str, id_: str) -> str:
        return id_ if id_ in self.seats else ""

    def pin_to(self, digest: str) -> None:
        """Pin to another definition; it replaces what was typed in, unless it does not know the thing."""
        self.content = digest
        pack = self.pack
        kept = {
            kind: {id_: one for id_, one in things.items() if pack.thing(kind, id_) is None}
            for kind, things in self.library.items()
        }
        self.library = {kind: things for kind, things in kept.items() if things}

    @classmethod
    def content_faults(cls, content: Content) -> Mapping[str, Text]:
        return faults_of_definition(content)

    def refuse_card(self, kind: str, id_: str, fields: Mapping[str, Any]) -> Iterable[Refused]:
        return refuse_faults(self, kind, id_, fields)
