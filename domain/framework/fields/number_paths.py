"""Number paths: the fields of an event that are paths, changes or new values of numbers on the table."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from domain.framework.events.event import Event
from domain.framework.events.marks import Merged
from domain.framework.table import Table


@dataclass(frozen=True, slots=True)
class PathMark:
    """Marks a field of an event with the path of a value on the table.

    Args:
        path: the path, fields in braces (`heroes.{hero}.stars`), or a function of the event and the table that returns
            its segments. For a mapping, its keys are the last segment, or the segment `*` (`heroes.*.hp`).
        areas: if one of these is not tracked, nothing is said of the value.
    """

    path: str | Callable[[Any, Any], Iterable[str]]
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

    def values_by_path(self, event: Event[Any], table: Table, name: str) -> list[tuple[tuple[str, ...], Any]]:
        """Each path with the value of the field for it: of a mapping, one for each key."""
        path, value = self.at(event, table), getattr(event, name)
        if not isinstance(value, Mapping):
            return [(path, value)]
        keyed = path if "*" in path else (*path, "*")
        return [(tuple(key if part == "*" else part for part in keyed), one) for key, one in value.items()]


@dataclass(frozen=True, slots=True)
class MovesNumber(PathMark):
    """Marks the number by which a value goes up or down.

    In a mapping, each key has its own number: several goods are one price.

    Args:
        less: the field with the part of the number that moves nothing.
        took: the field with the part of the number that moves the value.
        counted_down: players see the rest, not the value itself: damage is shown as hit points.
    """

    less: str = ""
    took: str = ""
    counted_down: bool = False

    def sizes_by_path(self, event: Event[Any], table: Table, name: str) -> list[tuple[tuple[str, ...], int]]:
        """Each path at which an event moves a value, with the size of the change. Runs in every fold."""
        unmoved = (getattr(event, self.less) or 0) if self.less else 0
        value = getattr(event, self.took or name)
        if isinstance(value, int):  # the common case, without a search for an abstract base class
            return [(self.at(event, table), abs(value) - unmoved)]
        return [(path, abs(one or 0) - unmoved) for path, one in self.values_by_path(event, table, self.took or name)]


@cache
def _parts(path: str) -> tuple[tuple[str, ...], tuple[tuple[int, str], ...]]:
    """A path split once: its segments, and which of them are placeholders for fields, by index."""
    parts = tuple(path.split("."))
    return parts, tuple((n, part.strip("{}")) for n, part in enumerate(parts) if part.startswith("{"))


@cache
def path_marks_in(cls: type[Event[Any]]) -> tuple[tuple[str, PathMark], ...]:
    """The fields that move or set a value, each with its mark."""
    return tuple(
        (name, mark) for name, info in cls.model_fields.items() for mark in info.metadata if isinstance(mark, PathMark)
    )


@cache
def number_marks_of(cls: type[Event[Any]]) -> tuple[tuple[str, MovesNumber], ...]:
    """The fields whose number moves a value, each with its mark."""
    return tuple((name, mark) for name, mark in path_marks_in(cls) if isinstance(mark, MovesNumber))


@cache
def all_summed_in(cls: type[Event[Any]]) -> tuple[str, ...]:
    """The fields that are summed when repeated taps are shown as one line.

    They are the tapped number, then outcomes of the rules.
    """
    return tuple(
        name for name, info in cls.model_fields.items() if any(isinstance(mark, Merged) for mark in info.metadata)
    )
