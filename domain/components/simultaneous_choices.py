"""Sealed choices: each seat chooses secretly, and all are revealed together."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Protocol

from pydantic import Field

from domain.framework.table import State, value_at
from domain.framework.views.visibility import Path, Secret


class Chooser(Protocol):
    """A state with a flag for a made choice."""

    chosen: bool


def seats_undecided(seats: Iterable[str], choices: Mapping[str, Chooser]) -> list[str]:
    """The seats that have not chosen yet, in order."""
    return [seat for seat in seats if not (seat in choices and choices[seat].chosen)]


def turned_over(table: Any, path: Path) -> bool:
    return bool(value_at(table, path[:-1]).open)


FACE_DOWN = Secret(until=turned_over)


class Sealed(State):
    """A seat's choice: whether it was made is public, its value is the seat's secret until all are revealed.

    A table keeps these in a mapping by seat. A game overrides `choice` to give it a title and names.
    """

    chosen: bool = False
    open: bool = Field(default=False, title="turned over")
    choice: Annotated[str, FACE_DOWN] = ""
