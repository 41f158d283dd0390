"""The tables of results: evenings, finished games, and who took part, in step with every command."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.framework.kernel import SessionEnded, SessionStarted
from domain.framework.table import as_json
from domain.games import BY_KEY
from domain.log.campaign import Batch, Campaign
from domain.log.entries import Memory
from domain.log.trace import Trace
from domain.store import replaying
from projections import results
from projections.documents.arrivals import import_campaign
from projections.results import changes_results
from tests.house import House
from tests.moments import GOLDEN, read_golden
from tests.toy import CoinsGained, SeatTaken

LOGS = sorted((path.parent.name, path.stem) for path in GOLDEN.glob("*/*.jsonl"))
TABLES = ("sittings", "sitters", "played", "participants")
each_log = pytest.mark.parametrize(("game", "log"), LOGS)


def of_results(house: House, table: str) -> list[tuple[Any, ...]]:
    """The rows of a table without their campaign, in the order of their key."""
    return [row[1:] for row in house.rows()[table]]


def record_at(house: House, campaign: str, time: str, *events: Any, day: str = "", offset: int | None = None) -> None:
    for event in events:
        command = replace(house.command(), time=time, day=day, offset=offset)
        house.campaigns.run(campaign, command, lambda live: live.record(event, command, house.campaigns.chance))  # noqa: B023


# --- evenings --------------------------------------------------------------------------------


def test_an_evening_has_its_day_start_length_and_people(house: House, harbour: str) -> None:
    start = SessionStarted(players=("Ann", "Bob", "Ann"))
    record_at(house, harbour, "2026-11-20T18:30:00.000Z", start, day="2026-11-20", offset=60)
    record_at(house, harbour, "2026-11-20T19:45:00.000Z", SeatTaken(seat="Ann"))
    assert of_results(house, "sittings") == [(1, "2026-11-20", "19:30", 60, None)]
    record_at(house, harbour, "2026-11-20T20:00:00.000Z", SessionEnded())
    assert of_results(house, "sittings") == [(1, "2026-11-20", "19:30", 60, 90)]
    assert of_results(house, "sitters") == [(1, "Ann"), (1, "Bob")]


@pytest.mark.parametrize(
    ("when", "begun", "minutes"),
    [("2026-11-20", "", 30), ("2026-11-20 19:00", "19:00", 30), ("2026-11-22 10:00", "10:00", 90)],
)
def test_an_evening_that_is_entered_afterwards_has_the_day_and_start_that_the_table_gave(
    house: House, harbour: str, when: str, begun: str, minutes: int
) -> None:
    start = SessionStarted(players=("Ann",), when=when)
    record_at(house, harbour, "2026-11-22T11:00:00.000Z", start, day="2026-11-22", offset=0)
    record_at(house, harbour, "2026-11-22T11:30:00.000Z", SessionEnded())
    assert of_results(house, "sittings") == [(1, when[:10], begun, 0, minutes)]


def test_an_evening_whose_clock_is_unknown_has_the_day_of_utc(house: House, harbour: str) -> None:
    record_at(house, harbour, "2026-11-20T23:30:00.000Z", SessionStarted(), SessionEnded())
    assert of_results(house, "sittings") == [(1, "2026-11-20", "23:30", None, 0)]


def test_an_evening_that_is_taken_back_has_no_row(house: House, harbour: str) -> None:
    house.record(harbour, SessionStarted(players=("Ann",)))
    house.undo(harbour)
    assert [of_results(house, name) for name in ("sittings", "sitters")] == [[], []]
    house.redo(harbour)
    assert of_results(house, "sitters") == [(1, "Ann")]


def test_a_correction_measures_only_the_evenings_that_end_after_it(
    house: House, harbour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.record(harbour, SessionStarted(), SeatTaken(seat="Ann"), SessionEnded())
    house.record(harbour, SessionStarted(), CoinsGained(seat="Ann", amount=2), SessionEnded())
    measured: list[int] = []
    measure = results._minutes_played

    def measuring(db: Any, campaign: str, evening: Any, *ends: Any) -> int:
        measured.append(evening.number)
        return measure(db, campaign, evening, *ends)

    monkeypatch.setattr(results, "_minutes_played", measuring)
    house.amend(harbour, 6, amount=1)
    assert measured == [2]


def test_an_entry_that_is_no_result_writes_no_rows(house: House, harbour: str) -> None:
    house.record(harbour, SessionStarted(players=("Ann",)), SeatTaken(seat="Ann"))
    said: list[str] = []
    with house.store.writing() as writer:
        writer.set_trace_callback(said.append)
    house.record(harbour, CoinsGained(seat="Ann", amount=1))
    assert not [one for one in said if any(name in one for name in TABLES)]


# --- finished games --------------------------------------------------------------------------


@each_log
def test_no_entry_changes_a_result_unnoticed(game: str, log: str) -> None:
    """Otherwise rows would be out of step until the next result."""
    found = read_golden(game, log)
    campaign = Campaign("0" * 32, BY_KEY[game], Memory(found.raws), {pack.digest: pack for pack in found.packs}.get)
    table = campaign.at(0)
    trace = Trace(campaign.game, table)
    unnoticed = []
    for entry in campaign.entries():
        before = as_json(table.evenings), as_json(table.played)
        if entry.event is not None:
            entry.event.record_on(table)
        trace.take_over().note(entry.position, table)
        noticed = changes_results(Batch(campaign.id, campaign.game, table, trace, [entry]))
        if (as_json(table.evenings), as_json(table.played)) != before and not noticed:
            unnoticed.append(entry.topic)
    assert unnoticed == []


@each_log
def test_rows_that_follow_a_log_are_those_of_a_rebuild(game: str, log: str, tmp_path: Path) -> None:
    """The log arrives in five parts, so that the later ones are written as live entries are."""
    found, house = read_golden(game, log), House(tmp_path / "campaigns.db", (BY_KEY[game],))
    parts = sorted(Random(1).sample(range(1, len(found.raws)), 4)) if len(found.raws) > 5 else [1]
    id_ = import_campaign(house.campaigns, replace(found, raws=found.raws[: parts[0]])).campaign
    for known, end in zip(parts, [*parts[1:], len(found.raws)], strict=True):
        house.campaigns.continue_campaign(id_, found.raws[:end], known)
    live = house.rows()
    with house.campaigns.open(id_) as here:
        assert len(live["played"]) == len(here.table.played)
        assert len(live["sittings"]) == len(here.table.evenings)
    assert house.rebuild() == live


@pytest.mark.parametrize("size", [7, 2_000])
def test_a_war_has_its_seats_winner_and_scores(size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replaying, "RETOLD", size)
    house = House(tmp_path / "campaigns.db", (BY_KEY["runewars"],))
    import_campaign(house.campaigns, read_golden("runewars", "0.1.0-war"))
    assert of_results(house, "participants") == [
        (1, "elf", "Ben", "Latari Elves", 1, 3),
        (1, "human", "Ana", "Daqan Lords", 0, 2),
        (1, "uthuk", "小梅", "Uthuk Y'llan", 0, 2),
    ]


def test_a_scenario_that_was_given_up_has_no_result(tmp_path: Path) -> None:
    house = House(tmp_path / "campaigns.db", (BY_KEY["champions"],))
    import_campaign(house.campaigns, read_golden("champions", "0.1.0-every"))
    assert [row[-1] for row in of_results(house, "played")] == ["The Clockmaker", "Rhino", "Klaw"]
    won = {number: result for number, *_, result, _ in of_results(house, "participants")}
    assert won[1] is None
    assert None not in (won[2], won[3])


@pytest.mark.parametrize("table", TABLES)
def test_rows_of_results_that_are_gone_are_found_and_built_again(tmp_path: Path, table: str) -> None:
    house = House(tmp_path / "campaigns.db", (BY_KEY["champions"],))
    import_campaign(house.campaigns, read_golden("champions", "0.1.0-every"))
    before = house.rows()
    with house.store.writing() as db:
        db.execute(f"DELETE FROM {table}")
    assert any(f"“{table}”" in fault.what for fault in house.verify())
    assert house.rebuild() == before


def test_taking_a_result_back_takes_its_rows_back(tmp_path: Path) -> None:
    house = House(tmp_path / "campaigns.db", (BY_KEY["runewars"],))
    id_ = import_campaign(house.campaigns, read_golden("runewars", "0.1.0-war")).campaign
    before = house.rows()
    with house.campaigns.open(id_) as live:
        ending = max(entry.position for entry in live.entries() if entry.topic == "runewars.war-scored")
    house.undo(id_, ending, "since", sure=True)
    assert [of_results(house, name) for name in ("played", "participants")] == [[], []]
    house.redo(id_)
    assert [house.rows()[name] for name in TABLES] == [before[name] for name in TABLES]
