"""Everything works by keyboard: reached by Tab, seen where it is, and used."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser import looks
from tests.browser.chromium import LAPTOP, PHONE
from tests.browser.company import Company, Gathering
from tests.browser.places import KEY

MAIN = ("", "record/service-used", "log?session=1", "sheets/party", "campaign", "more", "charts/", "undo/87")


@pytest.mark.parametrize(
    "size", [pytest.param(PHONE, id="phone", marks=pytest.mark.full), pytest.param(LAPTOP, id="laptop")]
)
@pytest.mark.parametrize("path", MAIN)
def test_tab_comes_to_everything_and_shows_where_it_is(phone: Page, path: str, size: ViewportSize) -> None:
    phone.set_viewport_size(size)
    phone.goto(f"/c/{KEY}/{path}")
    expect(phone.locator("[data-connection=saved]")).to_be_visible()  # it is a link, and comes a little later
    assert looks.tabbed(phone) == []


@pytest.mark.parametrize("theme", ["dark", "light", "candle", "contrast"])
def test_the_focus_differs_from_what_is_around_it(phone: Page, readers: Company, theme: str) -> None:
    readers.prefer(phone, theme=theme)
    phone.goto(f"/c/{KEY}/")
    phone.get_by_role("link", name="Log").first.focus()
    phone.keyboard.press("Tab")
    outline, ground = phone.evaluate(
        "() => [getComputedStyle(document.activeElement).outlineColor, getComputedStyle(document.body).backgroundColor]"
    )
    assert outline != ground


def test_the_first_key_leads_past_the_places(phone: Page) -> None:
    phone.goto(f"/c/{KEY}/")
    phone.keyboard.press("Tab")
    expect(phone.locator(":focus")).to_be_in_viewport()
    phone.keyboard.press("Enter")
    phone.keyboard.press("Tab")
    assert phone.evaluate("() => document.querySelector('main').contains(document.activeElement)")


def test_an_event_is_recorded_by_keyboard_alone(table: Gathering) -> None:
    page = table.page()
    page.goto(table.at("record/note-added"))
    page.get_by_label("Text").focus()
    page.keyboard.type("Written without a mouse.")
    record = page.get_by_role("button", name="Record", exact=True)
    while not record.evaluate("(el) => el === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#saved")).to_contain_text("Written without a mouse.")


def test_a_list_that_is_folded_opens_by_keyboard(phone: Page) -> None:
    phone.goto(f"/c/{KEY}/log")
    menu = phone.locator("#log details").last
    menu.locator("summary").focus()
    phone.keyboard.press("Enter")
    expect(menu.get_by_role("link", name="Branch here")).to_be_visible()
