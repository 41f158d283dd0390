"""Health: damage and health, lowered at most to zero.

Whether a game counts damage up or what is left down, it is one number that goes down to none. What hurts, what prevents
it and what a defeat brings stay with the game.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

from domain.language.chance import Chance
from domain.language.event import Event, TableT
from domain.language.moves import Moves, moves_in
from domain.language.refusal import Refusal, Refused
from domain.things.numbers import change_number, names_in_refusal, number_at


@dataclass(frozen=True, slots=True)
class Lowers(Moves):
    """Marks the number that lowers a value at most to zero; the field `less` receives the excess.

    Without such a field it is settled to what there is.

    Args:
        none: the refusal where there is none at all; it may tell any field of the event. Without one nothing is said.
    """

    none: Refusal | None = None


class NumberLowered(Event[TableT]):
    """The base of a game's event that lowers the number which one of its fields marks."""

    def amount_there(self, table: TableT, path: tuple[str, ...]) -> int:
        """The amount at a path; a game may say less. Called in every fold, so it reads no content."""
        return number_at(table, path)

    def check_first(self, table: TableT) -> Iterator[Refused]:
        mark = lowered_by(type(self))[1]
        if mark.none and not self.amount_there(table, mark.at(self, table)):
            yield mark.none(**names_in_refusal(mark.none, self, table))

    def settle(self, table: TableT, chance: Chance) -> Self:
        name, mark = lowered_by(type(self))
        amount, there = getattr(self, name), self.amount_there(table, mark.at(self, table))
        if not mark.less:
            return self.but(**{name: min(amount, there)})
        nothing = type(self).model_fields[mark.less].default
        return self.but(**{mark.less: max(0, amount - there) or nothing})

    def apply(self, table: TableT) -> None:
        name, mark = lowered_by(type(self))
        path = mark.at(self, table)
        change_number(table, path, -min(getattr(self, name), self.amount_there(table, path)))


@cache
def lowered_by(cls: type[Event[Any]]) -> tuple[str, Lowers]:
    """The marked field of an event, and its mark."""
    return next((name, mark) for name, mark in moves_in(cls) if isinstance(mark, Lowers))


__all__ = ["Lowers", "NumberLowered", "lowered_by"]
