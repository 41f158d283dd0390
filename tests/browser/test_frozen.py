"""A proxy between host and pages that freezes connections: no page shows an old table as if it were the newest."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from threading import Event, Lock, Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.chromium import PHONE, TELEVISION
from tests.browser.company import Company
from tests.browser.server import Server

SEEN = {"phone": (PHONE, ""), "room": (TELEVISION, "table/")}
"""A screen of each kind, and the page that it shows."""
STALE = 20_000
"""Milliseconds within which a page that hears nothing any more is up to date, or says that it is not."""


class Proxy:
    """A TCP proxy on a port of its own; a frozen connection takes bytes, passes none on and is not closed."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._flows: list[Event] = []
        self._sockets: list[socket.socket] = []
        self._freezes_new = False
        self._guard = Lock()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        Thread(target=self._accept, daemon=True).start()

    def freeze(self, *, new: bool = False) -> None:
        """Freeze all connections that are open, and with `new` those that are opened from now on."""
        with self._guard:
            self._freezes_new = new
            for flow in self._flows:
                flow.clear()

    def thaw(self) -> None:
        """Pass on what was held, and all that comes."""
        with self._guard:
            self._freezes_new = False
            for flow in self._flows:
                flow.set()

    def close(self) -> None:
        self.thaw()
        for open_socket in (self._listening, *self._sockets):
            with suppress(OSError):
                open_socket.shutdown(socket.SHUT_RDWR)
            open_socket.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                page, _ = self._listening.accept()
                host = socket.create_connection(("127.0.0.1", self._to))
                flow = Event()
                with self._guard:
                    if not self._freezes_new:
                        flow.set()
                    self._flows.append(flow)
                    self._sockets += (page, host)
                for one, other in ((page, host), (host, page)):
                    Thread(target=self._pass_on, args=(one, other, flow), daemon=True).start()

    @staticmethod
    def _pass_on(one: socket.socket, other: socket.socket, flow: Event) -> None:
        with suppress(OSError):
            while data := one.recv(65_536):
                flow.wait()
                other.sendall(data)
            flow.wait()
            other.shutdown(socket.SHUT_WR)


@pytest.fixture
def proxy(server: Server) -> Iterator[Proxy]:
    proxy = Proxy(server.port)
    yield proxy
    proxy.close()


@pytest.fixture
def visitors(chromium: Browser, proxy: Proxy) -> Iterator[Company]:
    """Those who come through the proxy."""
    with Company(chromium, proxy.address) as visitors:
        yield visitors


def listening(visitors: Company, key: str, screen: str) -> Page:
    """A screen that hears of a campaign, and whose clock can be moved on."""
    size, path = SEEN[screen]
    page = visitors.page(viewport=size)
    page.clock.install()
    page.goto(f"/c/{key}/{path}")
    expect(page.locator("[data-connection=saved]")).to_be_visible()
    page.wait_for_load_state("load")
    return page


@pytest.mark.parametrize("screen", SEEN)
def test_a_page_whose_connections_froze_asks_by_another_and_is_up_to_date(
    visitors: Company, server: Server, proxy: Proxy, screen: str
) -> None:
    key = server.branch()
    page = listening(visitors, key, screen)
    proxy.freeze()
    server.record(key, "note-added", text="Nobody hears this.")
    page.clock.run_for(STALE)
    expect(page.locator("#newest")).to_contain_text("Nobody hears this.")
    expect(page.locator("[data-connection=saved]")).to_be_visible()


@pytest.mark.parametrize("screen", SEEN)
def test_a_page_that_nothing_reaches_says_so_until_something_does(
    visitors: Company, server: Server, proxy: Proxy, screen: str
) -> None:
    key = server.branch()
    page = listening(visitors, key, screen)
    proxy.freeze(new=True)
    server.record(key, "note-added", text="Nobody hears this.")
    page.clock.run_for(STALE)
    expect(page.locator("[data-connection=offline]")).to_be_visible()
    expect(page.get_by_text("No connection")).to_be_in_viewport()
    proxy.thaw()
    page.clock.run_for(STALE)
    expect(page.locator("#newest")).to_contain_text("Nobody hears this.")
    expect(page.locator("[data-connection=saved]")).to_be_visible()


def test_a_computer_that_slept_asks_at_once(visitors: Company, server: Server, proxy: Proxy) -> None:
    key = server.branch()
    page = listening(visitors, key, "phone")
    proxy.freeze()
    server.record(key, "note-added", text="While you slept.")
    page.clock.fast_forward("30:00")
    expect(page.locator("#newest")).to_contain_text("While you slept.")


def looked_at(page: Page, state: str) -> None:
    """Put a page into the background, or take it up again."""
    page.evaluate(
        "(state) => { Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        state,
    )


def test_a_page_that_is_taken_up_again_asks_at_once(visitors: Company, server: Server, proxy: Proxy) -> None:
    key = server.branch()
    page = listening(visitors, key, "phone")
    looked_at(page, "hidden")
    proxy.freeze()
    server.record(key, "note-added", text="While you looked away.")
    looked_at(page, "visible")
    expect(page.locator("#newest")).to_contain_text("While you looked away.")


IMPATIENT = "AbortSignal.timeout = ((timeout) => () => timeout.call(AbortSignal, 1000))(AbortSignal.timeout)"
"""Let a page wait for nothing longer than a moment."""


def test_what_was_sent_over_a_frozen_connection_is_sent_again_and_recorded_once(
    visitors: Company, server: Server, proxy: Proxy
) -> None:
    key = server.branch()
    page = listening(visitors, key, "phone")
    page.goto(f"/c/{key}/record/note-added")
    page.evaluate(IMPATIENT)
    page.get_by_label("Text").fill("Said into the ice.")
    proxy.freeze()
    page.get_by_role("button", name="Record", exact=True).click()
    page.clock.run_for(STALE)
    expect(page.locator("#newest")).to_contain_text("Said into the ice.")
    expect(page.locator("[data-connection=saved]")).to_be_visible()
    said = [entry.fields.get("text") for entry in server.campaign(key).entries()]
    assert said.count("Said into the ice.") == 1
