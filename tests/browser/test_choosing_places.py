"""Forms that ask for a place: the board is whole on a phone, and its spaces are named as the list names them."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.company import Company
from tests.browser.server import Server
from tests.browser.test_heroes3 import on_a_crowded_board

SIZES: tuple[ViewportSize, ...] = (
    {"width": 390, "height": 844},
    {"width": 360, "height": 640},
    {"width": 844, "height": 390},
)
CUT = """() => [...document.querySelectorAll(".picks .panned")].filter((one) =>
  one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1).length"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".picks button.spot")]
  .flatMap((one) => { const { width, height } = one.getBoundingClientRect(); return [width, height]; }))"""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']} x {size['height']}")
def test_the_combat_board_of_a_form_is_whole_and_prints_its_places(
    company: Company, server: Server, size: ViewportSize
) -> None:
    key, page = on_a_crowded_board(server), company.page(viewport=size, has_touch=True)
    page.goto(f"/c/{key}/")
    page.locator("#prompts button", has_text="Griffins: move where?").click()
    board = page.locator(".picks .panned")
    expect(board).to_be_visible()
    assert page.evaluate(CUT) == 0
    offered = {one for one in page.locator("main select option").all_inner_texts() if one != "–"}
    printed = {one.inner_text() for one in board.locator(".spot .at").all() if one.is_visible()}
    assert offered <= printed
    assert len(printed) == 20
    assert page.evaluate(SMALLEST) >= 40
    page.locator(".picks button.spot").first.click()
    expect(page.locator("main select")).not_to_have_value("")
    page.get_by_role("button", name="Record", exact=True).click()
    expect(page.locator("#saved")).to_contain_text("Griffins moved to")


def test_fields_of_the_map_of_a_form_print_their_places(company: Company, server: Server) -> None:
    key, page = server.play_on("heroes3/0.1.0", 60), company.page()
    page.goto(f"/c/{key}/record/hero-moved?seat=castle")
    page.locator(".picks summary").click()
    expect(page.locator(".picks .spot .at", has_text="S1 2")).to_be_visible()
    page.goto(f"/c/{key}/")
    expect(page.locator("#piece-land .spot .at")).to_have_count(0)


def test_areas_of_the_map_of_a_form_print_their_names(company: Company, server: Server) -> None:
    key, page = server.play_on("runewars/0.1.0", 238), company.page()
    page.goto(f"/c/{key}/record/units-marched")
    names = [one.strip() for one in page.locator(".picks .spot strong").all_text_contents()]
    assert {"1A", "4C"} <= {*names}
