"""With the host gone: what was seen stays readable, what is entered waits, and nothing is recorded twice or lost."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.company import Company, Gathering, awaited, settled
from tests.browser.server import Server

WORKERS = "allow"
"""Service workers answer with the host gone."""

NOTE, CITY = "record/note-added", "record/city-step-ended"
_KEPT = """async () => {
  const { get } = await ours("js/kept.js");
  const kept = async () => (await get("pages", location.pathname))?.at >= performance.timeOrigin;
  while (!(await kept())) await new Promise((later) => setTimeout(later, 20));
}"""
"""Wait until the device has kept the page as it was opened now, not only as it was opened before."""


@pytest.fixture(scope="module")
def server(unkept_server: Server) -> Server:
    """What is there with the host gone is there by our own doing."""
    return unkept_server


def seen(page: Page, table: Gathering, path: str) -> None:
    """Open a page, and look at it until the device has kept it."""
    page.goto(table.at(path))
    awaited(page, _KEPT)


def gone(table: Gathering, *paths: str) -> Page:
    """A phone that has seen these pages and the page Play, and then loses the network."""
    page = table.page()
    for path in (*paths, ""):
        seen(page, table, path)
    expect(page.locator("[data-connection=saved]")).to_be_visible()
    awaited(page, "async () => Boolean(await navigator.serviceWorker.ready)")
    page.context.set_offline(True)
    expect(page.locator("[data-connection=offline]")).to_be_visible()
    return page


def back(company: Company, page: Page) -> None:
    """The network is there again; that it was not is no complaint."""
    page.context.set_offline(False)
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(page.locator("[data-connection=saved]")).to_be_visible()
    company.complaints.clear()


def note(page: Page, table: Gathering, said: str) -> None:
    """Write a note, coming to its form by the page's own links."""
    page.evaluate("async (to) => (await ours('js/pages.js')).visit(to)", table.at(NOTE))
    page.get_by_label("Text").fill(said)
    page.get_by_role("button", name="Record", exact=True).click()
    settled(page)


def notes(server: Server, table: Gathering) -> list[str]:
    """The notes of a campaign since it branched off, in the order they were recorded."""
    entries = server.campaign(table.key).entries()
    return [str(e.fields["text"]) for e in entries if e.topic.endswith("note-added") and "Offline" in str(e.fields)]


def test_what_was_seen_stays_readable(company: Company, table: Gathering) -> None:
    page = gone(table, "sheet", "log")
    page.get_by_role("link", name="Sheets", exact=True).click()
    expect(page.locator("h1")).to_have_text("Sheets")
    page.get_by_role("link", name="Log", exact=True).click()
    expect(page.locator("h1")).to_have_text("Log")
    back(company, page)


def test_what_waits_stands_in_line_with_the_page(company: Company, table: Gathering) -> None:
    page = gone(table, NOTE)
    note(page, table, "Offline, in line")
    page.evaluate("async (to) => (await ours('js/pages.js')).visit(to)", table.at())
    waits, below = page.locator("#outbox").bounding_box(), page.locator("#prompts").bounding_box()
    assert waits
    assert below
    assert (waits["x"], waits["width"]) == (below["x"], below["width"])
    back(company, page)


def test_a_page_that_was_kept_is_up_to_date_once_the_host_is_back(
    company: Company, table: Gathering, server: Server
) -> None:
    page = gone(table, "log")
    page.context.set_offline(False)
    page.evaluate("() => dispatchEvent(new Event('online'))")
    server.record(table.key, "note-added", text="Behind the log that was kept.")
    expect(page.locator("#newest")).to_contain_text("Behind the log that was kept.")
    page.context.set_offline(True)
    expect(page.locator("[data-connection=offline]")).to_be_visible()
    page.get_by_role("link", name="Log", exact=True).click()
    expect(page.locator("h1")).to_have_text("Log")
    expect(page.locator("#log")).not_to_contain_text("Behind the log that was kept.")
    back(company, page)
    expect(page.locator("#log")).to_contain_text("Behind the log that was kept.")


