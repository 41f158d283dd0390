"""A file that is made in parts: its link shows how far it is, and then the file is saved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

from tests.browser.company import Company, Gathering, Held
from tests.browser.server import Server

MOST = 400
"""The most entries of a PDF here."""
WATCHED = """(link) => {
  window.seen = [];
  new MutationObserver(() => {
    const { bottom, height } = link.getBoundingClientRect();
    const bar = link.querySelector("progress");
    window.seen.push({ position: bar?.position ?? 1, bottom, height });
  }).observe(link, { attributes: true, childList: true, subtree: true });
}"""


class InShortParts(Server):
    program = "tests.browser.short_parts"


@pytest.fixture(scope="module")
def server(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with InShortParts(tmp_path_factory.mktemp("parts")) as server:
        yield server


@pytest.fixture
def company(chromium: Browser, server: Server) -> Iterator[Company]:
    with Company(chromium, server.address) as company:
        yield company
    assert company.complaints == []


@pytest.fixture
def at_campaign(table: Gathering) -> Page:
    page = table.page()
    page.goto(table.at("campaign"))
    return page


def link_on(page: Page) -> Any:
    return page.get_by_role("link", name="Chronicle on paper")


def saved(page: Page) -> tuple[str, PdfReader]:
    """The name of the file that a tapped link saves, and the file."""
    with page.expect_download() as coming:
        link_on(page).click()
    return coming.value.suggested_filename, PdfReader(coming.value.path())


def test_a_long_chronicle_shows_how_far_it_is_until_it_is_saved(at_campaign: Page, table: Gathering) -> None:
    link = link_on(at_campaign)
    link.evaluate(WATCHED)
    before = link.bounding_box()
    name, reader = saved(at_campaign)
    assert (name, len(reader.pages) > 10) == (f"{table.key}.pdf", True)
    expect(at_campaign.get_by_role("progressbar")).to_have_count(0)
    seen = at_campaign.evaluate("() => window.seen")
    positions = [one["position"] for one in seen]
    assert positions == sorted(positions)
    assert any(0 < position < 1 for position in positions)
    assert {(one["bottom"], one["height"]) for one in seen} == {(before["y"] + before["height"], before["height"])}


def test_a_second_tap_makes_no_second_file(at_campaign: Page) -> None:
    asked: list[str] = []
    at_campaign.on("request", lambda request: asked.append(request.url) if "/export/pdf" in request.url else None)
    with at_campaign.expect_download():
        link_on(at_campaign).dblclick()
    assert len(asked) == 1


def test_a_change_of_the_page_leaves_the_progress_alone(at_campaign: Page, table: Gathering, server: Server) -> None:
    held = Held(at_campaign, "/export/pdf*")
    link_on(at_campaign).click()
    bar = at_campaign.get_by_role("progressbar")
    expect(bar).to_be_visible()
    server.record(table.key, "note-added", text="meanwhile")
    expect(at_campaign.get_by_text("meanwhile")).to_be_visible()
    expect(bar).to_be_visible()
    with at_campaign.expect_download():
        held.route().continue_()


def test_a_chronicle_that_is_too_long_says_so(at_campaign: Page, table: Gathering, server: Server) -> None:
    for _ in range(server.campaign(table.key).position, MOST + 1):
        server.record(table.key, "note-added", text="and on it goes")
    link_on(at_campaign).click()
    expect(at_campaign.get_by_text(f"a PDF can have at most {MOST}")).to_be_visible()


def test_without_scripts_the_link_saves_the_file(table: Gathering) -> None:
    page = table.page(java_script_enabled=False)
    page.goto(table.at("campaign"))
    name, reader = saved(page)
    assert (name, len(reader.pages) > 10) == (f"{table.key}.pdf", True)
