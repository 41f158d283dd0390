"""An evening: a laptop hosts, three phones join from the network, everybody taps, and one of them loses the network."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.web.network.addresses import own_network_address
from companion.web.visitors.guests import Guests
from tests.browser.chromium import LAPTOP
from tests.browser.company import Company, settled
from tests.browser.server import Server

HERE = "127.0.0.1"
WHEN_ALL_SELECT = 149
"""The entry of the golden log after which each hero selects an action."""
STARS = '[data-counter="heroes.lunara.stars"]'


@pytest.fixture
def host(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the whole network; its neighbours reach it by another address than it does itself."""
    if own_network_address() == HERE:
        pytest.skip("This computer is in no network.")
    with Server(tmp_path_factory.mktemp("evening"), "--lan") as server:
        yield server


@pytest.fixture
def phones(chromium: Browser, host: Server) -> Iterator[Company]:
    with Company(chromium, f"http://{own_network_address()}:{host.port}") as phones:
        yield phones


@pytest.fixture
def laptop(chromium: Browser, host: Server) -> Iterator[Page]:
    at_home = Company(chromium, host.address)
    page = at_home.page(viewport=LAPTOP)
    page.goto(f"/c/{host.demo}/")
    yield page
    at_home.leave()
    assert at_home.complaints == []


def joins(phones: Company, host: Server, name: str, place: str, key: str = "") -> Page:
    """Join a campaign, by default the demo, with a name and a seat, and open Play."""
    campaign = host.services.find_campaign(key or host.demo).campaign
    page = phones.page()
    page.goto(f"/join/{Guests(host.services.settings.guests).join_code(campaign)}")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("radio", name=place).check()
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("[data-connection=saved]")).to_be_visible()
    return page


def test_four_people_play_and_nobody_loses_anything(host: Server, phones: Company, laptop: Page) -> None:
    ann, ben, eve = (
        joins(phones, host, "Ann", "Lunara"),
        joins(phones, host, "Ben", "Venia"),
        joins(phones, host, "Eve", "I only watch"),
    )
    stars = int(laptop.locator(f"{STARS} .value").inner_text())

    expect(ann.locator(".handle").first).to_contain_text("Lunara")
    expect(ben.locator(".handle").first).to_contain_text("Venia")
    ann.locator(".handle").first.click()
    ann.locator(f"{STARS} [data-step='1']").click(click_count=2)
    for page in (laptop, ben, eve):
        expect(page.locator(STARS if page is not eve else "#piece-hero-lunara").first).to_contain_text(str(stars + 2))
    expect(laptop.locator("#newest")).to_contain_text("Lunara")
    expect(eve.locator("#prompts")).to_have_count(0)

    ben.goto(f"/c/{host.demo}/record/note-added")
    expect(ben.locator("[data-connection=saved]")).to_be_visible()
    ben.context.set_offline(True)
    ben.get_by_label("Text").fill("Written in the cellar.")
    ben.get_by_role("button", name="Record", exact=True).click()
    expect(ben.locator("#outbox")).to_contain_text("Written in the cellar.")
    ben.context.set_offline(False)
    ben.evaluate("() => dispatchEvent(new Event('online'))")
    for page in (laptop, ann, eve):
        expect(page.locator("#newest")).to_contain_text("Written in the cellar.")
    assert host.campaign(host.demo).entry(host.campaign(host.demo).position).actor == "Ben"


def test_a_page_that_is_open_hears_at_once_who_sits_where(host: Server, phones: Company) -> None:
    key = host.play_on("agemonia/0.1.0-fight", WHEN_ALL_SELECT)
    ann = joins(phones, host, "Ann", "Lunara", key)
    expect(ann.locator("#awaited")).to_contain_text("Venia (Ben)")
    bob = joins(phones, host, "Bob", "Venia", key)
    expect(ann.locator("#awaited")).to_contain_text("Venia (Bob)")
    bob.close()


def test_who_was_let_go_is_led_to_the_way_in(host: Server, phones: Company, laptop: Page) -> None:
    ann = joins(phones, host, "Ann", "Lunara")
    guests = Guests(host.services.settings.guests)
    guests.change_code(host.services.find_campaign(host.demo).campaign)
    ann.get_by_role("link", name="Sheets", exact=True).click()
    expect(ann.locator("h1")).to_have_text("Join the table")
    settled(ann)


def test_a_page_that_leads_nowhere_else_gives_way_to_the_next_one(phones: Company) -> None:
    page = phones.page()
    page.goto("/join/WRONG")
    page.get_by_role("link", name="繁體中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")
