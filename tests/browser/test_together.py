"""Several people at one table, each with a screen of their own."""

from datetime import UTC, datetime
from time import time

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.company import Company, Gathering, Wardrobe, settled
from tests.browser.server import Server


def writes(page: Page, table: Gathering, said: str) -> None:
    page.goto(table.at("record/note-added"))
    page.get_by_label("Text").fill(said)
    page.get_by_role("button", name="Record", exact=True).click()
    expect(page.locator("#saved")).to_contain_text(said)


def undo(page: Page) -> None:
    page.locator("#bar").get_by_role("button", name="Undo:").click()
    settled(page)


def head(server: Server, table: Gathering) -> int:
    return server.campaign(table.key).position


def test_what_each_of_three_records_all_of_them_can_read(table: Gathering) -> None:
    pages = table.pages(3)
    said = [f"Said by number {number}." for number in range(3)]
    for page, words in zip(pages, said, strict=True):
        writes(page, table, words)
    for page in pages:
        page.goto(table.at("log"))
        expect(page.locator("#log")).to_contain_text(said[0])
        expect(page.locator("#log")).to_contain_text(said[2])


def test_two_people_who_undo_the_same_thing_take_back_one(company: Company, table: Gathering, server: Server) -> None:
    ann, bob = table.pages(2)
    writes(ann, table, "Twice is once.")
    company.unanswered(bob, "**/live?*")  # what Ann does has not got to Bob yet
    bob.goto(table.at())
    ann.goto(table.at())
    before = head(server, table)
    undo(ann)
    undo(bob)
    assert head(server, table) == before + 1


def in_no_time(page: Page) -> None:
    """From here on a page's clock stands still: two taps are a moment apart, however long the computer takes."""
    page.clock.set_fixed_time(datetime(2026, 1, 1, tzinfo=UTC))


def test_whose_clock_stood_still_leaves_none_behind_for_the_next_company(chromium: Browser, server: Server) -> None:
    wardrobe = Wardrobe()
    with Company(chromium, server.address, wardrobe) as before:
        in_no_time(before.page())
    with Company(chromium, server.address, wardrobe) as after:
        now = after.page().evaluate("() => Date.now()")
    assert now / 1_000 == pytest.approx(time(), abs=3_600)


def test_a_double_tap_records_once(table: Gathering, server: Server) -> None:
    page = table.page()
    writes(page, table, "Twice is once.")
    before = head(server, table)
    in_no_time(page)
    page.locator("#bar").get_by_role("button", name="Undo:").dblclick()
    expect(page.locator("#newest").get_by_role("button", name="Redo:")).to_be_visible()
    assert head(server, table) == before + 1


def test_a_tap_right_after_the_page_changed_under_the_finger_is_none(table: Gathering, server: Server) -> None:
    page = table.page()
    for words in ("One.", "Two."):
        writes(page, table, words)
    before = head(server, table)
    in_no_time(page)
    undo = page.locator("#bar").get_by_role("button", name="Undo:")
    undo.scroll_into_view_if_needed()
    first, place = undo.inner_text(), undo.bounding_box()
    assert place is not None
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    page.mouse.click(x, y)
    expect(undo).not_to_have_text(first)
    page.mouse.click(x, y)
    settled(page)
    page.wait_for_timeout(300)
    assert head(server, table) == before + 1


def test_a_host_that_went_and_came_back_knows_everything(company: Company, table: Gathering, server: Server) -> None:
    page = table.page()
    writes(page, table, "Before the lights went out.")
    with server.away():
        pass
    page.goto(table.at("log"))
    expect(page.locator("#log")).to_contain_text("Before the lights went out.")
    company.complaints.clear()  # a browser complains of a host that is gone
