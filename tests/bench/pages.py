"""What people with a browser wait for: told in their own units beside a goal, never asserted.

They depend on the machine; where nothing else runs on it, they are what a host of an evening would see.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Literal
from urllib.request import urlopen

from playwright.sync_api import Locator, Page, sync_playwright

from tests.browser.chromium import MISSING, executable, launched
from tests.browser.company import Company, Gathering
from tests.browser.server import Server

STARTS, TAPS = 5, 40


@dataclass(frozen=True)
class Told:
    """Something measured: the median and the 95th percentile of it, and what it should stay below."""

    name: str
    median: float
    p95: float
    goal: float
    unit: str

    @classmethod
    def of(cls, name: str, taken: list[float], goal: float, unit: str) -> Told:
        parts = quantiles(taken, n=20, method="inclusive") if len(taken) > 1 else taken * 19
        return cls(name, parts[9], parts[18], goal, unit)

    def __str__(self) -> str:
        verdict = "ok" if self.p95 <= self.goal else "over"
        shown = (
            f"{self.median:.4g} {self.unit}, p95 {self.p95:.4g}"
            if self.p95 > self.median
            else f"{self.p95:.4g} {self.unit}"
        )
        return f"{self.name:52} {shown:>22} {verdict:5} goal {self.goal:g} {self.unit}"


def told(folder: Path) -> Iterator[Told]:
    """Everything there is to tell, with the demo on the table."""
    server = Server(folder)
    yield Told.of("first page from a cold start", [_first_page(server) for _ in range(STARTS)], 1.5, "s")
    server.start()
    with urlopen(f"{server.address}/c/{server.demo}/") as page:
        yield Told.of("the page Play, without its pictures", [len(page.read()) / 1000], 100, "kB")
    yield from _in_a_browser(server)
    server.close()


def _first_page(server: Server) -> float:
    """Seconds from the command `serve` to the whole first page of a campaign."""
    began = perf_counter()
    server.start()
    with urlopen(f"{server.address}/c/{server.demo}/") as page:
        page.read()
    taken = perf_counter() - began
    server.stop()
    return taken


def _in_a_browser(server: Server) -> Iterator[Told]:
    path = executable()
    if path is None:
        print(MISSING)
        return
    with sync_playwright() as playwright, launched(playwright, path) as chromium:
        page = Gathering(Company(chromium, server.address), server.branch()).page()
        yield Told.of("a tap until its result is on the screen", _taps(page), 100, "ms")


def _taps(page: Page) -> list[float]:
    """Milliseconds of undo and redo in turns, each a tap on Play, until the page shows what came of it."""
    newest = page.locator("#newest")
    undo, redo = (newest.get_by_role("button", name=name) for name in ("Undo:", "Redo:"))
    turns = cycle([partial(_tap, undo, redo, "visible"), partial(_tap, redo, redo, "hidden")])
    return [next(turns)() for _ in range(TAPS)]


def _tap(button: Locator, told: Locator, becomes: Literal["visible", "hidden"]) -> float:
    began = perf_counter()
    button.click()
    told.wait_for(state=becomes)
    return (perf_counter() - began) * 1000
