"""Guests, tries and the session key in the database of a shared log, for all processes.

Guests are still read from the file next to the campaigns, which is kept equal to the database.
"""

import logging
import os
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING

from companion.campaign_files.file_permissions import OURS
from companion.web.visitors.guest_file import COLUMNS, Db, remove_unused
from companion.web.visitors.guests import Guests
from companion.web.visitors.tries import ALL, EACH, WINDOW, Tries, check_tries
from domain.store import Busy

if TYPE_CHECKING:
    from domain.store.beside import BesideLog, PortableDb

log = logging.getLogger(__name__)
PAUSE = 1.0
"""Seconds before the next attempt to reach the database."""
TABLES = (
    "CREATE TABLE IF NOT EXISTS rooms (campaign text PRIMARY KEY, code text NOT NULL DEFAULT '')",
    "CREATE TABLE IF NOT EXISTS guests (id bigserial PRIMARY KEY, campaign text NOT NULL, name text NOT NULL,"
    " role text NOT NULL, joined double precision NOT NULL)",
    "ALTER TABLE guests ADD COLUMN IF NOT EXISTS watches bigint NOT NULL DEFAULT 0",
    "ALTER TABLE guests ADD COLUMN IF NOT EXISTS language text NOT NULL DEFAULT ''",
    "ALTER TABLE rooms ADD COLUMN IF NOT EXISTS watching text NOT NULL DEFAULT ''",
    "CREATE TABLE IF NOT EXISTS devices (id bigserial PRIMARY KEY,"
    " guest bigint NOT NULL REFERENCES guests (id) ON DELETE CASCADE, secret text NOT NULL UNIQUE,"
    " seen double precision NOT NULL, joined_by bigint NOT NULL DEFAULT 0)",
    "CREATE TABLE IF NOT EXISTS requests (secret text PRIMARY KEY,"
    " guest bigint NOT NULL REFERENCES guests (id) ON DELETE CASCADE, asked double precision NOT NULL,"
    " refused bigint NOT NULL DEFAULT 0)",
    "CREATE TABLE IF NOT EXISTS former (guest bigint NOT NULL REFERENCES guests (id) ON DELETE CASCADE,"
    " name text NOT NULL, PRIMARY KEY (guest, name))",
    # In 1.0 each guest had one device, in columns of the guest.
    "DO $$ BEGIN IF EXISTS (SELECT FROM information_schema.columns WHERE table_schema=current_schema()"
    " AND table_name='guests' AND column_name='secret') THEN"
    " INSERT INTO devices (guest, secret, seen) SELECT id, secret, seen FROM guests;"
    " ALTER TABLE guests DROP COLUMN secret, DROP COLUMN seen; END IF; END $$",
    "CREATE TABLE IF NOT EXISTS seats (rowid bigserial, campaign text NOT NULL, seat text NOT NULL,"
    " guest bigint REFERENCES guests (id) ON DELETE CASCADE, PRIMARY KEY (campaign, seat))",
    "CREATE TABLE IF NOT EXISTS bounds (campaign text PRIMARY KEY, most bigint NOT NULL)",
    "CREATE TABLE IF NOT EXISTS owners (campaign text PRIMARY KEY, host text NOT NULL)",
    "CREATE TABLE IF NOT EXISTS ended (session text PRIMARY KEY, at double precision NOT NULL)",
    "CREATE TABLE IF NOT EXISTS tries (made double precision NOT NULL, address text NOT NULL)",
    "CREATE TABLE IF NOT EXISTS keys (name text PRIMARY KEY, secret bytea NOT NULL)",
)
ORDER = {
    "guests": "id",
    "devices": "id",
    "seats": "rowid",
    "former": "guest, name",
    "requests": "asked",
    "ended": "session",
}
"""The order of rows in the tables that have one."""


def create_tables(beside: "BesideLog") -> None:
    """Create the tables that are missing."""
    with beside.transaction() as db:
        for statement in TABLES:
            db.execute(statement)


def shared_session_key(beside: "BesideLog", length: int, kept: Path) -> bytes:
    """The key of session cookies, shared by all processes so that each accepts the others' cookies.

    Args:
        kept: the file with a copy of the key, for a start while the database is down.

    Raises:
        Busy: the database is down, and there is no copy.
    """
    try:
        with beside.transaction() as db:
            made = ("sessions", secrets.token_bytes(length))
            db.execute("INSERT INTO keys (name, secret) VALUES (?,?) ON CONFLICT DO NOTHING", made)
            key = bytes(db.execute("SELECT secret FROM keys WHERE name='sessions'").fetchone()[0])
    except Busy:
        with suppress(OSError):
            if len(key := kept.read_bytes()) >= length:
                return key
        raise
    _keep_key(kept, key)
    return key


