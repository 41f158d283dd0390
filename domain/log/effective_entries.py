"""Which entries of a log count at a point in time, and which were withdrawn, replaced or amended."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any, NamedTuple

from domain.framework import kernel
from domain.framework.events.event import Event
from domain.framework.table import Table
from domain.log.entries import Entry, Raw, Source, Stamp, targets_of
from domain.log.entry_decoding import Reader, Unreadable, upcast_event


@dataclass(frozen=True)
class Amendment:
    """The events that count in place of an entry, in order; `by` is the position of the correction."""

    by: int
    events: tuple[Event[Any], ...]
    inserted: tuple[int, ...] = ()
    """The places of forgotten events, each a separate command; all others follow from the one before them."""
    stamp: Stamp | None = None
    """The stamp of the first event; None if it is unknown."""

    def record_on(self, table: Table) -> None:
        """Apply the events to the table."""
        for event in self.events:
            event.record_on(table)


@dataclass
class Standing:
    """The entries that do not count as recorded: withdrawn and replaced ones, by what correction, and amended ones."""

    withdrawn: dict[int, int] = field(default_factory=dict)
    replaced: dict[int, int] = field(default_factory=dict)
    amended: dict[int, Amendment] = field(default_factory=dict)

    def skips(self) -> frozenset[int]:
        """The positions of entries that do not count at all."""
        return frozenset(self.withdrawn) | frozenset(self.replaced)

    def marked(self) -> list[int]:
        """The positions of entries that do not count as recorded, in order."""
        return sorted({*self.withdrawn, *self.replaced, *self.amended})

    def marks(self, position: int) -> tuple[int | None, int | None, int | None]:
        """The corrections that withdrew, replaced and amended an entry, each None if there is none."""
        amendment = self.amended.get(position)
        return self.withdrawn.get(position), self.replaced.get(position), amendment.by if amendment else None

    def counts(self, position: int) -> bool:
        return position not in self.withdrawn and position not in self.replaced

    def agrees_with(self, other: "Standing", end: int) -> bool:
        """Whether the same events count of all entries before a position, whichever corrections are the reason."""
        return self._counted_before(end) == other._counted_before(end)

    def _counted_before(self, end: int) -> tuple[set[int], dict[int, tuple[Event[Any], ...]]]:
        """The entries before a position that do not count, and the events that count in place of others."""
        skipped = {position for position in self.skips() if position < end}
        amended = {position: one.events for position, one in self.amended.items() if position < end}
        return skipped, {position: events for position, events in amended.items() if position not in skipped}

    def copy(self) -> "Standing":
        return Standing({**self.withdrawn}, {**self.replaced}, {**self.amended})


class Correction(NamedTuple):
    """A correction. It is a tuple because a long campaign keeps thousands in memory."""

    position: int
    targets: tuple[int, ...]
    """The earlier entries that it withdraws, restores or amends."""
    takes: bool = False
    undone: int | None = None
    """The correction that it withdraws as a whole."""
    amendment: Amendment | None = None
    replaces: tuple[int, ...] = ()
    cause: int | None = None
    """The correction that it was recorded with; without that one it does not count."""
    follows: bool = False
    """Whether it follows from its cause by the rules, so that no player requested it."""


def _correction_of_entry(entry: Entry, reader: Reader) -> Correction | None:
    """The correction that a stored entry makes, with its stamp; None if it corrects nothing, or a later entry."""
    found = correction_at(entry.position, entry.event, reader, entry.cause)
    if found is None or found.amendment is None or not isinstance(entry.event, kernel.Amended):
        return found
    amendment = found.amendment
    if len(amendment.events) < len(entry.event.now):
        return found  # some cannot be read, so the places of the stamp do not apply
    has_names_of_today = entry.event.now[0].version == amendment.events[0].version
    stamp = Stamp(entry.said, entry.fell) if entry.said is not None and has_names_of_today else None
    return found._replace(amendment=replace(amendment, inserted=tuple(entry.inserted), stamp=stamp))


def correction_at(
    position: int, event: Event[Any] | None, reader: Reader, cause: int | None = None
) -> Correction | None:
    """The correction that an event at a position makes; None if it corrects nothing, or a later entry."""
    found = _correction_of_event(position, event, reader)
    if found is None or cause is None:
        return found
    # a later command that the table withdraws although it could stay is a request, too
    is_chosen = isinstance(event, kernel.Withdrawn) and event.choice == "alone"
    return found._replace(cause=cause, follows=not is_chosen)


def _correction_of_event(position: int, event: Event[Any] | None, reader: Reader) -> Correction | None:
    targets = targets_of(event)
    if not targets or max(targets) >= position:
        return None
    match event:
        case kernel.Withdrawn():
            return Correction(position, targets, takes=True)
        case kernel.Restored(correction=undone):
            return Correction(position, targets, undone=undone)
        case kernel.Amended(now=now, replaces=replaces):
            amendment = Amendment(position, tuple(_readable_events(now, reader)))
            return Correction(position, targets, amendment=amendment, replaces=replaces)
    return None


def corrections_in(raws: Iterable[Raw], reader: Reader) -> Iterator[Correction]:
    """The stored corrections of a log, in order, without those that cannot be read."""
    found = (_correction_of_entry(reader.entry(raw), reader) for raw in raws)
    return (one for one in found if one is not None)


def standing_after(corrections: Sequence[Correction]) -> Standing:
    """Which entries count after some corrections; a later correction that counts overrides earlier ones."""
    found, decided = Standing(), set[int]()
    for one in reversed(corrections):
        if one.position in found.withdrawn or one.cause in found.withdrawn:
            continue
        if one.takes:
            found.withdrawn.update((target, one.position) for target in one.targets if target not in decided)
            decided.update(one.targets)
        elif one.undone is not None:
            if one.undone not in decided:
                found.withdrawn[one.undone] = one.position
            decided.add(one.undone)
        elif one.amendment is None:
            decided.update(one.targets)
        elif one.targets[0] not in found.amended:
            found.amended[one.targets[0]] = one.amendment
            found.replaced.update((entry, one.position) for entry in one.replaces)
    return found


class Counting:
    """Tracks which entries of a growing log count; each stored correction is read once.

    The corrections of a command that is not stored yet are not included.
    """

    def __init__(self, source: Source, reader: Reader) -> None:
        self._source, self._reader = source, reader
        self._head = 0
        self._all: list[Correction] = []
        self._at: dict[int, Correction] = {}
        self._reach: dict[int, int] = {}
        self._now = Standing()

    def copy(self) -> "Counting":
        """A copy that follows the log independently."""
        made = Counting(self._source, self._reader)
        made._head, made._all, made._reach, made._now = self._head, [*self._all], {**self._reach}, self._now
        made._at = {**self._at}
        return made

    def correction(self, position: int) -> Correction | None:
        """The correction at a position of the log as far as it was read; None if there is none."""
        return self._at.get(position)

    def at(self, position: int) -> Standing:
        """Which entries count at the head of the log, for a reader at a position; the result must not be changed."""
        self._read_new(position)
        return self._now

    def back_at(self, position: int) -> Standing:
        """Which entries counted right after an entry, with the corrections known by then."""
        self._read_new(position)
        return standing_after(self._all[: self._count_known(position)])

    def standing_after(
        self, position: int, events: Iterable[kernel.KernelEvent], results: Iterable[kernel.KernelEvent] = ()
    ) -> Standing:
        """Which entries would count if corrections, and their results with the first as cause, were recorded now."""
        self._read_new(position)
        return self._standing_with(self._made_after(position, events, results))

    def asked_for(self, position: int, events: Iterable[kernel.KernelEvent] = ()) -> Standing:
        """Which entries count by requested corrections alone; `events` are further ones, recorded after a position."""
        self._read_new(position)
        made = self._made_after(position, events, ())
        return standing_after([one for one in (*self._all, *made) if not one.follows])

    def _made_after(
        self, position: int, events: Iterable[kernel.KernelEvent], results: Iterable[kernel.KernelEvent]
    ) -> list[Correction]:
        """The corrections that events make right after a position; the results have the first of them as cause."""
        caused = [(event, None) for event in events] + [(event, position + 1) for event in results]
        made = (
            correction_at(position + 1 + number, event, self._reader, cause)
            for number, (event, cause) in enumerate(caused)
        )
        return [one for one in made if one is not None]

    def earliest_affected(self, after: int, upto: int) -> list[int]:
        """The earliest entry that each correction between two positions affects, also through other corrections."""
        self._read_new(upto)
        return [self._reach[one.position] for one in self._all[self._count_known(after) : self._count_known(upto)]]

    def _count_known(self, position: int) -> int:
        """The number of corrections up to a position."""
        return bisect_right(self._all, position, key=attrgetter("position"))

    def _read_new(self, position: int) -> None:
        """Read the corrections recorded since; all of them if the log became shorter."""
        if position == self._head:
            return
        head = self._source.head()
        if head < self._head:
            self._head, self._all, self._at, self._reach, self._now = 0, [], {}, {}, Standing()
        if more := list(corrections_in(self._source.corrections(self._head, head), self._reader)):
            self._now = self._standing_with(more)
            self._all += more
            self._at |= {one.position: one for one in more}
            for one in more:
                self._reach[one.position] = min(self._reach.get(target, target) for target in one.targets)
        self._head = head

    def _standing_with(self, more: Sequence[Correction]) -> Standing:
        """Which entries count with more corrections; computed from scratch if one is about another correction."""
        positions = self._reach.keys() | {one.position for one in more}
        amended = [one.targets[0] for one in more if one.amendment]
        is_plain = all(one.undone is None and positions.isdisjoint(one.targets) for one in more)
        if is_plain and self._now.amended.keys().isdisjoint(amended) and len(amended) == len(set(amended)):
            return with_plain(self._now, more)
        return standing_after([*self._all, *more])


def with_plain(now: Standing, more: Iterable[Correction]) -> Standing:
    """Which entries count with more corrections, none of which is about a correction or amends an amended entry."""
    found = now.copy()
    for one in more:
        if one.takes:
            found.withdrawn.update(dict.fromkeys(one.targets, one.position))
        elif one.amendment is None:
            for target in one.targets:
                found.withdrawn.pop(target, None)
        else:
            found.amended[one.targets[0]] = one.amendment
            found.replaced = {**dict.fromkeys(one.replaces, one.position), **found.replaced}
    return found


def _readable_events(now: Iterable[kernel.StoredEvent], reader: Reader) -> Iterator[Event[Any]]:
    for happened in now:
        cls = reader.game.by_topic.get(happened.topic)
        if cls is None:
            continue
        with suppress(Unreadable):
            yield upcast_event(cls, {"event": happened.event, "version": happened.version})
