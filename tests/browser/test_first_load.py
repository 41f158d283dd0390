"""The first load of the page Play on a new phone: requests and bytes."""

from __future__ import annotations

from typing import Any

import pytest

from companion.demo import make_demo
from domain.games import BY_KEY
from tests.browser.company import Company, Gathering
from tests.browser.server import Server
from tests.browser.starts import begun

REQUESTS = 8
EMPTY, DEMO = 70_000, 78_000
"""The most bytes of a first load, headers included: with an empty table, and in the middle of a campaign."""
AHEAD = "Fetch"
"""The kind of the requests for later pages, which begin two seconds after the load."""
SAME = """async () => {
  const [imported, joined] = [await import(STATIC + "/js/pages.js"), await ours("js/pages.js")];
  return imported.onShown === joined.onShown;
}"""

WATCH = """
globalThis.shifts = [];
const moved = ({ value, sources }) => `${value} ${[...sources].map(({ node }) => node?.id || node?.className)}`;
new PerformanceObserver((seen) => shifts.push(...seen.getEntries().map(moved)))
  .observe({ type: "layout-shift", buffered: true });
"""


def loaded(company: Company, key: str) -> dict[str, int]:
    """The bytes of each address that the first load of Play requests."""
    page = company.page(first="/* a browser of its own */")
    line = page.context.new_cdp_session(page)
    requested: dict[str, str] = {}
    received: dict[str, int] = {}

    def note(event: Any) -> None:
        if event["type"] != AHEAD:
            requested[event["requestId"]] = event["request"]["url"]

    line.on("Network.requestWillBeSent", note)
    line.on("Network.loadingFinished", lambda event: received.update({event["requestId"]: event["encodedDataLength"]}))
    line.send("Network.enable")
    line.send("Network.clearBrowserCache")
    page.goto(Gathering(company, key).at(), wait_until="load")
    page.locator("[data-connection=saved]").wait_for()
    line.detach()
    return {address: received.get(id_, 0) for id_, address in requested.items()}


@pytest.mark.quick
@pytest.mark.parametrize("game", BY_KEY)
def test_an_empty_table_loads_in_few_requests_and_bytes(company: Company, server: Server, game: str) -> None:
    found = loaded(company, begun(server, game, f"Load {game}"))
    assert len(found) <= REQUESTS, found
    assert sum(found.values()) <= EMPTY, found


@pytest.mark.parametrize("game", BY_KEY)
def test_a_table_in_the_middle_loads_in_few_requests_and_bytes(company: Company, server: Server, game: str) -> None:
    known = {"agemonia": server.demo, "own": server.own}
    found = loaded(company, known.get(game) or make_demo(server.services, BY_KEY[game]))
    assert len(found) <= REQUESTS, found
    assert sum(found.values()) <= DEMO, found


def test_nothing_moves_while_a_long_page_is_read_slowly(company: Company, server: Server) -> None:
    page = company.page(first=WATCH)
    line = page.context.new_cdp_session(page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto(Gathering(company, make_demo(server.services, BY_KEY["heroes3"])).at())
    page.locator("[data-connection=saved]").wait_for()
    line.detach()
    assert page.evaluate("() => shifts") == []


def test_a_script_of_an_installed_game_imports_the_module_that_the_page_uses(table: Gathering) -> None:
    assert table.page().evaluate(SAME)
