"""Periods: what lasts until the end of a turn, a round, a game, and is then as at first.

A part of the state says by a mark how long it lasts; one event ends a period for all of them at once.
"""

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from domain.language.table import ways_to

Resets = tuple[tuple[str, Callable[[], Any]], ...]
"""Fields, each with what makes its first value."""


@dataclass(frozen=True, slots=True)
class Until:
    """Says of a part of a state that it lasts until a period is over; made by `Periods.until`."""

    period: str


@dataclass(frozen=True, slots=True)
class Periods:
    """The periods of a game, the shortest first: with one of them those before it are over, too."""

    names: tuple[str, ...]

    def until(self, period: str) -> Until:
        """The mark of what lasts until the end of a period; a ValueError where the game has none of that name."""
        return Until(self.names[self.names.index(period)])

    def over_with(self, period: str) -> tuple[str, ...]:
        """A period and the shorter ones, which are over with it; a ValueError where the game has none of that name."""
        return self.names[: self.names.index(period) + 1]

    def end(self, part: object, period: str) -> None:
        """Let what lasts no longer than a period be as at first, in a part of a state and all that stands in it.

        For `apply`.
        """
        _begin_anew(part, self.over_with(period))


def _begin_anew(part: Any, over: tuple[str, ...]) -> None:
    match part:
        case BaseModel():
            resets, ways = _what_ends(type(part), over)
            for name, make_first in resets:
                setattr(part, name, make_first())
            for name in ways:
                _begin_anew(getattr(part, name), over)
        case dict():
            for value in part.values():
                _begin_anew(value, over)
        case list():
            for value in part:
                _begin_anew(value, over)


@cache
def _what_ends(cls: type[BaseModel], over: tuple[str, ...]) -> tuple[Resets, tuple[str, ...]]:
    """The fields of a state that end with some periods, and those below which something does; found once."""
    return _fields_that_end(cls, over), tuple(ways_to(cls, partial(_fields_that_end, over=over)))


@cache
def _fields_that_end(cls: type[BaseModel], over: tuple[str, ...]) -> Resets:
    """The fields of a state that end with some periods, each with what makes its first value."""
    return tuple(
        (name, _first_value_maker(cls.model_fields[name]))
        for name, mark in _marks_of(cls).items()
        if mark.period in over
    )


def _marks_of(cls: type[BaseModel]) -> Mapping[str, Until]:
    """The fields of a state that last for a period; a TypeError where one of them is nothing at first."""
    marks = {name: mark for name, info in cls.model_fields.items() for mark in info.metadata if isinstance(mark, Until)}
    if without := [name for name in marks if cls.model_fields[name].is_required()]:
        raise TypeError(f"{cls.__name__} does not say what is there at first: {', '.join(without)}")
    return marks


def _first_value_maker(info: FieldInfo) -> Callable[[], Any]:
    """What makes the first value of a field, another one each time where that may change.

    A fold asks for it at the end of every turn, and pydantic takes 60 µs to ask a factory.
    """
    factory: Any = info.default_factory
    return factory or partial(deepcopy, info.default)


__all__ = ["Periods", "Until"]
