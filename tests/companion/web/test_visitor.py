"""Who asks: one name, one right and the same seats, wherever a page asks for them."""

import pytest
from flask import Flask

from companion.services import Services
from companion.web.visitors.visitor import Right, Who
from domain.framework.game import PUBLIC, Viewer
from tests.companion.guest import Guest, joined
from tests.companion.visitor import Visitor


@pytest.fixture
def bea(app: Flask, services: Services, visitor: Visitor) -> Guest:
    """A player called Bea, who has just recorded entry 5."""
    guest = joined(app, services, "Bea", "at:Bob")
    guest.record("coins-gained", seat="Bob", amount="3")
    return guest


def actions(page: Visitor) -> list[str]:
    """Where the forms of the page Play lead."""
    return [action for action, _ in page.read("").forms]


# --- whose an entry is ------------------------------------------------------------------------


def test_what_a_guest_recorded_is_their_own_and_undone_with_one_tap(bea: Guest) -> None:
    assert "Undo: Bob gained 3 coins" in bea.text("")
    assert "/c/harbour/undo/5" in actions(bea)


def test_a_name_that_the_device_remembers_makes_nothing_somebody_elses(bea: Guest) -> None:
    bea.client.set_cookie("by", "Cleo")
    assert "Undo: Bob gained 3 coins" in bea.text("")


def test_what_a_guest_recorded_is_somebody_elses_to_the_host(bea: Guest, visitor: Visitor) -> None:
    page = visitor.read("")
    assert "Undo what Bea recorded: Bob gained 3 coins" in page.text
    assert ("/c/harbour/undo/5" in page.links, "/c/harbour/undo/5" in actions(visitor)) == (True, False)


def test_what_another_guest_recorded_is_somebody_elses(app: Flask, services: Services, bea: Guest) -> None:
    ann = joined(app, services, "Ann", "at:Ann")
    ann.client.set_cookie("by", "Bea")
    assert "Undo what Bea recorded: Bob gained 3 coins" in ann.text("")


def test_what_a_host_without_a_name_recorded_is_the_hosts_to_a_guest(bea: Guest, visitor: Visitor) -> None:
    visitor.record("coins-gained", seat="Ann", amount="1")
    assert "Undo what the host recorded: Ann gained 1 coins" in bea.text("")
    assert "Undo: Ann gained 1 coins" in visitor.text("")


def test_a_host_who_signs_otherwise_is_who_they_say_from_then_on(visitor: Visitor) -> None:
    visitor.record("coins-gained", {"by": "Cleo"}, seat="Bob", amount="1")
    assert "Undo: Bob gained 1 coins" in visitor.text("")
    visitor.post("/preferences", {"by": "Dan"})
    assert "Undo what Cleo recorded: Bob gained 1 coins" in visitor.text("")


# --- what somebody is -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("me", "role"),
    [
        (Who(), "nobody"),
        (Who("Eve", Right.LOOK), "spectator"),
        (Who("Bea", Right.RECORD), "player"),
        (Who("", Right.HOST), "host"),
    ],
)
def test_a_right_has_a_name(me: Who, role: str) -> None:
    assert me.role == role


@pytest.mark.parametrize(
    ("me", "viewer"),
    [
        (Who("Bea", Right.RECORD), PUBLIC),
        (Who("Bea", Right.RECORD, frozenset({"Ann"})), Viewer.on("Ann")),
        (Who("Bea", Right.RECORD, frozenset({"Ann", "Bob"})), Viewer.on("Ann", "Bob")),
        (Who("", Right.HOST), PUBLIC),
    ],
)
def test_what_somebody_sees_comes_from_their_seats(me: Who, viewer: Viewer) -> None:
    assert me.viewer == viewer


@pytest.mark.parametrize(
    ("me", "seats"),
    [
        (Who("Bea", Right.RECORD), frozenset()),
        (Who("Bea", Right.RECORD, frozenset({"Ann", "Bob"})), {"Ann", "Bob"}),
        (Who("", Right.HOST), None),
        (Who("", Right.HOST, frozenset({"Ann"})), {"Ann"}),
    ],
)
def test_a_host_on_no_seat_speaks_for_the_whole_table(me: Who, seats: frozenset[str] | None) -> None:
    assert me.speaks_for == seats
