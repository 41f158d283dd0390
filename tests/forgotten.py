"""What a table would record if it did not know one value, of a card or its own, that a recorded outcome used.

`python -m tests.forgotten [GAME …]` prints each outcome that takes another value, instead of asking for the forgotten
one or leaving it open.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from domain.framework.cards.kinds import NAMES, Card
from domain.framework.events.event import Event
from domain.framework.refusal import Misfit, RefusedAll
from domain.framework.table import State, Table
from domain.games import BY_KEY
from tests.played_again import GOLDEN, Keeper, Log, Unit, derive, recorded_again, refusals
from tests.sampling import is_sampled

AnyEvent = Event[Any]
EVERY = 12
"""One command of so many is tried."""
UNREAD = {*NAMES, "text"}
"""Fields of names and texts, which no rule computes with."""
WHOLE_CARD = "*"
"""Stands for all fields of a card but its names, as if nobody had typed it in."""
UNKNOWN_IF_MISSING = {("Body", "printed"), ("Hero", "stats"), ("Adding", "stats"), ("Seat", "dials")}
"""Mappings of a state, by class and field, in which a number that is missing is unknown."""


class Value(NamedTuple):
    """A field of a card, or a number of a state.

    Args:
        kind: the kind of the card, or the class of the state.
        id: the id of the card, or where the state is in the table.
        field: the name of the field.
        key: the key of the number, in a mapping of numbers.
    """

    kind: str
    id: str
    field: str
    key: str = ""


def optional_numbers(cls: type[State]) -> frozenset[str]:
    """The fields of a state that are a number or None."""
    return frozenset(name for name, info in cls.model_fields.items() if info.annotation == int | None)


def states_in(part: Any, at: str = "") -> Iterator[tuple[str, State]]:
    """Each state in a table, with where it is."""
    if isinstance(part, State):
        yield at, part
        for name in type(part).model_fields:
            yield from states_in(vars(part)[name], f"{at}.{name}" if at else name)
    elif isinstance(part, dict):
        for key, one in part.items():
            yield from states_in(one, f"{at}.{key}")
    elif isinstance(part, list):
        for index, one in enumerate(part):
            yield from states_in(one, f"{at}.{index}")


@dataclass
class Reads:
    """The known fields of cards, and the numbers of states that may be unknown, that the rules read.

    Args:
        excused: fields that are not forgotten, by kind and name, not even with a whole card.
        forgotten: what the table does not know.
    """

    excused: Collection[tuple[str, str]] = ()
    found: dict[Value, None] = field(default_factory=dict)
    forgotten: Value | None = None
    _cards: dict[int, tuple[Card, str]] = field(default_factory=dict)
    _states: dict[int, tuple[State, str]] = field(default_factory=dict)

    def table_without(self, table: Table) -> Table:
        """A copy of a table, without the number that is forgotten, whose states are watched."""
        copy = table.model_copy(deep=True)
        for at, state in states_in(copy):
            self._states[id(state)] = state, at
            if self.forgotten and self.forgotten[:2] == (type(state).__name__, at):
                kept = vars(state)[self.forgotten.field]
                left = (
                    {key: one for key, one in kept.items() if key != self.forgotten.key} if self.forgotten.key else None
                )
                setattr(state, self.forgotten.field, left)
        return copy

    @contextmanager
    def recorded(self) -> Iterator[None]:
        """Note each known field of a card that is read, and hide the forgotten one."""
        thing, get, get_part, reads = Table.thing, Card.__getattribute__, State.__getattribute__, self

        def of(cls: type[Card], table: Table, id_: str) -> Card:
            card = cls.read(reads._left(cls.kind_name, id_, thing(table, cls.kind_name, id_)))
            reads._cards[id(card)] = card, id_
            return card

        def get_field(card: Card, name: str) -> Any:
            is_known = name in type(card).model_fields and name in get(card, "model_fields_set")
            is_free = name not in UNREAD and (type(card).kind_name, name) not in reads.excused
            if is_known and is_free and id(card) in reads._cards:
                kind, id_ = type(card).kind_name, reads._cards[id(card)][1]
                reads.found.update(dict.fromkeys((Value(kind, id_, name), Value(kind, id_, WHOLE_CARD))))
            return get(card, name)

        def known_thing(table: Table, kind: str, id_: str) -> Mapping[str, Any]:
            return reads._left(kind, id_, thing(table, kind, id_))

        def get_number(state: State, name: str) -> Any:
            value = get_part(state, name)
            if value is not None and not name.startswith("_") and id(state) in reads._states:
                reads._note_number(state, name, value)
            return value

        with (
            patch.object(State, "__getattribute__", get_number),
            patch.object(Card, "of", classmethod(of)),
            patch.object(Card, "__getattribute__", get_field),
            patch.object(Table, "thing", known_thing),
        ):
            yield

    def _note_number(self, state: State, name: str, value: Any) -> None:
        kind, at = type(state).__name__, self._states[id(state)][1]
        if (kind, name) in self.excused:
            return
        if name in optional_numbers(type(state)):
            self.found[Value(kind, at, name)] = None
        elif any((base.__name__, name) in UNKNOWN_IF_MISSING for base in type(state).__mro__):
            self.found.update(dict.fromkeys(Value(kind, at, name, key) for key in value))

    def _left(self, kind: str, id_: str, known: Mapping[str, Any]) -> Mapping[str, Any]:
        if self.forgotten is None or (kind, id_) != self.forgotten[:2]:
            return known
        return {
            name: value
            for name, value in known.items()
            if name in NAMES or (kind, name) in self.excused or self.forgotten.field not in (name, WHOLE_CARD)
        }


class Difference(NamedTuple):
    """A field of an event that takes another value because a value of a card is forgotten."""

    forgotten: Value
    event: str
    field: str
    before: Any
    after: Any


def events_recorded(log: Log, unit: Unit, table: Table, reads: Reads) -> list[AnyEvent] | None:
    """The events that a command leads to; None if it is refused or asks for more."""
    copy = reads.table_without(table)
    try:
        with reads.recorded():
            if refusals(log.campaign(), unit.root.given, copy, unit):
                return None
            return [event for event, _ in derive(log.game, unit.root.given, copy, Keeper(unit))]
    except (Misfit, RefusedAll):
        return None


def differences(log: Log, unit: Unit, table: Table, excused: Collection[tuple[str, str]] = ()) -> Iterator[Difference]:
    """The values that an outcome takes if one value of a card is forgotten, for each one that it used."""
    reads = Reads(excused)
    known = events_recorded(log, unit, table, reads)
    for value in [*reads.found] if known else ():
        found = events_recorded(log, unit, table, Reads(excused, forgotten=value))
        if found is not None and known is not None:
            yield from differing_fields(value, known, found)


def differing_fields(forgotten: Value, known: Sequence[AnyEvent], found: Sequence[AnyEvent]) -> Iterator[Difference]:
    """The fields with another value in the first event that differs; what follows from it differs with it.

    A value that is open now is no difference, nor is an event that says what is unknown.
    """
    for one, other in zip(known, found, strict=False):
        if type(one) is not type(other):
            yield Difference(forgotten, type(one).__name__, "", type(one).__name__, type(other).__name__)
            return
        if one != other:
            says_so = getattr(other, "unknown", ()) != getattr(one, "unknown", ())
            for name, value in () if says_so else one:
                if not is_left_open(value, getattr(other, name)):
                    yield Difference(forgotten, type(one).__name__, name, value, getattr(other, name))
            return
    if len(known) != len(found):
        missing = [type(one).__name__ for one in known[len(found) :]]
        more = [type(one).__name__ for one in found[len(known) :]]
        yield Difference(forgotten, type(known[0]).__name__, "follows", missing, more)


def is_left_open(before: Any, after: Any) -> bool:
    """Whether a value is the same or open: nothing, or a part of what it was with nothing else but blanks in it."""
    if before == after or after is None or after == "":
        return True
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        return all(key in before and is_left_open(before[key], value) for key, value in after.items())
    if isinstance(before, tuple) and isinstance(after, tuple):
        return not [one for one in after if one not in ("", *before)]
    return False


def differences_in_log(path: Path, every: int = 1, excused: Collection[tuple[str, str]] = ()) -> Iterator[Difference]:
    """The differences of the commands of a golden log, of one in so many."""
    log = recorded_again(path)
    campaign = log.campaign()
    for unit in log.units:
        if is_sampled(every, path.stem, unit.position):
            yield from differences(log, unit, campaign.at(unit.position - 1), excused)


def main() -> None:
    for key in sys.argv[1:] or BY_KEY:
        seen = dict[tuple[str, str, str, str], tuple[int, Difference]]()
        for path in sorted((GOLDEN / key).glob("*.jsonl")):
            for one in differences_in_log(path, EVERY):
                kind = one.event, one.field, one.forgotten.kind, one.forgotten.field
                count, first = seen.get(kind, (0, one))
                seen[kind] = count + 1, first
        for (event, name, card, of), (count, one) in sorted(seen.items()):
            print(f"{key} {event}.{name} without {card}.{of} ({count}): {one.forgotten.id}: {one.before} → {one.after}")


if __name__ == "__main__":
    main()
