"""Several screens at one table: what one records the others see, and nobody is disturbed."""

import re

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.browser.chromium import SIZES
from tests.browser.company import Company, Gathering, Held, settled
from tests.browser.server import Server


def position(page: Page) -> int:
    """How far the page knows the log."""
    return int(page.locator("#main").get_attribute("data-position") or 0)


def lives(page: Page) -> Page:
    """A page that is in touch with the host."""
    expect(page.locator("[data-connection=saved]")).to_be_visible()
    return page


def test_three_screens_of_three_sizes_see_what_each_of_them_records(table: Gathering) -> None:
    pages = [lives(table.page(viewport=size)) for size in SIZES.values()]
    for number, page in enumerate(pages):
        page.goto(table.at("record/note-added"))
        page.get_by_label("Text").fill(f"Said by number {number}.")
        page.get_by_role("button", name="Record", exact=True).click()
        for other in pages:
            expect(other.locator("#newest")).to_contain_text(f"Said by number {number}.")
            other.locator("#newest").wait_for()


def test_what_the_terminal_records_is_seen_too(table: Gathering, server: Server) -> None:
    page = lives(table.page())
    server.record(table.key, "note-added", text="From the terminal.")
    expect(page.locator("#newest")).to_contain_text("From the terminal.")


def told(page: Page) -> list[str]:
    """The newest lines of the log, as the page has them."""
    return [" ".join(line.split()) for line in page.locator("#lines li").all_text_contents()]


def test_what_is_not_sent_again_stays_where_it_was(table: Gathering, server: Server) -> None:
    page = lives(table.page())
    before = told(page)
    server.record(table.key, "note-added", text="One line more.")
    expect(page.locator("#lines")).to_contain_text("One line more.")
    assert told(page)[1:] == before[:-1]
    expect(page.locator("slot")).to_have_count(0)


def test_typing_survives_ten_updates_by_others(table: Gathering, server: Server) -> None:
    page = lives(table.page())
    page.goto(table.at("record/note-added"))
    field = page.get_by_label("Text")
    for number in range(10):
        field.press_sequentially(f"{number} ")
        server.record(table.key, "note-added", text=f"Foreign {number}.")
        expect(page.locator("#main")).to_have_attribute("data-position", str(server.campaign(table.key).position))
    expect(field).to_have_value("0 1 2 3 4 5 6 7 8 9 ")
    expect(field).to_be_focused()


def test_what_is_unfolded_and_how_far_it_is_scrolled_stays(table: Gathering, server: Server) -> None:
    page = lives(table.page())
    page.locator("#everything").scroll_into_view_if_needed()
    page.locator("#bar").get_by_role("button", name="Torrax").click()
    page.locator("#piece-hero-torrax summary").last.click()
    before = page.evaluate("scrollY")
    server.record(table.key, "keyword-tally-added", journal="party", keyword="Lantern", count=1)
    expect(page.locator("#main")).to_have_attribute("data-position", str(server.campaign(table.key).position))
    expect(page.locator("#piece-hero-torrax details").last).to_have_attribute("open", "")
    assert abs(page.evaluate("scrollY") - before) < 200


def test_an_answer_that_comes_late_never_shows_an_older_table(
    company: Company, table: Gathering, server: Server
) -> None:
    page = lives(table.page())
    held = Held(page, table.at())
    server.record(table.key, "note-added", text="The first.")
    old = held.route().fetch()
    page.evaluate("() => dispatchEvent(new PopStateEvent('popstate'))")  # asks for the page anew
    server.record(table.key, "note-added", text="The second.")
    page.goto(table.at())
    newest = position(page)
    assert newest == server.campaign(table.key).position
    held.route().fulfill(response=old)
    page.wait_for_timeout(200)
    assert position(page) == newest
    company.complaints.clear()  # that there is no service worker


