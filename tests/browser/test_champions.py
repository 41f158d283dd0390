"""Marvel Champions on one phone: a round takes few taps, and whoever presses only the large button is never refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, expect

from domain.games.champions.state.table import Champions
from tests.browser.barriers import barriers, troubles
from tests.browser.chromium import SIZES
from tests.browser.company import Company
from tests.browser.hand import Hand, open_phone
from tests.browser.player import Player
from tests.browser.server import Server

MOST_OF_ROUND, MOST_OF_VILLAIN = 20, 12
PRINTED_ONCE = 2
"""The taps for the ATK and the SCH of a villain whom nobody typed in: asked once."""
"""Taps of a round of three heroes at a table with its dials alone, and of a villain phase of three."""
MOST = 40
"""Presses after which two rounds that do not end are stuck."""
SPIDER, IRON, MARVEL = "spider-man", "Iron Man", "Captain Marvel"
"""One of whom the content knows the numbers, and two that the table typed in."""
TYPED_IN = {"health": 42, "target": 21, "acceleration": 3}


PRINTED = {"kind": "scenarios", "id": "rhino", "fields": {"villains": ["rhino-1"]}}
"""The villain with the numbers on the card: ATK 2, SCH 1, and 14 hit points for each player."""


def begun(server: Server, key: str) -> str:
    """Three heroes against Rhino at a table with its dials alone, in the first player phase; its key."""
    server.record(key, "hero-taken", hero=SPIDER)
    server.record(key, "hero-taken", hero=IRON, health=9)
    server.record(key, "hero-taken", hero=MARVEL, health=12)
    server.record(key, "scenario-chosen", scenario="rhino", health=42, target=21, acceleration=3, threat=0)
    server.record(key, "game-begun")
    server.record(key, "threat-placed", scheme="main scheme", amount=6)
    return key


@pytest.fixture
def fresh(server: Server) -> str:
    """A table with its dials alone at which nothing has happened; its key."""
    made = server.services.campaigns.new("champions", "Dials", {}, server.services.new_command())
    return server.services.find_campaign(made.campaign).key


@pytest.fixture
def dials(server: Server, fresh: str) -> str:
    """A villain of whom nobody typed in what is printed on the card."""
    return begun(server, fresh)


@pytest.fixture
def printed(server: Server, fresh: str) -> str:
    """A villain whose ATK and SCH are known."""
    server.record(fresh, "content-corrected", **PRINTED)
    return begun(server, fresh)


def table_of(server: Server, key: str) -> Champions:
    found = server.campaign(key).table
    assert isinstance(found, Champions)
    return found


def dial(hand: Hand, whose: str, label: str, way: str) -> Locator:
    """A step of a dial, by whose it is and what it says."""
    return hand.page.get_by_role("region", name=whose, exact=True).get_by_role("button", name=f"{label}: one {way}")


@contextmanager
def pulled(hand: Hand, hero: str) -> Iterator[Locator]:
    """A hero's part of the table, pulled out and put back."""
    hand.touch(hand.page.locator(".handle", has_text=hero))
    part = hand.page.get_by_role("region", name=hero, exact=True)
    yield part
    hand.touch(part.get_by_role("button", name="Close"))


def villain_phase(hand: Hand, *keys: str) -> None:
    """From the turns to the next round: threat, an activation against each hero, a card that hurts somebody."""
    hand.tap(hand.large)
    hand.tap(hand.large)
    for key in keys:
        hand.tap(hand.page.get_by_role("button", name=key, exact=True))
    with pulled(hand, IRON):
        hand.counts(dial(hand, IRON, "Hit points", "less"), 1)
    hand.tap(hand.large)


BOOST = "and how many boost icons?"


def test_a_round_of_three_heroes_with_dials_alone_takes_few_taps(company: Company, server: Server, dials: str) -> None:
    hand = Hand(open_phone(company, dials))
    with pulled(hand, "Spider-Man") as hero:
        hand.tap(hero.get_by_role("button", name="Change form"))
    hand.counts(dial(hand, "Rhino", "Hit points", "less"), 5)
    hand.counts(dial(hand, "The Break-In!", "Threat", "less"), 2)
    villain_phase(
        hand,
        "Rhino: which ATK is printed? 2",
        f"Rhino attacks Spider-Man, no defender: 2, {BOOST} 1",
        "Rhino: which SCH is printed? 1",
        f"Rhino schemes against Iron Man: 1, {BOOST} 1",
        f"Rhino schemes against Captain Marvel: 1, {BOOST} 0",
    )
    print(f"{hand.taps} taps")
    assert hand.taps <= MOST_OF_ROUND + PRINTED_ONCE
    table = table_of(server, dials)
    assert table.round == 2
    assert (table.villain.left, table.main.threat) == (37, 10)
    assert (table.seats[SPIDER].left, table.seats[IRON].left) == (7, 8)


