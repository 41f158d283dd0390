"""A device that has no room, or that lost what it kept: what is entered is recorded, or it is said so."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.company import Company, Gathering
from tests.browser.server import Server
from tests.browser.test_offline import NOTE, back, note, notes, seen

FULL = """() => {
  const refused = new DOMException("full", "QuotaExceededError");
  IDBObjectStore.prototype.put = function () { this.transaction.abort(); throw refused; };
}"""
"""The browser's store takes in nothing more."""
FILLED = """() => {
  const { put, delete: leave } = IDBObjectStore.prototype;
  let full = true;
  IDBObjectStore.prototype.delete = function (key) { full = false; return leave.call(this, key); };
  IDBObjectStore.prototype.put = function (...what) {
    if (full) throw new DOMException("full", "QuotaExceededError");
    return put.apply(this, what);
  };
}"""
"""It is full of pages, and has room again once some are let go of."""
AHEAD = """async () => {
  const { put } = await ours("js/kept.js");
  for (let n = 0; n < 20; n += 1) await put("pages", { key: `/ahead/${n}`, html: "", at: Date.now() });
}"""
"""The device went on to keep pages that nobody has looked at yet."""
ALL_KEPT = """async () => {
  const opened = await new Promise((done) => {
    const asked = indexedDB.open("companion");
    asked.onsuccess = () => done(asked.result);
  });
  return new Promise((done) => {
    const asked = opened.transaction("outbox").objectStore("outbox").count();
    asked.onsuccess = () => { opened.close(); done(asked.result); };
  });
}"""


@pytest.fixture(scope="module")
def server(unkept_server: Server) -> Server:
    """What is there with the host gone is there by our own doing."""
    return unkept_server


@pytest.fixture
def phone_of_bea(table: Gathering) -> Page:
    """A phone that has seen some pages, the form of a note and the page Play last."""
    page = table.page()
    for path in ("sheets/", "log", NOTE, ""):
        seen(page, table, path)
    return page


def gone(page: Page) -> None:
    page.context.set_offline(True)
    expect(page.locator("[data-connection=offline]")).to_be_visible()


def test_a_form_records_though_the_device_has_no_room(
    company: Company, table: Gathering, server: Server, phone_of_bea: Page
) -> None:
    phone_of_bea.evaluate(FULL)
    note(phone_of_bea, table, "Offline never, and full.")
    expect(phone_of_bea.locator("#newest")).to_contain_text("Offline never, and full.")
    assert notes(server, table) == ["Offline never, and full."]


def test_with_the_host_gone_and_no_room_it_says_that_this_page_alone_keeps_it(
    company: Company, table: Gathering, server: Server, phone_of_bea: Page
) -> None:
    gone(phone_of_bea)
    phone_of_bea.evaluate(FULL)
    for number in range(2):
        note(phone_of_bea, table, f"Offline and full {number}.")
        expect(phone_of_bea.locator("#saved")).to_contain_text("Leave it open")
    expect(phone_of_bea.locator("#outbox li")).to_have_count(2)
    back(company, phone_of_bea)
    expect(phone_of_bea.locator("#outbox")).to_be_hidden()
    assert notes(server, table) == ["Offline and full 0.", "Offline and full 1."]


def test_pages_make_room_for_what_is_entered(
    company: Company, table: Gathering, server: Server, phone_of_bea: Page
) -> None:
    gone(phone_of_bea)
    note(phone_of_bea, table, "Offline with room.")
    phone_of_bea.evaluate(FILLED)
    note(phone_of_bea, table, "Offline where pages were.")
    expect(phone_of_bea.locator("#saved")).to_contain_text("Kept on this device")
    assert phone_of_bea.evaluate(ALL_KEPT) == 2
    back(company, phone_of_bea)
    expect(phone_of_bea.locator("#outbox")).to_be_hidden()
    assert notes(server, table) == ["Offline with room.", "Offline where pages were."]


def test_pages_fetched_ahead_never_push_out_the_one_that_is_played_on(
    company: Company, table: Gathering, server: Server, phone_of_bea: Page
) -> None:
    gone(phone_of_bea)
    phone_of_bea.evaluate(AHEAD)
    phone_of_bea.evaluate(FILLED)
    note(phone_of_bea, table, "Offline beside pages nobody saw.")
    expect(phone_of_bea.locator("#saved")).to_contain_text("Kept on this device")
    expect(phone_of_bea.locator("#prompts")).to_be_visible()
    back(company, phone_of_bea)
    expect(phone_of_bea.locator("#outbox")).to_be_hidden()
    assert notes(server, table) == ["Offline beside pages nobody saw."]


def test_a_browser_that_threw_away_what_it_kept_records_and_keeps_again(
    company: Company, table: Gathering, server: Server, phone_of_bea: Page
) -> None:
    line = phone_of_bea.context.new_cdp_session(phone_of_bea)
    origin = phone_of_bea.evaluate("location.origin")
    line.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb,cache_storage"})
    note(phone_of_bea, table, "Offline never, and cleared.")
    expect(phone_of_bea.locator("#newest")).to_contain_text("Offline never, and cleared.")
    seen(phone_of_bea, table, NOTE)
    gone(phone_of_bea)
    note(phone_of_bea, table, "Offline after it was cleared.")
    back(company, phone_of_bea)
    expect(phone_of_bea.locator("#outbox")).to_be_hidden()
    assert notes(server, table) == ["Offline never, and cleared.", "Offline after it was cleared."]