def test_an_older_page_is_not_shown_in_the_place_of_a_newer_one(table: Gathering, server: Server) -> None:
    page = lives(table.page())
    old = page.request.get(table.at()).text()
    server.record(table.key, "note-added", text="Newer.")
    expect(page.locator("#newest")).to_contain_text("Newer.")
    page.evaluate(
        "async ([html]) => (await ours('js/pages.js')).show({ address: location.href, html })",
        [old],
    )
    expect(page.locator("#newest")).to_contain_text("Newer.")


def test_a_tap_on_a_number_counts_and_is_one_line(table: Gathering, server: Server) -> None:
    page = lives(table.page())
    other = lives(table.page())
    more = page.locator('[data-counter="heroes.lunara.stars"] [data-step="1"]')
    before = server.campaign(table.key).table.heroes["lunara"].stars  # type: ignore[attr-defined]
    at = server.campaign(table.key).position
    page.locator("#bar").get_by_role("button", name="Lunara").click()
    for _ in range(3):
        more.click()
    expect(other.locator('[data-counter="heroes.lunara.stars"] .value')).to_have_text(str(before + 3))
    assert server.campaign(table.key).position == at + 1


def test_what_is_put_on_a_page_asks_for_no_file(table: Gathering, server: Server) -> None:
    page = lives(table.page())
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    server.record(table.key, "note-added", text="With the sign of its undo.")
    expect(page.locator("#bar form[action*='/undo/'] svg")).to_be_visible()
    expect(page.locator("#newest")).to_contain_text("With the sign of its undo.")
    page.wait_for_timeout(200)
    assert not [address for address in asked if "/static/" in address]


HELD = """() => {
  window.held = true;
  const hold = (store, key) => (store.get(key).onsuccess = () => window.held && hold(store, key));
  const drop = IDBObjectStore.prototype.delete;
  IDBObjectStore.prototype.delete = function (key) {
    if (this.name === "outbox") hold(this, key);
    return drop.call(this, key);
  };
}"""
"""The store takes its time to let go of what was sent."""


def test_what_was_recorded_is_shown_before_the_device_let_go_of_it(table: Gathering, server: Server) -> None:
    server.record(table.key, "note-added", text="Said too soon.")
    page = lives(table.page())
    page.evaluate(HELD)
    page.locator("#bar form[action*='/undo/'] button").click()
    expect(page.locator("#newest")).to_contain_text("Took back")
    page.evaluate("held = false")
    lives(page)


ORDER = """() => {
  window.order = [];
  const said = (what) => window.order.push(what);
  const main = document.getElementById("main");
  new MutationObserver(() => (said("shown"), setTimeout(() => said("later"))))
    .observe(main, { attributeFilter: ["data-position"] });
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (record) {
    if (record.html?.includes("To be kept.")) said("kept");
    return put.call(this, record);
  };
}"""


def test_a_page_that_changed_is_kept_once_it_is_shown(table: Gathering, server: Server) -> None:
    page = lives(table.page())
    page.evaluate(ORDER)
    server.record(table.key, "note-added", text="To be kept.")
    while len(order := page.evaluate("order")) < 3:
        page.wait_for_timeout(50)
    assert order == ["shown", "later", "kept"]


def test_what_was_recorded_is_told_with_a_way_back(table: Gathering, server: Server) -> None:
    page = lives(table.page())
    page.goto(table.at("record/note-added"))
    page.get_by_label("Text").fill("A slip of the tongue.")
    page.get_by_role("button", name="Record", exact=True).click()
    page.locator("#saved").get_by_role("button", name="Undo").click()
    expect(page.locator("#newest")).to_contain_text("Took back")
    assert not server.campaign(table.key).standing().counts(server.campaign(table.key).position - 1)


def note(page: Page, table: Gathering, said: str) -> None:
    """Record a note, and hear of it."""
    page.goto(table.at("record/note-added"))
    page.get_by_label("Text").fill(said)
    page.get_by_role("button", name="Record", exact=True).click()
    expect(page.locator("#saved .toast")).to_contain_text(said)


