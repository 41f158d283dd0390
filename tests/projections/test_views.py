"""The views for people who query the file say the same as the pages: headings of evenings, charts, results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from domain.framework.kernel import SessionEnded, SessionStarted
from domain.framework.table import Played
from domain.games import BY_KEY
from domain.log.campaign import Campaign
from projections.documents.arrivals import import_campaign
from projections.following import catch_up_all
from projections.heads import head_of, minutes_of
from projections.log import Wanted, select_lines
from projections.placed import place_lines
from projections.series import series_by_round
from tests.house import House
from tests.moments import GOLDEN, read_golden
from tests.toy import CoinsGained, SeatTaken

ANN = SeatTaken(seat="Ann")
LOGS = sorted((path.parent.name, path.stem) for path in GOLDEN.glob("*/*.jsonl"))
each_log = pytest.mark.parametrize(("game", "log"), LOGS)
Rows = list[dict[str, Any]]
Golden = tuple[House, Campaign]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], Golden]:
    """Makes the file of a golden log, once for all tests that read it."""

    @cache
    def make(game: str, log: str) -> Golden:
        house = House(tmp_path_factory.mktemp("golden") / "golden.db", (BY_KEY[game],))
        id_ = import_campaign(house.campaigns, read_golden(game, log)).campaign
        catch_up_all(house.campaigns)
        return house, house.campaigns.copy_from_file(id_)

    return make


@pytest.fixture
def golden(game: str, log: str, files: Callable[[str, str], Golden]) -> Golden:
    """A file with a golden log, and its campaign."""
    return files(game, log)


def rows(house: House, view: str, order: str = "1") -> Rows:
    with house.store.reading() as cursor:
        found = cursor.execute(f"SELECT * FROM {view} ORDER BY {order}").fetchall()
        return [dict(zip((name for name, *_ in cursor.description), row, strict=True)) for row in found]


def record_at(house: House, campaign: str, *events: tuple[str, Any]) -> None:
    for time, event in events:
        command = replace(house.command(), time=f"2026-11-20T{time}:00.000Z", day="2026-11-20", offset=60)
        house.record_as(campaign, event, command)


# --- evenings --------------------------------------------------------------------------------


@each_log
def test_an_evening_is_as_long_as_its_heading_in_the_log(golden: Golden) -> None:
    house, campaign = golden
    with house.store.reading() as cursor:
        lines = place_lines(select_lines(cursor, campaign.id, Wanted()), campaign, frozenset())
    for row in rows(house, "evenings", "session"):
        head = head_of([line for line in lines if line.session == row["session"]])
        assert (row["players"], row["minutes"]) == (", ".join(head.players), minutes_of(head.length))


def test_an_evening_has_its_campaign_day_entries_and_players(house: House, harbour: str) -> None:
    start = SessionStarted(players=("Cleo", "Ann"))
    record_at(house, harbour, ("18:30", start), ("18:40", ANN), ("19:15", SessionEnded()))
    assert rows(house, "evenings") == [
        {
            "key": "harbour",
            "name": "Harbour",
            "game": "toy",
            "session": 1,
            "day": "2026-11-20",
            "begun": "19:30",
            "minutes": 45,
            "entries": 3,
            "players": "Cleo, Ann",
        }
    ]


def test_an_evening_that_goes_on_is_as_long_as_its_lines_without_breaks(house: House, harbour: str) -> None:
    record_at(house, harbour, ("10:00", SessionStarted()), ("10:20", ANN), ("12:21", CoinsGained(seat="Ann", amount=1)))
    record_at(house, harbour, ("12:31", CoinsGained(seat="Ann", amount=1)))
    assert [(row["minutes"], row["entries"]) for row in rows(house, "evenings")] == [(30, 4)]


def test_entries_taken_back_are_not_counted(house: House, harbour: str) -> None:
    record_at(house, harbour, ("18:30", SessionStarted()), ("18:40", ANN))
    house.undo(harbour)
    assert [row["entries"] for row in rows(house, "evenings")] == [2]


def test_an_evening_that_a_branch_shares_is_listed_with_its_origin_alone(house: House, harbour: str) -> None:
    record_at(house, harbour, ("18:30", SessionStarted(players=("Ann",))), ("19:00", ANN), ("19:10", SessionEnded()))
    branch = house.campaigns.branch(harbour, "What if", 4, "harbour", house.command()).campaign
    assert [(row["key"], row["session"]) for row in rows(house, "evenings")] == [("harbour", 1)]
    record_at(house, branch, ("20:00", SessionStarted(players=("Ann",))), ("20:05", SessionEnded()))
    assert [(row["key"], row["session"]) for row in rows(house, "evenings")] == [("harbour", 1), ("what-if", 2)]
    assert rows(house, "persons") == [
        {"person": "Ann", "evenings": 2, "minutes": 45, "plays": 0, "wins": 0, "losses": 0, "unknown": 0}
    ]
    with house.store.writing() as db:
        db.execute("DELETE FROM campaigns WHERE campaign=?", (harbour,))
    assert [row["session"] for row in rows(house, "evenings")] == [1, 2], "an origin that is elsewhere lists nothing"


# --- plays and persons -----------------------------------------------------------------------


@each_log
def test_a_play_has_each_seat_with_its_result(golden: Golden) -> None:
    house, campaign = golden
    played = campaign.table.played
    found = Counter((row["play"], row["person"], row["won"], row["score"]) for row in rows(house, "plays"))
    seats = [
        (number, person, None if one.winners is None else int(seat in one.winners), one.scores.get(seat))
        for number, one in enumerate(played, 1)
        for seat, person in (one.players or {"": ""}).items()
    ]
    assert found == Counter(seats)


NO_PART = object()


def results_of(one: Played, person: str, campaign: Campaign) -> object:
    """Whether a person won a finished game; None if that is unknown, `NO_PART` if they were not in it.

    If no seat names a person, the people of the evening share the result that all seats have.
    """
    won = {seat: None if one.winners is None else seat in one.winners for seat in one.players}
    mine = [won[seat] for seat, name in one.players.items() if name == person]
    if mine:
        return True if True in mine else None if None in mine else False
    around = [name for evening in campaign.table.evenings if evening.number == one.session for name in evening.players]
    if any(one.players.values()) or person not in around or not won:
        return NO_PART
    shared = set(won.values())
    return shared.pop() if len(shared) == 1 else None


@each_log
def test_a_person_has_all_plays_and_evenings(golden: Golden) -> None:
    house, campaign = golden
    people = {person for one in campaign.table.played for person in one.players.values() if person}
    people |= {person for one in campaign.table.evenings for person in one.players}
    found = {row["person"]: row for row in rows(house, "persons")}
    assert found.keys() == people
    for person, row in found.items():
        results = [
            known for one in campaign.table.played if (known := results_of(one, person, campaign)) is not NO_PART
        ]
        counted = Counter(results)
        assert (row["wins"], row["losses"], row["unknown"]) == (counted[True], counted[False], counted[None])
        assert row["plays"] == len(results)
        evenings = [each for each in rows(house, "evenings") if person in each["players"].split(", ")]
        assert (row["evenings"], row["minutes"]) == (len(evenings), sum(each["minutes"] for each in evenings))


# --- numbers ---------------------------------------------------------------------------------


@each_log
def test_the_numbers_are_those_of_the_charts(golden: Golden) -> None:
    house, campaign = golden
    with house.store.reading() as cursor:
        charts = series_by_round(cursor, campaign.id)
    found: dict[str, dict[tuple[int, int], int]] = {}
    for row in rows(house, "numbers"):
        found.setdefault(row["number"], {})[row["chapter"], row["round"]] = row["value"]
    assert found == charts
    assert len(rows(house, "numbers")) == sum(map(len, charts.values()))


def test_a_rebuild_leaves_the_views_on_its_new_tables(house: House, harbour: str) -> None:
    record_at(house, harbour, ("18:30", SessionStarted()), ("18:40", ANN), ("19:15", SessionEnded()))
    before = {view: rows(house, view) for view in ("evenings", "persons", "plays", "numbers")}
    assert house.verify() == []
    house.rebuild()
    assert {view: rows(house, view) for view in before} == before
