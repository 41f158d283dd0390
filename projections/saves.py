"""Save sheets: the sheets as they were put away at the end of each session."""

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
"""A campaign, a session, the position of its end, a sheet's key, the sheet as JSON."""


def rows(batch: Batch) -> list[Row]:
    """The sheets that were put away."""
    return [
        (batch.campaign, session, position, sheet.key, orjson.dumps(plain_sheet(sheet)).decode())
        for position, session, sheets in batch.trace.saves
        for sheet in sheets
    ]


def project(db: sqlite3.Connection, batch: Batch) -> None:
    put(db, batch, rows(batch))


def prepared_write(batch: Batch) -> Write:
    """The same for later: to write them out takes ten times as long as to put them into the file."""
    found = rows(batch)
    return lambda db: put(db, batch, found)


def put(db: sqlite3.Connection, batch: Batch, found: Iterable[Row]) -> None:
    """Write the sheets of a batch, in place of those that were put away since what it tells anew."""
    if batch.since is not None:
        db.execute("DELETE FROM sheets WHERE campaign=? AND position>=?", (batch.campaign, batch.since))
    db.executemany("INSERT INTO sheets VALUES (?,?,?,?,?)", found)


def write(db: sqlite3.Connection, batch: Batch) -> None:
    """Those of a command; what a correction changes is told anew later, with the numbers (`projections/series.py`)."""
    if batch.since is None and batch.trace.saves:
        project(db, batch)


SAVES = Projection((TABLE,), write, project=project, ready=prepared_write)


def sessions(cursor: sqlite3.Cursor, campaign: str) -> list[tuple[int, int]]:
    """(session, position of its end), in order."""
    return cursor.execute(
        "SELECT DISTINCT session, position FROM sheets WHERE campaign=? ORDER BY session", (campaign,)
    ).fetchall()