def test_it_is_told_where_it_was_recorded_whatever_another_tab_asks_for(table: Gathering) -> None:
    page = lives(table.page())
    other = page.context.new_page()
    other.goto(table.at())
    other.evaluate(ASKS_ON)
    for number in range(5):
        note(page, table, f"Said for the {number}th time.")
    expect(other.locator("#newest")).to_contain_text("Said for the 4th time.")
    assert other.evaluate("window.told") == 0


ASKS_ON = """() => {
  window.told = 0;
  new MutationObserver(() => { window.told += 1; }).observe(document.getElementById("saved"), { childList: true });
  setInterval(() => fetch(location.href), 40);
}"""
"""Have a page ask for itself on and on, and count how often it tells of something."""


def test_it_is_told_once_and_the_address_is_the_tables_own(table: Gathering) -> None:
    page = lives(table.page())
    note(page, table, "Once is enough.")
    expect(page).to_have_url(re.compile(f"{table.at()}$"))
    kept = "async ([key]) => (await (await ours('js/kept.js')).get('pages', key)).html"
    assert "toast" not in re.findall(r'id="saved".*?</div>', page.evaluate(kept, [table.at()]), re.DOTALL)[0]
    page.reload()
    expect(lives(page).locator("#saved .toast")).to_have_count(0)


def test_an_answer_that_others_were_faster_than_is_told_all_the_same(table: Gathering, server: Server) -> None:
    page = lives(table.page())
    campaign, command = (
        server.services.find_campaign(table.key).campaign,
        server.services.new_command("a-command-of-this-page"),
    )
    server.services.campaigns.record(campaign, "note-added", {"text": "Mine."}, command)
    late = page.request.get(table.at("?saved=a-command-of-this-page")).text()
    server.record(table.key, "note-added", text="Theirs.")
    expect(page.locator("#newest")).to_contain_text("Theirs.")
    page.evaluate(
        "async ([html]) => (await ours('js/pages.js')).show({ address: location.href, html })",
        [late],
    )
    expect(page.locator("#saved .toast")).to_contain_text("Mine.")
    expect(page.locator("#newest")).to_contain_text("Theirs.")


def test_a_page_of_the_past_stays_as_it_is(table: Gathering, server: Server) -> None:
    page = lives(table.page())
    page.goto(table.at("timeline?at=40"))
    before = page.locator("#moment").inner_text()
    server.record(table.key, "note-added", text="Now.")
    page.wait_for_timeout(500)
    assert page.locator("#moment").inner_text() == before


def test_the_large_screen_is_reached_and_left_by_its_links(table: Gathering, server: Server) -> None:
    page = lives(table.page())
    page.goto(table.at("campaign"))
    page.get_by_role("link", name="For a large screen").click()
    expect(page.locator("body.screen")).to_be_visible()
    server.record(table.key, "note-added", text="Seen across the room.")
    expect(page.locator("#newest")).to_contain_text("Seen across the room.")
    page.locator("#strip .at").click()
    expect(page.locator(".places")).to_be_visible()


def test_the_strip_says_where_the_table_is_however_one_came_to_it(table: Gathering) -> None:
    page = lives(table.page())
    there = page.locator("#strip").inner_text()
    page.goto("/")
    lives(page)
    page.locator(f"a[href='{table.at()}']").click()
    expect(page.locator("#prompts")).to_be_visible()
    assert page.locator("#strip").inner_text() == there


def test_a_tab_in_the_background_does_not_listen(company: Company, table: Gathering) -> None:
    page = lives(table.page())
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if "/live" in request.url else None)
    page.evaluate(
        "() => { Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')); }"
    )
    with page.expect_request("**/live?*"):
        page.evaluate(
            "() => { delete document.visibilityState; document.dispatchEvent(new Event('visibilitychange')); }"
        )
    settled(page)
    page.wait_for_timeout(200)
    assert len(asked) == 1


