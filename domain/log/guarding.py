"""Guarding: which events are another's to record and correct. What a seat may see is said by `domain.veil`."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from domain import kernel
from domain.event import Event
from domain.log.command import Hand, Seats
from domain.refusal import Refused, never
from domain.table import Table

NOT_YOUR_DOING = never("not-yours", "That is for another seat to record[: {seat}].")
NOT_YOURS = never("not-yours", "That is a secret of another seat[: {seat}].")
FOR_THE_HOST = never("for-the-host", "That is for the host to record.")


def kept_from(seats: Seats, cls: type[Event[Any]], fields: Mapping[str, Any], table: Table) -> Iterator[Refused]:
    """Why such an event is not theirs to record or to correct: it is another seat's secret, or its own doing.

    A secret that no seat may know is nobody's to guard.
    """
    if seats is None:
        return
    guarding = cls.keepers(fields, table)
    if guarding and not set(guarding) & seats:
        yield NOT_YOURS(seat=_named(guarding, table))
    elif cls.mine and fields.get(cls.mine) and fields[cls.mine] not in seats:
        yield NOT_YOUR_DOING(seat=_named((fields[cls.mine],), table))


def not_for(hand: Hand, event: Event[Any], table: Table) -> Iterator[Refused]:
    """Why such an event is not theirs to record."""
    if isinstance(event, kernel.BY_HOST) and not hand.host:
        yield FOR_THE_HOST()
    yield from kept_from(hand.seats, type(event), dict(event), table)


def _named(seats: Collection[str], table: Table) -> tuple[object, ...]:
    return tuple(table.chairs().get(seat, seat) for seat in seats)


def is_kept_from(seats: Seats, cls: type[Event[Any]], fields: Mapping[str, Any], table: Table) -> bool:
    """Whether somebody may not know what such an event says; the table itself sees what everybody sees."""
    knowing = cls.keepers(fields, table)
    return knowing is not None and not set(knowing) & (seats or frozenset())


__all__ = ["is_kept_from", "kept_from", "not_for"]
