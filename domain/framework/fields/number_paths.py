"""Number paths: which number of an event changes which value of the table."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from domain.framework.events.event import Event, Merged
from domain.framework.table import Table


@dataclass(frozen=True, slots=True)
class MovesNumber:
    """Marks the number by which a value goes up or down.

    Of a mapping it marks the number beside each key, by which the value of that key moves: several goods as one price.

    Args:
        path: where it stands, fields in braces (`heroes.{hero}.stars`); its segments, by event and table, if need be.
        less: the field that tells how much of the number moves nothing.
        counted_down: that people see what is left of something, and not the value itself: damage, as hit points.
        areas: where one of these is not tracked, nothing is said of the value.
    """

    path: str | Callable[[Any, Any], Iterable[str]]
    less: str = ""
    counted_down: bool = False
    areas: tuple[str, ...] = ()

    def at(self, event: Event[Any], table: Table) -> tuple[str, ...]:
        """The segments of the path, for one event on the table below it."""
        if not isinstance(self.path, str):
            return tuple(self.path(event, table))
        parts, fields = _parts(self.path)
        segments = [*parts]
        for place, name in fields:
            segments[place] = str(getattr(event, name))
        return tuple(segments)

    def each(self, event: Event[Any], table: Table, name: str) -> list[tuple[tuple[str, ...], int]]:
        """Each path at which an event moves a value, and by how much."""
        path, value = self.at(event, table), getattr(event, name)
        if isinstance(value, dict):
            return [((*path, key), amount) for key, amount in value.items()]
        return [(path, abs(value or 0) - (getattr(event, self.less) or 0 if self.less else 0))]


@cache
def _parts(path: str) -> tuple[tuple[str, ...], tuple[tuple[int, str], ...]]:
    """A path split once: its segments, and which of them are placeholders for fields, by index."""
    parts = tuple(path.split("."))
    return parts, tuple((n, part.strip("{}")) for n, part in enumerate(parts) if part.startswith("{"))


@cache
def number_marks_of(cls: type[Event[Any]]) -> tuple[tuple[str, MovesNumber], ...]:
    """The fields whose number moves a value, each with its path."""
    return tuple(
        (name, mark)
        for name, info in cls.model_fields.items()
        for mark in info.metadata
        if isinstance(mark, MovesNumber)
    )


@cache
def all_summed_in(cls: type[Event[Any]]) -> tuple[str, ...]:
    """The fields in which a run of taps adds up: the tapped number, then outcomes of the rules."""
    return tuple(
        name for name, info in cls.model_fields.items() if any(isinstance(mark, Merged) for mark in info.metadata)
    )
