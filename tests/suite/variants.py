"""Variants of a test: a few in a quick lane, the further ones, which look at the same once more, in a slower lane."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

import pytest
from _pytest.mark import ParameterSet

T = TypeVar("T")


def first_of_each(
    things: Iterable[T],
    group: Callable[[T], Hashable],
    named: Callable[[T], str],
    count: int = 1,
    further: pytest.MarkDecorator = pytest.mark.full,
) -> list[ParameterSet]:
    """Parameters of a test: the first so many of each group without a mark, the others marked `further`."""
    met: dict[Any, int] = {}
    found = []
    for thing in things:
        met[of] = met.get(of := group(thing), 0) + 1
        values = thing if isinstance(thing, tuple) and not hasattr(thing, "_fields") else (thing,)
        found.append(pytest.param(*values, id=named(thing), marks=[further] if met[of] > count else []))
    return found
