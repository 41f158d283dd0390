"""Seats: one player may have several, and nobody takes one that keeps secrets without a line in everybody's log."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.services import Services
from companion.web.pages.people import sitting
from companion.web.visitors.guests import Guests
from domain.store import Busy
from tests.companion.conftest import Head
from tests.companion.guest import Guest, code_of, joined
from tests.companion.visitor import Visitor, body, tells

ANNS, BOBS = 37, 41
TAKEN = "{who} took the seat of {seat} and sees its secrets from now on"


@pytest.fixture
def dealt(visitor: Visitor) -> Visitor:
    """The host, on no seat; Ann has a secret card, entry 5."""
    visitor.record("card-drawn", seat="Ann", card=str(ANNS))
    return visitor


def both(app: Flask, services: Services, name: str = "Ann") -> Guest:
    """Somebody who plays Ann and Bob."""
    guest = joined(app, services, name, "at:Ann")
    guest.post("people/sit", {"place": "at:Ann", "also": "at:Bob"})
    return guest


# --- a line that everybody sees ---------------------------------------------------------------


@pytest.mark.parametrize("looking", ["the host", "a spectator", "the one who did"])
def test_who_takes_a_seat_with_secrets_stands_in_everybodys_log(
    app: Flask, services: Services, dealt: Visitor, looking: str
) -> None:
    eve = joined(app, services, "Eve", "at:Ann")
    eve.post("people/sit", {"place": "watch"})
    other = {"the host": dealt, "a spectator": joined(app, services, "Olga", "watch"), "the one who did": eve}[looking]
    assert TAKEN.format(seat="Ann", who="Eve") in other.log
    assert TAKEN.format(seat="Ann", who="Eve") in other.text("")


def test_a_guest_who_looks_on_and_sits_down_for_a_moment_does_too(
    app: Flask, services: Services, dealt: Visitor
) -> None:
    eve = joined(app, services, "Eve", "watch")
    eve.post("people/sit", {"place": "at:Ann"})
    assert tells(eve.log, ANNS)
    eve.post("people/sit", {"place": "watch"})
    assert TAKEN.format(seat="Ann", who="Eve") in dealt.log


def test_a_host_who_sits_down_does_too(dealt: Visitor) -> None:
    dealt.post("people/sit", {"place": "at:Ann"})
    assert TAKEN.format(seat="Ann", who="The host") in dealt.log


def test_whom_the_host_seats_does_too(app: Flask, services: Services, dealt: Visitor) -> None:
    joined(app, services, "Eve", "watch")
    dealt.post("people/1", {"place": "at:Ann"})
    assert TAKEN.format(seat="Ann", who="Eve") in dealt.log


def test_the_line_tells_nothing_of_the_secret(app: Flask, services: Services, dealt: Visitor) -> None:
    joined(app, services, "Eve", "at:Ann")
    assert not tells(dealt.log, ANNS)


@pytest.mark.parametrize("place", ["at:Bob", "watch", "play"])
def test_where_no_secret_is_kept_nothing_is_told(
    app: Flask, services: Services, dealt: Visitor, head: Head, place: str
) -> None:
    before = head()
    joined(app, services, "Eve", place)
    assert head() == before


def test_an_honest_table_sits_down_without_a_word(app: Flask, services: Services, visitor: Visitor, head: Head) -> None:
    before = head()
    joined(app, services, "Ann", "at:Ann")
    joined(app, services, "Bob", "at:Bob")
    assert head() == before


def test_who_keeps_their_seat_is_told_once(app: Flask, services: Services, dealt: Visitor, head: Head) -> None:
    ann = joined(app, services, "Ann", "at:Ann")
    before = head()
    ann.post("people/sit", {"place": "at:Ann"})
    ann.post("people/sit", {"place": "at:Ann", "also": "at:Bob"})
    assert head() == before


def test_a_card_that_was_taken_back_is_still_a_secret(app: Flask, services: Services, dealt: Visitor) -> None:
    dealt.post("undo/5")
    joined(app, services, "Eve", "at:Ann")
    assert TAKEN.format(seat="Ann", who="Eve") in dealt.log


@pytest.mark.parametrize("who", ["Eve", "The host"])
def test_who_lost_the_seat_a_moment_before_and_takes_it_again_does_too(
    app: Flask, services: Services, dealt: Visitor, monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    """Two forms at once: what somebody had is found where the seat is given, not where the form was read."""
    found: Guests = app.extensions["guests"]
    one: Visitor = joined(app, services, "Eve", "watch") if who == "Eve" else dealt
    one.post("people/sit", {"place": "at:Ann"})
    seat_recorder = sitting.seat_recorder

    def meanwhile(*shown: Any) -> Any:
        campaign = services.find_campaign("harbour").campaign
        for guest in found.guests_of_campaign(campaign):
            found.move(guest, "player", ())
        found.seat_host(campaign, ())
        return seat_recorder(*shown)

    monkeypatch.setattr(sitting, "seat_recorder", meanwhile)
    one.post("people/sit", {"place": "at:Ann"})
    assert dealt.log.count(TAKEN.format(seat="Ann", who=who)) == 2


def test_where_all_secrets_lie_open_nothing_is_told(app: Flask, services: Services, dealt: Visitor, head: Head) -> None:
    dealt.record("secrets-opened", {"f.agreed": "true"})
    before = head()
    joined(app, services, "Eve", "at:Ann")
    assert head() == before


def test_a_line_that_cannot_be_written_seats_nobody(
    app: Flask, services: Services, dealt: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    eve = joined(app, services, "Eve", "watch")

    def busy(*_: Any, **__: Any) -> None:
        raise Busy("The campaign file is in use.")

    monkeypatch.setattr(services.campaigns, "record_all", busy)
    assert eve.post("people/sit", {"place": "at:Ann"}).status_code == 503
    assert not tells(eve.log, ANNS)
    assert [
        guest.seats for guest in app.extensions["guests"].guests_of_campaign(services.find_campaign("harbour").campaign)
    ] == [()]


def test_a_seat_that_somebody_else_has_is_told_of_nobody(
    app: Flask, services: Services, dealt: Visitor, head: Head
) -> None:
    joined(app, services, "Ann", "at:Ann")
    eve, before = joined(app, services, "Eve", "watch"), head()
    assert eve.post("people/sit", {"place": "at:Ann"}).status_code == 422
    assert head() == before


# --- the line stays ---------------------------------------------------------------------------


@pytest.fixture
def hopped(app: Flask, services: Services, dealt: Visitor) -> Guest:
    """Eve, who sat down on Ann's seat (entry 6) and stayed."""
    return joined(app, services, "Eve", "at:Ann")


