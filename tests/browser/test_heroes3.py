"""Heroes III on a phone: a combat round of six units and a turn without a combat take few touches."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from companion.demo import demo_pack
from domain.framework.content import merge_content
from domain.games.heroes3 import GAME
from domain.games.heroes3.state.combat import Combat
from domain.games.heroes3.state.table import Heroes3
from tests.browser.chromium import PHONE
from tests.browser.company import Company
from tests.browser.hand import Hand, open_phone
from tests.browser.server import Server
from tests.browser.test_whose import seated

MOST_AT_ONCE, MOST_IN_STEPS, MOST_IN_A_TURN = 15, 24, 12
"""Touches of a combat round of six units, of which each attacks, and of a turn without a combat."""
CASTLE, DUNGEON = "castle", "dungeon"
UNITS = {
    "pikes": (CASTLE, "ground", 5), "bows": (CASTLE, "ranged", 4), "birds": (CASTLE, "flying", 7),
    "imps": (DUNGEON, "ground", 5), "eyes": (DUNGEON, "ranged", 3), "bats": (DUNGEON, "flying", 8),
}  # fmt: skip
"""Three units a side, each with its initiative; none of them falls in one round."""


def table_of(server: Server, key: str) -> Heroes3:
    found = server.campaign(key).table
    assert isinstance(found, Heroes3)
    return found


def begun(server: Server, *tracks: str) -> str:
    """A clash of two in its first round, with three units a side whose cards were typed in; its key."""
    made = server.services.campaigns.new("heroes3", "Clash", {"tracks": list(tracks)}, server.services.new_command())
    key = server.services.find_campaign(made.campaign).key
    server.record(key, "dice-kept")
    for unit, (faction, kind, initiative) in UNITS.items():
        stats = {"attack": 2, "defense": 1, "hp": 20, "initiative": initiative, "type": kind, "tier": "bronze"}
        fields: dict[str, Any] = {"en": unit.title(), "faction": faction, **stats}
        server.record(key, "content-added", kind="units", id=unit, fields=fields)
    for faction in (CASTLE, DUNGEON):
        own = [unit for unit, (whose, *_) in UNITS.items() if whose == faction]
        server.record(key, "faction-taken", faction=faction, player=faction.title())
        server.record(key, "start-taken", seat=faction, goods={"gold": 30, "materials": 9}, units=own)
    return key


STANDS = {
    CASTLE: {"pikes": "1 2", "bows": "2 1", "birds": "3 2"}, DUNGEON: {"imps": "1 4", "eyes": "2 5", "bats": "3 4"},
}  # fmt: skip
"""On which spaces they stand where the board is used: nobody beside an enemy."""


def at_war(server: Server, *tracks: str, board: bool = False) -> str:
    """The Castle fights the Dungeon; its first combat round has begun."""
    key = begun(server, *tracks)
    server.record(key, "game-begun", starting=CASTLE)
    server.record(key, "combat-announced", seat=CASTLE, defender=DUNGEON)
    server.record(key, "combat-begun", seat=CASTLE)
    for faction in (CASTLE, DUNGEON):
        server.record(key, "units-placed", seat=faction, **({"spaces": STANDS[faction]} if board else {}))
    return key


CROWDED = {
    CASTLE: {"griffins": "1 2", "crusaders": "2 2", "zealots": "3 1", "halberdiers": "3 2", "marksmen": "4 1"},
    DUNGEON: {"minotaurs": "1 4", "medusas": "2 5", "troglodytes": "3 4", "harpies": "4 4"},
}
"""Units with long names, each on its space."""


def on_a_crowded_board(server: Server) -> str:
    """The Castle and the Dungeon fight with all their units on the combat board; its key."""
    made = server.services.campaigns.new(
        "heroes3", "Crowded", {"tracks": ["towns", "combats"]}, server.services.new_command()
    )
    printed = merge_content(GAME.pack, demo_pack(GAME, "demo.toml"))
    server.services.campaigns.change_pack(made.campaign, printed, server.services.new_command())
    key = server.services.find_campaign(made.campaign).key
    server.record(key, "dice-kept")
    for faction, units in CROWDED.items():
        server.record(key, "faction-taken", faction=faction, player=faction.title())
        server.record(key, "start-taken", seat=faction, goods={"gold": 30, "materials": 9}, units=[*units])
    server.record(key, "game-begun", starting=CASTLE)
    server.record(key, "combat-announced", seat=CASTLE, defender=DUNGEON)
    server.record(key, "combat-begun", seat=CASTLE)
    for faction, spaces in CROWDED.items():
        server.record(key, "units-placed", seat=faction, spaces=spaces)
    return key


class Fighter(Hand):
    """A hand that records a combat by its keys and the large button."""

    def attacks(self, target: str) -> None:
        """Tap whom the unit that is next attacks: dice, damage and the blow that comes back are rolled here."""
        self.tap(self.page.locator("#prompts form.keys").get_by_role("button", name=target, exact=True))

    def taps_on(self, space: str) -> None:
        """Tap a space of the combat board: a free one to move there, an enemy to attack it."""
        self.tap(self.page.locator(f"#piece-combat button.spot[value='{space}']"))

    def declares(self, unit: str, target: str) -> None:
        """Tap whom it attacks, before cards are played; where there are many targets, after a tap that unfolds them."""
        declared = self.page.locator("#prompts").get_by_role("button", name=f"{unit}: attack {target}, with cards")
        if not declared.is_visible():
            self.touch(self.page.locator("#prompts summary"))
        self.tap(declared)

    def rolls(self) -> None:
        """Roll what is open by the large button: the attack, and the blow that comes back, if there is one."""
        while self.large.is_visible() and self.large.inner_text().startswith("Roll"):
            self.tap(self.large)


TARGETS = {"Bats": "Pikes", "Birds": "Eyes", "Pikes": "Imps", "Imps": "Birds", "Bows": "Bats", "Eyes": "Bows"}
"""Whom each unit attacks, in the order of initiative; who is attacked first by hand strikes back."""


def test_a_combat_round_of_six_units_that_attack_at_once_takes_few_touches(company: Company, server: Server) -> None:
    key = at_war(server, "towns", "combats")
    hand = Fighter(open_phone(company, key))
    for target in TARGETS.values():
        hand.attacks(target)
    hand.tap(hand.large)
    print(f"{hand.taps} touches")
    assert hand.taps <= MOST_AT_ONCE
    combat = table_of(server, key).combat or Combat()
    assert (combat.round, len(combat.fighters)) == (2, len(UNITS))


def test_on_the_board_a_round_in_which_all_move_takes_few_touches(company: Company, server: Server) -> None:
    """Flying and ground units move and attack, ranged ones shoot and move on."""
    key = at_war(server, "towns", "combats", board=True)
    hand = Fighter(open_phone(company, key))
    for space in ("3 3", "birds", "bats", "1 3", "imps", "pikes", "eyes", "1 1", "bows", "1 5"):
        hand.taps_on(space)
    hand.tap(hand.large)
    print(f"{hand.taps} touches")
    assert hand.taps <= MOST_AT_ONCE
    combat = table_of(server, key).combat or Combat()
    assert (combat.round, [combat.fighters[unit].space for unit in ("bats", "pikes", "bows")]) == (
        2,
        ["3 3", "1 3", "1 1"],
    )


def test_a_combat_round_of_six_units_in_steps_takes_few_touches(company: Company, server: Server) -> None:
    key = at_war(server, "towns", "combats", "cards")
    hand = Fighter(open_phone(company, key))
    for unit, target in TARGETS.items():
        hand.declares(unit, target)
        hand.rolls()
    hand.tap(hand.large)
    print(f"{hand.taps} touches")
    assert hand.taps <= MOST_IN_STEPS
    combat = table_of(server, key).combat or Combat()
    assert (combat.round, len(combat.fighters)) == (2, len(UNITS))


def at_home(server: Server) -> str:
    """A clash on a map of two home tiles, of which all areas are tracked; the Castle's first turn comes next.

    What the unit and the dwelling cost was said before, and the tier, for it decides where the unit is recruited.
    """
    key = begun(server, "towns", "map", "cards", "combats")
    known = {"locations": {"0": "town", "1": "mine"}, "yields": {"1": "materials"}}
    for seat, place in ((CASTLE, "0 0"), (DUNGEON, "2 1")):
        server.record(key, "tile-laid", place=place, kind="starting", tile=seat.title(), seat=seat)
        server.record(key, "tile-described", tile=seat.title(), **known)
    bronze = {"tier": "bronze", "cost": {"gold": 2}}
    server.record(key, "content-corrected", kind="units", id="halberdiers", fields=bronze)
    price = {"en": "Bronze dwelling", "cost": {"gold": 1}}
    server.record(key, "content-added", kind="buildings", id="castle dwelling-bronze", fields=price)
    server.record(key, "game-begun", starting=CASTLE)
    return key


class Traveller(Hand):
    """A hand that takes a turn by the large button, the map and the drawer of a kingdom."""

    def moves_to(self, field: str) -> None:
        self.tap(self.page.locator(f"#piece-land button.spot[value='{field}']"))

    def opens_in_kingdom(self, words: str) -> None:
        """Pull the kingdom out, and tap what leads to a form."""
        self.touch(self.page.locator(".handle.active"))
        self.touch(self.page.locator(".drawer:popover-open, .aside:popover-open").get_by_role("link", name=words))

    def records(self) -> None:
        """Record the form, and look up when the map is there again."""
        self.touch(self.record)
        expect(self.large).to_be_visible()


def test_a_turn_without_a_combat_takes_few_touches(company: Company, server: Server) -> None:
    """Cards are drawn, a mine is flagged on the way of three fields, a dwelling built, a unit recruited."""
    key = at_home(server)
    hand = Traveller(open_phone(company, key))
    hand.tap(hand.large)
    for field in ("Castle 1", "Castle 2", "Castle 3"):
        hand.moves_to(field)
    hand.opens_in_kingdom("Bronze dwelling")
    hand.records()
    hand.opens_in_kingdom("Recruit a unit")
    hand.touch(hand.page.locator(".chip", has_text="Halberdiers"))
    hand.records()
    hand.tap(hand.large)
    print(f"{hand.taps} touches")
    assert hand.taps <= MOST_IN_A_TURN
    table = table_of(server, key)
    seat = table.seats[CASTLE]
    assert (table.fields["Castle 1"].flags, seat.main.field, seat.main.left) == ([CASTLE], "Castle 3", 0)
    assert (list(seat.buildings), "halberdiers" in seat.units, seat.done) == (["dwelling-bronze"], True, True)


BEFORE_A_DISCOVERY = "heroes3/0.1.0", 173
"""A log, and the entry after which a tile is discovered beside the hero of who is at turn."""
OPENING = 2
"""The entry of that log that says which decks the app draws from."""


def test_a_tap_on_the_map_leaves_the_page_where_it_is(company: Company, server: Server) -> None:
    """What may be tapped lies on other fields after a tile is discovered; the map stays under the finger."""
    key = server.play_on(*BEFORE_A_DISCOVERY)
    server.amend(key, OPENING, decks=["tiles"])
    page = open_phone(company, key)
    hand, land = Traveller(page), page.locator("#piece-land")
    spot = land.locator("button.spot[name='f.place']")
    spot.scroll_into_view_if_needed()
    before = land.evaluate("(map) => map.getBoundingClientRect().top")
    hand.tap(spot)
    assert land.evaluate("(map) => map.getBoundingClientRect().top") == before


IN_SIGHT = """(map) => {
  const frame = map.querySelector("[data-pans]").getBoundingClientRect();
  const boxes = [...map.querySelectorAll(".space.open")].map((one) => one.getBoundingClientRect());
  return boxes.some(({ left, right, top, bottom }) =>
    left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom);
}"""
THE_DUNGEON_IS_AT_TURN = "heroes3/0.1.0", 322


def test_as_another_hero_is_at_turn_the_map_goes_there_unless_somebody_moved_it(
    company: Company, server: Server
) -> None:
    key = server.play_on(*THE_DUNGEON_IS_AT_TURN)
    page, moved = open_phone(company, key), open_phone(company, key)
    moved.locator("[data-pans]").evaluate("(pane) => pane.scrollTo({ left: 9, top: 9, behavior: 'instant' })")
    server.record(key, "turn-ended", seat="dungeon")
    for one in (page, moved):
        expect(one.locator("#main")).to_have_attribute("data-position", str(server.campaign(key).position))
    assert page.locator("#piece-land").evaluate(IN_SIGHT)
    assert moved.locator("[data-pans]").evaluate("(pane) => [pane.scrollLeft, pane.scrollTop]") == [9, 9]


A_SIEGE, AGAINST_NEUTRAL_UNITS = ("heroes3/0.1.0-war", 692), ("heroes3/0.1.0", 225)
"""Logs, and the entry after which two fight around a town, or one fights alone."""
TWO_ARE_AT_WAR = "heroes3/0.1.0-war", 581
"""A log, and the entry after which a combat of two heroes is announced; neither placed units yet."""


def test_who_waits_in_a_combat_sees_the_own_moment_as_it_comes(company: Company, server: Server) -> None:
    """The card of the sides grows below the line that says who is waited for; it does not push the moment off."""
    key = server.play_on(*TWO_ARE_AT_WAR)
    seated(server, key, "necropolis", Ann="castle")
    server.record(key, "combat-begun", seat="necropolis")
    server.record(key, "units-placed", seat="necropolis", units=["zombies"])
    page = company.page(viewport=PHONE)
    company.prefer(page, hints="primary.undo")
    page.goto(f"/c/{key}/")
    expect(page.locator("[data-connection=saved]")).to_be_visible()
    expect(page.locator("#awaited")).to_be_in_viewport(ratio=1)
    server.record(key, "units-placed", seat="castle", units=["halberdiers"])
    expect(page.locator("#main")).to_have_attribute("data-position", str(server.campaign(key).position))
    expect(page.locator("#prompts .yours")).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize(
    ("seat", "ways"),
    [("necropolis", ["Surrender", "End the combat"]), ("castle", ["End the combat"]), ("dungeon", [])],
    ids=["attacks", "defends its town", "looks on"],
)
def test_what_ends_a_combat_stands_on_the_phones_of_those_who_fight_it(
    company: Company, server: Server, seat: str, ways: list[str]
) -> None:
    key = server.play_on(*A_SIEGE)
    seated(server, key, seat)
    page = open_phone(company, key)
    expect(page.locator("#piece-combat .ask")).to_have_text(ways)


def test_nobody_surrenders_to_neutral_units(company: Company, server: Server) -> None:
    page = open_phone(company, server.play_on(*AGAINST_NEUTRAL_UNITS))
    expect(page.locator("#piece-combat .ask")).to_have_text(["End the combat"])


def test_a_tap_on_whose_card_nobody_typed_in_asks_for_the_damage(company: Company, server: Server) -> None:
    """It says that damage is missing before anything failed; what is on the card is the large button meanwhile."""
    key = begun(server, "towns", "combats")
    server.record(key, "content-added", kind="units", id="ghosts", fields={"en": "Ghosts", "neutral": True})
    server.record(key, "game-begun", starting=CASTLE)
    server.record(key, "combat-announced", seat=CASTLE)
    server.record(key, "combat-begun", seat=CASTLE)
    server.record(key, "units-placed", seat=CASTLE, units=["birds"], spaces={"birds": "1 2"})
    server.record(key, "neutrals-drawn", seat=CASTLE, units=["ghosts"], spaces=["1 5"])
    hand = Fighter(open_phone(company, key))
    expect(hand.large).to_have_text("What is on the card of Ghosts?")
    hand.taps_on("1 4")
    hand.touch(hand.page.locator("#piece-combat button.spot[value='ghosts']"))
    for name in ("Damage dealt", "Damage struck back"):
        expect(hand.page.get_by_role("spinbutton", name=name)).to_be_visible()
    expect(hand.page.get_by_text("Not recorded.", exact=True)).to_have_count(0)


A_SETTLEMENT_IS_VISITED = "heroes3/0.1.0", 154
"""A log, and the entry after which a settlement says what it brings."""


def test_the_key_of_no_income_is_written_like_those_beside_it(company: Company, server: Server) -> None:
    page = open_phone(company, server.play_on(*A_SETTLEMENT_IS_VISITED))
    keys = page.locator("#prompts .keys:not(.second) .key").all_inner_texts()
    assert [key[0].isupper() for key in keys] == [True] * 4


def test_who_tapped_the_board_before_is_led_to_the_moment_that_an_opponent_brings(
    company: Company, server: Server
) -> None:
    """A tap on the board leaves it where it is; what another does later may move it."""
    key = at_war(server, "towns", "combats", board=True)
    seated(server, key, DUNGEON, Ann=CASTLE)
    page = company.page(viewport=PHONE, has_touch=True)
    company.prefer(page, hints="primary.undo")
    page.goto(f"/c/{key}/")
    hand = Fighter(page)
    hand.taps_on("3 3")
    hand.taps_on("birds")
    page.locator("#piece-combat").get_by_text("Combat round").evaluate("(one) => one.scrollIntoView()")
    page.wait_for_timeout(2_100)
    server.record(key, "unit-defended", seat=CASTLE, unit="birds")
    server.record(key, "unit-defended", seat=CASTLE, unit="pikes")
    expect(page.locator("#prompts .yours")).to_be_in_viewport(ratio=1)
