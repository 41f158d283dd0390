"""The recorders: entries, command ids and read models in one transaction; and snapshots."""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import orjson
from eventsourcing.persistence import Notification, StoredEvent
from eventsourcing.sqlite import SQLiteAggregateRecorder, SQLiteApplicationRecorder, SQLiteCursor, SQLiteDatastore

from domain.log.entries import CORRECTION_TOPICS, Break, Raw, Row

Write = Callable[[sqlite3.Connection], None]
"""A further write in the transaction of the entries."""
Recorded = tuple[str, int, int]
"""A command's id with the first and last position it recorded."""
CORRECTIONS = ", ".join(f"'{topic}'" for topic in CORRECTION_TOPICS)
_TABLES = (
    "CREATE TABLE IF NOT EXISTS entries (rowid INTEGER PRIMARY KEY, originator_id TEXT NOT NULL,"
    " originator_version INTEGER NOT NULL, topic TEXT NOT NULL, state BLOB NOT NULL,"
    " UNIQUE (originator_id, originator_version))",
    "CREATE INDEX IF NOT EXISTS corrections ON entries (originator_id, originator_version)"
    f" WHERE topic IN ({CORRECTIONS})",
    "CREATE TABLE IF NOT EXISTS commands (campaign TEXT NOT NULL, command TEXT NOT NULL,"
    " first INTEGER NOT NULL, last INTEGER NOT NULL, PRIMARY KEY (campaign, command)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS packs (digest TEXT PRIMARY KEY, game TEXT NOT NULL, pack BLOB NOT NULL)",
    "CREATE TABLE IF NOT EXISTS photos (digest TEXT PRIMARY KEY, body BLOB NOT NULL)",
    "CREATE TABLE IF NOT EXISTS quarantine (campaign TEXT NOT NULL, position INTEGER NOT NULL, why TEXT NOT NULL,"
    " PRIMARY KEY (campaign, position)) WITHOUT ROWID",
)
_NEXT = (
    "INSERT INTO entries (originator_id, originator_version, topic, state)"
    " VALUES (?1, CASE WHEN ?2=1 OR EXISTS"
    " (SELECT 1 FROM entries WHERE originator_id=?1 AND originator_version=?2-1) THEN ?2 END, ?3, ?4)"
)
"""Inserts an entry. Without a predecessor its position is NULL, which the table refuses; this saves a query."""
_ROW = "originator_version, topic, CAST(state AS BLOB)"
"""The columns of an entry; the cast guards against a damaged page that changes the type."""


def quarantine_write(campaign: str, found: Iterable[Break]) -> Write:
    """The write that quarantines damaged entries of a log, so that they are reported and otherwise skipped."""
    rows = [(campaign, one.position, one.what) for one in found]

    def write(db: sqlite3.Connection) -> None:
        db.executemany("INSERT OR REPLACE INTO quarantine VALUES (?,?,?)", rows)

    return write


def commands_write(campaign: str, commands: Iterable[Recorded]) -> Write:
    """The write that stores the ids of commands recorded elsewhere, also if one arrived in two parts."""
    rows = [(campaign, *command) for command in commands]

    def write(db: sqlite3.Connection) -> None:
        db.executemany(
            "INSERT INTO commands VALUES (?,?,?,?)"
            " ON CONFLICT (campaign, command) DO UPDATE SET last=MAX(last, excluded.last)",
            rows,
        )

    return write


