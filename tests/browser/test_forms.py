"""Forms on a phone: few taps, nothing to type, nothing to scroll for; no form that is offered is a long one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.barriers import barriers
from tests.browser.chromium import PHONE, SCREENS
from tests.browser.company import Company, settled
from tests.browser.server import Server
from tests.browser.test_reach import Thumb, on
from tests.suite.variants import first_of_each

ON_PHONE = {"viewport": PHONE}
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
    ("odalin/0.1.0", 10),
    ("odalin/0.1.0", 146),
    ("odalin/0.1.0", 333),
    ("odalin/0.1.0-steps", 130),
)
"""Golden logs, and after how many of their entries the forms that are offered are looked at."""
OFFERED = """() => [...document.querySelectorAll('form[method=get][action*="/record/"]')].map((form) =>
  `${form.action}?${new URLSearchParams(Array.from(new FormData(form), ([name, value]) => [name, String(value)]))}`)"""
ON_THE_BOARD = ("villain-placed", "conditions-gained?whom=mira", "damage-taken?whom=mira", "token-placed")
"""Forms that a board leads to, of Odalin."""


FATES = {"bowman": "14", "knight": "10", "berserker": "25\n8", "footman": "23\n18"}
"""What is drawn in the battle: damage on one side, a rout on the other."""
NAMED = """(button, cards) => button.form.append(Object.assign(document.createElement('textarea'),
  { hidden: true, name: 'f.cards', value: cards }))"""


def game_of_log(moment: tuple[str, int]) -> str:
    return moment[0].partition("/")[0]


def play_at(company: Company, server: Server, log: str, entries: int, screen: Mapping[str, Any] = ON_PHONE) -> Page:
    """The page Play of a campaign of one's own, as far as a golden log had come."""
    page = company.page(**screen)
    page.goto(f"/c/{server.play_on(log, entries)}/")
    return page


def offered(page: Page, event: str, **fields: str) -> Locator:
    """The first button of what comes next that asks for an event."""
    held = "".join(f":has(:is([name='{name}'], [name='f.{name}'])[value='{value}'])" for name, value in fields.items())
    return page.locator(f"#prompts form[action*='/record/{event}']{held} button:visible").first


def goes_to(thumb: Thumb, event: str, **fields: str) -> None:
    thumb.taps(offered(thumb.page, event, **fields))
    settled(thumb.page)


def next_button(thumb: Thumb, name: str) -> None:
    thumb.taps(thumb.page.locator("#prompts").get_by_role("button", name=name))
    settled(thumb.page)


def more(thumb: Thumb, field: str, times: int) -> None:
    for _ in range(times):
        thumb.taps(thumb.page.locator(f".amount:has([name='f.{field}']) [data-by='1']"))


def record(thumb: Thumb) -> None:
    thumb.taps(thumb.page.locator("main form button.primary.large:visible"))
    settled(thumb.page)
    expect(thumb.page.locator("#refused")).to_have_count(0)
    assert "/record/" not in thumb.page.url


@pytest.mark.parametrize("screen", SCREENS)
def test_four_units_march_from_two_areas_in_six_taps(
    company: Company, server: Server, screen: Mapping[str, Any]
) -> None:
    thumb = on(play_at(company, server, "runewars/0.1.0", 238, screen))
    goes_to(thumb, "units-marched", area="7A")
    more(thumb, "stacks.H1/footman", 1)
    more(thumb, "stacks.H1/knight", 1)
    more(thumb, "stacks.6C/footman", 2)
    record(thumb)
    assert thumb.touches == 6


@pytest.mark.parametrize("screen", SCREENS)
def test_a_battle_of_four_against_three_is_fought_in_twelve_taps(
    company: Company, server: Server, screen: Mapping[str, Any]
) -> None:
    key = server.play_on("runewars/0.1.0", 650)
    server.record(key, "units-placed", area="7C", units={"berserker": 1})
    server.record(key, "fate-deck-kept")
    page = company.page(**screen)
    page.goto(f"/c/{key}/")
    thumb = on(page)
    goes_to(thumb, "battle-started")
    next_button(thumb, "Neither side uses anything")
    fights_on(thumb)
    goes_to(thumb, "strength-tallied")
    assert offered(page, "turn-ended").is_visible()
    assert thumb.touches <= 12


def fights_on(thumb: Thumb) -> None:
    """What comes of each round: the first unit takes it."""
    for unit, cards in FATES.items():
        offered(thumb.page, "battle-fate-drawn", unit=unit).evaluate(NAMED, cards)
        goes_to(thumb, "battle-fate-drawn", unit=unit)
        for event in ("damage-assigned", "routs-assigned"):
            if offered(thumb.page, event).is_visible():
                goes_to(thumb, event)


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
    more(thumb, "stacks.H1/knight", 2)
    knights = page.locator("[name='f.stacks.H1/knight']")
    expect(knights).to_have_value("1")  # there is no other
    page.get_by_role("button", name="Knight (H1): one less").click()
    expect(knights).to_have_value("")


