"""Connections to a file: a pool of readers and one writer, used by the library's `Datastore`."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Condition, get_ident
from urllib.parse import quote

from eventsourcing import persistence
from eventsourcing.sqlite import SQLiteCursor, SQLiteDatastore

from domain.store.errors import StoreMoved, is_full
from domain.store.place import FilePlace
from domain.store.writer import Writer

READERS = 32
"""Maximum of open read connections; recording has a separate one, so readers never block it."""
KEPT = 5
"""Idle read connections that stay open."""
PATIENCE = 5.0
"""Seconds to wait until a connection is returned."""
ENDING = 5.0
"""Seconds that closing waits for readers and the writer; a slower one closes its connection when it is done."""
STATEMENTS = 256
"""Prepared statements cached per connection; recording uses about twenty. The library's default is one."""


class Datastore(SQLiteDatastore):
    """The library's datastore with our own connections; its recorders use nothing but `transaction`.

    With the library's pool, readers could take every connection, and the write lock was lost if none could be opened.
    Writes go to the file that was opened, or fail if it was moved.
    """

    def __init__(self, path: Path, lock_timeout: int) -> None:
        self._path, self._lock_timeout = path, lock_timeout
        self._place = FilePlace(path)
        self.readers = Readers(self.connect, self._connect_as_it_stands, lambda: _is_unwritable(path))
        self.writer = Writer(self.connect, self._place)
        super().__init__(str(path), lock_timeout=lock_timeout, originator_id_type="text")  # opens nothing

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        """A transaction as the library's recorders expect it: a read snapshot, or a write to be committed.

        Raises:
            PersistenceError: while writing; the library's error with the name of SQLite's.
        """
        if not commit:
            with ReadTransaction(self.readers) as cursor:
                cursor.row_factory = sqlite3.Row  # the library reads rows by name
                yield SQLiteCursor(cursor)
            return
        try:
            # A cursor that ends later, perhaps in another thread, would reset a statement that is in use again.
            with self.writer as db, closing(db.cursor()) as cursor:
                yield SQLiteCursor(cursor)
        except sqlite3.Error as error:
            named = getattr(persistence, type(error).__name__, persistence.PersistenceError)
            raise named(error) from error

    def connect(self) -> sqlite3.Connection:
        """Open a connection.

        Raises:
            StoreMoved: the file is no longer at its path.
        """
        self._place.check()
        db = self._open(_name_of(self._path))
        try:
            if db.execute("PRAGMA journal_mode").fetchone() != ("wal",):
                db.execute("PRAGMA journal_mode=WAL")
        except BaseException:
            db.close()
            raise
        return db

    def _connect_as_it_stands(self) -> sqlite3.Connection | None:
        """Open a read-only connection if no journal can be created; None if one already exists."""
        return None if has_journal(self._path) else self._open(immutable_uri(self._path))

    def _open(self, name: str) -> sqlite3.Connection:
        return sqlite3.connect(
            name,
            uri=True,
            check_same_thread=False,
            isolation_level=None,
            cached_statements=STATEMENTS,
            timeout=self._lock_timeout,
        )

    def finish(self) -> None:
        """Wait until no connection is reading or writing, at most `ENDING` seconds."""
        self.writer.finish(ENDING)
        self.readers.finish(ENDING)

    def close(self) -> None:
        super().close()
        self.readers.close()
        self.writer.close()


