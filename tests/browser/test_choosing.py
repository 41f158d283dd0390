"""Choosing in a form with a finger and with keys: what depends on something else, and one of thousands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from threading import Thread
from typing import TYPE_CHECKING, Annotated, Any, cast

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect
from werkzeug.serving import make_server

from companion.config import Settings
from companion.services import Services
from companion.web.application.app import create_app
from domain.framework.content import Content, merge_content
from domain.framework.events.choice import Choice
from tests.browser import looks
from tests.browser.company import Company, settled
from tests.browser.test_places import barriers
from tests.toy import GAME, PACK, ToyEvent
from tests.toy.favours import Favour

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MORE = Content({"favours": {f"f{n:04}": {"en": f"Small Favour {n}", "zh": f"小人情{n}"} for n in range(2_000)}})
HANDS = (("Ann", {"calm": 2, "gust": 1}), ("Bob", {"toll": 1}))


class FavourPromised(ToyEvent):
    help_text = "One of thousands, a calm or a late one most likely."
    sentence = "Somebody promised {favour}"
    favour: Annotated[str, Choice("favours", free=True, likely=lambda _: ({"calm", "f1999"},))]


class FavourAsked(ToyEvent):
    help_text = "One of thousands."
    sentence = "Somebody asked for {favour}"
    favour: Favour


@dataclass(frozen=True)
class Port:
    """Pages over tables where two thousand favours may be taken."""

    app: Flask
    services: Services
    address: str

    def table(self) -> str:
        """A new table, the host on Ann's seat; the address of its forms."""
        made = self.services.campaigns.new("toy", "Harbour", {}, self.services.new_command()).campaign
        for seat, favours in HANDS:
            self.services.campaigns.record(made, "seat-taken", {"seat": seat}, self.services.new_command())
            self.services.campaigns.record(
                made, "favours-taken", {"seat": seat, "favours": favours}, self.services.new_command()
            )
        self.app.extensions["guests"].seat_host(made, ("Ann",))
        return f"{self.address}/c/{self.services.find_campaign(made).key}/record/"


def from_memory(answer: WSGIApplication) -> WSGIApplication:
    """Files are read whole before they are sent, so that a browser that leaves half-way leaves none open."""

    def answered(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        parts = answer(environ, start)
        if not environ["PATH_INFO"].startswith("/static/"):
            return parts
        with closing(cast(Any, parts)):
            return list(parts)

    return answered


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Port]:
    services = Services(Settings(tmp_path_factory.mktemp("harbour")))
    services.campaigns.games = {
        "toy": replace(GAME, own_events=(*GAME.own_events, FavourAsked, FavourPromised), pack=merge_content(PACK, MORE))
    }
    app = create_app(services.settings, services)
    app.wsgi_app = from_memory(app.wsgi_app)  # type: ignore[method-assign]
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield Port(app, services, f"http://127.0.0.1:{server.port}")
    server.shutdown()
    thread.join()
    services.close()


@pytest.fixture
def visitors(chromium: Browser, port: Port) -> Iterator[Company]:
    with Company(chromium, port.table()) as visitors:
        yield visitors
    assert visitors.complaints == []


@pytest.fixture
def phone(visitors: Company) -> Page:
    return visitors.page(has_touch=True)


@pytest.fixture
def plain(visitors: Company) -> Page:
    """A phone that runs no script."""
    return visitors.page(java_script_enabled=False)


def record(page: Page) -> None:
    page.get_by_role("button", name="Record", exact=True).click()


# --- what depends on something else ----------------------------------------------------------


def test_a_form_narrows_when_the_field_it_depends_on_changes(phone: Page) -> None:
    phone.goto("favour-called-in")
    expect(phone.get_by_text("Choose first: Who")).to_be_visible()
    phone.get_by_label("Ann").check(force=True)
    expect(phone.get_by_label("Calm Sea")).to_be_attached()
    phone.get_by_label("Bob").check(force=True)
    expect(phone.get_by_label("Calm Sea")).to_have_count(0)
    expect(phone.get_by_label("Bob")).to_be_checked()


