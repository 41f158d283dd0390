"""A campaign round, from the city to the next, as a table plays it: by taps and forms alone."""

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.browser.chromium import SIZES
from tests.browser.company import Gathering
from tests.browser.player import MOST, Player
from tests.browser.server import Server

STEPS = ("city", "journey", "scenario")


def place(server: Server, table: Gathering) -> tuple[int, str]:
    """The round and the step the file says the table is at."""
    at: tuple[int, str] = server.campaign(table.key).table.place
    return at


def plays_a_round(page: Page, table: Gathering, server: Server) -> list[str]:
    """The steps a player comes through from one round to the next."""
    player, (begun, _) = Player(page, table.at()), place(server, table)
    for wish in ("Visit a location", "Rent a room", "Write a keyword"):
        player.chooses(wish)
    steps: list[str] = []
    for _tap in range(MOST):
        number, step = place(server, table)
        if number > begun:
            return steps
        steps += [step] if step not in steps[-1:] else []
        player.follow()
    raise AssertionError(player.told)


SCREENS = [
    pytest.param(size, id=name, marks=[] if name == "phone" else [pytest.mark.full]) for name, size in SIZES.items()
]
"""Screens that a round is played on: in `make test` a phone, where there is the least room."""


@pytest.mark.parametrize("size", SCREENS)
def test_a_round_is_played_by_taps_alone(table: Gathering, server: Server, size: ViewportSize) -> None:
    assert plays_a_round(table.page(viewport=size, has_touch=True), table, server) == [*STEPS]
