"""A hand that walks from an empty list to the first turn by what is large or first, and counts what it does."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page

from tests.browser.company import settled
from tests.browser.hand import Finger
from tests.first_turns import NUMBERS, PRINTED

FORM = re.compile(r"/(record|together)/")
SEEN = """(el) => {
  const at = el.getBoundingClientRect();
  const top = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
  return top !== null && (el.contains(top) || top.contains(el));
}"""
HARMLESS = ":not([name$=damage][value='0'])"
"""Not the key of no damage: with it no combat ends."""
WHERE = """() => location.href + (document.querySelector('#main')?.dataset.position ?? '')
  + (document.querySelector('#refused')?.textContent ?? '')"""
MANY = "4"
"""So many first units, of one kind."""


class Walker:
    """Taps and scrolls of a hand on a phone. A list to choose from takes two taps: one opens it, one chooses."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = self.scrolls = 0
        self.told: list[str] = []
        self._finger = Finger(page)

    def begins(self, game: str, chosen: str = "") -> None:
        """Choose a game, and begin with what it recommends, or with another set of areas."""
        self.page.goto("/new")
        self.leads(self.page.locator(f"a[href='/new/{game}']").first)
        if chosen:
            self.tap(self.page.locator(f"label.chip:has([name=set][value='{chosen}'])"))
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

    def chooses(self, event: str) -> None:
        """Do what the button of an event says, which is the large one or next to it."""
        self.leads(self.page.locator(f"#prompts form[action$='/record/{event}'] button").first)
        self.answers()

    def goes_on(self) -> None:
        """Do what is large: where that is a form, with an answer to all that it needs."""
        counted = self.page.locator("#prompts .keys:not(.second) .how-many").first
        if counted.count():
            self.tap(counted.locator(f"label:has([value='{MANY}'])"))
        self.leads(self.large)
        self.answers()

    @property
    def large(self) -> Locator:
        return self.page.locator("#prompts").locator(f".button.primary, .keys:not(.second) .key{HARMLESS}").first

    def answers(self) -> None:
        """Where there is a form, fill in what it needs with what is first in it, and record."""
        if not FORM.search(self.page.url):
            return
        self.page.wait_for_load_state()
        form = self.page.locator("main form.form").first
        for choice in form.locator("select:required").all():
            if choice.is_visible() and not choice.input_value():
                self.selects(choice, form)
        for group in form.locator("fieldset:has(.required)").all():
            if group.is_visible():
                self.fills_group(group)
        for field in form.locator("input:required:not([type=radio])").all():
            if field.is_visible() and not field.input_value():
                self.fills(field)
        self.leads(form.locator("button[name=act]:visible, .button.primary.large:visible").last)
        assert self.page.locator("#refused").count() == 0, self.way

    @property
    def way(self) -> str:
        """What it did so far, and what it was told."""
        return " → ".join([*self.told, *self.page.locator("#refused").all_inner_texts()])

    def counts(self, field: Locator) -> None:
        """Say how many: a tap on the number, and one on a digit."""
        self.tap(field)
        name = (field.get_attribute("name") or "").rpartition(".")[2]
        self.page.keyboard.type(str(NUMBERS.get(name, MANY)))
        self.taps += 1

    def selects(self, choice: Locator, form: Locator) -> None:
        """Choose the first value with which all else that the form needs can be said: that may depend on it."""
        self.taps += 2
        for index in range(1, choice.locator("option").count()):
            choice.select_option(index=index)
            settled(self.page)
            groups = [one for one in form.locator("fieldset:has(.required)").all() if one.is_visible()]
            if all(one.locator("input, [data-next]").count() for one in groups):
                return

    def fills_group(self, group: Locator) -> None:
        """Tap the first of several things, say how many of it, or name one; of an order, tap each."""
        counts, chips = group.locator(".count-of input"), group.locator(".chip:visible")
        names = group.locator(".rows input")
        if group.locator(".in-order").count():
            for thing in group.locator("[data-next]:not([data-next=''])").all():
                self.tap(thing)
        elif chips.count() and not group.locator("input:checked").count():
            self.tap(chips.first)
        elif counts.count() and not any(field.input_value() for field in counts.all()):
            self.counts(counts.first)
        elif names.count() and not names.first.input_value():
            self.fills(names.first)

    def fills(self, field: Locator) -> None:
        """Say a number, or what a list offers first, or a name."""
        if field.get_attribute("type") == "number":
            self.counts(field)
        else:
            self.tap(field)
            offered = field.evaluate("(el) => el.list?.options[0]?.value ?? ''") or self.new_name
            field.fill(PRINTED.get((field.get_attribute("name") or "").rpartition(".")[2], offered))

    @property
    def new_name(self) -> str:
        """A name that was not used yet."""
        return f"N{self.taps}"
