"""Whose moment it is, at a table of several phones: one's own comes into sight, and says so; nothing lies over it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.web.visitors.guests import Guests
from tests.browser import looks
from tests.browser.chromium import LAPTOP, PHONE
from tests.browser.company import Company, settled
from tests.browser.fights import begun as fight_begun
from tests.browser.fights import of_a_hero
from tests.browser.server import Server
from tests.browser.test_champions import IRON, MARVEL, SPIDER, dials, fresh
from tests.browser.test_moments import overlap

__all__ = ["dials", "fresh"]

HEARD = """window.buzzes = []; navigator.vibrate = (time) => { window.buzzes.push(time); return true; };
window.tones = 0; const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function () { window.tones += 1; start.call(this); };"""
BUZZ = 120
"""So many milliseconds a device buzzes when a turn begins; it trembles less when something is saved."""


def seated(server: Server, key: str, *seats: str, **guests: str) -> None:
    """Give the host's page seats, and others to guests by name."""
    known, campaign = Guests(server.services.settings.guests), server.services.find_campaign(key).campaign
    for name, seat in guests.items():
        known.join(campaign, name, "player", (seat,))
    known.seat_host(campaign, seats)


def at_table(company: Company, key: str, **how: object) -> Page:
    page = company.page(viewport=PHONE, **how)
    company.prefer(page, hints="primary.undo")
    page.goto(f"/c/{key}/")
    expect(page.locator("[data-connection=saved]")).to_be_visible()
    return page


def caught_up(page: Page, server: Server, key: str) -> None:
    expect(page.locator("#main")).to_have_attribute("data-position", str(server.campaign(key).position))


def to_the_villain(server: Server, key: str) -> None:
    """Others go on until the villain activates against Spider-Man; its numbers are typed in."""
    for number in ("attack", "scheme"):
        server.record(key, "printed-number-said", card="villain", number=number, value=1)
    server.record(key, "player-phase-ended")
    server.record(key, "scheme-threat-placed")


def yours(page: Page) -> Locator:
    return page.locator("#prompts .yours")


def top(part: Locator) -> float:
    box = part.bounding_box()
    assert box
    return float(box["y"])


# --- it comes into sight ------------------------------------------------------------------------


def test_one_s_own_moment_comes_into_sight_where_somebody_else_brings_it(
    company: Company, server: Server, dials: str
) -> None:
    seated(server, dials, SPIDER, Ben=IRON, May=MARVEL)
    page = at_table(company, dials)
    to_the_villain(server, dials)
    caught_up(page, server, dials)
    expect(yours(page)).to_be_in_viewport(ratio=1)
    expect(page.locator("#prompts h2").first).to_be_in_viewport(ratio=1)


def test_who_looks_at_what_comes_next_has_no_gap_above_it_when_a_moment_is_over(
    company: Company, server: Server, dials: str
) -> None:
    seated(server, dials, IRON, Ann=SPIDER, May=MARVEL)
    to_the_villain(server, dials)
    page = at_table(company, dials)
    before = top(page.locator("h1"))
    for seat in (SPIDER, IRON, MARVEL):
        server.record(dials, "enemy-activated", enemy="villain", seat=seat, value=1)
    caught_up(page, server, dials)
    assert top(page.locator("h1")) == before


def test_who_reads_further_down_is_told_and_led_to_the_moment(company: Company, server: Server, dials: str) -> None:
    seated(server, dials, SPIDER, Ben=IRON, May=MARVEL)
    page = at_table(company, dials)
    page.locator("#newest").scroll_into_view_if_needed()
    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    to_the_villain(server, dials)
    told = page.locator("#saved .toast")
    expect(told).to_have_text("It is up to you")
    expect(yours(page)).not_to_be_in_viewport()
    told.click()
    expect(yours(page)).to_be_in_viewport(ratio=1)
    expect(told).to_have_count(0)


def test_whoever_answered_sees_what_is_next_from_its_beginning(company: Company, server: Server, dials: str) -> None:
    seated(server, dials)
    to_the_villain(server, dials)
    page = at_table(company, dials)
    key = page.locator("#prompts .keys .key").first
    key.evaluate("(one) => scrollTo(0, one.getBoundingClientRect().top - 100)")
    key.click()
    settled(page)
    expect(page.locator("#prompts h2").first).to_contain_text("Iron Man")
    expect(page.locator("#prompts h2").first).to_be_in_viewport(ratio=1)
    assert not overlap(page, "#strip", "#prompts h2 >> nth=0")


