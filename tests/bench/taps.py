"""`make bench`: a tap in a real browser, until its own screen shows it, and until another screen does.

The host has its own core if there are two; the browsers share the others. The clock starts when a page sends the tap.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import cycle
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, sync_playwright

from tests.bench.report import Wait, number, p95
from tests.browser.chromium import MISSING, executable, launched
from tests.browser.company import Company, Gathering
from tests.browser.fights import begun, of_a_hero
from tests.browser.server import Server

WARM, TAPS, PAUSE = 4, 30, 700
"""Taps before those that are measured, measured taps, and milliseconds between two taps."""
OWN, ANOTHER = 50, 60
"""Goals in ms: until its own screen shows a tap, and until another does."""
Steps = tuple[tuple[str, Mapping[str, Any]], ...]
NUMBERS: Mapping[str, Steps] = {
    "agemonia": (("stars-gained", {"hero": "venia", "amount": 1}), ("stars-spent", {"hero": "venia", "amount": 1})),
    "champions": (
        ("threat-placed", {"scheme": "main scheme", "amount": 1, "prevented": 0}),
        ("threat-removed", {"scheme": "main scheme", "amount": 1}),
    ),
    "runewars": (
        ("influence-gained", {"seat": "elf", "amount": 1}),
        ("influence-spent", {"seat": "elf", "amount": 1}),
    ),
}
"""A number of each game, up and down."""
WATCH = """() => {
  const main = document.getElementById("main");
  const note = () => (window.showed = performance.timeOrigin + performance.now());
  new MutationObserver(note).observe(main, { attributes: true, attributeFilter: ["data-position"] });
}"""
SENT = """() => {
  const [answer] = performance.getEntriesByType("resource").filter((one) => /\\/(record|undo|redo)\\//.test(one.name));
  performance.clearResourceTimings();
  return answer && performance.timeOrigin + answer.startTime;
}"""


@contextmanager
def on_cores(cores: list[int]) -> Iterator[None]:
    """Programs that start meanwhile run on these cores."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with on_cores(sorted(os.sched_getaffinity(0))[:1]):
        served = Server(tmp_path_factory.mktemp("taps")).__enter__()
    yield served
    served.close()


def of_number(*events: str) -> Callable[[Page], Locator]:
    """The button of one event after the other."""
    turns = cycle(events)
    return lambda page: page.locator(f"#board form[action$='/record/{next(turns)}'] button.step").first


def of_undo(page: Page) -> Locator:
    """Undo and redo in turns."""
    redo = page.locator("#newest form[action*='/redo/'] button")
    return redo if redo.count() else page.locator("#bar form[action*='/undo/'] button")


KINDS: Mapping[str, tuple[bool, Callable[[Page], Locator]]] = {
    "a number": (False, of_number("stars-gained", "stars-spent")),
    "undo and redo": (False, of_undo),
    "an enemy of a fight": (True, of_number("enemy-damaged", "enemy-healed")),
}
"""What is tapped: whether that is in a fight, and its button."""


@pytest.mark.parametrize("screens", [1, 4])
def test_taps(server: Server, note: Callable[[Wait], None], screens: int) -> None:
    if (path := executable()) is None:
        pytest.skip(MISSING)
    fight = begun(server)
    of_a_hero(server, fight)
    with (
        on_cores(sorted(os.sched_getaffinity(0))[1:] or [0]),
        sync_playwright() as playwright,
        launched(playwright, path) as chromium,
    ):
        for name, (in_fight, button) in KINDS.items():
            key = server.branch(of=fight) if in_fight else server.branch()
            server.record(key, "note-added", text="To be taken back and restored.")
            with Company(chromium, server.address) as company:
                own, seen = _taps([*map(_watched, Gathering(company, key).pages(screens))], button)
            for what, took, goal in (("its own screen", own, OWN), ("another screen", seen, ANOTHER)):
                if took:
                    where = f"{name}, until {what} shows it, {screens} open, p95"
                    note(Wait(where, p95(took), goal, f"median {number(median(took))} ms", "ms"))


def _watched(page: Page) -> Page:
    """A page that notes when it shows something new."""
    page.locator("[data-connection=saved]").wait_for()
    page.evaluate(WATCH)
    return page


def _taps(pages: list[Page], button: Callable[[Page], Locator]) -> tuple[list[float], list[float]]:
    """Milliseconds until the tapped page shows a tap, and until each other page does."""
    own, seen = list[float](), list[float]()
    for turn in range(WARM + TAPS):
        before = [page.locator("#main").get_attribute("data-position") for page in pages]
        pages[0].evaluate(SENT)
        button(pages[0]).dispatch_event("click")
        pages[0].wait_for_timeout(PAUSE)
        for page, known in zip(pages, before, strict=True):
            page.locator(f"#main:not([data-position='{known}'])").wait_for()
        sent = pages[0].evaluate(SENT)
        first, *others = [page.evaluate("showed") - sent for page in pages]
        if turn >= WARM:
            own.append(first)
            seen += others
    return own, seen


__all__ = ["NUMBERS", "Steps", "on_cores"]
