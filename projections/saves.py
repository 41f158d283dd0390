"""Save sheets: the sheets at the end of each session."""

import sqlite3
from collections.abc import Iterable

import orjson

from domain.log.campaign import Batch
from domain.store import Write
from projections.base import Projection, SqlTable
from projections.documents.plain import plain_sheet

TABLE = SqlTable(
    "sheets",
    {"campaign": str, "session": int, "position": int, "sheet": str, "body": str},
    ("campaign", "session", "position", "sheet"),
    refers=(("campaign", "campaigns", "campaign"),),
)


Row = tuple[str, int, int, str, str]
"""Campaign, session, position of the session's end, key of the sheet, the sheet as JSON."""


def rows_of_saves(batch: Batch) -> list[Row]:
    """The rows of a batch's saved sheets."""
    return [
        (batch.campaign, session, position, sheet.key, orjson.dumps(plain_sheet(sheet)).decode())
        for position, session, sheets in batch.trace.saves
        for sheet in sheets
    ]


def project(db: sqlite3.Connection, batch: Batch) -> None:
    replace_saves(db, batch, rows_of_saves(batch))


def prepared_write(batch: Batch) -> Write:
    """Encode the sheets now and return the write for later (docs/develop/speed.md, choices)."""
    found = rows_of_saves(batch)
    return lambda db: replace_saves(db, batch, found)


def replace_saves(db: sqlite3.Connection, batch: Batch, found: Iterable[Row]) -> None:
    """Write saved sheets, replacing those since the position from which the batch replays."""
    if batch.since is not None:
        db.execute("DELETE FROM sheets WHERE campaign=? AND position>=?", (batch.campaign, batch.since))
    db.executemany("INSERT INTO sheets VALUES (?,?,?,?,?)", found)


def write(db: sqlite3.Connection, batch: Batch) -> None:
    """Write the sheets of a command; after a correction, `projections/following.py` writes them with the numbers."""
    if batch.since is None and batch.trace.saves:
        project(db, batch)


SAVES = Projection((TABLE,), write, project=project, ready=prepared_write)


def sessions_with_saves(cursor: sqlite3.Cursor, campaign: str) -> list[tuple[int, int]]:
    """The sessions with saved sheets as (session, position of its end), in order."""
    return cursor.execute(
        "SELECT DISTINCT session, position FROM sheets WHERE campaign=? ORDER BY session", (campaign,)
    ).fetchall()
