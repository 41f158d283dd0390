"""Board: what a game's own board shows beyond the table itself, before anybody decides how it looks.

What the template of a board cannot simply read from the table, such as which event one step of a
number is, stands in plain objects made of these.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import ValidationError

from domain.event import Event
from domain.sheet import Said

EventT = TypeVar("EventT", bound=Event[Any])


@dataclass(frozen=True, slots=True)
class Counter:
    """A number that goes up and down, one step an event; without an event it does not go that way.

    Args:
        label: what is counted.
        value: how many there are.
        path: where in the state it comes from, for *why*; empty where there is nothing to tell yet.
        of: the most that is printed beside it.
        up: what one more records.
        down: what one less records.
        least: no step leads below it.
        most: no step leads above it.
    """

    label: Said
    value: int
    path: str = ""
    of: int | None = None
    up: Event[Any] | None = None
    down: Event[Any] | None = None
    least: int = 0
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Pad:
    """One event with several values of one field to choose from, each a tap: `choices` are value and label."""

    event: Event[Any]
    field: str
    choices: Sequence[tuple[str, Said]]


@dataclass(frozen=True, slots=True)
class Chip:
    """A thing that lies somewhere: its name, how many of it, and what is to be said about it, each with its icon."""

    name: Said
    copies: int = 1
    marks: Sequence[tuple[str, Said]] = ()


def made(cls: type[EventT], **values: Any) -> EventT | None:
    """An event of these values; None where what stands on the table does not fit into one."""
    try:
        return cls(**values)
    except ValidationError:
        return None