class Readers:
    """A pool of read connections, each used by one thread at a time.

    Args:
        connect: opens a connection.
        connect_as_it_stands: opens one if the disk has no room for SQLite's journal. It is closed after one use,
            because others may write as soon as there is room.
        is_unwritable: whether the file is read-only now; a connection opened then is also closed after one use.
    """

    def __init__(
        self,
        connect: Callable[[], sqlite3.Connection],
        connect_as_it_stands: Callable[[], sqlite3.Connection | None],
        is_unwritable: Callable[[], bool],
    ) -> None:
        self._connect, self._connect_as_it_stands = connect, connect_as_it_stands
        self._is_unwritable = is_unwritable
        self._given_back = Condition()
        self._idle: list[sqlite3.Connection] = []
        self._for_one_look: set[sqlite3.Connection] = set()
        self._holders: dict[sqlite3.Connection, int] = {}
        """The thread that uses each taken connection."""
        self._closed = False

    def take(self) -> sqlite3.Connection:
        """Take a connection from the pool; if all are in use, wait until one is returned.

        Raises:
            StoreMoved: the file is no longer at its path, and no open connection to it becomes free.
            ConnectionPoolClosedError, OperationalError, sqlite3.Error: the pool was closed, all connections stay in
                use, or none can be opened.
        """
        with self._given_back:
            while True:
                if self._closed:
                    raise persistence.ConnectionPoolClosedError
                try:
                    db = self._idle.pop() if self._idle else self._opened()
                except persistence.ConnectionUnavailableError:
                    if not self._given_back.wait_for(lambda: len(self._holders) < READERS, PATIENCE):
                        raise
                except StoreMoved:
                    if not (self._held_by_others() and self._given_back.wait_for(lambda: self._idle, PATIENCE)):
                        raise
                else:
                    self._holders[db] = get_ident()
                    return db

    def _opened(self) -> sqlite3.Connection:
        if len(self._holders) >= READERS:
            raise persistence.ConnectionUnavailableError("others read by all connections")
        for_one_look = self._is_unwritable()
        try:
            opened = self._connect()
        except sqlite3.Error as error:
            found = self._connect_as_it_stands() if is_full(error) else None
            if found is None:
                raise
            opened, for_one_look = found, True
        if for_one_look:
            self._for_one_look.add(opened)
        return opened

    def _held_by_others(self) -> bool:
        """Whether waiting can succeed: others hold connections, and this thread holds none."""
        holders = set(self._holders.values())
        return bool(holders) and get_ident() not in holders

    def give_back(self, db: sqlite3.Connection) -> None:
        """Return a connection to the pool, or close it."""
        with self._given_back:
            del self._holders[db]
            stays = not self._closed and len(self._idle) < KEPT and db not in self._for_one_look
            if stays:
                self._idle.append(db)
            self._for_one_look.discard(db)
            self._given_back.notify_all()
        if not stays:
            db.close()

    @contextmanager
    def connection(self) -> Iterator[sqlite3.Connection]:
        """A connection without a transaction."""
        db = self.take()
        try:
            yield db
        finally:
            self.give_back(db)

    def finish(self, seconds: float) -> None:
        """Wait until no connection is in use, at most `seconds`."""
        with self._given_back:
            self._given_back.wait_for(lambda: not self._holders, seconds)

    def close(self) -> None:
        """Close idle connections; a thread closes the one it uses, because closing it here would crash SQLite."""
        with self._given_back:
            self._closed = True
            idle, self._idle = self._idle, []
            self._given_back.notify_all()
        for db in idle:
            db.close()


class ReadTransaction:
    """A transaction that reads one state of the file: `with ReadTransaction(readers) as cursor`.

    A class instead of nested generators: a page opens some twenty transactions, and the generators took longer than
    most of the reads.
    """

    def __init__(self, readers: Readers) -> None:
        self._readers = readers

    def __enter__(self) -> sqlite3.Cursor:
        self._db = self._readers.take()
        try:
            self._cursor = self._db.cursor()
            self._cursor.execute("BEGIN")
        except BaseException:
            self._readers.give_back(self._db)
            raise
        return self._cursor

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        try:
            self._cursor.close()
            self._db.rollback()
        finally:
            self._readers.give_back(self._db)


def _name_of(path: Path) -> str:
    """The URI of the file for SQLite; declared immutable if file and folder are read-only now."""
    return immutable_uri(path) if _is_unwritable(path) else str(path)


def _is_unwritable(path: Path) -> bool:
    """Whether both a file and its folder are read-only now."""
    return path.exists() and not os.access(path, os.W_OK) and not os.access(path.parent, os.W_OK)


def immutable_uri(path: Path) -> str:
    """The URI with which SQLite reads an unchanging file without creating files next to it."""
    return f"file:{quote(str(path.absolute()))}?immutable=1"


def has_journal(path: Path) -> bool:
    """Whether a journal contains records that are not in the file itself yet."""
    journal = path.with_name(f"{path.name}-wal")
    return journal.exists() and journal.stat().st_size > 0
