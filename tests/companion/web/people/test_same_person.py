"""The same person on another phone: “Who are you?”, and a yes of the first phone or of the host."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.services import Services
from companion.web.visitors.guest_file import PATIENCE
from companion.web.visitors.guests import MOST_REQUESTS, Guests
from tests.companion.conftest import Head
from tests.companion.guest import Guest, code_of, joined
from tests.companion.visitor import Visitor, body

CARD = "Is this Ann?"


@pytest.fixture
def ann(app: Flask, services: Services, visitor: Visitor) -> Guest:
    return joined(app, services, "Ann", "at:Ann")


@pytest.fixture
def tablet(app: Flask, services: Services, ann: Guest) -> Guest:
    """A device that came with the code, and has not said who it is."""
    found = Guest(app)
    found.get(f"/join/{code_of(app, services)}")
    return found


@pytest.fixture
def campaign(services: Services) -> str:
    return services.find_campaign("harbour").campaign


@pytest.fixture
def guests(app: Flask) -> Guests:
    found: Guests = app.extensions["guests"]
    return found


def tap(visitor: Visitor, page: str, action: str, **more: str) -> str:
    """Tap a button of a page: send the form of an action with its hidden fields; where it leads."""
    sent = next(hidden for address, hidden in visitor.read(page).forms if address.endswith(action))
    answer = visitor.client.post(
        next(a for a, _ in visitor.read(page).forms if a.endswith(action)), data={**sent, **more}
    )
    return answer.headers.get("Location", str(answer.status_code))


def test_who_comes_with_the_code_is_asked_who_they_are(tablet: Guest) -> None:
    page = tablet.text("/join")
    assert "Who are you?" in page
    assert "A new player" in page


def test_where_nobody_is_known_the_form_is_alone(app: Flask, services: Services, visitor: Visitor) -> None:
    phone = Guest(app)
    phone.get(f"/join/{code_of(app, services)}")
    page = phone.text("/join")
    assert ("Who are you?" in page, "A new player" in page, "Where do you sit?" in page) == (False, False, True)


@pytest.mark.parametrize("who", ["the first phone", "the host"])
def test_a_yes_makes_it_the_same_person(
    tablet: Guest, ann: Guest, visitor: Visitor, guests: Guests, campaign: str, who: str
) -> None:
    one = {"the first phone": ann, "the host": visitor}[who]
    assert tap(tablet, "/join", "/join/asked") == "/join/asked"
    assert "Are you Ann?" in tablet.text("/join/asked")
    assert tap(one, "log", "/people/device") == "/c/harbour/log"
    assert tablet.get("/join/asked").headers["Location"] == "/c/harbour/"
    assert "Ann · player · Ann" in tablet.text("")
    assert [(guest.name, guest.devices) for guest in guests.guests_of_campaign(campaign)] == [("Ann", 2)]


def chooses(guest: Guest, language: str) -> None:
    guest.client.post("/preferences", data={**guest.token, "interface": language, "back": "/"}, headers=guest.headers)


def test_the_language_that_they_chose_is_that_of_their_next_device(tablet: Guest, ann: Guest) -> None:
    chooses(ann, "zh_Hans")
    tap(tablet, "/join", "/join/asked")
    tap(ann, "people/", "/c/harbour/people/device")
    tablet.get("/join/asked")
    assert "游戏桌" in tablet.text("")


def test_a_device_with_a_language_of_its_own_keeps_it(tablet: Guest, ann: Guest) -> None:
    chooses(ann, "zh_Hans")
    tablet.get("/join?interface=zh_Hant")
    tap(tablet, "/join", "/join/asked")
    tap(ann, "people/", "/c/harbour/people/device")
    tablet.get("/join/asked")
    assert "遊戲桌" in tablet.text("")


def test_nothing_is_shown_before_a_yes(tablet: Guest) -> None:
    tap(tablet, "/join", "/join/asked")
    assert tablet.get("").status_code == 303
    assert tablet.get("/join").headers["Location"] == "/join/asked"


def test_after_a_no_they_choose_again(tablet: Guest, ann: Guest) -> None:
    tap(tablet, "/join", "/join/asked")
    tap(ann, "", "/people/device", no="no")
    assert CARD not in ann.text("")
    assert "The answer was “No”" in tablet.text("/join/asked")
    assert tap(tablet, "/join/asked", "/join/asked/end") == "/join"
    assert "Who are you?" in tablet.text("/join")
    assert "Another phone" not in ann.text("")


def test_who_takes_the_question_back_asks_nobody_any_more(tablet: Guest, ann: Guest) -> None:
    tap(tablet, "/join", "/join/asked")
    tap(tablet, "/join/asked", "/join/asked/end")
    assert CARD not in ann.text("")


@pytest.mark.parametrize("path", ["", "log", "people/", "sheets/"])
def test_the_question_is_above_all_else_on_every_page(tablet: Guest, ann: Guest, visitor: Visitor, path: str) -> None:
    tap(tablet, "/join", "/join/asked")
    for one in (ann, visitor):
        page = body(one.get(path))
        assert page.index(CARD) < page.index("<h1")


def test_others_are_not_asked_and_cannot_answer(app: Flask, services: Services, tablet: Guest, ann: Guest) -> None:
    bob = joined(app, services, "Bob", "at:Bob")
    tap(tablet, "/join", "/join/asked")
    assert CARD not in bob.text("")
    sent = next(hidden for action, hidden in ann.read("").forms if action.endswith("/people/device"))
    bob.post("people/device", {"request": sent["request"]})
    assert "Are you Ann?" in tablet.text("/join/asked")


def test_the_first_phone_is_told_of_the_other_until_it_says_ok(tablet: Guest, ann: Guest, visitor: Visitor) -> None:
    tap(tablet, "/join", "/join/asked")
    tap(visitor, "", "/people/device")
    tablet.get("/join/asked")
    assert "Another phone is now Ann, too." in ann.text("log")
    assert "Another phone is now" not in tablet.text("")
    assert tap(ann, "log", "/people/device/seen") == "/c/harbour/log"
    assert "Another phone is now" not in ann.text("log")


def test_the_first_phone_signs_a_stranger_out(tablet: Guest, ann: Guest, visitor: Visitor) -> None:
    tap(tablet, "/join", "/join/asked")
    tap(visitor, "", "/people/device")
    tablet.get("/join/asked")
    tap(ann, "", "/people/device/seen", forget="forget")
    assert (tablet.get("").status_code, ann.get("").status_code) == (303, 200)


def test_a_request_that_nobody_answers_expires(
    app: Flask, tablet: Guest, ann: Guest, guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    tap(tablet, "/join", "/join/asked")
    now = guests._clock()
    monkeypatch.setattr(guests, "_clock", lambda: now + PATIENCE + 1)
    assert CARD not in ann.text("")
    assert "No answer" in tablet.text("/join/asked")


def test_a_browser_asks_one_question_at_a_time(app: Flask, services: Services, tablet: Guest, visitor: Visitor) -> None:
    joined(app, services, "Bob", "at:Bob")
    tap(tablet, "/join", "/join/asked")
    tablet.client.post("/join/asked", data={**tablet.fields("/join/asked"), "guest": "2"})
    page = visitor.text("")
    assert ("Is this Bob?" in page, CARD in page) == (True, False)


def test_only_a_handful_ask_at_a_time(app: Flask, services: Services, ann: Guest, visitor: Visitor) -> None:
    for _ in range(MOST_REQUESTS):
        phone = Guest(app)
        phone.get(f"/join/{code_of(app, services)}")
        assert tap(phone, "/join", "/join/asked") == "/join/asked"
    phone = Guest(app)
    phone.get(f"/join/{code_of(app, services)}")
    assert tap(phone, "/join", "/join/asked") == "422"


@pytest.mark.parametrize("guest", ["", "7", "x", "2"])
def test_who_is_not_at_this_table_is_asked_for_in_vain(
    app: Flask, services: Services, tablet: Guest, visitor: Visitor, guest: str
) -> None:
    services.campaigns.new("toy", "Elsewhere", {}, services.new_command())
    joined(app, services, "Eve", key="elsewhere")
    answer = tablet.client.post("/join/asked", data={**tablet.fields("/join"), "guest": guest})
    assert (answer.headers["Location"], "Is this" in visitor.text("")) == ("/join", False)


def test_without_the_code_nobody_is_asked_for(app: Flask, ann: Guest, visitor: Visitor) -> None:
    stranger = Guest(app)
    stranger.client.post("/join/asked", data={**stranger.fields("/join"), "guest": "1"})
    assert CARD not in visitor.text("")


def test_a_question_is_not_recorded(tablet: Guest, ann: Guest, head: Head) -> None:
    before = head()
    tap(tablet, "/join", "/join/asked")
    tap(ann, "", "/people/device")
    tablet.get("/join/asked")
    assert head() == before


# --- players whom the table knows by name ---------------------------------------------------------


@pytest.fixture
def entered(app: Flask, services: Services) -> Guest:
    """A phone that came with the code of a table at which the host entered three heroes for two players."""
    services.campaigns.new("odalin", "Night", {}, services.new_command())
    host = Visitor(app, "night")
    for hero, player in (("Elda", "Ana"), ("Bragar", "Ben"), ("Mira", "ana")):
        assert host.record("hero-joined", hero=hero, player=player).status_code == 303
    phone = Guest(app, "night")
    phone.get(f"/join/{code_of(app, services, 'night')}")
    return phone


def names(phone: Guest) -> list[str]:
    """The names of the tiles."""
    return [hidden["name"] for _, hidden in phone.read("/join").forms if "name" in hidden]


def test_who_was_entered_joins_with_one_tap_and_has_their_seats(entered: Guest) -> None:
    assert names(entered) == ["Ana", "Ben"]
    assert tap(entered, "/join", "/join/sit") == "/c/night/"
    assert entered.text("people/").count("Elda") >= 1
    assert "Ana · player" in entered.text("")
    assert {"Elda", "Mira"} <= set(entered.text("").partition("player")[2].split()[:9])


def test_a_seat_that_somebody_has_names_nobody_any_more(app: Flask, services: Services, entered: Guest) -> None:
    joined(app, services, "Cleo", "at:Bragar", key="night")
    assert names(entered) == ["Ana"]


def test_who_was_entered_and_is_here_stands_there_once(app: Flask, services: Services, entered: Guest) -> None:
    joined(app, services, "Ána", "play", key="night")
    assert names(entered) == ["Ben"]
    assert "Ána" in entered.text("/join")
