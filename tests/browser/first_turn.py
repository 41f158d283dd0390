"""A hand that walks from an empty list to the first turn by what is large or first, and counts what it does."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page

from tests.browser.company import settled
from tests.browser.hand import Finger

FORM = re.compile(r"/(record|together)/")
SEEN = """(el) => {
  const at = el.getBoundingClientRect();
  const top = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
  return top !== null && (el.contains(top) || top.contains(el));
}"""
WHERE = "() => location.href + (document.querySelector('#main')?.dataset.position ?? '')"
MANY = "4"
"""So many first units, of one kind."""


class Walker:
    """Taps and scrolls of a hand on a phone. A list to choose from takes two taps: one opens it, one chooses."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = self.scrolls = 0
        self.told: list[str] = []
        self._finger = Finger(page)

    def begins(self, game: str) -> None:
        """Choose a game, and begin with what it recommends."""
        self.page.goto("/new")
        self.leads(self.page.locator(f"a[href='/new/{game}']").first)
        self.leads(self.page.locator("main form .button.primary"))

    def tap(self, what: Locator) -> None:
        """Tap once; what is not seen is scrolled to first."""
        self.scrolls += not what.evaluate(SEEN)
        self.told.append(" ".join((what.inner_text() or "").split())[:60])
        self._finger.touch(what)
        self.taps += 1

    def leads(self, what: Locator) -> None:
        """Tap what records something, or leads to another page; look up when it has."""
        before = self.page.evaluate(WHERE)
        self._finger.rest()
        self.tap(what)
        self.page.wait_for_function(f"(before) => ({WHERE})() !== before", arg=before)
        settled(self.page)

    def ends_choosing(self, event: str) -> None:
        """That is all who play: on with an event whose button stands beside the large one."""
        self.leads(self.page.locator(f"#prompts form[action$='/record/{event}'] button").first)
        self.answers()

    def goes_on(self) -> None:
        """Do what is large: where that is a form, with an answer to all that it needs."""
        self.leads(self.large)
        self.answers()

    @property
    def large(self) -> Locator:
        return self.page.locator("#prompts").locator(".button.primary, .keys:not(.second) .key").first

    def answers(self) -> None:
        """Where there is a form, fill in what it needs with what is first in it, and record."""
        if not FORM.search(self.page.url):
            return
        self.page.wait_for_load_state()
        form = self.page.locator("main form.form").first
        for group in form.locator("fieldset:has(.required)").all():
            if not group.is_visible():
                continue
            if group.locator("input[type=text]").count() and not group.locator(".chip:visible").count():
                continue
            if group.locator(".chip:visible").count() and not group.locator("input:checked").count():
                self.tap(group.locator(".chip:visible").first)
            elif group.locator(".count-of").count() and not any(self.values(group)):
                self.counts(group.locator(".count-of input").first)
        for field in form.locator("select:required, input:required:not([type=radio])").all():
            if field.is_visible() and not field.input_value():
                self.fills(field)
        self.leads(form.locator("button[name=act]:visible, .button.primary.large:visible").last)
        assert self.page.locator("#refused").count() == 0, self.way

    @property
    def way(self) -> str:
        """What it did so far, and what it was told."""
        return " → ".join([*self.told, *self.page.locator("#refused").all_inner_texts()])

    def values(self, group: Locator) -> list[str]:
        return [field.input_value() for field in group.locator("input").all()]

    def counts(self, field: Locator) -> None:
        """Say how many: a tap on the number, and one on a digit."""
        self.tap(field)
        self.page.keyboard.press(MANY)
        self.taps += 1

    def fills(self, field: Locator) -> None:
        if field.evaluate("(el) => el.localName") == "select":
            self.taps += 2
            field.select_option(index=1)
        else:
            self.tap(field)
            field.fill(f"N{self.taps}")
