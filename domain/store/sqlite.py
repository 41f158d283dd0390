"""The event store: entries, command ids, snapshots and content packs in one SQLite file.

Only this package imports the library `eventsourcing`. A campaign is one stream; a position in it is the library's
originator version. Most read models are written in the transaction of their entries; some follow later.
"""

import hashlib
import logging
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from copy import copy
from functools import cache, lru_cache, partial
from pathlib import Path
from tempfile import TemporaryFile

import orjson
from eventsourcing.persistence import OperationalError, StoredEvent
from eventsourcing.sqlite import SQLiteAggregateRecorder

from domain.bundle import code_files
from domain.framework.content import Content, from_bytes
from domain.games import code_installed
from domain.log.checkpoints import Checkpoint, Older, too_dense
from domain.log.entries import Raw, Row
from domain.store import caches
from domain.store.connections import Datastore, ReadTransaction
from domain.store.errors import FAULTS, Busy, Damaged, NeedsMigration, StoreError, fault_of, is_full, translated_errors
from domain.store.pace import Pace, interrupted_by, watch_nothing
from domain.store.protocol import Append
from domain.store.recorder import CORRECTIONS, EntryRecorder, Recorded, SnapshotRecorder, Write

log = logging.getLogger(__name__)
FILE_FORMAT = 6
"""The version of the tables and their ids, stored as `user_version`; the first files had 0.

Raise it when a read model gets other columns, or rows that only a rebuild gives, such as other sentences. Older files
are then rebuilt when they are opened.
"""
CHUNK = 500
"""Entries that are read at a time; they fit into the processor's cache (docs/develop/speed.md)."""
END = 2**62
"""A position after every entry."""
MOST_SNAPSHOTS = 48
"""Maximum of snapshots per campaign; older ones are spaced further apart."""


def _thin_out(db: sqlite3.Connection, campaign: str) -> None:
    """Delete every other one of the older snapshots, and those made by other versions of the code."""
    db.execute(
        "DELETE FROM snapshots WHERE originator_id=? AND topic NOT LIKE ?", (campaign, fingerprint_of_code() + " %")
    )
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


ROOM = 256 * 1024
"""Bytes that must be free for a write to be expected to succeed: more than a long command takes."""


