"""A fight on a phone: a round of four heroes takes few taps, and whoever is at turn stands in sight."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.barriers import barriers_in_any_light, troubles
from tests.browser.company import Company
from tests.browser.fights import MOMENTS, begun, rolling, untyped
from tests.browser.hand import Hand, open_phone
from tests.browser.server import Server

MOST_TAPS = 25
MOST_UNTYPED = 30
"""Taps of a round where no card was typed in before."""


@pytest.fixture
def fight(server: Server) -> str:
    return begun(server)


def turn_of(hand: Hand) -> None:
    """A hero or an ally hits once and ends its turn; an enemy hits somebody."""
    if "enemy" in (hand.at_turn.get_attribute("class") or ""):
        hand.tap(hand.page.locator("#piece-at-turn .pad .key").first)
        return
    hits = hand.page.locator(".enemies .pad .key")
    if "hero" in (hand.at_turn.get_attribute("class") or "") and hits.count():
        hand.tap(hits.nth(1))
    hand.tap(hand.large)


def test_a_round_of_four_heroes_takes_few_taps(company: Company, server: Server, fight: str) -> None:
    server.record(fight, "initiative-deck-kept")
    hand = Hand(open_phone(company, fight))
    expect(hand.page.locator("#fight h2")).to_contain_text("Fight round 4")
    for _ in range(4):
        hand.tap(hand.page.locator("#piece-choosing .compact > :not(.done) .pad .key").first)
    hand.tap(hand.large)
    turns = hand.page.locator(".initiative li").count()
    assert turns >= 8
    while hand.at_turn.count():
        turn_of(hand)
    hand.tap(hand.large)
    expect(hand.page.locator("#fight h2")).to_contain_text("Fight round 5")
    print(f"{hand.taps} taps for {turns} turns")
    assert hand.taps <= MOST_TAPS
    assert server.campaign(fight).table.scene.round == 5  # type: ignore[attr-defined]


@pytest.mark.full
def test_a_round_takes_few_taps_though_no_card_was_typed_in(company: Company, server: Server) -> None:
    """The initiative card is six taps, and its number; the fate card is its value."""
    key = untyped(server)
    hand = Hand(open_phone(company, key))
    for _ in range(4):
        hand.tap(hand.page.locator("#piece-choosing .compact > :not(.done) .pad .key").first)
    hand.opens()
    hand.page.locator("[name='f.card']").fill("7")
    for symbol in range(6):
        hand.touch(hand.page.locator("[data-next]").nth(symbol))
    hand.tap(hand.page.get_by_role("button", name="Record", exact=True))
    while hand.at_turn.count():
        turn_of(hand)
    hand.opens()
    hand.page.locator("[name='f.value']").fill("2")
    hand.tap(hand.page.get_by_role("button", name="Record", exact=True))
    expect(hand.page.locator("#fight h2")).to_contain_text("Fight round 2")
    print(f"{hand.taps} taps")
    assert hand.taps <= MOST_UNTYPED
    table = server.campaign(key).table
    assert table.thing("initiative-cards", "7")["seen"] is True


def test_whoever_is_at_turn_stands_in_sight_and_in_the_strip(company: Company, server: Server, fight: str) -> None:
    for hero in ("lunara", "venia", "torrax", "matajam"):
        server.record(fight, "hero-action-selected", hero=hero, action="focus", symbol="green")
    server.record(fight, "initiative-card-revealed", card="I4")
    page = open_phone(company, fight)
    row = page.locator(".initiative")
    active = page.locator(".initiative [aria-current]")
    expect(active).to_be_in_viewport()
    expect(page.locator("#strip")).to_contain_text(active.locator("span").first.inner_text())
    server.record(fight, "turn-ended", figure=server.campaign(fight).table.scene.order[0])  # type: ignore[attr-defined]
    expect(row.locator("li.done")).to_have_count(1)


def test_the_second_phone_sees_who_has_chosen_and_not_what(company: Company, server: Server, fight: str) -> None:
    page = open_phone(company, fight)
    server.record(fight, "hero-action-selected", hero="lunara", action="Charge", symbol="red")
    expect(page.locator("#piece-choosing .compact > li").first).to_contain_text("selected")
    expect(page.locator("#newest")).to_contain_text("Lunara selected an action: hidden")


# --- every moment of a fight, as everybody may look at it -------------------------------------


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
def test_no_moment_of_a_fight_is_in_anybodys_way_on_any_screen(
    company: Company, server: Server, fight: str, moment: Callable[[Server, str], None]
) -> None:
    moment(server, fight)
    page = company.page()
    page.goto(f"/c/{fight}/")
    assert troubles(page) == []


def test_a_fight_can_be_read_in_any_light(company: Company, server: Server, fight: str) -> None:
    rolling(server, fight)
    page = company.page()
    company.prefer(page, theme="light", interface="zh_Hans", content="zh")
    page.goto(f"/c/{fight}/")
    assert barriers_in_any_light(page) == []
