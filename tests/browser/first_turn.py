"""A hand that walks from an empty list to the first turn, pressing only what is large or first, and counts what it does."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from tests.browser.company import settled

MOST = 90
"""Steps after which a walk that comes nowhere is stuck."""


class Walker:
    """Taps and scrolls of a hand on a phone. A list to choose from takes two taps: one opens it, one chooses."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = self.scrolls = 0
        self.told: list[str] = []

    def begins(self, game: str) -> None:
        """Choose a game, and begin with what it recommends."""
        self.page.goto("/new")
        self.tap(self.page.locator(f"a[href='/new/{game}']").first)
        self.tap(self.page.locator("main form .button.primary"))

    def tap(self, what: Locator) -> None:
        """Tap once; what is not seen is scrolled to first."""
        seen = what.evaluate(
            "(el) => { const at = el.getBoundingClientRect(), y = at.top + at.height / 2, x = at.left + at.width / 2;"
            " const top = document.elementFromPoint(x, y); return y < innerHeight && !!top && (el.contains(top) || top.contains(el)); }"
        )
        if not seen:
            self.scrolls += 1
        self.told.append(" ".join((what.inner_text() or "").split())[:60])
        what.click()
        self.taps += 1
        settled(self.page)

    def goes_on(self) -> None:
        """Do what is large: where that is a form, with an answer to all that it needs."""
        self.tap(self.large)
        if "/record/" in self.page.url or "/together/" in self.page.url:
            self.answers()

    @property
    def large(self) -> Locator:
        return self.page.locator("#prompts").locator(".button.primary, .keys:not(.second) .key").first

    def answers(self) -> None:
        """Fill in what a form needs with what is first in it, and record."""
        self.page.wait_for_load_state()
        form = self.page.locator("main form.form").first
        for group in form.locator("fieldset:has(.required)").all():
            if not group.is_visible():
                continue
            if group.locator(".chip:visible").count() and not group.locator("input:checked").count():
                self.tap(group.locator(".chip:visible").first)
            elif group.locator(".count-of").count() and not any(self.values(group)):
                self.tap(group.locator(".step[data-by='1']:visible").first)
        for field in form.locator("select:required, input:required:not([type=radio])").all():
            if field.is_visible() and not field.input_value():
                self.fills(field)
        self.tap(form.get_by_role("button", name="Record", exact=True))
        assert self.page.locator("#refused").count() == 0, " → ".join(
            [*self.told, self.page.locator("#refused").inner_text()]
        )

    def values(self, group: Locator) -> list[str]:
        return [field.input_value() for field in group.locator("input").all()]

    def fills(self, field: Locator) -> None:
        if field.evaluate("(el) => el.localName") == "select":
            self.taps += 2
            field.select_option(index=1)
        else:
            self.tap(field)
            field.fill(f"N{self.taps}")

    def walks_until(self, sign: str) -> None:
        """Go on until the page says something that stands at the first turn."""
        for _ in range(MOST):
            if self.page.locator(sign).count():
                return
            self.goes_on()
        raise AssertionError(" → ".join(self.told))
