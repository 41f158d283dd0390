"""Checkpoints: tables at some positions, so that looking back does not fold from the first entry."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple
from zlib import compress, decompress

if TYPE_CHECKING:
    from pydantic import BaseModel

    from domain.log.effective_entries import Counting

EVERY = 250
"""Entries between two checkpoints."""
AT_MOST = 64
"""The number kept in memory; older ones are sparser."""

QUICKLY = 1
"""The level of compression: the lowest is enough for JSON, and a player waits while a checkpoint is made."""


class Checkpoint(NamedTuple):
    """A table as JSON: after the entries up to `position`, with the corrections up to `known`."""

    position: int
    known: int
    state: bytes


def state_bytes(state: "BaseModel") -> bytes:
    """A state as JSON."""
    return state.model_dump_json().encode()


Older = Callable[[int], Checkpoint | None]
"""The newest stored snapshot at or before a position."""


class Checkpoints:
    """The checkpoints of a live campaign: those in memory, then the snapshots of the store. Any may be missing.

    Those in memory are compressed: tables with sixty evenings of notes would take most of a campaign's memory.
    """

    def __init__(self, older: Older = lambda upto: None) -> None:
        self._kept: dict[int, Checkpoint] = {}
        self._older = older

    @property
    def newest(self) -> int:
        return max(self._kept, default=0)

    def keep(self, checkpoint: Checkpoint) -> None:
        self._kept[checkpoint.position] = checkpoint._replace(state=compress(checkpoint.state, QUICKLY))
        self._thin_out()

    def _thin_out(self) -> None:
        while sparser := too_dense(sorted(self._kept), AT_MOST):
            for position in sparser:
                del self._kept[position]

    def copy(self, *more: Checkpoint) -> "Checkpoints":
        """A copy for a reader that adds and drops other checkpoints."""
        made = Checkpoints(self._older)
        made._kept = {**self._kept}
        for checkpoint in more:
            made.keep(checkpoint)
        return made

    def add_all_of(self, found: "Checkpoints") -> None:
        """Add the checkpoints that another reader made while looking back."""
        self._kept = {**found._kept, **self._kept}
        self._thin_out()

    def drop_since(self, since: int) -> None:
        """Drop those at or after a position: a correction changed the tables they hold."""
        self._kept = {position: kept for position, kept in self._kept.items() if position < since}

    def newest_before(self, upto: int, view: int, counting: "Counting") -> Checkpoint | None:
        """The newest checkpoint at or before a position that is valid for a view with the corrections up to `view`."""
        for position in sorted((p for p in self._kept if p <= upto), reverse=True):
            if holds_across(self._kept[position], view, counting):
                kept = self._kept[position]
                return kept._replace(state=decompress(kept.state))
        while (stored := self._older(upto)) is not None:
            if holds_across(stored, view, counting):
                return stored
            upto = stored.position - 1
        return None


def too_dense(positions: Sequence[int], most: int) -> Sequence[int]:
    """The positions to drop when there are more than `most`, so that every other older one stays."""
    return positions[: len(positions) // 2 : 2] if len(positions) > most else ()


def holds_across(kept: Checkpoint, view: int, counting: "Counting") -> bool:
    """Whether no correction between what a checkpoint knows and a view touches an entry up to its position."""
    low, high = sorted((kept.known, view))
    return all(reach > kept.position for reach in counting.earliest_affected(low, high))
