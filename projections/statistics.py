"""Statistics: what can be counted in a log without folding it."""

import sqlite3

from projections.campaigns import ids


def per_session(cursor: sqlite3.Cursor, campaign: str) -> list[tuple[int, int]]:
    """(session, commands of it that count), in order."""
    return cursor.execute(
        "SELECT session, COUNT(*) FROM log WHERE id BETWEEN ? AND ? AND session IS NOT NULL AND cause IS NULL"
        " AND withdrawn_by IS NULL AND replaced_by IS NULL GROUP BY session ORDER BY session",
        ids(cursor, campaign),
    ).fetchall()
