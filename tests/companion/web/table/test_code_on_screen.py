"""The screen for the room shows the code to join while players are missing."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.services import Services
from domain.games import BY_KEY
from tests.companion.guest import Guest, code_of, joined
from tests.companion.visitor import Visitor

SEATS = {
    "own": ("seat-taken", {"seat": "guardian"}),
    "champions": ("hero-taken", {"hero": "spider-man"}),
    "agemonia": ("hero-joined-party", {"hero": "lunara"}),
    "odalin": ("hero-joined", {"hero": "Bragar"}),
    "heroes3": ("faction-taken", {"faction": "castle", "player": "Ann"}),
    "runewars": ("faction-chosen", {"faction": "human"}),
}


@pytest.fixture(params=BY_KEY)
def host(app: Flask, services: Services, request: pytest.FixtureRequest) -> Visitor:
    """The host of an empty campaign of each game, whose pages are open to the network."""
    app.extensions["gate"].address = "http://table.example"
    services.campaigns.new(request.param, "New table", {}, services.new_command())
    return Visitor(app, "new-table")


def shown(who: Visitor, app: Flask, services: Services) -> bool:
    """Whether the screen has the code."""
    code = code_of(app, services, "new-table")
    return code in who.text("table/").replace(" ", "").replace("-", "")


def test_an_empty_campaign_shows_the_code_to_the_host_and_to_a_television_that_joined(
    app: Flask, services: Services, host: Visitor
) -> None:
    television = joined(app, services, "Screen", "watch", key="new-table")
    assert (shown(host, app, services), shown(television, app, services)) == (True, True)


def test_who_joined_with_the_code_for_spectators_is_not_shown_the_other_one(
    app: Flask, services: Services, host: Visitor
) -> None:
    guests = app.extensions["guests"]
    television = Guest(app, "new-table")
    television.get(f"/join/{guests.watching_code(services.find_campaign('new-table').campaign)}")
    television.sit("Screen", "watch")
    assert not shown(television, app, services)


def test_it_stays_while_fewer_sit_than_the_game_needs(app: Flask, services: Services, host: Visitor) -> None:
    game = BY_KEY[services.find_campaign("new-table").game]
    ann = joined(app, services, "Ann", key="new-table")
    event, fields = SEATS[game.key]
    ann.record(event, **fields)
    assert shown(host, app, services) is (game.seats[0] > 1)