@pytest.mark.parametrize("path", ["undo/6", "amend/6"])
def test_it_is_neither_taken_back_nor_put_right(dealt: Visitor, hopped: Guest, head: Head, path: str) -> None:
    before = head()
    answers = [who.post(path, {"act": "record", "f.player": "Bob"}).status_code for who in (dealt, hopped)]
    assert (answers, head()) == ([404, 404], before)


def test_it_is_nothing_that_somebody_offers_to_undo(dealt: Visitor, hopped: Guest) -> None:
    assert "took the seat of" not in hopped.text("undo")
    assert "/c/harbour/undo/6" not in dealt.read("").links


def test_going_back_to_a_moment_before_leaves_it_standing(dealt: Visitor, hopped: Guest, services: Services) -> None:
    dealt.record("coins-gained", seat="Bob", amount="2")
    dealt.post("undo/4", {"choice": "since", "sure": "yes"})
    with services.open("harbour") as campaign:
        now = campaign.standing()
        assert [now.counts(position) for position in (3, 4, 5, 6, 7)] == [True, False, False, True, False]


def test_undoing_to_the_moment_before_goes_on_behind_it(dealt: Visitor, hopped: Guest) -> None:
    dealt.record("coins-gained", seat="Bob", amount="2")
    answer = dealt.client.get("/c/harbour/undo-to/5", follow_redirects=True)
    assert (answer.status_code, "Bob gained 2 coins" in body(answer)) == (200, True)