def test_what_is_typed_and_focused_stays_where_a_form_narrows(phone: Page) -> None:
    phone.goto("favour-called-in")
    phone.get_by_text("For another player, or earlier?").click()
    phone.get_by_label("It happened earlier: when?").fill("on Sunday")
    phone.get_by_label("Ann").focus()
    phone.keyboard.press("Space")
    expect(phone.get_by_label("Calm Sea")).to_be_attached()
    expect(phone.get_by_label("It happened earlier: when?")).to_have_value("on Sunday")
    expect(phone.get_by_label("Ann")).to_be_focused()


def test_without_scripts_a_button_shows_what_fits(plain: Page) -> None:
    plain.goto("favour-called-in")
    plain.get_by_label("Ann").check(force=True)
    plain.get_by_role("button", name="Show what fits").click()
    expect(plain.get_by_label("Calm Sea")).to_be_attached()
    expect(plain.get_by_label("Ann")).to_be_checked()


def test_with_scripts_no_button_is_needed(phone: Page) -> None:
    phone.goto("favour-called-in")
    expect(phone.get_by_role("button", name="Show what fits")).to_be_hidden()


# --- one of thousands ------------------------------------------------------------------------


def test_things_are_found_and_taken_with_a_finger(phone: Page) -> None:
    phone.goto("favours-taken")
    phone.get_by_label("Ann").check(force=True)
    phone.get_by_label("Favours").press_sequentially("favour 199")
    phone.get_by_role("option", name="Small Favour 1993").tap()
    expect(phone.get_by_label("Small Favour 1993")).to_have_value("1")
    expect(phone.get_by_label("Favours")).to_be_empty()
    record(phone)
    expect(phone.locator("#saved")).to_contain_text("Small Favour 1993: 1")


def test_things_are_found_and_taken_with_keys(phone: Page) -> None:
    phone.goto("favours-taken")
    query = phone.get_by_label("Favours")
    query.press_sequentially("小人情777")
    expect(phone.get_by_role("option")).to_have_count(1)
    query.press("ArrowDown")
    expect(query).to_have_attribute("aria-activedescendant", "favours-1")
    query.press("Enter")
    expect(phone.get_by_label("Small Favour 777")).to_have_value("1")
    expect(query).to_be_focused()


def test_one_of_thousands_is_taken_by_its_name(phone: Page) -> None:
    phone.goto("favour-asked")
    query = phone.get_by_role("textbox", name="Favour")
    query.press_sequentially("777")
    phone.get_by_role("option", name="Small Favour 1777").tap()
    expect(phone.get_by_role("combobox", name="Favour")).to_have_value("Small Favour 1777")
    record(phone)
    expect(phone.locator("#saved")).to_contain_text("Somebody asked for Small Favour 1777")


def test_what_is_meant_most_likely_is_offered_before_anything_is_typed(phone: Page) -> None:
    phone.goto("favour-promised")
    query = phone.get_by_role("textbox", name="Favour")
    query.tap()
    expect(phone.get_by_role("option")).to_have_text(["Calm Sea", "Small Favour 1999"])
    phone.get_by_label("Favour").press_sequentially("small favour 7")
    expect(phone.get_by_role("option").first).to_have_text("Small Favour 7")
    phone.get_by_label("Favour").fill("")
    phone.get_by_role("option", name="Small Favour 1999").tap()
    record(phone)
    expect(phone.locator("#saved")).to_contain_text("Somebody promised Small Favour 1999")


def test_where_any_of_thousands_may_be_meant_none_is_offered_first(phone: Page) -> None:
    phone.goto("favour-asked")
    query = phone.get_by_role("textbox", name="Favour")
    with phone.expect_response("**/favour-asked/favour?*"):
        query.tap()
    expect(phone.locator(".found")).to_be_empty()
    expect(phone.get_by_text("Nothing here has that name.")).to_have_count(0)


