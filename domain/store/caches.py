"""Caches: the tables that can be rebuilt from the log, dropped if one is damaged."""

import sqlite3

PRECIOUS = ("entries", "commands", "packs", "photos", "quarantine")
"""The tables that cannot be rebuilt."""
_OTHERS = f"tbl_name NOT IN ({','.join('?' * len(PRECIOUS))})"


def are_damaged(db: sqlite3.Connection) -> bool:
    """Whether SQLite finds a fault in the file, but none in the tables that cannot be rebuilt."""
    found = (db.execute(f"PRAGMA integrity_check({table})").fetchall() for table in PRECIOUS)
    sound = [("ok",)]
    return all(said == sound for said in found) and db.execute("PRAGMA integrity_check(1)").fetchall() != sound


def drop_read_models(db: sqlite3.Connection) -> None:
    """Drop every view and every table that can be rebuilt from the log, including those of other releases."""
    for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type='view'").fetchall():
        db.execute(f'DROP VIEW "{name}"')
    tables = f"SELECT name FROM sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite_%' AND {_OTHERS}"  # noqa: S608 - our own names
    for kind in ("CREATE VIRTUAL%", "%"):  # dropping a full-text table also drops its shadow tables
        for (name,) in db.execute(f"{tables} AND sql LIKE ?", (*PRECIOUS, kind)).fetchall():
            db.execute(f'DROP TABLE "{name}"')


def drop_caches(db: sqlite3.Connection) -> None:
    """Drop every cache without reading its pages, because they may be damaged; an empty snapshot table is created.

    Their pages stay in the file until it is vacuumed.
    """
    own = db.execute("SELECT sql FROM sqlite_master WHERE name='snapshots'").fetchall()
    db.execute("PRAGMA writable_schema=ON")
    db.execute(f"DELETE FROM sqlite_master WHERE {_OTHERS}", PRECIOUS)  # noqa: S608 - our own names
    db.execute("PRAGMA writable_schema=RESET")
    for (statement,) in own:
        db.execute(statement)


__all__ = ["are_damaged", "drop_caches", "drop_read_models"]
