"""Queries use a reader of the store, and leave it as it was."""

import sqlite3

import pytest

from companion.campaign_files.read_only import OpenFile, open_for_queries
from domain.framework.refusal import Misfit
from domain.store import Damaged
from tests.house import House

SECRET = "SELECT state FROM entries"


def test_a_statement_that_the_program_prepared_is_not_read_by_a_query(house: House, harbour: str) -> None:
    with house.store.reading() as cursor:
        assert cursor.execute(SECRET).fetchall()
    with open_for_queries(house.store) as file, pytest.raises(Misfit, match="secrets"):
        file.ask(SECRET)


def test_after_a_query_the_program_reads_and_writes_as_before(house: House, harbour: str) -> None:
    with open_for_queries(house.store) as file:
        connection = file.db.conn
        assert file.ask("SELECT key FROM campaigns").rows == [["harbour"]]
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            connection.execute("DELETE FROM log")
    assert connection.execute("PRAGMA query_only").fetchone() == (0,)
    with house.store.reading() as cursor:
        assert cursor.connection is connection, "the pool gives the same reader again"
        assert cursor.execute(SECRET).fetchall()
        assert cursor.execute("SELECT length(zeroblob(65000000))").fetchone() == (65_000_000,)


def test_a_query_of_a_damaged_file_is_the_fault_of_the_file(
    house: House, harbour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(*_: object) -> None:
        raise sqlite3.DatabaseError("database disk image is malformed")

    monkeypatch.setattr("sqlite_utils.Database.execute", damaged)
    with pytest.raises(Damaged), open_for_queries(house.store) as file:
        file.ask("SELECT 1")


def test_all_questions_see_one_state_of_the_file(house: House, harbour: str) -> None:
    def count(file: OpenFile) -> object:
        return file.ask("SELECT COUNT(*) FROM campaigns").rows[0][0]

    with open_for_queries(house.store) as file:
        assert count(file) == 1
        house.new("Other")
        assert count(file) == 1
    with open_for_queries(house.store) as file:
        assert count(file) == 2
