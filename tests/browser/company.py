"""People with browsers: each has a context of their own, and what their pages complain of is kept."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from contextlib import suppress
from typing import Any, Literal, Self

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Route

from companion.web.rendering.static_files import SCRIPT, static_address
from tests.browser.chromium import PHONE
from tests.suite.patience import HANG

Workers = Literal["allow", "block"]
"""Whether a browser runs service workers."""
REST = "/healthz"
"""The least that a host answers: a page that goes there stays in its process, and the next one need not start it."""
BLOCKED = "Service Worker registration blocked by Playwright"
WATCH = f"""
globalThis.STATIC = "{static_address()}";
globalThis.ours = async (name) => (await import(STATIC + "/{SCRIPT}")).modules[name];
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
    """Somebody's browser, with a page: it serves one company after the other, for what it fetched, compiled and started
    once stays with it.

    Put away, its page listens to no host, and nothing is left of what a page stored. Whom it serves hears its
    `complaints`.
    """

    AS_NEW = "() => String(setTimeout).includes('[native code]')"
    STORED = "cookies,local_storage,indexeddb,service_workers,cache_storage"

    def __init__(self, context: BrowserContext, address: str, rest: str) -> None:
        self.complaints: list[str] = []
        self.context = context
        context.set_default_timeout(HANG * 1_000)
        context.expose_binding("complain", lambda _source, said: self._complain(said))
        context.add_init_script(WATCH)
        self.page = context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self._complain(str(error)))
        self.page.on("dialog", lambda dialog: (self._complain(f"dialog: {dialog.message}"), dialog.dismiss()))
        self._address = address
        self._rest = rest
        self._line = context.new_cdp_session(self.page)

    def _complain(self, said: str) -> None:
        self.complaints.append(said)

    def _heard(self, message: ConsoleMessage) -> None:
        """Keep what is no mere note; that a page itself was not found or refused is an answer, no fault."""
        page, url = message.page, str(message.location.get("url", ""))
        answered = message.text.startswith("Failed to load resource: the server responded") and page is not None
        if message.type in ("error", "warning") and not answered and message.text != BLOCKED:
            self._complain(f"{message.text} ({url})")

    def put_away(self) -> bool:
        """Whether it can serve others: once a page's clock was taken over, it is so in all that come after.

        Raises:
            Error: its page was closed, or the host is gone.
        """
        self.complaints = []
        for page in self.context.pages:
            if page is not self.page:
                page.close()
        self.context.set_offline(False)
        self.context.clear_cookies()
        self.page.unroute_all()
        self.page.goto(self._rest)
        self._line.send("Storage.clearDataForOrigin", {"origin": self._address, "storageTypes": self.STORED})
        return bool(self.page.evaluate(self.AS_NEW))


class Wardrobe:
    """The browsers that nobody uses just now, by the address whose pages they have seen and by what they are like."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, list[Kept]] = {}

    def take(self, kind: Hashable) -> Kept | None:
        kept = self._kept.get(kind)
        return kept.pop() if kept else None

    def put_away(self, kind: Hashable, kept: Kept) -> None:
        with suppress(Error):
            if kept.put_away():
                self._kept.setdefault(kind, []).append(kept)
                return
        kept.context.close()


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
        self._used: list[tuple[Hashable, Kept]] = []
        self._unanswered: list[Route] = []
        self.complaints: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def page(self, *, first: str = "", **how: Any) -> Page:
        """A page of somebody new, on a phone unless told otherwise; takes what `Browser.new_context` takes.

        A script that runs `first` in all its pages makes it another kind of browser.
        """
        size = how.pop("viewport", PHONE)
        options = {"locale": "en-GB", "service_workers": self._workers, **how}
        kind = (self._address, first, *sorted(options.items()))
        kept = (self._wardrobe and self._wardrobe.take(kind)) or self._another(first, options)
        kept.complaints = self.complaints
        self._used.append((kind, kept))
        kept.page.set_viewport_size(size)
        return kept.page

    def _another(self, first: str, options: Mapping[str, Any]) -> Kept:
        context = self._chromium.new_context(base_url=self._address, viewport=PHONE, **options)
        if first:
            context.add_init_script(first)
        return Kept(context, self._address, "about:blank" if options["service_workers"] == "allow" else REST)

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
        while self._used:
            kind, kept = self._used.pop()
            if self._wardrobe:
                self._wardrobe.put_away(kind, kept)
            else:
                kept.context.close()


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
