"""A game that is over: who won stands on the first screen, on a phone above all else, in the room without scrolling."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import looks
from tests.browser.barriers import barriers
from tests.browser.chromium import SIZES
from tests.browser.company import Company
from tests.browser.server import Server

OVER = (
    ("agemonia/0.1.0-scenario", 440, "Success: S2"),
    ("champions/0.1.0", 723, "The heroes won"),
    ("runewars/0.1.0", 734, "Uthuk Y'llan won the war"),
)
"""Golden logs, how many of their entries there were once a game was over, and who won it."""


def is_on_the_first_screen(page: Page) -> bool:
    heading = page.locator("#ending h2").bounding_box()
    assert heading
    return heading["y"] + heading["height"] <= page.evaluate("innerHeight")


@pytest.mark.parametrize(("log", "entries", "winner"), OVER, ids=[log for log, *_ in OVER])
def test_who_won_is_on_the_first_screen_and_in_nobodys_way(
    company: Company, server: Server, log: str, entries: int, winner: str
) -> None:
    page, key = company.page(), server.play_on(log, entries)
    page.goto(f"/c/{key}/")
    for screen in SIZES:
        page.set_viewport_size(SIZES[screen])
        expect(page.locator("#ending h2")).to_have_text(winner)
        assert (screen, is_on_the_first_screen(page), looks.misplaced(page)) == (screen, True, [])
    assert barriers(page) == []
    page.goto(f"/c/{key}/table/")
    page.set_viewport_size({"width": 1920, "height": 1080})
    expect(page.locator("#ending h2")).to_have_text(winner)
    assert is_on_the_first_screen(page)
    page.goto(f"/c/{key}/timeline")
    expect(page.locator("#ending h2")).to_have_text(winner)


def test_battles_on_the_sheets_of_a_war_need_no_scrolling_aside(company: Company, server: Server) -> None:
    page = company.page(viewport=SIZES["laptop"])
    page.goto(f"/c/{server.play_on('runewars/0.1.0-war', 808)}/sheets/battles")
    title, winner = page.locator(".block.beside").first.locator("h3, dt").all()[:2]
    above, below = title.bounding_box(), winner.bounding_box()
    assert above
    assert below
    assert above["y"] + above["height"] <= below["y"]
    hidden = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).length"
    assert page.locator(".scroll").evaluate_all(hidden) == 0


def test_while_a_game_goes_on_no_end_is_seen_and_the_map_has_the_room(company: Company, server: Server) -> None:
    page = company.page(viewport={"width": 1920, "height": 1080})
    page.goto(f"/c/{server.play_on('runewars/0.1.0', 238)}/table/")
    expect(page.locator("#ending")).to_be_hidden()
    drawn = page.locator("#piece-map").bounding_box()
    assert drawn
    assert drawn["width"] > 800


def test_the_end_of_a_combat_is_on_all_screens_until_it_is_tapped_away_there(company: Company, server: Server) -> None:
    key = server.play_on("heroes3/0.1.0", 119)
    phone, other, room = company.page(), company.page(), company.page(viewport={"width": 1920, "height": 1080})
    for page, path in ((phone, ""), (other, ""), (room, "table/")):
        page.goto(f"/c/{key}/{path}")
        expect(page.locator("[data-connection=saved]")).to_be_visible()
        expect(page.locator("#ending")).to_be_hidden()
    server.record(key, "combat-ended", winner="castle")
    for page in (phone, other, room):
        expect(page.locator("#ending h2")).to_contain_text("Castle won")
        assert is_on_the_first_screen(page)
        assert looks.misplaced(page) == []

    phone.locator("#ending").get_by_role("button", name="Seen").click()

    expect(phone.locator("#ending")).to_be_hidden()
    phone.reload()
    expect(phone.locator("#ending")).to_be_hidden()
    for page in (other, room):
        expect(page.locator("#ending h2")).to_contain_text("Castle won")
