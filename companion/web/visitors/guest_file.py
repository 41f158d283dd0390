"""The SQLite file of guests: its tables by version, its transactions, and recovery from damage."""

import os
import sqlite3
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Lock, local
from typing import Any, Protocol, TypeVar, cast

from companion.campaign_files.file_permissions import keep_private
from domain.store import Busy
from domain.store.errors import is_full

UNUSED = 30 * 24 * 60 * 60
"""Seconds without a visit after which a device has to join again."""
PATIENCE = 10 * 60
"""Seconds that the request of a new device waits for an answer."""
REMEMBERED = 1_000
"""Values read from the file that stay in memory until it changes."""
ReadT = TypeVar("ReadT")
NOWHERE = Path(":memory:")
SEATED = (
    "CREATE TABLE IF NOT EXISTS rooms (campaign TEXT PRIMARY KEY, code TEXT NOT NULL DEFAULT '', host_seat TEXT)",
    "CREATE TABLE IF NOT EXISTS guests (id INTEGER PRIMARY KEY AUTOINCREMENT, campaign TEXT NOT NULL,"
    " name TEXT NOT NULL, role TEXT NOT NULL, seat TEXT, joined REAL NOT NULL, seen REAL NOT NULL,"
    " secret TEXT NOT NULL UNIQUE)",
    "CREATE TABLE IF NOT EXISTS seats (campaign TEXT NOT NULL, seat TEXT NOT NULL,"
    " guest INTEGER REFERENCES guests(id) ON DELETE CASCADE, PRIMARY KEY (campaign, seat))",
    "CREATE INDEX IF NOT EXISTS seats_of_guests ON seats (guest)",
    "INSERT OR IGNORE INTO seats SELECT campaign, seat, id FROM guests WHERE seat IS NOT NULL",
    "INSERT OR IGNORE INTO seats SELECT campaign, host_seat, NULL FROM rooms WHERE host_seat IS NOT NULL",
    "CREATE TABLE IF NOT EXISTS bounds (campaign TEXT PRIMARY KEY, most INTEGER NOT NULL)",
)
OWNED = ("CREATE TABLE IF NOT EXISTS owners (campaign TEXT PRIMARY KEY, host TEXT NOT NULL)",)
ENDED = ("CREATE TABLE IF NOT EXISTS ended (session TEXT PRIMARY KEY, at REAL NOT NULL)",)
DEVICES = (
    "CREATE TABLE devices (id INTEGER PRIMARY KEY, guest INTEGER NOT NULL REFERENCES guests(id) ON DELETE CASCADE,"
    " secret TEXT NOT NULL UNIQUE, seen REAL NOT NULL, joined_by INTEGER NOT NULL DEFAULT 0)",
    "CREATE INDEX devices_of_guests ON devices (guest)",
    "INSERT INTO devices (guest, secret, seen) SELECT id, secret, seen FROM guests",
    "CREATE TABLE people (id INTEGER PRIMARY KEY AUTOINCREMENT, campaign TEXT NOT NULL, name TEXT NOT NULL,"
    " role TEXT NOT NULL, joined REAL NOT NULL, watches INTEGER NOT NULL DEFAULT 0, language TEXT NOT NULL DEFAULT '')",
    "INSERT INTO people SELECT id, campaign, name, role, joined, 0, '' FROM guests",
    "DELETE FROM sqlite_sequence WHERE name='people'",
    "UPDATE sqlite_sequence SET name='people' WHERE name='guests'",
    "DROP TABLE guests",
    "ALTER TABLE people RENAME TO guests",
    "CREATE TABLE requests (secret TEXT PRIMARY KEY, guest INTEGER NOT NULL REFERENCES guests(id) ON DELETE CASCADE,"
    " asked REAL NOT NULL, refused INTEGER NOT NULL DEFAULT 0)",
    "CREATE TABLE former (guest INTEGER NOT NULL REFERENCES guests(id) ON DELETE CASCADE, name TEXT NOT NULL,"
    " PRIMARY KEY (guest, name))",
    "ALTER TABLE rooms ADD COLUMN watching TEXT NOT NULL DEFAULT ''",
)
TABLES = (SEATED, OWNED, ENDED, DEVICES)
"""The statements that upgrade a file from each version to the next; in the first, guests had a column for one seat.

These are SQL because sqlite-utils cannot declare AUTOINCREMENT, and because a missing file gets its tables on the first
page, where loading sqlite-utils would take 0.2 s.
"""
COLUMNS = {
    "rooms": "campaign, code, watching",
    "guests": "id, campaign, name, role, joined, watches, language",
    "devices": "guest, secret, seen, joined_by",
    "requests": "secret, guest, asked, refused",
    "former": "guest, name",
    "seats": "campaign, seat, guest",
    "bounds": "campaign, most",
    "owners": "campaign, host",
    "ended": "session, at",
}
"""The columns by table; tables are before those that refer to them."""


