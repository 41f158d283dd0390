"""Every page, as it is for everybody: found by a machine that reads, in each theme, on a phone, with large text."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser import looks
from tests.browser.chromium import SIZES
from tests.browser.company import Company, Gathering
from tests.browser.places import places, without_sample

AXE = Axe()
COLOURS = ("color-contrast", "link-in-text-block")
"""What differs between themes; all else is looked at in one of them."""
TEXTS = ("100%", "143.75%", "200%")
"""As it is, huge, and as large as browsers must bear."""
THEMES = {"dark": (), "light": COLOURS, "candle": COLOURS, "contrast": ("color-contrast-enhanced",)}


def barriers(page: Page, *rules: str) -> list[str]:
    """What axe finds on a page, by all its rules or by some."""
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": rules}
    found = AXE.run(page, options=options).response["violations"]
    return [f"{rule['id']}: {node['html'][:200]}" for rule in found for node in rule["nodes"]]


def test_every_address_that_can_be_looked_at_has_an_example() -> None:
    assert without_sample() == []


@pytest.mark.parametrize("path", places())
def test_nothing_on_a_page_is_in_anybodys_way(phone: Page, readers: Company, path: str) -> None:
    found = []
    for theme, rules in THEMES.items():
        readers.prefer(phone, theme=theme)
        phone.goto(path)
        found += [f"{theme}: {barrier}" for barrier in barriers(phone, *rules)]
    assert found == []


@pytest.mark.parametrize("path", places())
def test_a_page_fits_every_screen_a_finger_and_text_of_any_size(phone: Page, path: str) -> None:
    phone.goto(path)
    found = looks.too_small(phone)
    for text in TEXTS:
        looks.enlarged(phone, text)
        found += [f"{text}: {fault}" for fault in looks.misplaced(phone)]
    looks.enlarged(phone, "")
    for screen in ("tablet", "laptop"):
        phone.set_viewport_size(SIZES[screen])
        found += [f"{screen}: {fault}" for fault in looks.misplaced(phone)]
    assert found == []


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


@pytest.mark.parametrize("scale", ["", "large", "huge"])
def test_text_is_as_large_as_somebody_wants_it(phone: Page, readers: Company, scale: str) -> None:
    readers.prefer(phone, scale=scale)
    phone.goto(places()[1])
    size = float(phone.evaluate("() => parseFloat(getComputedStyle(document.body).fontSize)"))
    assert size == {"": 16, "large": 19, "huge": 23}[scale]


@pytest.mark.parametrize("moment", MOMENTS[:2], ids=lambda moment: moment.__name__)
def test_nothing_moves_for_those_who_asked_for_stillness(table: Gathering, moment: Any) -> None:
    page = table.page(reduced_motion="reduce")
    moment(page, table)
    assert looks.moving(page) == []
