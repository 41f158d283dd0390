"""Save sheets: the sheets as they were put away at the end of each session."""

import sqlite3

import orjson

from domain.log.campaign import Batch
from projections.base import Projection, SqlTable
from projections.documents.plain import plain_sheet

TABLE = SqlTable(
    "sheets",
    {"campaign": str, "session": int, "position": int, "sheet": str, "body": str},
    ("campaign", "session", "position", "sheet"),
    refers=(("campaign", "campaigns", "campaign"),),
)


def write(db: sqlite3.Connection, batch: Batch) -> None:
    if batch.since is not None:
        db.execute("DELETE FROM sheets WHERE campaign=? AND position>=?", (batch.campaign, batch.since))
    db.executemany(
        "INSERT INTO sheets VALUES (?,?,?,?,?)",
        [
            (batch.campaign, session, position, sheet.key, orjson.dumps(plain_sheet(sheet)).decode())
            for position, session, sheets in batch.trace.saves
            for sheet in sheets
        ],
    )


SAVES = Projection((TABLE,), write)


def sessions(cursor: sqlite3.Cursor, campaign: str) -> list[tuple[int, int]]:
    """(session, position of its end), in order."""
    return cursor.execute(
        "SELECT DISTINCT session, position FROM sheets WHERE campaign=? ORDER BY session", (campaign,)
    ).fetchall()
