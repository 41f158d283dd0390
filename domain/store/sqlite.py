"""The event store: entries, command ids, snapshots and content packs in one SQLite file.

The only module that knows the library `eventsourcing`. A campaign is one stream; a position in it
is the library's originator version. Read models are written in the transaction of the entries.
"""

import hashlib
import logging
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import cache, partial
from pathlib import Path
from threading import Lock
from typing import Protocol
from urllib.parse import quote

from eventsourcing import persistence
from eventsourcing.sqlite import (
    SQLiteAggregateRecorder,
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteCursor,
    SQLiteDatastore,
)

from domain.content import Content, from_bytes
from domain.log.checkpoints import Checkpoint, Older, too_dense
from domain.log.entries import CORRECTION_TOPICS, Raw, Row
from domain.refusal import Explained

log = logging.getLogger(__name__)
CHUNK = 2_000
MOST_SNAPSHOTS = 48
"""Of one campaign; the older they are the sparser they get."""
Write = Callable[[sqlite3.Connection], None]
"""Something else to write in the transaction of the entries."""
Recorded = tuple[str, int, int]
"""A command's id with the first and last position it recorded."""


class Append(Protocol):
    """Stores entries, their commands and whatever else belongs to them; all or nothing."""

    def __call__(self, campaign: str, raws: Sequence[Raw], commands: Sequence[Recorded], *writes: Write) -> None: ...


class StoreError(Explained):
    """The file cannot be used as asked; nothing was recorded."""


class Conflict(StoreError):
    """Somebody else recorded at that position in the meantime."""


class Busy(StoreError):
    """The file is locked, full, read-only or closed."""


class Damaged(StoreError):
    """The file is not, or no longer, a good database."""