def test_what_was_taken_back_before_it_is_brought_back_after_it(app: Flask, services: Services, dealt: Visitor) -> None:
    dealt.record("coins-gained", seat="Bob", amount="2")
    dealt.post("undo/6")
    joined(app, services, "Eve", "at:Ann")
    assert dealt.redo().status_code == 303


def test_nobody_writes_such_a_line_by_hand(app: Flask, services: Services, dealt: Visitor, head: Head) -> None:
    eve, before = joined(app, services, "Eve", "play"), head()
    answers = [who.post("record/chair-taken", {"f.seat": "Ann", "f.player": "Bob"}) for who in (eve, dealt)]
    assert ([answer.status_code for answer in answers], head()) == ([404, 404], before)


# --- several seats ----------------------------------------------------------------------------


def test_a_player_of_two_seats_sees_the_secrets_of_both(app: Flask, services: Services, dealt: Visitor) -> None:
    dealt.record("card-drawn", seat="Bob", card=str(BOBS))
    guest = both(app, services)
    assert (tells(guest.log, ANNS), tells(guest.log, BOBS)) == (True, True)
    assert "Ann · player · Ann · Bob" in guest.text("log")


def test_and_records_and_corrects_the_secrets_of_both(app: Flask, services: Services, visitor: Visitor) -> None:
    guest = both(app, services)
    for seat in ("Ann", "Bob"):
        assert guest.record("card-drawn", seat=seat, card=str(ANNS)).status_code == 303
    assert [guest.post(path).status_code for path in ("undo/5", "undo/6")] == [303, 303]


def test_two_seats_are_taken_on_the_way_in(app: Flask, services: Services, visitor: Visitor) -> None:
    phone = Guest(app)
    phone.get(f"/join/{code_of(app, services)}")
    sent = {**phone.fields("/join"), "name": "Ann", "place": "at:Bob", "also": "at:Ann"}
    assert phone.client.post("/join/sit", data=sent).status_code == 303
    assert "Ann · player · Bob · Ann" in phone.text("log")


def test_each_of_them_with_secrets_is_told(app: Flask, services: Services, dealt: Visitor) -> None:
    dealt.record("card-drawn", seat="Bob", card=str(BOBS))
    both(app, services, "Eve")
    for seat in ("Ann", "Bob"):
        assert TAKEN.format(seat=seat, who="Eve") in dealt.log


@pytest.mark.parametrize("place", ["at:Bob", "at:Ann"])
def test_both_are_taken_for_everybody_else(app: Flask, services: Services, visitor: Visitor, place: str) -> None:
    both(app, services)
    eve = joined(app, services, "Eve", "watch")
    assert "taken: Ann" in eve.text("people/")
    assert eve.post("people/sit", {"place": place}).status_code == 422
    assert eve.post("people/sit", {"place": "play", "also": place}).status_code == 422


def test_one_of_two_is_given_up_and_free(app: Flask, services: Services, visitor: Visitor) -> None:
    guest, eve = both(app, services), joined(app, services, "Eve", "watch")
    guest.post("people/sit", {"place": "at:Bob"})
    assert eve.post("people/sit", {"place": "at:Ann"}).status_code == 303
    assert "Ann · player · Bob" in guest.text("log")


def test_who_only_watches_has_no_seat_whatever_else_is_ticked(app: Flask, services: Services, visitor: Visitor) -> None:
    guest = both(app, services)
    guest.post("people/sit", {"place": "watch", "also": ["at:Ann", "at:Bob"]})
    assert guest.record("coins-gained", seat="Ann", amount="1").status_code == 403
    assert [
        one.seats for one in app.extensions["guests"].guests_of_campaign(services.find_campaign("harbour").campaign)
    ] == [()]


@pytest.mark.parametrize("also", ["at:Nobody", "Bob", "", "watch"])
def test_a_seat_besides_that_is_none_is_not_taken(app: Flask, services: Services, visitor: Visitor, also: str) -> None:
    guest = joined(app, services, "Ann", "watch")
    assert guest.post("people/sit", {"place": "at:Ann", "also": also}).status_code == 404
    assert [
        one.seats for one in app.extensions["guests"].guests_of_campaign(services.find_campaign("harbour").campaign)
    ] == [()]


