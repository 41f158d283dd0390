"""What is read from the file of guests stays in memory, and a change by another process is seen at once."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from flask import Flask

from companion.services import Services
from companion.web.visitors.guests import Guests
from tests.companion.visitor import Visitor

CAMPAIGN = "campaign"


@pytest.fixture
def guests(tmp_path: Path) -> Guests:
    return Guests(tmp_path / "guests.db")


def test_a_guest_is_read_once(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = guests.join(CAMPAIGN, "Ann", "player", ["red"])
    first = guests.guest_of_secret(secret)
    statements: list[str] = []
    with guests._read_connection() as db:
        db.set_trace_callback(statements.append)
    assert guests.guest_of_secret(secret) is first
    assert not [one for one in statements if "SELECT" in one]


def test_each_change_by_another_process_is_seen_however_fast_they_follow(guests: Guests) -> None:
    other, secret = Guests(guests.path), guests.join(CAMPAIGN, "Ann", "player", ["red"])
    seats: list[Sequence[str]] = [["blue"], ["gold"], ["rose"]] * 10
    for chosen in seats:
        ann = guests.guest_of_secret(secret)
        assert ann
        other.move(ann, "player", chosen)
        changed = guests.guest_of_secret(secret)
        assert changed
        assert list(changed.seats) == list(chosen)
        assert guests.players_of(CAMPAIGN) == {chosen[0]: "Ann"}


def test_a_file_that_was_deleted_has_no_guest(guests: Guests) -> None:
    secret = guests.join(CAMPAIGN, "Ann", "player", ["red"])
    assert guests.guest_of_secret(secret)
    guests.path.unlink()
    assert guests.guest_of_secret(secret) is None
    assert not guests.players_of(CAMPAIGN)


def test_a_caller_cannot_change_what_stays_in_memory(guests: Guests) -> None:
    guests.join(CAMPAIGN, "Ann", "player", ["red"])
    guests.players_of(CAMPAIGN).clear()
    assert guests.players_of(CAMPAIGN) == {"red": "Ann"}


def test_a_page_looks_once_whether_the_file_changed(app: Flask, visitor: Visitor) -> None:
    guests: Guests = app.extensions["guests"]
    visitor.get("/c/harbour/")
    statements: list[str] = []
    with guests._read_connection() as db:
        db.set_trace_callback(statements.append)
    visitor.get("/c/harbour/")
    assert statements == ["PRAGMA data_version"]


def test_whoever_writes_reads_what_was_written(guests: Guests) -> None:
    guests.keep_values()
    secret = guests.join(CAMPAIGN, "Ann", "player", ["red"])
    ann = guests.guest_of_secret(secret)
    assert ann
    guests.move(ann, "player", ["blue"])
    assert guests.players_of(CAMPAIGN) == {"blue": "Ann"}


def test_the_next_page_sees_what_another_process_changed(app: Flask, visitor: Visitor, services: Services) -> None:
    visitor.get("/c/harbour/people/")
    Guests(app.extensions["guests"].path).join(services.find_campaign("harbour").campaign, "Zoe", "player", ["Ann"])
    assert "Zoe" in visitor.get("/c/harbour/people/").text
