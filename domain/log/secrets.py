"""Secrets of a seat: whose an event is, and why another seat may not touch it."""

from collections.abc import Container, Iterator, Mapping
from typing import Any

from domain.event import Event
from domain.refusal import Refused, never
from domain.table import Table

NOT_YOURS = never("not-yours", "That is a secret of another seat[: {seat}].")
Seats = Container[str] | None
"""The seats that somebody speaks for; None is the table itself, from which nothing is kept."""


def kept_from(seats: Seats, cls: type[Event[Any]], fields: Mapping[str, Any], table: Table) -> Iterator[Refused]:
    """Why such an event is not theirs to record or to correct, if it is a secret of another seat."""
    keeper = cls.keeper(fields, table)
    if keeper is not None and seats is not None and keeper not in seats:
        yield NOT_YOURS(seat=table.chairs().get(keeper, keeper))


__all__ = ["Seats", "kept_from"]
