"""The screen for the room shows large whose turn begins, and what all should see; only what comes live."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from domain.framework.game import AnyGame
from domain.games import BY_KEY
from tests.browser.chromium import TELEVISION
from tests.browser.company import Company
from tests.browser.server import Server
from tests.moments import read_golden
from tests.shown import logs_of

TURN_ENDS = ("runewars/0.1.0", 68, "turn-ended", {"seat": "human"})


def opened_room(company: Company, key: str) -> Page:
    """The room's screen, once it is in touch with the host."""
    page = company.page(viewport=TELEVISION)
    page.goto(f"/c/{key}/table/")
    expect(page.locator("[data-connection=saved]")).to_be_visible()
    return page


def test_a_page_that_is_opened_announces_nothing(company: Company, server: Server) -> None:
    page = opened_room(company, server.play_on(*TURN_ENDS[:2]))
    expect(page.locator("#strip .turn")).to_be_visible()
    expect(page.locator("#herald")).to_be_hidden()


def test_a_turn_that_begins_is_announced_for_a_moment_and_moves_nothing(company: Company, server: Server) -> None:
    log, entries, event, fields = TURN_ENDS
    key = server.play_on(log, entries)
    page = opened_room(company, key)
    before = page.locator("#piece-map").bounding_box()
    server.record(key, event, **fields)
    expect(page.locator("#herald.turns .who")).to_have_text("Latari Elves: #2 Mobilize")
    assert page.locator("#piece-map").bounding_box() == before
    expect(page.locator("#herald")).to_be_hidden()


def test_the_end_of_a_battle_is_announced_with_the_crest(company: Company, server: Server) -> None:
    key = server.play_on("runewars/0.1.0", 254)
    page = opened_room(company, key)
    server.record(key, "army-retreated", to="7C", side="neutral", units={"sorcerer": 1})
    expect(page.locator("#herald:not(.turns)")).to_contain_text("ended")
    expect(page.locator("#herald .crest")).to_be_visible()


def test_with_less_motion_a_turn_is_announced_without_any(company: Company, server: Server) -> None:
    log, entries, event, fields = TURN_ENDS
    key = server.play_on(log, entries)
    page = opened_room(company, key)
    page.emulate_media(reduced_motion="reduce")
    server.record(key, event, **fields)
    expect(page.locator("#herald .who")).to_be_visible()
    assert page.locator("#herald").evaluate("(one) => one.getAnimations().length") == 0


@pytest.mark.parametrize("game", BY_KEY.values(), ids=BY_KEY)
def test_each_game_has_a_headline_in_its_golden_logs(game: AnyGame) -> None:
    topics = {raw.topic for log in logs_of(game) for raw in read_golden(game.key, log).raws}
    assert topics & game.headlines
