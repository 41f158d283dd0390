"""Numbers: values that events raise, lower and set, such as a purse, a dial, a track, damage, counters on a card.

The state declares the ends of a number (`Within`). A mark on a field of an event gives the path of the number that the
field moves. Refusals, settled amounts, `apply` and the limits of counters follow from both. Costs and effects of
thresholds stay in the game.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Self, TypeVar

from domain.framework.events.chance import Chance
from domain.framework.events.event import Event, TableT
from domain.framework.events.value_names import with_names
from domain.framework.fields.number_paths import MovesNumber, PathMark, number_marks_of, path_marks_in
from domain.framework.refusal import Refusal, Refused, never
from domain.framework.table import Table, join_path
from domain.framework.text import placeholders_of
from domain.framework.views.board import Counter, event_if_valid
from domain.framework.views.sheet import Said

NOT_ENOUGH = never("not-enough", "There are only {have}, not {need}.")

EventT = TypeVar("EventT", bound=Event[Any])
Path = tuple[str, ...]
End = int | str | Callable[[Any, Path], int | None] | None
"""An end of a number: a constant, the name of a field or property of the same object, or a function of the table and
the path. None if there is none, or it is unknown."""


# === Ends =========================================================================================


@dataclass(frozen=True, slots=True)
class Within:
    """Marks a number of the state, or the values of a mapping, with its ends.

    `apply` stops at constants and at numbers of the same object. A function may read cards, so only `check`, `settle`
    and pages call it.
    """

    most: End = None
    least: End = 0

    def value_after(self, value: int, change: int, holder: object) -> int:
        """A value after a change that stops at the ends that the state knows. A value beyond an end stays there.

        Args:
            holder: the object with the number, or with its mapping.
        """
        end = _end_in_state(self.most if change > 0 else self.least, holder)
        now = value + change
        if end is None or (now <= end if change > 0 else now >= end):
            return now
        return max(value, end) if change > 0 else min(value, end)


def _end_in_state(end: End, holder: object) -> int | None:
    if end is None or isinstance(end, int):
        return end
    found: int | None = getattr(holder, end) if isinstance(end, str) else None
    return found


NO_ENDS = Within()
"""The ends of a number that declares none: never below zero."""


def upper_end(table: Table, path: Path) -> int | None:
    """The upper end of the number at a path; None if there is none, or it is unknown."""
    holder, ends = _declared_at(table, path)
    return ends.most(table, path) if callable(ends.most) else _end_in_state(ends.most, holder)


def lower_end(table: Table, path: Path) -> int | None:
    """The lower end of the number at a path; None if there is none, or it is unknown."""
    holder, ends = _declared_at(table, path)
    return ends.least(table, path) if callable(ends.least) else _end_in_state(ends.least, holder)


def _declared_at(table: Table, path: Path) -> tuple[object, Within]:
    """The object with the number at a path, or with its mapping; and the declared ends of the number."""
    *ways, name = path
    holder = part_at(table, ways)
    if isinstance(holder, dict) and ways:
        *ways, name = ways
        holder = part_at(table, ways)
    return holder, _declared_ends(holder.__class__, name)


@cache
def _declared_ends(cls: type, name: str) -> Within:
    info = getattr(cls, "model_fields", {}).get(name)
    return next((mark for mark in info.metadata if isinstance(mark, Within)), NO_ENDS) if info else NO_ENDS


def room_above(table: Table, path: Path) -> int | None:
    """How far the number at a path can go up; None if it has no known end."""
    most = upper_end(table, path)
    return None if most is None else max(0, most - number_at(table, path))


def room_below(table: Table, path: Path) -> int | None:
    """How far the number at a path can go down; None if it has no known end."""
    least = lower_end(table, path)
    return None if least is None else max(0, number_at(table, path) - least)


# === Marks of events ==============================================================================


@dataclass(frozen=True, slots=True)
class Steps(MovesNumber):
    """The base of the marks by which a number goes up or down."""

    sign: ClassVar[int] = 1

    def changes_by_path(self, event: Event[Any], table: Table, name: str) -> list[tuple[Path, int]]:
        """Each path at which an event moves a number, with the signed change."""
        return [(path, self.sign * amount) for path, amount in self.sizes_by_path(event, table, name)]

    def room_for(self, table: Table, path: Path, amount: int) -> int | None:
        """The size of the largest possible change in the direction of an amount; None if it has no known end."""
        return room_above(table, path) if self.sign * amount > 0 else room_below(table, path)

    def reasons(self, event: Event[Any], table: Table, name: str) -> Iterator[Refused]:
        """The refusals of moving the number."""
        yield from ()

    def settled_fields(self, event: Event[Any], table: Table, name: str) -> dict[str, Any]:
        """The fields with the amounts that fit, for `settle`."""
        value = getattr(event, name)
        if value is None or not table.tracks(*self.areas):
            return {}
        spent = spent_before(event, table, name)
        values = self.values_by_path(event, table, name)
        fits = [self._fitting(table, path, amount, spent[path]) for path, amount in values]
        if isinstance(value, Mapping):
            by_key = zip(value.items(), fits, strict=True)
            return {self.took or name: {key: asked if fit is None else fit for (key, asked), fit in by_key}}
        (fit,) = fits
        if self.took:
            return {self.took: fit or 0}
        if self.less:
            return {self.less: abs(value) - abs(fit or 0) or type(event).model_fields[self.less].default}
        return {} if fit is None else {name: fit}

    def _fitting(self, table: Table, path: Path, amount: int, spent: int) -> int | None:
        """The part of an amount that can move the number, of which some is spent; None if the number is unknown."""
        if is_unknown(table, path):
            return None
        room = self.room_for(table, path, amount)
        if room is not None and self.sign * amount < 0:
            room = max(0, room - spent)
        fits = abs(amount) if room is None else min(abs(amount), room)
        return fits if amount >= 0 else -fits

    def move_number(self, event: Event[Any], table: Table, name: str) -> None:
        """Move the number, for `apply`."""
        for path, change in self.changes_by_path(event, table, name):
            add_to_number(table, path, change)


@dataclass(frozen=True, slots=True)
class Gains(Steps):
    """Marks an amount that raises a number, as far as its end.

    The rest is refused with `full`, or kept in the field `less`. Otherwise the amount is settled to what fits, in the
    field `took` if there is one.

    Args:
        full: the refusal if the amount does not fit. Its sentence may name the room that is left (`room`), the end
            (`end`), the amount (`need`), any field of the event, and the key in a mapping (`what`).
        none: the refusal if there is no room at all; not for mappings.
        unknown: the refusal if the value was never entered; None if a missing value is zero, or stays unknown.
    """

    full: Refusal | None = None
    none: Refusal | None = None
    unknown: Refusal | None = None

    def reasons(self, event: Event[Any], table: Table, name: str) -> Iterator[Refused]:
        if self.unknown and part_at(table, self.at(event, table)) is None:
            yield self.unknown(**refusal_names(self.unknown, event, table))
        elif self.none and room_above(table, self.at(event, table)) == 0:
            yield self.none(**refusal_names(self.none, event, table))
        elif self.full:
            yield from refused_beyond(self, self.full, event, table, name)


@dataclass(frozen=True, slots=True)
class Lowers(Steps):
    """Marks an amount that lowers a number, as far as its end.

    The rest is kept in the field `less`. Otherwise the amount is settled to what is there, in the field `took` if there
    is one.

    Args:
        none: the refusal if the number is at its end; its sentence may name any field of the event. None for no
            refusal.
    """

    sign: ClassVar[int] = -1
    none: Refusal | None = None

    def reasons(self, event: Event[Any], table: Table, name: str) -> Iterator[Refused]:
        if self.none and room_below(table, self.at(event, table)) == 0:
            yield self.none(**refusal_names(self.none, event, table))


@dataclass(frozen=True, slots=True)
class Spends(Steps):
    """Marks a cost: an amount that lowers a number and is refused if there is less.

    Args:
        too_few: the refusal if the value is too low. Its sentence may name the value (`have`), the amount (`need`), any
            field of the event, and the key in a mapping (`what`).
        unknown: the refusal if the value was never entered; None if a missing value is zero.
    """

    sign: ClassVar[int] = -1
    too_few: Refusal = NOT_ENOUGH
    unknown: Refusal | None = None

    def reasons(self, event: Event[Any], table: Table, name: str) -> Iterator[Refused]:
        cls, spent = type(event), spent_before(event, table, name)
        for path, size in self.sizes_by_path(event, table, name):
            room, need = room_below(table, path), size + spent[path]
            if self.unknown and part_at(table, path) is None:
                yield self.unknown(**refusal_names(self.unknown, event, table))
            elif room is not None and room < need:
                names = refusal_names(self.too_few, event, table)
                what = with_names(cls, name, path[-1], table)
                yield self.too_few(**names, what=what, have=number_at(table, path), need=need)


@dataclass(frozen=True, slots=True)
class Changes(Steps):
    """Marks a signed change of a number, as far as its ends.

    Args:
        too_few: the refusal if a decrease does not fit, with the placeholders of `Spends`. None if it is settled to
            what fits.
        full: the refusal if an increase does not fit, with the placeholders of `Gains`. None if it is settled to what
            fits.
    """

    too_few: Refusal | None = None
    full: Refusal | None = None

    def changes_by_path(self, event: Event[Any], table: Table, name: str) -> list[tuple[Path, int]]:
        signs = {path: -1 if (value or 0) < 0 else 1 for path, value in self.values_by_path(event, table, name)}
        return [(path, signs[path] * amount) for path, amount in self.sizes_by_path(event, table, name)]

    def reasons(self, event: Event[Any], table: Table, name: str) -> Iterator[Refused]:
        if self.too_few or self.full:
            value = getattr(event, name)
            refusal = self.too_few if isinstance(value, int) and value < 0 else self.full
            if refusal:
                yield from refused_beyond(self, refusal, event, table, name)


@dataclass(frozen=True, slots=True)
class Sets(PathMark):
    """Marks the new value of a number; None leaves the number as it is.

    Args:
        outside: the refusal of a value outside the ends. Its sentence may name the ends (`least`, `most` or `end`), any
            field of the event, and the key in a mapping (`what`). None if the value is settled to the nearest end.
        same: the refusal if the number already has this value.
    """

    outside: Refusal | None = None
    same: Refusal | None = None

    def reasons(self, event: Event[Any], table: Table, name: str) -> Iterator[Refused]:
        cls = type(event)
        for path, value in self.values_by_path(event, table, name):
            what = with_names(cls, name, path[-1], table)
            if value is not None and self.outside and value != self._nearest(table, path, value):
                names = refusal_names(self.outside, event, table)
                most = upper_end(table, path)
                yield self.outside(**names, what=what, least=lower_end(table, path), most=most, end=most, need=value)
            elif self.same and value == part_at(table, path):
                yield self.same(**refusal_names(self.same, event, table), what=what)

    def settled_fields(self, event: Event[Any], table: Table, name: str) -> dict[str, Any]:
        """The field with the nearest possible value, for `settle`; a table that bent `outside` keeps its value."""
        if self.outside or not table.tracks(*self.areas):
            return {}
        found = [self._nearest(table, path, value) for path, value in self.values_by_path(event, table, name)]
        named = getattr(event, name)
        return {name: dict(zip(named, found, strict=True)) if isinstance(named, Mapping) else found[0]}

    def _nearest(self, table: Table, path: Path, value: int | None) -> int | None:
        if value is None:
            return None
        most, least = upper_end(table, path), lower_end(table, path)
        value = value if most is None else min(value, most)
        return value if least is None else max(value, least)

    def move_number(self, event: Event[Any], table: Table, name: str) -> None:
        """Set the number, for `apply`."""
        for path, value in self.values_by_path(event, table, name):
            if value is not None:
                put_number(table, path, value)


def refused_beyond(mark: Steps, refusal: Refusal, event: Event[Any], table: Table, name: str) -> Iterator[Refused]:
    """The refusals of the amounts that do not fit."""
    cls = type(event)
    for path, amount in mark.values_by_path(event, table, name):
        room = mark.room_for(table, path, amount or 0)
        if room is not None and abs(amount or 0) > room and not is_unknown(table, path):
            yield refusal(
                **refusal_names(refusal, event, table),
                what=with_names(cls, name, path[-1], table),
                room=room,
                end=upper_end(table, path),
                have=number_at(table, path),
                need=abs(amount),
            )


# === Events =======================================================================================


class NumbersMoved(Event[TableT]):
    """The base of an event with marked numbers: refusals, settled amounts and changes follow from the marks.

    An event that changes more overrides `apply`, and calls `move_numbers` there.
    """

    def check(self, table: TableT) -> Iterator[Refused]:
        for name, mark in marks_in(type(self)):
            yield from mark.reasons(self, table, name)

    def settle(self, table: TableT, chance: Chance) -> Self:
        return settled_numbers(self, table)

    def apply(self, table: TableT) -> None:
        move_numbers(table, self)


@cache
def marks_in(cls: type[Event[Any]]) -> tuple[tuple[str, Steps | Sets], ...]:
    """The fields that move or set a number, each with its mark; without those that the event's own `apply` moves."""
    return tuple((name, mark) for name, mark in path_marks_in(cls) if isinstance(mark, Steps | Sets))


