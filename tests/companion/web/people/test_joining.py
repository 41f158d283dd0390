"""Joining: the code, a name and a place; who comes back, who has to join anew, and who guesses."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from threading import Barrier, Thread, local

import pytest
from flask import Flask

from companion.services import Services
from companion.web.pages.people.invitation import Invitation
from companion.web.rendering.static_files import static_address
from companion.web.visitors import guest_file
from companion.web.visitors.guest_file import UNUSED
from companion.web.visitors.guests import OFTEN, TOGETHER, Guests, PlaceTaken
from companion.web.visitors.join_codes import ALPHABET, SIGNS, new_code, plain_code
from companion.web.visitors.tries import ALL, EACH, WINDOW, TooManyTries, Tries
from companion.web.visitors.visitor import MOST_TABLES
from tests.companion.guest import Guest, code_of, joined
from tests.companion.visitor import Reader, Visitor, body, foreign
from tests.suite.patience import HANG

WRONG = "BBBBBB"


class Clock:
    """A clock that is set by hand."""

    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def phone(app: Flask, visitor: Visitor) -> Guest:
    """A phone that nobody has joined with."""
    return Guest(app)


@pytest.fixture
def code(app: Flask, services: Services, visitor: Visitor) -> str:
    return code_of(app, services)


def status(phone: Guest, path: str = "") -> int:
    return phone.get(path).status_code


# --- the code ---------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", [str, str.lower, "{0:.3} {0}".format, "  {}".format])
def test_a_code_is_typed_in_any_case_with_or_without_the_gap(phone: Guest, code: str, typed: object) -> None:
    gap = f"{code[:3]} {code[3:]}" if typed == "{0:.3} {0}".format else typed(code)  # type: ignore[operator]
    phone.type_code(gap)
    assert "Where do you sit?" in phone.text("/join")


def test_the_qr_code_leads_to_the_same_place(phone: Guest, code: str) -> None:
    assert phone.get(f"/join/{code}").headers["Location"] == "/join"
    assert "Where do you sit?" in phone.text("/join")


def test_the_seats_of_the_form_have_their_marks(phone: Guest, code: str) -> None:
    phone.type_code(code)
    assert 'class="seat-mark coloured seat-' in body(phone.get("/join"))


def test_no_page_it_leads_to_holds_the_code(phone: Guest, code: str) -> None:
    page = phone.get(f"/join/{code}", follow_redirects=True)
    assert (page.request.path, code in body(page)) == ("/join", False)


@pytest.mark.parametrize("path", [f"/join/{WRONG}", "/join/%00", "/join/" + "B" * 500, "/join/字"])
def test_a_wrong_code_opens_nothing(phone: Guest, path: str) -> None:
    answer = phone.get(path)
    assert (answer.status_code, "That is not the right code" in body(answer)) == (422, True)
    assert "Where do you sit?" not in phone.text("/join")


def test_an_empty_code_is_no_code(phone: Guest, visitor: Visitor) -> None:
    visitor.post("people/sit", {"place": "at:Ann"})
    assert phone.type_code("").status_code == 422


def test_nobody_sits_down_without_a_code(phone: Guest, code: str) -> None:
    assert phone.sit("Eve").status_code == 422
    assert status(phone) == 303


def test_a_code_that_was_changed_meanwhile_does_not_hold(
    app: Flask, services: Services, phone: Guest, code: str
) -> None:
    phone.get(f"/join/{code}")
    app.extensions["guests"].change_code(services.find_campaign("harbour").campaign)
    assert phone.sit("Eve").status_code == 422


def test_a_code_is_six_signs_that_are_not_mistaken_for_one_another() -> None:
    codes = {new_code() for _ in range(50)}
    assert len(codes) == 50
    assert all(len(code) == SIGNS and set(code) <= set(ALPHABET) for code in codes)
    assert not set(ALPHABET) & set("0O1IL5S2Z")


def test_a_typed_code_is_cut_short_before_it_is_compared() -> None:
    assert len(plain_code("B" * 1_000_000)) <= 2 * SIGNS


# --- a name and a place -----------------------------------------------------------------------


def test_who_joins_on_a_seat_comes_to_the_table(phone: Guest, code: str) -> None:
    phone.get(f"/join/{code}")
    assert phone.sit("Ann", "at:Ann").headers["Location"] == "/c/harbour/"
    assert "Ann · player · Ann" in phone.text("log")


def test_a_name_is_needed(phone: Guest, code: str) -> None:
    phone.get(f"/join/{code}")
    answer = phone.sit("   ", "at:Ann")
    assert (answer.status_code, "Enter your name first." in body(answer)) == (422, True)


def test_what_was_typed_stays_in_a_refused_form(phone: Guest, code: str) -> None:
    phone.get(f"/join/{code}")
    tags = Reader(body(phone.sit("<b>Zoe", "at:Nobody"))).tags
    assert [given["value"] for _, given in tags if given.get("id") == "name"] == ["<b>Zoe"]


@pytest.mark.parametrize("place", ["", "at:", "at:Nobody", "host", "Ann"])
def test_a_place_that_is_none_is_not_taken(phone: Guest, code: str, place: str) -> None:
    phone.get(f"/join/{code}")
    assert phone.sit("Eve", place).status_code == 422
    assert status(phone) == 303


def test_a_seat_is_for_one(app: Flask, services: Services, phone: Guest, code: str) -> None:
    joined(app, services, "Ann", "at:Ann")
    phone.get(f"/join/{code}")
    assert "taken: Ann" in phone.text("/join")
    assert phone.sit("Eve", "at:Ann").status_code == 422


def test_the_hosts_seat_is_taken_too(visitor: Visitor, phone: Guest, code: str) -> None:
    visitor.post("people/sit", {"place": "at:Ann"})
    phone.get(f"/join/{code}")
    assert "taken: the host" in phone.text("/join")
    assert phone.sit("Eve", "at:Ann").status_code == 422


def test_a_name_is_for_one_so_that_the_log_says_who_it_was(
    app: Flask, services: Services, phone: Guest, code: str
) -> None:
    joined(app, services, "Ann", "at:Ann")
    phone.get(f"/join/{code}")
    assert phone.sit("ANN").status_code == 422


def test_a_double_tap_joins_once(app: Flask, services: Services, phone: Guest, code: str) -> None:
    phone.get(f"/join/{code}")
    sent = {**phone.fields("/join"), "name": "Ann", "place": "at:Ann"}
    with phone.client.session_transaction() as session:
        kept = dict(session)
    phone.client.post("/join/sit", data=sent)
    with phone.client.session_transaction() as session:
        session.clear()
        session.update(kept)
    assert phone.client.post("/join/sit", data=sent).status_code == 303
    assert [
        guest.name for guest in app.extensions["guests"].guests_of_campaign(services.find_campaign("harbour").campaign)
    ] == ["Ann"]
    assert status(phone) == 200


def test_joining_begins_another_session(phone: Guest, code: str) -> None:
    phone.get(f"/join/{code}")
    phone.get("/join")
    before = phone.token["token"]
    phone.sit("Ann")
    with phone.client.session_transaction() as session:
        assert (session.get("token"), "code" in session) == (None, False)
    phone.get("people/")
    assert phone.token["token"] not in ("", before)


@pytest.mark.parametrize("path", ["/offline", f"{static_address()}/companion.css", "/healthz", "/join"])
def test_an_answer_that_was_still_on_its_way_brings_no_former_session_back(phone: Guest, code: str, path: str) -> None:
    phone.get(f"/join/{code}")
    phone.get("/join")
    with phone.client.get(path) as answer:
        assert "Set-Cookie" not in answer.headers


def test_a_guest_who_scans_the_code_once_more_is_at_the_table_already(
    app: Flask, services: Services, code: str
) -> None:
    ann = joined(app, services, "Ann", "at:Ann")
    ann.get(f"/join/{code}")
    assert ann.get("/join").headers["Location"] == "/c/harbour/"


def test_who_joins_another_campaign_stays_at_the_first(app: Flask, services: Services, visitor: Visitor) -> None:
    services.campaigns.new("toy", "Elsewhere", {}, services.new_command())
    ann = joined(app, services, "Ann", "at:Ann")
    ann.get(f"/join/{code_of(app, services, 'elsewhere')}")
    ann.sit("Ann")
    assert (status(ann, "/c/elsewhere/"), status(ann)) == (200, 200)


def test_a_phone_lists_its_tables_and_is_at_each_who_it_is_there(
    app: Flask, services: Services, visitor: Visitor
) -> None:
    services.campaigns.new("toy", "Elsewhere", {}, services.new_command())
    ann = joined(app, services, "Ann", "at:Ann")
    joined(app, services, "Ann", key="elsewhere")
    ann.get(f"/join/{code_of(app, services, 'elsewhere')}")
    ann.sit("Zoe", "watch")
    assert {"/c/harbour/", "/c/elsewhere/"} <= set(ann.read("/").links)
    assert "Zoe · looking on" in ann.text("/c/elsewhere/")
    assert "Ann · player · Ann" in ann.text("")
    assert ann.record("coins-gained", seat="Ann", amount="1").status_code == 303


def test_who_leaves_one_table_stays_at_the_other(app: Flask, services: Services, visitor: Visitor) -> None:
    services.campaigns.new("toy", "Elsewhere", {}, services.new_command())
    ann = joined(app, services, "Ann", "at:Ann")
    ann.get(f"/join/{code_of(app, services, 'elsewhere')}")
    ann.sit("Ann")
    ann.post("people/leave")
    assert (status(ann, "/c/elsewhere/"), status(ann)) == (200, 404)
    assert app.extensions["guests"].guests_of_campaign(services.find_campaign("harbour").campaign) == []


def test_a_phone_of_several_tables_joins_one_more_by_typing_its_code(
    app: Flask, services: Services, visitor: Visitor
) -> None:
    services.campaigns.new("toy", "Elsewhere", {}, services.new_command())
    ann = joined(app, services, "Ann", "at:Ann")
    assert "/join/code" in ann.read("/").links
    ann.client.post("/join", data={**ann.fields("/join/code"), "code": code_of(app, services, "elsewhere")})
    ann.sit("Ann")
    assert status(ann, "/c/elsewhere/") == 200


def test_a_session_of_before_goes_on_and_takes_a_second_table(app: Flask, services: Services, visitor: Visitor) -> None:
    services.campaigns.new("toy", "Elsewhere", {}, services.new_command())
    ann = joined(app, services, "Ann", "at:Ann")
    with ann.client.session_transaction() as session:
        ((_, secret),) = session.pop("guests")
        session["guest"] = secret
    assert status(ann) == 200
    ann.get(f"/join/{code_of(app, services, 'elsewhere')}")
    ann.sit("Ann")
    assert (status(ann, "/c/elsewhere/"), status(ann)) == (200, 200)


def test_a_cookie_has_room_for_twelve_tables(app: Flask, services: Services, visitor: Visitor) -> None:
    ann = Guest(app)
    for number in range(MOST_TABLES + 1):
        services.campaigns.new("toy", f"Table {number}", {}, services.new_command())
        ann.get(f"/join/{code_of(app, services, f'table-{number}')}")
        answer = ann.sit("Ann")
    assert len(answer.headers["Set-Cookie"]) < 3_000
    assert (status(ann, "/c/table-0/"), status(ann, "/c/table-1/"), status(ann, "/c/table-12/")) == (404, 200, 200)


def test_the_way_in_speaks_every_language(phone: Guest) -> None:
    links = [link for link in phone.read("/join").links if "interface=" in link]
    assert links == [f"/join?interface={language}" for language in ("en", "zh_Hans", "zh_Hant")]
    assert 'lang="zh-Hans"' in body(phone.get(links[1]))


@pytest.mark.parametrize("path", ["/join", f"/join/{WRONG}"])
def test_the_host_is_at_the_table_already(visitor: Visitor, path: str) -> None:
    assert visitor.get(path).headers["Location"] == "/"


# --- leaving, and coming back -----------------------------------------------------------------


def test_who_leaves_has_to_join_anew(app: Flask, services: Services, visitor: Visitor) -> None:
    ann = joined(app, services, "Ann", "at:Ann")
    assert ann.post("people/leave").headers["Location"] == "/join"
    assert status(ann) == 303


def test_a_cookie_kept_from_before_leaving_is_worth_nothing(app: Flask, services: Services, visitor: Visitor) -> None:
    ann = joined(app, services, "Ann", "at:Ann")
    with ann.client.session_transaction() as session:
        kept = dict(session)
    ann.post("people/leave")
    with ann.client.session_transaction() as session:
        session.update(kept)
    assert status(ann) == 303


def test_who_was_let_go_is_told_so(app: Flask, services: Services, visitor: Visitor) -> None:
    ann = joined(app, services, "Ann", "at:Ann")
    visitor.post("people/1/end")
    assert status(ann) == 303
    assert "You are no longer at the table." in ann.text("/join")


def test_another_code_ends_everybody_who_joined_with_the_former(
    app: Flask, services: Services, visitor: Visitor, code: str
) -> None:
    ann = joined(app, services, "Ann", "at:Ann")
    visitor.post("people/code")
    assert (status(ann), code_of(app, services) == code, ann.type_code(code).status_code) == (303, False, 422)


def test_another_code_leaves_other_campaigns_alone(app: Flask, services: Services, visitor: Visitor) -> None:
    services.campaigns.new("toy", "Elsewhere", {}, services.new_command())
    eve = joined(app, services, "Eve", key="elsewhere")
    visitor.post("people/code")
    assert status(eve) == 200


def test_a_guest_takes_another_place(app: Flask, services: Services, visitor: Visitor) -> None:
    ann = joined(app, services, "Ann", "watch")
    assert ann.record("coins-gained", seat="Ann", amount="1").status_code == 403
    ann.post("people/sit", {"place": "at:Bob"})
    assert ann.record("coins-gained", seat="Ann", amount="1").status_code == 303


def test_the_host_gives_a_guest_another_place(app: Flask, services: Services, visitor: Visitor) -> None:
    ann = joined(app, services, "Ann", "at:Ann")
    visitor.post("people/1", {"place": "watch"})
    assert ann.record("coins-gained", seat="Ann", amount="1").status_code == 403


@pytest.mark.parametrize("path", ["people/1", "people/sit"])
def test_nobody_is_put_on_a_seat_that_is_taken(app: Flask, services: Services, visitor: Visitor, path: str) -> None:
    joined(app, services, "Ann", "at:Ann")
    joined(app, services, "Bob", "at:Bob")
    answer = visitor.post(path, {"place": "at:Bob"})
    assert (answer.status_code, "This seat has just been taken." in body(answer)) == (422, True)


@pytest.mark.parametrize("path", ["people/7", "people/7/end", "people/1/end"])
def test_who_is_not_at_this_table_is_not_there(app: Flask, services: Services, visitor: Visitor, path: str) -> None:
    services.campaigns.new("toy", "Elsewhere", {}, services.new_command())
    eve = joined(app, services, "Eve", key="elsewhere")
    assert (visitor.post(path, {"place": "watch"}).status_code, status(eve)) == (404, 200)


# --- the page People --------------------------------------------------------------------------


@pytest.fixture
def opened(app: Flask, visitor: Visitor) -> Visitor:
    """The host, whose pages the network reaches."""
    app.extensions["gate"].address = "http://192.168.1.5:8000"
    return visitor


def test_the_host_sees_the_codes_and_their_qr(opened: Visitor, code: str) -> None:
    page = opened.read("people/")
    assert f"{code[:3]} {code[3:]}" in page.text
    assert [tag for tag, given in page.tags if given.get("class") == "qr"] == ["svg", "svg"]


def test_the_code_is_shown_large(opened: Visitor, code: str) -> None:
    assert f"{code[:3]} {code[3:]}" in opened.text("people/large")


def test_no_title_holds_the_code(opened: Visitor, code: str) -> None:
    titles = [opened.get(path).get_data(as_text=True).partition("</title>")[0] for path in ("people/", "people/large")]
    assert not any(code in title or code[:3] in title.partition("<title>")[2] for title in titles)


def test_a_guest_sees_who_is_here_and_no_code(app: Flask, services: Services, opened: Visitor, code: str) -> None:
    page = joined(app, services, "Ann", "at:Ann").text("people/")
    assert ("player · Ann" in page, code[:3] in page) == (True, False)


def test_while_only_this_computer_reaches_the_pages_there_is_no_code(services: Services, visitor: Visitor) -> None:
    assert "companion serve --lan" in visitor.text("people/")
    assert not services.settings.guests.exists()


def test_play_invites_once_the_network_reaches_the_pages(opened: Visitor) -> None:
    assert "/c/harbour/people/" in opened.read("").links


def test_what_guests_are_called_is_only_ever_shown(app: Flask, services: Services, opened: Visitor) -> None:
    joined(app, services, "<script>alert(1)</script>", "play")
    assert foreign(opened.read("people/")) == []


def test_the_qr_code_is_black_on_white_without_any_style() -> None:
    drawn = str(Invitation("http://192.168.1.5:8000", "BCDFGH").svg)
    assert ('fill="#fff"' in drawn, 'stroke="#000"' in drawn, "style=" in drawn) == (True, True, False)


# --- guessing ---------------------------------------------------------------------------------


def guess(phone: Guest, times: int) -> list[int]:
    return [phone.get(f"/join/{WRONG}").status_code for _ in range(times)]


def test_who_guesses_is_made_to_wait(phone: Guest) -> None:
    assert guess(phone, EACH + 1) == [422] * EACH + [429]


def test_how_long_to_wait_is_said(phone: Guest) -> None:
    guess(phone, EACH)
    answer = phone.type_code(WRONG)
    assert 0 < int(answer.headers["Retry-After"]) <= WINDOW
    assert f"Wait {answer.headers['Retry-After']} seconds" in body(answer)


def test_even_the_right_code_has_to_wait(phone: Guest, code: str) -> None:
    guess(phone, EACH)
    assert phone.get(f"/join/{code}").status_code == 429


def test_others_need_not_wait_for_one_who_guesses(app: Flask, phone: Guest, code: str) -> None:
    guess(phone, EACH + 1)
    assert Guest(app, address="192.168.1.8").get(f"/join/{code}").status_code == 303


def test_many_who_guess_together_are_made_to_wait_too(app: Flask, phone: Guest) -> None:
    statuses = [Guest(app, address=f"192.168.2.{n}").get(f"/join/{WRONG}").status_code for n in range(ALL + 1)]
    assert statuses == [422] * ALL + [429]


def test_a_right_code_does_not_count(phone: Guest, code: str) -> None:
    assert [phone.get(f"/join/{code}").status_code for _ in range(2 * EACH)] == [303] * 2 * EACH


def test_a_right_code_in_between_forgives_no_wrong_one(phone: Guest, code: str) -> None:
    guess(phone, EACH - 1)
    phone.get(f"/join/{code}")
    assert guess(phone, 2) == [422, 429]


def test_after_a_while_one_may_try_again(clock: Clock) -> None:
    tries = Tries(clock)
    for _ in range(EACH):
        tries.count_try("a")
    with pytest.raises(TooManyTries) as wait:
        tries.count_try("a")
    clock.now += wait.value.seconds
    tries.count_try("a")


def test_trying_while_one_has_to_wait_does_not_make_it_longer(clock: Clock) -> None:
    tries = Tries(clock)
    for n in range(3 * EACH):
        clock.now += 1
        if n < EACH:
            tries.count_try("a")
        else:
            with pytest.raises(TooManyTries):
                tries.count_try("a")
    clock.now += WINDOW - 2 * EACH
    tries.count_try("a")


# --- the file of guests -----------------------------------------------------------------------


@pytest.fixture
def guests(tmp_path: Path, clock: Clock) -> Guests:
    return Guests(tmp_path / "guests.db", clock)


def test_a_file_that_nobody_wrote_is_opened_once(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given somebody joined; when pages ask who sits where, then the file is opened for the first of them."""
    secret = guests.join("c", "Ann", "player", ("Ann",))
    opened: list[object] = []
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda path, **how: opened.append(path) or connect(path, **how))
    seats = [
        (guest.seats if (guest := guests.guest_of_secret(secret)) else None, guests.host_seats("c")) for _ in range(9)
    ]
    assert (seats, opened) == ([(("Ann",), ())] * 9, [guests.path])


