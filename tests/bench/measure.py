"""Measuring: contestants take turns, and what counts is the median of their ratios."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter

Act = Callable[[], object]
ROUNDS = 9


@dataclass(frozen=True)
class Wait:
    """A wait: how long it was compared with its floor, and how long it may be."""

    name: str
    ratio: float
    goal: float
    floor: str

    @property
    def ok(self) -> bool:
        return self.ratio <= self.goal


def timed(act: Act) -> float:
    """Seconds an act takes, without the collector's pauses for what was there before."""
    gc.collect()
    began = perf_counter()
    act()
    return perf_counter() - began


def ratio(act: Act, floor: Act, rounds: int = ROUNDS, between: Act = lambda: None) -> float:
    """The median of an act's time to its floor's, taking turns; the first turn warms up."""
    found = []
    for turn in range(rounds + 1):
        first, second = (act, floor) if turn % 2 else (floor, act)
        times = {first: timed(first)}
        times[second] = timed(second)
        between()
        if turn:
            found.append(times[act] / times[floor])
    return median(found)


def each(act: Act, floor: Act, turns: int = 200) -> float:
    """The median time of a short act to the median of its floor, taking turns one by one."""
    times: dict[Act, list[float]] = {act: [], floor: []}
    gc.collect()
    for _ in range(turns):
        for one, taken in times.items():
            began = perf_counter()
            one()
            taken.append(perf_counter() - began)
    return median(times[act]) / median(times[floor])