def test_a_page_opened_anew_is_there_too(company: Company, table: Gathering) -> None:
    phone_of_ann = gone(table)
    phone_of_ann.reload()
    expect(phone_of_ann.locator("#prompts")).to_be_visible()
    expect(phone_of_ann.locator("[data-connection=offline]")).to_be_visible()
    back(company, phone_of_ann)


FORMER = """async () => {
  const { get, put } = await ours("js/kept.js");
  const page = await get("pages", location.pathname);
  await put("pages", { ...page, html: page.html.replaceAll(STATIC, "/static/0123456789abcdef") });
}"""
"""Let the page be as the device kept it before an update of the companion."""


def test_a_page_that_was_kept_before_an_update_has_its_looks(company: Company, table: Gathering) -> None:
    phone_of_ann = gone(table)
    phone_of_ann.evaluate(FORMER)
    phone_of_ann.reload()
    expect(phone_of_ann.locator("#prompts")).to_be_visible()
    of_then = "[...document.styleSheets].filter(({ href }) => href?.includes('0123456789abcdef'))"
    assert phone_of_ann.evaluate(f"() => {of_then}.filter((sheet) => sheet.cssRules.length).length") == 1
    back(company, phone_of_ann)


def test_a_page_never_seen_says_that_there_is_no_connection(company: Company, table: Gathering) -> None:
    phone_of_ann = gone(table)
    phone_of_ann.goto(table.at("charts/"))
    expect(phone_of_ann.locator("h1")).to_have_text("No connection to the table")
    phone_of_ann.goto(table.at())
    back(company, phone_of_ann)


def test_five_things_entered_offline_are_recorded_once_and_in_order(
    company: Company, table: Gathering, server: Server
) -> None:
    phone_of_ann = gone(table, NOTE)
    said = [f"Offline {number}." for number in range(5)]
    for words in said:
        note(phone_of_ann, table, words)
    expect(phone_of_ann.locator("#outbox li")).to_have_count(5)
    expect(phone_of_ann.locator("[data-connection]")).to_contain_text("5 waiting")
    assert notes(server, table) == []
    back(company, phone_of_ann)
    expect(phone_of_ann.locator("#outbox")).to_be_hidden()
    assert notes(server, table) == said


def test_a_form_stays_where_the_page_to_come_back_to_was_never_seen(
    company: Company, table: Gathering, server: Server
) -> None:
    phone_of_ann = gone(table, NOTE)
    phone_of_ann.goto(table.at(NOTE))
    phone_of_ann.evaluate("async (key) => (await ours('js/kept.js')).drop('pages', `/c/${key}/`)", table.key)
    phone_of_ann.get_by_label("Text").fill("Offline 0.")
    phone_of_ann.get_by_role("button", name="Record", exact=True).click()
    expect(phone_of_ann.locator("#outbox li")).to_have_count(1)
    expect(phone_of_ann.get_by_label("Text")).to_have_value("")
    back(company, phone_of_ann)
    expect(phone_of_ann.locator("#outbox")).to_be_hidden()
    assert notes(server, table) == ["Offline 0."]


def test_what_two_phones_entered_offline_is_all_there_each_in_its_order_and_both_show_it(
    company: Company, table: Gathering, server: Server
) -> None:
    phone_of_ann = gone(table, NOTE)
    phone_of_bob = gone(table, NOTE, "log")
    said = {
        page: [f"Offline {name} {number}." for number in range(3)]
        for page, name in ((phone_of_ann, "Ann"), (phone_of_bob, "Bob"))
    }
    for number in range(3):
        for page, words in said.items():
            note(page, table, words[number])
    back(company, phone_of_bob)
    back(company, phone_of_ann)
    for page in said:
        expect(page.locator("#outbox")).to_be_hidden()
    recorded = notes(server, table)
    assert sorted(recorded) == sorted(words for all_ in said.values() for words in all_)
    for words in said.values():
        assert [note for note in recorded if note in words] == words
    for page in said:
        page.goto(table.at("log"))
        shown = page.locator("#log").inner_text()
        assert sorted(recorded, key=shown.index) in (recorded, recorded[::-1])


SET_BACK = "(() => { let now = Date.now(); Date.now = () => now -= 60_000; })()"


