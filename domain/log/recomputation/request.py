"""Correction requests: corrections as players ask for them, with their decisions about later entries."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from domain.framework import kernel
from domain.framework.events.event import Event

AnyEvent = Event[Any]
Reach = Literal["those", "since"]
"""How far a correction reaches: to the later commands that are no longer possible, or to everything since."""


@dataclass(frozen=True)
class TableDecision:
    """The table's decision about the later entries that a correction affects."""

    reach: Reach | None = None
    """None if the table has not chosen yet."""
    sure: bool = False
    """Whether a correction across the end of a session or scenario, or across a reveal, is confirmed."""
    flipped: frozenset[int] = frozenset()
    """Later commands that are withdrawn although they could stay as bent."""


UNDECIDED = TableDecision()


@dataclass(frozen=True)
class CorrectionRequest:
    """A correction as a player asked for it, by the positions of entries."""

    withdrawn: frozenset[int] = frozenset()
    restored: frozenset[int] = frozenset()
    amended: Mapping[int, AnyEvent] = field(default_factory=dict)
    """Each event as it should have been recorded, before the rules filled anything in."""
    said: Mapping[int, frozenset[str]] = field(default_factory=dict)
    """The fields of amended commands that a person typed or chose, if they are known."""
    inserted: Mapping[int, AnyEvent] = field(default_factory=dict)
    """Forgotten events, each by the entry whose command it comes after."""
    alone: frozenset[int] = frozenset()
    """Consequences that are withdrawn without their cause, deliberately."""
    flipped: frozenset[int] = frozenset()
    """Later commands that are withdrawn although they could stay as bent."""
    since: frozenset[int] = frozenset()
    """All entries that are withdrawn because they came after a moment."""
    redone: int | None = None
    """The withdrawal that a redo restores."""

    @property
    def targets(self) -> frozenset[int]:
        """The entries that it is about."""
        return self.withdrawn | self.alone | self.restored | self.since | self.changed

    @property
    def changed(self) -> frozenset[int]:
        """The entries that are amended, or that an event is inserted after."""
        return frozenset({*self.amended, *self.inserted})

    @property
    def is_moment(self) -> bool:
        """Whether the table goes back to a moment: to its state then, whatever today's rules allow."""
        return bool(self.since) and self.since == self.targets

    def corrections(self) -> list[kernel.KernelEvent]:
        """Its withdrawals and restorations, as they are recorded; amendments are part of the result."""
        return [
            *restorations(self.restored, self.redone),
            *withdrawals(self.withdrawn | self.alone, "alone"),
            *withdrawals(self.since, "since"),
        ]


def withdrawals(entries: Collection[int], choice: Any) -> list[kernel.KernelEvent]:
    """The withdrawal of some entries; none without entries."""
    return [kernel.Withdrawn(entries=tuple(sorted(entries)), choice=choice)] if entries else []


def restorations(entries: Collection[int], of: int | None = None) -> list[kernel.KernelEvent]:
    """The restoration of some entries, or of a withdrawal as a whole; none without entries."""
    return [kernel.Restored(entries=tuple(sorted(entries)), correction=of)] if entries else []


__all__ = ["UNDECIDED", "CorrectionRequest", "Reach", "TableDecision", "restorations", "withdrawals"]
