"""The rows of docs/develop/speed.md: one for each wait, with the day when it was measured last."""

from __future__ import annotations

import os
import platform
import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import quantiles

PAGE = Path(__file__).parents[2] / "docs" / "develop" / "speed.md"
COLUMNS = "| wait | reached | goal | | compared with | processor | day |\n|---|---:|---:|---|---|---:|---|"
HEAD = """\
# How fast it is

Written by `make bench` (`make bench ARGS="-k fold"` measures some waits). A ratio (×) compares the processor time of a
wait with that of a floor. Both take turns in the same run, and the median of the ratios counts: it is about the same on
every machine and disk. Milliseconds depend on the machine and on its other load. Pages and bytes are asserted in tests,
times never.
"""
CHOICES = "## choices"
"""The heading of the part that is written by hand."""


@dataclass(frozen=True)
class Wait:
    """A measured wait: a ratio to its floor, or a number of another unit; `cpu` is the processor time in seconds."""

    name: str
    value: float
    goal: float | None
    floor: str = ""
    unit: str = "×"
    cpu: float | None = None

    @property
    def verdict(self) -> str:
        return "" if self.goal is None else "ok" if self.value <= self.goal else "over"

    def row(self, day: str) -> str:
        goal = "" if self.goal is None else f"{self.goal:g}"
        cpu = "" if self.cpu is None else f"{1e6 * self.cpu:,.0f} µs"
        cells = (
            self.name,
            f"{number(self.value)} {self.unit}",
            goal,
            self.verdict,
            self.floor,
            cpu,
            day,
        )
        return f"| {' | '.join(cells)} |"


def number(value: float) -> str:
    """A number with three digits."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def p95(taken: Sequence[float]) -> float:
    """The value that nineteen of twenty stay below."""
    return quantiles(taken, n=20, method="inclusive")[18] if len(taken) > 1 else taken[0]


def page(before: str, waits: Sequence[Wait], where: str, day: str) -> str:
    """The page with some rows replaced or added; the other rows stay, and so does the part written by hand."""
    measured, _, by_hand = before.partition(CHOICES)
    rows = {row.split(" | ")[0]: row for row in re.findall(r"^\| (?!wait \|).*\|$", measured, re.M)}
    rows |= {(row := wait.row(day)).split(" | ")[0]: row for wait in waits}
    table = "\n".join([COLUMNS, *rows.values()])
    return f"{HEAD}\nThe last run: {where}\n\n{table}\n\n{CHOICES}{by_hand or chr(10)}"


def where_measured() -> str:
    """The kind of machine and its load: nothing that identifies it."""
    load = f"; load {os.getloadavg()[0]:.0f}" if hasattr(os, "getloadavg") else ""
    python = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    return f"{os.cpu_count()} cores ({platform.machine()}), {platform.system()}, {python}{load}."


def today() -> str:
    return f"{datetime.now(UTC):%Y-%m-%d}"
