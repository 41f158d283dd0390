"""From an empty list to the first turn, by what is large or first, with names of one's own: in how many taps."""

from __future__ import annotations

from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import SCREENS
from tests.browser.company import Company
from tests.browser.first_turn import Walker
from tests.browser.server import Server


@pytest.fixture(params=SCREENS)
def hand(company: Company, request: pytest.FixtureRequest) -> Walker:
    return Walker(company.page(has_touch=True, **request.param))


EXAMPLE = "#prompts form[action$='/record/example-map-laid'] button"
"""The key by which a table tries the app out on the example map."""


def table_of(server: Server, page: Page):  # type: ignore[no-untyped-def]  # of a game that this page knows
    return server.campaign(unquote(page.url.split("/c/")[1].split("/")[0])).table


def test_three_heroes_of_champions_in_fifteen_taps(hand: Walker, server: Server) -> None:
    hand.begins("champions")
    hand.goes_on()
    for _ in range(2):
        hand.chooses("hero-taken")
    while table_of(server, hand.page).step == "setup":
        hand.goes_on()
    here = table_of(server, hand.page)
    assert (len(here.seats), here.step) == (3, "player"), hand.way
    assert (hand.taps, hand.scrolls) <= (15, 0), hand.way


def test_four_heroes_of_agemonia_in_twenty_taps(hand: Walker, server: Server) -> None:
    hand.begins("agemonia")
    hand.goes_on()
    for _ in range(3):
        hand.chooses("hero-joined-party")
    assert len(table_of(server, hand.page).heroes) == 4, hand.way
    assert (hand.taps, hand.scrolls) <= (20, 0), hand.way


@pytest.mark.full
def test_three_factions_of_runewars_with_the_example_map_in_fifty_taps(hand: Walker, server: Server) -> None:
    """On one phone what three do: influence, dials, four first units each, a hero, an order; then one is at turn."""
    hand.begins("runewars")
    for _ in range(2):
        hand.goes_on()
    hand.chooses("faction-chosen")
    while not hand.page.locator(EXAMPLE).count():
        hand.goes_on()
    hand.chooses("example-map-laid")
    while not table_of(server, hand.page).order:
        hand.goes_on()
    here = table_of(server, hand.page)
    assert sum(area.home != "" for area in here.land.values()) == 9
    assert all(sum(stack.size for stack in held) == 4 for held in units_of(here)), hand.way
    assert len(here.groups) == len(here.heroes) == 3
    assert (hand.taps, hand.scrolls) <= (50, 0), hand.way
    expect(hand.large).to_be_visible()


def test_the_first_units_are_recorded_only_once_one_is_counted(hand: Walker, server: Server) -> None:
    hand.begins("runewars")
    while not hand.page.locator(EXAMPLE).count():
        hand.goes_on()
    hand.chooses("example-map-laid")
    pad = hand.page.locator("#prompts .keys:not(.second) .how-many")
    while not pad.count():
        hand.goes_on()
    expect(hand.large).to_have_css("pointer-events", "none")
    pad.first.locator("label:has([value='4'])").click()
    expect(hand.large).to_have_css("pointer-events", "auto")


def units_of(table):  # type: ignore[no-untyped-def]  # of a game that this page knows
    """What stands in the areas with a stronghold."""
    return [area.stacks.values() for area in table.land.values() if area.stronghold]
