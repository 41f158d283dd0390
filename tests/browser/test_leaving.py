"""A phone whose owner leaves the table, or is let go: it goes to the way in, and forgets what it kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.web.visitors.guests import Guests
from tests.browser.company import Company, awaited
from tests.browser.phones import begin
from tests.browser.server import Server
from tests.suite.patience import HANG

TOKEN = "a token for the host"
_KEYS = """async () => {
  const { all } = await ours("js/kept.js");
  return (await all("pages")).map(({ key }) => key).sort();
}"""
_GONE = """async ([begin, patience]) => {
  const { all } = await ours("js/kept.js");
  const kept = async () => (await all("pages")).map(({ key }) => key).filter((key) => key.startsWith(begin));
  const until = Date.now() + patience;
  while ((await kept()).length && Date.now() < until) await new Promise((later) => setTimeout(later, 20));
  return await kept();
}"""
_KEPT = """async (key) => {
  const { get } = await ours("js/kept.js");
  while (!(await get("pages", key))) await new Promise((later) => setTimeout(later, 20));
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Pages that answer everybody, and whose host shows a token."""
    data = tmp_path_factory.mktemp("left")
    with Server(data, "--behind", "http://table.example", "--host-token", TOKEN) as server:
        yield server


@pytest.fixture
def people(chromium: Browser, house: Server) -> Iterator[Company]:
    with Company(chromium, house.address) as company:
        yield company
    assert company.complaints == []


def joined(people: Company, house: Server, name: str, seat: str = "Lunara") -> Page:
    """Somebody who came with the code, and has seen the log and the page Play."""
    page = people.page()
    campaign = house.services.find_campaign(house.demo).campaign
    page.goto(f"/join/{Guests(house.services.settings.guests).join_code(campaign)}")
    page.get_by_label("Your name").fill(name)
    page.locator(".seats label", has_text=seat).first.click()
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("main[data-campaign]")).to_be_visible()
    for path in ("log", ""):
        page.goto(f"/c/{house.demo}/{path}")
        awaited(page, _KEPT, f"/c/{house.demo}/{path}")
    return page


def host(people: Company) -> Page:
    """The host, on another computer."""
    page = people.page(viewport={"width": 1440, "height": 900})
    page.goto("/host")
    page.get_by_label("The host's token").fill(TOKEN)
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".places")).to_be_visible()
    return page


def keys(page: Page) -> Any:
    """What the device keeps of any campaign."""
    return [key for key in page.evaluate(_KEYS) if key.startswith("/c/")]


def left(page: Page, begin: str) -> Any:
    """What the device keeps of pages whose addresses begin so, once it had time to forget them."""
    return page.evaluate(_GONE, [begin, HANG * 1_000])


def test_who_leaves_takes_no_page_along(people: Company, house: Server) -> None:
    ann = joined(people, house, "Ann")
    assert len(keys(ann)) >= 2
    ann.goto(f"/c/{house.demo}/people/")
    ann.get_by_role("button", name="Leave the table").click()
    expect(ann.get_by_label("Code")).to_be_visible()
    assert left(ann, "/c/") == []


def test_a_second_table_leaves_the_pages_of_the_first_and_who_leaves_it_takes_only_its_own_along(
    people: Company, house: Server
) -> None:
    eva = joined(people, house, "Eva", "I only watch")
    second = begin(house, "champions")
    campaign = house.services.find_campaign(second).campaign
    eva.goto(f"/join/{Guests(house.services.settings.guests).join_code(campaign)}")
    eva.get_by_label("Your name").fill("Eva")
    eva.locator(".seats label", has_text="I play").click()
    eva.get_by_role("button", name="Sit down").click()
    awaited(eva, _KEPT, f"/c/{second}/")
    assert {f"/c/{house.demo}/log", f"/c/{house.demo}/"} <= set(keys(eva))
    eva.goto("/")
    expect(eva.locator("#campaigns a")).to_have_count(2)
    eva.goto(f"/c/{second}/people/")
    eva.get_by_role("button", name="Leave the table").click()
    expect(eva.locator(f'main[data-campaign="{house.demo}"]')).to_be_visible()
    assert left(eva, f"/c/{second}/") == []
    assert f"/c/{house.demo}/log" in keys(eva)


def test_who_is_let_go_is_shown_the_way_in_at_once_and_keeps_no_page(people: Company, house: Server) -> None:
    bea, master = joined(people, house, "Bea"), host(people)
    master.goto(f"/c/{house.demo}/people/")
    row = master.locator(".people li", has=master.locator(".person", has_text="Bea"))
    row.locator("summary", has_text="Change").click()
    row.get_by_role("button", name="Remove Bea").click()
    expect(bea.get_by_label("Code")).to_be_visible()
    expect(bea.locator("main")).to_contain_text("You are no longer at the table.")
    assert left(bea, "/c/") == []


def test_another_seat_is_another_pair_of_eyes(people: Company, house: Server) -> None:
    cleo = joined(people, house, "Cleo")
    cleo.goto(f"/c/{house.demo}/people/")
    cleo.locator("#mine label", has_text="I only watch").click()
    cleo.locator("#mine").get_by_role("button", name="Keep").click()
    expect(cleo.locator(".me")).to_contain_text("looking on")
    assert left(cleo, f"/c/{house.demo}/log") == []


def test_who_stays_keeps_what_they_saw(people: Company, house: Server) -> None:
    dora = joined(people, house, "Dora", "I only watch")
    before = keys(dora)
    dora.reload()
    awaited(dora, _KEPT, f"/c/{house.demo}/")
    assert set(before) <= set(keys(dora))