def spent_before(event: Event[Any], table: Table, name: str) -> Mapping[Path, int]:
    """What an event spends of each number by the fields before this one: what it spends in all must be there."""
    found = defaultdict[Path, int](int)
    for other, mark in marks_in(type(event)):
        if other == name:
            break
        if isinstance(mark, Spends):
            for path, size in mark.sizes_by_path(event, table, other):
                found[path] += size
    return found


def settled_numbers(event: EventT, table: Table) -> EventT:
    """An event with the amounts that its numbers can really move by; for `settle`.

    Of several marks of a field, the first one settles it.
    """
    for name, mark in dict(reversed(marks_in(type(event)))).items():
        event = event.copy_with(**mark.settled_fields(event, table, name))
    return event


def move_numbers(table: Table, event: Event[Any]) -> None:
    """Move every number that the fields of an event mark; for `apply`."""
    for name, mark in marks_in(type(event)):
        mark.move_number(event, table, name)


def payment_refusals(table: Table, event: Event[Any]) -> Iterator[Refused]:
    """The refusals of an event that spends more than there is."""
    for name, mark in marks_in(type(event)):
        if isinstance(mark, Spends):
            yield from mark.reasons(event, table, name)


def refusal_names(refusal: Refusal, event: Event[Any], table: Table) -> dict[str, object]:
    """The fields of an event that a refusal's sentence names, with names instead of ids."""
    used = placeholders_of(refusal.sentence)
    cls = type(event)
    return {name: with_names(cls, name, getattr(event, name), table) for name in cls.model_fields if name in used}