def test_a_villain_phase_takes_few_taps_though_nobody_knows_the_numbers_of_the_villain(
    company: Company, server: Server, dials: str
) -> None:
    hand = Hand(open_phone(company, dials))
    villain_phase(
        hand,
        "Rhino: which SCH is printed? 1",
        f"Rhino schemes against Spider-Man: 1, {BOOST} 0",
        f"Rhino schemes against Iron Man: 1, {BOOST} 0",
        f"Rhino schemes against Captain Marvel: 1, {BOOST} 0",
    )
    print(f"{hand.taps} taps")
    assert hand.taps <= MOST_OF_VILLAIN
    assert table_of(server, dials).main.threat == 6 + 3 + 3


def test_a_villain_with_numbers_takes_one_tap_a_seat(company: Company, server: Server, printed: str) -> None:
    server.record(printed, "form-changed", seat=SPIDER)
    server.record(printed, "form-changed", seat=MARVEL)
    server.record(printed, "card-print-said", card=MARVEL)
    hand = Hand(open_phone(company, printed))
    villain_phase(
        hand,
        "Spider-Man defends: 2, and how many boost icons? 2",
        "Rhino I schemes against Iron Man: 1, and how many boost icons? 1",
        "Captain Marvel: which DEF is printed? 1",
        "Rhino I attacks Captain Marvel, no defender: 2, and how many boost icons? 0",
    )
    print(f"{hand.taps} taps")
    assert hand.taps <= MOST_OF_VILLAIN
    table = table_of(server, printed)
    assert table.main.threat == 6 + 3 + 2
    assert [table.seats[seat].left for seat in (SPIDER, IRON, MARVEL)] == [9, 8, 10]


def test_hit_points_of_a_hero_whom_nobody_knows_are_counted_from_what_most_have(company: Company, fresh: str) -> None:
    page = company.page()
    page.goto(f"/c/{fresh}/record/hero-taken")
    page.get_by_role("button", name="Hit points: one more").click()
    expect(page.get_by_label("Hit points", exact=True)).to_have_value("10")
    page.get_by_role("button", name="Hit points: one less").click()
    expect(page.get_by_label("Hit points", exact=True)).to_have_value("9")


# --- somebody who has never seen the game ------------------------------------------------------


def test_who_presses_only_the_large_button_plays_two_rounds(company: Company, server: Server, fresh: str) -> None:
    newcomer = Player(company.page(viewport=SIZES["phone"], has_touch=True), f"/c/{fresh}/")
    for _press in range(MOST):
        table = table_of(server, fresh)
        if table.round == 3:
            break
        newcomer.follow()
        assert newcomer.page.locator(".skips").count() == 0, " → ".join(newcomer.told)
    table = table_of(server, fresh)
    assert table.round == 3, " → ".join(newcomer.told)
    assert len(table.seats) == 1
    assert table.scenario.id
    assert [entry for entry in server.campaign(fresh).entries() if entry.bent] == []


# --- as everybody may look at it ---------------------------------------------------------------


def test_no_table_is_in_anybodys_way_on_any_screen(company: Company, server: Server, printed: str) -> None:
    """With its dials alone, with keys for what comes next, and with every card in play."""
    server.record(printed, "form-changed", seat=SPIDER)
    server.record(printed, "status-given", target="villain", status="tough")
    page = company.page()
    found = troubles_of(page, printed)
    server.record(printed, "player-phase-ended")
    server.record(printed, "scheme-threat-placed")
    found += troubles_of(page, printed)
    server.record(printed, "table-opened", tracks=["turns", "schemes", "minions", "allies", "hands", "timing"])
    server.record(printed, "minion-entered", name="shocker", seat=IRON)
    server.record(printed, "side-scheme-entered", name="illegal-arms-factory", threat=3)
    server.record(printed, "card-entered", name="daredevil", seat=SPIDER)
    assert [*found, *troubles_of(page, printed)] == []


def troubles_of(page: Page, key: str) -> list[str]:
    """What is wrong with the table, screen by screen, and with the screen for the room."""
    page.goto(f"/c/{key}/")
    found = troubles(page)
    page.goto(f"/c/{key}/table/")
    return [*found, *(f"room: {fault}" for fault in barriers(page))]