def test_what_another_program_writes_and_takes_away_is_seen(guests: Guests, tmp_path: Path, clock: Clock) -> None:
    """Given pages that have read the file; when it is written, and then deleted, beside them, then they say so."""
    assert guests.guests_of_campaign("c") == []
    Guests(tmp_path / "guests.db", clock).join("c", "Ann", "player", ("Ann",))
    joined_beside = [guest.name for guest in guests.guests_of_campaign("c")]
    guests.path.unlink()
    assert (joined_beside, guests.guests_of_campaign("c")) == (["Ann"], [])


def test_who_stays_away_for_a_month_has_to_join_anew(guests: Guests, clock: Clock) -> None:
    secret = guests.join("c", "Ann", "player", ("Ann",))
    clock.now += UNUSED + 1
    assert (guests.guest_of_secret(secret), guests.guests_of_campaign("c")) == (None, [])


def test_a_place_that_nobody_came_back_to_is_free(guests: Guests, clock: Clock) -> None:
    guests.join("c", "Ann", "player", ("Ann",))
    clock.now += UNUSED + 1
    assert guests.join("c", "Ann", "player", ("Ann",))


def test_who_comes_now_and_then_stays(guests: Guests, clock: Clock) -> None:
    secret = guests.join("c", "Ann", "player", ("Ann",))
    for _ in range(4):
        clock.now += UNUSED / 2
        assert guests.guest_of_secret(secret)