def test_other_pages_say_that_it_is_up_to_their_reader(company: Company, server: Server, dials: str) -> None:
    seated(server, dials, SPIDER, Ben=IRON, May=MARVEL)
    page = at_table(company, dials)
    page.goto(f"/c/{dials}/log")
    expect(page.locator("#strip .yours")).to_have_count(0)
    to_the_villain(server, dials)
    expect(page.locator("#strip .yours")).to_have_text("It is up to you")
    assert looks.misplaced(page) == []
    page.locator("#strip .at").click()
    expect(yours(page)).to_be_in_viewport(ratio=1)


# --- what is felt and heard ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("signal", "felt", "heard"), [("", 0, 0), ("buzz", 1, 0), ("sound", 1, 1)], ids=["off", "buzz", "sound"]
)
@pytest.mark.parametrize("path", ["", "log"], ids=["play", "log"])
def test_a_device_buzzes_and_sounds_when_a_turn_begins_as_it_was_told_to(
    company: Company, server: Server, dials: str, path: str, signal: str, felt: int, heard: int
) -> None:
    seated(server, dials, SPIDER, Ben=IRON, May=MARVEL)
    page = company.page(first=HEARD)
    company.prefer(page, signal=signal) if signal else None
    page.goto(f"/c/{dials}/{path}")
    expect(page.locator("[data-connection=saved]")).to_be_visible()
    to_the_villain(server, dials)
    expect(page.locator("#strip .at[data-yours]")).to_have_count(1)
    caught_up(page, server, dials)
    assert page.evaluate("(buzz) => window.buzzes.filter((one) => one === buzz).length", BUZZ) == felt
    assert page.evaluate("() => window.tones") == heard


def test_no_device_signals_a_turn_that_has_begun_before_or_is_another_s(
    company: Company, server: Server, dials: str
) -> None:
    seated(server, dials, SPIDER, Ben=IRON, May=MARVEL)
    to_the_villain(server, dials)
    page = company.page(first=HEARD)
    company.prefer(page, signal="sound", hints="primary.undo")
    page.goto(f"/c/{dials}/")
    expect(yours(page)).to_be_visible()
    page.get_by_role("link", name="Log", exact=True).click()
    page.get_by_role("link", name="Play", exact=True).click()
    expect(yours(page)).to_be_visible()
    server.record(dials, "enemy-activated", enemy="villain", seat=SPIDER, value=1)
    expect(page.locator("#awaited")).to_contain_text("Iron Man (Ben)")
    assert page.evaluate("() => [window.buzzes.includes(120), window.tones]") == [False, 0]


# --- for whom the table waits -------------------------------------------------------------------


def test_a_phone_names_who_plays_the_seat_that_the_table_waits_for(
    company: Company, server: Server, dials: str
) -> None:
    seated(server, dials, IRON, Ann=SPIDER, May=MARVEL)
    to_the_villain(server, dials)
    page = at_table(company, dials)
    awaited = page.locator("#awaited")
    expect(awaited).to_contain_text("Waiting for Spider-Man (Ann): Rhino schemes against Spider-Man")
    assert top(awaited) < top(page.locator("#prompts"))
    awaited.get_by_role("link").click()
    expect(page.locator("main")).to_contain_text("Spider-Man (Ann) should do this.")


def test_in_a_fight_who_waits_reads_first_for_whom(company: Company, server: Server) -> None:
    key = fight_begun(server)
    of_a_hero(server, key)
    seated(server, key, "venia", Ann="lunara")
    page = at_table(company, key)
    expect(page.locator("#awaited")).to_contain_text("Waiting for Lunara (Ann)")
    expect(page.locator("#awaited")).to_be_in_viewport(ratio=1)
    assert top(page.locator("#strip")) < top(page.locator("#awaited")) < top(page.locator("#prompts"))
    assert looks.misplaced(page) == []


