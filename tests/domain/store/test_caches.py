"""Caches: what can be made again is told from what cannot, when the file is damaged and when it is let go of."""

import sqlite3

import pytest

from domain.store import caches
from domain.store.caches import PRECIOUS


def stored(broken: str = "") -> sqlite3.Connection:
    """A file with a row in each table; what one of them holds is not what it says that it takes."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    for table in (*PRECIOUS, "lines", "snapshots"):
        db.execute(f"CREATE TABLE {table} (id, note)")
        db.execute(f"INSERT INTO {table} VALUES (1, NULL)")
    if broken:
        db.execute("PRAGMA writable_schema=ON")
        sql = f"CREATE TABLE {broken} (id, note NOT NULL)"
        db.execute("UPDATE sqlite_master SET sql=? WHERE name=?", (sql, broken))
        db.execute("PRAGMA writable_schema=RESET")
    return db


def tables(db: sqlite3.Connection) -> set[str]:
    return {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type='table'")}


@pytest.mark.parametrize(
    ("broken", "damaged"), [("", False), ("lines", True), ("snapshots", True), ("entries", False), ("photos", False)]
)
def test_caches_are_damaged_where_something_is_wrong_but_not_with_what_cannot_be_made_again(
    broken: str, damaged: bool
) -> None:
    assert caches.are_damaged(stored(broken)) is damaged


def test_what_can_be_made_again_is_dropped_and_the_rest_stays() -> None:
    db = stored()
    caches.drop_read_models(db)
    assert tables(db) == set(PRECIOUS)
    assert [db.execute(f"SELECT count(*) FROM {table}").fetchone() for table in PRECIOUS] == [(1,)] * len(PRECIOUS)


def test_caches_are_let_go_of_and_the_own_one_is_there_again_and_empty() -> None:
    db = stored("lines")
    caches.drop_caches(db)
    assert tables(db) == {*PRECIOUS, "snapshots"}
    assert db.execute("SELECT count(*) FROM snapshots").fetchone() == (0,)
