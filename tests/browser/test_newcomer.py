"""A newcomer who presses only the large button, and fills in only what a form needs and cannot know."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from domain.games.agemonia.campaign.city import UnusedActivityTokensDiscarded
from domain.games.agemonia.console.turns.turns import TurnEnded
from tests.browser.chromium import SIZES
from tests.browser.company import Company
from tests.browser.player import Player
from tests.browser.server import Server

MOST = 70
"""Presses after which a campaign round that does not end is stuck."""


@pytest.fixture
def fresh(server: Server) -> str:
    """A campaign in which nothing has happened yet; its key."""
    made = server.desk.campaigns.new("agemonia", "Newcomers", {}, server.desk.command())
    return server.desk.find(made.campaign).key


class Newcomer(Player):
    """Somebody who has never seen the game, and presses what is large until something holds."""

    def __init__(self, page: Page, server: Server, key: str) -> None:
        super().__init__(page, f"/c/{key}/")
        self.server, self.key = server, key

    def comes_to(self, step: str, number: int = 0, fight_round: int = 0) -> None:
        """Press the large button until the table is there."""
        for _press in range(MOST):
            table = self.table
            if (table.step, table.scene.round) == (step, fight_round) and table.round >= number:
                return
            self.follow()
            assert self.page.locator(".skips").count() == 0, " → ".join(self.told)
        raise AssertionError(" → ".join(self.told))

    @property
    def table(self):  # type: ignore[no-untyped-def]  # of a game that this page knows
        return self.server.campaign(self.key).table


def test_who_presses_only_the_large_button_plays_a_correct_round(company: Company, server: Server, fresh: str) -> None:
    newcomer = Newcomer(company.page(viewport=SIZES["phone"], has_touch=True), server, fresh)
    newcomer.comes_to("city", 1)
    hero = next(iter(newcomer.table.heroes))
    assert newcomer.table.heroes[hero].strength is not None
    assert newcomer.table.heroes[hero].chips is not None
    server.record(fresh, "stars-gained", hero=hero, amount=9)

    newcomer.comes_to("journey", 1)
    assert newcomer.table.books_read == [1]
    assert newcomer.table.heroes[hero].levels_read == [1]
    assert newcomer.table.heroes[hero].sleeps != "uneasy-sleep"

    newcomer.comes_to("scenario", 1, fight_round=2)
    newcomer.chooses("The end of the scenario")
    newcomer.comes_to("city", 2)

    log = list(server.campaign(fresh).entries())
    assert [entry for entry in log if isinstance(entry.event, UnusedActivityTokensDiscarded) or entry.bent] == []
    turns = [n for n, entry in enumerate(log) if isinstance(entry.event, TurnEnded)]
    assert [log[n - 1].topic for n in turns] == ["agemonia.hero-action-performed"]
