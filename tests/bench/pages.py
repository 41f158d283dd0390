"""What people with a browser wait for: told in their own units beside a goal, never asserted.

They depend on the machine; where nothing else runs on it, they are what a host of an evening would see. The host has a
core of its own where there are two, for phones bring their own, and all browsers share the others. It is counted from
when a page sends: a number shows at once what it will be, and is sent when it seems that no further tap follows.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from statistics import median
from urllib.request import urlopen

from playwright.sync_api import Locator, Page, sync_playwright

from tests.bench.drawing import DRAWER, FIGHT
from tests.bench.measure import Wait, number, p95
from tests.bench.parts import NUMBERS, Steps
from tests.browser.chromium import MISSING, executable, launched
from tests.browser.company import Company, Gathering
from tests.browser.fights import begun, of_a_hero
from tests.browser.server import Server

SCREENS = (1, 3, 4)
"""So many have the page open, one of which is tapped."""
WARM, TAPS, PAUSE = 4, 30, 700
"""How often it is tapped before it is measured, and then, and milliseconds between two taps."""
OWN, ANOTHER, HOST = 50, 60, 25
"""Goals of the waits, in ms: until one's own screen shows it, until another does, and what the host takes of it."""

Buttons = Callable[[Page], Locator]


def told(folder: Path) -> Iterator[Wait]:
    """Everything there is to tell, with the demo on the table."""
    cores = sorted(os.sched_getaffinity(0))
    with _on(cores[:1]):
        server = Server(folder / "served").__enter__()
    try:
        with urlopen(f"{server.address}/c/{server.demo}/") as page:
            yield Wait("the page Play, without its pictures", len(page.read()) / 1000, 100, unit="kB")
        with _on(cores[1:] or cores):
            yield from _in_browsers(server)
    finally:
        server.close()


@contextmanager
def _on(cores: list[int]) -> Iterator[None]:
    """What is started meanwhile runs on these cores."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _in_browsers(server: Server) -> Iterator[Wait]:
    path = executable()
    if path is None:
        print(MISSING)
        return
    fight = begun(server)
    of_a_hero(server, fight)
    with sync_playwright() as playwright, launched(playwright, path) as chromium:
        for screens in SCREENS:
            for name, key, buttons in (
                ("a number", server.branch(), _steps(NUMBERS["agemonia"])),
                ("undo and redo", server.branch(), _undo_and_redo),
                ("an enemy of a fight", server.branch(of=fight), _steps(FIGHT)),
                ("a hero's drawer in a fight", server.branch(of=fight), _steps(DRAWER)),
            ):
                server.record(key, "note-added", text="To be taken back and restored.")
                with Company(chromium, server.address) as company:
                    pages = [_watched(page) for page in Gathering(company, key).pages(screens)]
                    yield from _taps(server, pages, buttons).told(name, screens)


def _steps(steps: Steps) -> Buttons:
    """The buttons of a number, up and down in turns."""
    events = cycle([event for event, _ in steps])
    return lambda page: page.locator(f"#board form[action$='/record/{next(events)}'] button.step").first


def _undo_and_redo(page: Page) -> Locator:
    """Undo and redo in turns: both are one tap on Play."""
    redo = page.locator("#newest form[action*='/redo/'] button")
    return redo if redo.count() else page.locator("#bar form[action*='/undo/'] button")


@dataclass
class Taps:
    """What taps took.

    Attributes:
        own: ms from when it was sent until that page showed it.
        seen: the same until each of the others did.
        answered: the same until the host began to answer.
        size: bytes of the answer.
        cpu: ms of the host's processor for a tap, with what the others ask for.
    """

    own: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    size: list[int] = field(default_factory=list)
    cpu: float = 0

    def told(self, name: str, screens: int) -> Iterator[Wait]:
        open_ = f"{screens} open" if screens > 1 else "no other open"
        mid = f"median {number(median(self.own))} ms"
        cost = f"{number(self.cpu)} ms of the host's processor for all; {median(self.size):,.0f} bytes"
        yield Wait(f"{name}, until it is on the screen, {open_}, p95", p95(self.own), OWN, f"{mid}; {cost}", "ms")
        mid = f"median {number(median(self.answered))} ms"
        yield Wait(f"{name}, until the host answers, {open_}, p95", p95(self.answered), HOST, mid, "ms")
        if self.seen:
            mid = f"median {number(median(self.seen))} ms"
            yield Wait(f"{name}, until another screen shows it, {open_}, p95", p95(self.seen), ANOTHER, mid, "ms")


WATCH = """() => {
  const main = document.getElementById("main");
  const note = () => (window.showed = performance.timeOrigin + performance.now());
  new MutationObserver(note).observe(main, { attributes: true, attributeFilter: ["data-position"] });
}"""
ANSWER = """() => {
  const [answer] = performance.getEntriesByType("resource").filter((one) => /\\/(record|undo|redo)\\//.test(one.name));
  performance.clearResourceTimings();
  if (!answer) return null;
  const sent = performance.timeOrigin + answer.startTime;
  return [sent, answer.responseStart - answer.requestStart, answer.encodedBodySize];
}"""


def _watched(page: Page) -> Page:
    """A page that notes when it was tapped and when it showed something new."""
    page.locator("[data-connection=saved]").wait_for()
    page.evaluate(WATCH)
    return page


def _taps(server: Server, pages: list[Page], buttons: Buttons) -> Taps:
    """Tap on the first of some pages, which all show it in the end."""
    for _ in range(WARM):
        _tap(pages, buttons)
    taps, before = Taps(), _processor(server)
    for _ in range(TAPS):
        sent, answered, size = _tap(pages, buttons)
        own, *seen = [page.evaluate("showed") - sent for page in pages]
        taps.own.append(own)
        taps.seen += seen
        taps.answered.append(answered)
        taps.size.append(size)
    taps.cpu = (_processor(server) - before) / TAPS
    return taps


def _tap(pages: list[Page], buttons: Buttons) -> tuple[float, float, int]:
    """When a tap was sent, how long the host took for it, and for how many bytes."""
    first, before = pages[0], [_position(page) for page in pages]
    first.evaluate(ANSWER)
    buttons(first).dispatch_event("click")
    first.wait_for_timeout(PAUSE)  # nothing else goes on meanwhile that would take its share of the machine
    for page, known in zip(pages, before, strict=True):
        page.locator(f"#main:not([data-position='{known}'])").wait_for()
    sent, answered, size = first.evaluate(ANSWER)
    return sent, answered, size


def _position(page: Page) -> int:
    return int(page.locator("#main").get_attribute("data-position") or 0)


def _processor(server: Server) -> float:
    """Milliseconds that the host's process has had of the processor."""
    times = Path(f"/proc/{server.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return 1_000 * (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")
