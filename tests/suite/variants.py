"""Variants of a test: a few in `make test`, the further ones, which look at the same once more, in `make full`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

import pytest
from _pytest.mark import ParameterSet

T = TypeVar("T")


def first_of_each(
    things: Iterable[T], group: Callable[[T], Hashable], named: Callable[[T], str], count: int = 1
) -> list[ParameterSet]:
    """Parameters of a test: the first so many of each group in `make test`, the others in `make full`."""
    met: dict[Any, int] = {}
    found = []
    for thing in things:
        met[of] = met.get(of := group(thing), 0) + 1
        values = thing if isinstance(thing, tuple) and not hasattr(thing, "_fields") else (thing,)
        found.append(pytest.param(*values, id=named(thing), marks=[pytest.mark.full] if met[of] > count else []))
    return found
