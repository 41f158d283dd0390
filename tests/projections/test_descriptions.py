"""Each table, view and column of a campaign file has a description, and none describes what is not there."""

import sqlite3
from contextlib import closing

from sqlite_utils import Database

from projections.descriptions import DESCRIPTIONS, VIEWS
from projections.queries import QUERIES
from tests.house import House


def test_every_table_and_view_and_column_is_described(house: House) -> None:
    with closing(sqlite3.connect(house.path)) as connection:
        db = Database(connection)
        assert {*VIEWS} == {*db.view_names()}
        names = [name for name in db.table_names() if not name.startswith("log_fts")]
        found = {name: [column.name for column in db[name].columns] for name in (*names, *db.view_names())}
    assert {name: [*described.columns] for name, described in DESCRIPTIONS.items()} == found


def test_a_description_continues_a_sentence() -> None:
    meanings = [meaning for each in DESCRIPTIONS.values() for meaning in (each.row, *each.columns.values())]
    assert [meaning for meaning in meanings if meaning.endswith(".") or not meaning] == []


def test_a_query_has_an_example_for_each_of_its_values() -> None:
    assert {query.name: sorted(query.example) for query in QUERIES if ":" in query.sql} == {
        query.name: sorted(query.example) for query in QUERIES if query.example
    }
