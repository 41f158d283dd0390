"""Among hundreds of cards: what is found by part of a name can be tapped, on a phone too."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.company import Company
from tests.browser.server import Server
from tests.domain.games.champions.library import at_table, library

SMALL = {"width": 360, "height": 740}
COVERED = """list => list.filter(one => {
  const box = one.getBoundingClientRect(), list = one.parentElement.getBoundingClientRect();
  return [0.1, 0.5, 0.9].some(part => {
    const y = box.y + box.height * part;
    if (y > list.bottom) return false; // it is scrolled to
    const at = document.elementFromPoint(box.x + box.width / 2, y);
    return at && at.closest("button") && !at.closest(".found");
  });
}).map(one => one.textContent.trim())"""
"""Those of some elements that a button lies on."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    server = Server(tmp_path_factory.mktemp("cards"))
    key = at_table(server.services, library(300))
    with server:
        yield server, key


@pytest.mark.parametrize(("event", "field"), [("minion-entered", "name"), ("card-presented", "card")])
def test_no_button_lies_on_what_is_found(
    chromium: Browser, address: tuple[Server, str], event: str, field: str
) -> None:
    server, key = address
    with Company(chromium, server.address) as company:
        page = company.page()
        page.set_viewport_size({**SMALL})
        page.goto(f"/c/{key}/record/{event}")
        page.locator(f"[name='f.{field}'], [name='{field}']").first.press_sequentially("am")
        hits = page.locator(".found [data-id]")
        expect(hits.first).to_be_visible()
        assert hits.count() > 5
        assert hits.evaluate_all(COVERED) == []
