"""Pace: what takes SQLite long ends once nobody wants it any more."""

import sqlite3

import pytest

from domain.store.pace import interrupted_by

LONG = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000) SELECT count(*) FROM n"


class NotWanted(Exception):
    """Nobody waits for it any more."""


def test_it_is_asked_while_it_works_and_told_that_no_entry_is_done() -> None:
    told: list[int] = []
    db = sqlite3.connect(":memory:")
    with interrupted_by(db, told.append):
        assert db.execute(LONG).fetchone() == (200_000,)
    assert set(told) == {0}


def test_what_is_raised_there_ends_it_and_is_raised_in_its_place() -> None:
    def stop(done: int) -> None:
        raise NotWanted

    db = sqlite3.connect(":memory:")
    with pytest.raises(NotWanted), interrupted_by(db, stop):
        db.execute(LONG).fetchone()
    assert db.execute(LONG).fetchone() == (200_000,)


def test_what_sqlite_says_by_itself_stays_its_own() -> None:
    with (
        pytest.raises(sqlite3.OperationalError, match="no such table"),
        interrupted_by(sqlite3.connect(":memory:"), lambda _: None),
    ):
        sqlite3.connect(":memory:").execute("SELECT * FROM nowhere")
