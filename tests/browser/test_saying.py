"""Somebody says what happened in a few words, with scripts and without."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chromium import PHONE
from tests.browser.company import Gathering
from tests.browser.server import Server


@pytest.fixture
def player(table: Gathering) -> Page:
    """A phone at a table of its own."""
    page = table.pages(1)[0]
    page.set_viewport_size(PHONE)
    return page


def first(page: Page) -> Locator:
    return page.locator("#heard .event").first


def says(page: Page, words: str) -> None:
    page.keyboard.press("/")
    page.locator("#say").fill(words)


def test_a_few_letters_are_understood_before_enter_records_them(player: Page) -> None:
    says(player, "ven dam 2")
    expect(first(player)).to_have_text("Venia suffered 2 damage")
    expect(player.locator("#newest")).not_to_contain_text("Venia suffered 2 damage")
    player.keyboard.press("Enter")
    expect(player.locator("#saved .toast")).to_contain_text("Venia suffered 2 damage")
    expect(player.locator("#say")).to_have_value("")


def test_what_is_missing_is_asked_for_in_place(player: Page) -> None:
    says(player, "stars gained 2")
    expect(first(player)).to_have_text("… gained 2 stars")
    player.keyboard.press("Enter")
    player.locator("#heard").get_by_role("radio", name="Torrax").first.check()
    player.locator("#heard").get_by_role("button", name="… gained 2 stars").click()
    expect(player.locator("#saved .toast")).to_contain_text("Torrax gained 2 stars")


def test_what_depends_on_something_missing_is_asked_for_next(player: Page, table: Gathering, server: Server) -> None:
    server.record(table.key, "adjusted", path="level", after=4, reason="a long evening")
    heard = player.locator("#heard")
    says(player, "skill learned")
    expect(first(player)).to_have_text("… learned …")
    player.keyboard.press("Enter")
    heard.get_by_role("radio", name="Torrax").first.check()
    heard.get_by_role("button", name="Go on").first.click()
    expect(first(player)).to_have_text("Torrax learned …")
    skills = heard.get_by_role("group", name="Skill").get_by_role("radio")
    expect(skills.first).to_be_focused()
    skills.first.check(force=True)
    heard.get_by_role("button", name="Torrax learned …").click()
    expect(player.locator("#saved .toast")).to_contain_text("Torrax learned")


def test_who_answers_is_not_disturbed_by_what_others_record(player: Page, table: Gathering, server: Server) -> None:
    says(player, "ven dam 2")
    expect(first(player)).to_have_text("Venia suffered 2 damage")
    player.keyboard.press("Enter")
    expect(player.locator("#bar .undo")).to_contain_text("Undo: Venia suffered 2 damage")
    says(player, "stars gained 2")
    expect(first(player)).to_have_text("… gained 2 stars")
    player.keyboard.press("Enter")
    torrax = player.locator("#heard").get_by_role("radio", name="Torrax").first
    torrax.check()
    server.record(table.key, "note-added", actor="Ben", text="Somebody else was here.")
    expect(player.locator("#bar .undo")).to_contain_text("Ben")
    expect(torrax).to_be_focused()
    expect(torrax).to_be_checked()


def test_the_arrows_go_to_what_else_may_be_meant(player: Page) -> None:
    says(player, "gramask 1")
    second = player.locator("#heard .event").nth(1)
    wanted = str(second.locator("strong").text_content())
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        player.keyboard.press(key)
    expect(player.locator("#saved .toast")).to_contain_text(wanted)


def test_escape_lets_go_of_it(player: Page) -> None:
    says(player, "ven dam 2")
    expect(first(player)).to_be_visible()
    player.keyboard.press("Escape")
    expect(player.locator("#say")).to_have_value("")
    expect(player.locator("#heard .event")).to_have_count(0)


def test_a_number_alone_is_for_the_counter_touched_last(player: Page) -> None:
    player.locator("#bar").get_by_role("button", name="Venia").click()
    counter = player.locator("[data-counter]:has(form[data-sums]) button[data-step='1']:visible").first
    name = counter.locator("xpath=ancestor::*[@data-counter]").get_attribute("data-counter")
    counter.focus()
    before = int(str(player.locator(f"[data-counter='{name}'] .value").first.text_content()))
    says(player, "3")
    expect(first(player)).to_contain_text(f"{before + 3} (+3)")
    player.keyboard.press("Enter")
    expect(player.locator(f"[data-counter='{name}'] .value").first).to_have_text(str(before + 3))
    expect(player.locator("#saved .toast")).to_be_visible()


def test_the_field_is_within_reach_of_a_thumb(player: Page) -> None:
    box = player.locator("label[for=say]").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 48
    assert box["y"] > PHONE["height"] / 2


def test_without_scripts_it_is_a_page(table: Gathering) -> None:
    page = table.page(java_script_enabled=False)
    page.locator("#say").fill("ven dam 2")
    page.locator("#say").press("Enter")
    expect(page.locator("#heard .event").first).to_have_text("Venia suffered 2 damage")
