"""How far the full-text index and the numbers lag behind the log; read at each start and stop, without any event."""

import sqlite3
from collections.abc import Collection

from domain.games.source import GAME_MISSING
from projections.base import SqlTable

FOLLOWED = SqlTable("log_followed", {"campaign": str, "position": int}, ("campaign",))
"""The last position of each campaign that is in the full-text index."""
NUMBERS = SqlTable("series_behind", {"campaign": str, "since": int}, ("campaign",))
"""The entry from which a campaign's numbers and sheets predate a correction; no row if they are current."""


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
    """The entry from which a campaign's numbers and sheets must be projected again; None if they are current."""
    found = cursor.execute("SELECT since FROM series_behind WHERE campaign=?", (campaign,)).fetchone()
    return int(found[0]) if found else None


def campaigns_without_numbers(cursor: sqlite3.Connection | sqlite3.Cursor) -> list[str]:
    """The campaigns whose numbers have to be projected again."""
    return [campaign for (campaign,) in cursor.execute("SELECT campaign FROM series_behind")]


def games_awaited(cursor: sqlite3.Connection | sqlite3.Cursor, shipped: Collection[str]) -> list[str]:
    """The games that were not installed when lines of their campaigns were written."""
    rows = cursor.execute(
        "SELECT DISTINCT game FROM campaigns WHERE unreadable > 0"
        f" AND game NOT IN ({','.join('?' * len(shipped))}) AND EXISTS"
        " (SELECT 1 FROM log WHERE log.campaign=campaigns.campaign AND log.unreadable=?"
        " AND id BETWEEN number << 32 AND (number + 1) << 32)",
        (*shipped, GAME_MISSING),
    )
    return [game for (game,) in rows]


def mark_projected(db: sqlite3.Connection, campaign: str) -> None:
    """Mark a campaign's numbers and sheets as current."""
    db.execute("DELETE FROM series_behind WHERE campaign=?", (campaign,))


__all__ = [
    "FOLLOWED",
    "NUMBERS",
    "campaigns_without_numbers",
    "campaigns_without_words",
    "followed_position",
    "games_awaited",
    "mark_projected",
    "stale_since",
]