def test_what_was_entered_while_the_clock_was_set_back_is_recorded_in_order(
    company: Company, table: Gathering, server: Server
) -> None:
    phone_of_ann = gone(table, NOTE)
    said = [f"Offline {number}." for number in range(3)]
    phone_of_ann.evaluate(SET_BACK)
    for words in said:
        note(phone_of_ann, table, words)
    back(company, phone_of_ann)
    expect(phone_of_ann.locator("#outbox")).to_be_hidden()
    assert notes(server, table) == said


def test_an_answer_from_before_does_not_hide_for_good_that_the_network_is_gone(
    company: Company, table: Gathering
) -> None:
    phone_of_ann = gone(table)
    late = "async () => (await ours('js/outbox/connection.js')).reached(true)"
    phone_of_ann.evaluate(late)
    expect(phone_of_ann.locator("[data-connection=saved]")).to_be_visible()
    expect(phone_of_ann.locator("[data-connection=offline]")).to_be_visible()
    back(company, phone_of_ann)


def test_what_waits_survives_closing_the_page(company: Company, table: Gathering, server: Server) -> None:
    phone_of_ann = gone(table, NOTE)
    note(phone_of_ann, table, "Offline, and closed.")
    phone_of_ann.goto("about:blank")
    phone_of_ann.context.set_offline(False)
    phone_of_ann.goto(table.at())
    expect(phone_of_ann.locator("#newest")).to_contain_text("Offline, and closed.")
    assert notes(server, table) == ["Offline, and closed."]
    company.complaints.clear()


def test_what_waits_can_be_dropped(company: Company, table: Gathering, server: Server) -> None:
    phone_of_ann = gone(table, NOTE)
    note(phone_of_ann, table, "Offline, and dropped.")
    phone_of_ann.locator("#outbox").get_by_role("button", name="Drop it").click()
    expect(phone_of_ann.locator("#outbox")).to_be_hidden()
    back(company, phone_of_ann)
    assert notes(server, table) == []


def ends_the_city(page: Page, table: Gathering) -> None:
    """Enter, offline, what the rules will refuse: the city step has no event resolved yet."""
    page.evaluate("async (to) => (await ours('js/pages.js')).visit(to)", table.at(CITY))
    page.locator("button[name=act][value=record]").click()
    settled(page)


def test_what_is_refused_is_listed_with_its_reason_and_does_not_stop_the_rest(
    company: Company, table: Gathering, server: Server
) -> None:
    phone_of_ann = gone(table, CITY, NOTE)
    ends_the_city(phone_of_ann, table)
    note(phone_of_ann, table, "Offline, after it.")
    back(company, phone_of_ann)
    refused = phone_of_ann.locator("#outbox li")
    expect(refused).to_have_count(1)
    assert re.search(r"\w+ \w+", refused.locator(".why-not").inner_text())
    assert notes(server, table) == ["Offline, after it."]


def test_what_is_refused_can_be_recorded_all_the_same(company: Company, table: Gathering, server: Server) -> None:
    phone_of_ann = gone(table, CITY)
    ends_the_city(phone_of_ann, table)
    back(company, phone_of_ann)
    phone_of_ann.locator("#outbox").get_by_role("button", name="Record it anyway").click()
    phone_of_ann.get_by_label("Why is it allowed here?").fill("The moon card says so.")
    phone_of_ann.locator("#main button[value=bend]").click()
    expect(phone_of_ann.locator("#saved")).to_contain_text("The city step ended")
    phone_of_ann.goto(table.at("log"))
    expect(phone_of_ann.locator("#log")).to_contain_text("against the rule: The moon card says so.")
    expect(phone_of_ann.locator("#outbox")).to_be_hidden()


def test_what_is_refused_can_be_changed(company: Company, table: Gathering) -> None:
    phone_of_ann = gone(table, CITY)
    ends_the_city(phone_of_ann, table)
    back(company, phone_of_ann)
    phone_of_ann.locator("#outbox").get_by_role("button", name="Change it").click()
    expect(phone_of_ann.locator("#refused")).to_be_visible()
    expect(phone_of_ann.locator("#outbox")).to_be_hidden()


