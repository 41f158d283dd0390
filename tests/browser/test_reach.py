"""One thumb on a phone: what is touched often is a tap or two away from anywhere on Play, and nobody scrolls for it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import looks
from tests.browser.barriers import barriers
from tests.browser.chromium import LAPTOP
from tests.browser.company import Company, Gathering, settled
from tests.browser.fights import HEROES, MOMENTS, begun, of_a_hero
from tests.browser.hand import Finger
from tests.browser.server import Server

CITY, FIGHT, WIDE = 2.5, 3.5, 3.2
"""So many screens the page Play is high at most: in the city and in a fight on a phone, and on a laptop."""
PLACES = {"top": 0.0, "middle": 0.5, "end": 1.0}
"""Where on the page somebody is who wants something, as parts of its height."""
ANYWHERE = [pytest.param(place, marks=[pytest.mark.full] if place == "middle" else []) for place in PLACES]
"""In `make test` at both ends of it."""
PULLED_OUT = ":popover-open"
"""What was pulled out; what stands under it is the page of a moment, which is looked at by itself."""
EVERYBODY = "#bar .handle[popovertarget='all']"
UNDER = """(part) => {
  const box = part.getBoundingClientRect(), [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const found = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight ? document.elementFromPoint(x, y) : null;
  return found !== null && (part.contains(found) || found.contains(part));
}"""


class Thumb:
    """A thumb that counts its touches, and that touches nothing it would have to scroll to."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.touches = 0
        self._finger = Finger(page)

    def _finds(self, what: Locator) -> None:
        expect(what).to_be_visible()
        assert what.evaluate(UNDER), "out of reach: it is off the screen, or something lies over it"
        self.touches += 1

    def taps(self, what: Locator) -> None:
        self._finds(what)
        self._finger.tap(what)

    def holds(self, what: Locator, long: int) -> None:
        """Keep the thumb on something for so many milliseconds, on a page whose clock is ours."""
        self._finds(what)
        what.hover()
        self.page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
        self.page.mouse.down()
        self.page.clock.run_for(long)
        self.page.mouse.up()
        self.page.clock.resume()

    def handle(self, name: str) -> Locator:
        return self.page.locator("#bar").get_by_role("button", name=name)

    def step(self, counter: str, way: int) -> Locator:
        return self.page.locator(f'[data-counter="{counter}"] [data-step="{way}"]')


def on(page: Page, place: str = "top") -> Thumb:
    """A thumb on a page that is in touch with the host, somewhere on it."""
    expect(page.locator("[data-connection=saved]")).to_be_visible()
    page.evaluate("(part) => scrollTo(0, part * (document.body.scrollHeight - innerHeight))", PLACES[place])
    return Thumb(page)


def screens(page: Page) -> float:
    height, window = page.evaluate("() => [document.documentElement.scrollHeight, innerHeight]")
    return float(height / window)


@pytest.fixture
def fight(server: Server) -> str:
    key = begun(server)
    of_a_hero(server, key)
    return key


# --- so many touches ---------------------------------------------------------------------------


@pytest.mark.parametrize("place", ANYWHERE)
def test_two_stars_for_the_second_hero_are_a_tap_and_a_hold(
    company: Company, table: Gathering, server: Server, place: str
) -> None:
    page = company.page()
    page.clock.install()
    page.goto(table.at())
    thumb = on(page, place)
    before = server.campaign(table.key).table.heroes["venia"].stars  # type: ignore[attr-defined]
    thumb.taps(thumb.handle("Venia"))
    thumb.holds(thumb.step("heroes.venia.stars", 1), 1_000)
    expect(thumb.page.locator("#saved")).to_contain_text("Venia gained 2 stars")
    assert thumb.touches == 2
    assert server.campaign(table.key).table.heroes["venia"].stars == before + 2  # type: ignore[attr-defined]


@pytest.mark.parametrize("place", ANYWHERE)
def test_damage_to_anybody_is_two_taps(company: Company, server: Server, fight: str, place: str) -> None:
    page = company.page()
    page.goto(f"/c/{fight}/")
    thumb = on(page, place)
    thumb.taps(thumb.handle("Matajam"))
    thumb.taps(thumb.step("heroes.matajam.wounds", 1))
    expect(page.locator("#saved")).to_contain_text("Matajam")
    assert thumb.touches == 2


@pytest.mark.parametrize("place", ANYWHERE)
def test_what_was_recorded_last_is_undone_with_one_tap(table: Gathering, server: Server, place: str) -> None:
    server.record(table.key, "note-added", text="A slip.")
    thumb = on(table.page(), place)
    thumb.taps(thumb.page.locator("#bar").get_by_role("button", name="Undo: Note: A slip."))
    expect(thumb.page.locator("#newest")).to_contain_text("Took back: Note: A slip.")
    assert thumb.touches == 1


@pytest.mark.parametrize("place", ANYWHERE)
def test_a_faction_goes_up_with_two_taps(table: Gathering, server: Server, place: str) -> None:
    thumb = on(table.page(), place)
    thumb.taps(thumb.handle("Factions"))
    thumb.taps(thumb.step("factions.gramask", 1))
    expect(thumb.page.locator("#saved")).to_contain_text("House Gramask")
    assert thumb.touches == 2


def test_the_chronicle_on_paper_is_two_taps_away(table: Gathering) -> None:
    thumb = on(table.page())
    thumb.taps(thumb.page.locator(".places a[data-place='campaign']"))
    with thumb.page.expect_download() as saved:
        thumb.taps(thumb.page.get_by_role("link", name="Chronicle on paper").first)
    assert (thumb.touches, saved.value.suggested_filename[-4:]) == (2, ".pdf")


# --- one's own first -----------------------------------------------------------------------------


def sits(page: Page, key: str, seat: str) -> None:
    page.goto(f"/c/{key}/people/")
    page.locator(f"#mine [type=radio][value='at:{seat}']").check()
    page.locator("#mine button").last.click()
    settled(page)
    page.goto(f"/c/{key}/")


def test_who_plays_finds_their_own_hero_first_and_all_behind_one_tap(
    company: Company, server: Server, fight: str
) -> None:
    page = company.page()
    sits(page, fight, "matajam")
    thumb = on(page)
    expect(page.locator("#bar .handle:visible").first).to_contain_text("Matajam")
    expect(page.locator("#bar .handle[popovertarget='piece-hero-venia']")).to_be_hidden()
    thumb.taps(page.locator(EVERYBODY))
    expect(page.locator("#all li")).to_have_count(4)
    thumb.taps(page.locator('#all [data-counter="heroes.venia.wounds"] [data-step="-1"]'))
    expect(page.locator("#saved")).to_contain_text("Venia")
    assert thumb.touches == 2


def test_from_all_any_hero_is_a_tap_away_with_everything(company: Company, fight: str) -> None:
    page = company.page()
    sits(page, fight, "matajam")
    thumb = on(page)
    thumb.taps(page.locator(EVERYBODY))
    thumb.taps(page.locator("#all").get_by_role("button", name="Venia"))
    expect(page.locator("#piece-hero-venia")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#all")).to_be_visible()


def test_four_heroes_stand_beside_each_other_without_being_pushed(company: Company, fight: str) -> None:
    page = company.page()
    page.goto(f"/c/{fight}/")
    on(page)
    row = page.locator(".handles")
    assert row.evaluate("(row) => row.scrollWidth <= row.clientWidth")
    for hero in HEROES:
        assert page.locator(f"#bar .handle[popovertarget='piece-hero-{hero}']").evaluate(UNDER)


def test_what_has_no_room_in_the_row_is_behind_its_last_handle(company: Company, fight: str) -> None:
    page = company.page()
    page.goto(f"/c/{fight}/")
    thumb = on(page)
    thumb.taps(page.locator(EVERYBODY))
    thumb.taps(page.locator("#all").get_by_role("button", name="Factions"))
    expect(page.locator(".rivals")).to_be_visible()


# --- drawers -----------------------------------------------------------------------------------


def test_a_drawer_stays_open_while_others_record_and_gives_way_to_the_next(table: Gathering, server: Server) -> None:
    thumb = on(table.page())
    card = thumb.page.locator("#piece-hero-venia")
    thumb.taps(thumb.handle("Venia"))
    server.record(table.key, "stars-gained", hero="venia", amount=3)
    expect(thumb.page.locator("#main")).to_have_attribute("data-position", str(server.campaign(table.key).position))
    expect(card).to_be_visible()
    thumb.taps(thumb.handle("Torrax"))
    expect(thumb.page.locator("#piece-hero-torrax")).to_be_visible()
    expect(card).to_be_hidden()
    thumb.page.keyboard.press("Escape")
    expect(thumb.page.locator("#piece-hero-torrax")).to_be_hidden()


def test_a_tap_beside_a_drawer_puts_it_back_and_does_nothing_else(table: Gathering, server: Server) -> None:
    thumb = on(table.page())
    before = server.campaign(table.key).position
    thumb.taps(thumb.handle("Venia"))
    thumb.page.mouse.click(180, 60)
    expect(thumb.page.locator("#piece-hero-venia")).to_be_hidden()
    assert (thumb.page.url.rpartition("/c/")[2], server.campaign(table.key).position) == (f"{table.key}/", before)


def test_a_drawer_is_pulled_out_and_a_number_goes_up_without_a_script(table: Gathering, server: Server) -> None:
    page = table.page(java_script_enabled=False)
    before = server.campaign(table.key).table.heroes["venia"].stars  # type: ignore[attr-defined]
    page.locator("#bar").get_by_role("button", name="Venia").click()
    page.locator('[data-counter="heroes.venia.stars"] [data-step="1"]').click()
    expect(page.locator("#saved")).to_contain_text("Venia")
    assert server.campaign(table.key).table.heroes["venia"].stars == before + 1  # type: ignore[attr-defined]


def test_in_a_scenario_what_belongs_to_the_campaign_is_put_aside(company: Company, fight: str) -> None:
    page = company.page(viewport=LAPTOP)
    page.goto(f"/c/{fight}/")
    expect(page.locator(".party > .card").first).to_be_visible()
    expect(page.locator(".rivals")).to_be_hidden()
    page.locator("#bar").get_by_role("button", name="Factions").click()
    expect(page.locator(".rivals")).to_be_visible()


def test_what_was_recorded_stands_over_the_drawer_it_was_tapped_in(
    company: Company, server: Server, fight: str
) -> None:
    page = company.page()
    page.goto(f"/c/{fight}/")
    before = server.campaign(fight).table.heroes["matajam"].wounds  # type: ignore[attr-defined]
    thumb = on(page)
    thumb.taps(thumb.handle("Matajam"))
    thumb.taps(thumb.step("heroes.matajam.wounds", 1))
    thumb.taps(page.locator("#saved").get_by_role("button", name="Undo"))
    expect(page.locator("#newest")).to_contain_text("Took back")
    assert server.campaign(fight).table.heroes["matajam"].wounds == before  # type: ignore[attr-defined]


def test_a_drawer_that_is_pulled_out_later_leaves_what_was_recorded_in_sight(table: Gathering) -> None:
    page = table.page()
    thumb = on(page)
    thumb.taps(thumb.handle("Factions"))
    thumb.taps(thumb.step("factions.gramask", 1))
    expect(page.locator("#saved .toast")).to_be_visible()
    page.keyboard.press("Escape")
    thumb.taps(thumb.handle("Factions"))
    assert page.locator("#saved").get_by_role("button", name="Undo").evaluate(UNDER)


# --- how much there is -------------------------------------------------------------------------


def test_the_city_is_few_screens_high(table: Gathering) -> None:
    assert screens(on(table.page()).page) <= CITY


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
def test_a_fight_is_few_screens_high(company: Company, server: Server, moment: Callable[[Server, str], None]) -> None:
    key = begun(server)
    moment(server, key)
    page = company.page()
    page.goto(f"/c/{key}/")
    high = screens(on(page).page)
    page.set_viewport_size(LAPTOP)
    wide = screens(page)
    assert (high <= FIGHT, wide <= WIDE) == (True, True), f"{high:.2f} screens, {wide:.2f} on a laptop"


IN_ONE = [
    pytest.param(moment, id=moment.__name__, marks=[] if moment is of_a_hero else [pytest.mark.full])
    for moment in MOMENTS
]
"""What is pulled out is hardly another in the next moment of a fight: `make test` looks at it in one."""


@pytest.mark.parametrize("moment", IN_ONE)
def test_nothing_that_is_pulled_out_of_a_fight_is_in_anybodys_way(
    company: Company, server: Server, moment: Callable[[Server, str], None]
) -> None:
    key = begun(server)
    moment(server, key)
    page = company.page()
    page.goto(f"/c/{key}/")
    on(page)
    found = []
    for handle in page.locator(".handle:visible").all():
        handle.click()
        for part in [handle, *page.locator(".all li > .button:visible").all()]:
            if part is not handle:
                part.click()
            wrong = [*barriers(page, within=PULLED_OUT), *looks.misplaced(page), *looks.too_small(page)]
            found += [f"{part.inner_text()}: {fault}" for fault in wrong]
            if part is not handle:
                page.keyboard.press("Escape")
    assert found == []
