"""The table on a large screen."""

import pytest
from flask import Flask

from companion.services import Services
from tests.companion.guest import joined
from tests.companion.visitor import Visitor, tells


def test_a_large_screen_shows_the_table_and_what_was_recorded_last(visitor: Visitor) -> None:
    page = visitor.text("table/")
    assert ("Ann gained 9 coins" in page, "Harbour" in page) == (True, True)


def test_nothing_can_be_recorded_from_a_large_screen(visitor: Visitor) -> None:
    assert [action for action, hidden in visitor.read("table/").forms if "token" in hidden] == []


def test_a_large_screen_shows_no_secret_not_even_that_of_the_hosts_seat(app: Flask, visitor: Visitor) -> None:
    visitor.record("card-drawn", seat="Ann", card="37")
    visitor.post("people/sit", {"place": "at:Ann"})
    assert tells(visitor.text("log"), 37)
    assert not tells(visitor.text("table/"), 37)


@pytest.mark.parametrize("place", ["watch", "play"])
def test_how_to_join_is_on_the_screens_of_the_host_and_of_guests_who_know_the_code(
    app: Flask, services: Services, visitor: Visitor, place: str
) -> None:
    app.extensions["gate"].address = "http://192.168.1.5:8000"
    guest = joined(app, services, "Eve", place)
    assert " 192.168.1.5:8000/join " in visitor.text("table/")
    assert " 192.168.1.5:8000/join " in guest.text("table/")


def test_how_to_join_is_not_shown_once_every_seat_is_taken(app: Flask, services: Services, visitor: Visitor) -> None:
    app.extensions["gate"].address = "http://192.168.1.5:8000"
    joined(app, services, "Ana", "at:Ann")
    assert "/join" in visitor.text("table/")
    joined(app, services, "Ben", "at:Bob")
    assert "/join" not in visitor.text("table/")
