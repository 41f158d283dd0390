"""While others wait to record, a command is answered before its page, and the page shows what was tapped until then."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Browser, Locator, Page, Route, expect

from tests.browser.company import Company, Gathering, Held, settled
from tests.browser.server import Server

STARS, SHARED = "heroes.venia.stars", "record/stars-gained"
WATCHED = """(number) => {
  window.seen = [];
  new MutationObserver(() => seen.push(document.querySelector(number).textContent))
    .observe(document.body, { childList: true, characterData: true, subtree: true });
}"""
"""Note a number each time that something changed on the page."""


class Crowd(Server):
    program = "tests.browser.crowd"


@pytest.fixture(scope="module")
def server(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Crowd(tmp_path_factory.mktemp("crowd")) as server:
        yield server


@pytest.fixture
def company(chromium: Browser, server: Server) -> Iterator[Company]:
    with Company(chromium, server.address) as company:
        yield company
    assert company.complaints == []


class Late:
    """Requests of an open page for its changes, held until they may go on."""

    def __init__(self, page: Page, table: Gathering) -> None:
        self._page, self._held, self._is_over = page, list[Route](), False
        page.route(f"**{table.at()}*", self._met)

    def _met(self, route: Route) -> None:
        is_held = route.request.resource_type == "fetch" and not self._is_over
        self._held.append(route) if is_held else route.continue_()

    def next(self) -> Route:
        """The next one, once it is sent."""
        while not self._held:
            self._page.wait_for_timeout(20)
        return self._held.pop(0)

    def go_on(self) -> None:
        """Let all of them go on, and those to come."""
        self._is_over = True
        while self._held:
            self._held.pop(0).continue_()


def stars(page: Page) -> Locator:
    return page.locator(f'[data-counter="{STARS}"] .value').first


def step(page: Page) -> Locator:
    """The step that gives Venia a star; her card is pulled out first."""
    found = page.locator(f'[data-counter="{STARS}"] [data-step="1"]').first
    if not found.is_visible():
        page.locator("#bar").get_by_role("button", name="Venia").click()
    return found


def gain(page: Page, table: Gathering, **how: Any) -> None:
    """Tap the step, until the host has recorded it."""
    with page.expect_response(f"**{table.at(SHARED)}") as answer:
        step(page).click(**how)
    assert (answer.value.status, answer.value.headers["content-location"].startswith(table.at("?saved="))) == (
        204,
        True,
    )


def recorded(server: Server, table: Gathering) -> int:
    return int(server.campaign(table.key).table.heroes["venia"].stars)  # type: ignore[attr-defined]


def at_play(table: Gathering) -> tuple[Page, int]:
    """A page that is in touch with the host, and the stars on it, each of whose changes is noted."""
    page = table.page()
    expect(page.locator("[data-connection=saved]")).to_be_visible()
    step(page)
    page.evaluate(WATCHED, f'[data-counter="{STARS}"] .value')
    return page, int(stars(page).inner_text())


def seen(page: Page) -> list[int]:
    """The numbers that were seen one after the other."""
    return [int(number) for number, _ in groupby(page.evaluate("seen"))]


def shows_all(page: Page, server: Server, table: Gathering) -> None:
    """Wait until the page shows everything that was recorded."""
    expect(page.locator("#main")).to_have_attribute("data-position", str(server.campaign(table.key).position))
    expect(stars(page)).to_have_css("font-style", "normal")


def test_a_tap_keeps_its_number_until_the_page_shows_it(table: Gathering, server: Server) -> None:
    page, before = at_play(table)
    late = Late(page, table)
    gain(page, table)
    asked = late.next()
    expect(page.locator("[data-connection=saved]")).to_be_visible()
    expect(page.locator("#outbox li")).to_have_count(0)
    expect(stars(page)).to_have_css("font-style", "italic")
    asked.continue_()
    late.go_on()
    expect(page.locator("#saved")).to_contain_text("Venia")
    shows_all(page, server, table)
    assert seen(page) in ([before, before + 1], [before + 1])
    assert recorded(server, table) == before + 1


def test_a_page_from_before_a_tap_does_not_take_its_number_back(table: Gathering, server: Server) -> None:
    page, before = at_play(table)
    late = Late(page, table)
    server.record(table.key, "stars-spent", hero="venia", amount=1)
    position = server.campaign(table.key).position
    asked = late.next()
    old: APIResponse = asked.fetch()
    gain(page, table)
    newer = late.next()
    page.evaluate("seen.length = 0")
    asked.fulfill(response=old)
    expect(page.locator("#main")).to_have_attribute("data-position", str(position))
    expect(stars(page)).to_have_text(str(before))
    newer.continue_()
    late.go_on()
    shows_all(page, server, table)
    assert seen(page) == [before]


def test_what_is_tapped_next_adds_to_it(table: Gathering, server: Server) -> None:
    page, before = at_play(table)
    late = Late(page, table)
    for number in range(3):
        gain(page, table)
        expect(stars(page)).to_have_text(str(before + number + 1))
    late.next().continue_()
    late.go_on()
    shows_all(page, server, table)
    assert [number for number in seen(page) if number != before] == [before + 1, before + 2, before + 3]
    assert recorded(server, table) == before + 3


def test_three_fast_taps_are_recorded_once(table: Gathering, server: Server) -> None:
    page, before = at_play(table)
    position = server.campaign(table.key).position
    gain(page, table, click_count=3)
    shows_all(page, server, table)
    expect(stars(page)).to_have_text(str(before + 3))
    assert (recorded(server, table), server.campaign(table.key).position) == (before + 3, position + 1)


def test_a_button_tapped_again_before_the_page_shows_it_is_the_same_tap(table: Gathering, server: Server) -> None:
    page, _ = at_play(table)
    gain(page, table)
    shows_all(page, server, table)
    page.keyboard.press("Escape")
    position, late = server.campaign(table.key).position, Late(page, table)
    undo = page.locator("#bar").get_by_role("button", name="Undo:")
    with page.expect_response("**/undo/*"):
        undo.click()
    asked = late.next()
    page.wait_for_timeout(500)  # after which it is no double tap
    undo.click()
    asked.continue_()
    late.go_on()
    shows_all(page, server, table)
    expect(page.locator("#newest").get_by_role("button", name="Redo:")).to_be_visible()
    assert server.campaign(table.key).position == position + 1


def test_a_form_on_its_own_page_leads_to_play(table: Gathering, server: Server) -> None:
    page = table.page()
    page.goto(table.at("record/note-added"))
    page.get_by_label("Text").fill("Said in a crowd.")
    with page.expect_response("**/record/note-added") as answer:
        page.get_by_role("button", name="Record", exact=True).click()
    assert answer.value.status == 204
    expect(page.locator("#newest")).to_contain_text("Said in a crowd.")
    expect(page.locator("#saved")).to_contain_text("Said in a crowd.")
    assert page.url == server.address + table.at()


def test_who_left_the_form_meanwhile_stays_where_they_are(table: Gathering, server: Server) -> None:
    page = table.page()
    page.goto(table.at("record/note-added"))
    page.get_by_label("Text").fill("Said on the way out.")
    held = Held(page, table.at("record/note-added"))
    page.get_by_role("button", name="Record", exact=True).click()
    sent = held.route()
    page.evaluate("async (to) => (await ours('js/pages.js')).visit(to)", table.at("log"))
    expect(page.locator("h1")).to_have_text("Log")
    with page.expect_response("**/record/note-added"):
        sent.continue_()
    settled(page)
    expect(page.locator("#log")).to_contain_text("Said on the way out.")
    expect(page.locator("h1")).to_have_text("Log")
