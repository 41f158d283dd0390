"""A file that is made to measure with is one that could have been recorded."""

from __future__ import annotations

from pathlib import Path

from projections.log import Wanted, select_lines
from tests.bench.fabricated import PATTERNS, fabricated, name_of
from tests.house import House

CAMPAIGNS, ENTRIES = PATTERNS + 2, 70


def test_a_fabricated_file_is_sound(tmp_path: Path) -> None:
    house = House(fabricated(tmp_path / "many.db", CAMPAIGNS, ENTRIES))
    assert house.verify() == []
    rows = house.rows()
    assert [len(rows["campaigns"]), len(rows["log"])] == [CAMPAIGNS, CAMPAIGNS * ENTRIES]
    assert house.rebuild() == rows
    house.close()


def test_its_campaigns_are_told_apart_and_go_on(tmp_path: Path) -> None:
    house = House(fabricated(tmp_path / "many.db", CAMPAIGNS, ENTRIES))
    ids = [row[0] for row in house.rows()["campaigns"]]
    assert {house.table(id_)["name"] for id_ in ids} == {name_of(number) for number in range(CAMPAIGNS)}
    with house.store.reading() as cursor:
        first = [line.text for id_ in ids for line in select_lines(cursor, id_, Wanted(search=name_of(3)))]
    assert first == [f"Started “{name_of(3)}”"]
    house.close()
