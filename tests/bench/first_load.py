"""`make bench`: the first load of the page Play on a slow phone in a slow network, until its scripts have run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.bench.report import Wait
from tests.browser.chromium import MISSING, executable, launched
from tests.browser.company import Company, Gathering
from tests.browser.server import Server
from tests.browser.starts import begun

LOADS = 5
SLOWER = 4
"""How many times slower the phone's processor is than this one."""
SLOW_4G = {
    "offline": False,
    "latency": 562.5,
    "downloadThroughput": 1.44e6 / 8,
    "uploadThroughput": 675e3 / 8,
}
"""“Slow 4G” of Chrome's developer tools: milliseconds, and bytes per second."""
READY = "() => performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"
GOAL = 1_800
"""Milliseconds."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("first-load")) as served:
        yield served


def test_first_load(server: Server, note: Callable[[Wait], None]) -> None:
    if (path := executable()) is None:
        pytest.skip(MISSING)
    keys = {"an empty table": begun(server, "agemonia"), "the demo": server.demo}
    with sync_playwright() as playwright, launched(playwright, path) as chromium:
        for name, key in keys.items():
            took = [_ready(chromium, server.address, key) for _ in range(1 + LOADS)][1:]
            note(Wait(f"first load of Play, {name}", median(took), GOAL, "processor / 4, Slow 4G", "ms"))


def _ready(chromium: Browser, address: str, key: str) -> float:
    """Milliseconds until the scripts of a page have run in a browser with an empty cache."""
    with Company(chromium, address) as company:
        page = company.page()
        line = page.context.new_cdp_session(page)
        line.send("Network.enable")
        line.send("Network.emulateNetworkConditions", SLOW_4G)
        line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.goto(Gathering(company, key).at())
        return float(page.evaluate(READY))
