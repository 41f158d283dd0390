"""The current state: the table at the last snapshot, one row per field, as JSON."""

import sqlite3

from pydantic_core import to_json

from domain.framework.table import Table
from domain.log.campaign import Batch
from projections.base import Projection, SqlTable, write_nothing

TABLE = SqlTable(
    "state",
    {"campaign": str, "part": str, "position": int, "value": str},
    ("campaign", "part"),
    refers=(("campaign", "campaigns", "campaign"),),
    in_step=False,
)


def keep_state(db: sqlite3.Connection, campaign: str, position: int, table: Table) -> None:
    """Write the fields of the table after an entry."""
    db.execute("DELETE FROM state WHERE campaign=?", (campaign,))
    db.executemany(
        "INSERT INTO state VALUES (?,?,?,?)",
        [(campaign, name, position, to_json(getattr(table, name)).decode()) for name in type(table).model_fields],
    )


def project(db: sqlite3.Connection, batch: Batch) -> None:
    keep_state(db, batch.campaign, batch.entries[-1].position, batch.table)


CURRENT = Projection((TABLE,), write_nothing, project=project, keep=keep_state)


def current_state(cursor: sqlite3.Cursor, campaign: str) -> tuple[int, bytes]:
    """The position of the stored state, and the state as JSON; it may lag behind the log.

    The position is 0 if no complete state is stored.
    """
    rows = cursor.execute("SELECT part, value, position FROM state WHERE campaign=?", (campaign,)).fetchall()
    kept = b"{%s}" % b",".join(to_json(part) + b":" + value.encode() for part, value, _ in rows)
    positions = {position for *_, position in rows}
    return positions.pop() if len(positions) == 1 else 0, kept