class EntryRecorder(SQLiteApplicationRecorder):
    """Entries of all campaigns: a campaign is an originator, the position of an entry its version.

    Entries are never deleted, so row ids grow without AUTOINCREMENT.
    """

    def __init__(self, datastore: SQLiteDatastore) -> None:
        super().__init__(datastore, "entries")
        self.insert_events_statement = _NEXT
        self.select_events_statement = f"SELECT originator_id, {_ROW} AS state FROM entries WHERE originator_id=? "  # noqa: S608

    def construct_create_table_statements(self) -> list[str]:
        return list(_TABLES)

    def _insert_events(
        self,
        c: SQLiteCursor,
        stored_events: Sequence[StoredEvent],
        *,
        commands: Sequence[tuple[str, *Recorded]] = (),
        writes: Sequence[Write] = (),
        **kwargs: Any,
    ) -> Sequence[int] | None:
        """Insert entries, command ids and further writes in one transaction; a hook of the library.

        Raises:
            IntegrityError: a position is taken, the one before it is missing, or a command was recorded before.
        """
        rows = super()._insert_events(c, stored_events, **kwargs)
        c.executemany("INSERT INTO commands VALUES (?,?,?,?)", commands)
        for write in writes:
            write(c.sqlite_cursor.connection)
        return rows

    def append(self, campaign: str, raws: Sequence[Raw], commands: Sequence[Recorded], *writes: Write) -> None:
        """Insert entries of a campaign, their commands and further writes in a new transaction."""
        self.insert_events(
            stored_events(campaign, raws), commands=[(campaign, *one) for one in commands], writes=writes
        )

    def append_within(
        self, c: SQLiteCursor, campaign: str, raws: Sequence[Raw], commands: Sequence[Recorded], *writes: Write
    ) -> None:
        """Insert entries, their commands and further writes in an open transaction."""
        self._insert_events(
            c, stored_events(campaign, raws), commands=[(campaign, *one) for one in commands], writes=writes
        )

    def replicate(self, db: sqlite3.Connection, found: Sequence[Notification]) -> None:
        """Insert entries of another log under the row numbers they have there."""
        db.executemany(
            "INSERT INTO entries (rowid, originator_id, originator_version, topic, state) VALUES (?,?,?,?,?)",
            [(one.id, str(one.originator_id), one.originator_version, one.topic, one.state) for one in found],
        )

    def select_rows(
        self, campaign: str, after: int, upto: int, limit: int = -1, where: str = "", *values: str
    ) -> list[Row]:
        """Entries between two positions as plain tuples, for the fold (docs/develop/speed.md)."""
        between = f"originator_version>? AND originator_version<=? {where}"
        return self._select_where(between, campaign, after, upto, *values, limit)

    def select_rows_at(self, campaign: str, positions: Collection[int]) -> list[Row]:
        """The entries at some positions, each looked up; with a range next to them, SQLite would scan that."""
        at = "originator_version IN (SELECT value FROM json_each(?))"
        return self._select_where(at, campaign, orjson.dumps([*positions]).decode(), -1)

    def _select_where(self, where: str, campaign: str, *values: str | int) -> list[Row]:
        """The entries of a campaign that fulfil a condition; the last of the values is the limit."""
        with self.datastore.transaction(commit=False) as c:
            c.sqlite_cursor.row_factory = None
            c.execute(
                f"SELECT {_ROW} FROM entries WHERE originator_id=? AND {where}"  # noqa: S608 - our own words
                " ORDER BY originator_version LIMIT ?",
                (campaign, *values),
            )
            found: list[Row] = c.fetchall()
        return found


def stored_events(campaign: str, raws: Iterable[Raw]) -> list[StoredEvent]:
    """Entries as the library's type."""
    return [StoredEvent(campaign, *raw) for raw in raws]


class SnapshotRecorder(SQLiteAggregateRecorder):
    """Snapshots of tables made by this version of the code; others are ignored.

    Args:
        made_by: the prefix of its snapshots' topics, a fingerprint of the code.
    """

    def __init__(self, datastore: SQLiteDatastore, made_by: str) -> None:
        super().__init__(datastore, "snapshots")
        self.insert_events_statement = "INSERT OR REPLACE INTO snapshots VALUES (?,?,?,?)"
        self.select_events_statement = f"SELECT * FROM snapshots WHERE topic LIKE '{made_by} %' AND originator_id=? "  # noqa: S608

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], *, writes: Sequence[Write] = (), **kwargs: Any
    ) -> Sequence[int] | None:
        """Insert snapshots and further writes in one transaction."""
        rows = super()._insert_events(c, stored_events, **kwargs)
        for write in writes:
            write(c.sqlite_cursor.connection)
        return rows
