"""What is half entered in a form is there again: after a reload, on the way back, on a page that was closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.company import Company, Gathering
from tests.browser.phones import Phone, begin, open_house
from tests.browser.server import Server

NOTE = "record/note-added"
HALF = "The bridge is"


PLAYERS = """() => [...document.querySelectorAll(".rows > *")]
  .map((one) => one.localName === "input" ? one.value : one.localName).filter(Boolean)"""
"""The lines of a form in which something is entered, and the button below them."""


def text_of(page: Page) -> Locator:
    return page.get_by_label("Text")


def offered(page: Page) -> Locator:
    """The line that says that the form has what was entered before."""
    return page.locator("#draft")


def half_written(table: Gathering, said: str = HALF) -> Page:
    """A phone with a note that is half written."""
    page = table.page()
    page.goto(table.at(NOTE))
    text_of(page).press_sequentially(said)
    return page


def test_a_half_written_note_is_there_after_a_reload(table: Gathering) -> None:
    page = half_written(table)
    page.reload()
    expect(text_of(page)).to_have_value(HALF)
    expect(offered(page)).to_contain_text("not recorded yet")


def test_it_is_there_on_the_way_back(table: Gathering) -> None:
    page = half_written(table)
    page.get_by_role("link", name="Log", exact=True).click()
    expect(page.locator("h1")).to_have_text("Log")
    page.go_back()
    expect(text_of(page)).to_have_value(HALF)
    expect(offered(page)).to_be_visible()


def test_it_is_there_on_a_new_page_of_a_device_that_was_closed(table: Gathering) -> None:
    page = half_written(table)
    another = page.context.new_page()
    page.goto("about:blank")
    another.goto(table.at(NOTE))
    expect(text_of(another)).to_have_value(HALF)


def test_what_others_record_leaves_it_as_it_is(table: Gathering, server: Server) -> None:
    page = half_written(table)
    page.reload()
    expect(text_of(page)).to_have_value(HALF)
    server.record(table.key, "note-added", text="Meanwhile.")
    text_of(page).press("End")
    text_of(page).press_sequentially(" out.")
    expect(text_of(page)).to_have_value(f"{HALF} out.")
    page.reload()
    expect(text_of(page)).to_have_value(f"{HALF} out.")


def test_lines_that_were_added_stay_while_others_record(table: Gathering, server: Server) -> None:
    page = table.page()
    page.goto(table.at("record/session-started"))
    for name in ("Dora", "Emil", "Fay"):
        page.get_by_role("button", name="One more").click()
        page.locator(".rows > input").last.fill(name)
    page.locator("h1").click()
    before = page.evaluate(PLAYERS)
    server.record(table.key, "note-added", text="Meanwhile.")
    expect(page.locator("#main")).to_have_attribute("data-position", str(server.campaign(table.key).position))
    assert page.evaluate(PLAYERS) == before
    page.reload()
    expect(offered(page)).to_be_visible()
    assert page.evaluate(PLAYERS) == before


def test_nothing_is_left_of_it_once_it_is_recorded(table: Gathering, server: Server) -> None:
    page = half_written(table)
    page.reload()
    expect(text_of(page)).to_have_value(HALF)
    page.get_by_role("button", name="Record", exact=True).click()
    expect(page.locator("#newest")).to_contain_text(HALF)
    page.goto(table.at(NOTE))
    page.wait_for_load_state("networkidle")
    expect(text_of(page)).to_have_value("")
    expect(offered(page)).to_be_hidden()


def test_what_was_refused_is_there_again_too(table: Gathering) -> None:
    page = table.page()
    page.goto(table.at("record/city-step-ended"))
    page.locator("main summary").click()
    page.get_by_label("Recorded by").fill("Dora")
    page.get_by_role("button", name="Record", exact=True).click()
    expect(page.locator("#refused")).to_be_visible()
    page.reload()
    expect(offered(page)).to_be_visible()
    expect(page.get_by_label("Recorded by")).to_have_value("Dora")


def test_start_over_forgets_it(table: Gathering) -> None:
    page = half_written(table)
    page.reload()
    offered(page).get_by_role("button", name="Start over").click()
    expect(text_of(page)).to_have_value("")
    expect(offered(page)).to_be_hidden()
    page.reload()
    page.wait_for_load_state("networkidle")
    expect(text_of(page)).to_have_value("")


def test_what_was_taken_out_again_is_no_draft(table: Gathering) -> None:
    page = half_written(table)
    text_of(page).fill("")
    page.reload()
    page.wait_for_load_state("networkidle")
    expect(offered(page)).to_be_hidden()


def test_it_is_forgotten_after_thirty_days(table: Gathering) -> None:
    page = table.page()
    page.clock.install()
    page.goto(table.at(NOTE))
    text_of(page).fill(HALF)
    page.clock.fast_forward(30 * 24 * 60 * 60 * 1_000 + 1)
    page.goto(table.at())
    expect(page.locator("[data-connection=saved]")).to_be_visible()
    page.goto(table.at(NOTE))
    page.wait_for_load_state("networkidle")
    expect(text_of(page)).to_have_value("")


def test_another_campaign_has_none_of_it(company: Company, table: Gathering, server: Server) -> None:
    page = half_written(table)
    page.goto(Gathering(company, server.branch()).at(NOTE))
    page.wait_for_load_state("networkidle")
    expect(text_of(page)).to_have_value("")
    page.goto(table.at(NOTE))
    expect(text_of(page)).to_have_value(HALF)


RICH = {
    "agemonia/0.1.0-fight": "group-check-contribution",
    "champions/0.1.0": "indirect-damage-assigned",
    "heroes3/0.1.0": "adventure-resolved",
    "odalin/0.1.0": "room-set-up",
    "runewars/0.1.0": "units-moved",
}
"""A form of each game with rows, an order, counts, a map, or fields that depend on others."""
ENTER = """() => {
  const form = document.querySelector("form[data-draft]");
  for (const fold of form.querySelectorAll("details")) fold.open = true;
  for (const more of form.querySelectorAll("[data-one-more]")) (more.click(), more.click());
  for (const list of form.querySelectorAll("fieldset.order")) {
    const things = [...list.querySelectorAll("[data-next]:not([data-next=''])")];
    for (const next of things.reverse().slice(0, 2)) next.click();
  }
  const fields = [...form.elements].filter((one) => one.name && one.type !== "hidden");
  for (const [n, field] of fields.entries()) {
    if (field.closest("fieldset.order")) continue;
    if (field.type === "checkbox") field.checked = n % 2 === 0;
    else if (field.type === "radio") field.checked = true;
    else if (field.type === "number") field.value = Math.min(Math.max(2, field.min), field.max || 2);
    else if (field.localName === "select") field.selectedIndex = field.options.length - 1;
    else if (field.localName !== "button") field.value = `Said ${n}`;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}"""
"""Enter something in every field of a form, and in two more rows of each that has rows."""
SAID = """() => [...new FormData(document.querySelector("form[data-draft]"))]
  .filter(([name, value]) => value && !["token", "command", "seen", "sure"].includes(name))
  .map((one) => one.join("=")).sort()"""


@pytest.mark.parametrize(("log", "event"), RICH.items())
def test_whatever_a_form_is_made_of_is_there_again(company: Company, server: Server, log: str, event: str) -> None:
    page = company.page()
    page.goto(f"/c/{server.play_on(log, 10_000)}/record/{event}")
    page.evaluate(ENTER)
    said = page.evaluate(SAID)
    page.wait_for_timeout(200)  # the device keeps it
    page.reload()
    expect(offered(page)).to_be_visible()
    assert Counter(said) - Counter(page.evaluate(SAID)) == Counter()


def test_a_card_that_was_looked_for_is_chosen_again(company: Company, server: Server) -> None:
    page = company.page()
    page.goto(f"/c/{server.play_on('champions/0.1.0', 100)}/record/encounter-cards-discarded")
    page.locator("[data-seek] textarea").first.press_sequentially("a")
    page.locator(".found [data-id]").first.click()
    chosen = page.locator("[data-seek] [data-own] input:checked")
    expect(chosen).to_have_count(1)
    card = chosen.input_value()
    page.reload()
    expect(chosen).to_have_count(1)
    expect(chosen).to_have_value(card)


def test_a_note_is_there_again_while_the_host_is_gone(company: Company, table: Gathering) -> None:
    page = table.page()
    page.goto(table.at(NOTE))
    page.get_by_role("link", name="Log", exact=True).click()
    expect(page.locator("h1")).to_have_text("Log")
    page.go_back()
    text_of(page).fill(HALF)
    page.context.set_offline(True)
    page.get_by_role("link", name="Log", exact=True).click()
    expect(page.locator("h1")).to_have_text("Log")
    page.go_back()
    expect(text_of(page)).to_have_value(HALF)
    expect(offered(page)).to_be_visible()
    company.complaints.clear()  # that the network is gone


def test_a_note_that_waits_for_the_host_is_no_draft(company: Company, table: Gathering, server: Server) -> None:
    page = half_written(table)
    page.goto(table.at())
    page.goto(table.at(NOTE))
    expect(text_of(page)).to_have_value(HALF)
    page.context.set_offline(True)
    page.get_by_role("button", name="Record", exact=True).click()
    expect(page.locator("#prompts")).to_be_visible()
    expect(page.locator("#outbox li")).to_have_count(1)
    page.evaluate("async (to) => (await ours('js/pages.js')).visit(to)", table.at(NOTE))
    expect(page.locator("h1")).to_have_text("Add a note")
    expect(text_of(page)).to_have_value("")
    expect(offered(page)).to_be_hidden()
    page.context.set_offline(False)
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(page.locator("[data-connection=saved]")).to_be_visible()
    assert [*server.campaign(table.key).entries()][-1].fields["text"] == HALF
    company.complaints.clear()  # that the network was gone


def followed(server: Server) -> str:
    """A scenario that ends with two followers whose entries nobody has read yet; its key."""
    key = server.play_on("agemonia/0.1.0", 238)
    campaign, earlier = server.services.find_campaign(key).campaign, "in the city"
    for event, hero in (("follower-card-gained", {}), ("follower-hired", {"hero": "venia"})):
        command = server.services.new_command(later=earlier)
        server.services.campaigns.record(campaign, event, {"follower": "Old Crow", **hero}, command)
    return key


def test_of_several_rows_each_has_what_was_entered_in_it_whichever_are_left(company: Company, server: Server) -> None:
    table = Gathering(company, followed(server))
    page = table.page()
    page.locator("#prompts form[action*='/together/'] button").first.click()
    page.locator("label:has([name='r3.f.exhausted'][value='no'])").click()
    server.record(table.key, "follower-outcome-read", follower="Mossy the Mule", exhausted=False)
    page.reload()
    expect(offered(page)).to_be_visible()
    expect(page.locator("section.ticked")).to_have_count(4)
    expect(page.locator("[name='r2.f.exhausted'][value='no']")).to_be_checked()
    expect(page.locator("[name='r2.on']")).to_be_checked()


def newest(server: Server, table: Gathering) -> int:
    return server.campaign(table.key).position


CORRECTIONS = {"corrected": "amend/{at}", "inserted": "insert/{at}/note-added"}
"""The forms of a correction and of an insertion, of a note."""


@pytest.mark.parametrize("form", CORRECTIONS)
def test_what_is_half_corrected_or_inserted_is_there_again(table: Gathering, server: Server, form: str) -> None:
    """After a reload, on the way back and on a new page of a device that was closed, until it is recorded."""
    server.record(table.key, "note-added", text="The bridge holds.")
    address = table.at(CORRECTIONS[form].format(at=newest(server, table)))
    page = table.page()
    page.goto(address)
    text_of(page).fill(HALF)
    page.reload()
    expect(text_of(page)).to_have_value(HALF)
    expect(offered(page)).to_contain_text("not recorded yet")
    page.get_by_role("link", name="Log", exact=True).first.click()
    expect(page.locator("h1")).to_have_text("Log")
    page.go_back()
    expect(text_of(page)).to_have_value(HALF)
    another = page.context.new_page()
    page.goto("about:blank")
    another.goto(address)
    expect(text_of(another)).to_have_value(HALF)
    text_of(another).fill(f"{HALF} out.")
    another.locator("main form.card button.primary").last.click()
    expect(another.locator("#decide")).to_be_visible()
    another.reload()  # away from the preview, before it was recorded
    expect(text_of(another)).to_have_value(f"{HALF} out.")
    before = newest(server, table)
    another.locator("main form.card button.primary").last.click()
    another.locator("#decide button[name=choice]").first.click()
    expect(another.locator("#prompts")).to_be_visible()
    another.goto(table.at("log"))
    expect(another.locator("#log")).to_contain_text(f"{HALF} out.")
    assert newest(server, table) > before
    another.goto(address)
    another.wait_for_load_state("networkidle")
    expect(offered(another)).to_be_hidden()


def say(page: Page) -> Locator:
    return page.locator("#say")


def test_half_said_words_are_there_after_a_reload_on_the_way_back_and_on_a_new_page(table: Gathering) -> None:
    page = table.page()
    page.goto(table.at())
    say(page).press_sequentially("note bri")
    page.reload()
    expect(say(page)).to_have_value("note bri")
    expect(page.locator("#heard")).to_be_hidden()
    page.get_by_role("link", name="Log", exact=True).first.click()
    expect(page.locator("h1")).to_have_text("Log")
    page.go_back()
    expect(say(page)).to_have_value("note bri")
    another = page.context.new_page()
    page.goto("about:blank")
    another.goto(table.at())
    expect(say(another)).to_have_value("note bri")
    say(another).focus()
    expect(another.locator("#heard .event, #heard .hint").first).to_be_visible()


def test_nothing_is_left_of_words_that_were_recorded_or_let_go(table: Gathering) -> None:
    page = table.page()
    page.goto(table.at())
    for key in ("Escape", "Enter"):
        say(page).press_sequentially("day+")
        expect(page.locator("#heard .event").first).to_be_visible()
        say(page).press(key)
        expect(say(page)).to_have_value("")
        page.wait_for_timeout(200)
        page.reload()
        page.wait_for_load_state("networkidle")
        expect(say(page)).to_have_value("")


TICKS = {"of a list": ("odalin/0.1.0-chapter", 154), "of a card": ("agemonia/0.1.0-fight", 62)}
"""Moments with ticks on Play: several values of one field, and several events of one card."""


@pytest.mark.parametrize("kind", TICKS)
def test_ticks_on_play_are_there_again_until_they_are_sent(company: Company, server: Server, kind: str) -> None:
    key, page = server.play_on(*TICKS[kind]), company.page()
    page.goto(f"/c/{key}/")
    boxes = page.locator("form[data-kept^=ticks] input[type=checkbox]")
    was = boxes.first.is_checked()
    boxes.first.set_checked(not was, force=True)
    page.wait_for_timeout(200)
    page.reload()
    expect(boxes.first).to_be_checked(checked=not was)
    page.get_by_role("link", name="Log", exact=True).first.click()
    expect(page.locator("h1")).to_have_text("Log")
    page.go_back()
    expect(boxes.first).to_be_checked(checked=not was)
    server.record(key, "note-added", text="Meanwhile.")
    expect(page.locator("#main")).to_have_attribute("data-position", str(server.campaign(key).position))
    expect(boxes.first).to_be_checked(checked=not was)
    another = page.context.new_page()
    page.goto("about:blank")
    another.goto(f"/c/{key}/")
    box = another.locator("form[data-kept^=ticks] input[type=checkbox]").first
    expect(box).to_be_checked(checked=not was)
    box.set_checked(was, force=True)
    another.wait_for_timeout(200)
    another.reload()
    another.wait_for_load_state("networkidle")
    expect(box).to_be_checked(checked=was)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    with open_house(tmp_path) as server:
        yield server


@pytest.fixture
def guests(chromium: Browser, house: Server) -> Iterator[Company]:
    with Company(chromium, house.address) as guests:
        yield guests


def test_another_guest_on_the_same_device_sees_none_of_it(guests: Company, house: Server) -> None:
    key, page = begin(house, "agemonia"), guests.page()
    Phone(page, "Anna").joins(house, key)
    page.goto(f"/c/{key}/{NOTE}")
    text_of(page).fill("Only Anna knows.")
    page.context.clear_cookies()
    Phone(page, "Ben").joins(house, key)
    page.goto(f"/c/{key}/{NOTE}")
    page.wait_for_load_state("networkidle")
    expect(text_of(page)).to_have_value("")
    kept = "async () => JSON.stringify(await (await ours('js/kept.js')).all('pages'))"
    assert "Only Anna knows." not in page.evaluate(kept)
