"""One hand on one phone, which counts its taps."""

from __future__ import annotations

from math import dist
from time import monotonic

from playwright.sync_api import Locator, Page, expect

from tests.browser.company import Company

APART, NEAR = 0.45, 48.0
"""So many seconds lie between two taps of a hand that are no further apart than so many pixels; two faster ones at the
same place are one."""


class Finger:
    """Taps as somebody does who means each tap: at the same place no sooner than it takes to be another one."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._tapped_at = 0.0
        self._place = (0.0, 0.0)

    def tap(self, what: Locator) -> None:
        if dist(self._place, middle_of(what)) <= NEAR:
            self.rest()
        self.touch(what)

    def touch(self, what: Locator) -> None:
        """Tap at once, what may be tapped on and on."""
        self._place = middle_of(what)
        what.click()
        self._tapped_at = monotonic()

    def rest(self) -> None:
        """Wait for what is left of the time between two taps; the page mostly took that long to take the first in."""
        left = APART - (monotonic() - self._tapped_at)
        if left > 0:
            self._page.wait_for_timeout(1_000 * left)


def middle_of(what: Locator) -> tuple[float, float]:
    """Where on the screen a finger taps something, once it is in sight."""
    what.scroll_into_view_if_needed()
    box = what.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Hand:
    """One hand on one phone."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self._finger = Finger(page)

    def tap(self, what: Locator) -> None:
        """Tap once, and look up when the page has taken it in."""
        before = self.page.locator("#main").get_attribute("data-position")
        self._finger.tap(what)
        self.taps += 1
        expect(self.page.locator("#main")).not_to_have_attribute("data-position", before or "")

    def touch(self, what: Locator) -> None:
        """Tap what records nothing by itself."""
        self._finger.touch(what)
        self.taps += 1

    def counts(self, step: Locator, times: int) -> None:
        """Tap a step of a counter several times, and look up when the page has taken in the sum."""
        before = self.page.locator("#main").get_attribute("data-position")
        self._finger.rest()
        for _ in range(times):
            self.touch(step)
        expect(self.page.locator("#main")).not_to_have_attribute("data-position", before or "")

    def opens(self) -> None:
        """Tap the large button that asks for more."""
        self.touch(self.large)
        expect(self.record).to_be_in_viewport()

    def types(self, name: str, number: int) -> None:
        """Tap a field, and a digit."""
        self.touch(self.page.locator(f"[name='{name}']"))
        self.page.keyboard.press(str(number))
        self.taps += 1

    @property
    def at_turn(self) -> Locator:
        return self.page.locator(".initiative [aria-current]")

    @property
    def large(self) -> Locator:
        """The large button: what comes next; of a question, its first answer."""
        return self.page.locator("#prompts .button.primary, #prompts > .question .pad > :first-child .key")

    @property
    def record(self) -> Locator:
        """What records a form."""
        return self.page.get_by_role("button", name="Record", exact=True)


def open_phone(company: Company, key: str) -> Page:
    page = company.page(has_touch=True)
    page.goto(f"/c/{key}/")
    expect(page.locator("[data-connection=saved]")).to_be_visible()
    return page
