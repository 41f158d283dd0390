"""With JavaScript off: everything that is no live update can still be done."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.company import Gathering
from tests.browser.server import Server
from tests.browser.test_round import STEPS, plays_a_round


@pytest.fixture
def page(table: Gathering) -> Page:
    """A phone that runs no script, at the table."""
    return table.page(java_script_enabled=False)


def heard(page: Page, table: Gathering) -> Page:
    """The same page, at the log."""
    page.goto(table.at("log"))
    return page


def note(page: Page, table: Gathering, said: str) -> None:
    page.goto(table.at("record/note-added"))
    page.get_by_label("Text").fill(said)
    page.get_by_role("button", name="Record", exact=True).click()


@pytest.mark.full
def test_a_round_is_played(page: Page, table: Gathering, server: Server) -> None:
    assert plays_a_round(page, table, server) == [*STEPS]


def test_what_was_just_recorded_is_undone_where_it_is_told(page: Page, table: Gathering) -> None:
    note(page, table, "The inn is full.")
    page.locator("#saved").get_by_role("button", name="Undo").click()
    expect(heard(page, table).locator("s", has_text="The inn is full.")).to_be_visible()


def test_what_was_just_recorded_is_told_on_the_page_that_answers_alone(page: Page, table: Gathering) -> None:
    note(page, table, "The inn is full.")
    expect(page.locator("#saved")).to_contain_text("The inn is full.")
    page.goto(table.at())
    expect(page.locator("#saved .toast")).to_have_count(0)


def test_an_early_entry_is_put_right_after_a_look(page: Page, table: Gathering) -> None:
    page.goto(table.at("amend/87"))
    page.get_by_role("spinbutton", name="How much").fill("1")
    page.get_by_role("button", name="See what would change").click()
    page.locator("#decide").get_by_role("button", name="Fix").first.click()
    expect(heard(page, table).get_by_text("fixed").last).to_be_visible()


def test_a_branch_goes_its_own_way(page: Page, table: Gathering) -> None:
    page.goto(table.at("branch"))
    page.get_by_label("Name of the branch").fill("Had we stayed")
    page.get_by_role("button", name="Branch here").click()
    expect(page).to_have_url(re.compile("/c/had-we-stayed"))


def test_the_log_is_searched(page: Page, table: Gathering) -> None:
    note(page, table, "A raven watches.")
    log = heard(page, table)
    log.locator("summary", has_text="Search the log").click()
    log.get_by_label("Search the log").fill("raven")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("#log .line")).to_have_count(1)


def test_a_preference_is_kept(page: Page, table: Gathering) -> None:
    page.goto(table.at("more"))
    page.get_by_label("繁體中文").first.check(force=True)
    page.locator("main form").get_by_role("button").first.click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")
