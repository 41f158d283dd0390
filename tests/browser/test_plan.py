"""A map of a board: a tap on a space records, on a phone and without a script."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from domain.games import BY_KEY
from tests import toy
from tests.browser import looks
from tests.browser.barriers import barriers
from tests.browser.chromium import PHONE
from tests.browser.company import Company, Wardrobe
from tests.browser.server import Server


class Harbour(Server):
    """A server that knows the toy game."""

    program = "tests.toy"


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harbour]:
    with Harbour(tmp_path_factory.mktemp("harbour")) as server:
        server.services.campaigns.games = {**BY_KEY, toy.GAME.key: toy.GAME}
        yield server


@pytest.fixture
def key(harbour: Harbour) -> str:
    """A campaign where Ann sits; the boat lies at the quay."""
    services = harbour.services
    made = services.campaigns.new("toy", "Harbour", {}, services.new_command())
    services.campaigns.record(made.campaign, "seat-taken", {"seat": "Ann"}, services.new_command())
    return services.find_campaign(made.campaign).key


@pytest.fixture(params=[True, False], ids=["script", "no script"])
def page(
    chromium: Browser, wardrobe: Wardrobe, harbour: Harbour, key: str, request: pytest.FixtureRequest
) -> Iterator[Page]:
    """A phone at the board."""
    with Company(chromium, harbour.address, wardrobe) as company:
        page = company.page(java_script_enabled=request.param)
        page.goto(f"/c/{key}/")
        yield page
    assert company.complaints == []


def test_a_tap_on_a_space_sails_there(page: Page) -> None:
    page.locator("#piece-map").get_by_role("button", name="Reef").click()
    expect(page.locator("#saved")).to_contain_text("The boat sailed to Reef")
    expect(page.locator("#piece-map .spot", has_text="boat")).to_contain_text("Reef")


def test_a_space_out_of_reach_is_no_button(page: Page) -> None:
    expect(page.locator("#piece-map .spot", has_text="Isle")).to_be_visible()
    expect(page.locator("#piece-map").get_by_role("button", name="Isle")).to_have_count(0)


@pytest.fixture
def phone(chromium: Browser, wardrobe: Wardrobe, harbour: Harbour, key: str) -> Iterator[Page]:
    with Company(chromium, harbour.address, wardrobe) as company:
        page = company.page(viewport=PHONE)
        page.goto(f"/c/{key}/")
        yield page


def test_a_map_is_in_nobodys_way(phone: Page) -> None:
    assert [*barriers(phone), *looks.misplaced(phone), *looks.too_small(phone)] == []


def test_a_board_of_pieces_is_all_on_the_screen_for_the_room(page: Page, key: str) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"/c/{key}/table/")
    expect(page.locator("#piece-seat-Ann")).to_be_in_viewport(ratio=1)
    expect(page.locator("#piece-map")).to_be_in_viewport(ratio=1)
    assert page.evaluate("() => document.documentElement.scrollHeight") == 768
    assert looks.misplaced(page) == []