_CORRECTIONS = ", ".join(f"'{topic}'" for topic in CORRECTION_TOPICS)
_TABLES = (
    "CREATE TABLE IF NOT EXISTS entries (rowid INTEGER PRIMARY KEY AUTOINCREMENT, originator_id TEXT NOT NULL,"
    " originator_version INTEGER NOT NULL, topic TEXT NOT NULL, state BLOB NOT NULL,"
    " UNIQUE (originator_id, originator_version))",
    "CREATE INDEX IF NOT EXISTS corrections ON entries (originator_id, originator_version)"
    f" WHERE topic IN ({_CORRECTIONS})",
    "CREATE TABLE IF NOT EXISTS commands (campaign TEXT NOT NULL, command TEXT NOT NULL,"
    " first INTEGER NOT NULL, last INTEGER NOT NULL, PRIMARY KEY (campaign, command)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS packs (digest TEXT PRIMARY KEY, game TEXT NOT NULL, pack BLOB NOT NULL)",
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


def _thin_out(db: sqlite3.Connection, campaign: str) -> None:
    """Keep the older half of many snapshots half as dense."""
    positions = [
        position
        for (position,) in db.execute(
            "SELECT originator_version FROM snapshots WHERE originator_id=? ORDER BY originator_version", (campaign,)
        )
    ]
    db.executemany(
        "DELETE FROM snapshots WHERE originator_id=? AND originator_version=?",
        [(campaign, position) for position in too_dense(positions, MOST_SNAPSHOTS)],
    )


class Store:
    """One file of campaigns.

    Args:
        path: of the SQLite file; its folder exists.
        setup: creates the read models' tables.
    """

    def __init__(self, path: Path, setup: Write | None = None, lock_timeout: int = 5) -> None:
        self.path = path
        fingerprint()  # now, while the files are those that run
        with _in_our_words():
            self._datastore = Datastore(path, lock_timeout)
            self._recorder = Recorder(self._datastore)
            self._snapshots = SQLiteAggregateRecorder(self._datastore, "snapshots")
            self._create(setup)

    def _create(self, setup: Write | None) -> None:
        """Make the tables that are missing; a file that cannot be written is opened for reading."""
        try:
            self._recorder.create_table()
            self._snapshots.create_table()
            if setup:
                with self.writing() as db:
                    setup(db)
        except persistence.OperationalError as error:
            if "readonly" not in str(error):
                raise

    def close(self) -> None:
        self._datastore.close()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Cursor]:
        """A cursor that sees one state of the file; rows are plain tuples."""
        with _in_our_words(), self._datastore.transaction(commit=False) as c:
            c.sqlite_cursor.row_factory = None
            yield c.sqlite_cursor

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction of its own, for read models and snapshots; never for entries."""
        with _in_our_words(), self._datastore.transaction(commit=True) as c:
            yield c.sqlite_cursor.connection

    # --- entries ---

    def append(self, campaign: str, raws: Sequence[Raw], commands: Sequence[Recorded], *writes: Write) -> None:
        """Store entries, their commands and whatever else belongs to them; all or nothing, durably.

        Raises:
            Conflict: a position is taken, or the command is already there.
            Busy: the file is locked, full or read-only.
        """
        with _in_our_words(), self._datastore.transaction(commit=True) as c:
            self._insert(c, campaign, raws, commands, *writes)

    @contextmanager
    def turn(self) -> Iterator[Append]:
        """Nobody else records from here on, until what is appended in the turn is stored; reading goes on.

        Raises:
            Busy: the file is locked, full or read-only.
        """
        with _in_our_words(), self._datastore.transaction(commit=True) as c:
            c.execute("DELETE FROM commands WHERE FALSE")  # a write that changes nothing takes the file's lock
            yield partial(self._insert, c)

    def _insert(
        self, c: SQLiteCursor, campaign: str, raws: Sequence[Raw], commands: Sequence[Recorded], *writes: Write
    ) -> None:
        def write_commands(db: sqlite3.Connection) -> None:
            db.executemany("INSERT INTO commands VALUES (?,?,?,?)", [(campaign, *command) for command in commands])

        self._recorder.insert(c, campaign, raws, (write_commands, *writes))

    def command(self, campaign: str, command: str) -> tuple[int, int] | None:
        """The first and last position a command recorded, if it was recorded before."""
        with self.reading() as c:
            found = c.execute(
                "SELECT first, last FROM commands WHERE campaign=? AND command=?", (campaign, command)
            ).fetchone()
        return found and (found[0], found[1])

    def campaigns(self) -> list[str]:
        """The ids of all campaigns, the oldest first."""
        with self.reading() as c:
            rows = c.execute("SELECT originator_id FROM entries WHERE originator_version=1 ORDER BY rowid").fetchall()
        return [id_ for (id_,) in rows]

    def source(self, campaign: str) -> "StoredEntries":
        return StoredEntries(self, campaign)

    # --- snapshots: a cache, never trusted over the log ---

    def keep(self, campaign: str, checkpoint: Checkpoint) -> None:
        """Store a snapshot; a failure is logged and forgotten, for the log is what counts."""
        row = (campaign, checkpoint.position, f"{fingerprint()} {checkpoint.known}", checkpoint.state)
        try:
            with self.writing() as db:
                db.execute("INSERT OR REPLACE INTO snapshots VALUES (?,?,?,?)", row)
                db.execute(
                    "DELETE FROM snapshots WHERE originator_id=? AND topic NOT LIKE ?", (campaign, fingerprint() + " %")
                )
                _thin_out(db, campaign)
        except StoreError as error:
            log.info("no snapshot of %s at %d: %s", campaign, checkpoint.position, error)

    def older(self, campaign: str) -> Older:
        """The newest snapshot of a campaign at or before a position, made by this very code."""

        def find(upto: int) -> Checkpoint | None:
            with self.reading() as c:
                row = c.execute(
                    "SELECT originator_version, topic, state FROM snapshots WHERE originator_id=?"
                    " AND originator_version<=? AND topic LIKE ? ORDER BY originator_version DESC LIMIT 1",
                    (campaign, upto, fingerprint() + " %"),
                ).fetchone()
            return row and Checkpoint(row[0], int(row[1].rpartition(" ")[2]), row[2])

        return find

    def forget_snapshots(self) -> None:
        with self.writing() as db:
            db.execute("DELETE FROM snapshots")

    # --- content packs ---

    def add_pack(self, game: str, pack: Content) -> None:
        with self.writing() as db:
            db.execute("INSERT OR IGNORE INTO packs VALUES (?,?,?)", (pack.digest, game, pack.bytes))

    def pack(self, digest: str) -> Content | None:
        with self.reading() as c:
            row = c.execute("SELECT pack FROM packs WHERE digest=?", (digest,)).fetchone()
        return row and from_bytes(row[0])

    # --- the whole file ---

    def faults(self) -> list[str]:
        """What SQLite itself finds wrong with the file; empty if nothing."""
        with self.reading() as c:
            found = [row[0] for row in c.execute("PRAGMA integrity_check(20)").fetchall()]
        return [] if found == ["ok"] else found

    def backup(self, path: Path) -> None:
        """Write a copy of the whole file as it is now, while it is in use."""
        with _in_our_words(), self._datastore.get_connection(commit=False) as connection:
            connection.cursor().execute("VACUUM INTO ?", (str(path),))


class StoredEntries:
    """One campaign's entries in the store: a `Source`."""

    def __init__(self, store: Store, campaign: str) -> None:
        self._store = store
        self._campaign = campaign

    def read(self, after: int = 0, upto: int | None = None) -> Iterator[Raw]:
        return map(Raw._make, self.rows(after, upto))

    def rows(self, after: int = 0, upto: int | None = None) -> Iterator[Row]:
        last = 2**62 if upto is None else upto
        while after < last:
            rows = self._select("", after, last, CHUNK)
            yield from rows
            if len(rows) < CHUNK:
                return
            after = rows[-1][0]

    def corrections(self, after: int = 0, upto: int | None = None) -> Sequence[Raw]:
        where = f"AND topic IN ({_CORRECTIONS})"
        return list(map(Raw._make, self._select(where, after, 2**62 if upto is None else upto, -1)))

    def head(self) -> int:
        with self._store.reading() as c:
            found = c.execute("SELECT MAX(originator_version) FROM entries WHERE originator_id=?", (self._campaign,))
            return int(found.fetchone()[0] or 0)

    def _select(self, where: str, after: int, upto: int, limit: int) -> list[Row]:
        with self._store.reading() as c:
            return c.execute(
                "SELECT originator_version, topic, CAST(state AS BLOB) FROM entries"  # noqa: S608 - `where` is our own
                " WHERE originator_id=? AND originator_version>?"
                f" AND originator_version<=? {where} ORDER BY originator_version LIMIT ?",
                (self._campaign, after, upto, limit),
            ).fetchall()


