"""What people with a browser wait for: told in their own units beside a goal, never asserted.

They depend on the machine; where nothing else runs on it, they are what a host of an evening would see.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from urllib.request import urlopen

from playwright.sync_api import Locator, Page, sync_playwright

from tests.browser.chromium import MISSING, executable, launched
from tests.browser.company import Company, Gathering
from tests.browser.server import Server

STARTS, TAPS, PAUSE = 5, 40, 400
"""How often each is measured, and milliseconds between two taps."""


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
        table = Gathering(Company(chromium, server.address), server.branch())
        server.record(table.key, "note-added", text="To be taken back and restored.")
        first, *others = [_watched(page) for page in table.pages(3)]
        own, seen = _taps(first, others)
        yield Told.of("a tap until its result is on the screen", own, 100, "ms")
        yield Told.of("a tap until another screen shows it", seen, 50, "ms")


WATCH = """() => {
  window.tapped = window.showed = 0;
  addEventListener("click", () => (window.tapped = Date.now()), true);
  const main = document.getElementById("main");
  const note = () => (window.showed = Date.now());
  new MutationObserver(note).observe(main, { attributes: true, attributeFilter: ["data-position"] });
}"""


def _watched(page: Page) -> Page:
    """A page that notes when it was tapped and when it showed something new."""
    page.locator("[data-connection=saved]").wait_for()
    page.evaluate(WATCH)
    return page


def _taps(first: Page, others: list[Page]) -> tuple[list[float], list[float]]:
    """Milliseconds of undo and redo in turns, until that page shows it, and until each of the others does."""
    own, seen = [], []
    for _ in range(TAPS):
        before = _position(first)
        _button(first).dispatch_event("click")
        first.wait_for_timeout(PAUSE)  # nothing else goes on meanwhile that would take its share of the machine
        for page in (first, *others):
            page.locator(f"#main:not([data-position='{before}'])").wait_for()
        tapped = first.evaluate("tapped")
        own.append(first.evaluate("showed") - tapped)
        seen += [page.evaluate("showed") - tapped for page in others]
    return own, seen


def _position(page: Page) -> int:
    return int(page.locator("#main").get_attribute("data-position") or 0)


def _button(page: Page) -> Locator:
    """Undo and redo in turns: both are one tap on Play."""
    redo = page.locator("#newest form[action*='/redo/'] button")
    return redo if redo.count() else page.locator("#bar form[action*='/undo/'] button")
