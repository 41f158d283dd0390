"""Series: the numbers of charts, at the end of each stretch of entries in one round.

A correction only marks from which entry they are stale; they are projected later (`projections/following.py`).
"""

import sqlite3
from collections.abc import Mapping

import orjson

from domain.log.campaign import Batch
from domain.log.entries import LARGEST
from domain.log.trace import NONE
from projections.base import Projection, SqlTable
from projections.behind import NUMBERS

TABLE = SqlTable(
    "series",
    {"campaign": str, "name": str, "since": int, "chapter": int, "round": int, "value": int},
    ("campaign", "name", "since"),
    refers=(("campaign", "campaigns", "campaign"),),
)


_NEWEST = """
WITH RECURSIVE names (name) AS (
  SELECT MIN(name) FROM series WHERE campaign=?1
  UNION ALL
  SELECT (SELECT MIN(name) FROM series WHERE campaign=?1 AND name>names.name) FROM names WHERE name IS NOT NULL
)
SELECT MAX((SELECT MAX(since) FROM series WHERE campaign=?1 AND name=names.name AND since<?2))
FROM names WHERE name IS NOT NULL
"""
"""The start of a campaign's last stretch before a position; one index lookup per name."""
_NEWEST_OF_NAME = "SELECT MAX(since) FROM series WHERE campaign=? AND since<? AND name=?"
"""The same, if a name is known that has a number in that stretch: one index lookup."""


def write(db: sqlite3.Connection, batch: Batch) -> None:
    if batch.since is not None:
        db.execute(
            "INSERT INTO series_behind VALUES (?,?)"
            " ON CONFLICT (campaign) DO UPDATE SET since=MIN(since, excluded.since)",
            (batch.campaign, batch.since),
        )
    elif batch.trace.numbers or batch.trace.left:
        project(db, batch)


def project(db: sqlite3.Connection, batch: Batch) -> None:
    """Write the numbers of a batch."""
    trace = batch.trace
    is_continued = batch.since is not None or any(noted[0] is None for noted in (*trace.numbers, *trace.left))
    start = _start_of_stretch(db, batch) if is_continued else None
    if batch.since is not None:
        db.execute("DELETE FROM series WHERE campaign=? AND since>=?", (batch.campaign, start))
    db.executemany(
        "INSERT INTO series (campaign, since, chapter, round, name, value) VALUES (?,?,?,?,?,?)"
        " ON CONFLICT (campaign, name, since) DO UPDATE"
        " SET chapter=excluded.chapter, round=excluded.round, value=excluded.value",
        [
            (batch.campaign, start if since is None else since, chapter, round_, name, _clamped(value))
            for since, chapter, round_, name, value in trace.numbers
        ],
    )
    db.executemany(  # a hero who left within a stretch has no number at its end
        "DELETE FROM series WHERE campaign=? AND since=? AND name NOT IN (SELECT value FROM json_each(?))",
        [
            (batch.campaign, start if since is None else since, orjson.dumps([*names]).decode())
            for since, names in trace.left
        ],
    )


def _start_of_stretch(db: sqlite3.Connection, batch: Batch) -> int:
    """The first position of the stretch that the batch continues."""
    before = batch.entries[0].position if batch.since is None else batch.since
    found = None
    if batch.trace.anchor is not None:
        (found,) = db.execute(_NEWEST_OF_NAME, (batch.campaign, before, batch.trace.anchor)).fetchone()
    if found is None:
        (found,) = db.execute(_NEWEST, (batch.campaign, before)).fetchone()
    return found or 1


def _clamped(value: int) -> int:
    """A number clamped to SQLite's range; only a damaged entry exceeds it."""
    return max(-LARGEST, min(LARGEST, value))


SERIES = Projection((TABLE, NUMBERS), write, project=project)


When = tuple[int, int]
"""A chapter and a round in it."""


def series_by_round(cursor: sqlite3.Cursor, campaign: str) -> Mapping[str, Mapping[When, int]]:
    """For each name, the value at the end of each round of each chapter, in playing order."""
    found: dict[str, dict[When, int]] = {}
    for name, chapter, round_, value in cursor.execute(
        "SELECT name, chapter, round, value FROM series WHERE campaign=? AND name<>? ORDER BY name, since",
        (campaign, NONE),
    ).fetchall():
        found.setdefault(name, {})[chapter, round_] = value
    return found