# === Counters =====================================================================================


def counter_of(
    table: Table, label: Said, up: type[Event[Any]], down: type[Event[Any]] | None = None, /, **fields: Any
) -> Counter:
    """A counter on a board: `up` marks its path, and a tap on a step records `up` or `down` with an amount of 1.

    Its ends are those of the number. If the event keeps the rest beyond the end, its step stays open there.
    """
    name, mark = number_marks_of(up)[0]
    path = mark.at(up.model_construct(None, **fields), table)
    one_more, one_less = (event_if_valid(cls, **fields, **{name: 1}) if cls else None for cls in (up, down))
    value = None if is_unknown(table, path) else number_at(table, path)
    least = lower_end(table, path) or 0
    most = None if mark.less else upper_end(table, path)  # a step beyond the end counts for something else
    return Counter(label, value, join_path(path), up=one_more, down=one_less, least=least, most=most)


# === Numbers of a table ===========================================================================


def number_at(state: object, path: Path) -> int:
    """The number at a path; 0 if there is none."""
    return part_at(state, path) or 0


def is_unknown(table: Table, path: Path) -> bool:
    """Whether the number at a path exists and was never entered; a missing value of a mapping is zero."""
    *ways, name = path
    place = part_at(table, ways)
    return place is not None and not isinstance(place, dict) and getattr(place, name, None) is None


