"""Which entries count at a point in time, and which do not any more."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from domain import kernel
from domain.event import Event
from domain.log.entries import Raw, Source, targets_of
from domain.log.reading import Reader, Unreadable, upcast
from domain.table import Table


@dataclass(frozen=True)
class Amendment:
    """What counts in place of an entry: the events in order, from the correction at `by`."""

    by: int
    events: tuple[Event[Any], ...]

    def apply(self, table: Table) -> None:
        """Change the table, as the entry would."""
        for event in self.events:
            event.apply(table)


@dataclass
class Standing:
    """Which entries do not count as they are: those withdrawn or replaced, by what, and those amended."""

    withdrawn: dict[int, int] = field(default_factory=dict)
    replaced: dict[int, int] = field(default_factory=dict)
    amended: dict[int, Amendment] = field(default_factory=dict)

    def skips(self) -> frozenset[int]:
        return frozenset(self.withdrawn) | frozenset(self.replaced)

    def marked(self) -> list[int]:
        """The positions of those, in order."""
        return sorted({*self.withdrawn, *self.replaced, *self.amended})

    def marks(self, position: int) -> tuple[int | None, int | None, int | None]:
        """What an entry is withdrawn, replaced and amended by."""
        amendment = self.amended.get(position)
        return self.withdrawn.get(position), self.replaced.get(position), amendment.by if amendment else None

    def counts(self, position: int) -> bool:
        return position not in self.withdrawn and position not in self.replaced


def standing(corrections: Sequence[Raw], reader: Reader) -> Standing:
    """What corrections amount to; a later one that counts decides about an earlier one and its targets."""
    found, decided = Standing(), set[int]()
    for raw in reversed(corrections):
        entry = reader.correction(raw)
        if raw.position in found.withdrawn or (event := entry.event) is None:
            continue
        if any(target >= raw.position for target in targets_of(entry)):
            continue  # what is yet to come cannot be corrected
        match event:
            case kernel.Withdrawn(entries=entries):
                found.withdrawn.update((e, raw.position) for e in entries if e not in decided)
                decided.update(entries)
            case kernel.Restored(correction=int() as undone):
                if undone not in decided:
                    found.withdrawn[undone] = raw.position
                decided.add(undone)
            case kernel.Restored(entries=entries):
                decided.update(entries)
            case kernel.Amended(entry=target, now=now) if target not in found.amended:
                found.amended[target] = Amendment(raw.position, tuple(_readable(now, reader)))
                found.replaced.update((e, raw.position) for e in event.replaces)
    return found


class Counting:
    """What counts at the head of a log, found once: each page of a table asks for it many times."""

    def __init__(self) -> None:
        self._position = -1
        self._found = Standing()

    def at(self, position: int, source: Source, reader: Reader) -> Standing:
        """What counts at a position; what a command has decided and not stored yet is not remembered, nor counts."""
        if position != self._position:
            is_stored = source.head() == position
            if not is_stored or self._position < 0 or source.corrections(self._position, position):
                found = standing(source.corrections(), reader)
                if not is_stored:
                    return found
                self._found = found
            self._position = position
        return self._found


def _readable(now: Iterable[kernel.StoredEvent], reader: Reader) -> Iterator[Event[Any]]:
    for told in now:
        cls = reader.game.by_topic.get(told.topic)
        if cls is None:
            continue
        with suppress(Unreadable):
            yield upcast(cls, {"event": told.event, "version": told.version})
