"""Changing: a guest takes another name, or gives a seat away; what they recorded before stays theirs."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.services import Services
from tests.companion.guest import Guest, code_of, joined
from tests.companion.visitor import Visitor, body
from tests.test_secrets import RIVALS

KEY = "night"


@pytest.fixture
def host(app: Flask, services: Services) -> Visitor:
    """The host of a table with Elda, whom Ana plays, and Bragar."""
    services.campaigns.new("odalin", "Night", {}, services.new_command())
    host = Visitor(app, KEY)
    for hero, player in (("Elda", "Ana"), ("Bragar", "")):
        assert host.record("hero-joined", hero=hero, player=player).status_code == 303
    return host


@pytest.fixture
def ana(app: Flask, services: Services, host: Visitor) -> Guest:
    return joined(app, services, "Ana", "at:Elda", key=KEY)


@pytest.fixture
def ben(app: Flask, services: Services, host: Visitor) -> Guest:
    return joined(app, services, "Ben", "at:Bragar", key=KEY)


def players(services: Services) -> dict[str, str]:
    """The player of each seat, as the table says."""
    return dict(services.campaigns.copy_from_file(services.find_campaign(KEY).campaign).table.played_by())


def seats(app: Flask, services: Services) -> dict[str, tuple[str, ...]]:
    """The seats of each guest."""
    found = app.extensions["guests"].guests_of_campaign(services.find_campaign(KEY).campaign)
    return {guest.name: guest.seats for guest in found}


def test_who_takes_another_name_is_its_player_and_undoes_what_they_recorded(services: Services, ana: Guest) -> None:
    ana.record("note-added", text="It rains.")
    assert ana.post("people/name", {"name": "Anastasia"}).status_code == 303
    assert players(services)["Elda"] == "Anastasia"
    assert "Anastasia plays Elda" in ana.log
    assert "recorded by Ana" not in ana.text("undo/")
    assert "Anastasia · player · Elda" in ana.text("")


def test_among_rivals_what_they_recorded_for_other_seats_under_a_former_name_stays_theirs(
    app: Flask, services: Services
) -> None:
    """Given Bob, who recorded coins of Ann; when he is called Bobby, then that is his to take back, Ann's is not."""
    services.campaigns.games = {"rivals": RIVALS}
    services.campaigns.new("rivals", "Harbour", {}, services.new_command())
    host = Visitor(app)
    for seat in ("Ann", "Bob"):
        host.record("seat-taken", seat=seat)
    bob = joined(app, services, "Bob", "at:Bob")
    bob.record("coins-gained", seat="Ann", amount="1")
    campaign = services.find_campaign("harbour").campaign
    entry = services.campaigns.copy_from_file(campaign).position
    host.record("coins-gained", seat="Ann", amount="2")
    bob.post("people/name", {"name": "Bobby"})
    assert bob.post(f"undo/{entry + 1}").status_code == 422
    assert bob.post(f"undo/{entry}").status_code == 303


@pytest.mark.parametrize("name", ["Ben", "bén", "The host", "  ", "Раul"])
def test_a_name_is_checked_as_when_joining(ana: Guest, ben: Guest, name: str) -> None:
    assert ana.post("people/name", {"name": name}).status_code == 422
    assert "Ana · player" in ana.text("")


def test_a_former_name_is_nobody_elses_and_may_be_taken_again(
    app: Flask, services: Services, ana: Guest, ben: Guest
) -> None:
    ana.post("people/name", {"name": "Anastasia"})
    assert ben.post("people/name", {"name": "Ana"}).status_code == 422
    stranger = Guest(app, KEY)
    stranger.get(f"/join/{code_of(app, services, KEY)}")
    assert stranger.sit("Ana").status_code == 422
    assert ana.post("people/name", {"name": "Ana"}).status_code == 303


def test_a_player_gives_their_hero_to_another_with_two_taps(
    app: Flask, services: Services, ana: Guest, ben: Guest
) -> None:
    action, sent = next(form for form in ana.read("people/").forms if form[0].endswith("/people/give"))
    ana.client.post(action, data={**sent, "guest": "2"})
    assert seats(app, services) == {"Ana": (), "Ben": ("Bragar", "Elda")}
    assert players(services) == {"Elda": "Ben", "Bragar": "Ben"}


def test_the_host_gives_the_hero_of_one_player_to_another(
    app: Flask, services: Services, host: Visitor, ana: Guest, ben: Guest
) -> None:
    action, sent = next(form for form in host.read("people/").forms if form[0].endswith("/people/give"))
    host.client.post(action, data={**sent, "guest": "2"})
    assert seats(app, services) == {"Ana": (), "Ben": ("Bragar", "Elda")}


def test_a_player_gives_their_hero_to_the_host_with_two_taps(
    app: Flask, services: Services, host: Visitor, ana: Guest
) -> None:
    """The host's browser has the seat then, in addition to its former ones."""
    host.post("people/sit", {"place": "at:Bragar"})
    action, sent = next(form for form in ana.read("people/").forms if form[0].endswith("/people/give"))
    assert ana.client.post(action, data={**sent, "guest": "host"}).status_code == 303
    campaign = services.find_campaign(KEY).campaign
    assert app.extensions["guests"].host_seats(campaign) == ("Bragar", "Elda")
    assert seats(app, services) == {"Ana": ()}
    assert "Are you" not in ana.text("")


def test_the_host_takes_over_the_seat_of_a_guest(app: Flask, services: Services, host: Visitor, ana: Guest) -> None:
    action, sent = next(form for form in host.read("people/").forms if form[0].endswith("/people/give"))
    host.client.post(action, data={**sent, "guest": "host"})
    assert app.extensions["guests"].host_seats(services.find_campaign(KEY).campaign) == ("Elda",)


@pytest.mark.parametrize(
    ("seat", "guest", "status"),
    [("Elda", "host", 404), ("Elda", "2", 404), ("Bragar", "3", 404), ("Bragar", "9", 404)],
)
def test_nobody_gives_what_is_not_theirs_nor_to_who_does_not_play(
    app: Flask, services: Services, ana: Guest, ben: Guest, seat: str, guest: str, status: int
) -> None:
    joined(app, services, "Olga", "watch", key=KEY)
    before = seats(app, services)
    assert ben.post("people/give", {"seat": seat, "guest": guest}).status_code == status
    assert seats(app, services) == before


def test_a_spectator_begins_to_play_with_one_form(app: Flask, services: Services, host: Visitor) -> None:
    olga = joined(app, services, "Olga", "watch", key=KEY)
    assert body(olga.get("people/")).count('action="/c/night/people/sit"') == 1
    olga.post("people/sit", {"place": "at:Bragar"})
    assert players(services)["Bragar"] == "Olga"
