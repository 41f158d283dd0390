"""A server with the demo on it, a browser, and people who open its pages. All of it once a worker."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.chromium import PHONE, SHORT_LIVED, installed, launched
from tests.browser.company import REST, Company, Gathering, Wardrobe
from tests.browser.server import Server, Unkept
from tests.suite.patience import HANG

expect.set_options(timeout=HANG * 1_000)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser of this worker."""
    path = installed(os.environ)
    with sync_playwright() as playwright:
        browser = launched(playwright, path, SHORT_LIVED)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Served once a worker. The demo is to be looked at: what a test records goes into a campaign of its own."""
    with Server(tmp_path_factory.mktemp("served")) as server:
        yield from untouched(server)


@pytest.fixture(scope="session")
def unkept_server(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Another one, whose files no browser keeps by itself: for tests of what is there with the host gone."""
    with Unkept(tmp_path_factory.mktemp("unkept")) as server:
        yield from untouched(server)


def untouched(server: Server) -> Iterator[Server]:
    """A server in whose demo nothing is recorded meanwhile."""
    before = server.campaign(server.demo).position
    yield server
    assert server.campaign(server.demo).position == before, "a test recorded in the demo; use `server.branch`"


@pytest.fixture(scope="session")
def wardrobe() -> Wardrobe:
    """The browsers of this worker: the first page in a new one costs three times what one in a used one does."""
    return Wardrobe()


@pytest.fixture
def company(chromium: Browser, server: Server, wardrobe: Wardrobe, request: pytest.FixtureRequest) -> Iterator[Company]:
    """Whoever comes; at the end nobody's page complained of anything. A module may say that its `WORKERS` run."""
    with Company(chromium, server.address, wardrobe, getattr(request.module, "WORKERS", "block")) as company:
        yield company
    assert company.complaints == []


@pytest.fixture
def table(company: Company, server: Server) -> Gathering:
    """A campaign of this test alone, where the demo is, for as many pages as it takes."""
    return Gathering(company, server.branch())


@pytest.fixture(scope="session")
def readers(chromium: Browser, server: Server) -> Iterator[Company]:
    """Those who only look."""
    with Company(chromium, server.address) as readers:
        yield readers


@pytest.fixture(scope="session")
def _phone(readers: Company) -> Page:
    return readers.page()


@pytest.fixture
def phone(readers: Company, _phone: Page) -> Iterator[Page]:
    """A phone for tests that only look, at the demo: one for all of them, without preferences.

    At the end its pages complained of nothing. Put away, it listens to no host, which may come and go.
    """
    readers.complaints.clear()
    _phone.set_viewport_size(PHONE)
    yield _phone
    _phone.context.clear_cookies()
    _phone.goto(REST)
    assert readers.complaints == []
