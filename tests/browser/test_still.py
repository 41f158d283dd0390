"""Nothing moves under a thumb: what somebody looks at or touches stays where it is while others record."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.company import Company, Gathering, Held
from tests.browser.fights import begun, of_a_hero
from tests.browser.server import Server

ANCHORING = ("auto", "none")
"""Whether the browser itself holds on to what is seen, where the page lets it."""
TAPS, RUN = 24, 900
"""How often is tapped, sixty times by `make full`, and milliseconds after which a run of taps is on its way."""
HOLDS = """(how) => {
  const rules = new CSSStyleSheet();
  rules.replaceSync(`* { overflow-anchor: ${how} !important }`);
  document.adoptedStyleSheets.push(rules);
}"""
TOUCHES = """(part) => {
  part.scrollIntoView({ block: "center" });
  part.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  part.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
}"""
TOPS = """() => [...document.querySelectorAll("#main [id], #board *")].map(
  (part) => part.checkVisibility() ? part.getBoundingClientRect().top : null
)"""
"""Where each part is; null for one that is not shown, as the browser does not lay out what a closed fold holds."""


def lives(page: Page, anchoring: str) -> Page:
    """A page in touch with the host, in a browser that holds on to what is seen, or does not."""
    expect(page.locator("[data-connection=saved]")).to_be_visible()
    page.evaluate(HOLDS, anchoring)
    return page


def top(part: Locator) -> int:
    return round(part.evaluate("(part) => part.getBoundingClientRect().top"))


def caught_up(page: Page, server: Server, key: str) -> None:
    """Wait until a page shows all there is, and has drawn it."""
    expect(page.locator("#main")).to_have_attribute("data-position", str(server.campaign(key).position))
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


@pytest.fixture
def fight(server: Server) -> str:
    key = begun(server)
    of_a_hero(server, key)
    return key


OTHERS = (
    ("condition-gained", {"figure": "skitterer 1", "condition": "weakened"}),
    ("condition-gained", {"figure": "skitterer 2", "condition": "weakened"}),
    ("turn-ended", {"figure": "lunara"}),
    ("turn-ended", {"figure": "torrax"}),
    ("turn-ended", {"figure": "matajam"}),
    ("note-added", {"text": "A long story that takes more than a single line of a phone to be told in full."}),
    ("condition-discarded", {"figure": "skitterer 1", "condition": "weakened"}),
)
"""What others record: things appear and go above and below, and the turn goes on to an enemy, with other buttons."""


@pytest.mark.parametrize("anchoring", ANCHORING)
@pytest.mark.parametrize("part", [".enemies .stepper", "#newest h2", "#everything"])
def test_what_was_touched_stays_where_it_is_whatever_others_record(
    company: Company, server: Server, fight: str, anchoring: str, part: str
) -> None:
    page = company.page()
    page.goto(f"/c/{fight}/")
    lives(page, anchoring)
    touched = page.locator(part).last
    touched.evaluate(TOUCHES)
    moved = []
    for event, fields in OTHERS:
        before = top(touched)
        server.record(fight, event, **fields)
        caught_up(page, server, fight)
        moved.append((event, top(touched) - before))
    assert [(event, by) for event, by in moved if abs(by) > 1] == []


def test_what_is_in_reach_stays_at_the_bottom_also_where_the_page_gets_shorter(
    company: Company, server: Server, fight: str
) -> None:
    page = company.page()
    page.goto(f"/c/{fight}/")
    lives(page, "auto")
    page.locator("#everything").evaluate(TOUCHES)
    bar, stood = page.locator("#bar"), set[int]()
    for event, fields in OTHERS:
        server.record(fight, event, **fields)
        caught_up(page, server, fight)
        stood.add(top(bar))
    held = page.locator("#main").evaluate("(main) => main.style.getPropertyValue('--held-below')")
    assert (len(stood), bool(held)) == (1, True)


@pytest.mark.parametrize("anchoring", ANCHORING)
def test_a_number_that_somebody_else_moves_moves_nothing_else(table: Gathering, server: Server, anchoring: str) -> None:
    page = lives(table.page(), anchoring)
    for at in (0, 300, 900):
        page.evaluate("(at) => scrollTo(0, at)", at)
        before = page.evaluate(TOPS)
        server.record(table.key, "stars-gained", hero="venia", amount=1)
        caught_up(page, server, table.key)
        assert page.evaluate(TOPS) == before


@pytest.mark.parametrize(
    ("anchoring", "taps"),
    [("none", TAPS), *(pytest.param(each, 60, marks=pytest.mark.full) for each in ("none", "auto"))],
)
def test_many_taps_of_two_phones_in_turns_are_all_there_and_nothing_moved(
    company: Company, server: Server, fight: str, anchoring: str, taps: int
) -> None:
    ann, ben, eve = (company.page() for _ in range(3))
    for page in (ann, ben, eve):
        page.goto(f"/c/{fight}/")
        lives(page, anchoring)
    ann.locator(".handle", has_text="Lunara").click()
    ben.locator(".handle[popovertarget=all]").click()
    ben.locator("#all [popovertarget=aside]").click()
    stars = ann.locator('[data-counter="heroes.lunara.stars"] [data-step="1"]')
    prisoners = ben.locator('[data-counter="scene.counters.Prisoners"] [data-step="1"]')
    model = eve.locator("#main .enemies .stepper").last
    model.evaluate("(part) => part.scrollIntoView({ block: 'center' })")
    prisoners.scroll_into_view_if_needed()
    before = server.campaign(fight).table
    places = [top(stars), top(prisoners), top(model)]
    for tap in range(taps):
        (prisoners if tap % 2 else stars).click()
        assert [top(stars), top(prisoners), top(model)] == places
        if tap % 12 == 11:
            ann.wait_for_timeout(RUN)
    expect(eve.locator("#newest")).to_contain_text("Lunara")
    for page in (ann, ben, eve):
        counted = page.locator('[data-counter="scene.counters.Prisoners"] .value')
        expect(counted).to_have_text(str(before.scene.counters["Prisoners"] + taps // 2))  # type: ignore[attr-defined]
        caught_up(page, server, fight)
    after = server.campaign(fight).table
    assert after.heroes["lunara"].stars == before.heroes["lunara"].stars + taps // 2  # type: ignore[attr-defined]
    assert [top(stars), top(prisoners), top(model)] == places


NEVER_LONG = "window.setTimeout = ((set) => (act, wait) => wait === 600 ? -1 : set(act, wait))(window.setTimeout)"
"""However slow the machine is, the finger is not taken for one that rests."""
FINGER = """(kind) => document.querySelector("#newest h2").dispatchEvent(new PointerEvent(kind, { bubbles: true }))"""
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


def test_news_that_arrive_while_a_finger_is_down_are_shown_once_it_is_lifted(
    company: Company, table: Gathering, server: Server
) -> None:
    page = table.page()
    page.add_init_script(NEVER_LONG)
    page.goto(table.at())
    expect(page.locator("[data-connection=saved]")).to_be_visible()
    held = Held(page, table.at())
    server.record(table.key, "note-added", text="Somebody else was faster.")
    news = held.route()
    before = page.locator("#main").get_attribute("data-position")
    page.evaluate(FINGER, "pointerdown")
    with page.expect_response(f"**{table.at()}") as answered:
        news.continue_()
    answered.value.finished()
    page.evaluate(DRAWN)
    page.wait_for_timeout(200)
    assert page.locator("#main").get_attribute("data-position") == before
    page.evaluate(FINGER, "pointerup")
    caught_up(page, server, table.key)
    company.complaints.clear()  # that there is no service worker
