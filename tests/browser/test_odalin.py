"""Odalin on a phone and on the screens around it: a round of a combat takes few touches, and is in sight."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from domain.games.odalin.state.table import Odalin
from tests.browser import dungeons, looks
from tests.browser.barriers import barriers, barriers_in_any_light
from tests.browser.chromium import LAPTOP, OLD_TELEVISION, PHONE, SIZES, TELEVISION
from tests.browser.company import Company
from tests.browser.dungeons import HEROES
from tests.browser.hand import Hand, open_phone
from tests.browser.server import Server
from tests.browser.test_room import SCROLLED, sized, text_of

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
        burst = self.page.locator("#prompts form", has_text="within 1 of the square")
        for hero in heroes:
            self.touch(burst.locator(".chip", has_text=hero))
        self.tap(burst.get_by_role("button"))

    def attacks_ben(self) -> None:
        """A villain's turn: it attacks Ben, whose dice show two shields."""
        self.says("Ben")
        self.says_number(2)

    def ends(self, hero: str) -> None:
        self.tap(self.page.locator("#prompts").get_by_role("button", name=f"{hero}: end the turn"))


@pytest.mark.full
def test_a_round_of_nine_with_what_is_dealt_said_at_once_takes_few_touches(company: Company, server: Server) -> None:
    key = dungeons.at_once(server)
    hand = Fighter(open_phone(company, key))
    for who in dungeons.ORDER:
        if who not in HEROES:
            hand.attacks_ben()
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
            hand.attacks_ben()
            continue
        hand.touch(hand.page.locator("#prompts a.key", has_text=f"{who} strike").nth(2))
        hand.chooses("f.target", TARGETS[who])
        hand.tap(hand.record)
        hand.tap(hand.large)
        hand.tap(hand.page.locator("#prompts").get_by_role("button", name="Resolve the attack", exact=True))
        if TARGETS[who].startswith("Ghoul"):
            hand.stands_within_1(who)
        hand.ends(who)
    hand.tap(hand.large)
    print(f"{hand.taps} touches")
    assert hand.taps <= MOST_IN_FULL
    table = table_of(server, key)
    assert (table.round, list(table.villains), table.power) == (2, ["ghoul 3", "ogre 1", "ogre 2"], 4)
    assert all(len(hero.in_zone("hand")) == 4 for hero in table.heroes.values())


# --- as everybody may look at it ---------------------------------------------------------------


def bottom_of(page: Page, selector: str) -> float:
    box = page.locator(selector).last.bounding_box()
    assert box
    return float(box["y"] + box["height"])


@pytest.fixture
def at_turn(server: Server) -> str:
    """Ana is at turn before five villains, at a table that says at once what is dealt."""
    key = dungeons.at_once(server)
    server.record(key, "villain-held-back", villain="ghoul 1")
    return key


@pytest.fixture
def rolled(server: Server) -> str:
    """The dice of Ana's attack lie on the table; everything is tracked."""
    key = dungeons.in_full(server)
    server.record(key, "villain-held-back", villain="ghoul 1")
    server.record(key, "attack-declared", hero="Ana", target="ogre 1")
    server.record(key, "attack-rolled")
    return key


@pytest.fixture
def drawn(server: Server) -> str:
    """A villain has drawn its attack card; everything is tracked."""
    return dungeons.in_full(server)


@pytest.mark.parametrize("language", ["en", "zh_Hans"])
def test_five_villains_and_the_large_button_are_on_one_phone_screen(
    company: Company, at_turn: str, language: str
) -> None:
    page = company.page(viewport=PHONE, has_touch=True)
    company.prefer(page, interface=language)
    page.goto(f"/c/{at_turn}/")
    for hint in ("primary", "undo"):
        page.locator(f"[action='/hints/{hint}'] button").click()
        expect(page.locator(f"[action='/hints/{hint}']")).to_have_count(0)
    bar = page.locator(".reach").bounding_box()
    assert bar
    expect(page.locator("#piece-villains .compact > li")).to_have_count(5)
    assert bottom_of(page, "#prompts .closes") < bottom_of(page, "#piece-villains .compact > li") <= bar["y"]


@pytest.mark.parametrize("size", [OLD_TELEVISION, LAPTOP], ids=lambda size: str(size["width"]))
def test_villains_power_and_the_dials_of_four_heroes_are_on_a_laptop_at_once(
    company: Company, at_turn: str, size: ViewportSize
) -> None:
    page = company.page(viewport=size)
    page.goto(f"/c/{at_turn}/")
    for part in ("#piece-villains", "#piece-party", *(f"[id='piece-hero-{hero}:3']" for hero in HEROES)):
        assert bottom_of(page, part) <= size["height"], part


@pytest.mark.parametrize("moment", ["at_turn", "rolled", "drawn"])
def test_no_moment_of_a_combat_is_in_anybodys_way_on_any_screen(
    company: Company, request: pytest.FixtureRequest, moment: str
) -> None:
    page, key = company.page(), request.getfixturevalue(moment)
    page.goto(f"/c/{key}/")
    found = []
    for screen, size in SIZES.items():
        page.set_viewport_size(size)
        wrong = [*barriers(page), *looks.misplaced(page), *looks.too_small(page)]
        found += [f"{screen}: {fault}" for fault in wrong]
    assert found == []


@pytest.mark.parametrize("moment", ["at_turn", "rolled", "drawn"])
def test_a_combat_is_on_the_television_at_once(company: Company, request: pytest.FixtureRequest, moment: str) -> None:
    page, key = company.page(), request.getfixturevalue(moment)
    page.goto(f"/c/{key}/table/")
    for size, least in ((TELEVISION, 24), (OLD_TELEVISION, 17)):
        sized(page, size)
        assert (page.evaluate(SCROLLED), looks.misplaced(page)) == ([0, 0], [])
        assert text_of(page) >= least
    assert barriers(page) == []


def test_a_combat_can_be_read_in_any_light(company: Company, rolled: str) -> None:
    page = company.page()
    company.prefer(page, theme="light", interface="zh_Hans", content="zh")
    page.goto(f"/c/{rolled}/")
    assert barriers_in_any_light(page) == []


def test_nothing_of_a_combat_is_cut_off_where_text_is_twice_as_large(company: Company, at_turn: str) -> None:
    page = company.page(viewport=PHONE)
    company.prefer(page, scale="huge")
    page.goto(f"/c/{at_turn}/")
    assert looks.misplaced(page) == []