class FileStore:
    """One file of campaigns.

    Args:
        path: of the SQLite file; its folder exists.
        setup: creates the tables of the read models.
        rebuild: fills them from the log in one transaction, if the file has an older format.

    Raises:
        NeedsMigration: the file has an older format, and there is no `rebuild`; it is not changed.
        Busy, Damaged: the file cannot be opened.
    """

    def __init__(
        self,
        path: Path,
        setup: Write | None = None,
        lock_timeout: int = 5,
        rebuild: "Callable[[FileStore, sqlite3.Connection], None] | None" = None,
    ) -> None:
        self.path = path
        self.stopped: Damaged | None = None
        """Why recording has stopped; None while the file is sound."""
        self.reachable = True
        self.doubtful = False
        """Whether an error of the file was found and the file has not been verified since."""
        self.mend: Callable[[], bool] = lambda: False
        """Rebuilds the caches if only they are damaged; returns whether it did."""
        self.moved: Callable[[], None] = lambda: None
        """Called when this process learns that another one recorded something."""
        with translated_errors():
            self._datastore = Datastore(path, lock_timeout)
            self.entries = EntryRecorder(self._datastore)
            try:
                known = self._format()
                if known is not None and known < FILE_FORMAT:
                    self._rebuild(setup, rebuild)
                self._create(setup, known)
            except BaseException:
                self._datastore.close()
                raise

    def _rebuild(self, setup: Write | None, rebuild: "Callable[[FileStore, sqlite3.Connection], None] | None") -> None:
        """Drop read models of an older format and rebuild them, in one transaction."""
        if not (setup and rebuild):
            raise NeedsMigration("The campaign file was made by an earlier release of the companion.")
        with self.writing() as db:
            caches.drop_read_models(db)
            for tables in self._recorders():
                for statement in tables.create_table_statements:
                    db.execute(statement)
            setup(db)
            rebuild(self, db)
            db.execute(f"PRAGMA user_version={FILE_FORMAT}")

    def _create(self, setup: Write | None, known: int | None) -> None:
        """Create missing tables; a file on a full disk or a read-only file is opened for reading."""
        try:
            if known is None:
                with self.writing() as db:
                    db.execute(f"PRAGMA user_version={FILE_FORMAT}")
            for tables in self._recorders():
                tables.create_table()
            if setup:
                with self.writing() as db:
                    setup(db)
        except (OperationalError, sqlite3.OperationalError) as error:
            if is_full(error) and known is not None:
                log.warning("The disk is full: the file can be read, but nothing is recorded until there is room.")
            elif "readonly" not in str(error):
                raise

    def _recorders(self) -> Sequence[SQLiteAggregateRecorder]:
        """The recorders of all tables except the read models'."""
        return self.entries, SQLiteAggregateRecorder(self._datastore, "snapshots")

    @property
    def _snapshots(self) -> SnapshotRecorder:
        """The recorder of this release's snapshots, created late because it reads all source code."""
        return SnapshotRecorder(self._datastore, fingerprint_of_code())

    def _format(self) -> int | None:
        """The format of the file; None if it is empty.

        Raises:
            Busy: a later release made the file.
        """
        with self.reading() as c:
            begun = c.execute("SELECT 1 FROM sqlite_master WHERE name='entries'").fetchone()
            (found,) = c.execute("PRAGMA user_version").fetchone()
        if found > FILE_FORMAT:
            raise Busy("The campaign file was made by a later release of the companion. Open it with that release.")
        return int(found) if begun else None

    def close(self) -> None:
        """Wait for readers and the writer, then close the file."""
        self._datastore.finish()
        self._datastore.close()

    @contextmanager
    def translating_errors(self, *, recording: bool = False) -> Iterator[None]:
        """Translate errors of the file; damage marks the file as doubtful, so that it is verified."""
        try:
            with translated_errors(recording=recording):
                yield
        except Damaged:
            self.doubtful = True
            raise

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Cursor]:
        """A cursor that sees one state of the file; rows are plain tuples."""
        with self.translating_errors(), ReadTransaction(self._datastore.readers) as cursor:
            yield cursor

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A separate transaction for read models and snapshots, never for entries."""
        with self.translating_errors(recording=True), self._datastore.writer as db:
            yield db

    # --- entries ---

    def append(self, campaign: str, raws: Sequence[Raw], commands: Sequence[Recorded], *writes: Write) -> None:
        """Store entries, their commands and further writes durably, in one transaction.

        Raises:
            Conflict: a position is taken, or a command was recorded before.
            Busy: the file is locked, full or read-only.
            Damaged: the file is damaged; recording into it has stopped.
        """
        self._ensure_writable()
        try:
            self._append(campaign, raws, commands, *writes)
        except Damaged:
            if not self.mend():
                raise
            self._append(campaign, raws, commands, *writes)

    def _append(self, campaign: str, raws: Sequence[Raw], commands: Sequence[Recorded], *writes: Write) -> None:
        try:
            self.entries.append(campaign, raws, commands, *writes)
        except FAULTS as error:
            raise fault_of(error, recording=True) from error

    @contextmanager
    def block_recorders(self) -> Iterator[Append]:
        """Block other recorders until the `with` block ends; reads continue.

        Raises:
            Busy, Damaged: as `append`.
        """
        self._ensure_writable()
        with translated_errors(recording=True), self._datastore.transaction(commit=True) as c:
            c.execute("DELETE FROM commands WHERE FALSE")  # a write that changes nothing takes the file's lock
            yield partial(self.entries.append_within, c)

    def _ensure_writable(self) -> None:
        if self.stopped:
            raise copy(self.stopped)  # each raise needs a separate traceback

    def would_record(self) -> bool:
        """Whether a write would succeed now: the file can be locked, and its disk has room."""
        try:
            with self.block_recorders(), TemporaryFile(dir=self.path.parent) as file:
                file.write(bytes(ROOM))
                file.flush()
        except (StoreError, OSError):
            return False
        return True

    def heard(self, campaign: str) -> int:
        """Always 0: other processes that record into the file are noticed by a conflict at a position."""
        return 0

    def await_others(self) -> None:
        """Return at once: entries in the file can be read immediately."""

    def positions_of_command(self, campaign: str, command: str) -> tuple[int, int] | None:
        """The first and last position of a command; None if it was not recorded."""
        with self.reading() as c:
            found = c.execute(
                "SELECT first, last FROM commands WHERE campaign=? AND command=?", (campaign, command)
            ).fetchone()
        return found and (found[0], found[1])

    def campaigns(self) -> list[str]:
        """The ids of all campaigns, the oldest first."""
        with self.reading() as c:
            rows = c.execute("SELECT originator_id FROM entries WHERE originator_version=1 ORDER BY +rowid").fetchall()
        return [id_ for (id_,) in rows]

    def newest_row(self) -> int:
        """The row id of the newest entry of all campaigns; 0 if there is none. Ids only grow."""
        with self.translating_errors():
            return self.entries.max_notification_id() or 0

    def rows_after(self, row: int) -> list[tuple[int, str]]:
        """The row ids after one, each with its campaign."""
        with self.reading() as c:
            return c.execute("SELECT rowid, originator_id FROM entries WHERE rowid>?", (row,)).fetchall()

    def quarantined(self, campaign: str) -> dict[int, str]:
        """The known damaged or lost entries: each position with its fault."""
        with self.reading() as c:
            if not c.execute("SELECT 1 FROM sqlite_master WHERE name='quarantine'").fetchone():
                return {}  # a read-only file of an earlier release
            return dict(c.execute("SELECT position, why FROM quarantine WHERE campaign=?", (campaign,)).fetchall())

    def source(self, campaign: str) -> "StoredEntries":
        return StoredEntries(self, campaign)

    # --- snapshots: a cache, never trusted over the log ---

    def keep_snapshot(self, campaign: str, checkpoint: Checkpoint, *writes: Write) -> None:
        """Store a snapshot with further writes; a failure is logged and ignored, because a snapshot is a cache."""
        topic = f"{fingerprint_of_code()} {checkpoint.known}"
        snapshot = StoredEvent(campaign, checkpoint.position, topic, checkpoint.state)
        try:
            with self.translating_errors(recording=True):
                self._snapshots.insert_events([snapshot], writes=[partial(_thin_out, campaign=campaign), *writes])
        except StoreError as error:
            log.info("no snapshot of %s at %d: %s", campaign, checkpoint.position, error)

    def newest_snapshot_before(self, campaign: str) -> Older:
        """A function that finds the newest snapshot at or before a position, if this version of the code made it."""

        def find(upto: int) -> Checkpoint | None:
            try:
                return self._snapshot(campaign, upto)
            except (Damaged, ValueError) as error:  # an unreadable snapshot is treated as missing
                log.warning("no snapshot of %s can be read: %s", campaign, error)
                return None

        return find

    def _snapshot(self, campaign: str, upto: int) -> Checkpoint | None:
        with self.translating_errors():
            found = self._snapshots.select_events(campaign, lte=upto, desc=True, limit=1)
        return next(
            (Checkpoint(one.originator_version, int(one.topic.rpartition(" ")[2]), one.state) for one in found), None
        )

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
        return row and _pack_if_sound(digest, row[0])

    # --- photos ---

    def add_photo(self, digest: str, body: bytes) -> None:
        with self.writing() as db:
            db.execute("INSERT OR IGNORE INTO photos VALUES (?,?)", (digest, body))

    def photo(self, digest: str) -> bytes | None:
        with self.reading() as c:
            row = c.execute("SELECT CAST(body AS BLOB) FROM photos WHERE digest=?", (digest,)).fetchone()
        return row and bytes(row[0])

    def has_photo(self, digest: str) -> bool:
        with self.reading() as c:
            return c.execute("SELECT 1 FROM photos WHERE digest=?", (digest,)).fetchone() is not None

    # --- the whole file ---

    def faults(self) -> list[str]:
        """The faults that SQLite finds in the file."""
        with self.reading() as c:
            found = [row[0] for row in c.execute("PRAGMA integrity_check(20)").fetchall()]
        return [] if found == ["ok"] else found

    def renew_caches(self, build: Write) -> bool:
        """Drop and rebuild all caches if only caches are damaged; returns whether it did."""
        with translated_errors(), self._datastore.writer as db:
            if not caches.are_damaged(db):
                return False
            caches.drop_caches(db)
            build(db)
        with suppress(sqlite3.Error), closing(self._datastore.connect()) as db:
            db.execute("VACUUM")
        return True

    def backup(self, path: Path, pace: Pace = watch_nothing) -> None:
        """Write a copy of the whole file while it is in use; an interrupted copy is incomplete and must be deleted."""
        with translated_errors(), self._datastore.readers.connection() as db, interrupted_by(db, pace):
            db.execute("VACUUM INTO ?", (str(path),))


class StoredEntries:
    """One campaign's entries in the store: a `Source`."""

    def __init__(self, store: FileStore, campaign: str) -> None:
        self._store = store
        self._campaign = campaign

    def read(self, after: int = 0, upto: int | None = None) -> Iterator[Raw]:
        while True:
            with self._store.translating_errors():
                found = self._store.entries.select_events(self._campaign, gt=after, lte=upto, limit=CHUNK)
            yield from (Raw(one.originator_version, one.topic, one.state) for one in found)
            if len(found) < CHUNK:
                return
            after = found[-1].originator_version

    def rows(self, after: int = 0, upto: int | None = None) -> Iterator[Row]:
        last = END if upto is None else upto
        while after < last:
            rows = self._select(after, last, CHUNK)
            yield from rows
            if len(rows) < CHUNK:
                return
            after = rows[-1][0]

    def corrections(self, after: int = 0, upto: int | None = None) -> Sequence[Raw]:
        found = self._select(after, END if upto is None else upto, -1, f"AND topic IN ({CORRECTIONS})")
        return list(map(Raw._make, found))

    def of_topics(self, topics: Collection[str], after: int = 0, upto: int | None = None) -> Sequence[Row]:
        where = "AND topic IN (SELECT value FROM json_each(?))"
        return self._select(after, END if upto is None else upto, -1, where, orjson.dumps([*topics]).decode())

    def at(self, positions: Collection[int]) -> Sequence[Raw]:
        with self._store.translating_errors():
            return list(map(Raw._make, self._store.entries.select_rows_at(self._campaign, positions)))

    def head(self) -> int:
        with self._store.reading() as c:
            found = c.execute("SELECT MAX(originator_version) FROM entries WHERE originator_id=?", (self._campaign,))
            return int(found.fetchone()[0] or 0)

    def _select(self, after: int, upto: int, limit: int, where: str = "", *values: str) -> list[Row]:
        with self._store.translating_errors():
            return self._store.entries.select_rows(self._campaign, after, upto, limit, where, *values)


@lru_cache(maxsize=32)
def _pack_if_sound(digest: str, stored: bytes) -> Content | None:
    """A pack if its digest matches; otherwise None, and the campaign falls back to its game's own pack."""
    with suppress(ValueError, TypeError, AttributeError):
        if (pack := from_bytes(stored)).digest == digest:
            return pack
    log.warning("the content pack %s is damaged", digest)
    return None


@cache
def fingerprint_of_code() -> str:
    """A digest of all source code of `domain` and of installed games, so that snapshots of other code are not used."""
    code = hashlib.sha256()
    for path in (*code_files(*sorted(Path(__file__).parents[1].rglob("*.py"))), *code_installed()):
        code.update(path.read_bytes())
    return code.hexdigest()[:16]