@contextmanager
def _in_our_words() -> Iterator[None]:
    """What went wrong with the file, in our own words."""
    try:
        yield
    except (persistence.IntegrityError, sqlite3.IntegrityError) as error:
        raise Conflict("Somebody else recorded something at the same moment.") from error
    except (persistence.OperationalError, sqlite3.OperationalError) as error:
        if any(word in str(error) for word in ("decode", "malformed", "corrupt")):
            raise Damaged("The campaign file is damaged. Restore a backup.") from error
        raise _busy(str(error)) from error
    except persistence.ConnectionPoolClosedError as error:
        raise Busy("The campaign file was closed. Nothing was recorded.") from error
    except (persistence.PersistenceError, sqlite3.DatabaseError) as error:
        raise Damaged("The campaign file is damaged, or no campaign file. Restore a backup.") from error


def _busy(error: str) -> Busy:
    if "locked" in error:
        return Busy("Another program is using the campaign file. Try again in a moment.")
    if "full" in error:
        return Busy("The disk is full. Nothing was recorded.")
    if "readonly" in error:
        return Busy("The campaign file is read-only. Nothing was recorded.")
    return Busy("The campaign file cannot be used ({error}).", error=error)


@cache
def fingerprint() -> str:
    """Of this very code: a snapshot that other code made is not used."""
    code = hashlib.sha256()
    for path in sorted(Path(__file__).parents[1].rglob("*.py")):
        code.update(path.read_bytes())
    return code.hexdigest()[:16]