def add_to_number(table: Table, path: Path, change: int) -> None:
    """Raise or lower the number at a path as far as the ends that the state knows; an unknown number stays unknown.

    Does nothing if the path is gone. Runs in every fold.
    """
    place, name = part_at(table, path[:-1]), path[-1]
    if isinstance(place, dict):
        holder = part_at(table, path[:-2])
        place[name] = _declared_ends(holder.__class__, path[-2]).value_after(place.get(name, 0), change, holder)
    elif (value := getattr(place, name, None)) is not None:
        setattr(place, name, _declared_ends(place.__class__, name).value_after(value, change, place))


def put_number(table: Table, path: Path, value: int) -> None:
    """Set the number at a path; does nothing if the path is gone. Runs in every fold."""
    *ways, name = path
    place = part_at(table, ways)
    if isinstance(place, dict):
        place[name] = value
    elif place is not None:
        setattr(place, name, value)


def part_at(state: Any, path: Sequence[str]) -> Any:
    """The part of a state at a path; None if it is gone. Runs in every fold, so it inspects no classes."""
    for name in path:
        state = state.get(name) if isinstance(state, dict) else getattr(state, name, None)
    return state


__all__ = [
    "NOT_ENOUGH",
    "Changes",
    "Gains",
    "Lowers",
    "NumbersMoved",
    "Sets",
    "Spends",
    "Steps",
    "Within",
    "add_to_number",
    "counter_of",
    "lower_end",
    "move_numbers",
    "number_at",
    "payment_refusals",
    "put_number",
    "refusal_names",
    "room_above",
    "room_below",
    "settled_numbers",
    "upper_end",
]
