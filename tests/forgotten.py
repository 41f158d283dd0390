"""What a table would record if it did not know one value of a card that a recorded outcome used.

`python -m tests.forgotten [GAME …]` prints each outcome that takes another value, instead of asking for the forgotten
one or leaving it open.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from domain.framework.cards.kinds import NAMES, Card
from domain.framework.events.event import Event
from domain.framework.refusal import Misfit, RefusedAll
from domain.framework.table import Table
from domain.games import BY_KEY
from tests.played_again import GOLDEN, Keeper, Log, Unit, derive, recorded_again, refusals
from tests.sampling import is_sampled

AnyEvent = Event[Any]
EVERY = 12
"""One command of so many is tried."""
UNREAD = {*NAMES, "text"}
"""Fields of names and texts, which no rule computes with."""


class Value(NamedTuple):
    """A field of a card."""

    kind: str
    id: str
    field: str


@dataclass
class Reads:
    """The known fields of cards that the rules read."""

    found: dict[Value, None] = field(default_factory=dict)
    forgotten: Value | None = None
    _cards: dict[int, tuple[Card, str]] = field(default_factory=dict)

    @contextmanager
    def recorded(self) -> Iterator[None]:
        """Note each known field of a card that is read, and hide the forgotten one."""
        thing, get, reads = Table.thing, Card.__getattribute__, self

        def of(cls: type[Card], table: Table, id_: str) -> Card:
            card = cls.read(reads._left(cls.kind_name, id_, thing(table, cls.kind_name, id_)))
            reads._cards[id(card)] = card, id_
            return card

        def get_field(card: Card, name: str) -> Any:
            is_known = name in type(card).model_fields and name in get(card, "model_fields_set")
            if is_known and name not in UNREAD and id(card) in reads._cards:
                reads.found[Value(type(card).kind_name, reads._cards[id(card)][1], name)] = None
            return get(card, name)

        def known_thing(table: Table, kind: str, id_: str) -> Mapping[str, Any]:
            return reads._left(kind, id_, thing(table, kind, id_))

        with (
            patch.object(Card, "of", classmethod(of)),
            patch.object(Card, "__getattribute__", get_field),
            patch.object(Table, "thing", known_thing),
        ):
            yield

    def _left(self, kind: str, id_: str, known: Mapping[str, Any]) -> Mapping[str, Any]:
        if self.forgotten is None or (kind, id_) != self.forgotten[:2]:
            return known
        return {name: value for name, value in known.items() if name != self.forgotten.field}


class Difference(NamedTuple):
    """A field of an event that takes another value because a value of a card is forgotten."""

    forgotten: Value
    event: str
    field: str
    before: Any
    after: Any


def events_recorded(log: Log, unit: Unit, table: Table) -> list[AnyEvent] | None:
    """The events that a command leads to; None if it is refused or asks for more."""
    try:
        if refusals(log.campaign(), unit.root.given, table, unit):
            return None
        return [event for event, _ in derive(log.game, unit.root.given, table.model_copy(deep=True), Keeper(unit))]
    except (Misfit, RefusedAll):
        return None


def differences(log: Log, unit: Unit, table: Table) -> Iterator[Difference]:
    """The values that an outcome takes if one value of a card is forgotten, for each one that it used."""
    reads = Reads()
    with reads.recorded():
        known = events_recorded(log, unit, table)
    for value in [*reads.found] if known else ():
        blind = Reads(forgotten=value)
        with blind.recorded():
            found = events_recorded(log, unit, table)
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


def differences_in_log(path: Path, every: int = 1) -> Iterator[Difference]:
    """The differences of the commands of a golden log, of one in so many."""
    log = recorded_again(path)
    campaign = log.campaign()
    for unit in log.units:
        if is_sampled(every, path.stem, unit.position):
            yield from differences(log, unit, campaign.at(unit.position - 1))


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
