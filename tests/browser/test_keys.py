"""Keyboard shortcuts in a real browser, with nothing but the keyboard; and the screen that stays awake."""

import re
from collections.abc import Iterator
from contextlib import suppress
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from waitress import create_server

from companion.config import Settings
from companion.services import Services
from companion.web.application.app import create_app
from companion.web.network.doorway import stop_server
from tests.browser.chromium import LAPTOP
from tests.browser.company import Company, Wardrobe
from tests.suite.patience import HANG
from tests.toy import GAME


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """Services that know the toy game."""
    services = Services(Settings(tmp_path_factory.mktemp("keys")))
    services.campaigns.games = {GAME.key: GAME}
    yield services
    services.close()


def running(server: Any) -> None:
    """Serve until the port is closed, which a server that runs in a thread hears as an error."""
    with suppress(OSError):
        server.run()


@pytest.fixture(scope="module")
def house(services: Services) -> Iterator[str]:
    """Its pages, served from this process."""
    app = create_app(services.settings, services)
    server = create_server(app, host="127.0.0.1", port=0, threads=12, channel_request_lookahead=1)
    thread = Thread(target=running, args=[server], daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.effective_port}"
    winding = stop_server(server)  # a browser holds its connections open: nobody waits until they time out
    for ending in (winding, thread):
        ending.join(HANG)  # only then may the services be closed


@pytest.fixture
def campaign_key(services: Services) -> str:
    """A toy campaign “Harbour” of this test alone."""
    made = services.campaigns.new("toy", "Harbour", {}, services.new_command()).campaign
    services.campaigns.record(made, "seat-taken", {"seat": "Ann"}, services.new_command())
    return services.find_campaign(made).key


@pytest.fixture
def address(house: str, campaign_key: str) -> str:
    return f"{house}/c/{campaign_key}/"


@pytest.fixture
def company(chromium: Browser, house: str, wardrobe: Wardrobe) -> Iterator[Company]:
    with Company(chromium, house, wardrobe) as company:
        yield company


@pytest.fixture
def page(company: Company, address: str) -> Page:
    opened = company.page(viewport=LAPTOP)
    opened.goto(address)
    return opened


def press(page: Page, *keys: str) -> None:
    """Press keys one after the other, once the page has come to rest: two that belong together come soon."""
    expect(page.locator("[data-connection=saved]")).to_be_attached()
    for key in keys:
        page.keyboard.press(key)


def test_the_list_is_seen_on_a_phone_too(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    press(page, "?")
    expect(page.locator("#keys").get_by_role("row").first).to_be_visible()


def test_the_space_bar_does_what_comes_next(page: Page) -> None:
    press(page, "Space")
    expect(page.locator("#newest")).to_contain_text("Night fell")


@pytest.mark.parametrize(("undo", "redo"), [("u", "Control+y"), ("Control+z", "Control+Shift+z")])
def test_what_was_done_is_taken_back_and_done_again(page: Page, undo: str, redo: str) -> None:
    press(page, "Enter")
    expect(page.locator("#bar")).to_contain_text("Undo: Night fell")
    press(page, undo)
    expect(page.locator("#newest")).to_contain_text("Took back: Night fell")
    press(page, redo)
    expect(page.locator("#newest")).to_contain_text("Restored: Night fell")


@pytest.mark.parametrize(("key", "heading"), [("s", "Sheets"), ("l", "Log"), ("c", "Harbour"), ("m", "More")])
def test_g_and_a_letter_lead_to_a_place(page: Page, key: str, heading: str) -> None:
    press(page, "g", key)
    expect(page.locator("h1")).to_have_text(heading)


def test_the_slash_leads_to_the_field_of_the_page(page: Page) -> None:
    press(page, "/")
    expect(page.locator("#say")).to_be_focused()
    page.locator("#say").press("Escape")
    press(page, "g", "l")
    expect(page.locator("h1")).to_have_text("Log")
    press(page, "/")
    expect(page.locator("#search")).to_be_focused()


def test_digits_lead_to_cards(page: Page) -> None:
    press(page, "2")
    assert "Ann" in page.evaluate("document.activeElement.querySelector('h2').textContent")


def test_the_question_mark_shows_them_all_and_escape_puts_them_away(page: Page, address: str) -> None:
    press(page, "?")
    expect(page.locator("#keys")).to_be_visible()
    press(page, "g", "s", "Escape")
    expect(page.locator("#keys")).to_be_hidden()
    assert page.url == address


def test_the_list_stays_open_while_others_record(page: Page, services: Services, campaign_key: str) -> None:
    press(page, "?")
    services.campaigns.record(services.find_campaign(campaign_key).campaign, "night-fell", {}, services.new_command())
    expect(page.locator("#main")).to_have_attribute("data-position", "3")
    expect(page.locator("#keys")).to_be_visible()


def test_letters_in_a_field_are_letters(page: Page, address: str) -> None:
    page.goto(f"{address}record/seat-taken")
    page.locator("input[type=text]").first.focus()
    page.keyboard.type("gus/?1 ")
    expect(page.locator("input[type=text]").first).to_have_value("gus/?1 ")
    expect(page.locator("#keys")).to_be_hidden()


def test_a_focused_button_keeps_its_own_keys(page: Page) -> None:
    page.get_by_role("button", name="Take a seat").focus()
    press(page, "Enter")
    expect(page).to_have_url(re.compile("/record/seat-taken"))


def test_who_switched_them_off_has_none(page: Page, address: str) -> None:
    page.goto(f"{address}more")
    page.get_by_label("Off").check()
    page.get_by_role("button", name="Keep").click()
    expect(page.locator("#keys")).to_have_count(0)
    press(page, "g", "p", "?")
    page.wait_for_timeout(100)
    assert page.url.endswith("/more")


# --- the screen ---

COUNTED = """
window.locks = 0;
navigator.wakeLock.request = () => { window.locks += 1; return Promise.resolve({}); };
"""
NONE = "delete Navigator.prototype.wakeLock;"


def wanting_it(page: Page, address: str) -> None:
    page.goto(f"{address}more")
    page.get_by_label("While we play").check()
    with page.expect_navigation():
        page.get_by_role("button", name="Keep", exact=True).click()


def test_the_screen_stays_awake_as_soon_as_a_session_is_on(company: Company, address: str) -> None:
    page = company.page(first=COUNTED, viewport=LAPTOP)
    wanting_it(page, address)
    page.goto(address)
    assert page.evaluate("window.locks") == 0
    page.get_by_role("link", name="Start the evening").click()
    page.get_by_role("button", name="Record", exact=True).click()
    expect(page.get_by_role("link", name="Put the game away")).to_be_visible()
    page.wait_for_function("window.locks > 0")
    assert page.evaluate("window.locks") == 1


def test_a_browser_that_cannot_keep_it_awake_says_so(page: Page, company: Company, address: str) -> None:
    sentence = "This browser cannot do it here."
    page.goto(f"{address}more")
    expect(page.get_by_text(sentence)).to_be_hidden()
    drowsy = company.page(first=NONE, viewport=LAPTOP)
    drowsy.goto(f"{address}more")
    expect(drowsy.get_by_text(sentence)).to_be_visible()
