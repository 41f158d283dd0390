"""A newcomer who presses only the large button, and fills in only what a form needs and cannot know."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, Page

from domain.games.agemonia.console.turns import TurnEnded
from domain.log.entries import Entry
from tests.browser.chromium import SIZES
from tests.browser.company import Company
from tests.browser.fights import begun
from tests.browser.player import Player
from tests.browser.server import Server

MOST = 70
"""Presses after which a campaign round that does not end is stuck."""


@pytest.fixture
def fresh(server: Server) -> str:
    """A campaign in which nothing has happened yet; its key."""
    made = server.services.campaigns.new("agemonia", "Newcomers", {}, server.services.new_command())
    return server.services.find_campaign(made.campaign).key


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

    def plays_on_the_table(self, *results: str) -> None:
        """Write down the results of what is no longer fought here."""
        for name in results:
            self.page.goto(self.home)
            wanted = self.page.locator("#prompts :is(a, button)").filter(has_text=name).first
            if not wanted.is_visible():
                self.page.locator("#prompts details > summary").first.click()
            self.tap(wanted)

    def _fill(self, field: Locator) -> None:
        """Of all actions there are, a newcomer selects one of the tokens before them."""
        if field.get_attribute("name") != "f.action":
            super()._fill(field)
            return
        hero = self.page.locator("[name='f.hero']:checked, select[name='f.hero']").first.input_value()
        turn = self.table.scene.heroes.get(hero)
        own = (turn.slotted if turn else ()) or self.table.heroes[hero].tokens
        field.fill(own[0]) if own else super()._fill(field)

    @property
    def table(self):  # type: ignore[no-untyped-def]  # of a game that this page knows
        return self.server.campaign(self.key).table


@pytest.mark.full
def test_who_presses_only_the_large_button_plays_a_correct_round(company: Company, server: Server, fresh: str) -> None:
    newcomer = Newcomer(company.page(viewport=SIZES["phone"], has_touch=True), server, fresh)
    newcomer.comes_to("tutorial", fight_round=1)
    newcomer.plays_on_the_table(
        "The end of tutorial 1", "Tutorial 2 was already played", "Tutorial 3 was already played"
    )
    newcomer.comes_to("city", 1)
    party = newcomer.table.heroes
    assert len(party) == 1, "the fewest players begin"
    assert all(hero.chips is not None for hero in party.values())
    for hero in party:
        server.record(fresh, "stars-gained", hero=hero, amount=9)

    newcomer.comes_to("journey", 1)
    assert newcomer.table.books_read == [1]
    assert all(hero.levels_read == [1] for hero in newcomer.table.heroes.values())

    newcomer.comes_to("scenario", 1, fight_round=2)
    newcomer.chooses("The end of the scenario")
    newcomer.comes_to("city", 2)

    log = list(server.campaign(fresh).entries())
    assert [entry for entry in log if entry.bent] == []
    turns = [n for n, entry in enumerate(log) if isinstance(entry.event, TurnEnded)]
    assert [log[n - 1].topic for n in turns] == ["agemonia.hero-action-performed"]


def test_who_presses_only_the_large_button_plays_a_correct_fight_round(company: Company, server: Server) -> None:
    """Four heroes, an ally and three kinds of enemies; each hero at turn has done something before its turn ends."""
    key = begun(server)
    newcomer = Newcomer(company.page(viewport=SIZES["phone"], has_touch=True), server, key)
    before = server.campaign(key).position
    newcomer.comes_to("scenario", fight_round=5)

    log = list(server.campaign(key).entries(before))
    assert [entry for entry in log if entry.bent] == []
    ended = [n for n, entry in enumerate(log) if isinstance(entry.event, TurnEnded)]
    idle = [
        str(log[n].fields["figure"]) for n, since in zip(ended, [0, *ended], strict=False) if not acts(log[since:n])
    ]
    assert ended
    assert idle == []


def acts(entries: Sequence[Entry]) -> bool:
    """Whether somebody acted in a turn: an action, an attack, whatever an ally does."""
    acting = ("hero-action-performed", "attack-declared", "ally-action-performed", "action-counted")
    return any(entry.topic.rpartition(".")[2] in acting for entry in entries)
