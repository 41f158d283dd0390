"""Names and signs of maps and boards: never broken inside a word, read without zoom on a phone, and from a sofa."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser import looks
from tests.browser.chromium import LAPTOP, OLD_TELEVISION, PHONE, TELEVISION
from tests.browser.company import Company
from tests.browser.fights import begun
from tests.browser.server import Server
from tests.browser.test_fitted import MOMENTS, fit_of, played
from tests.browser.test_heroes3 import on_a_crowded_board

LEAST_ON_A_PHONE = 11
PART_OF_A_TELEVISION = 45
"""The window is so many times as high as the smallest letter of a plan: 24 pixels of 1080."""
LANGUAGES = {"en": {"interface": "en", "content": "en"}, "zh_Hans": {"interface": "zh_Hans", "content": "zh"}}
SIZES = {"phone": PHONE, "laptop": LAPTOP, "television": TELEVISION}
LETTERS = """(within) => [...document.querySelectorAll(`svg.plan ${within}`)]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".hide"))
  .filter((one) => getComputedStyle(one).clipPath === "none")
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim()))
  .map((one) => {
    const mark = one.ownerSVGElement, scale = one.closest("foreignObject").getScreenCTM().a;
    const within = mark ? mark.getBoundingClientRect().width / mark.viewBox.baseVal.width : scale;
    return [one.textContent.trim(), parseFloat(getComputedStyle(one).fontSize) * within];
  })"""
"""The words and numbers on plans, each with the height of its letters in pixels."""
PULLED_OUT = """() => { for (const one of document.querySelectorAll("[popover]:has(svg.plan)")) one.showPopover(); }"""

Seated = Callable[[Server], str]
TABLES: dict[str, Seated] = {
    "agemonia": begun,
    "champions": lambda server: server.play_on("champions/0.1.0-lost", 116),
    "heroes3": lambda server: server.play_on("heroes3/0.1.0", 322),
    "heroes3's combat board": on_a_crowded_board,
    "odalin": lambda server: server.play_on("odalin/0.1.0", 300),
    "runewars": lambda server: server.play_on("runewars/0.1.0", 549),
}
DRAWN = tuple(table for table in TABLES if table not in ("champions", "odalin"))
"""Those with a map or a board."""


def letters(page: Page, within: str) -> dict[str, float]:
    """The smallest height of each text on the plans of a page."""
    found: list[tuple[str, float]] = page.evaluate(LETTERS, within)
    assert found, "a plan without a letter"
    return dict(sorted(found, key=lambda one: -one[1]))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", TABLES)
def test_no_name_is_broken_inside_a_word(company: Company, server: Server, table: str, language: str) -> None:
    key, page, found = TABLES[table](server), company.page(), []
    company.prefer(page, **LANGUAGES[language])
    for screen, size in SIZES.items():
        page.set_viewport_size(size)
        page.goto(f"/c/{key}/{'table/' if screen == 'television' else ''}")
        page.evaluate(PULLED_OUT)
        found += [f"{screen}: {fault}" for fault in looks.crowded(page) if fault.startswith("broken")]
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", DRAWN)
def test_a_phone_shows_names_that_can_be_read_without_zoom(
    company: Company, server: Server, table: str, language: str
) -> None:
    page = company.page(viewport=PHONE)
    company.prefer(page, **LANGUAGES[language])
    page.goto(f"/c/{TABLES[table](server)}/")
    page.evaluate(PULLED_OUT)
    assert {words: size for words, size in letters(page, "*").items() if size < LEAST_ON_A_PHONE} == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", DRAWN)
def test_a_television_shows_all_of_a_plan_in_letters_for_a_sofa(
    company: Company, server: Server, table: str, language: str
) -> None:
    page, key = company.page(), TABLES[table](server)
    company.prefer(page, **LANGUAGES[language])
    for size in (TELEVISION, OLD_TELEVISION):
        page.set_viewport_size(size)
        page.goto(f"/c/{key}/table/")
        least = size["height"] / PART_OF_A_TELEVISION - 0.05
        assert {words: height for words, height in letters(page, "*").items() if height < least} == {}
        assert looks.misplaced(page) == []


@pytest.mark.parametrize("game", ["heroes3", "runewars"])
def test_the_letters_of_a_plan_stay_that_large_along_a_demo(company: Company, server: Server, game: str) -> None:
    moments = played(server, game, MOMENTS[game])
    key, page, found = next(moments), company.page(viewport=TELEVISION), []
    for _ in moments:
        page.goto(f"/c/{key}/table/")
        fit_of(page)
        sizes = page.evaluate(LETTERS, "*")
        found += [(server.campaign(key).position, one) for one in sizes if one[1] < 23.95]
    assert found == []
