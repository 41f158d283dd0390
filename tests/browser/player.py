"""Somebody at the table who follows the prompts: the large button, and where it asks something, the first answer."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from tests.browser.company import settled

MOST = 60
"""Taps after which a round that does not end is stuck."""
ANSWERS = {"code": "S1"}
"""What stands on a card, and cannot be guessed from the form."""


class Player:
    """A player with a page, at a campaign's address. Everything is found by what it is called or what it does."""

    def __init__(self, page: Page, home: str) -> None:
        self.page = page
        self.home = home
        self.told: list[str] = []

    def follow(self) -> None:
        """Do what the large button says."""
        self.page.goto(self.home)
        self.tap(self.page.get_by_role("region", name="What comes next").locator(".primary, .keys .key").first)

    def chooses(self, name: str) -> None:
        """Do what a button of this name says."""
        self.page.goto(self.home)
        self.page.locator("#prompts details > summary").click()
        self.tap(self.page.get_by_role("region", name="What comes next").get_by_role("button", name=name).first)

    def tap(self, button: Locator) -> None:
        self.told.append(" ".join(button.inner_text().split()))
        button.click()
        settled(self.page)
        if "/record/" in self.page.url or "/together/" in self.page.url:
            self.answer()
        refused = [" ".join(said.split()) for said in self.page.locator("#refused").all_inner_texts()]
        assert refused == [], " → ".join([*self.told, *refused])

    def answer(self) -> None:
        """Fill in what a form needs, then record."""
        self.page.wait_for_load_state()  # before its styles are there, what they hide is seen
        form = self.page.locator("main form.form").first
        for group in form.locator("fieldset:has(.required)").all():
            if (
                group.is_visible()
                and not group.locator("input:checked").count()
                and (chip := group.locator(".chip:visible")).count()
            ):
                chip.first.click()
        for group in form.locator("fieldset.order:has(.required)").all():
            if not group.locator(".in-order li").count():
                for thing in group.locator("[data-next]:not([data-next=''])").all():
                    thing.click()
        for sought in form.locator(".sought:has(.required)").all():
            if sought.is_visible() and not sought.locator("input:checked").count():
                sought.locator("textarea, input[type=text]").first.click()
                sought.locator(".found [data-id]").first.click()
        for field in form.locator("select:required, input:required:not([type=radio]), textarea:required").all():
            if field.is_visible() and not field.input_value():
                self._fill(field)
        form.get_by_role("button", name="Record", exact=True).click()
        settled(self.page)

    def _fill(self, field: Locator) -> None:
        kind = field.evaluate("(el) => el.localName === 'select' ? 'select' : el.type")
        if kind == "select":
            field.select_option(index=1)
        elif kind == "number":
            field.fill(field.get_attribute("min") or "1")
        else:
            offered = field.evaluate("(el) => el.list?.options[0]?.value ?? ''")
            field.fill(ANSWERS.get((field.get_attribute("name") or "").rpartition(".")[2], offered or "12"))
