"""The two lanes of the tests: what each costs, and how long one waits for it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import monotonic

from tests.bench.measure import Wait

ROOT = Path(__file__).parents[2]
LANES = {"make test": (["check", "quick"], 500, 300), "make test-all, what it adds": (["slow"], 1_500, None)}
"""The targets of each lane, and its goals in seconds: of the processors together, and by the clock on two idle ones."""


def lanes() -> Iterator[Wait]:
    """Both lanes, run once; processes that end before their parents are counted with these."""
    for name, (targets, cpu, clock) in LANES.items():
        began, used = monotonic(), _seconds_of_children()
        subprocess.run(["make", "--silent", *targets], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
        yield Wait(f"{name}, processors", _seconds_of_children() - used, cpu, unit="s")
        yield Wait(f"{name}, by the clock", monotonic() - began, clock, unit="s")


def _seconds_of_children() -> float:
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


__all__ = ["lanes"]