def _keep_key(kept: Path, key: bytes) -> None:
    """Write the key to a file that only its owner may read, unless it is there; a failure is ignored."""
    with suppress(OSError):
        if kept.exists() and kept.read_bytes() == key:
            return
        with os.fdopen(os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OURS), "wb") as file:
            file.write(key)


def take_guests(guests: Guests, beside: "BesideLog") -> None:
    """Copy all guests of a database into a file."""
    with guests.file_transaction() as file:
        _copy_guests(beside, file)


def _copy_guests(beside: "BesideLog", file: Db) -> None:
    """Replace the guests of a file by those of a database; there are few of them."""
    with beside.transaction() as db:
        found = {table: db.execute(_select(table)).fetchall() for table in COLUMNS}
    for table in reversed(COLUMNS):
        file.execute(f"DELETE FROM {table}")  # noqa: S608 - names of ours
    for table, rows in found.items():
        _insert(file, table, rows)


def give_guests(guests: Guests, beside: "BesideLog") -> None:
    """Copy all guests of a file into a database that has none."""
    with guests.file_transaction() as file, beside.transaction() as db:
        for table in COLUMNS:
            _insert(db, table, file.execute(_select(table)).fetchall())
        db.execute("SELECT setval(pg_get_serial_sequence('guests', 'id'), coalesce(max(id), 0) + 1, false) FROM guests")


def _select(table: str) -> str:
    return f"SELECT {COLUMNS[table]} FROM {table} ORDER BY {ORDER.get(table, 'campaign')}"  # noqa: S608 - names of ours


def _insert(db: Db, table: str, rows: Iterable[Sequence[object]]) -> None:
    columns = COLUMNS[table]
    marks = ",".join("?" * len(columns.split(",")))
    for row in rows:
        db.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", row)  # noqa: S608 - names of ours


class SharedGuests(Guests):
    """The guests of a shared log: changes are written to its database, and each process updates its file from there.

    Args:
        beside: the tables next to the log.
        changed: called when guests changed, here or in another process.
    """

    def __init__(
        self,
        path: Path,
        beside: "BesideLog",
        changed: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(path, clock)
        self.changed = changed
        self._beside = beside
        self._ended = Event()
        with suppress(Busy):  # else the file keeps the guests of the last update
            self._pull()
        self._thread = Thread(target=self._follow, name="guests", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the thread that updates the file."""
        self._ended.set()
        self._thread.join()

    @contextmanager
    def _write_transaction(self) -> "Iterator[PortableDb]":
        with self._beside.transaction() as db:
            remove_unused(db, self._clock())
            yield db
            db.execute("NOTIFY guests")
        self._pull()

    def _store_visits(self, visits: Sequence[tuple[float, str]]) -> None:
        super()._store_visits(visits)
        with suppress(Busy), self._beside.transaction() as db:
            for visit in visits:
                db.execute("UPDATE devices SET seen=? WHERE secret=?", visit)

    def _follow(self) -> None:
        """Update the file when other processes change guests, and retry while the database is down."""
        while not self._ended.is_set():
            try:
                for _ in self._beside.listen("guests", self._ended.is_set):
                    self._pull_and_tell()
            except Busy as error:
                log.info("guests cannot be followed now: %s", error)
                self._ended.wait(PAUSE)

    def _pull_and_tell(self) -> None:
        self._pull()
        self.changes += 1
        self.changed()

    def _pull(self) -> None:
        with self.file_transaction() as file:
            _copy_guests(self._beside, file)


class SharedTries(Tries):
    """Tries counted across all processes; while the database is down, each process counts its own."""

    def __init__(self, beside: "BesideLog", clock: Callable[[], float] = time.time) -> None:
        super().__init__(clock)
        self._beside = beside

    def count_try(self, address: str) -> None:
        super().count_try(address)
        with suppress(Busy), self._beside.transaction() as db:
            now = self._clock()
            db.execute("DELETE FROM tries WHERE made<=?", (now - WINDOW,))
            made = db.execute("SELECT made, address FROM tries ORDER BY made").fetchall()
            check_tries([when for when, by in made if by == address], EACH, now)
            check_tries([when for when, _ in made], ALL, now)
            db.execute("INSERT INTO tries (made, address) VALUES (?,?)", (now, address))

    def discount_try(self, address: str) -> None:
        super().discount_try(address)
        with suppress(Busy), self._beside.transaction() as db:
            newest = "(SELECT max(made) FROM tries WHERE address=?)"
            db.execute(f"DELETE FROM tries WHERE address=? AND made={newest}", (address, address))  # noqa: S608


__all__ = ["SharedGuests", "SharedTries", "create_tables", "shared_session_key"]
