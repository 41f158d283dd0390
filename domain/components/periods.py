"""Periods: fields of a state that are reset at the end of a turn, a round or a game.

A mark on a field says how long it lasts; ending a period resets all of them at once. A number whose end depends on
content has a `Cycle`.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, NamedTuple

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from domain.framework.table import ways_to

UNCHANGING = str, int, float, type(None)
"""Types of immutable values, which may be shared."""


@dataclass(frozen=True, slots=True)
class LastsUntil:
    """Marks a field that is reset when a period ends; made by `Periods.until`."""

    period: str


@dataclass(frozen=True, slots=True)
class Periods:
    """The periods of a game, the shortest first; when one ends, the shorter ones end too."""

    names: tuple[str, ...]

    def until(self, period: str) -> LastsUntil:
        """The mark of a field that is reset at the end of a period; a ValueError for an unknown period."""
        return LastsUntil(self.names[self.names.index(period)])

    def over_with(self, period: str) -> tuple[str, ...]:
        """A period and the shorter ones, which end with it; a ValueError for an unknown period."""
        return self.names[: self.names.index(period) + 1]

    def end(self, part: object, period: str) -> None:
        """Reset every field that ends with a period, in a part of a state and everything inside it; for `apply`."""
        _begin_anew(part, self.over_with(period))


@dataclass(frozen=True, slots=True)
class Cycle:
    """How a number goes on when a period ends: it begins again, or drifts by a fixed amount.

    Args:
        until: the period; the shorter ones that end with it change nothing.
        start: the value that it begins again with; None if that is unknown.
        drift: the amount by which it moves instead, once for each end of its own period; 0 for none.
    """

    until: str
    start: int | None
    drift: int = 0

    def change_after(self, over: Sequence[str], value: int | None) -> int:
        """The signed change of a value after periods ended, the longest last; 0 for none."""
        if self.until not in over or value is None:
            return 0
        if self.drift:
            return self.drift if self.until == over[-1] else 0
        return 0 if self.start is None else self.start - value


def _begin_anew(part: Any, over: tuple[str, ...]) -> None:
    """Reset a part and all parts in it. Runs in every fold, so the slow check for a model comes last."""
    if isinstance(part, dict):
        for value in part.values():
            _begin_anew(value, over)
    elif isinstance(part, list):
        for value in part:
            _begin_anew(value, over)
    else:
        values, made, ways = _what_ends(part.__class__, over)
        if values:
            vars(part).update(values)
        for name, make_first in made:
            setattr(part, name, make_first())
        for name in ways:
            _begin_anew(getattr(part, name), over)


class _Ends(NamedTuple):
    """The reset plan of a class: fixed values, factories of mutable ones, and fields to descend into."""

    values: Mapping[str, Any]
    made: tuple[tuple[str, Callable[[], Any]], ...]
    ways: tuple[str, ...]


@cache
def _what_ends(cls: type, over: tuple[str, ...]) -> _Ends:
    """The reset plan of a class for some periods, cached."""
    if not issubclass(cls, BaseModel):
        return _Ends({}, (), ())
    # Mutable defaults need a factory: a shared list would change on every table at once.
    ending = {name: cls.model_fields[name] for name in _fields_that_end(cls, over)}
    fixed = {name: info.default for name, info in ending.items() if _is_unchanging(info)}
    made = tuple((name, _first_value_maker(info)) for name, info in ending.items() if name not in fixed)
    return _Ends(fixed, made, tuple(ways_to(cls, partial(_fields_that_end, over=over))))


def _fields_that_end(cls: type[BaseModel], over: tuple[str, ...]) -> list[str]:
    """The fields of a state that are reset with some periods."""
    return [name for name, mark in _marks_of(cls).items() if mark.period in over]


def _marks_of(cls: type[BaseModel]) -> Mapping[str, LastsUntil]:
    """The marked fields of a state; a TypeError if one of them has no default."""
    marks = {
        name: mark for name, info in cls.model_fields.items() for mark in info.metadata if isinstance(mark, LastsUntil)
    }
    if without := [name for name in marks if cls.model_fields[name].is_required()]:
        raise TypeError(f"{cls.__name__} does not say what is there at first: {', '.join(without)}")
    return marks


def _is_unchanging(info: FieldInfo) -> bool:
    return info.default_factory is None and isinstance(info.default, UNCHANGING)


def _first_value_maker(info: FieldInfo) -> Callable[[], Any]:
    """A factory of fresh default values of a field.

    It bypasses pydantic, because a fold calls it at the end of every turn (docs/develop/speed.md, choices).
    """
    factory: Any = info.default_factory
    return factory or partial(deepcopy, info.default)


__all__ = ["Cycle", "LastsUntil", "Periods"]