class Db(Protocol):
    """A connection to guests, for statements that SQLite and PostgreSQL both understand."""

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Any:
        """Execute a statement with its values; returns a cursor whose rows are tuples."""
        ...


class DamagedFile(Exception):
    """The file of guests is damaged."""


Opens = Callable[[Path, float], sqlite3.Connection]
"""Opens a file of guests and waits up to some seconds for another writer. Raises `DamagedFile`."""


FileState = tuple[int, int, int] | None
"""The inode, modification time and size in bytes of a file; None if it is missing or empty."""


def state_of(path: Path) -> FileState:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return (found.st_ino, found.st_mtime_ns, found.st_size) if found.st_size else None


def open_with_tables(path: Path, patience: float) -> sqlite3.Connection:
    """A connection to a file with all tables, verified completely, which is quick because the file is small.

    Raises:
        DamagedFile: the file is damaged.
    """
    if path != NOWHERE:
        keep_private(path)
    db = sqlite3.connect(path, timeout=patience, check_same_thread=False)  # one thread at a time reads with it
    db.text_factory = partial(str, encoding="utf-8", errors="replace")  # a damaged name may be invalid UTF-8
    try:
        if _version(db) < len(TABLES):
            make_tables(db)
        db.execute("PRAGMA foreign_keys=ON")  # only now, since an upgrade replaces tables that others refer to
        if db.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            raise DamagedFile
        for table, columns in COLUMNS.items():  # column names may be damaged
            db.execute(f"SELECT {columns} FROM {table} LIMIT 0")  # noqa: S608 - names of ours
    except BaseException as error:
        db.close()
        if is_damage(error):
            raise DamagedFile from error
        raise
    return db


def is_damage(error: BaseException) -> bool:
    """Whether an error means that the file is damaged; a locked, full or foreign file is left alone."""
    if isinstance(error, sqlite3.OperationalError):
        return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR
    return isinstance(error, (sqlite3.DatabaseError, UnicodeDecodeError))


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def make_tables(db: sqlite3.Connection) -> None:
    """Create the tables of a new or older file, once, even if several processes do so at the same time."""
    with db:
        db.execute("BEGIN IMMEDIATE")
        for step in TABLES[_version(db) :]:
            for statement in step:
                db.execute(statement)
        db.execute(f"PRAGMA user_version = {len(TABLES)}")


class ValuesAtHand(local):
    """What a thread has read and need not read again; None while each read looks whether the file changed."""

    values: dict[Hashable, Any] | None = None


