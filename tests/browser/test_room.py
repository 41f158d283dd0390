"""The screen for the room, and pages that have room: all of a fight at once, and letters that can be read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser import looks
from tests.browser.barriers import barriers
from tests.browser.chromium import LAPTOP, OLD_TELEVISION, PHONE, TELEVISION
from tests.browser.company import Company, Gathering, settled
from tests.browser.fights import MOMENTS, begun, of_a_hero
from tests.browser.places import KEY
from tests.browser.server import Server

SCREENS = {"1920": (TELEVISION, 18), "1366": (OLD_TELEVISION, 14)}
"""Screens that hang on walls, with the smallest text that is read from a sofa before each."""
LINE = 50
"""The most that one line of the strip is high, in pixels."""
LEGIBLE = 11
SCROLLED = """() => {
  const { scrollHeight, scrollWidth } = document.documentElement;
  return [Math.max(0, scrollWidth - innerWidth), Math.max(0, scrollHeight - innerHeight)];
}"""
LETTERS = """() => [...document.querySelectorAll(".chart svg text")].filter((one) => one.checkVisibility())
  .map((one) => one.getScreenCTM().a * parseFloat(getComputedStyle(one).fontSize))"""


@pytest.fixture(scope="module")
def fight(server: Server) -> str:
    """A fight of four heroes, to be looked at."""
    key = begun(server)
    of_a_hero(server, key)
    return key


def text_of(page: Page) -> float:
    """How large the text is that all other sizes follow, in pixels."""
    return float(page.evaluate("() => parseFloat(getComputedStyle(document.documentElement).fontSize)"))


def sized(page: Page, size: ViewportSize) -> None:
    """Give a page another window, and wait until it has drawn itself in it."""
    page.set_viewport_size(size)
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def boxes(page: Page, selector: str) -> list[dict[str, float]]:
    """Where parts of a page stand."""
    found: list[dict[str, float]] = page.evaluate(
        "(what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect().toJSON())", selector
    )
    return found


# --- the screen for the room -------------------------------------------------------------------


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
def test_all_of_a_fight_is_on_the_screen_for_the_room(
    company: Company, server: Server, moment: Callable[[Server, str], None]
) -> None:
    key = begun(server)
    moment(server, key)
    page = company.page()
    page.goto(f"/c/{key}/table/")
    found = []
    for name, (size, least) in SCREENS.items():
        sized(page, size)
        expect(page.locator(".in-row .hero")).to_have_count(4)
        wrong = [*looks.misplaced(page), f"scrolls {page.evaluate(SCROLLED)}", f"small {text_of(page) < least}"]
        found += [f"{name}: {fault}" for fault in wrong if fault not in ("scrolls [0, 0]", "small False")]
    assert found == []


def test_heroes_stand_in_one_row_below_those_they_fight(company: Company, fight: str) -> None:
    page = company.page(viewport=OLD_TELEVISION)
    page.goto(f"/c/{fight}/table/")
    heroes, enemies = boxes(page, ".in-row .hero"), boxes(page, ".enemies .card")
    assert len({hero["top"] for hero in heroes}) == 1
    assert max(enemy["bottom"] for enemy in enemies) <= heroes[0]["top"]


def test_the_screen_for_the_room_names_what_ails_a_hero_and_how_the_timers_stand(company: Company, fight: str) -> None:
    page = company.page(viewport=TELEVISION)
    page.goto(f"/c/{fight}/table/")
    expect(page.locator(".initiative [aria-current]")).to_be_in_viewport(ratio=1)
    expect(page.locator(".in-row").get_by_text("Stunned")).to_be_in_viewport(ratio=1)
    expect(page.locator("#piece-timers").get_by_text("Flood", exact=True)).to_be_in_viewport(ratio=1)


def test_the_table_grows_with_the_screen(company: Company, fight: str) -> None:
    page = company.page(viewport=OLD_TELEVISION)
    page.goto(f"/c/{fight}/table/")
    small = text_of(page)
    sized(page, {"width": 2732, "height": 1536})
    assert text_of(page) > 1.9 * small
    assert page.evaluate(SCROLLED) == [0, 0]


def test_the_screen_fits_again_when_the_table_has_changed(company: Company, server: Server) -> None:
    key = begun(server)
    page = company.page(viewport=OLD_TELEVISION)
    page.goto(f"/c/{key}/table/")
    expect(page.locator("[data-connection=saved]")).to_be_visible()
    before = text_of(page)
    for figure in ("skitterer 1", "skitterer 2", "skitterer 4", "mist-archer 2", "ford-hulk 1"):
        server.record(key, "condition-gained", figure=figure, condition="weakened")
    expect(page.locator(".enemies .ill")).to_have_count(5)
    assert text_of(page) < before
    assert page.evaluate(SCROLLED) == [0, 0]


@pytest.mark.parametrize("size", [TELEVISION, OLD_TELEVISION], ids=lambda size: str(size["width"]))
def test_the_city_is_on_one_screen_too(readers: Company, size: ViewportSize) -> None:
    page = readers.page(viewport=size)
    page.goto(f"/c/{KEY}/table/")
    assert page.evaluate(SCROLLED) == [0, 0]
    assert [*barriers(page), *looks.misplaced(page)] == []
    page.close()


def test_rivals_share_their_row_where_a_rank_is_to_be_read(company: Company, server: Server) -> None:
    key = server.branch()
    server.record(key, "faction-reputation-gained", faction="gramask", amount=6)
    page = company.page(viewport=TELEVISION)
    page.goto(f"/c/{key}/table/")
    expect(page.locator(".pair-of > .unread")).to_be_visible()
    pair = page.locator(".pair-of").first
    widths = pair.evaluate(
        "(pair) => [...pair.querySelectorAll('.side')].map((one) => one.offsetWidth / pair.offsetWidth)"
    )
    assert [round(width, 1) for width in widths] == [0.5, 0.5]
    assert page.evaluate(SCROLLED) == [0, 0]


def test_a_phone_may_look_at_the_screen_for_the_room_with_text_as_it_wants_it(readers: Company, phone: Page) -> None:
    readers.prefer(phone, scale="large")
    phone.goto(f"/c/{KEY}/table/")
    assert text_of(phone) == 19


# --- pages that have room ----------------------------------------------------------------------


def test_heroes_stand_left_and_enemies_right_where_there_is_room(company: Company, fight: str) -> None:
    page = company.page(viewport=LAPTOP)
    page.goto(f"/c/{fight}/")
    right = max(hero["right"] for hero in boxes(page, ".party > .card"))
    assert all(enemy["left"] > right for enemy in boxes(page, ".enemies .card"))
    assert looks.misplaced(page) == []


def test_all_pages_begin_at_one_left_edge(readers: Company) -> None:
    page = readers.page(viewport=TELEVISION)
    edges = {}
    for path in ("", "log", "sheets/", "campaign", "charts/", "record/", "record/note-added", "timeline"):
        page.goto(f"/c/{KEY}/{path}")
        edges[path] = boxes(page, "main h1")[0]["left"]
    assert len(set(edges.values())) == 1, edges
    page.close()


def test_charts_stand_side_by_side_where_there_is_room(readers: Company) -> None:
    page = readers.page(viewport=LAPTOP)
    page.goto(f"/c/{KEY}/charts/")
    first, second = boxes(page, ".chart")[:2]
    assert first["top"] == second["top"]
    assert first["right"] < second["left"]
    page.close()


@pytest.mark.parametrize("width", [320, 390, 1440])
def test_every_letter_of_a_chart_can_be_read(phone: Page, width: int) -> None:
    phone.set_viewport_size({"width": width, "height": 800})
    phone.goto(f"/c/{KEY}/charts/")
    letters = phone.evaluate(LETTERS)
    assert len(letters) > 20
    assert min(letters) >= LEGIBLE
    assert looks.misplaced(phone) == []


# --- the strip, hints, what is felt ------------------------------------------------------------


@pytest.mark.parametrize("scale", ["", "huge"])
@pytest.mark.parametrize("language", ["en", "zh_Hans"])
def test_the_strip_is_one_line_on_a_phone(company: Company, fight: str, scale: str, language: str) -> None:
    page = company.page(viewport=PHONE)
    company.prefer(page, scale=scale, interface=language)
    high = {}
    for key in (KEY, fight):
        page.goto(f"/c/{key}/")
        expect(page.locator("[data-connection=saved]")).to_be_visible()
        high[key] = boxes(page, "#strip")[0]["height"] / text_of(page) * 16
        assert looks.misplaced(page) == []
    assert max(high.values()) <= LINE, high


def test_a_phone_in_one_line_says_where_the_table_is_and_who_waits(table: Gathering) -> None:
    page = table.page()
    expect(page.locator("#strip .at").get_by_text("City step")).to_be_visible()
    page.locator("#connection").evaluate("(one) => one.dataset.connection = 'offline'")
    page.locator("#connection span").evaluate("(one) => one.textContent = 'No connection, 3 waiting'")
    expect(page.locator("#connection").get_by_text("3 waiting")).to_be_visible()
    assert boxes(page, "#strip")[0]["height"] <= LINE


def test_a_hint_goes_and_the_page_stays(company: Company) -> None:
    page = company.page()
    page.goto(f"/c/{KEY}/")
    page.evaluate("() => { globalThis.stayed = true; }")
    page.get_by_role("button", name="Got it").click()
    expect(page.locator("[action='/hints/primary']")).to_have_count(0)
    expect(page.locator("[action='/hints/undo']")).to_have_count(1)
    assert page.evaluate("() => globalThis.stayed") is True
    page.reload()
    expect(page.locator("[action='/hints/primary']")).to_have_count(0)


def test_a_phone_trembles_when_its_own_entry_is_saved(table: Gathering) -> None:
    page = table.page()
    page.evaluate("() => { navigator.vibrate = (time) => { globalThis.felt = time; return true; }; }")
    page.goto(table.at("record/note-added"))
    page.evaluate("() => { navigator.vibrate = (time) => { globalThis.felt = time; return true; }; }")
    page.get_by_label("Text").fill("The rain stopped.")
    page.get_by_role("button", name="Record").click()
    expect(settled(page).locator("#saved .toast")).to_be_visible()
    assert page.evaluate("() => globalThis.felt") > 0
