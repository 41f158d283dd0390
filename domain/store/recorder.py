"""The library's parts, as this store wants them: connections, the recorder of entries, its tables."""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from threading import Lock
from urllib.parse import quote

from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteConnection, SQLiteCursor, SQLiteDatastore

from domain.log.entries import CORRECTION_TOPICS, Raw

Write = Callable[[sqlite3.Connection], None]
"""Something else to write in the transaction of the entries."""
CORRECTIONS = ", ".join(f"'{topic}'" for topic in CORRECTION_TOPICS)
_TABLES = (
    "CREATE TABLE IF NOT EXISTS entries (rowid INTEGER PRIMARY KEY AUTOINCREMENT, originator_id TEXT NOT NULL,"
    " originator_version INTEGER NOT NULL, topic TEXT NOT NULL, state BLOB NOT NULL,"
    " UNIQUE (originator_id, originator_version))",
    "CREATE INDEX IF NOT EXISTS corrections ON entries (originator_id, originator_version)"
    f" WHERE topic IN ({CORRECTIONS})",
    "CREATE TABLE IF NOT EXISTS commands (campaign TEXT NOT NULL, command TEXT NOT NULL,"
    " first INTEGER NOT NULL, last INTEGER NOT NULL, PRIMARY KEY (campaign, command)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS packs (digest TEXT PRIMARY KEY, game TEXT NOT NULL, pack BLOB NOT NULL)",
    "CREATE TABLE IF NOT EXISTS photos (digest TEXT PRIMARY KEY, body BLOB NOT NULL)",
)


class Datastore(SQLiteDatastore):
    """The library's connections, with a writer's lock of our own: theirs is lost when no connection is to be had."""

    def __init__(self, path: Path, lock_timeout: int) -> None:
        super().__init__(_name_of(path), lock_timeout=lock_timeout)
        self._writing = Lock()

    @contextmanager
    def get_connection(self, *, commit: bool) -> Iterator[SQLiteConnection]:
        with self._writing if commit else nullcontext(), super().get_connection(commit=False) as connection:
            yield connection


def _name_of(path: Path) -> str:
    """The file's name for SQLite; one that nobody can write, in a folder that nobody can write, never changes."""
    if path.exists() and not os.access(path, os.W_OK) and not os.access(path.parent, os.W_OK):
        return f"file:{quote(str(path.absolute()))}?immutable=1"
    return str(path)


class Recorder(SQLiteApplicationRecorder):
    """The library's recorder with positions that are never used twice, and more in its transaction."""

    def construct_create_table_statements(self) -> list[str]:
        return list(_TABLES)

    def insert(self, c: SQLiteCursor, campaign: str, raws: Sequence[Raw], writes: Iterable[Write]) -> None:
        """Entries and what else belongs to them, in a transaction that is open."""
        c.executemany(
            "INSERT INTO entries (originator_id, originator_version, topic, state) VALUES (?,?,?,?)",
            [(campaign, *raw) for raw in raws],
        )
        self._follows(c, campaign, raws[0].position)
        for write in writes:
            write(c.sqlite_cursor.connection)

    @staticmethod
    def _follows(c: SQLiteCursor, campaign: str, first: int) -> None:
        """Make sure that no position before the first is missing; asked after writing, when the file is ours.

        Raises:
            IntegrityError: one is.
        """
        c.execute("SELECT 1 FROM entries WHERE originator_id=? AND originator_version=?", (campaign, first - 1))
        if first > 1 and c.fetchone() is None:
            raise sqlite3.IntegrityError("that is not the next position")
