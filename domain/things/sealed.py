"""Sealed choices: each seat chooses face down, and all are turned over together."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Protocol

from pydantic import Field

from domain.language.table import State, value_at
from domain.language.veil import Path, Secret


class Chooser(Protocol):
    """Any state that tells whether its seat has chosen."""

    chosen: bool


def seats_undecided(seats: Iterable[str], choices: Mapping[str, Chooser]) -> list[str]:
    """Who has yet to choose, in their order."""
    return [seat for seat in seats if not (seat in choices and choices[seat].chosen)]


def turned_over(table: Any, path: Path) -> bool:
    return bool(value_at(table, path[:-1]).open)


FACE_DOWN = Secret(until=turned_over)


class Sealed(State):
    """What a seat chose: that it did is seen by all, what it is by that seat alone until it is turned over.

    It stands in a mapping of the table with seats as keys. A game gives `choice` its title and its names.
    """

    chosen: bool = False
    open: bool = Field(default=False, title="turned over")
    choice: Annotated[str, FACE_DOWN] = ""
