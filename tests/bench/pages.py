"""What people with a browser wait for: told in their own units beside a goal, never asserted.

They depend on the machine; where nothing else runs on it, they are what a host of an evening would see.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from urllib.request import urlopen

from playwright.sync_api import Locator, Page, sync_playwright

from tests.bench.measure import Wait, number, p95
from tests.browser.chromium import MISSING, executable, launched
from tests.browser.company import Company, Gathering
from tests.browser.server import Server

TAPS, PAUSE = 40, 400
"""How often it is measured, and milliseconds between two taps."""


def waited(name: str, taken: list[float], goal: float) -> Wait:
    """What nineteen of twenty such waits stay below, in ms."""
    return Wait(f"{name}, p95", p95(taken), goal, f"median {number(median(taken))} ms", "ms")


def told(folder: Path) -> Iterator[Wait]:
    """Everything there is to tell, with the demo on the table."""
    with Server(folder / "served") as server:
        with urlopen(f"{server.address}/c/{server.demo}/") as page:
            yield Wait("the page Play, without its pictures", len(page.read()) / 1000, 100, unit="kB")
        yield from _in_a_browser(server)


def _in_a_browser(server: Server) -> Iterator[Wait]:
    path = executable()
    if path is None:
        print(MISSING)
        return
    with sync_playwright() as playwright, launched(playwright, path) as chromium:
        table = Gathering(Company(chromium, server.address), server.branch())
        server.record(table.key, "note-added", text="To be taken back and restored.")
        first, *others = [_watched(page) for page in table.pages(3)]
        own, seen = _taps(first, others)
        yield waited("a tap until its result is on the screen", own, 50)
        yield waited("a tap until another screen shows it", seen, 50)


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
