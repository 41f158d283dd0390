"""Each set of areas that a new table may track, in a browser: two rounds by the large button, from New campaign on."""

from __future__ import annotations

from urllib.parse import unquote

import pytest
from playwright.sync_api import ViewportSize, expect

from domain.games import BY_KEY
from tests.browser.company import Company
from tests.browser.first_turn import Walker
from tests.browser.server import Server
from tests.first_turns import TURNS_IN, rounds_of

SIZE: ViewportSize = {"width": 390, "height": 844}
MOST = 240
"""The number of taps that lead past each player's second turn."""
SETS = {game.key: [one.key for one in game.tracking_sets] or [""] for game in BY_KEY.values()}


def first_rounds(company: Company, server: Server, game: str, chosen: str, played: int) -> None:
    """Begin a table that tracks a set, with two players or as few as there may be, and play so many rounds."""
    hand = Walker(company.page(has_touch=True, viewport=SIZE))
    hand.begins(game, chosen)
    key = unquote(hand.page.url.split("/c/")[1].split("/")[0])
    table = server.campaign(key).table
    while rounds_of(table) <= played:
        assert len(hand.told) < MOST, hand.way
        expect(hand.large, hand.way).to_be_visible()
        hand.goes_on()
        table = server.campaign(key).table
        if not any(table.tracks(area) for area in TURNS_IN[game]) and not BY_KEY[game].waiting(table):
            expect(hand.page.locator("#strip .turn"), hand.way).to_have_count(0)


LONG = ("odalin",)
"""Games whose first round takes as long as those of all others together: left to the second command."""


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=[] if game in LONG else pytest.mark.quick)
        for game, keys in SETS.items()
        if len(keys) > 1
    ],
)
def test_the_large_button_leads_through_the_first_round_of_what_is_recommended(
    company: Company, server: Server, game: str
) -> None:
    first_rounds(company, server, game, SETS[game][0], 1)


@pytest.mark.parametrize(
    ("game", "chosen"), [(game, key) for game, keys in SETS.items() if len(keys) > 1 for key in keys]
)
def test_the_large_button_leads_through_two_rounds_of_each_set(
    company: Company, server: Server, game: str, chosen: str
) -> None:
    first_rounds(company, server, game, chosen, 2)