def test_escape_lets_go_of_what_fits(phone: Page) -> None:
    phone.goto("favours-taken")
    query = phone.get_by_label("Favours")
    query.press_sequentially("small")
    expect(phone.get_by_role("option")).to_have_count(20)
    query.press("Escape")
    expect(phone.get_by_role("option")).to_have_count(0)
    expect(query).to_have_value("small")


def test_what_is_called_like_nothing_says_so(phone: Page) -> None:
    phone.goto("favours-taken")
    phone.get_by_label("Favours").press_sequentially("dragon")
    expect(phone.get_by_role("status").get_by_text("Nothing here has that name.")).to_be_visible()


def test_without_scripts_a_name_is_typed(plain: Page) -> None:
    plain.goto("favours-taken")
    plain.get_by_label("Ann").check(force=True)
    plain.get_by_label("Favours").fill("Small Favour 5 = 1\nf0006 = 2")
    record(plain)
    expect(plain.locator("#saved")).to_contain_text("Small Favour 5: 1, Small Favour 6: 2")


def test_what_was_found_stays_where_others_record_meanwhile(port: Port, phone: Page) -> None:
    phone.goto("favours-taken")
    phone.get_by_label("Favours").press_sequentially("favour 1993")
    phone.get_by_role("option").tap()
    campaign = port.services.find_campaign(phone.url.split("/")[4]).campaign
    before = phone.locator("#main").get_attribute("data-position")
    port.services.campaigns.record(campaign, "coins-gained", {"seat": "Bob", "amount": 1}, port.services.new_command())
    expect(phone.locator("#main")).not_to_have_attribute("data-position", before or "")
    expect(phone.get_by_label("Small Favour 1993")).to_have_value("1")


@pytest.mark.parametrize("event", ["favours-taken", "favour-asked"])
def test_what_is_found_is_large_enough_and_read_aloud(phone: Page, event: str) -> None:
    phone.goto(event)
    phone.get_by_label("Favour").press_sequentially("small")
    expect(phone.get_by_role("option")).to_have_count(20)
    settled(phone)
    assert (looks.misplaced(phone), barriers(phone)) == ([], [])
    box = phone.get_by_role("option").first.bounding_box()
    assert box is not None
    assert box["height"] >= looks.FINGER


def test_a_number_of_a_form_is_counted_by_taps_within_its_bounds(phone: Page) -> None:
    phone.goto("coins-gained")
    amount = phone.get_by_role("spinbutton", name="How much")
    amount.fill("")
    for _ in range(3):
        phone.get_by_role("button", name="How much: one more").tap()
    expect(amount).to_have_value("3")
    for _ in range(5):
        phone.get_by_role("button", name="How much: one less").tap()
    expect(amount).to_have_value("1")


def test_without_scripts_a_number_is_typed(plain: Page) -> None:
    plain.goto("coins-gained")
    expect(plain.get_by_role("button", name="How much: one more")).to_be_hidden()
    expect(plain.get_by_role("spinbutton", name="How much")).to_be_visible()


def test_a_device_that_was_told_to_buzzes_once_when_it_comes_to_be_up_to_its_holder(phone: Page) -> None:
    phone.add_init_script("window.buzzes = 0; navigator.vibrate = () => ++window.buzzes > 0;")
    phone.goto("coins-gained")
    say = "() => document.querySelector('main').insertAdjacentHTML('beforeend', '<p data-yours>It is up to you</p>')"
    phone.evaluate(say)
    phone.evaluate("() => document.querySelector('[data-yours]').remove()")
    phone.evaluate("() => document.documentElement.setAttribute('data-signal', 'buzz')")
    for _ in range(2):
        phone.evaluate(say)
    phone.wait_for_function("() => window.buzzes === 1")
