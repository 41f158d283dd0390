"""Phones that join a table by its code and take heroes or factions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, ViewportSize, expect

from companion.web.visitors.guests import Guests
from tests.browser.company import Company, settled
from tests.browser.first_turn import Walker
from tests.browser.server import Server

TOKEN = "a token for the host"
SIZE: ViewportSize = {"width": 390, "height": 844}
NAMES = ("Anna", "Ben", "Cleo")


@contextmanager
def open_house(data: Path) -> Iterator[Server]:
    """A server that needs a token for the host, so that every phone is a guest."""
    with Server(data, "--behind", "http://table.example", "--host-token", TOKEN) as server:
        yield server


def begin(server: Server, game: str, **opening: Any) -> str:
    """A campaign that has just begun; its key."""
    made = server.services.campaigns.new(game, f"New {game}", opening, server.services.new_command()).campaign
    return server.services.find_campaign(made).key


class Phone(Walker):
    """A phone of one of the players, which answers forms with names of their own."""

    def __init__(self, page: Page, name: str) -> None:
        super().__init__(page)
        self.name = name
        self.moments = 0
        """How often it was up to this phone."""

    def joins(self, server: Server, key: str) -> None:
        """Join with the code, before anybody has a seat."""
        campaign = server.services.find_campaign(key).campaign
        self.page.goto(f"/join/{Guests(server.services.settings.guests).join_code(campaign)}")
        self.page.get_by_label("Your name").fill(self.name)
        self.page.locator(".seats label", has_text="I play").click()
        self.page.get_by_role("button", name="Sit down").click()
        expect(self.page.locator("[data-connection=saved]")).to_be_visible()

    def catches_up(self, server: Server, key: str) -> None:
        expect(self.page.locator("#main")).to_have_attribute("data-position", str(server.campaign(key).position))
        settled(self.page)

    def takes_part(self) -> None:
        """Do what is large, and count it where it is this phone's own moment."""
        self.moments += self.yours.count()
        self.goes_on()

    @property
    def yours(self) -> Locator:
        return self.page.locator("#prompts .yours")

    @property
    def seat(self) -> str:
        """The name of its seat, as the strip says it."""
        return self.page.locator(".me").inner_text().rpartition("·")[2].strip()

    @property
    def awaited(self) -> list[str]:
        return self.page.locator("#awaited p").all_inner_texts()

    @property
    def new_name(self) -> str:
        return f"{self.name} {self.taps}"


def becomes_host(page: Page) -> None:
    """Show the token of the host."""
    page.goto("/host")
    page.get_by_label("The host's token").fill(TOKEN)
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".places")).to_be_visible()


def phones_at(company: Company, server: Server, key: str) -> list[Phone]:
    """Three phones that have joined a table."""
    phones = [Phone(company.page(has_touch=True, viewport=SIZE), name) for name in NAMES]
    for phone in phones:
        phone.joins(server, key)
    return phones


def take_seats(phones: list[Phone], server: Server, key: str) -> None:
    """Each takes what is first, by the large button."""
    for phone in phones:
        phone.catches_up(server, key)
        phone.goes_on()
    for phone in phones:
        phone.catches_up(server, key)