def test_dice_of_another_s_attack_are_not_rolled_by_the_large_button(company: Company, server: Server) -> None:
    key = fight_begun(server)
    of_a_hero(server, key)
    server.record(key, "attack-declared", figure="lunara", attack="melee", targets=["ford-hulk 1"], dice=4)
    seated(server, key, "venia", Ann="lunara")
    page = at_table(company, key)
    expect(page.locator("#awaited")).to_contain_text("Waiting for Lunara (Ann): Roll 4 dice here")
    expect(page.locator("#prompts .primary")).to_have_count(0)


def test_an_action_is_selected_by_one_tap_on_one_s_own_phone(company: Company, server: Server) -> None:
    key = fight_begun(server)
    seated(server, key, "lunara", Ben="venia")
    page = at_table(company, key)
    keys = page.locator("#prompts .keys:not(.second)")
    expect(keys.locator("h2")).to_have_text("Lunara selects an action")
    for key_of_action in keys.get_by_role("button").all():
        expect(key_of_action).to_be_in_viewport(ratio=1)
    keys.get_by_role("button", name="Shield Bash").click()
    settled(page)
    assert server.campaign(key).table.scene.heroes["lunara"].action == "Shield Bash"  # type: ignore[attr-defined]


# --- what was saved covers no question ----------------------------------------------------------


TOASTS_STAY = "window.setTimeout = ((set) => (act, wait) => wait === 8000 ? -1 : set(act, wait))(window.setTimeout)"
"""However slow the machine is, a toast is there as long as it is looked at."""


def test_what_was_saved_covers_no_question_however_a_phone_is_scrolled(
    company: Company, server: Server, dials: str
) -> None:
    seated(server, dials)
    page = at_table(company, dials, first=TOASTS_STAY)
    for by in (0, 40, 120):
        page.locator("#prompts").evaluate(f"() => scrollTo(0, {by})")
        page.locator("#piece-villain [data-step='-1']").first.click()
        expect(page.locator("#saved .toast")).to_contain_text("Rhino")
        settled(page)
        for part in ("#prompts .primary", "#piece-villain [data-step='-1']"):
            assert not overlap(page, "#saved .toast", part), (by, part)
    to_the_villain(server, dials)
    page.locator("#prompts .keys .key").first.click()
    expect(page.locator("#saved .toast")).to_contain_text("activated")
    settled(page)
    toast = page.locator("#saved .toast").bounding_box()
    assert toast
    for part in page.locator("#prompts :is(h2, .key)").all():
        box = part.bounding_box()
        assert not (box and box["y"] < toast["y"] + toast["height"] and toast["y"] < box["y"] + box["height"])


def test_what_was_saved_covers_neither_the_title_nor_the_button_of_the_form_that_is_next(
    company: Company, server: Server, fresh: str
) -> None:
    server.record(fresh, "hero-taken", hero=IRON, health=9)
    page = at_table(company, fresh)
    page.locator("[data-step='-1']:not([disabled])").first.evaluate("(one) => one.click()")
    expect(page.locator("#saved .toast")).to_be_visible()
    page.locator("#prompts form[action*='hero-taken'] .key.more").click()
    expect(page.locator("main > .form")).to_be_visible()
    expect(page.locator("#saved .toast")).to_be_visible()
    for part in ("main h1", "main .form .button.large"):
        assert not overlap(page, "#saved .toast", part), part


def test_who_recorded_is_named_in_full_on_the_arrow_of_a_phone(company: Company, server: Server, dials: str) -> None:
    server.record(dials, "note-added", text="Late.")
    page = at_table(company, dials)
    company.prefer(page, by="Ann")
    page.reload()
    whose = page.locator("#undo-last .whose")
    expect(whose).to_have_text("the host")
    assert whose.evaluate(
        "(one) => [one.scrollWidth <= one.clientWidth, one.scrollHeight <= one.clientHeight + 1]"
    ) == [
        True,
        True,
    ]


# --- the laptop ---------------------------------------------------------------------------------


def test_a_laptop_shows_the_villain_and_all_heroes_on_the_first_screen(
    company: Company, server: Server, dials: str
) -> None:
    page = company.page(viewport=LAPTOP)
    page.goto(f"/c/{dials}/")
    for part in ("#piece-villain", *(f"[aria-label='{hero}'] h2" for hero in (IRON, MARVEL))):
        expect(page.locator(part).first).to_be_in_viewport(ratio=1)