# --- answers that overlap ---------------------------------------------------------------------

STARS = '#piece-hero-{hero} [data-counter="heroes.{hero}.stars"]'


def stars(page: Page, hero: str) -> Locator:
    return page.locator(STARS.format(hero=hero) + " .value")


def shines(page: Page, hero: str) -> None:
    """Give a hero a star, with a tap."""
    page.locator("#bar").get_by_role("button", name=hero.title()).click()
    page.locator(STARS.format(hero=hero) + ' [data-step="1"]').click()


def test_what_went_and_came_back_behind_two_answers_that_overlap_is_shown_as_it_is(
    company: Company, table: Gathering, server: Server
) -> None:
    page = lives(table.page())
    held = Held(page, table.at())
    before = server.campaign(table.key).table.heroes["venia"].stars  # type: ignore[attr-defined]
    server.record(table.key, "stars-gained", hero="venia", amount=1)
    asked = held.route()  # by a page that knows of no star yet
    shines(page, "lunara")
    expect(stars(page, "venia")).to_have_text(str(before + 1))
    server.record(table.key, "stars-spent", hero="venia", amount=1)
    asked.continue_()
    expect(page.locator("#main")).to_have_attribute("data-position", str(server.campaign(table.key).position))
    expect(stars(page, "venia")).to_have_text(str(before))
    company.complaints.clear()  # that there is no service worker


IMPATIENT = "AbortSignal.timeout = ((timeout) => () => timeout.call(AbortSignal, 300))(AbortSignal.timeout)"
"""Let a page wait for nothing longer than a moment."""


def test_an_answer_that_never_comes_is_given_up_and_asked_for_again(
    company: Company, table: Gathering, server: Server
) -> None:
    page = table.page()
    page.evaluate(IMPATIENT)
    held = Held(lives(page), table.at())
    server.record(table.key, "note-added", text="Held back.")
    held.route()  # and never answered
    expect(page.locator("[data-connection=offline]")).to_be_visible()
    expect(page.locator("#newest")).to_contain_text("Held back.")
    lives(page)
    company.complaints.clear()  # that there is no service worker


def test_an_answer_is_not_shown_on_the_page_of_another_table(
    company: Company, table: Gathering, server: Server
) -> None:
    page, other = lives(table.page()), Gathering(company, server.branch())
    held = Held(page, table.at("record/stars-gained"))
    shines(page, "venia")
    sent = held.route()
    page.evaluate("async (to) => (await ours('js/pages.js')).visit(to)", other.at())
    expect(page.locator("#main")).to_have_attribute("data-campaign", other.key)
    newest = page.locator("#newest").inner_text()
    sent.continue_()
    expect(page.locator("#saved")).to_contain_text("Venia")
    assert page.locator("#newest").inner_text() == newest
    company.complaints.clear()  # that there is no service worker


def test_a_page_whose_question_was_lost_asks_again(company: Company, table: Gathering, server: Server) -> None:
    page = lives(table.page())
    held = Held(page, table.at())
    server.record(table.key, "note-added", text="Lost on the way.")
    held.route().abort()
    expect(page.locator("[data-connection=offline]")).to_be_visible()
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(page.locator("#newest")).to_contain_text("Lost on the way.")
    company.complaints.clear()  # that the network failed


@pytest.mark.parametrize("status", [404, 500, 503])
def test_a_page_that_was_not_answered_asks_again(
    company: Company, table: Gathering, server: Server, status: int
) -> None:
    page = lives(table.page())
    held = Held(page, table.at())
    server.record(table.key, "note-added", text="One moment.")
    held.route().fulfill(status=status, content_type="text/html", body="One moment")
    expect(page.locator("#newest")).to_contain_text("One moment.")
    company.complaints.clear()  # that the host could not
