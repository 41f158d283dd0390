"""Forms on a phone: few taps, nothing to type, nothing to scroll for; no form that is offered is a long one."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.barriers import barriers
from tests.browser.chromium import PHONE
from tests.browser.company import Company, settled
from tests.browser.server import Server
from tests.browser.test_reach import Thumb, on

MOST = 1.2
"""Screens of a form on a phone."""
MOMENTS = (
    ("runewars/0.1.0", 219),
    ("runewars/0.1.0", 238),
    ("runewars/0.1.0", 450),
    ("runewars/0.1.0-war", 75),
    ("champions/0.1.0", 100),
    ("champions/0.1.0-campaign", 5),
    ("champions/0.1.0-dials", 100),
    ("agemonia/0.1.0-fight", 120),
    ("agemonia/0.1.0-scenario", 100),
    ("agemonia/0.1.0-scenario", 200),
    ("agemonia/0.1.0", 60),
    ("agemonia/0.1.0", 76),
)
"""Golden logs, and after how many of their entries the forms that are offered are looked at."""
OFFERED = """() => [...document.querySelectorAll('form[method=get][action*="/record/"]')].map((form) =>
  `${form.action}?${new URLSearchParams(Array.from(new FormData(form), ([name, value]) => [name, String(value)]))}`)"""


def play_at(company: Company, server: Server, log: str, entries: int) -> Page:
    """The page Play of a campaign of one's own, as far as a golden log had come, on a phone."""
    page = company.page(viewport=PHONE)
    page.goto(f"/c/{server.play_on(log, entries)}/")
    return page


def next_button(thumb: Thumb, name: str) -> None:
    thumb.taps(thumb.page.locator("#prompts").get_by_role("button", name=name))
    settled(thumb.page)


def more(thumb: Thumb, what: str, times: int) -> None:
    for _ in range(times):
        thumb.taps(thumb.page.get_by_role("button", name=f"{what}: one more"))


def record(thumb: Thumb) -> None:
    thumb.taps(thumb.page.get_by_role("button", name="Record", exact=True))
    settled(thumb.page)
    expect(thumb.page.locator("#refused")).to_have_count(0)
    assert "/record/" not in thumb.page.url


def test_four_units_march_from_two_areas_in_six_taps(company: Company, server: Server) -> None:
    thumb = on(play_at(company, server, "runewars/0.1.0", 238))
    next_button(thumb, "March into 7A")
    more(thumb, "Footman (H1)", 1)
    more(thumb, "Knight (H1)", 1)
    more(thumb, "Footman (6C)", 2)
    record(thumb)
    assert thumb.touches == 6


def test_all_that_can_come_comes_by_one_tap(company: Company, server: Server) -> None:
    page = play_at(company, server, "runewars/0.1.0", 238)
    next_button(thumb := on(page), "March into 7A")
    page.get_by_role("button", name="All", exact=True).click()
    numbers = page.locator("[name^='f.stacks.']:visible")
    assert [box.input_value() for box in numbers.all()] == [box.get_attribute("max") for box in numbers.all()]
    assert thumb.touches == 1


def test_what_is_counted_down_to_nought_is_not_said(company: Company, server: Server) -> None:
    page = play_at(company, server, "runewars/0.1.0", 238)
    next_button(thumb := on(page), "March into 7A")
    more(thumb, "Knight (H1)", 2)
    knights = page.locator("[name='f.stacks.H1/knight']")
    expect(knights).to_have_value("1")  # there is no other
    page.get_by_role("button", name="Knight (H1): one less").click()
    expect(knights).to_have_value("")


def test_a_special_ability_is_told_in_three_taps(company: Company, server: Server) -> None:
    thumb = on(play_at(company, server, "runewars/0.1.0-war", 75))
    next_button(thumb, "Daqan Lords: 1 special ability")
    more(thumb, "Sorcerer A", 1)
    record(thumb)
    assert thumb.touches == 3


def test_a_bid_is_one_tap(company: Company, server: Server) -> None:
    thumb = on(play_at(company, server, "runewars/0.1.0-war", 195))
    next_button(thumb, "Daqan Lords: how much do you bid? 3")
    expect(thumb.page.get_by_role("heading", name="Daqan Lords: how much do you bid?")).to_have_count(0)
    assert thumb.touches == 1


def test_an_area_is_activated_on_the_map_that_shows_what_is_within_reach(company: Company, server: Server) -> None:
    page = play_at(company, server, "runewars/0.1.0", 219)
    thumb = on(page)
    next_button(thumb, "Activate an area")
    reached = page.locator(".space.open")
    assert 0 < reached.count() < page.locator("[data-pick]").count()
    thumb.taps(page.locator("[data-pick='1C']"))
    record(thumb)
    assert thumb.touches == 3


@pytest.mark.parametrize(("log", "entries"), MOMENTS, ids=[f"{log}-{entries}" for log, entries in MOMENTS])
def test_no_form_that_is_offered_is_a_long_one(company: Company, server: Server, log: str, entries: int) -> None:
    page = play_at(company, server, log, entries)
    long = []
    for address in page.evaluate(OFFERED):
        page.goto(address)
        height = page.evaluate("document.documentElement.scrollHeight / innerHeight")
        long += [(address, round(height, 2))] if height > MOST else []
    assert (long, barriers(page)) == ([], [])