def test_a_visit_is_noted_once_in_a_while(guests: Guests, clock: Clock) -> None:
    secret = guests.join("c", "Ann", "player", ("Ann",))
    before = guests.path.read_bytes()
    clock.now += OFTEN
    guests.guest_of_secret(secret)
    assert guests.path.read_bytes() == before


def test_visits_of_many_devices_are_stored_together(guests: Guests, clock: Clock) -> None:
    secrets = [guests.join("c", name, "player", (name,)) for name in ("Ann", "Bob", "Cleo")]
    clock.now += OFTEN + 1
    guests.guest_of_secret(secrets[0])
    written = guests.path.read_bytes()
    for secret in secrets[1:]:
        guests.guest_of_secret(secret)
    assert guests.path.read_bytes() == written
    clock.now += TOGETHER
    guests.guest_of_secret(secrets[2])
    assert [guest.seen for guest in guests.guests_of_campaign("c")] == [
        clock.now - TOGETHER,
        clock.now - TOGETHER,
        clock.now,
    ]


def test_the_file_holds_no_secret_of_a_browser(guests: Guests) -> None:
    secret = guests.join("c", "Ann", "player", ("Ann",))
    assert secret.encode() not in guests.path.read_bytes()


def test_the_file_is_for_its_owner_alone(guests: Guests) -> None:
    guests.join_code("c")
    assert guests.path.stat().st_mode & 0o077 == 0


