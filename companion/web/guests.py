"""Guests: who joined which campaign with its code, and which host a campaign is of, in an SQLite file beside the log.

A guest is a person at a campaign; each of their devices is known by a secret of its own.

Nothing here is part of a campaign: it is in no log and in no export, and it may be deleted at any time;
people then join once more, and campaigns of hosts are the administrator's.
"""

import hmac
import json
import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, Literal, Protocol

from companion.vault.private import keep_private
from companion.web.typed import is_hosts_name, look_alike, mixes_scripts
from domain.language.text import Text, text
from domain.store import Busy
from domain.store.errors import is_full

Role = Literal["player", "spectator"]
ALPHABET = "BCDFGHJKMNPQRTVWXY346789"
"""Signs that are not mistaken for one another, and spell no word."""
# Short enough to be read out at a table; guessing is slowed down by `people/tries.py`.
SIGNS = 6
UNUSED = 30 * 24 * 60 * 60
"""Seconds without a visit after which somebody has to join anew."""
LONGEST_SESSION = 365 * 24 * 60 * 60
"""Seconds until a cookie expires (`PERMANENT_SESSION_LIFETIME`)."""
PATIENCE = 10 * 60
"""Seconds that the request of a new device waits for an answer."""
MOST_REQUESTS = 5
"""Requests of new devices that wait at one campaign."""
OFTEN = 60
"""Seconds between two notes that somebody was here."""
MOST = 12
"""How many join with one code, unless the host says more or less."""
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
"""What makes a file of each version one of the next; in the first a guest had one seat, in a column of theirs.

In SQL: that no number is given to a second guest, sqlite-utils has no word for, and the tables of a file that is not
there yet are made where it is read, on the first page, while to load sqlite-utils takes 0.2 s.
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
"""What is kept, by table, those first that others refer to."""
_SEATS = "(SELECT json_group_array(seat) FROM (SELECT seat FROM seats WHERE guest=guests.id ORDER BY rowid))"
_SEEN = "(SELECT max(seen) FROM devices WHERE guest=guests.id)"
_DEVICES = "(SELECT count(*) FROM devices WHERE guest=guests.id)"
_FORMER = "(SELECT json_group_array(name) FROM former WHERE guest=guests.id)"
_GUESTS = (
    f"SELECT id, campaign, name, role, {_SEATS}, joined, {_SEEN}, {_DEVICES}, {_FORMER}, watches, language FROM guests"  # noqa: S608 - nothing of it is typed
)

_CODES = (
    "SELECT campaign, code FROM rooms WHERE code<>'' UNION ALL SELECT campaign, watching FROM rooms WHERE watching<>''"
)
_REQUESTS = "SELECT requests.secret, guest, name, refused FROM requests JOIN guests ON guests.id=guest"


@dataclass(frozen=True)
class Guest:
    """A person who joined a campaign: as a player, with the leading seat first or without any, or as a spectator."""

    id: int
    campaign: str
    name: str
    role: Role
    seats: tuple[str, ...]
    joined: float
    seen: float
    """When the last of their devices was."""
    devices: int = 1
    former: frozenset[str] = frozenset()
    """The names that they had before."""
    watches: bool = False
    """Whether they joined with the code for spectators, and only the host may give them a seat."""
    language: str = ""
    """The language of the interface that they chose or joined in; empty if unknown."""

    def is_called(self, name: str) -> bool:
        """Whether a name looks like theirs, or like one that they had before."""
        return any(look_alike(name, one) for one in (self.name, *self.former))


@dataclass(frozen=True)
class DeviceRequest:
    """A new device that wants to be a guest's, by the hash of its secret."""

    id: str
    guest: int
    name: str
    refused: bool


class QuotaReached(Exception):
    """A host has as many campaigns as one may have."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


class PlaceTaken(Exception):
    """A name or seat is taken, or all places are; `text` says which."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class Db(Protocol):
    """What guests are read and written by: statements that SQLite and PostgreSQL understand alike."""

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Any:
        """Execute a statement with its values; returns what its rows are fetched from, each a tuple."""
        ...


OnSeated = Callable[[Sequence[str]], object]
"""Tells the table which seats somebody takes that they had not, in the same breath."""


def _do_nothing(_: Sequence[str]) -> None:
    """A callback that does nothing."""


