"""The page of what was measured last, group by group: `docs/develop/speed.md`."""

from __future__ import annotations

import os
import platform
import re
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from tests.bench.measure import Wait, number

HEAD = """\
# How fast it is

Written by `make bench`, each part when it was measured last (`make bench ARGS="record start"` measures two of them).

A ratio (×) is of the processor's time next to that of a floor, which took turns with it in the same run: the median of
seven rounds. It is much the same on any machine and any disk; what the clock says is not, and tells of one machine on
one day, with whatever else it did. Pages, bytes and what else no clock decides are asserted in the tests, times never.
"""
CHOICES = "choices"
"""The part that is written by hand: what was measured once, and decided how some code is written."""
ROW = "| wait | reached | goal | | next to | processor |\n|---|---:|---:|---|---|---:|"


def page(before: str, measured: Mapping[str, Sequence[Wait]], order: Iterable[str], when: str) -> str:
    """The page with some groups measured anew; the others stay as they were told before."""
    shown = {found[1]: found[0].strip() for found in re.finditer(r"^## (\w+)\n.*?(?=^## |\Z)", before, re.M | re.S)}
    shown |= {name: _part(name, waits, when) for name, waits in measured.items() if waits}
    return "\n\n".join([HEAD.strip(), *(shown[name] for name in (*order, CHOICES) if name in shown)]) + "\n"


def _part(name: str, waits: Sequence[Wait], when: str) -> str:
    return "\n".join([f"## {name}", "", when, "", ROW, *map(_row, waits)])


def _row(wait: Wait) -> str:
    goal = "" if wait.goal is None else f"{wait.goal:g}"
    cpu = "" if wait.cpu is None else f"{wait.cpu:,.0f} µs"
    return f"| {wait.name} | {number(wait.value)} {wait.unit} | {goal} | {wait.verdict} | {wait.floor} | {cpu} |"


def when_and_where() -> str:
    """The day, and what kind of machine it is: nothing that tells which one."""
    busy = f"; about {os.getloadavg()[0]:.0f} others at work" if hasattr(os, "getloadavg") else ""
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores ({platform.machine()}), {platform.system()},"
        f" Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}{busy}."
    )


def write(place: Path, measured: Mapping[str, Sequence[Wait]], order: Iterable[str]) -> None:
    """Write what was measured into the page."""
    before = place.read_text(encoding="utf-8") if place.exists() else ""
    place.write_text(page(before, measured, order, when_and_where()), encoding="utf-8")


__all__ = ["page", "when_and_where", "write"]