def test_the_form_shows_what_one_has(app: Flask, services: Services, visitor: Visitor) -> None:
    page = both(app, services).read("people/")
    ticked = [(given["name"], given["value"]) for tag, given in page.tags if tag == "input" and "checked" in given]
    assert ticked == [("place", "at:Ann"), ("also", "at:Bob")]


def test_the_host_plays_on_two_seats(visitor: Visitor, app: Flask, services: Services) -> None:
    visitor.post("people/sit", {"place": "at:Bob", "also": "at:Ann"})
    page = visitor.read("people/")
    ticked = [(given["name"], given["value"]) for tag, given in page.tags if tag == "input" and "checked" in given]
    assert ticked == [("place", "at:Bob"), ("also", "at:Ann")]
    assert "taken: the host" in joined(app, services, "Eve", "watch").text("people/")


def test_the_host_gives_somebody_two_seats(visitor: Visitor, app: Flask, services: Services) -> None:
    joined(app, services, "Eve", "watch")
    visitor.post("people/1", {"place": "at:Bob", "also": "at:Ann"})
    assert "player · Bob · Ann" in visitor.text("people/")


# --- a file of before -------------------------------------------------------------------------

BEFORE = """
CREATE TABLE rooms (campaign TEXT PRIMARY KEY, code TEXT NOT NULL DEFAULT '', host_seat TEXT);
CREATE TABLE guests (
    id INTEGER PRIMARY KEY AUTOINCREMENT, campaign TEXT NOT NULL, name TEXT NOT NULL, role TEXT NOT NULL, seat TEXT,
    joined REAL NOT NULL, seen REAL NOT NULL, secret TEXT NOT NULL UNIQUE
);
INSERT INTO rooms VALUES ('c', 'BCDFGH', 'Bob');
INSERT INTO guests VALUES (7, 'c', 'Ann', 'player', 'Ann', 1000, 1000, 'x');
INSERT INTO guests VALUES (8, 'c', 'Eve', 'spectator', NULL, 1, 1, 'y');
"""


@pytest.fixture
def file_of_before(tmp_path: Path) -> Path:
    file = tmp_path / "guests.db"
    with closing(sqlite3.connect(file)) as db:
        db.executescript(BEFORE)
    return file


def test_in_a_file_of_before_everybody_sits_where_they_sat(file_of_before: Path) -> None:
    guests = Guests(file_of_before, lambda: 1000.0)
    assert [(guest.name, guest.seats) for guest in guests.guests_of_campaign("c")] == [("Ann", ("Ann",)), ("Eve", ())]
    assert (guests.host_seats("c"), guests.join_code("c")) == (("Bob",), "BCDFGH")


def test_and_sits_where_they_sat_afterwards_however_often_it_is_opened(file_of_before: Path) -> None:
    guests = Guests(file_of_before, lambda: 1000.0)
    guests.seat_host("c", ())
    guests.move(guests.guests_of_campaign("c")[0], "player", ("Bob",))
    again = Guests(file_of_before, lambda: 1000.0)
    assert ([guest.seats for guest in again.guests_of_campaign("c")], again.host_seats("c")) == ([("Bob",), ()], ())


def test_no_number_of_a_guest_of_before_is_given_to_another(file_of_before: Path) -> None:
    with closing(sqlite3.connect(file_of_before)) as db, db:
        db.execute("DELETE FROM guests WHERE id=8")
    guests = Guests(file_of_before, lambda: 1000.0)
    guests.join("c", "Eve", "player", ())
    assert [guest.id for guest in guests.guests_of_campaign("c")] == [7, 9]


def test_who_sits_is_not_asked_to_start_the_evening(app: Flask, services: Services, visitor: Visitor) -> None:
    ann = joined(app, services, "Ann", "at:Ann")
    assert "Start the evening" in visitor.text("")
    assert "Start the evening" not in ann.text("")
    assert "Start the evening" in ann.text("campaign")
