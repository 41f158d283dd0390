"""What happens now: drawn large on a phone, on a laptop and on the screen for the room, and in nobody's way."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser import looks
from tests.browser.barriers import barriers, troubles
from tests.browser.chromium import OLD_TELEVISION, SIZES, TELEVISION
from tests.browser.company import Company
from tests.browser.fights import MOMENTS, begun, of_an_enemy, reacting
from tests.browser.server import Server
from tests.browser.test_room import SCROLLED, sized
from tests.suite.variants import first_of_each


@dataclass(frozen=True)
class Now:
    """A moment of a golden log, after so many of its entries, and how its piece is called and titled."""

    log: str
    entries: int
    piece: str
    title: str

    def __str__(self) -> str:
        return self.piece


BATTLE = Now("runewars/0.1.0", 549, "battle", "Battle in 4D, round 2")
DUEL = Now("runewars/0.1.0-war", 106, "duel", "Duel in 1B, round 3 of 4")
BID = Now("runewars/0.1.0", 436, "bid", "Influence bid")
TALKS = Now("runewars/0.1.0", 387, "talks", "Latari Elves talks to the neutral units of 8A")
ACTIVATION = Now("champions/0.1.0-lost", 116, "activation", "The Clockmaker II attacks Spider-Man")
OF_A_WAR = (BATTLE, DUEL, BID, TALKS)
MAP, SOFA = 24, 24
"""The least that letters on the map and beside it are high on a television, in pixels."""
LETTERS = """(within) => [...document.querySelectorAll(within + " *")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".hide, [aria-hidden] svg"))
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim()))
  .map((one) => {
    const drawn = one.closest("foreignObject");
    return parseFloat(getComputedStyle(one).fontSize) * (drawn ? drawn.getScreenCTM().a : 1);
  })"""


def least_letter(page: Page, within: str) -> float:
    return float(min(page.evaluate(LETTERS, within)))


def is_of_the_map(fault: str) -> bool:
    """Whether it is about an area of the map, whose own tests look at it."""
    return ".spot" in fault or "cut: strong." in fault


def top_of(page: Page, selector: str) -> float:
    box = page.locator(selector).bounding_box()
    assert box
    return float(box["y"])


@pytest.mark.parametrize("now", first_of_each([*OF_A_WAR, ACTIVATION], lambda now: now.log, str))
def test_the_moment_stands_before_the_log_and_the_rest_of_the_board(company: Company, server: Server, now: Now) -> None:
    page, key = company.page(), server.play_on(now.log, now.entries)
    page.goto(f"/c/{key}/")
    expect(page.locator(".board > .moment h2")).to_have_text(now.title)
    assert [fault for fault in troubles(page) if not is_of_the_map(fault)] == []
    page.set_viewport_size(SIZES["phone"])
    assert top_of(page, f"#piece-{now.piece}") < top_of(page, "#newest")


@pytest.mark.parametrize("now", first_of_each([*OF_A_WAR, ACTIVATION], lambda now: now.log, str))
def test_the_moment_is_on_the_television_unscrolled_and_can_be_read_from_a_sofa(
    company: Company, server: Server, now: Now
) -> None:
    """One visit, on both sizes of a television; letters are measured on the larger one."""
    page, key = company.page(viewport=TELEVISION), server.play_on(now.log, now.entries)
    page.goto(f"/c/{key}/table/")
    for size in (OLD_TELEVISION, TELEVISION):
        sized(page, size)
        expect(page.locator(f"#piece-{now.piece} h2")).to_be_in_viewport(ratio=1)
        assert (page.evaluate(SCROLLED), looks.misplaced(page)) == ([0, 0], [])
    assert barriers(page) == []
    assert least_letter(page, "body") >= SOFA - 0.05
    if now in OF_A_WAR:
        assert least_letter(page, "#piece-map .plan") >= MAP


@pytest.mark.parametrize("moment", first_of_each(MOMENTS, bool, lambda moment: moment.__name__, 2))
def test_a_fight_is_only_looked_at_on_a_large_screen_and_can_be_read_from_a_sofa(
    company: Company, server: Server, moment: object
) -> None:
    """One visit, on a laptop and on a television."""
    key = begun(server)
    moment(server, key)  # type: ignore[operator]
    page = company.page(viewport=SIZES["laptop"])
    page.goto(f"/c/{key}/table/")
    expect(page.locator("#fight form")).to_have_count(0)
    assert barriers(page) == []
    sized(page, TELEVISION)
    assert (least_letter(page, "body") >= SOFA - 0.05, page.evaluate(SCROLLED)) == (True, [0, 0])


@pytest.mark.parametrize("moment", [of_an_enemy, reacting], ids=lambda moment: moment.__name__)
def test_an_enemy_s_attack_is_large_above_whom_it_hits(company: Company, server: Server, moment: object) -> None:
    key = begun(server)
    moment(server, key)  # type: ignore[operator]
    page = company.page()
    page.goto(f"/c/{key}/")
    attack = page.locator("#fight .moment .faces li").first
    expect(attack).to_be_visible()
    assert top_of(page, "#fight .moment .faces") < top_of(page, "#fight .moment .pad >> nth=0")
    page.goto(f"/c/{key}/table/")
    expect(page.locator("#fight .moment .faces li").first).to_be_visible()


def test_a_city_shows_what_it_gives_while_it_is_asked(company: Company, server: Server) -> None:
    key = server.play_on("runewars/0.1.0", 94)
    server.record(key, "content-corrected", kind="cities", id="5", fields={"influence": 3, "tactics": 1})
    server.record(key, "adjusted", path="land.H2.city", after="5", reason="as it lies there")
    server.record(key, "dials-harvested", seat="elf")
    server.record(key, "turn-ended", seat="elf")
    page = company.page()
    page.goto(f"/c/{key}/")
    expect(page.locator("#piece-support .faces li").first).to_be_visible()


# --- turns --------------------------------------------------------------------------------------


def test_the_television_says_whose_turn_begins_and_nothing_moves(company: Company, server: Server) -> None:
    key = server.play_on("runewars/0.1.0", 68)
    page = company.page(viewport=TELEVISION)
    page.goto(f"/c/{key}/table/")
    expect(page.locator("[data-connection=saved]")).to_be_visible()
    expect(page.locator("#strip .turn .who")).to_have_text("Daqan Lords: #1 Strategize")
    before = page.locator("#piece-map").bounding_box()
    server.record(key, "turn-ended", seat="human")
    expect(page.locator("#strip .turn")).to_contain_text("Latari Elves: #2 Mobilize")
    expect(page.locator("#turn")).to_contain_text("Latari Elves")
    expect(page.locator(".piece.active h2")).to_contain_text("Latari Elves")
    assert page.locator("#piece-map").bounding_box() == before


def test_a_phone_says_in_full_who_carries_out_which_order(company: Company, server: Server) -> None:
    page, key = company.page(), server.play_on("runewars/0.1.0", 100)
    page.goto(f"/c/{key}/")
    words = page.locator("#strip .turn .who")
    expect(words).to_have_text("Uthuk Y'llan: #7 Acquire Power")
    assert words.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1")


# --- what is small and in nobody's way ------------------------------------------------------------


def test_the_hint_of_undo_points_at_its_button(company: Company, server: Server) -> None:
    page, key = company.page(), server.play_on(BATTLE.log, BATTLE.entries)
    company.prefer(page, hints="primary")
    page.goto(f"/c/{key}/")
    for screen in ("phone", "laptop"):
        page.set_viewport_size(SIZES[screen])
        tip, button = page.locator("#tip-undo").bounding_box(), page.locator("#undo-last .undo").bounding_box()
        assert tip
        assert button
        assert 0 <= button["y"] - (tip["y"] + tip["height"]) <= 16, screen
        assert tip["x"] <= button["x"] + button["width"] / 2 <= tip["x"] + tip["width"], screen
        assert looks.misplaced(page) == []
    page.set_viewport_size(SIZES["phone"])
    page.get_by_role("button", name="Got it").click()
    expect(page.locator("#tip-undo")).to_be_hidden()


def test_the_arrow_of_a_phone_says_whose_entry_it_takes_back(company: Company, server: Server) -> None:
    key = server.play_on(BATTLE.log, BATTLE.entries)
    page = company.page()
    page.goto(f"/c/{key}/")
    expect(page.locator("#undo-last .whose")).to_have_text("Ana")
    expect(page.locator("#undo-last .whose")).to_be_in_viewport(ratio=1)
    assert [*barriers(page), *looks.misplaced(page)] == []
    company.prefer(page, by="Ana")
    page.goto(f"/c/{key}/")
    expect(page.locator("#undo-last .whose")).to_have_count(0)


@pytest.mark.parametrize("screen", ["phone", "laptop"])
def test_a_toast_lies_neither_on_the_head_nor_on_what_comes_next(company: Company, server: Server, screen: str) -> None:
    page, key = company.page(viewport=SIZES[screen]), server.play_on(BATTLE.log, BATTLE.entries)
    server.record(key, "fate-deck-kept")
    company.prefer(page, hints="primary.undo")
    page.goto(f"/c/{key}/")
    page.locator("#prompts .primary").click()
    toast = page.locator("#saved .toast")
    expect(toast).to_be_visible()
    for part in ("#strip", "#prompts"):
        assert not overlap(page, "#saved .toast", part), part


def overlap(page: Page, one: str, other: str) -> bool:
    """Whether two parts of a page lie on each other."""
    a, b = page.locator(one).bounding_box(), page.locator(other).bounding_box()
    assert a
    assert b
    apart = a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"]
    aside = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    return not (apart or aside)
