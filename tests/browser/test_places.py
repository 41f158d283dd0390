"""Every page, as it is for everybody: found by a machine that reads, in each theme, on a phone, with large text."""

import re
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser import looks
from tests.browser.barriers import FIRST, LIGHTS, barriers, barriers_in_any_light, troubles
from tests.browser.chromium import SIZES
from tests.browser.company import Company, Gathering
from tests.browser.places import KEY, further_views, places, without_sample
from tests.browser.server import Server

TEXTS = ("100%", "143.75%", "200%")
"""As it is, huge, and as large as browsers must bear."""
FAINT = "color-mix(in srgb, var(--ground), var(--ink) 25%)"
DREARY = """(rules) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [sheet];
}"""
"""Rules of style besides those of the page."""
MARKED = "(all, light) => all.forEach((one) => { one.dataset.faint = light; })"


def test_every_address_that_can_be_looked_at_has_an_example() -> None:
    assert without_sample() == []


@pytest.fixture
def by_day(phone: Page, readers: Company) -> Page:
    """A phone of somebody who asked for daylight: its pages know how they look in any light."""
    readers.prefer(phone, theme="light")
    return phone


def each_place() -> list[Any]:
    """The paths of all pages; those that are further views of one are for `make full`."""
    further = further_views()
    return [pytest.param(path, marks=[pytest.mark.full] if path in further else []) for path in places()]


@pytest.mark.parametrize("path", each_place())
def test_a_page_is_in_nobodys_way_in_any_light_on_any_screen_and_with_text_of_any_size(by_day: Page, path: str) -> None:
    """One visit: what is wrong says in which light, on which screen, with which text."""
    by_day.goto(path)
    found = [*barriers_in_any_light(by_day), *looks.too_small(by_day)]
    for text in TEXTS:
        looks.enlarged(by_day, text)
        found += [f"{text}: {fault}" for fault in looks.misplaced(by_day)]
    looks.enlarged(by_day, "")
    for screen in ("tablet", "laptop"):
        by_day.set_viewport_size(SIZES[screen])
        found += [f"{screen}: {fault}" for fault in looks.misplaced(by_day)]
    assert found == []


CAMPAIGNS = {"odalin/0.1.0-chapter": 400, "runewars/0.1.0-war": 300, "champions/0.1.0": 100, "heroes3/0.1.0": 150}
"""A campaign under way of each game but that of the demo: a golden log, and how far."""


@pytest.mark.parametrize(("log", "entries"), CAMPAIGNS.items())
def test_no_page_of_any_game_runs_off_a_phone_with_text_twice_as_large(
    phone: Page, server: Server, log: str, entries: int
) -> None:
    key, found = server.play_on(log, entries), []
    for path in ("", "log", "sheets/", "charts/", "timeline", "record/"):
        phone.goto(f"/c/{key}/{path}")
        looks.enlarged(phone, TEXTS[-1])
        found += [f"{path}: {fault}" for fault in looks.misplaced(phone)]
    assert found == []


def test_the_places_stay_in_one_line_with_text_twice_as_large(phone: Page) -> None:
    phone.goto(f"/c/{KEY}/")
    looks.enlarged(phone, TEXTS[-1])
    tops = phone.locator("nav.places a:visible").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
    assert len({round(top) for top in tops}) == 1


@pytest.mark.parametrize("theme", [FIRST, *LIGHTS])
def test_a_page_put_in_another_light_is_as_the_host_gives_it(by_day: Page, readers: Company, theme: str) -> None:
    by_day.goto(f"/c/{KEY}/")
    looks.lit(by_day, theme)
    put = looks.given(by_day)
    readers.prefer(by_day, theme=theme)
    by_day.goto(f"/c/{KEY}/")
    assert put == looks.given(by_day)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_page_follows_the_light_of_its_device(phone: Page, readers: Company, theme: Literal["light", "dark"]) -> None:
    phone.emulate_media(color_scheme=theme)
    phone.goto(f"/c/{KEY}/")
    of_device = looks.given(phone)
    readers.prefer(phone, theme=theme)
    phone.goto(f"/c/{KEY}/")
    assert of_device == looks.given(phone)
    phone.emulate_media(color_scheme="null")


