"""Measuring: contestants take turns, and what counts is the median of their ratios.

Time is that of the processor, as far as a wait does not ask for the other: whatever else the machine does, and however
fast its disk is, it stays much the same.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import repeat
from statistics import median, quantiles
from time import process_time
from typing import NamedTuple

Act = Callable[[], object]
Clock = Callable[[], float]
ROUNDS = 7
TIMES = "×"
"""The unit of a ratio."""


@dataclass(frozen=True)
class Wait:
    """Something measured: a ratio to its floor, or a number of its own unit; without a goal it is only told.

    `cpu` is the processor's time of what was measured, in µs.
    """

    name: str
    value: float
    goal: float | None
    floor: str = ""
    unit: str = TIMES
    cpu: float | None = None

    @property
    def ok(self) -> bool:
        return self.goal is None or self.value <= self.goal

    @property
    def verdict(self) -> str:
        return "" if self.goal is None else "ok" if self.ok else "over"

    def __str__(self) -> str:
        goal = "" if self.goal is None else f"{self.goal:g}"
        cpu = "" if self.cpu is None else f"{self.cpu:,.0f} µs"
        return (
            f"{self.name:62} {number(self.value):>8} {self.unit:5} {goal:>6} {self.verdict:5} {cpu:>12}  {self.floor}"
        )


class Taken(NamedTuple):
    """How an act did: its ratio to its floor, and µs of one act."""

    ratio: float
    us: float

    def told(self, name: str, goal: float | None, floor: str) -> Wait:
        """As a wait that says what the processor did."""
        return Wait(name, self.ratio, goal, floor, cpu=self.us)


def number(value: float) -> str:
    """Three digits that count."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def timed(act: Act, clock: Clock = process_time) -> float:
    """Seconds an act takes, without the collector's pauses for what was there before."""
    gc.collect()
    began = clock()
    act()
    return clock() - began


def ratio(act: Act, floor: Act, rounds: int = ROUNDS) -> Taken:
    """A long act next to its floor, taking turns; the first turn warms up."""
    found, costs = [], []
    for turn in range(rounds + 1):
        first, second = (act, floor) if turn % 2 else (floor, act)
        times = {first: timed(first)}
        times[second] = timed(second)
        if turn:
            found.append(times[act] / times[floor])
            costs.append(times[act])
    return Taken(median(found), median(costs) * 1e6)


def each(act: Act, floor: Act, turns: int = 210, clock: Clock = process_time) -> Taken:
    """A short act next to its floor, taking turns one by one, in rounds; each is done once before."""
    act()
    floor()
    rounds = [_round(act, floor, max(1, turns // ROUNDS), clock) for _ in range(ROUNDS)]
    ratios, costs = zip(*rounds, strict=True)
    return Taken(median(ratios), median(costs) * 1e6)


def _round(act: Act, floor: Act, turns: int, clock: Clock) -> tuple[float, float]:
    """The ratio of a round, and the seconds of one act."""
    gc.collect()
    acted = waited = 0.0
    for _ in repeat(None, turns):
        began = clock()
        act()
        between = clock()
        floor()
        acted, waited = acted + between - began, waited + clock() - between
    return acted / waited, acted / turns


def p95(taken: Sequence[float]) -> float:
    """What nineteen of twenty stay below."""
    return quantiles(taken, n=20, method="inclusive")[18] if len(taken) > 1 else taken[0]


def p95_of(act: Act, turns: int, clock: Clock = process_time) -> float:
    """Seconds that nineteen of twenty acts take at most, after one that warms up."""
    act()
    gc.collect()
    found = []
    for _ in repeat(None, turns):
        began = clock()
        act()
        found.append(clock() - began)
    return p95(found)


__all__ = ["ROUNDS", "TIMES", "Act", "Taken", "Wait", "each", "number", "p95", "p95_of", "ratio", "timed"]