@pytest.mark.parametrize("screen", SCREENS)
def test_a_special_ability_is_told_in_three_taps(company: Company, server: Server, screen: Mapping[str, Any]) -> None:
    thumb = on(play_at(company, server, "runewars/0.1.0-war", 75, screen))
    goes_to(thumb, "special-ability-resolved")
    thumb.taps(thumb.page.locator(".chip:has([name='f.damage.sorcerer A'])"))
    record(thumb)
    assert thumb.touches == 3


@pytest.mark.parametrize("screen", SCREENS)
def test_a_bid_is_one_tap(company: Company, server: Server, screen: Mapping[str, Any]) -> None:
    thumb = on(play_at(company, server, "runewars/0.1.0-war", 195, screen))
    bids = thumb.page.locator("#prompts form[action*='/record/bid-placed']:has([name='f.seat'][value='human'])")
    thumb.taps(bids.get_by_role("button", name="3"))
    settled(thumb.page)
    expect(bids).to_have_count(0)
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


@pytest.mark.parametrize("event", ["army-retreated", "excess-winners-retreated"])
def test_a_retreat_is_one_of_the_areas_it_may_lead_to(company: Company, server: Server, event: str) -> None:
    page = play_at(company, server, "runewars/0.1.0", 254)
    page.goto(f"{page.url}record/{event}")
    for told in page.locator("details.preset > summary").all():
        told.click()
    ways = page.locator("[name='f.to']:visible")
    assert 1 < ways.count() < 6
    assert page.locator("[name='f.to']:checked:not([value=''])").count() == 0
    assert {way.get_attribute("type") for way in ways.all()} == {"radio"}
    assert page.locator("form[action*='/record/'] input[type='text']:visible").count() == 0


BY_ADDRESS = (
    ("runewars/0.1.0", 254, "army-retreated"),
    ("runewars/0.1.0", 254, "excess-winners-retreated"),
    ("runewars/0.1.0", 254, "hero-retreated"),
    ("runewars/0.1.0", 254, "reinforcements-joined"),
    ("runewars/0.1.0", 254, "reinforcements-joined?side=neutral"),
    ("runewars/0.1.0", 238, "units-placed"),
    ("runewars/0.1.0", 238, "units-placed?area=3A"),
    ("runewars/0.1.0", 238, "units-moved"),
    ("runewars/0.1.0", 238, "diplomacy-started"),
    ("runewars/0.1.0-war", 99, "duel-cards-drawn"),
    ("champions/0.1.0-every", 131, "lasting-effect-begun"),
)
"""Forms that no prompt opens as they are: golden logs, after how many of their entries, and the events."""


@pytest.mark.parametrize(("log", "entries", "event"), BY_ADDRESS, ids=[event for _, _, event in BY_ADDRESS])
def test_no_form_opened_by_its_address_is_a_long_one(
    company: Company, server: Server, log: str, entries: int, event: str
) -> None:
    page = play_at(company, server, log, entries)
    page.goto(f"{page.url}record/{event}")
    assert page.evaluate("document.documentElement.scrollHeight / innerHeight") <= MOST
    assert page.locator("main textarea:visible").count() == 0
    assert page.locator("main .field:not(:has([required]:visible)) [required]").count() == 0


@pytest.mark.parametrize(("log", "entries"), first_of_each(MOMENTS, game_of_log, "{0[0]}-{0[1]}".format))
@pytest.mark.parametrize("screen", SCREENS)
def test_no_form_that_is_offered_is_a_long_one(
    company: Company, server: Server, screen: Mapping[str, Any], log: str, entries: int
) -> None:
    page = play_at(company, server, log, entries, screen)
    long = []
    for address in page.evaluate(OFFERED):
        page.goto(address)
        height = page.evaluate("document.documentElement.scrollHeight / innerHeight")
        long += [(address, round(height, 2))] if height > MOST else []
    assert (long, barriers(page)) == ([], [])


@pytest.mark.parametrize("screen", SCREENS)
def test_a_march_of_seven_stacks_in_reach_is_no_long_form(
    company: Company, server: Server, screen: Mapping[str, Any]
) -> None:
    key = server.play_on("runewars/0.1.0", 238)
    server.record(key, "units-placed", area="H1", units={"bowman": 1, "siege-tower": 1})
    page = company.page(**screen)
    page.goto(f"/c/{key}/record/units-marched?area=7A")
    expect(page.locator("[name^='f.stacks.']:visible")).to_have_count(7)
    assert page.evaluate("document.documentElement.scrollHeight / innerHeight") <= MOST
    assert barriers(page) == []


@pytest.mark.parametrize("screen", SCREENS)
def test_no_form_that_the_board_of_a_combat_leads_to_is_a_long_one(
    company: Company, server: Server, screen: Mapping[str, Any]
) -> None:
    page = play_at(company, server, "odalin/0.1.0", 333, screen)
    long = []
    for form in ON_THE_BOARD:
        page.goto(f"{page.url.partition('record/')[0]}record/{form}")
        height = page.evaluate("document.documentElement.scrollHeight / innerHeight")
        long += [(form, round(height, 2))] if height > MOST else []
    assert (long, barriers(page)) == ([], [])
