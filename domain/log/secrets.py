"""Secrets of a seat: whose an event is, and why another seat may neither record nor correct it."""

from collections.abc import Container, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from domain import kernel
from domain.event import Event
from domain.log.history import Entry, targets_of
from domain.refusal import Refused
from domain.table import Table

if TYPE_CHECKING:
    from domain.log.campaign import Campaign

Seats = Container[str] | None
"""The seats that somebody speaks for; None is the table itself, from which nothing is kept."""


def kept_from(seats: Seats, cls: type[Event[Any]], fields: Mapping[str, Any], table: Table) -> Iterator[Refused]:
    """Why such an event is not theirs to record or to correct, if it is a secret of another seat."""
    keeper = cls.keeper(fields, table)
    if keeper is not None and seats is not None and keeper not in seats:
        yield Refused(
            "not-yours",
            "That is a secret of another seat[: {seat}].",
            seat=table.chairs().get(keeper, keeper),
            bendable=False,
        )


def kept_back(campaign: "Campaign", correction: kernel.KernelEvent, seats: Seats) -> Iterator[Refused]:
    """Why a correction is not theirs to make; what the rules brought about goes back with its cause."""
    if seats is None:
        return
    now = campaign.standing()
    for entry in _corrected(campaign, correction):
        for told in (entry, campaign.counted(entry.position, now)):
            if told.event is not None:
                yield from kept_from(seats, type(told.event), told.fields, campaign.table)


def _corrected(campaign: "Campaign", correction: kernel.KernelEvent) -> Iterator[Entry]:
    """The entries that a correction is about, and those that corrections among them are about."""
    targets = targets_of(Entry(0, correction.topic, {}, correction))
    for entry in map(campaign.entry, targets):
        if isinstance(entry.event, kernel.CORRECTIONS):
            yield from _corrected(campaign, entry.event)
        elif entry.cause not in targets:
            yield entry


__all__ = ["Seats", "kept_back", "kept_from"]
