"""People with browsers: each has a context of their own, and what their pages complain of is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Literal, Self

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Route

from companion.web.shell import static_address
from tests.browser.chromium import PHONE
from tests.suite.patience import HANG

Workers = Literal["allow", "block"]
"""Whether a browser runs service workers."""
BLOCKED = "Service Worker registration blocked by Playwright"
WATCH = f"""
globalThis.STATIC = "{static_address()}";
addEventListener("securitypolicyviolation", (event) =>
  complain(`${{event.violatedDirective}} forbids ${{event.blockedURI}} ${{event.sample}}`));
"""


def settled(page: Page) -> Page:
    """A page that is done with what was tapped."""
    page.locator("main:not([aria-busy])").wait_for()
    return page


def awaited(page: Page, script: str, shown: object = None) -> Any:
    """What a script of a page comes to; an error where it comes to nothing, which a page itself waits for without end.

    Raises:
        Error: the script failed, or nothing came of it.
    """
    late = f"new Promise((_, no) => setTimeout(() => no(new Error('nothing came of it')), {1_000 * HANG:.0f}))"
    return page.evaluate(f"(told) => Promise.race([({script})(told), {late}])", shown)


class Held:
    """What a page's script fetches first from an address, held on its way; all that is fetched after it arrives."""

    def __init__(self, page: Page, address: str) -> None:
        self._page = page
        self._routes: list[Route] = []
        page.route(f"**{address}", self._met)

    def _met(self, route: Route) -> None:
        is_first = not self._routes and route.request.resource_type == "fetch"
        self._routes.append(route) if is_first else route.continue_()

    def route(self) -> Route:
        """The one that is held, once it was asked for."""
        while not self._routes:
            self._page.wait_for_timeout(50)
        return self._routes[0]


class Kept:
    """A browser context that serves one company after the other: what a page fetched and compiled once stays with it.

    Put away, it has no pages, and nothing that a page stored. Its own page is blank and holds the line to it open.
    """

    AS_NEW = "() => String(setTimeout).includes('[native code]')"
    STORED = "cookies,local_storage,indexeddb,service_workers,cache_storage"

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.complaints: list[str] = []
        self._address = address
        self._blank = context.new_page()
        self._line = context.new_cdp_session(self._blank)

    def is_as_new(self) -> bool:
        """Whether its pages go by the clock of the day: once a page's clock was taken over, it is so in all of them."""
        return bool(self._blank.evaluate(self.AS_NEW))

    def put_away(self) -> None:
        for page in self.context.pages:
            if page is not self._blank:
                page.close()
        self.context.set_offline(False)
        self.context.clear_cookies()
        self._line.send("Storage.clearDataForOrigin", {"origin": self._address, "storageTypes": self.STORED})


class Wardrobe:
    """The contexts of a browser that nobody uses just now, by the address whose pages they have seen."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, Workers], list[Kept]] = {}

    def take(self, address: str, workers: Workers) -> Kept | None:
        kept = self._kept.get((address, workers))
        return kept.pop() if kept else None

    def put_away(self, address: str, workers: Workers, kept: Kept) -> None:
        if not kept.is_as_new():
            kept.context.close()
            return
        kept.put_away()
        self._kept.setdefault((address, workers), []).append(kept)


class Company:
    """Everybody at a server's pages.

    `complaints` is what went wrong in any of their pages: errors of scripts, what the content security policy
    forbade, and dialogs, which no page of ours opens. Their browsers run no service worker unless told to: at the
    address of a home network none does, and a page costs an eighth less.
    """

    def __init__(
        self, chromium: Browser, address: str, wardrobe: Wardrobe | None = None, workers: Workers = "block"
    ) -> None:
        self._chromium = chromium
        self._address = address
        self._workers = workers
        self._wardrobe = wardrobe
        self._contexts: list[BrowserContext] = []
        self._kept: list[Kept] = []
        self._unanswered: list[Route] = []
        self.complaints: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def page(self, **how: Any) -> Page:
        """A page of somebody new, on a phone unless told otherwise; takes what `Browser.new_context` takes."""
        context = self._context(how)
        page = context.new_page()
        page.set_viewport_size(how.get("viewport", PHONE))
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: (self.complaints.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        return page

    def _context(self, how: Mapping[str, Any]) -> BrowserContext:
        """A context as it is asked for; one that differs in its size alone may be one that others had before."""
        if self._wardrobe is None or how.keys() - {"viewport"}:
            self._contexts.append(self._new_context(how, self.complaints.append))
            return self._contexts[-1]
        kept = self._wardrobe.take(self._address, self._workers) or self._another()
        kept.complaints = self.complaints
        self._kept.append(kept)
        return kept.context

    def _another(self) -> Kept:
        """One more context that others will have after this company."""

        def complain(said: str) -> None:
            kept.complaints.append(said)

        kept = Kept(self._new_context({}, complain), self._address)
        return kept

    def _new_context(self, how: Mapping[str, Any], complain: Callable[[str], None]) -> BrowserContext:
        usual = {"viewport": PHONE, "locale": "en-GB", "service_workers": self._workers}
        context = self._chromium.new_context(base_url=self._address, **{**usual, **how})
        context.set_default_timeout(HANG * 1_000)
        context.expose_binding("complain", lambda _source, said: complain(said))
        context.add_init_script(WATCH)
        return context

    def _heard(self, message: ConsoleMessage) -> None:
        """Keep what is no mere note; that a page itself was not found or refused is an answer, no fault."""
        page, url = message.page, str(message.location.get("url", ""))
        answered = message.text.startswith("Failed to load resource: the server responded") and page is not None
        if message.type in ("error", "warning") and not answered and message.text != BLOCKED:
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
        while self._kept and self._wardrobe:
            self._wardrobe.put_away(self._address, self._workers, self._kept.pop())


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
