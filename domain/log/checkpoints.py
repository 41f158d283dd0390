"""Checkpoints: tables kept at some positions, so that looking back never folds from zero."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from domain.log.entries import Raw, Source, targets_of

if TYPE_CHECKING:
    from pydantic import BaseModel

    from domain.log.reading import Reader

EVERY = 250
"""Entries between two checkpoints."""
AT_MOST = 64
"""How many are kept in memory; the older they are the sparser they get."""


class Checkpoint(NamedTuple):
    """A table as JSON: after the entries up to `position`, with the corrections up to `known`."""

    position: int
    known: int
    state: bytes


def state_bytes(state: "BaseModel") -> bytes:
    """A state as JSON, the fast way."""
    return state.__pydantic_serializer__.to_json(state)


Older = Callable[[int], Checkpoint | None]
"""The newest stored snapshot at or before a position."""


class Checkpoints:
    """The checkpoints of one live campaign: its own, then the store's. A cache: any may be missing."""

    def __init__(self, older: Older = lambda upto: None) -> None:
        self._kept: dict[int, Checkpoint] = {}
        self._older = older

    @property
    def newest(self) -> int:
        return max(self._kept, default=0)

    def keep(self, checkpoint: Checkpoint) -> None:
        self._kept[checkpoint.position] = checkpoint
        for position in too_dense(sorted(self._kept), AT_MOST):
            del self._kept[position]

    def copy(self, *more: Checkpoint) -> "Checkpoints":
        """The same, and more, for somebody who keeps and forgets others."""
        made = Checkpoints(self._older)
        made._kept = {**self._kept, **{one.position: one for one in more}}
        return made

    def learn(self, found: "Checkpoints") -> None:
        """Keep what somebody else found who looked back meanwhile."""
        for position in found._kept.keys() - self._kept.keys():
            self.keep(found._kept[position])

    def forget(self, since: int) -> None:
        """Drop those at or after a position: a correction changed what they hold."""
        self._kept = {position: kept for position, kept in self._kept.items() if position < since}

    def before(self, upto: int, view: int, source: Source, reader: "Reader") -> Checkpoint | None:
        """The newest one at or before a position that is right for a view with the corrections up to `view`."""
        for position in sorted((p for p in self._kept if p <= upto), reverse=True):
            if holds(self._kept[position], view, source, reader):
                return self._kept[position]
        while (stored := self._older(upto)) is not None:
            if holds(stored, view, source, reader):
                return stored
            upto = stored.position - 1
        return None


def too_dense(positions: Sequence[int], most: int) -> Sequence[int]:
    """What to drop of more positions than `most`, so that the older half is half as dense."""
    return positions[: len(positions) // 2 : 2] if len(positions) > most else ()


def holds(kept: Checkpoint, view: int, source: Source, reader: "Reader") -> bool:
    """Whether the corrections between what a checkpoint knows and a view leave its entries alone."""
    low, high = sorted((kept.known, view))
    between = source.corrections(low, high)
    if not between:
        return True
    reach = reaches(source.corrections(0, high), reader)
    return all(reach[raw.position] > kept.position for raw in between)


def reaches(corrections: Iterable[Raw], reader: "Reader") -> Mapping[int, int]:
    """For each correction the earliest position it says something about, through the corrections it is about."""
    found: dict[int, int] = {}
    for raw in corrections:
        targets = [target for target in targets_of(reader.entry(raw)) if target < raw.position]
        found[raw.position] = min((found.get(target, target) for target in targets), default=raw.position)
    return found