class Guests:
    """The file of guests, created when the first code is needed."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self.path = path
        self.patience = 5.0
        """Seconds to wait for somebody else who writes."""
        self.changes = 0
        """How often this program let somebody go, or changed who sits where: who listens looks again."""
        self._clock = clock
        self._one_sets_aside = Lock()
        self._one_reads = Lock()
        self._reader: sqlite3.Connection | None = None
        self._looked_at: FileState = None

    def __del__(self) -> None:
        self._close_reader()

    # --- codes ---

    def join_code(self, campaign: str) -> str:
        """The join code of a campaign, created when first needed."""
        with self._write_transaction() as db:
            row = db.execute("SELECT code FROM rooms WHERE campaign=? AND code<>''", (campaign,)).fetchone()
            return str(row[0]) if row else _give_code(db, campaign)

    def watching_code(self, campaign: str) -> str:
        """The code of a campaign for spectators alone, created when first needed."""
        with self._write_transaction() as db:
            row = db.execute("SELECT watching FROM rooms WHERE campaign=? AND watching<>''", (campaign,)).fetchone()
            return str(row[0]) if row else _give_watching_code(db, campaign)

    def change_code(self, campaign: str) -> str:
        """Replace the join code and the one for spectators; everybody who joined has to join again."""
        with self._seating_transaction() as db:
            db.execute("DELETE FROM guests WHERE campaign=?", (campaign,))
            db.execute("UPDATE rooms SET watching='' WHERE campaign=?", (campaign,))
            return _give_code(db, campaign)

    def invited_to(self, code: str) -> str | None:
        """The campaign of a typed code; every code is compared in constant time."""
        wanted, found = plain_code(code).encode(), None
        with self._read_connection() as db:
            for campaign, kept in db.execute(_CODES):
                if hmac.compare_digest(wanted, str(kept).encode()):
                    found = str(campaign)
        return found

    def is_for_spectators(self, code: str) -> bool:
        """Whether a typed code is one for spectators alone."""
        wanted = plain_code(code).encode()
        with self._read_connection() as db:
            kept = db.execute("SELECT watching FROM rooms WHERE watching<>''").fetchall()
        return any(hmac.compare_digest(wanted, str(one).encode()) for (one,) in kept)

    # --- guests ---

    def join(
        self,
        campaign: str,
        name: str,
        role: Role,
        seats: Sequence[str],
        secret: str = "",
        on_seated: OnSeated = _do_nothing,
        *,
        watches: bool = False,
        language: str = "",
    ) -> str:
        """Add a guest; returns the secret for their browser, a new one unless it is given.

        What is `on_seated` of it is told before they are in: where it cannot be, they are not. Who `watches` joined
        with the code for spectators.

        Raises:
            PlaceTaken: somebody has that name or one of these seats, nobody may be called so, or all places are taken.
        """
        secret, now = secret or secrets.token_urlsafe(32), self._clock()
        with self._seating_transaction() as db:
            _check_name(name, _names_of_others(db, campaign))
            (here,) = db.execute("SELECT count(*) FROM guests WHERE campaign=?", (campaign,)).fetchone()
            if here >= (most := _guest_limit(db, campaign)):
                raise PlaceTaken(
                    text("{count|person has|people have} joined, and that is the limit. Ask the host.", count=most)
                )
            (guest,) = db.execute(
                "INSERT INTO guests (campaign, name, role, joined, watches, language)"
                " VALUES (?,?,?,?,?,?) RETURNING id",
                (campaign, name, role, now, int(watches), language),
            ).fetchone()
            _add_device(db, guest, _hash_secret(secret), now)
            on_seated(_replace_seats(db, campaign, guest, seats))
        return secret

    def guest_of_secret(self, secret: str) -> Guest | None:
        """The guest of a secret, if they still may visit; notes the visit."""
        hashed = _hash_secret(secret)
        with self._read_connection() as db:
            device = db.execute("SELECT guest, seen FROM devices WHERE secret=?", (hashed,)).fetchone()
            if device is None or self._clock() - device[1] > UNUSED:
                return None
            found = _guest(db.execute(f"{_GUESTS} WHERE id=?", (device[0],)).fetchone())
        if self._clock() - device[1] > OFTEN:
            self._note_visit(hashed)
        return found

    def _note_visit(self, hashed: str) -> None:
        """Note that a device was here; where the file cannot be written now, the next visit is noted."""
        with suppress(sqlite3.OperationalError), self.file_transaction() as db:
            db.execute("UPDATE devices SET seen=? WHERE secret=?", (self._clock(), hashed))

    def guests_of_campaign(self, campaign: str) -> list[Guest]:
        """The guests of a campaign, the first one first."""
        with self._read_connection() as db:
            return [guest for guest in _at(db, campaign) if self._clock() - guest.seen <= UNUSED]

    def move(self, guest: Guest, role: Role, seats: Sequence[str], on_seated: OnSeated = _do_nothing) -> None:
        """Change a guest's role or seats; `on_seated` is called before they have the seats.

        A player is no longer somebody who only watches.

        Raises:
            PlaceTaken: somebody else has one of these seats.
        """
        with self._seating_transaction() as db:
            db.execute("UPDATE guests SET role=? WHERE id=?", (role, guest.id))
            if role == "player":
                db.execute("UPDATE guests SET watches=0 WHERE id=?", (guest.id,))
            on_seated(_replace_seats(db, guest.campaign, guest.id, seats))

    def take_new_seat(
        self, campaign: str, seat: str, guest: Guest | None, chairs: Collection[str], record: Callable[[], bool]
    ) -> None:
        """Record what brings a seat to the table, and give it to a guest besides those of theirs among the `chairs`.

        A seat that was there before and was taken back is forgotten by who had it. Nobody sits down where `record` says
        that the seat is not there, and nothing changes here where it raises.
        """
        with self._seating_transaction() as db:
            if seat not in chairs:
                db.execute("DELETE FROM seats WHERE campaign=? AND seat=?", (campaign, seat))
            if not record() or guest is None:
                return
            taken = dict(_seats_by_guest(db, campaign))
            theirs = [one for one, by in taken.items() if by == guest.id and one in chairs]
            is_here = db.execute("SELECT 1 FROM guests WHERE id=? AND role='player'", (guest.id,)).fetchone()
            if is_here and seat not in taken:
                _replace_seats(db, campaign, guest.id, (*theirs, seat))

    def rename(self, guest: Guest, name: str, on_seated: OnSeated = _do_nothing) -> None:
        """Call a guest by another name; `on_seated` is called with their seats before they have it.

        Raises:
            PlaceTaken: somebody else has that name or had it, or nobody may be called so.
        """
        with self._seating_transaction() as db:
            _check_name(name, _names_of_others(db, guest.campaign, guest.id))
            db.execute("INSERT INTO former (guest, name) VALUES (?,?) ON CONFLICT DO NOTHING", (guest.id, guest.name))
            db.execute("UPDATE guests SET name=? WHERE id=?", (name, guest.id))
            on_seated([seat for seat, by in _seats_by_guest(db, guest.campaign) if by == guest.id])

    def set_language(self, guest: Guest, language: str) -> None:
        """Note the language of a guest, which their next device has from the beginning.

        Raises:
            Busy: the disk is full.
        """
        with self._write_transaction() as db:
            db.execute("UPDATE guests SET language=? WHERE id=?", (language, guest.id))

    def hand_over(self, seat: str, giver: Guest, taker: Guest, on_seated: OnSeated = _do_nothing) -> None:
        """Give a seat of a guest to another player, besides those of theirs.

        Raises:
            PlaceTaken: it is not the giver's any more.
        """
        with self._seating_transaction() as db:
            taken = _seats_by_guest(db, giver.campaign)
            if (seat, giver.id) not in taken:
                raise PlaceTaken(text("Somebody else has just sat down there. Choose another seat."))
            _replace_seats(db, giver.campaign, giver.id, [one for one, by in taken if by == giver.id and one != seat])
            theirs = [one for one, by in taken if by == taker.id]
            on_seated(_replace_seats(db, giver.campaign, taker.id, [*theirs, seat]))

    def remove(self, guest: Guest) -> None:
        """Remove a guest with all their devices; they may join again with the code."""
        with self._seating_transaction() as db:
            db.execute("DELETE FROM guests WHERE id=?", (guest.id,))

    # --- devices ---

    def forget_device(self, secret: str) -> None:
        """Forget the device of a secret; a guest without any other device is removed."""
        with self._seating_transaction() as db:
            db.execute("DELETE FROM devices WHERE secret=?", (_hash_secret(secret),))
            _remove_guests_without_device(db)

    def request_device(self, guest: Guest, secret: str) -> None:
        """Ask whether the device of a new secret is a guest's.

        Raises:
            PlaceTaken: too many ask at this campaign.
        """
        with self._seating_transaction() as db:
            waiting = "SELECT count(*) FROM requests JOIN guests ON guests.id=guest WHERE campaign=? AND refused=0"
            (count,) = db.execute(waiting, (guest.campaign,)).fetchone()
            if count >= MOST_REQUESTS:
                raise PlaceTaken(text("Several devices are waiting for an answer. Try again in a few minutes."))
            added = (_hash_secret(secret), guest.id, self._clock())
            db.execute("INSERT INTO requests (secret, guest, asked) VALUES (?,?,?)", added)

    def requests_of_campaign(self, campaign: str) -> list[DeviceRequest]:
        """The requests that wait for an answer, the first one first."""
        with self._read_connection() as db:
            where = "campaign=? AND refused=0 AND asked>=? ORDER BY asked"
            found = db.execute(f"{_REQUESTS} WHERE {where}", (campaign, self._clock() - PATIENCE))
            return [_request(row) for row in found.fetchall()]

    def request_of_secret(self, secret: str) -> DeviceRequest | None:
        """The request of a device, waiting or refused; None if there is none any more."""
        with self._read_connection() as db:
            where = "requests.secret=? AND asked>=?"
            found = db.execute(f"{_REQUESTS} WHERE {where}", (_hash_secret(secret), self._clock() - PATIENCE))
            row = found.fetchone()
            return _request(row) if row else None

    def accept_request(self, asked: DeviceRequest) -> None:
        """Add the device of a request to its guest; their other devices are to be told."""
        with self._seating_transaction() as db:
            if db.execute("DELETE FROM requests WHERE secret=? AND refused=0 RETURNING 1", (asked.id,)).fetchone():
                db.execute("UPDATE devices SET joined_by=1 WHERE guest=?", (asked.guest,))
                _add_device(db, asked.guest, asked.id, self._clock())

    def refuse_request(self, asked: DeviceRequest) -> None:
        """Refuse a request; its device learns that when it asks again."""
        with self._seating_transaction() as db:
            db.execute("UPDATE requests SET refused=1 WHERE secret=?", (asked.id,))

    def withdraw_request(self, secret: str) -> None:
        """Remove the request of a device, whatever became of it."""
        with self._seating_transaction() as db:
            db.execute("DELETE FROM requests WHERE secret=?", (_hash_secret(secret),))

    def is_joined_by_another(self, secret: str) -> bool:
        """Whether another device became its guest's since this one last confirmed that."""
        with self._read_connection() as db:
            row = db.execute("SELECT joined_by FROM devices WHERE secret=?", (_hash_secret(secret),)).fetchone()
            return bool(row and row[0])

    def confirm_devices(self, secret: str) -> None:
        """Note that the person at a device knows of the other ones."""
        with self._write_transaction() as db:
            db.execute("UPDATE devices SET joined_by=0 WHERE secret=?", (_hash_secret(secret),))

    def forget_other_devices(self, secret: str) -> None:
        """Forget all devices of a guest except the one of a secret."""
        hashed = _hash_secret(secret)
        with self._seating_transaction() as db:
            same = "guest=(SELECT guest FROM devices WHERE secret=?)"
            db.execute(f"DELETE FROM devices WHERE {same} AND secret<>?", (hashed, hashed))  # noqa: S608 - no input
            db.execute("UPDATE devices SET joined_by=0 WHERE secret=?", (hashed,))

    # --- the host ---

    def end_host_session(self, session: str) -> None:
        """End a host session, so that a copy of its cookie is no longer accepted.

        Raises:
            Busy: the disk is full.
        """
        with self._write_transaction() as db:
            db.execute("DELETE FROM ended WHERE at<?", (self._clock() - LONGEST_SESSION,))
            db.execute("DELETE FROM ended WHERE session=?", (session,))
            db.execute("INSERT INTO ended (session, at) VALUES (?,?)", (session, self._clock()))

    def has_ended(self, session: str) -> bool:
        """Whether a session of the host was ended."""
        with self._read_connection() as db:
            return db.execute("SELECT 1 FROM ended WHERE session=?", (session,)).fetchone() is not None

    def host_seats(self, campaign: str) -> tuple[str, ...]:
        """The host's seats, the one chosen first before the others."""
        with self._read_connection() as db:
            return tuple(seat for seat, by in _seats_by_guest(db, campaign) if by is None)

    def players_of(self, campaign: str) -> dict[str, str]:
        """The seats of a campaign that are taken, each with the name of the guest who plays it; the host has none."""
        with self._read_connection() as db:
            rows = db.execute(
                "SELECT seats.seat, coalesce(name, '') FROM seats LEFT JOIN guests ON guests.id=seats.guest"
                " WHERE seats.campaign=? ORDER BY seats.rowid",
                (campaign,),
            )
            return dict(rows.fetchall())

    def seat_host(self, campaign: str, seats: Sequence[str], on_seated: OnSeated = _do_nothing) -> None:
        """Give the host seats, or none; `on_seated` is called before the host has them.

        Raises:
            PlaceTaken: somebody else has one of them.
        """
        with self._seating_transaction() as db:
            on_seated(_replace_seats(db, campaign, None, seats))

    def limit_of(self, campaign: str) -> int:
        """The largest number of guests of a campaign."""
        with self._read_connection() as db:
            return _guest_limit(db, campaign)

    def set_limit(self, campaign: str, most: int) -> None:
        """Limit the number of guests; those who have joined stay."""
        with self._write_transaction() as db:
            db.execute(
                "INSERT INTO bounds (campaign, most) VALUES (?,?)"
                " ON CONFLICT (campaign) DO UPDATE SET most=excluded.most",
                (campaign, most),
            )

    # --- hosts who signed in by a proxy ---

    def owner_of(self, campaign: str) -> str:
        """The host whose campaign it is; empty where it is the administrator's."""
        with self._read_connection() as db:
            row = db.execute("SELECT host FROM owners WHERE campaign=?", (campaign,)).fetchone()
        return str(row[0]) if row else ""

    def campaigns_of(self, host: str) -> frozenset[str]:
        with self._read_connection() as db:
            return frozenset(
                campaign for (campaign,) in db.execute("SELECT campaign FROM owners WHERE host=?", (host,))
            )

    def claim_campaign(self, campaign: str, host: str, quota: int = 0) -> bool:
        """Make a campaign a host's, unless it is somebody's; returns whether it was nobody's. A quota of 0 is none.

        Raises:
            QuotaReached: the host has as many as that.
        """
        with self._write_transaction() as db:
            if db.execute("SELECT 1 FROM owners WHERE campaign=?", (campaign,)).fetchone():
                return False
            (owned,) = db.execute("SELECT count(*) FROM owners WHERE host=?", (host,)).fetchone()
            if quota and owned >= quota:
                raise QuotaReached(quota)
            db.execute("INSERT INTO owners (campaign, host) VALUES (?,?)", (campaign, host))
        return True

    def disown_campaign(self, campaign: str) -> None:
        """Leave a campaign to the administrator."""
        with self._write_transaction() as db:
            db.execute("DELETE FROM owners WHERE campaign=?", (campaign,))

    # --- the file ---

    @contextmanager
    def _read_connection(self) -> Iterator[sqlite3.Connection]:
        """A connection to read by; an empty database where there is no file.

        Its connection is kept until the file is another or was written: each page reads it twice, and to open it and
        look whether it is sound takes longer than that.
        """
        with self._one_reads:
            state = _state_of(self.path)
            if self._reader is None or state != self._looked_at:
                self._close_reader()
                self._reader = self._open_file(self.path if state else NOWHERE, _with_tables)
                self._looked_at = state
            yield self._reader

    def _close_reader(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    @contextmanager
    def _seating_transaction(self) -> Iterator[Db]:
        """A transaction after which others sit there, or nobody: who listens looks again. A mere visit is none.

        Raises:
            Busy: the disk is full.
        """
        with self._write_transaction() as db:
            yield db
        self.changes += 1

    def _write_transaction(self) -> AbstractContextManager[Db]:
        """A transaction in which codes, guests, seats or limits change."""
        return self.file_transaction()

    @contextmanager
    def file_transaction(self) -> Iterator[sqlite3.Connection]:
        """A transaction on the file; guests who stayed away too long are removed first.

        Raises:
            Busy: the disk is full.
        """
        try:
            with closing(self._open_file(self.path, self._begin_write)) as db, db:
                yield db
        except sqlite3.OperationalError as error:
            if not is_full(error):
                raise
            raise Busy("The disk is full. Nobody can join or change seats until there is room.") from error

    def _begin_write(self, path: Path, patience: float) -> sqlite3.Connection:
        """A write transaction on a sound file.

        Raises:
            _Noise: it is not, or it says of itself that nobody may write it.
        """
        db = _with_tables(path, patience)
        try:
            db.execute("BEGIN IMMEDIATE")
            remove_unused(db, self._clock())
        except BaseException as error:
            db.close()
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_READONLY and os.access(path, os.W_OK):
                raise _Noise from error
            raise
        return db

    def _open_file(self, path: Path, open_: "Opens") -> sqlite3.Connection:
        """Open the file; a damaged one is set aside, because guests can simply join again."""
        with suppress(_Noise):
            return open_(path, self.patience)
        with self._one_sets_aside:
            with suppress(_Noise):  # somebody else has set it aside meanwhile
                return open_(path, self.patience)
            for suffix in ("-journal", ""):  # what was to be written into it is not for the one that follows
                with suppress(FileNotFoundError):
                    path.with_name(path.name + suffix).replace(path.with_name(f"{path.name}.damaged{suffix}"))
            self.changes += 1
            return open_(path, self.patience)


class _Noise(Exception):
    """The file of guests is damaged."""


Opens = Callable[[Path, float], sqlite3.Connection]
"""Opens a file of guests with patience, in seconds, for somebody else who writes; raises `_Noise` of a damaged one."""


FileState = tuple[int, int, int] | None
"""Which file it is, when it was written and its size in bytes; None where there is none, or an empty one."""


def _state_of(path: Path) -> FileState:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return (found.st_ino, found.st_mtime_ns, found.st_size) if found.st_size else None


def _with_tables(path: Path, patience: float) -> sqlite3.Connection:
    """A connection with tables to a file that was verified whole, which is quick because it is small.

    Raises:
        _Noise: it is not.
    """
    if path != NOWHERE:
        keep_private(path)
    db = sqlite3.connect(path, timeout=patience, check_same_thread=False)  # one thread at a time reads by it
    db.text_factory = partial(str, encoding="utf-8", errors="replace")  # noise within a name
    try:
        if _version(db) < len(TABLES):
            _make_tables(db)
        db.execute("PRAGMA foreign_keys=ON")  # not while a table that others refer to is made anew
        if db.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            raise _Noise
        for table, columns in COLUMNS.items():  # noise may have come into their names
            db.execute(f"SELECT {columns} FROM {table} LIMIT 0")  # noqa: S608 - names of ours
    except BaseException as error:
        db.close()
        if _is_noise(error):
            raise _Noise from error
        raise
    return db


def _is_noise(error: BaseException) -> bool:
    """Whether an error means that the file is damaged; one that is locked, full or not ours stays."""
    if isinstance(error, sqlite3.OperationalError):
        return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR
    return isinstance(error, (sqlite3.DatabaseError, UnicodeDecodeError))


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _make_tables(db: sqlite3.Connection) -> None:
    """Create the tables of a new or older file, once, even if several do so at the same time."""
    with db:
        db.execute("BEGIN IMMEDIATE")
        for step in TABLES[_version(db) :]:
            for statement in step:
                db.execute(statement)
        db.execute(f"PRAGMA user_version = {len(TABLES)}")


def _guest(row: Sequence[Any]) -> Guest:
    id_, campaign, name, role, seats, joined, seen, devices, former, watches, language = row
    sits, called = tuple(json.loads(seats)), frozenset(json.loads(former))
    return Guest(id_, campaign, name, role, sits, joined, seen, devices, called, bool(watches), language)


def _request(row: Sequence[Any]) -> DeviceRequest:
    secret, guest, name, refused = row
    return DeviceRequest(secret, guest, name, bool(refused))


def remove_unused(db: Db, now: float) -> None:
    """Remove requests that waited too long, devices that stayed away too long, and the guests who have no other."""
    db.execute("DELETE FROM requests WHERE asked<?", (now - PATIENCE,))
    db.execute("DELETE FROM devices WHERE seen<?", (now - UNUSED,))
    _remove_guests_without_device(db)


def _remove_guests_without_device(db: Db) -> None:
    db.execute("DELETE FROM guests WHERE id NOT IN (SELECT guest FROM devices)")


def _add_device(db: Db, guest: int, hashed: str, now: float) -> None:
    db.execute("INSERT INTO devices (guest, secret, seen) VALUES (?,?,?)", (guest, hashed, now))


def _at(db: sqlite3.Connection, campaign: str) -> list[Guest]:
    return [_guest(row) for row in db.execute(f"{_GUESTS} WHERE campaign=? ORDER BY id", (campaign,))]


def _check_name(name: str, others: Sequence[str]) -> None:
    """Refuse a name that could be taken for somebody else's.

    Raises:
        PlaceTaken: a name looks like another one, like two at once, or like the host's.
    """
    if is_hosts_name(name):
        raise PlaceTaken(text("“{name}” is the name of the host. Choose another one.", name=name))
    if mixes_scripts(name):
        raise PlaceTaken(
            text("“{name}” mixes look-alike letters of several alphabets. Use the letters of one.", name=name)
        )
    if other := next((other for other in others if look_alike(name, other)), None):
        raise PlaceTaken(text("Somebody called {name} is already here. Choose another name.", name=other))


def _names_of_others(db: Db, campaign: str, guest: int = 0) -> list[str]:
    """The names that guests have and had, without those of one guest."""
    names = "SELECT id, name FROM guests WHERE campaign=? UNION SELECT guest, former.name FROM former"
    found = db.execute(f"{names} JOIN guests ON guests.id=guest WHERE campaign=?", (campaign, campaign))
    return [name for id_, name in found.fetchall() if id_ != guest]


def _guest_limit(db: Db, campaign: str) -> int:
    row = db.execute("SELECT most FROM bounds WHERE campaign=?", (campaign,)).fetchone()
    return int(row[0]) if row else MOST


def _seats_by_guest(db: Db, campaign: str) -> list[tuple[str, int | None]]:
    """The seats that are taken, by guest; None is the host."""
    found: list[tuple[str, int | None]] = db.execute(
        "SELECT seat, guest FROM seats WHERE campaign=? ORDER BY rowid", (campaign,)
    ).fetchall()
    return found


def _replace_seats(db: Db, campaign: str, guest: int | None, seats: Sequence[str]) -> list[str]:
    """Replace the seats of a guest, or of the host; returns the newly taken ones.

    Raises:
        PlaceTaken: somebody else has one of them.
    """
    taken = dict(_seats_by_guest(db, campaign))
    if any(taken.get(seat, guest) != guest for seat in seats):
        raise PlaceTaken(text("Somebody else has just sat down there. Choose another seat."))
    theirs, who = ("guest IS NULL", ()) if guest is None else ("guest=?", (guest,))
    db.execute(f"DELETE FROM seats WHERE campaign=? AND {theirs}", (campaign, *who))  # noqa: S608 - nothing is typed
    for seat in dict.fromkeys(seats):
        db.execute("INSERT INTO seats (campaign, seat, guest) VALUES (?,?,?)", (campaign, seat, guest))
    return [seat for seat in seats if seat not in taken]


def _give_code(db: Db, campaign: str) -> str:
    code = _unused_code(db)
    db.execute(
        "INSERT INTO rooms (campaign, code) VALUES (?,?) ON CONFLICT (campaign) DO UPDATE SET code=excluded.code",
        (campaign, code),
    )
    return code


def _give_watching_code(db: Db, campaign: str) -> str:
    code = _unused_code(db)
    db.execute(
        "INSERT INTO rooms (campaign, watching) VALUES (?,?)"
        " ON CONFLICT (campaign) DO UPDATE SET watching=excluded.watching",
        (campaign, code),
    )
    return code


def _unused_code(db: Db) -> str:
    known = {code for _, code in db.execute(_CODES).fetchall()}
    code = new_code()
    while code in known:
        code = new_code()
    return code


def new_code() -> str:
    """A random code of six characters."""
    return "".join(secrets.choice(ALPHABET) for _ in range(SIGNS))


def plain_code(code: str) -> str:
    """A typed code in the form that is stored: upper case, without gaps."""
    return "".join(sign for sign in code.upper() if sign.isalnum())[: 2 * SIGNS]


def _hash_secret(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


__all__ = [
    "MOST",
    "DeviceRequest",
    "Guest",
    "Guests",
    "OnSeated",
    "PlaceTaken",
    "QuotaReached",
    "Role",
    "new_code",
    "plain_code",
    "remove_unused",
]
