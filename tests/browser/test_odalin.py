"""Odalin on a phone and on the screens around it: a round of a combat takes few touches, and is in sight."""

from __future__ import annotations

from domain.games.odalin.state.table import Odalin
from tests.browser import dungeons
from tests.browser.company import Company
from tests.browser.dungeons import HEROES
from tests.browser.hand import Hand, open_phone
from tests.browser.server import Server

MOST_AT_ONCE, MOST_IN_FULL = 40, 70
"""Touches of a round of four heroes and five villains, two of whom fall: with what is dealt said at once, and with
every card and die."""
TARGETS = {"Ana": "Ghoul 1", "Ben": "Ghoul 2", "Cleo": "Ogre 1", "Dov": "Ogre 1"}


def table_of(server: Server, key: str) -> Odalin:
    found = server.campaign(key).table
    assert isinstance(found, Odalin)
    return found


class Fighter(Hand):
    """A hand that records a combat by the large button and its keys."""

    def says(self, name: str) -> None:
        """Tap a key of what comes next."""
        self.tap(self.page.locator("#prompts").get_by_role("button", name=name, exact=True).first)

    def says_number(self, number: int) -> None:
        self.tap(self.page.locator("#prompts form.keys").first.get_by_text(str(number), exact=True))

    def chooses(self, name: str, value: str) -> None:
        """Choose in a list of a form: a touch opens it, one chooses."""
        self.page.locator(f"[name='{name}']").select_option(label=value)
        self.taps += 2

    def stands_within_1(self, *heroes: str) -> None:
        """Tick who stands where a villain died, on the card itself."""
        burst = self.page.locator("#prompts form", has_text="Who stands within 1")
        for hero in heroes:
            self.touch(burst.locator(".chip", has_text=hero))
        self.tap(burst.get_by_role("button"))

    def ends(self, hero: str) -> None:
        self.tap(self.page.locator("#prompts").get_by_role("button", name=f"{hero}: end the turn"))


def test_a_round_of_nine_with_what_is_dealt_said_at_once_takes_few_touches(company: Company, server: Server) -> None:
    key = dungeons.at_once(server)
    hand = Fighter(open_phone(company, key))
    for who in dungeons.ORDER:
        if who not in HEROES:
            hand.says("Ben")
            hand.says_number(2)
            continue
        falls = TARGETS[who].startswith("Ghoul")
        hand.says(TARGETS[who].lower())
        hand.says_number(5 if falls else 2)
        if falls:
            hand.says("no")
            hand.stands_within_1(who)
        hand.ends(who)
    hand.tap(hand.large)
    print(f"{hand.taps} touches")
    assert hand.taps <= MOST_AT_ONCE
    table = table_of(server, key)
    assert (table.round, list(table.villains), table.power) == (2, ["ghoul 3", "ogre 1", "ogre 2"], 2)
    assert table.heroes["Ben"].hp == 20 - 5 * 2


def test_a_round_of_nine_with_every_card_and_die_takes_few_touches(company: Company, server: Server) -> None:
    key = dungeons.in_full(server)
    hand = Fighter(open_phone(company, key))
    for who in dungeons.ORDER:
        if who not in HEROES:
            hand.says("Ben")
            hand.says_number(2)
            continue
        hand.touch(hand.page.locator("#prompts a.key", has_text=f"{who} strike").nth(2))
        hand.chooses("f.target", TARGETS[who])
        hand.tap(hand.record)
        hand.tap(hand.large)
        hand.tap(hand.large)
        if TARGETS[who].startswith("Ghoul"):
            hand.stands_within_1(who)
        hand.ends(who)
    hand.tap(hand.large)
    print(f"{hand.taps} touches")
    assert hand.taps <= MOST_IN_FULL
    table = table_of(server, key)
    assert (table.round, list(table.villains), table.power) == (2, ["ghoul 3", "ogre 1", "ogre 2"], 4)
    assert all(len(hero.in_zone("hand")) == 4 for hero in table.heroes.values())
