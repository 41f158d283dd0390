"""One's own game on two phones: composed from a template, played, and given a number in the middle of the evening."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from domain.games.own.table import OwnTable
from tests.browser.company import Company, Wardrobe, settled
from tests.browser.phones import SIZE, Phone, becomes_host, open_house
from tests.browser.server import Server

KEY = "harbour-builders"


@pytest.fixture(scope="module")
def house(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with open_house(tmp_path_factory.mktemp("own")) as server:
        yield server


@pytest.fixture
def people(chromium: Browser, house: Server, wardrobe: Wardrobe) -> Iterator[Company]:
    with Company(chromium, house.address, wardrobe) as company:
        yield company
    assert company.complaints == []


def tap(page: Page, name: str, role: str = "link") -> None:
    page.get_by_role(role, name=name, exact=True).first.click()  # type: ignore[arg-type]


def table(house: Server) -> OwnTable:
    found = house.campaign(KEY).table
    assert isinstance(found, OwnTable)
    return found


def piers(house: Server) -> list[int]:
    """What the players have of the second number, whose id is that of the template."""
    return [seat.numbers["roads"] for seat in table(house).seats.values()]


def compose(page: Page) -> None:
    """Begin a score sheet with the template, and leave three numbers on it."""
    page.goto("/new")
    page.locator(".own-tile").click()
    page.locator("#templates").get_by_text("A score sheet").click()
    page.get_by_label("Name of the campaign").fill("Harbour builders")
    tap(page, "Begin", "button")
    for name in ("Goals reached", "Bonus", "Debts"):
        page.locator("#players .rows").get_by_text(name, exact=True).click()
        tap(page, "Take it out of the game", "button")
    page.locator("#players .rows").get_by_text("Roads", exact=True).click()
    page.get_by_label("Name", exact=False).first.fill("Piers")
    tap(page, "Save", "button")
    add_number(page, "Ships")
    expect(page.locator("#players .rows .called")).to_have_text(["Cities", "Piers", "Ships"])


def add_number(page: Page, name: str) -> None:
    page.locator("#players .adds").get_by_text("Number").click()
    page.get_by_label("Name", exact=False).first.fill(name)
    tap(page, "Add", "button")


@pytest.mark.quick
def test_a_score_sheet_is_composed_on_a_phone_played_on_another_and_grows_in_the_evening(
    people: Company, house: Server
) -> None:
    host = people.page(has_touch=True, viewport=SIZE)
    becomes_host(host)
    compose(host)
    assert table(house).live("numbers") == ["cities", "roads", "ships"]

    phone = Phone(people.page(has_touch=True, viewport=SIZE), "Anna")
    phone.joins(house, KEY)
    phone.goes_on()
    phone.catches_up(house, KEY)
    phone.page.locator(".handle").first.click()
    phone.page.locator(".counter", has_text="Piers").locator("[data-step='1']").first.click()
    expect(phone.page.locator(".toast").filter(has_text="Piers +1").first).to_be_visible()
    assert piers(house) == [1]

    host.goto(f"/c/{KEY}/")
    tap(host, "Add a number …")
    add_number(host, "Lighthouses")
    phone.page.goto(f"/c/{KEY}/")
    phone.page.locator(".handle").first.click()
    expect(phone.page.locator(".piece .counter", has_text="Lighthouses").first).to_be_visible()

    tap(host, "Undo", "button")
    settled(host)
    assert table(house).live("numbers") == ["cities", "roads", "ships"]
    assert piers(house) == [1]
