"""What people type is only ever shown: it runs on no page, in no chart and in no file, however it is meant."""

import csv
from collections.abc import Iterator
from io import StringIO

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import looks
from tests.browser.company import Company, Wardrobe
from tests.browser.places import KEY, further_views, places
from tests.browser.server import Server
from tests.browser.typed import LONG, PAYLOADS, write

FORMULA = tuple("=+-@\t\r＝＋－＠")
EACH = 4
"""Of the numbers that are named by a payload, every so many'th is explained: all by one template."""
NEWEST, MORE = 3, 12
"""So many of the newest entries are put right and taken back, to look at; more in `make full`."""


@pytest.fixture(scope="module")
def hostile(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a campaign in which everything that can be typed is hostile, and one named by each payload."""
    server = Server(tmp_path_factory.mktemp("hostile"))
    write(server, server.demo, PAYLOADS)
    for payload in PAYLOADS:
        server.services.campaigns.new("agemonia", payload, {}, server.services.new_command())
    server.start()
    yield server
    server.close()


@pytest.fixture
def visitors(chromium: Browser, wardrobe: Wardrobe, hostile: Server) -> Iterator[Company]:
    with Company(chromium, hostile.address, wardrobe) as visitors:
        yield visitors


@pytest.fixture
def visitor(visitors: Company) -> Page:
    return visitors.page()


def ran(page: Page, visitors: Company) -> list[str]:
    """What a page did that somebody typed."""
    links = page.locator("a[href^='javascript:' i], a[href^='data:' i], script:not([src]), [onerror], [onload]").count()
    found = [*visitors.complaints, *(["a script"] if page.evaluate("window.__xss") else []), *["a link"] * links]
    visitors.complaints.clear()
    return found


def corrections(server: Server, newest: int) -> list[str]:
    """Where the newest entries are looked at, each in every way."""
    last = server.campaign(KEY).position
    return [f"/c/{KEY}/{way}/{entry}" for entry in range(last - newest, last) for way in ("undo", "amend")]


def test_every_payload_is_in_the_campaign(hostile: Server) -> None:
    sentences = "\n".join(raw.state.decode() for raw in hostile.campaign(KEY).source.read(1, None))
    missing = [
        payload for payload in PAYLOADS if payload[:12].replace('"', '\\"') not in sentences.replace("\\\\", "\\")
    ]
    assert missing == []


@pytest.mark.parametrize(
    ("left_out", "newest"),
    [
        pytest.param(further_views(), NEWEST, id="each once"),
        pytest.param(set[str](), MORE, id="every view", marks=pytest.mark.full),
    ],
)
def test_nothing_typed_runs_on_any_page(
    hostile: Server, visitor: Page, visitors: Company, left_out: set[str], newest: int
) -> None:
    found = {}
    for path in [*(path for path in places() if path not in left_out), *corrections(hostile, newest)]:
        visitor.goto(path)
        found[path] = ran(visitor, visitors)
    assert {path: did for path, did in found.items() if did} == {}


def test_nothing_typed_runs_where_a_number_is_explained(hostile: Server, visitor: Page, visitors: Company) -> None:
    visitor.goto(f"/c/{KEY}/sheets/")
    links = visitor.locator("a.why").evaluate_all("(all) => all.map((a) => a.getAttribute('href'))")
    strange = [link for link in links if "%" in link][: len(PAYLOADS) : EACH]
    found = {}
    for path in strange:
        visitor.goto(path)
        found[path] = ran(visitor, visitors)
    assert strange
    assert {path: did for path, did in found.items() if did} == {}


def test_what_is_refused_is_only_shown(hostile: Server, visitors: Company) -> None:
    found = {}
    for payload in PAYLOADS[:10]:
        visitor = visitors.page()  # which keeps no draft of another one
        visitor.goto(f"/c/{KEY}/record/item-gained")
        visitor.locator("main form").first.evaluate("(form) => { form.noValidate = true; }")
        for field in visitor.locator("main form [name]:is(input[type=text], textarea)").all():
            if field.is_visible():
                field.fill(payload)
        visitor.get_by_role("button", name="Record", exact=True).click()
        expect(visitor.locator("#refused")).to_be_visible()
        found[payload] = ran(visitor, visitors)
    assert {payload: did for payload, did in found.items() if did} == {}


@pytest.mark.parametrize("file", ["export/html", "export/sheets/html"])
def test_nothing_typed_runs_in_a_file_that_is_opened(
    hostile: Server, visitor: Page, visitors: Company, file: str
) -> None:
    made = visitor.request.get(f"/c/{KEY}/{file}").body()
    visitor.route("**/saved.html", lambda route: route.fulfill(body=made, content_type="text/html; charset=utf-8"))
    visitor.goto("/saved.html")
    assert visitor.locator("h1").count() > 0
    assert ran(visitor, visitors) == []


def test_no_cell_of_a_table_is_a_formula(hostile: Server, visitor: Page) -> None:
    made = visitor.request.get(f"/c/{KEY}/export/csv").body().decode("utf-8-sig")
    cells = [cell for row in csv.reader(StringIO(made, newline="")) for cell in row]
    assert "'-2+3" in cells
    assert [cell for cell in cells if cell.lstrip(" ").startswith(FORMULA)] == []


@pytest.mark.parametrize(
    "path", ["", "log", "sheets/", "campaign", "charts/", "record/note-added", "compare?a=1", "undo/87"]
)
def test_names_as_long_as_they_may_be_stay_on_the_page(endless: Server, reader: Page, path: str) -> None:
    reader.goto(f"{endless.address}/c/{KEY}/{path}")
    assert looks.misplaced(reader) == []


@pytest.fixture(scope="module")
def endless(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a campaign in which everything that can be typed is as long as it may be, without a space."""
    server = Server(tmp_path_factory.mktemp("endless"))
    write(server, server.demo, LONG)
    server.start()
    yield server
    server.close()


@pytest.fixture
def reader(company: Company) -> Page:
    return company.page()