def test_a_line_that_cannot_be_read_in_one_light_is_found_in_that_one(by_day: Page) -> None:
    """One visit: in each light, another line is faint."""
    lights, path = (FIRST, *LIGHTS), "#log .line:nth-last-of-type"
    by_day.goto(f"/c/{KEY}/log")
    faint = (f"[data-theme={light}] {path}({n}) * {{ color: {FAINT}; }}" for n, light in enumerate(lights, 1))
    by_day.evaluate(DREARY, " ".join(faint))
    for n in range(1, 1 + len(lights)):
        by_day.locator(f"{path}({n}) *").evaluate_all(MARKED, lights[n - 1])
    found = {re.sub(': color-contrast.* data-faint="([a-z]+)".*', r" \1", one) for one in barriers_in_any_light(by_day)}
    assert found == {f"{light} {light}" for light in lights}


def test_one_line_that_cannot_be_read_on_a_large_screen_alone_is_found(phone: Page) -> None:
    phone.goto(f"/c/{KEY}/log")
    phone.evaluate(DREARY, f"@media (width > 1000px) {{ #log .line:last-of-type * {{ color: {FAINT}; }} }}")
    assert {fault.partition(":")[0] for fault in troubles(phone) if "color-contrast" in fault} == {"laptop"}


def refused(page: Page, table: Gathering) -> None:
    """The answer to a form that the rules refuse, and that a card may overrule."""
    page.goto(table.at("record/city-step-ended"))
    page.get_by_role("button", name="Record").click()
    expect(page.locator("#refused")).to_be_visible()


def saved(page: Page, table: Gathering) -> None:
    """What comes after something was recorded."""
    page.goto(table.at("record/note-added"))
    page.get_by_label("Text").fill("The rain stopped.")
    page.get_by_role("button", name="Record").click()
    expect(page.locator("#saved").get_by_role("button", name="Undo")).to_be_visible()


def put_right(page: Page, table: Gathering) -> None:
    """What putting an early entry right would do."""
    page.goto(table.at("amend/87"))
    page.locator("#f-amount").fill("2")
    page.get_by_role("button", name="See what would change").click()
    expect(page.locator("#decide")).to_be_visible()


def lost(page: Page, table: Gathering) -> None:
    """An address that leads nowhere."""
    page.goto("/c/nowhere/")


MOMENTS = (refused, saved, put_right, lost)


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
def test_no_answer_is_in_anybodys_way(table: Gathering, company: Company, moment: Any) -> None:
    page = table.page()
    moment(page, table)
    assert barriers(page) == []
    assert looks.misplaced(page) == []
    assert looks.too_small(page) == []


def test_a_preview_in_place_of_its_form_is_shown_from_the_beginning(table: Gathering) -> None:
    page = table.page(viewport={"width": 390, "height": 500})
    put_right(page, table)
    assert page.evaluate("() => scrollY") == 0


@pytest.mark.parametrize("scale", ["", "large", "huge"])
def test_text_is_as_large_as_somebody_wants_it(phone: Page, readers: Company, scale: str) -> None:
    readers.prefer(phone, scale=scale)
    phone.goto(places()[1])
    size = float(phone.evaluate("() => parseFloat(getComputedStyle(document.body).fontSize)"))
    assert size == {"": 16, "large": 19, "huge": 23}[scale]


@pytest.mark.parametrize(("path", "sides"), [("", 1), ("record/note-added", 1), ("log", 1), ("campaign", 0)])
def test_nothing_that_is_scrolled_to_hides_behind_what_stays_in_reach(table: Gathering, path: str, sides: int) -> None:
    page = table.page()
    page.goto(table.at("campaign"))
    bare = padding(page)
    page.goto(table.at(path))
    assert sum(more > less for more, less in zip(padding(page), bare, strict=True)) == sides


def padding(page: Page) -> list[float]:
    """How far from the upper and the lower edge of the window it is scrolled to what is looked for."""
    return [float(page.evaluate(PADDING, side)) for side in ("Top", "Bottom")]


PADDING = "(side) => parseFloat(getComputedStyle(document.documentElement)[`scrollPadding${side}`]) || 0"


@pytest.mark.parametrize("moment", MOMENTS[:2], ids=lambda moment: moment.__name__)
def test_nothing_moves_for_those_who_asked_for_stillness(table: Gathering, moment: Any) -> None:
    page = table.page(reduced_motion="reduce")
    moment(page, table)
    assert looks.moving(page) == []
