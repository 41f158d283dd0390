"""Evenings for BG Stats: a play a session, with its players, its time and its note; the same ids each time."""

from typing import Any

import orjson
import pytest

from tests.house import House
from tests.projections.documents.evening import Evening


@pytest.fixture
def evenings(house: House) -> Evening:
    """Two evenings, the second with one player more, and an entry between them."""
    evening = Evening(house)
    evening.plays("session-started", players=["Ann", "贝丝"], location="At home", time="2026-11-20T19:00:00.000Z")
    evening.sits("Ann")
    evening.plays("coins-gained", seat="Ann", amount=3, time="2026-11-20T20:30:00.000Z")
    evening.plays("session-ended", note="The tower stands", time="2026-11-20T20:45:00.000Z")
    evening.plays("note-added", text="between", time="2026-11-21T09:00:00.000Z")
    evening.plays("session-started", players=["Ann", "贝丝", "Cleo"], time="2026-11-27T19:00:00.000Z")
    evening.plays("coins-gained", seat="Ann", amount=1, time="2026-11-27T19:20:00.000Z")
    return evening


def document(evening: Evening) -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(evening.exported(".bgsplay"))
    return found


def test_each_session_is_a_play_with_its_players_and_its_length(evenings: Evening) -> None:
    told = document(evenings)
    names = {player["id"]: player["name"] for player in told["players"]}
    plays = [
        (play["durationMin"], [names[score["playerRefId"]] for score in play["playerScores"]]) for play in told["plays"]
    ]
    assert plays == [(105, ["Ann", "贝丝"]), (20, ["Ann", "贝丝", "Cleo"])]


def test_a_play_is_at_the_time_of_its_first_entry_with_its_note(evenings: Evening) -> None:
    first = document(evenings)["plays"][0]
    assert (first["playDate"], first["board"]) == ("2026-11-20 19:00:00", "")
    assert "The tower stands" in first["comments"]


def test_a_play_is_where_the_table_said(evenings: Evening) -> None:
    told = document(evenings)
    names = {one["id"]: one["name"] for one in told["locations"]}
    assert [names.get(play["locationRefId"]) for play in told["plays"]] == ["At home", None]


def test_every_reference_leads_to_something(evenings: Evening) -> None:
    told = document(evenings)
    assert {play["gameRefId"] for play in told["plays"]} == {game["id"] for game in told["games"]}
    assert told["games"][0]["name"] == "Harbour of Towers"


def test_taking_it_in_again_doubles_nothing(evenings: Evening) -> None:
    before = document(evenings)
    evenings.plays("coins-gained", seat="Ann", amount=1, time="2026-11-27T19:40:00.000Z")
    after = document(evenings)
    assert [play["uuid"] for play in after["plays"]] == [play["uuid"] for play in before["plays"]]
    assert after["players"] == before["players"]
    assert len({play["uuid"] for play in after["plays"]}) == 2


def test_an_evening_taken_back_in_part_is_as_long_as_what_counts(evenings: Evening) -> None:
    evenings.house.undo(evenings.id)
    assert [play["durationMin"] for play in document(evenings)["plays"]] == [105, 0]


def test_a_campaign_without_evenings_has_no_plays(house: House) -> None:
    told = document(Evening(house))
    assert (told["plays"], told["players"]) == ([], [])
