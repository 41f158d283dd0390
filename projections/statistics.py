"""Statistics of a log that need no fold."""

import sqlite3

from projections.campaigns import ids_of_campaigns


def commands_per_session(cursor: sqlite3.Cursor, campaign: str) -> list[tuple[int, int]]:
    """The number of counting commands in each session, as (session, commands), in order."""
    return cursor.execute(
        "SELECT session, COUNT(*) FROM log WHERE id BETWEEN ? AND ? AND session IS NOT NULL AND cause IS NULL"
        " AND withdrawn_by IS NULL AND replaced_by IS NULL GROUP BY session ORDER BY session",
        ids_of_campaigns(cursor, campaign),
    ).fetchall()