def test_an_answer_that_got_lost_on_the_way_is_no_second_record(
    company: Company, table: Gathering, server: Server
) -> None:
    page = table.page(service_workers="block")
    lost: list[bool] = []

    def loses(route: Route) -> None:
        if lost or route.request.method != "POST":
            route.continue_()
            return
        lost.append(True)
        route.fetch()  # recorded, and nobody hears of it
        route.abort()

    page.route("**/record/note-added", loses)
    note(page, table, "Offline by chance.")
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(page.locator("#newest")).to_contain_text("Offline by chance.")
    assert (lost, notes(server, table)) == ([True], ["Offline by chance."])
    company.complaints.clear()


def test_a_host_that_comes_back_gets_what_was_entered_meanwhile(
    company: Company, table: Gathering, server: Server
) -> None:
    page = table.page()
    seen(page, table, NOTE)
    seen(page, table, "")
    with server.away():
        expect(page.locator("[data-connection=offline]")).to_be_visible()
        note(page, table, "Offline while the lights were out.")
        expect(page.locator("#outbox li")).to_have_count(1)
    expect(page.locator("#newest")).to_contain_text("Offline while the lights were out.")
    expect(page.locator("[data-connection=saved]")).to_be_visible()
    assert notes(server, table) == ["Offline while the lights were out."]
    company.complaints.clear()


STARS = "heroes.venia.stars"


def stars(page: Page) -> Locator:
    return page.locator(f'[data-counter="{STARS}"] .value').first


def star_given(page: Page) -> None:
    """Pull out Venia's card, tap, and put it back."""
    page.locator("#bar").get_by_role("button", name="Venia").click()
    page.locator(f'[data-counter="{STARS}"] [data-step="1"]').first.click()
    page.keyboard.press("Escape")


def tapped_offline(page: Page) -> int:
    """Give Venia a star, with the host gone; how many she had."""
    before = int(stars(page).text_content() or "")
    star_given(page)
    expect(page.locator("#outbox li")).to_have_count(1)
    return before


def test_what_waits_is_said_as_the_table_would_say_it(company: Company, table: Gathering) -> None:
    phone_of_ann = gone(table)
    tapped_offline(phone_of_ann)
    expect(phone_of_ann.locator("#outbox .said")).to_have_text(re.compile(r"^Venia: stars \+1$", re.IGNORECASE))
    phone_of_ann.get_by_role("button", name="Drop it").click()
    back(company, phone_of_ann)


def test_what_waits_stands_on_the_number_also_on_a_page_that_was_kept(
    company: Company, table: Gathering, server: Server
) -> None:
    phone_of_ann = gone(table, "sheet", "sheets/")
    before = tapped_offline(phone_of_ann)
    for _ in range(2):
        expect(stars(phone_of_ann)).to_have_text(str(before + 1))
        expect(stars(phone_of_ann)).to_have_css("font-style", "italic")
        phone_of_ann.reload()
    phone_of_ann.get_by_role("link", name="Sheets", exact=True).click()
    phone_of_ann.get_by_role("link", name="All", exact=True).click()
    on_paper = phone_of_ann.locator(f'a.why[href$="path={STARS}"]')
    expect(on_paper).to_contain_text(str(before + 1))
    expect(on_paper.locator(".value")).to_have_css("font-style", "italic")
    phone_of_ann.get_by_role("link", name="Play", exact=True).click()
    back(company, phone_of_ann)
    expect(stars(phone_of_ann)).to_have_css("font-style", "normal")
    expect(stars(phone_of_ann)).to_have_text(str(before + 1))
    assert server.campaign(table.key).table.heroes["venia"].stars == before + 1  # type: ignore[attr-defined]


def test_what_was_dropped_stands_on_no_number(company: Company, table: Gathering) -> None:
    phone_of_ann = gone(table)
    before = tapped_offline(phone_of_ann)
    phone_of_ann.get_by_role("button", name="Drop it").click()
    expect(stars(phone_of_ann)).to_have_text(str(before))
    expect(stars(phone_of_ann)).to_have_css("font-style", "normal")
    back(company, phone_of_ann)


