"""A code for spectators alone: who joins with it looks on, whatever they send."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.services import Services
from companion.web.visitors.guests import Guests
from tests.companion.guest import Guest, joined
from tests.companion.visitor import Visitor


@pytest.fixture
def guests(app: Flask) -> Guests:
    found: Guests = app.extensions["guests"]
    return found


@pytest.fixture
def code(services: Services, guests: Guests, visitor: Visitor) -> str:
    return guests.watching_code(services.find_campaign("harbour").campaign)


@pytest.fixture
def olga(app: Flask, code: str) -> Guest:
    """Somebody who joined with it, and sent the form of a player."""
    guest = Guest(app)
    guest.get(f"/join/{code}")
    assert guest.sit("Olga", "at:Ann").status_code == 303
    return guest


def test_its_form_asks_for_a_name_alone(app: Flask, services: Services, code: str) -> None:
    joined(app, services, "Ann", "at:Ann")
    phone = Guest(app)
    phone.get(f"/join/{code}")
    page = phone.text("/join")
    assert ("Your name" in page, "Where do you sit?" in page, "Who are you?" in page) == (True, False, False)


def test_who_joins_with_it_looks_on(olga: Guest) -> None:
    assert "Olga · looking on" in olga.text("")
    assert olga.record("coins-gained", seat="Ann", amount="1").status_code == 403


def test_they_take_no_seat_themselves_and_the_host_gives_them_one(olga: Guest, visitor: Visitor) -> None:
    assert "Where do you sit?" not in olga.text("people/")
    for place in ("at:Ann", "play"):
        assert olga.post("people/sit", {"place": place}).status_code == 422
    assert "Olga · looking on" in olga.text("")
    visitor.post("people/1", {"place": "at:Ann"})
    assert "Olga · player · Ann" in olga.text("")
    assert olga.post("people/sit", {"place": "at:Bob"}).status_code == 303


def test_nobody_becomes_a_player_by_asking_to_be_one(
    app: Flask, services: Services, code: str, visitor: Visitor
) -> None:
    joined(app, services, "Ann", "at:Ann")
    phone = Guest(app)
    phone.get(f"/join/{code}")
    phone.client.post("/join/asked", data={**phone.fields("/join"), "guest": "1"})
    assert "Is this Ann?" not in visitor.text("")


def test_a_program_looks_on_with_it_too(app: Flask, code: str) -> None:
    client = app.test_client()
    sent = {"code": code, "name": "Pia", "role": "player", "seats": ["Ann"]}
    assert client.post("/api/join", json=sent).status_code == 409
    answer = client.post("/api/join", json={**sent, "role": "spectator"})
    assert answer.status_code == 201
    shown = {"Authorization": f"Bearer {answer.get_json()['token']}"}
    seats = client.post("/api/c/harbour/seats", json={"role": "player", "seats": ["Ann"]}, headers=shown)
    assert seats.status_code == 409


def test_both_codes_differ_and_change_together(services: Services, guests: Guests, code: str) -> None:
    campaign = services.find_campaign("harbour").campaign
    first = guests.join_code(campaign)
    assert code != first
    assert (guests.is_for_spectators(code), guests.is_for_spectators(first)) == (True, False)
    second = guests.change_code(campaign)
    assert guests.invited_to(code) is None
    assert guests.watching_code(campaign) not in (code, first, second)


def test_the_host_sees_it_on_the_page_of_people(app: Flask, visitor: Visitor, code: str) -> None:
    app.extensions["gate"].address = "http://192.168.1.5:8000"
    page = visitor.text("people/")
    assert "A code for those who only watch" in page
    assert f"{code[:3]} {code[3:]}" in page
