"""Keyboard shortcuts in a real browser, with nothing but the keyboard; and the screen that stays awake."""

from collections.abc import Iterator
from pathlib import Path
from shutil import which
from threading import Thread
from typing import Any

import pytest
from waitress import create_server

from companion.config import Settings
from companion.desk import Desk
from companion.web import create_app
from tests.toy import GAME

BROWSER = which("chromium") or which("chromium-browser") or which("google-chrome")
playwright = pytest.importorskip("playwright.sync_api")
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed")


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Pages with the toy campaign “Harbour”, served from this process."""
    desk = Desk(Settings(tmp_path))
    desk.campaigns.games = {GAME.key: GAME}
    made = desk.campaigns.new("toy", "Harbour", {}, desk.command()).campaign
    desk.campaigns.record(made, "seat-taken", {"seat": "Ann"}, desk.command())
    server = create_server(create_app(desk.settings, desk), host="127.0.0.1", port=0)
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.effective_port}/c/harbour/"
    server.close()
    thread.join(5)
    desk.close()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with playwright.sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Any, address: str) -> Iterator[Any]:
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    opened = context.new_page()
    opened.goto(address)
    yield opened
    context.close()


def said(page: Any) -> str:
    """The newest entries."""
    return str(page.locator("#newest").inner_text())


def press(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_the_space_bar_does_what_comes_next(page: Any) -> None:
    with page.expect_navigation():
        press(page, "Space")
    assert "Night fell" in said(page)


@pytest.mark.parametrize(("undo", "redo"), [("u", "Control+y"), ("Control+z", "Control+Shift+z")])
def test_what_was_done_is_taken_back_and_done_again(page: Any, undo: str, redo: str) -> None:
    with page.expect_navigation():
        press(page, "Enter")
    with page.expect_navigation():
        press(page, undo)
    assert "Took back: Night fell" in said(page)
    with page.expect_navigation():
        press(page, redo)
    assert "Restored: Night fell" in said(page)


@pytest.mark.parametrize(("key", "heading"), [("s", "Sheets"), ("l", "Log"), ("c", "Harbour"), ("m", "More")])
def test_g_and_a_letter_lead_to_a_place(page: Any, key: str, heading: str) -> None:
    with page.expect_navigation():
        press(page, "g", key)
    assert page.locator("h1").inner_text() == heading


def test_the_slash_leads_to_the_search(page: Any) -> None:
    with page.expect_navigation():
        press(page, "/")
    press(page, "/")
    assert page.evaluate("document.activeElement.id") == "search"


def test_digits_lead_to_cards(page: Any) -> None:
    press(page, "2")
    assert "Ann" in page.evaluate("document.activeElement.querySelector('h2').textContent")


def test_the_question_mark_shows_them_all_and_escape_puts_them_away(page: Any) -> None:
    press(page, "?")
    assert page.locator("#keys").is_visible()
    press(page, "g", "s", "Escape")
    assert not page.locator("#keys").is_visible()
    assert page.url.endswith("/c/harbour/")


def test_letters_in_a_field_are_letters(page: Any, address: str) -> None:
    page.goto(f"{address}record/seat-taken")
    page.locator("input[type=text]").first.focus()
    page.keyboard.type("gus/?1 ")
    assert page.locator("input[type=text]").first.input_value() == "gus/?1 "
    assert not page.locator("#keys").is_visible()


def test_a_focused_button_keeps_its_own_keys(page: Any) -> None:
    page.get_by_role("button", name="Take a seat").focus()
    with page.expect_navigation():
        press(page, "Enter")
    assert "/record/seat-taken" in page.url


def test_who_switched_them_off_has_none(page: Any, address: str) -> None:
    page.goto(f"{address}more")
    page.get_by_label("Off").check()
    with page.expect_navigation():
        page.get_by_role("button", name="Keep").click()
    press(page, "g", "p", "?")
    page.wait_for_timeout(100)
    assert page.url.endswith("/more")
    assert page.locator("#keys").count() == 0


# --- the screen ---

COUNTED = """
window.locks = 0;
navigator.wakeLock.request = () => { window.locks += 1; return Promise.resolve({}); };
"""
NONE = "delete Navigator.prototype.wakeLock;"


def wanting_it(page: Any, address: str) -> None:
    page.goto(f"{address}more")
    page.get_by_label("While we play").check()
    with page.expect_navigation():
        page.get_by_role("button", name="Keep", exact=True).click()


def test_the_screen_stays_awake_while_a_session_is_on(page: Any, address: str) -> None:
    page.add_init_script(COUNTED)
    wanting_it(page, address)
    page.goto(address)
    assert page.evaluate("window.locks") == 0
    page.goto(f"{address}record/session-started")
    with page.expect_navigation():
        page.get_by_role("button", name="Record", exact=True).click()
    page.goto(address)
    assert page.evaluate("window.locks") == 1


def test_a_browser_that_cannot_keep_it_awake_says_so(page: Any, address: str) -> None:
    sentence = "This browser cannot do it here."
    page.goto(f"{address}more")
    assert not page.get_by_text(sentence).is_visible()
    page.add_init_script(NONE)
    page.goto(f"{address}more")
    assert page.get_by_text(sentence).is_visible()
