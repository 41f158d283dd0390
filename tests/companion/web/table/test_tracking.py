"""What a table tracks, on its pages: said by a form, and what is left out is not there."""

import re

import pytest
from flask import Flask, g, render_template_string

from companion.services import Services
from domain.framework.events.event import name_of
from domain.framework.views.board import Counter, Pad
from domain.games.agemonia import GAME
from tests.companion.visitor import Visitor
from tests.domain.games.agemonia.moments import PLAYING
from tests.toy import CoinsGained

TRACKED = "Areas this table tracks"


def without_coins(visitor: Visitor) -> Visitor:
    visitor.record("areas-tracked", tracks="towers")
    return visitor


def boxes(visitor: Visitor, path: str = "record/areas-tracked") -> dict[str, bool]:
    """The boxes of the form, ticked or not."""
    tags = [given for tag, given in visitor.read(path).tags if tag == "input" and given.get("name") == "f.tracks"]
    return {str(given["value"]): "checked" in given for given in tags}


def test_the_page_about_a_campaign_leads_to_what_it_tracks(visitor: Visitor) -> None:
    assert "/c/harbour/record/areas-tracked" in visitor.read("campaign").links
    assert TRACKED in visitor.text("campaign")


def test_its_form_names_the_areas_and_ticks_those_that_are_tracked(visitor: Visitor) -> None:
    assert boxes(visitor) == {"coins": True, "towers": True}
    assert boxes(without_coins(visitor)) == {"coins": False, "towers": True}
    assert "Coins" in visitor.text("record/areas-tracked")


def test_what_is_left_out_is_not_among_all_that_can_be_recorded(visitor: Visitor) -> None:
    assert "/c/harbour/record/coins-gained" in visitor.read("record/").links
    assert "/c/harbour/record/coins-gained" not in without_coins(visitor).read("record/").links


def test_what_is_left_out_has_no_form_but_the_way_to_track_it(visitor: Visitor) -> None:
    page = without_coins(visitor).read("record/coins-gained")
    assert "does not keep track of: Coins" in page.text
    assert [action for action, _ in page.forms if "coins-gained" in action] == []
    assert "/c/harbour/record/areas-tracked" in page.links


def test_what_is_left_out_is_refused_when_it_is_sent_all_the_same(visitor: Visitor) -> None:
    answer = without_coins(visitor).record("coins-gained", seat="Ann", amount="1")
    assert answer.status_code == 422
    assert "does not keep track of: Coins" in answer.get_data(as_text=True)


@pytest.mark.parametrize("area", GAME.table.areas)
def test_nothing_on_the_page_play_leads_to_what_is_left_out(app: Flask, services: Services, area: str) -> None:
    tracks = [other for other in GAME.table.areas if other != area]
    id_ = services.campaigns.new("agemonia", "Lanterns", {"tracks": tracks}, services.new_command()).campaign
    for event in [event for event in PLAYING if area not in event.tracked]:
        services.campaigns.record(id_, name_of(type(event)), event.model_dump(mode="json"), services.new_command())
    page = Visitor(app, "lanterns").read("")
    led_to = {found for to in (*page.links, *(action for action, _ in page.forms)) for found in RECORDS.findall(to)}
    assert [name for name in led_to if area in GAME.by_name[name].tracked] == []
    assert led_to
    assert "does not keep track of" not in Visitor(app, "lanterns").get("").get_data(as_text=True)


def test_a_board_draws_no_step_and_no_way_to_what_is_left_out(app: Flask, visitor: Visitor) -> None:
    assert drawn(app) == ["coins-gained", "coins-gained", "coins-gained", "tower-built"]
    without_coins(visitor)
    assert drawn(app) == ["tower-built"]


def drawn(app: Flask) -> list[str]:
    """What the parts of a board lead to: a counter, a tap, a pad and two ways to forms."""
    one = CoinsGained(seat="Ann", amount=1)
    counter, pad = Counter("Coins", 9, "seats.Ann.coins", up=one), Pad(one, "amount", [("2", "two")])
    with app.test_client() as client:
        client.get("/c/harbour/")
        g.live = True
        found = render_template_string(PARTS, counter=counter, pad=pad)
    assert "does not keep track of" not in found
    return RECORDS.findall(found)


PARTS = """{% import "table/board.html" as b %}{{ b.counter(counter) }}{{ b.pad(pad, "Coins") }}
{{ b.ask("coins-gained", "Gain") }}{{ b.ask("tower-built", "Build") }}"""

RECORDS = re.compile(r"/record/([a-z-]+)")


def test_the_form_of_a_game_with_an_own_event_knows_what_is_tracked(app: Flask, services: Services) -> None:
    services.campaigns.new(
        "agemonia", "Lanterns", {"tracks": ["stars"], "party_name": "Bearers"}, services.new_command()
    )
    visitor = Visitor(app, "lanterns")
    ticked = boxes(visitor, "record/campaign-set-up")
    assert [area for area, on in ticked.items() if on] == ["stars"]
    assert "Bearers" in visitor.get("record/campaign-set-up").get_data(as_text=True)
