"""Laws of many things: one test a law, which looks at all of them and lists every one that breaks it.

A test a thing would be ten thousand tests: to find, deal out and clear away one takes longer than to look at the thing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import pytest

Law = Callable[..., None]


def faults(law: Law, things: Iterable[tuple[Any, ...]], named: Callable[..., str]) -> Iterator[Exception]:
    """Why things break a law, each with the name of the thing."""
    for thing in things:
        try:
            law(*thing)
        except Exception as fault:
            fault.add_note(f"That was {named(*thing)}.")
            yield fault


def hold(law: Law, things: Iterable[tuple[Any, ...]], named: Callable[..., str]) -> None:
    """Fails with all that breaks a law, and where there is nothing to look at."""
    everything = [*things]
    assert everything, "There is nothing to look at."
    if found := [*faults(law, everything, named)]:
        raise ExceptionGroup(f"{len(found)} of {len(everything)} break the law", found)


def each_of(things: Mapping[str, Iterable[tuple[Any, ...]]], named: Callable[..., str]) -> Callable[[Law], Law]:
    """Makes of a law a test for each heap of things; such a test has the name of the law and of the heap."""

    def test_of(law: Law) -> Law:
        def test(heap: Iterable[tuple[Any, ...]]) -> None:
            hold(law, heap, named)

        test.__name__, test.__qualname__, test.__doc__ = law.__name__, law.__qualname__, law.__doc__
        return pytest.mark.parametrize("heap", things.values(), ids=things)(test)

    return test_of
