"""Series: the numbers that charts follow, a row where one changed."""

import sqlite3
from collections.abc import Mapping

from domain.campaign import Batch
from projections.base import Projection, Table

TABLE = Table(
    "series",
    {"campaign": str, "name": str, "position": int, "value": int},
    ("campaign", "name", "position"),
    refers=(("campaign", "campaigns", "campaign"),),
)

LARGEST = 2**62


def write(db: sqlite3.Connection, batch: Batch) -> None:
    if batch.since is not None:
        db.execute("DELETE FROM series WHERE campaign=? AND position>=?", (batch.campaign, batch.since))
    db.executemany(
        "INSERT INTO series (campaign, position, name, value) VALUES (?,?,?,?)",
        [(batch.campaign, position, name, _kept(value)) for position, name, value in batch.trace.numbers],
    )


def _kept(value: int) -> int:
    """A number as the file can hold it; only a damaged entry can bring a larger one."""
    return max(-LARGEST, min(LARGEST, value))


SERIES = Projection((TABLE,), write)


def series(cursor: sqlite3.Cursor, campaign: str) -> Mapping[str, list[tuple[int, int]]]:
    """For each name, (position, value) where it changed, in order."""
    found: dict[str, list[tuple[int, int]]] = {}
    for name, position, value in cursor.execute(
        "SELECT name, position, value FROM series WHERE campaign=? ORDER BY name, position", (campaign,)
    ).fetchall():
        found.setdefault(name, []).append((position, value))
    return found