def test_taps_on_what_waits_add_up(company: Company, table: Gathering, server: Server) -> None:
    phone_of_ann = gone(table)
    before = tapped_offline(phone_of_ann)
    star_given(phone_of_ann)
    expect(phone_of_ann.locator("#outbox li")).to_have_count(2)
    expect(stars(phone_of_ann)).to_have_text(str(before + 2))
    back(company, phone_of_ann)
    assert server.campaign(table.key).table.heroes["venia"].stars == before + 2  # type: ignore[attr-defined]


# --- the host is there, and takes nothing -----------------------------------------------------

MOVED = "The campaign file was moved, replaced or removed. Nothing is recorded until it is back."
SEND = "async () => (await ours('js/outbox/sending.js')).drain()"


@contextmanager
def astray(server: Server) -> Iterator[None]:
    """While somebody has moved the campaign file."""
    file = server.services.settings.file
    elsewhere = file.with_name("elsewhere.db")
    file.rename(elsewhere)
    try:
        yield
    finally:
        elsewhere.rename(file)


def test_why_nothing_is_taken_stands_in_the_strip_and_a_tap_waits(table: Gathering, server: Server) -> None:
    page = table.page()
    before = int(stars(page).text_content() or "")
    with astray(server):
        star_given(page)
        for _ in range(2):
            expect(page.locator("#held")).to_have_text(MOVED)
            expect(page.locator("[data-connection=held]")).to_contain_text("1 waiting")
            expect(page.locator("#outbox li")).to_have_count(1)
            expect(stars(page)).to_have_text(str(before + 1))
            page.reload()
    page.evaluate(SEND)
    expect(page.locator("[data-connection=saved]")).to_be_visible()
    for part in ("#held", "#outbox"):
        expect(page.locator(part)).to_be_hidden()
    expect(stars(page)).to_have_text(str(before + 1))
    assert server.campaign(table.key).table.heroes["venia"].stars == before + 1  # type: ignore[attr-defined]


def test_a_form_that_nobody_takes_is_kept_and_recorded_once_the_file_is_back(table: Gathering, server: Server) -> None:
    page = table.page()
    with astray(server):
        note(page, table, "Offline, though the host is there.")
        expect(page.locator("#held")).to_have_text(MOVED)
        expect(page.locator("#saved")).to_contain_text("Kept on this device")
        expect(page.locator("#bar")).to_be_visible()
    page.evaluate(SEND)
    expect(page.locator("#newest")).to_contain_text("Offline, though the host is there.")
    assert notes(server, table) == ["Offline, though the host is there."]


@pytest.mark.parametrize("status", [pytest.param(502, marks=pytest.mark.full), 503])
def test_a_proxy_that_answers_for_a_host_that_is_gone_takes_nothing_either(
    company: Company, table: Gathering, server: Server, status: int
) -> None:
    page = table.page(service_workers="block")
    page.route("**/record/note-added", lambda route: answered(route, status))
    note(page, table, "Offline, behind a proxy.")
    expect(page.locator("#outbox li")).to_have_count(1)
    page.unroute("**/record/note-added")
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(page.locator("#newest")).to_contain_text("Offline, behind a proxy.")
    assert notes(server, table) == ["Offline, behind a proxy."]
    company.complaints.clear()


def answered(route: Route, status: int) -> None:
    """What is sent is answered by somebody who is not the host."""
    if route.request.method == "POST":
        route.fulfill(status=status, content_type="text/html", body="<h1>Nobody is there</h1>")
    else:
        route.continue_()


def test_what_the_host_broke_on_is_kept_with_what_it_said(company: Company, table: Gathering, server: Server) -> None:
    page = table.page(service_workers="block")

    def breaks(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        page_of_an_error = route.fetch(url=f"{server.address}/c/nowhere/", method="GET", post_data=None)
        route.fulfill(response=page_of_an_error, status=500)

    page.route("**/record/note-added", breaks)
    note(page, table, "Offline, in a way.")
    expect(page.locator("main h1")).to_have_text("Not here")
    expect(page.locator("#outbox .said")).to_contain_text("Offline, in a way.")
    expect(page.locator("#outbox .why-not")).to_have_text("There is no campaign “nowhere”.")
    page.locator("#outbox").get_by_role("button", name="Drop it").click()
    expect(page.locator("#outbox")).to_be_hidden()
    company.complaints.clear()
