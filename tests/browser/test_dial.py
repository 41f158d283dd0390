"""A number that is held is a dial: up or down by 1 to 12, recorded as one."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.barriers import barriers
from tests.browser.company import Gathering
from tests.browser.server import Server

STARS = '[data-counter="heroes.lunara.stars"]'


def at_her_card(table: Gathering) -> Page:
    """The table on a phone, with Lunara's card pulled out."""
    page = table.page()
    page.goto(table.at())
    page.locator("#bar").get_by_role("button", name="Lunara").click()
    return page


def hold(page: Page) -> None:
    """Keep a finger on the number until the dial is there."""
    number = page.locator(f"{STARS} .number").first
    number.scroll_into_view_if_needed()
    number.hover()
    page.mouse.down()
    expect(page.locator("dialog.dial")).to_be_visible()
    page.mouse.up()


def stars(server: Server, table: Gathering) -> int:
    found: int = server.campaign(table.key).table.heroes["lunara"].stars  # type: ignore[attr-defined]
    return found


def test_a_number_is_turned_by_eleven_with_a_hold_and_a_tap(table: Gathering, server: Server) -> None:
    page = at_her_card(table)
    before, entries = stars(server, table), server.campaign(table.key).position
    hold(page)
    assert barriers(page) == []
    page.locator("dialog.dial").get_by_role("button", name="11", exact=True).click()
    expect(page.locator(f"{STARS} .value").first).to_have_text(str(before + 11))
    expect(page.locator("#newest")).to_contain_text(re.compile(r"\b11 stars"))
    assert stars(server, table) == before + 11
    assert server.campaign(table.key).position == entries + 1


def test_it_turns_down_no_further_than_the_number_goes(table: Gathering, server: Server) -> None:
    page = at_her_card(table)
    hold(page)
    page.locator("dialog.dial").get_by_role("button", name="−").click()
    page.locator("dialog.dial").get_by_role("button", name="12", exact=True).click()
    expect(page.locator(f"{STARS} .value").first).to_have_text("0")
    expect(page.locator("[data-connection=saved]")).to_be_visible()


def test_a_tap_on_the_number_still_asks_why(table: Gathering) -> None:
    page = at_her_card(table)
    page.locator(f"{STARS} .number").first.click()
    expect(page).to_have_url(table.at("why?path=heroes.lunara.stars"))
