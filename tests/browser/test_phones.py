"""Three phones at a table that has just begun: each takes a hero or faction and is seated, in every game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from domain.games import BY_KEY
from tests.browser.company import Company, Wardrobe
from tests.browser.first_turn import Walker
from tests.browser.phones import SIZE, Phone, becomes_host, begin, open_house, phones_at, take_seats
from tests.browser.server import Server
from tests.first_turns import rounds_of


@pytest.fixture(scope="module")
def house(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with open_house(tmp_path_factory.mktemp("phones")) as server:
        yield server


@pytest.fixture
def people(chromium: Browser, house: Server, wardrobe: Wardrobe) -> Iterator[Company]:
    with Company(chromium, house.address, wardrobe) as company:
        yield company
    assert company.complaints == []


@pytest.mark.parametrize(
    # in the quick lane the other games have a walk of their own
    "game",
    [pytest.param(game, marks=pytest.mark.quick) if game == "runewars" else game for game in BY_KEY],
)
def test_who_takes_a_hero_or_faction_on_a_phone_sits_there_and_does_not_wait_for_themselves(
    people: Company, house: Server, game: str
) -> None:
    key = begin(house, game)
    phones = phones_at(people, house, key)
    take_seats(phones, house, key)
    players = house.campaign(key).table.played_by()
    assert list(players.values()) == [phone.name for phone in phones]
    for phone in phones:
        expect(phone.page.locator(".me")).to_contain_text(f"({phone.name})")
        assert not [said for said in phone.awaited if f"({phone.name})" in said]


def rounds_of_moments(phones: list[Phone], server: Server, key: str, most: int = 80) -> None:
    """Each phone with a large button taps it, until every phone had its turn twice."""
    for _ in range(most):
        for phone in phones:
            phone.catches_up(server, key)
        if all(phone.moments > 1 for phone in phones):
            return
        next(phone for phone in phones if phone.large.count()).takes_part()
    raise AssertionError([phone.way for phone in phones])


def test_a_new_war_of_runewars_is_played_by_three_phones_until_it_was_up_to_each_of_them_twice(
    people: Company, house: Server
) -> None:
    key = begin(house, "runewars")
    phones = phones_at(people, house, key)
    take_seats(phones, house, key)
    phones[0].chooses("starting-player-found")
    rounds_of_moments(phones, house, key)


def test_a_new_clash_of_heroes3_is_played_by_three_phones_until_it_was_up_to_each_of_them_twice(
    people: Company, house: Server
) -> None:
    key = begin(house, "heroes3", mode="clash", tracks=["towns"])
    phones = phones_at(people, house, key)
    take_seats(phones, house, key)
    rounds_of_moments(phones, house, key)


def test_who_was_entered_on_another_device_is_asked_and_sits_down_with_one_tap(people: Company, house: Server) -> None:
    key = begin(house, "heroes3", mode="clash", tracks=["towns"])
    anna, *_ = phones_at(people, house, key)
    house.record(key, "faction-taken", faction="castle", player="Anna")
    expect(anna.page.locator("#claim h2")).to_have_text("Are you Castle?")
    anna.page.locator("#claim").get_by_role("button", name="Yes").click()
    expect(anna.page.locator(".me")).to_contain_text("Castle")
    expect(anna.page.locator("#claim")).to_be_hidden()


# --- from an empty folder to the first turn -----------------------------------------------------


JOINING = 3
"""Taps to join: the name, that one plays, and the button."""
STARTS = {"champions": (1, 10), "agemonia": (1, 12), "odalin": (2, 18), "heroes3": (2, 14), "runewars": (2, 18)}
"""The fewest players of each game, and the most taps to their first turn: the host's, one phone's, and common ones."""


def is_first_turn(table):  # type: ignore[no-untyped-def]  # of any game
    """Whether somebody is at turn, or on the way, or a fight has begun."""
    return table.place[1] in ("player", "turns", "journey") or (table.place[1] == "tutorial" and rounds_of(table) > 0)


@pytest.mark.parametrize("game", STARTS)
def test_the_fewest_players_begin_by_the_large_button_in_few_taps(people: Company, house: Server, game: str) -> None:
    players, most = STARTS[game]
    host = Walker(people.page(has_touch=True, viewport=SIZE))
    becomes_host(host.page)
    host.begins(game)
    key = host.page.url.split("/c/")[1].split("/")[0]
    phones = phones_at(people, house, key)[:players]
    own, common = dict.fromkeys(phones, JOINING), 0
    while not is_first_turn(house.campaign(key).table):
        for phone in phones:
            phone.catches_up(house, key)
        seated = list(house.campaign(key).table.played_by().values())
        phone = next(one for one in by_need(phones, seated) if one.large.count())
        is_own, before = phone.name not in seated or phone.yours.count() > 0, phone.taps
        phone.goes_on()
        assert "/record/" not in phone.page.url, phone.way
        own[phone] += (phone.taps - before) * is_own
        common += (phone.taps - before) * (not is_own)
    assert host.taps + max(own.values()) + common <= most, [phone.way for phone in phones]


def by_need(phones: list[Phone], seated: list[str]) -> list[Phone]:
    """Phones in the order in which they act: those without a seat, those whose moment it is, the others."""
    return sorted(phones, key=lambda phone: (phone.name in seated, not phone.yours.count()))


@pytest.mark.parametrize("game", STARTS)
def test_who_has_no_seat_yet_is_named_in_a_line_and_not_waited_for(people: Company, house: Server, game: str) -> None:
    key = begin(house, game)
    *playing, cleo = phones_at(people, house, key)
    take_seats(playing, house, key)
    for phone in playing:
        expect(phone.page.locator("#others-may-join")).to_contain_text("Without a seat yet: Cleo")
    assert not any("Cleo" in said for said in playing[0].awaited if "Without" not in said)
    expect(cleo.large).to_be_visible()


# --- two phones that answer the same question ---------------------------------------------------


@pytest.fixture
def late(people: Company, house: Server) -> tuple[str, Phone, Phone]:
    """Two phones that are both asked who begins, and do not refresh automatically."""
    key = begin(house, "champions", tracks=["turns"])
    anna, ben, _ = phones_at(people, house, key)
    for hero in ("One", "Two", "Three"):
        house.record(key, "hero-taken", hero=hero, health=10)
    ben.catches_up(house, key)
    people.unanswered(ben.page, "**/live?*")
    return key, anna, ben


def chooses(phone: Phone, key: str, hero: str) -> None:
    """Open the question who begins, and choose one of the heroes."""
    phone.page.goto(f"/c/{key}/record/first-player-chosen")
    picks(phone, hero)


def picks(phone: Phone, hero: str) -> None:
    phone.page.locator("main form.form label.chip", has_text=hero).first.click()


def records(phone: Phone) -> None:
    phone.page.get_by_role("button", name="Record", exact=True).click()


def test_the_later_phone_sees_who_has_done_it_and_the_board(house: Server, late: tuple[str, Phone, Phone]) -> None:
    key, anna, ben = late
    for phone in (anna, ben):
        chooses(phone, key, "One")
    records(anna)
    expect(anna.page.locator("#saved")).to_contain_text("Saved.")
    before = house.campaign(key).position
    records(ben)
    expect(ben.page.locator("#saved")).to_contain_text("Anna has already done it: One became first player")
    expect(ben.page.locator("#prompts .button").first).to_be_visible()
    expect(ben.page.locator("#refused")).to_have_count(0)
    expect(ben.page.locator("#outbox")).to_be_hidden()
    assert house.campaign(key).position == before


def test_a_late_phone_that_says_something_else_is_offered_it(house: Server, late: tuple[str, Phone, Phone]) -> None:
    key, anna, ben = late
    chooses(anna, key, "One")
    chooses(ben, key, "Two")
    records(anna)
    expect(anna.page.locator("#saved")).to_contain_text("Saved.")
    before = house.campaign(key).position
    records(ben)
    line = ben.page.locator("#outbox li")
    expect(line).to_contain_text("Anna has already done it: One became first player")
    expect(ben.page.locator("#prompts .button").first).to_be_visible()
    assert house.campaign(key).position == before
    line.get_by_role("button", name="Record it all the same").click()
    expect(ben.page.locator("#saved")).to_contain_text("Two became first player")
    expect(ben.page.locator("#outbox")).to_be_hidden()
    assert house.campaign(key).position == before + 1


def test_two_taps_without_a_connection_are_one_answer(
    people: Company, house: Server, late: tuple[str, Phone, Phone]
) -> None:
    key, _, ben = late
    before = house.campaign(key).position
    chooses(ben, key, "One")
    ben.page.context.set_offline(True)
    records(ben)
    expect(ben.page.locator("#prompts")).to_be_visible()
    ben.page.go_back()
    picks(ben, "One")
    records(ben)
    expect(ben.page.locator("#outbox li")).to_have_count(2)
    ben.page.context.set_offline(False)
    ben.page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(ben.page.locator("#saved")).to_contain_text("You have already done it: One became first player")
    expect(ben.page.locator("#outbox")).to_be_hidden()
    assert house.campaign(key).position == before + 1
    people.complaints.clear()  # a browser complains of a host that is gone
