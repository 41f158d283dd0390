"""People with browsers: each has a context of their own, and what their pages complain of is kept."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Self

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Route

from tests.browser.chromium import PHONE
from tests.suite.patience import HANG

WATCH = """
addEventListener("securitypolicyviolation", (event) =>
  complain(`${event.violatedDirective} forbids ${event.blockedURI} ${event.sample}`));
"""


def settled(page: Page) -> Page:
    """A page that is done with what was tapped."""
    page.locator("main:not([aria-busy])").wait_for()
    return page


class Company:
    """Everybody at a server's pages.

    `complaints` is what went wrong in any of their pages: errors of scripts, what the content security policy
    forbade, and dialogs, which no page of ours opens.
    """

    def __init__(self, chromium: Browser, address: str) -> None:
        self._chromium = chromium
        self._address = address
        self._contexts: list[BrowserContext] = []
        self._unanswered: list[Route] = []
        self.complaints: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def page(self, **how: Any) -> Page:
        """A page of somebody new, on a phone unless told otherwise; takes what `Browser.new_context` takes."""
        context = self._chromium.new_context(base_url=self._address, **{"viewport": PHONE, "locale": "en-GB", **how})
        context.set_default_timeout(HANG * 1_000)
        self._contexts.append(context)
        context.expose_binding("complain", lambda _source, said: self.complaints.append(said))
        context.add_init_script(WATCH)
        page = context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: (self.complaints.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        """Keep what is no mere note; that a page itself was not found or refused is an answer, no fault."""
        page, url = message.page, str(message.location.get("url", ""))
        answered = message.text.startswith("Failed to load resource: the server responded") and page is not None
        if message.type in ("error", "warning") and not answered:
            self.complaints.append(f"{message.text} ({url})")

    def prefer(self, page: Page, **choices: str) -> None:
        """What the page More keeps for a visitor: theme, scale, interface, content, by."""
        cookies: list[Any] = [{"name": k, "value": v, "url": self._address} for k, v in choices.items()]
        page.context.add_cookies(cookies)

    def unanswered(self, page: Page, address: str) -> None:
        """From here on, what a page asks of an address is not answered, as if the network had swallowed it."""

        def swallow(route: Route) -> None:
            self._unanswered.append(route)

        page.route(address, swallow)

    def leave(self) -> None:
        """Everybody goes. Nothing that waits for an answer is left behind, for nobody would be there to hear it."""
        while self._unanswered:
            with suppress(Error):  # the page that asked is gone
                self._unanswered.pop().fulfill(status=204)
        while self._contexts:
            self._contexts.pop().close()


class Gathering:
    """Several people at one campaign: `key`, and `pages(3)` for three of them, each on the page Play."""

    def __init__(self, company: Company, key: str) -> None:
        self.key = key
        self._company = company

    def at(self, path: str = "") -> str:
        return f"/c/{self.key}/{path}"

    def page(self, **how: Any) -> Page:
        page = self._company.page(**how)
        page.goto(self.at())
        return page

    def pages(self, count: int, **how: Any) -> list[Page]:
        return [self.page(**how) for _ in range(count)]