def test_looking_makes_no_file(guests: Guests) -> None:
    assert (
        guests.guests_of_campaign("c"),
        guests.guest_of_secret("x"),
        guests.invited_to("BCDFGH"),
        guests.host_seats("c"),
    ) == (
        [],
        None,
        None,
        (),
    )
    assert not guests.path.exists()


def test_a_code_stays_until_it_is_changed(guests: Guests) -> None:
    code = guests.join_code("c")
    assert (guests.join_code("c"), guests.invited_to(code)) == (code, "c")
    assert guests.change_code("c") != code
    assert guests.invited_to(code) is None


def test_two_campaigns_never_have_the_same_code(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    given = iter(["BBBBBB", "BBBBBB", "CCCCCC"])
    monkeypatch.setattr("companion.web.visitors.join_codes.new_code", lambda: next(given))
    assert (guests.join_code("a"), guests.join_code("b")) == ("BBBBBB", "CCCCCC")


def test_a_host_keeps_the_seat_and_the_code(guests: Guests) -> None:
    code = guests.join_code("c")
    guests.seat_host("c", ("Ann",))
    guests.seat_host("c", ("Ann",))
    assert (guests.join_code("c"), guests.host_seats("c")) == (code, ("Ann",))
    with pytest.raises(PlaceTaken):
        guests.join("c", "Ann", "player", ("Ann",))


def test_a_damaged_file_is_set_aside_and_people_join_anew(guests: Guests) -> None:
    guests.path.write_bytes(b"hello" * 1_000)
    assert guests.join("c", "Ann", "player", ("Ann",))
    assert guests.path.with_name("guests.db.damaged").exists()


PAGE = 4096


def filled(guests: Guests) -> bytes:
    """A file of guests with something on each kind of page."""
    for campaign in ("c", "d"):
        guests.join_code(campaign)
        guests.set_limit(campaign, 40)
        for n in range(30):
            guests.join(campaign, f"Guest {n}", "player", (f"Seat {n}",), secret=f"{campaign} {n}")
    return guests.path.read_bytes()


def all_is_well(guests: Guests) -> bool:
    """Whether people come and join, whoever was here before."""
    guests.guest_of_secret("c 1")
    guests.guests_of_campaign("d")
    guests.invited_to("BCDFGH")
    code = guests.join_code("c")
    guests.change_code("d")
    new = guests.join("d", "Zoë", "player", ("Left",))
    found = guests.guest_of_secret(new)
    return bool(found and found.name == "Zoë") and guests.invited_to(code) == "c"


def test_noise_in_any_page_is_set_aside_and_people_join_anew(guests: Guests) -> None:
    sound, noise = filled(guests), Random(13)
    aside = guests.path.with_name("guests.db.damaged")
    for start in range(0, len(sound), PAGE):
        damaged = sound[:start] + noise.randbytes(PAGE) + sound[start + PAGE :]
        guests.path.write_bytes(damaged)
        assert all_is_well(guests), start
        assert aside.read_bytes() == damaged, start
        assert guests.path.stat().st_mode & 0o077 == 0


def test_a_little_noise_anywhere_keeps_nobody_away(guests: Guests) -> None:
    sound, noise = filled(guests), Random(14)
    for start in (*range(40, 48), *(noise.randrange(100, len(sound) - 8) for _ in range(60))):
        guests.path.write_bytes(sound[:start] + noise.randbytes(8) + sound[start + 8 :])
        assert all_is_well(guests), start


@pytest.mark.parametrize("number", [3, 255])
def test_a_file_that_says_that_nobody_may_write_it_is_set_aside(guests: Guests, number: int) -> None:
    """For a byte in its head SQLite takes it for a file of times to come, which it reads and does not write."""
    sound = filled(guests)
    damaged = sound[:18] + bytes([number]) + sound[19:]
    guests.path.write_bytes(damaged)
    assert all_is_well(guests)
    assert guests.path.with_name("guests.db.damaged").read_bytes() == damaged


def test_a_file_that_nobody_may_write_stays_where_it_is(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = filled(guests)
    guests.path.write_bytes(sound[:18] + bytes([3]) + sound[19:])
    monkeypatch.setattr("companion.web.visitors.guest_file.os.access", lambda *_: False)
    with pytest.raises(sqlite3.OperationalError):
        guests.change_code("c")
    assert [path.name for path in guests.path.parent.iterdir()] == ["guests.db"]


def test_noise_in_a_name_is_read_all_the_same(guests: Guests) -> None:
    guests.join("c", "Ann", "player", ("Ann",))
    with closing(sqlite3.connect(guests.path)) as db, db:
        db.execute("UPDATE guests SET name=CAST(x'ff41' AS TEXT)")
    assert [guest.name for guest in guests.guests_of_campaign("c")] == ["\ufffdA"]


def test_a_code_is_made_anew_after_a_damage_and_listeners_look_again(guests: Guests) -> None:
    former = guests.join_code("c")
    sound, changes = guests.path.read_bytes(), guests.changes
    guests.path.write_bytes(sound[:PAGE] + bytes([255]) * (len(sound) - PAGE))
    assert (guests.guest_of_secret("x"), guests.changes > changes) == (None, True)
    assert guests.join_code("c") != former
    assert guests.invited_to(former) is None


def test_who_sits_down_moves_or_leaves_is_a_change_and_a_mere_visit_is_none(guests: Guests, clock: Clock) -> None:
    """Every page that is open looks again after a change."""
    before = guests.changes
    secret = guests.join("c", "Ann", "player", ("Ann",))
    clock.now += OFTEN + 1
    ann = guests.guest_of_secret(secret)
    assert ann is not None
    assert guests.changes == before + 1
    guests.move(ann, "player", ("Bob",))
    guests.seat_host("c", ("Ann",))
    guests.remove(ann)
    assert guests.changes == before + 4


def test_a_file_that_others_could_read_is_closed_to_them(guests: Guests) -> None:
    guests.join_code("c")
    guests.path.chmod(0o644)
    guests.guests_of_campaign("c")
    assert guests.path.stat().st_mode & 0o077 == 0


def test_two_who_find_a_damage_set_one_file_aside(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both find it before either does something about it: the fresh file of the first stays."""
    guests.path.write_bytes(b"hello" * 1_000)
    both, opened = Barrier(2, timeout=HANG), guest_file.open_with_tables
    looked = local()

    def meet(path: Path, patience: float) -> sqlite3.Connection:
        try:
            return opened(path, patience)
        except guest_file.DamagedFile:
            if not hasattr(looked, "once"):
                looked.once = True
                both.wait()
            raise

    monkeypatch.setattr(guest_file, "open_with_tables", meet)
    codes: dict[str, str] = {}
    threads = [Thread(target=lambda name=name: codes.update({name: guests.join_code(name)})) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(HANG)
    assert [guests.invited_to(codes[name]) for name in "ab"] == ["a", "b"]
    assert guests.path.with_name("guests.db.damaged").read_bytes() == b"hello" * 1_000


def test_a_file_in_use_does_not_keep_anybody_from_reading(guests: Guests, clock: Clock) -> None:
    secret = guests.join("c", "Ann", "player", ("Ann",))
    clock.now += 2 * OFTEN
    busy = sqlite3.connect(guests.path)
    busy.execute("BEGIN IMMEDIATE")
    guests.patience = 0.01
    assert guests.guest_of_secret(secret)
    busy.close()
