"""Plays as CSV: a row for each person of each play, safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from domain.games import BY_KEY
from projections.campaigns import find_campaign
from projections.documents.arrivals import import_campaign
from projections.documents.export import export_campaign, suffix_of_export
from tests.house import House
from tests.moments import read_golden
from tests.projections.documents.evening import Evening


def rows_of(made: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(made.decode("utf-8-sig"))))


def of_golden(game: str, log: str, folder: Path) -> list[dict[str, str]]:
    house = House(folder / "campaigns.db", (BY_KEY[game],))
    id_ = import_campaign(house.campaigns, read_golden(game, log)).campaign
    with house.campaigns.open(id_) as live, house.store.reading() as cursor:
        listed = find_campaign(cursor, id_)
        return rows_of(b"".join(export_campaign(live, listed, house.store.reading, ".plays.csv")))


def test_a_finished_war_has_a_row_for_each_seat(tmp_path: Path) -> None:
    rows = of_golden("runewars", "0.1.0-war", tmp_path)
    last = [row for row in rows if row["playid"] == rows[-1]["playid"]]
    assert [(row["name"], row["color"], row["score"], row["win"]) for row in last] == [
        ("Ana", "Daqan Lords", "2", "0"),
        ("Ben", "Latari Elves", "3", "1"),
        ("小梅", "Uthuk Y'llan", "2", "0"),
    ]
    assert {(row["game"], row["objectid"], row["nowinstats"]) for row in last} == {("Runewars", "59294", "0")}
    assert {row["incomplete"] for row in rows} == {"0", "1"}


def test_an_unknown_result_is_no_loss(tmp_path: Path) -> None:
    rows = of_golden("champions", "0.1.0-every", tmp_path)
    given_up = [row for row in rows if row["comments"].startswith("The Clockmaker")]
    assert given_up
    assert {(row["win"], row["nowinstats"], row["incomplete"]) for row in given_up} == {("", "1", "0")}


def test_no_name_is_run_as_a_formula(house: House) -> None:
    evening = Evening(house)
    evening.plays("session-started", players=["=HYPERLINK(1)"], time="2026-11-20T19:00:00.000Z")
    (row,) = rows_of(evening.exported(".plays.csv"))
    assert row["name"] == "'=HYPERLINK(1)"
    assert (row["date"], row["incomplete"], row["win"]) == ("2026-11-20", "1", "")


def test_an_evening_without_people_is_still_a_row(house: House) -> None:
    evening = Evening(house)
    evening.plays("session-started", location="At home", time="2026-11-20T19:00:00.000Z")
    assert [(row["name"], row["location"]) for row in rows_of(evening.exported(".plays.csv"))] == [("", "At home")]


@pytest.mark.parametrize(
    ("name", "suffix"),
    [
        ("plays.csv", ".plays.csv"),
        ("Lanterns.Plays.CSV", ".plays.csv"),
        ("displays.csv", ".csv"),
        ("log.csv", ".csv"),
        ("a.b.jsonl", ".jsonl"),
        ("a.xyz", ".xyz"),
        ("none", ""),
    ],
)
def test_the_end_of_a_name_decides_its_format(name: str, suffix: str) -> None:
    assert suffix_of_export(name) == suffix
