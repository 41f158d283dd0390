"""Numbers: values that events raise and lower, such as a purse, a dial, a track, counters on a card.

A mark on a field of an event says which value it moves and in which direction; looking it up, paying and moving follow
from the mark. Costs, ends of tracks and effects of thresholds stay in the game.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

from domain.framework.events.chance import Chance
from domain.framework.events.event import Event, TableT, with_names
from domain.framework.fields.number_paths import MovesNumber, number_marks_of
from domain.framework.refusal import Refusal, Refused, never
from domain.framework.table import Table, join_path
from domain.framework.text import placeholders_of
from domain.framework.views.board import Counter, event_if_valid
from domain.framework.views.sheet import Said

NOT_ENOUGH = never("not-enough", "There are only {have}, not {need}.")


@dataclass(frozen=True, slots=True)
class Gains(MovesNumber):
    """Marks a number that raises a value."""


@dataclass(frozen=True, slots=True)
class Spends(MovesNumber):
    """Marks a number that lowers a value, never below zero.

    Args:
        too_few: the refusal if the value is too low. Its sentence may name the value (`have`), the amount (`need`), any
            field of the event, and the key in a mapping (`what`).
        unknown: the refusal if the value was never entered; None if a missing value is zero.
    """

    too_few: Refusal = NOT_ENOUGH
    unknown: Refusal | None = None


class PricedEvent(Event[TableT]):
    """The base of a game's event with a cost: the fields marked with `Spends`, which its `apply` subtracts."""

    def check(self, table: TableT) -> Iterator[Refused]:
        yield from payment_refusals(table, self)

    def settle(self, table: TableT, chance: Chance) -> Self:
        return self.copy_with(**payable_amounts(table, self))


class NumbersMoved(PricedEvent[TableT]):
    """The base of a game's event that only moves the values which its fields mark."""

    def apply(self, table: TableT) -> None:
        move_numbers(table, self)


@cache
def spent_in(cls: type[Event[Any]]) -> tuple[tuple[str, Spends], ...]:
    """The fields that lower a value, each with its mark."""
    return tuple((name, mark) for name, mark in number_marks_of(cls) if isinstance(mark, Spends))


def payment_refusals(table: Table, event: Event[Any]) -> Iterator[Refused]:
    """The refusals of an event that spends more than there is."""
    cls = type(event)
    for name, mark in spent_in(cls):
        for path, need in mark.each(event, table, name):
            if mark.unknown and _part_at(table, path) is None:
                yield mark.unknown(**refusal_names(mark.unknown, event, table))
            elif (have := number_at(table, path)) < need:
                names = refusal_names(mark.too_few, event, table)
                yield mark.too_few(**names, what=with_names(cls, name, path[-1], table), have=have, need=need)


def refusal_names(refusal: Refusal, event: Event[Any], table: Table) -> dict[str, object]:
    """The fields of an event that a refusal's sentence names, with names instead of ids."""
    used = placeholders_of(refusal.sentence)
    cls = type(event)
    return {name: with_names(cls, name, getattr(event, name), table) for name in cls.model_fields if name in used}


def payable_amounts(table: Table, event: Event[Any]) -> dict[str, Any]:
    """The amounts that an event can really spend, by field: at most the value, if tracked; for `settle`."""
    paid: dict[str, Any] = {}
    for name, mark in spent_in(type(event)):
        each = {path: min(need, number_at(table, path)) for path, need in mark.each(event, table, name)}
        if table.tracks(*mark.areas):
            by_key = {path[-1]: amount for path, amount in each.items()}
            paid[name] = by_key if isinstance(getattr(event, name), Mapping) else sum(each.values())
    return paid


def move_numbers(table: Table, event: Event[Any]) -> None:
    """Move every value that the fields of an event mark; for `apply`."""
    for name, mark, way in _moved_in(type(event)):
        for path, amount in mark.each(event, table, name):
            add_to_number(table, path, way * amount)


@cache
def _moved_in(cls: type[Event[Any]]) -> tuple[tuple[str, Gains | Spends, int], ...]:
    """The fields that move a value, each with its mark, and with 1 or -1 for the direction."""
    marks = ((name, mark) for name, mark in number_marks_of(cls) if isinstance(mark, Gains | Spends))
    return tuple((name, mark, 1 if isinstance(mark, Gains) else -1) for name, mark in marks)


def counter_of(
    table: Table, label: Said, up: type[Event[Any]], down: type[Event[Any]] | None = None, /, **fields: Any
) -> Counter:
    """A counter on a board: `up` marks its path, and a tap on a step records `up` or `down` with an amount of 1."""
    name, mark = number_marks_of(up)[0]
    path = mark.at(up.model_construct(None, **fields), table)
    one_more, one_less = (event_if_valid(cls, **fields, **{name: 1}) if cls else None for cls in (up, down))
    return Counter(label, number_at(table, path), join_path(path), up=one_more, down=one_less)


def number_at(state: object, path: tuple[str, ...]) -> int:
    """The number at a path; 0 if there is none."""
    return _part_at(state, path) or 0


def add_to_number(table: Table, path: tuple[str, ...], change: int) -> None:
    """Raise or lower the number at a path, never below zero; does nothing if the path is gone."""
    *ways, name = path
    place = _part_at(table, ways)
    if isinstance(place, dict):
        place[name] = max(0, place.get(name, 0) + change)
    elif place is not None:
        setattr(place, name, max(0, (getattr(place, name) or 0) + change))


def _part_at(state: Any, path: Sequence[str]) -> Any:
    """The part of a state at a path; None if it is gone. Runs in every fold, so it inspects no classes."""
    for name in path:
        state = state.get(name) if isinstance(state, dict) else getattr(state, name, None)
    return state


__all__ = [
    "NOT_ENOUGH",
    "Gains",
    "NumbersMoved",
    "Spends",
    "add_to_number",
    "counter_of",
    "move_numbers",
    "number_at",
    "payable_amounts",
    "payment_refusals",
    "refusal_names",
]
