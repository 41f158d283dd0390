"""“Just now” reserves no room in a campaign without a seat, and nothing jumps as the first one is taken."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from domain.games import BY_KEY
from tests.browser.company import Company
from tests.browser.phones import SIZE, begin
from tests.browser.server import Server
from tests.companion.web.table.test_code_on_screen import SEATS

EMPTY = """() => {
  const lines = document.querySelector("#newest .lines");
  const [box, last] = [lines.getBoundingClientRect(), lines.lastElementChild?.getBoundingClientRect()];
  return box.bottom - (last?.bottom ?? box.top);
}"""
"""The room below the last line."""
TOP = "() => document.querySelector('#prompts').getBoundingClientRect().top"
"""Where the things to tap begin: they are above these lines on a phone."""


@pytest.mark.parametrize("game", BY_KEY)
def test_it_has_no_empty_room_and_the_first_seat_moves_nothing(company: Company, server: Server, game: str) -> None:
    key, page = begin(server, game), company.page(viewport=SIZE, has_touch=True)
    page.goto(f"/c/{key}/")
    assert page.evaluate(EMPTY) < 8
    before = page.evaluate(TOP)
    event, fields = SEATS[game]
    server.record(key, event, **fields)
    expect(page.locator("#main")).to_have_attribute("data-position", str(server.campaign(key).position))
    expect(page.locator("#begun")).to_be_hidden()
    assert page.evaluate(TOP) == before
