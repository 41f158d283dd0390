"""The library's parts, as this store wants them: connections, the recorder of entries, its tables."""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from urllib.parse import quote

from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
)

from domain.log.entries import CORRECTION_TOPICS, Break, Raw
from domain.store.place import FilePlace

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
    "CREATE TABLE IF NOT EXISTS quarantine (campaign TEXT NOT NULL, position INTEGER NOT NULL, why TEXT NOT NULL,"
    " PRIMARY KEY (campaign, position)) WITHOUT ROWID",
)


READERS = 32
"""Connections that read at once; one that records has its own, so no reader keeps it waiting."""
KEPT = 5
"""Of these so many stay open when nobody reads."""


class Pool(SQLiteConnectionPool):
    """The library's connections to a file, none of them to another one that stands in its place."""

    def __init__(self, path: Path, lock_timeout: int, place: FilePlace, kept: int, more: int) -> None:
        super().__init__(db_name=_name_of(path), lock_timeout=lock_timeout, pool_size=kept, max_overflow=more)
        self._place = place

    def _create_connection(self) -> SQLiteConnection:
        self._place.check()
        return super()._create_connection()


def quarantining(campaign: str, found: Iterable[Break]) -> Write:
    """Write down what is known to be wrong with a log, so that it is told, and stops nothing from here on."""
    rows = [(campaign, *one) for one in found]

    def write(db: sqlite3.Connection) -> None:
        db.executemany("INSERT OR REPLACE INTO quarantine VALUES (?,?,?)", rows)

    return write


class Datastore(SQLiteDatastore):
    """The library's connections, and one of our own to write by, in turn.

    Theirs lose the writer's lock when no connection is to be had, and readers could keep all of them. What is written
    is written where the file was opened, or not at all.
    """

    def __init__(self, path: Path, lock_timeout: int) -> None:
        super().__init__(_name_of(path), lock_timeout=lock_timeout)
        self._place = FilePlace(path)
        self.pool = Pool(path, lock_timeout, self._place, KEPT, READERS - KEPT)
        self._pen = Pool(path, lock_timeout, self._place, 1, 0)
        self._writing = Lock()

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        if commit:
            self._place.check()
        with super().transaction(commit=commit) as cursor:
            yield cursor
        if commit:
            self._place.learn()
            self._place.check()

    @contextmanager
    def get_connection(self, *, commit: bool) -> Iterator[SQLiteConnection]:
        if not commit:
            with super().get_connection(commit=False) as connection:
                yield connection
            return
        with self._writing:
            connection = self._pen.get_connection()
            try:
                yield connection
            finally:
                self._pen.put_connection(connection)

    def close(self) -> None:
        super().close()
        self._pen.close()


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
