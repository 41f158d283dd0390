"""How far the full-text index and the numbers lag behind the log; read at each start and end, without any event."""

import sqlite3

from projections.base import SqlTable

FOLLOWED = SqlTable("log_followed", {"campaign": str, "position": int}, ("campaign",))
"""Up to which position the words of a campaign are in the full-text index."""
NUMBERS = SqlTable("series_behind", {"campaign": str, "since": int}, ("campaign",))
"""From which entry on the numbers of a campaign, and its sheets, are those of before a correction; mostly from none."""


def followed_position(cursor: sqlite3.Connection | sqlite3.Cursor, campaign: str) -> int:
    """The last position that a campaign's full-text index covers."""
    found = cursor.execute("SELECT position FROM log_followed WHERE campaign=?", (campaign,)).fetchone()
    return int(found[0]) if found else 0


def campaigns_without_words(cursor: sqlite3.Connection | sqlite3.Cursor) -> list[str]:
    """The campaigns whose full-text index is not complete."""
    rows = cursor.execute(
        "SELECT campaign FROM campaigns LEFT JOIN log_followed USING (campaign) WHERE entries > COALESCE(position, 0)"
    )
    return [campaign for (campaign,) in rows]


def stale_since(cursor: sqlite3.Connection | sqlite3.Cursor, campaign: str) -> int | None:
    """The entry from which a campaign's numbers and sheets have to be projected again; None where they are current."""
    found = cursor.execute("SELECT since FROM series_behind WHERE campaign=?", (campaign,)).fetchone()
    return int(found[0]) if found else None


def campaigns_without_numbers(cursor: sqlite3.Connection | sqlite3.Cursor) -> list[str]:
    """The campaigns whose numbers have to be projected again."""
    return [campaign for (campaign,) in cursor.execute("SELECT campaign FROM series_behind")]


def mark_projected(db: sqlite3.Connection, campaign: str) -> None:
    """Mark a campaign's numbers and sheets as current."""
    db.execute("DELETE FROM series_behind WHERE campaign=?", (campaign,))


__all__ = [
    "FOLLOWED",
    "NUMBERS",
    "campaigns_without_numbers",
    "campaigns_without_words",
    "followed_position",
    "mark_projected",
    "stale_since",
]
