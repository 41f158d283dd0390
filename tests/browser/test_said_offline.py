"""With the host gone, what was said or recorded here before is understood by any of its words, and waits."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chromium import PHONE
from tests.browser.company import Company, Gathering, awaited, settled
from tests.browser.server import Server

SAID = "Venia suffered 2 damage"
_KNOWS = """async (said) => {
  const { all } = await ours("js/kept.js");
  const knows = async () => (await all("pages")).some(({ lines }) => lines?.some(({ html }) => html.includes(said)));
  while (!(await knows())) await new Promise((later) => setTimeout(later, 20));
}"""

Goes = Callable[[], None]


@pytest.fixture(scope="module")
def server(unkept_server: Server) -> Server:
    """What is there with the host gone is there by our own doing."""
    return unkept_server


@pytest.fixture
def player(table: Gathering) -> Page:
    """A phone at a table of its own."""
    page = table.page()
    page.set_viewport_size(PHONE)
    return page


@pytest.fixture
def offline(company: Company, player: Page) -> Iterator[Goes]:
    """The network goes; behind the test it is there again, and that it was not is no complaint."""

    def goes() -> None:
        player.context.set_offline(True)
        expect(player.locator("[data-connection=offline]")).to_be_visible()

    yield goes
    back(player)
    company.complaints.clear()


def back(page: Page) -> None:
    page.context.set_offline(False)
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(page.locator("[data-connection=saved]")).to_be_visible()


def says(page: Page, words: str) -> Locator:
    """Say something; what is understood first."""
    page.keyboard.press("/")
    page.locator("#say").fill(words)
    return page.locator("#heard .event").first


def said(page: Page, words: str) -> None:
    """Say something and record it, with the host there."""
    expect(says(page, words)).to_have_text(SAID)
    page.keyboard.press("Enter")
    expect(page.locator("#saved .toast")).to_contain_text(SAID)
    settled(page)


def damages(server: Server, table: Gathering) -> int:
    return sum(entry.topic.endswith("damage-suffered") for entry in server.campaign(table.key).entries())


@pytest.mark.parametrize("words", ["2 suff venia", "wny shanghai 2", "维尼亚受到傷害2", "vs2"])
def test_what_was_said_before_is_understood_by_other_words(player: Page, offline: Goes, words: str) -> None:
    said(player, "ven dam 2")
    offline()
    expect(says(player, words)).to_have_text(SAID)
    expect(player.locator("#heard")).to_contain_text("Numbers may have changed")
    player.keyboard.press("Escape")


def test_it_waits_in_words_and_is_recorded_once(player: Page, table: Gathering, server: Server, offline: Goes) -> None:
    said(player, "ven dam 2")
    before = damages(server, table)
    offline()
    expect(says(player, "damage venia 2")).to_have_text(SAID)
    player.keyboard.press("Enter")
    expect(player.locator("#outbox .said")).to_have_text(SAID)
    expect(player.locator("#say")).to_have_value("")
    assert damages(server, table) == before
    back(player)
    expect(player.locator("#outbox")).to_be_hidden()
    assert damages(server, table) == before + 1


def test_what_others_recorded_is_understood_too(table: Gathering, server: Server, player: Page, offline: Goes) -> None:
    server.record(table.key, "stars-gained", hero="torrax", amount=3)
    player.goto(table.at())
    awaited(player, _KNOWS, "Torrax gained 3 stars")
    offline()
    expect(says(player, "torrax stars 3")).to_have_text("Torrax gained 3 stars")
    player.keyboard.press("Escape")


def test_what_is_missing_is_asked_for_there_too(player: Page, offline: Goes) -> None:
    expect(says(player, "stars gained 2")).to_have_text("… gained 2 stars")
    player.keyboard.press("Escape")
    offline()
    expect(says(player, "gained stars 2")).to_have_text("… gained 2 stars")
    player.keyboard.press("Enter")
    player.locator("#heard").get_by_role("radio", name="Torrax").first.check()
    player.locator("#heard").get_by_role("button", name="… gained 2 stars").first.click()
    expect(player.locator("#outbox .said")).to_contain_text("Torrax")
    player.get_by_role("button", name="Drop it").click()


def test_other_numbers_than_those_said_are_not_made_up(player: Page, offline: Goes) -> None:
    said(player, "ven dam 2")
    offline()
    says(player, "ven dam 3")
    expect(player.locator("#heard")).to_contain_text("no match on this device")
    expect(player.locator("#heard .event")).to_have_count(0)
    player.keyboard.press("Escape")


def sits(page: Page, table: Gathering, place: str) -> None:
    page.goto(table.at("people/"))
    page.locator("#mine").get_by_role("radio", name=place).check()
    page.locator("#mine button").last.click()
    settled(page)
    page.goto(table.at())
    expect(page.locator("[data-connection=saved]")).to_be_visible()


def test_what_one_seat_was_told_is_not_told_to_another(player: Page, table: Gathering, offline: Goes) -> None:
    sits(player, table, "Venia")
    expect(says(player, "dam 2")).to_have_text(SAID)
    player.keyboard.press("Escape")
    sits(player, table, "Torrax")
    offline()
    says(player, "ven dam 2")
    expect(player.locator("#heard")).to_contain_text("no match on this device")
    player.keyboard.press("Escape")
