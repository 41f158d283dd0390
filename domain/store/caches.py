"""Caches: the tables that can be made again from the log, let go of where a page of one cannot be read."""

import sqlite3

PRECIOUS = ("entries", "commands", "packs", "photos", "quarantine")
"""The tables that cannot be made again."""
_OTHERS = f"tbl_name NOT IN ({','.join('?' * len(PRECIOUS))})"


def are_damaged(db: sqlite3.Connection) -> bool:
    """Whether SQLite finds something wrong with the file, but not with what cannot be made again."""
    found = (db.execute(f"PRAGMA integrity_check({table})").fetchall() for table in PRECIOUS)
    sound = [("ok",)]
    return all(said == sound for said in found) and db.execute("PRAGMA integrity_check(1)").fetchall() != sound


def empty(db: sqlite3.Connection) -> None:
    """Let go of every cache without reading its pages, for one may be damaged; the store's own is there again, empty.

    The pages are in the file until it is vacuumed.
    """
    own = db.execute("SELECT sql FROM sqlite_master WHERE name='snapshots'").fetchall()
    db.execute("PRAGMA writable_schema=ON")
    db.execute(f"DELETE FROM sqlite_master WHERE {_OTHERS}", PRECIOUS)  # noqa: S608 - our own names
    db.execute("PRAGMA writable_schema=RESET")
    for (statement,) in own:
        db.execute(statement)


__all__ = ["are_damaged", "empty"]
