"""Health: damage and health, lowered at most to zero.

A game may count damage or remaining health; either is a number that goes down to zero. Attacks, prevention and the
effects of a defeat stay in the game.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

from domain.components.numbers import add_to_number, number_at, refusal_names
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event, TableT
from domain.framework.fields.number_paths import MovesNumber, number_marks_of
from domain.framework.refusal import Refusal, Refused


@dataclass(frozen=True, slots=True)
class Lowers(MovesNumber):
    """Marks the number that lowers a value, at most to zero; the field `less` receives the excess.

    Without `less`, the number itself is settled to the amount that is left.

    Args:
        none: the refusal if the value is zero; its sentence may name any field of the event. None for no refusal.
    """

    none: Refusal | None = None


class NumberLowered(Event[TableT]):
    """The base of a game's event that lowers a value by the field with the mark `Lowers`."""

    def amount_there(self, table: TableT, path: tuple[str, ...]) -> int:
        """The amount at a path; a game may override it to return less. Runs in every fold, so it reads no content."""
        return number_at(table, path)

    def check(self, table: TableT) -> Iterator[Refused]:
        mark = lowered_by(type(self))[1]
        if mark.none and not self.amount_there(table, mark.at(self, table)):
            yield mark.none(**refusal_names(mark.none, self, table))

    def settle(self, table: TableT, chance: Chance) -> Self:
        name, mark = lowered_by(type(self))
        amount, there = getattr(self, name), self.amount_there(table, mark.at(self, table))
        if not mark.less:
            return self.copy_with(**{name: min(amount, there)})
        nothing = type(self).model_fields[mark.less].default
        return self.copy_with(**{mark.less: max(0, amount - there) or nothing})

    def apply(self, table: TableT) -> None:
        name, mark = lowered_by(type(self))
        path = mark.at(self, table)
        add_to_number(table, path, -min(getattr(self, name), self.amount_there(table, path)))


@cache
def lowered_by(cls: type[Event[Any]]) -> tuple[str, Lowers]:
    """The field of an event with the mark `Lowers`, and the mark."""
    return next((name, mark) for name, mark in number_marks_of(cls) if isinstance(mark, Lowers))


__all__ = ["Lowers", "NumberLowered", "lowered_by"]
