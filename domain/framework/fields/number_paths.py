"""Number paths: the numbers of an event that are changes of values on the table."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from domain.framework.events.event import Event, Merged
from domain.framework.table import Table


@dataclass(frozen=True, slots=True)
class MovesNumber:
    """Marks a number by which a value goes up or down.

    In a mapping, it marks the number of each key, by which the value of that key moves: several goods as one price.

    Args:
        path: the path of the value, with fields in braces (`heroes.{hero}.stars`), or a function of the event and the
            table that returns its segments.
        less: the field with the part of the number that moves nothing.
        counted_down: whether players see the rest and not the value: damage is shown as hit points.
        areas: if one of these is not tracked, nothing is shown about the value.
    """

    path: str | Callable[[Any, Any], Iterable[str]]
    less: str = ""
    counted_down: bool = False
    areas: tuple[str, ...] = ()

    def at(self, event: Event[Any], table: Table) -> tuple[str, ...]:
        """The segments of the path, for an event at a table."""
        if not isinstance(self.path, str):
            return tuple(self.path(event, table))
        parts, fields = _parts(self.path)
        segments = [*parts]
        for place, name in fields:
            segments[place] = str(getattr(event, name))
        return tuple(segments)

    def each(self, event: Event[Any], table: Table, name: str) -> list[tuple[tuple[str, ...], int]]:
        """Each path at which an event moves a value, and the change."""
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
    """The fields that are summed when repeated taps are shown as one line.

    They are the tapped number, then outcomes of the rules.
    """
    return tuple(
        name for name, info in cls.model_fields.items() if any(isinstance(mark, Merged) for mark in info.metadata)
    )
