"""A season of three rivals on one phone takes few taps, and what was just recorded is in nobody's way."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from companion.demo import make_demo
from domain.framework.game import PUBLIC
from domain.framework.offers.prompt_list import next_prompt
from domain.games import BY_KEY
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.war.battle_rounds import BattleFateDrawn
from tests.browser.company import Company
from tests.browser.hand import Hand, open_phone
from tests.browser.server import Server

MOST_OF_ALL, MOST_OF_FEW = 39, 12
"""Taps of a season with everything tracked, beyond its card and those of its battle; of one of orders and runes alone.

Which card is drawn is chance, and one of them calls for a bid.
"""
SEATS = ("human", "elf", "uthuk")
SEASON, BATTLES = 11, 2
"""The season at the end of the demo, and the battles fought before it."""


@pytest.fixture
def few(server: Server) -> str:
    """A war of orders and runes alone, before its first season; its key."""
    made = server.services.campaigns.new("runewars", "Few words", {"runes": "blind"}, server.services.new_command())
    key = server.services.find_campaign(made.campaign).key
    server.record(key, "areas-tracked", tracks=["calendar", "runes"])
    for seat in SEATS:
        server.record(key, "faction-chosen", faction=seat)
        server.record(key, "starting-runes-placed", seat=seat, areas=[f"{seat} {n}" for n in (1, 2, 3)])
    server.record(key, "war-begun")
    return key


@pytest.fixture
def war(server: Server) -> str:
    """A war of which everything is written down, in its third autumn, whose card asks for nothing; its key."""
    key = server.branch(of=make_demo(server.services, BY_KEY["runewars"]))
    server.record(key, "season-card-drawn", card="autumn-1")
    return key


def table_of(server: Server, key: str) -> Runewars:
    found = server.campaign(key).table
    assert isinstance(found, Runewars)
    return found


def order(hand: Hand, name: str) -> Locator:
    """An order in the pad of whoever chooses next."""
    return hand.page.locator("#prompts .keys").get_by_role("button", name=name)


def chosen(hand: Hand, *orders: str) -> None:
    """All choose, in the order they are asked, and turn over."""
    for name in orders:
        hand.tap(order(hand, name))
    hand.tap(hand.large)


def test_a_season_of_orders_and_runes_alone_takes_few_taps(company: Company, server: Server, few: str) -> None:
    hand = Hand(open_phone(company, few))
    hand.tap(hand.large)
    hand.tap(hand.large)
    chosen(hand, "Harvest", "Mobilize", "Recruit")
    while table_of(server, few).season == 1 and hand.taps < MOST_OF_FEW:
        hand.tap(hand.large)
    assert table_of(server, few).season == 2
    print(f"{hand.taps} taps")


def goes_on(hand: Hand) -> None:
    """Do what the large button says; a form that it opens is recorded as it stands."""
    if hand.large.locator("xpath=ancestor::form").get_attribute("method") == "post":
        hand.tap(hand.large)
    else:
        hand.opens()
        hand.tap(hand.record)


def fights(hand: Hand, server: Server, key: str) -> None:
    """A battle as the large button leads through it; its cards are entered beside the count."""
    while table_of(server, key).place[1] == "battle":
        next_ = next_prompt(server.campaign(key).prompts(PUBLIC))
        assert next_
        if next_.event is BattleFateDrawn:
            server.record(key, "battle-fate-drawn", **next_.fields, specials=0, routs=0, damage=1)
            up_to_date(hand, server, key)
        else:
            goes_on(hand)


def up_to_date(hand: Hand, server: Server, key: str) -> None:
    """Wait until the page has heard of everything."""
    position = str(server.campaign(key).position)
    expect(hand.page.locator("#main")).to_have_attribute("data-position", position)


def marches(hand: Hand) -> None:
    """The elves put their token on 8C, and three archers march in."""
    hand.opens()
    hand.touch(hand.page.locator("[data-pick='8C']"))
    hand.tap(hand.record)
    hand.opens()
    hand.types("f.stacks.E1/elf-archer", 2)
    hand.types("f.stacks.E3/elf-archer", 1)
    hand.tap(hand.record)


@pytest.mark.full
def test_a_season_of_which_all_is_written_down_takes_few_taps(company: Company, server: Server, war: str) -> None:
    """The elves fight neutral units with Mobilize, the Daqan harvest, the Uthuk recruit."""
    hand = Hand(open_phone(company, war))
    while table_of(server, war).step != "orders":
        hand.tap(hand.large)
    chosen(hand, "Harvest", "Mobilize", "Recruit")
    marches(hand)
    goes_on(hand)
    fights(hand, server, war)
    while table_of(server, war).season == SEASON:
        goes_on(hand)
    print(f"{hand.taps} taps")
    assert hand.taps <= MOST_OF_ALL
    played = table_of(server, war)
    assert played.calendar[str(SEASON)].orders == {"human": "harvest", "elf": "mobilize", "uthuk": "recruit"}
    assert len(played.battles) == BATTLES + 1


def test_what_was_just_recorded_covers_nothing_that_comes_next(company: Company, server: Server, few: str) -> None:
    """Orders that are turned over are many words."""
    for step in ("season-card-drawn", "season-text-resolved"):
        server.record(few, step)
    for seat in SEATS:
        server.record(few, "order-chosen", seat=seat, order="rally-support")
    page = open_phone(company, few)
    page.locator("#prompts .primary").click()
    expect(page.locator("#saved .toast")).to_be_visible()
    toast = page.locator("#saved .toast").bounding_box()
    asked = [one.bounding_box() for one in page.locator("#prompts :is(h2, .yours, button, a, label):visible").all()]
    assert toast
    assert asked
    over = [
        box
        for box in asked
        if box and box["y"] < toast["y"] + toast["height"] and toast["y"] < box["y"] + box["height"]
    ]
    assert over == []
