"""What all events of a described game share: their base, their choices, and their refusals."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, ClassVar

from pydantic import Field

from domain.framework.events.choice import Choice
from domain.framework.events.event import Event
from domain.framework.events.marks import Line, NamedAs, Settled
from domain.framework.refusal import Refused, never
from domain.framework.text import Term
from domain.games.own.kinds import DefinitionCard, NumberCard
from domain.games.own.table import OwnTable

FILE = Term("the game's file", "游戏文件")
NEEDS_OWNER = never("needs-owner", "Say who: each has a {what} of their own.", asks=True)

Name = Annotated[Line, Field(max_length=40)]
Few = Annotated[int, Field(ge=1, le=12)]


class OwnEvent(Event[OwnTable]):
    namespace: ClassVar[str] = "own"
    heading = "The game"


def owners_of_number(table: OwnTable, number: str) -> list[str]:
    """The seats or figures with a number; none if the table has it."""
    return [owner for owner in table.owners_of(NumberCard.of(table, number).owner) if owner]


def owned_by_someone(card: type[DefinitionCard], kind: str, given: str) -> Any:
    """The choice of the seat that has a list or journal; no choice if the table has it."""

    def seats(table: OwnTable, id_: str) -> Iterable[str]:
        return [seat for seat in table.owners_of(card.of(table, id_).owner) if seat]  # type: ignore[attr-defined]

    return Choice("owners", seats, given=(given,))


def owner_missing(table: OwnTable, kind: str, id_: str, owned: object, owner: str | None) -> Iterator[Refused]:
    """The refusal of an event about a number, list or journal that each seat has, without a seat."""
    if owned != "table" and owner is None:
        yield NEEDS_OWNER(what=table.called(kind, id_))


def in_play(table: OwnTable) -> list[str]:
    return [seat for seat in table.owners_of("seat") if seat]


Sitter = Annotated[str, Choice("owners", in_play)]
Player = Annotated[str, Choice("owners", lambda table: [*in_play(table), *table.figures])]
Rule = Annotated[str, NamedAs("rules"), Settled()]