class GuestFile:
    """The file of guests: its connections and transactions, and the replacement of a damaged file."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self.path = path
        self.patience = 5.0
        """Seconds to wait for another writer."""
        self.changes = 0
        """Incremented when this process removes guests or changes seats, so that streams check again."""
        self._clock = clock
        self._one_sets_aside = Lock()
        self._one_reads = Lock()
        self._reader: sqlite3.Connection | None = None
        self._looked_at: FileState = None
        self._remembered = dict[Hashable, Any]()
        self._remembered_of = -1
        self._at_hand = ValuesAtHand()

    def __del__(self) -> None:
        self._close_reader()

    def keep_values(self) -> None:
        """From now on, this thread reads nothing twice, until it writes or `forget_values`.

        A page reads some ten times. Threads that looked each time whether the file changed would wait for each other,
        and meanwhile for the interpreter.
        """
        self._at_hand.values = {}

    def forget_values(self) -> None:
        """From now on, this thread looks at each read whether the file changed."""
        self._at_hand.values = None

    @contextmanager
    def _read_connection(self) -> Iterator[sqlite3.Connection]:
        """A connection for reading; an empty database if there is no file.

        The connection is kept until the file changes, because opening and verifying it takes longer than reading.
        """
        with self._one_reads:
            state = state_of(self.path)
            if self._reader is None or state != self._looked_at:
                self._close_reader()
                self._reader = self._open_file(self.path if state else NOWHERE, open_with_tables)
                self._looked_at = state
            yield self._reader

    def _read_once(self, key: Hashable, read: Callable[[sqlite3.Connection], ReadT]) -> ReadT:
        """A value read from the file, which is read again only after the file changed."""
        if key in (known := self._at_hand.values or {}):
            return cast(ReadT, known[key])
        with self._read_connection() as db:
            # The time of a change is too coarse: SQLite counts the changes that others made.
            (version,) = db.execute("PRAGMA data_version").fetchone()
            if version != self._remembered_of or len(self._remembered) >= REMEMBERED:
                self._remembered, self._remembered_of = {}, version
            if key not in self._remembered:
                self._remembered[key] = read(db)
            if self._at_hand.values is not None:
                self._at_hand.values = self._remembered
            return cast(ReadT, self._remembered[key])

    def _close_reader(self) -> None:
        self._remembered_of = -1
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    @contextmanager
    def _seating_transaction(self) -> Iterator[Db]:
        """A transaction that changes guests or seats, after which streams check again; visits do not use it.

        Raises:
            Busy: the disk is full.
        """
        with self._write_transaction() as db:
            yield db
        self.changes += 1

    def _write_transaction(self) -> AbstractContextManager[Db]:
        """A transaction that changes codes, guests, seats or limits."""
        return self.file_transaction()

    @contextmanager
    def file_transaction(self) -> Iterator[sqlite3.Connection]:
        """A transaction on the file; guests and devices that stayed away too long are removed first.

        Raises:
            Busy: the disk is full.
        """
        try:
            with closing(self._open_file(self.path, self._begin_write)) as db, db:
                yield db
        except sqlite3.OperationalError as error:
            if not is_full(error):
                raise
            raise Busy("The disk is full. Free some space, so that players can join or change seats.") from error
        finally:
            if self._at_hand.values is not None:
                self.keep_values()

    def _begin_write(self, path: Path, patience: float) -> sqlite3.Connection:
        """A write transaction on an intact file.

        Raises:
            DamagedFile: the file is damaged, or marked as read-only inside.
        """
        db = open_with_tables(path, patience)
        try:
            db.execute("BEGIN IMMEDIATE")
            remove_unused(db, self._clock())
        except BaseException as error:
            db.close()
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_READONLY and os.access(path, os.W_OK):
                raise DamagedFile from error
            raise
        return db

    def _open_file(self, path: Path, open_: "Opens") -> sqlite3.Connection:
        """Open the file; a damaged one is set aside, because guests can simply join again."""
        with suppress(DamagedFile):
            return open_(path, self.patience)
        with self._one_sets_aside:
            with suppress(DamagedFile):  # another thread may have replaced it
                return open_(path, self.patience)
            for suffix in ("-journal", ""):  # the journal must not be applied to the new file
                with suppress(FileNotFoundError):
                    path.with_name(path.name + suffix).replace(path.with_name(f"{path.name}.damaged{suffix}"))
            self.changes += 1
            return open_(path, self.patience)


def remove_unused(db: Db, now: float) -> None:
    """Remove requests that waited too long, devices that stayed away too long, and guests without a device."""
    db.execute("DELETE FROM requests WHERE asked<?", (now - PATIENCE,))
    db.execute("DELETE FROM devices WHERE seen<?", (now - UNUSED,))
    remove_guests_without_device(db)


def remove_guests_without_device(db: Db) -> None:
    db.execute("DELETE FROM guests WHERE id NOT IN (SELECT guest FROM devices)")


__all__ = [
    "COLUMNS",
    "PATIENCE",
    "TABLES",
    "UNUSED",
    "DamagedFile",
    "Db",
    "GuestFile",
    "remove_guests_without_device",
    "remove_unused",
]
