"""A second phone becomes the same person: two taps on it, one on the first phone, and all of it goes on by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.web.visitors.guests import Guests
from tests.browser.company import Company
from tests.browser.phones import SIZE, Phone, begin, open_house, phones_at, take_seats
from tests.browser.server import Server


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with open_house(tmp_path_factory.mktemp("same")) as server:
        yield server


@pytest.fixture
def people(chromium: Browser, house: Server) -> Iterator[Company]:
    with Company(chromium, house.address) as company:
        yield company
    assert company.complaints == []


def scans(page: Page, house: Server, key: str) -> None:
    campaign = house.services.find_campaign(key).campaign
    page.goto(f"/join/{Guests(house.services.settings.guests).join_code(campaign)}")


def guest_of(house: Server, key: str, name: str) -> tuple[str, ...]:
    found = Guests(house.services.settings.guests).guests_of_campaign(house.services.find_campaign(key).campaign)
    return next(guest.seats for guest in found if guest.name == name)


def test_a_second_phone_is_the_same_person_after_one_tap_on_each(people: Company, house: Server) -> None:
    """Given three seated phones; when a fourth says “I am Anna”, then Anna's phone asks, and after Yes it is Anna's."""
    key = begin(house, "heroes3")
    phones = phones_at(people, house, key)
    take_seats(phones, house, key)
    anna, ben, _ = phones
    ben.page.goto(f"/c/{key}/log")
    fourth = people.page(has_touch=True, viewport=SIZE)
    scans(fourth, house, key)
    expect(fourth.get_by_role("heading", name="Who are you?")).to_be_visible()
    fourth.locator("#known button", has_text="Anna").click()
    expect(fourth.get_by_role("heading", name="Are you Anna?")).to_be_visible()
    expect(anna.page.get_by_role("heading", name="Is this Anna?")).to_be_in_viewport(ratio=1)
    expect(ben.page.locator("#newcomers")).to_be_hidden()
    anna.page.locator("#newcomers").get_by_role("button", name="Yes").click()
    expect(fourth.locator("main[data-campaign]")).to_be_visible()
    expect(fourth.locator(".me")).to_contain_text(anna.seat)
    expect(anna.page.locator("#newcomers")).to_contain_text("Another phone is now Anna, too.")
    anna.page.get_by_role("button", name="OK").click()
    expect(anna.page.locator("#newcomers")).to_be_hidden()
    assert guest_of(house, key, "Anna")


def test_a_no_is_told_at_once(people: Company, house: Server) -> None:
    key = begin(house, "champions")
    anna = Phone(people.page(has_touch=True, viewport=SIZE), "Anna")
    anna.joins(house, key)
    stranger = people.page(has_touch=True, viewport=SIZE)
    scans(stranger, house, key)
    stranger.locator("#known button", has_text="Anna").click()
    anna.page.locator("#newcomers").get_by_role("button", name="No", exact=True).click()
    expect(stranger.get_by_role("heading", name="The answer was “No”")).to_be_visible()
    stranger.get_by_role("button", name="Choose again").click()
    expect(stranger.get_by_label("Your name")).to_be_visible()


def test_it_works_without_scripts(people: Company, house: Server, tmp_path: Path) -> None:
    key = begin(house, "champions")
    anna = Phone(people.page(has_touch=True, viewport=SIZE), "Anna")
    anna.joins(house, key)
    plain = people.page(has_touch=True, viewport=SIZE, java_script_enabled=False)
    scans(plain, house, key)
    plain.locator("#known button", has_text="Anna").click()
    anna.page.locator("#newcomers").get_by_role("button", name="Yes").click()
    expect(plain.locator("main[data-campaign]")).to_be_visible()


def test_three_phones_that_joined_before_factions_existed_each_take_one_and_nobody_waits_for_themselves(
    people: Company, house: Server
) -> None:
    """Two take a faction themselves; the third is entered by a neighbour, and sits down without being asked."""
    key = begin(house, "runewars")
    anna, ben, cleo = phones_at(people, house, key)
    for phone in (anna, ben):
        phone.catches_up(house, key)
        phone.goes_on()
    ben.page.goto(f"/c/{key}/record/faction-chosen?faction=undead&player=Cleo&influence=3")
    ben.page.locator("main form.form button.primary").click()
    ben.catches_up(house, key)
    cleo.catches_up(house, key)
    expect(cleo.page.locator(".me")).to_contain_text("Waiqar")
    expect(cleo.page.locator("#claim")).to_be_hidden()
    for phone in (anna, ben, cleo):
        phone.catches_up(house, key)
        assert not [line for line in phone.awaited if phone.name in line]
        assert guest_of(house, key, phone.name)


GONE = 20_000
"""Milliseconds until a phone that is closed no longer counts as here."""


def test_people_follows_a_phone_that_is_closed_and_comes_back(people: Company, house: Server) -> None:
    """Given Ben, who looks at People; when Anna's phone is closed, then she is not here any more, without a reload."""
    key = begin(house, "champions")
    anna, ben = (Phone(people.page(has_touch=True, viewport=SIZE), name) for name in ("Anna", "Ben"))
    for phone in (anna, ben):
        phone.joins(house, key)
    ben.page.goto(f"/c/{key}/people/")
    line = ben.page.locator("#present li", has_text="Anna")
    expect(line).to_contain_text("here now")
    board = anna.page.url
    anna.page.goto("about:blank")
    expect(line).not_to_contain_text("here now", timeout=GONE)
    anna.page.goto(board)
    expect(line).to_contain_text("here now", timeout=GONE)
