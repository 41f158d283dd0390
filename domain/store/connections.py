"""The connections to a file: the library's to read by, as this store wants them, and one to write by."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import get_ident
from urllib.parse import quote

from eventsourcing.persistence import InterfaceError
from eventsourcing.sqlite import SQLiteConnection, SQLiteConnectionPool, SQLiteCursor, SQLiteDatastore

from domain.store.errors import StoreMoved, is_full
from domain.store.place import FilePlace
from domain.store.writer import Writer

READERS = 32
"""Connections that read at once; one that records has its own, so no reader keeps it waiting."""
KEPT = 5
"""Of these so many stay open when nobody reads."""
ENDING = 5.0
"""Seconds that closing waits for who still reads or writes; whoever takes longer closes the connection behind them."""
STATEMENTS = 256
"""Prepared statements that a connection remembers; recording uses about twenty."""


class OneLook(SQLiteConnection):
    """A connection to a file as it stands, which is closed after one look: once there is room, others write."""

    @property
    def closing(self) -> bool:
        return True


class Pool(SQLiteConnectionPool):
    """The library's connections to a file, none of them to another one that stands in its place."""

    def __init__(self, path: Path, lock_timeout: int, place: FilePlace) -> None:
        super().__init__(db_name=_name_of(path), lock_timeout=lock_timeout, pool_size=KEPT, max_overflow=READERS - KEPT)
        self._place = place
        self._path = path
        self._holders: dict[int, int] = {}
        """The thread that has each connection, or had it last."""

    def _get_connection(self, timeout: float = 0.0) -> SQLiteConnection:
        """A connection; where no more can be opened, one that somebody gives back.

        Raises:
            StoreMoved: the file is not in its place, and no connection to it is given back: none is open, or whoever
                asks has them all.
        """
        try:
            found = super()._get_connection(timeout)
        except StoreMoved:
            with self._put_condition:
                if not self._pool and not (self._held_by_others() and self._put_condition.wait(timeout)):
                    raise
            return self._get_connection(timeout)
        self._holders[id(found)] = get_ident()
        return found

    def _held_by_others(self) -> bool:
        """Whether a connection may be given back: nobody who waits for one has one already."""
        holders = {self._holders[one] for one in self._in_use}
        return bool(holders) and get_ident() not in holders

    def _create_connection(self) -> SQLiteConnection:
        try:
            return SQLiteConnection(self.connect(), self.max_age)
        except sqlite3.Error as error:
            if is_full(error) and not has_journal(self._path):
                return OneLook(self._connect(as_it_stands(self._path)), self.max_age)
            raise InterfaceError(error) from error

    def connect(self) -> sqlite3.Connection:
        """A connection of one's own.

        The library asks SQLite for `cached_statements=True`, and that is a cache of one.

        Raises:
            StoreMoved: the file is not in its place.
        """
        self._place.check()
        db = self._connect(self.db_name)
        try:
            if db.execute("PRAGMA journal_mode").fetchone() != ("wal",):
                db.execute("PRAGMA journal_mode=WAL")
        except BaseException:
            db.close()
            raise
        return db

    def _connect(self, name: str) -> sqlite3.Connection:
        return sqlite3.connect(
            name,
            uri=True,
            check_same_thread=False,
            isolation_level=None,
            cached_statements=STATEMENTS,
            timeout=self.lock_timeout or 0,
        )

    def put_connection(self, conn: SQLiteConnection) -> None:
        with self._put_condition:
            if not self._closed:
                super().put_connection(conn)
                return
        conn.in_use.release()
        conn.close()

    def close(self) -> None:
        """Close what nobody uses. The library closes all, and a thread that is in the midst of SQLite then crashes."""
        with self._put_condition:
            self._in_use.clear()
            super().close()

    def finish(self) -> None:
        """Wait until nobody uses a connection, but not for ever."""
        with self._put_condition:
            self._put_condition.wait_for(lambda: not self._in_use, ENDING)


class Datastore(SQLiteDatastore):
    """The library's connections, and one of our own to write by.

    Theirs lose the writer's lock when no connection is to be had, and readers could keep all of them. What is written
    is written where the file was opened, or not at all.
    """

    def __init__(self, path: Path, lock_timeout: int) -> None:
        super().__init__(_name_of(path), lock_timeout=lock_timeout)
        place = FilePlace(path)
        self.pool: Pool = Pool(path, lock_timeout, place)
        self.writer = Writer(self.pool.connect, place)

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        """As the library asks for one."""
        if commit:
            with self.writer as db:
                yield SQLiteCursor(db.cursor())
        else:
            with super().transaction(commit=False) as cursor:
                yield cursor

    def finish(self) -> None:
        """Wait until nobody reads or writes, but not for ever."""
        self.writer.finish(ENDING)
        self.pool.finish()

    def close(self) -> None:
        super().close()
        self.writer.close()


def _name_of(path: Path) -> str:
    """The file's name for SQLite; one that nobody can write, in a folder that nobody can write, never changes."""
    if path.exists() and not os.access(path, os.W_OK) and not os.access(path.parent, os.W_OK):
        return as_it_stands(path)
    return str(path)


def as_it_stands(path: Path) -> str:
    """The name by which SQLite reads a file that nobody changes meanwhile, and writes nothing beside it."""
    return f"file:{quote(str(path.absolute()))}?immutable=1"


def has_journal(path: Path) -> bool:
    """Whether some of what was recorded is not in the file itself yet."""
    journal = path.with_name(f"{path.name}-wal")
    return journal.exists() and journal.stat().st_size > 0
