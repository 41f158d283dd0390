"""Guests: who joined which campaign with its code, kept in a small file of its own beside the log.

Nothing here is part of a campaign: it is in no log and in no export, and it may be deleted at any time;
people then join once more.
"""

import hmac
import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal

from domain.text import Text, text

Role = Literal["player", "spectator"]
ALPHABET = "BCDFGHJKMNPQRTVWXY346789"
"""Signs that are not mistaken for one another, and spell no word."""
SIGNS = 6
UNUSED = 30 * 24 * 60 * 60
"""Seconds without a visit after which somebody has to join anew."""
OFTEN = 60
"""Seconds between two notes that somebody was here."""
SCHEMA = """
CREATE TABLE IF NOT EXISTS rooms (campaign TEXT PRIMARY KEY, code TEXT NOT NULL DEFAULT '', host_seat TEXT);
CREATE TABLE IF NOT EXISTS guests (
    id INTEGER PRIMARY KEY AUTOINCREMENT, campaign TEXT NOT NULL, name TEXT NOT NULL, role TEXT NOT NULL, seat TEXT,
    joined REAL NOT NULL, seen REAL NOT NULL, secret TEXT NOT NULL UNIQUE
);
"""
_COLUMNS = "id, campaign, name, role, seat, joined, seen"


@dataclass(frozen=True)
class Guest:
    """Somebody who joined a campaign: as a player, with a seat or without, or to look on."""

    id: int
    campaign: str
    name: str
    role: Role
    seat: str | None
    joined: float
    seen: float


class Taken(Exception):
    """Somebody else has that name or that seat; `text` says so."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class Guests:
    """The file of guests; it is made when the first code is asked for."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self.path = path
        self.patience = 5.0
        """Seconds to wait for somebody else who writes."""
        self._clock = clock

    # --- codes ---

    def code(self, campaign: str) -> str:
        """The code of a campaign, made the first time it is asked for."""
        with self._writing() as db:
            row = db.execute("SELECT code FROM rooms WHERE campaign=? AND code<>''", (campaign,)).fetchone()
            return str(row[0]) if row else _give_code(db, campaign)

    def change_code(self, campaign: str) -> str:
        """Another code; who joined with the former one has to join anew."""
        with self._writing() as db:
            db.execute("DELETE FROM guests WHERE campaign=?", (campaign,))
            return _give_code(db, campaign)

    def invited_to(self, code: str) -> str | None:
        """The campaign of a code, however it is typed; looks at every code for the same time."""
        wanted, found = plain(code).encode(), None
        with self._reading() as db:
            for campaign, kept in db.execute("SELECT campaign, code FROM rooms WHERE code<>''"):
                if hmac.compare_digest(wanted, str(kept).encode()):
                    found = str(campaign)
        return found

    # --- guests ---

    def join(self, campaign: str, name: str, role: Role, seat: str | None, secret: str = "") -> str:
        """Let somebody in; returns the secret that their browser keeps, a new one unless it is given.

        Raises:
            Taken: somebody has that name or that seat.
        """
        secret, now = secret or secrets.token_urlsafe(32), self._clock()
        with self._writing() as db:
            if any(other.name.casefold() == name.casefold() for other in _at(db, campaign)):
                raise Taken(text("Somebody called {name} is here already. Take another name.", name=name))
            _free(db, campaign, seat)
            db.execute(
                "INSERT INTO guests (campaign, name, role, seat, joined, seen, secret) VALUES (?,?,?,?,?,?,?)",
                (campaign, name, role, seat, now, now, _hash(secret)),
            )
        return secret

    def of(self, secret: str) -> Guest | None:
        """Who has a secret, if they may still come; notes that they were here."""
        with self._reading() as db:
            row = db.execute(f"SELECT {_COLUMNS} FROM guests WHERE secret=?", (_hash(secret),)).fetchone()  # noqa: S608
        found = Guest(*row) if row else None
        if found is None or self._clock() - found.seen > UNUSED:
            return None
        if self._clock() - found.seen > OFTEN:
            with suppress(sqlite3.OperationalError), self._writing() as db:
                db.execute("UPDATE guests SET seen=? WHERE id=?", (self._clock(), found.id))
        return found

    def at(self, campaign: str) -> list[Guest]:
        """Everybody who joined a campaign, the first one first."""
        with self._reading() as db:
            return [guest for guest in _at(db, campaign) if self._clock() - guest.seen <= UNUSED]

    def move(self, guest: Guest, role: Role, seat: str | None) -> None:
        """Give a guest another role or seat.

        Raises:
            Taken: somebody else has that seat.
        """
        with self._writing() as db:
            if seat != guest.seat:
                _free(db, guest.campaign, seat)
            db.execute("UPDATE guests SET role=?, seat=? WHERE id=?", (role, seat, guest.id))

    def end(self, guest: Guest) -> None:
        """Let a guest go; they may join again with the code."""
        with self._writing() as db:
            db.execute("DELETE FROM guests WHERE id=?", (guest.id,))

    # --- the host ---

    def host_seat(self, campaign: str) -> str | None:
        """The seat that the host plays on, if there is one."""
        with self._reading() as db:
            row = db.execute("SELECT host_seat FROM rooms WHERE campaign=?", (campaign,)).fetchone()
        return row[0] if row else None

    def seat_host(self, campaign: str, seat: str | None) -> None:
        """Give the host a seat, or none.

        Raises:
            Taken: somebody else has it.
        """
        with self._writing() as db:
            row = db.execute("SELECT host_seat FROM rooms WHERE campaign=?", (campaign,)).fetchone()
            if seat != (row[0] if row else None):
                _free(db, campaign, seat)
            db.execute(
                "INSERT INTO rooms (campaign, host_seat) VALUES (?,?)"
                " ON CONFLICT (campaign) DO UPDATE SET host_seat=excluded.host_seat",
                (campaign, seat),
            )

    # --- the file ---

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """The file as it is; an empty one where there is none."""
        with closing(self._opened(self.path if self.path.exists() else Path(":memory:"))) as db:
            yield db

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """The file, for a change that is made whole or not at all; those who stayed away too long are let go first."""
        with suppress(FileExistsError):
            os.close(os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with closing(self._opened(self.path)) as db, db:
            db.execute("BEGIN IMMEDIATE")
            db.execute("DELETE FROM guests WHERE seen<?", (self._clock() - UNUSED,))
            yield db

    def _opened(self, path: Path) -> sqlite3.Connection:
        """A file of guests; one that is damaged is set aside, for nothing in it cannot be said again."""
        try:
            return _with_tables(path, self.patience)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            path.replace(path.with_name(f"{path.name}.damaged"))
            return _with_tables(path, self.patience)


def _with_tables(path: Path, patience: float) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=patience)
    try:
        db.executescript(SCHEMA)
    except sqlite3.DatabaseError:
        db.close()
        raise
    return db


def _at(db: sqlite3.Connection, campaign: str) -> list[Guest]:
    rows = db.execute(f"SELECT {_COLUMNS} FROM guests WHERE campaign=? ORDER BY id", (campaign,))  # noqa: S608
    return [Guest(*row) for row in rows]


def _free(db: sqlite3.Connection, campaign: str, seat: str | None) -> None:
    """Make sure that nobody has a seat.

    Raises:
        Taken: somebody has.
    """
    if seat is None:
        return
    by_host = db.execute("SELECT 1 FROM rooms WHERE campaign=? AND host_seat=?", (campaign, seat)).fetchone()
    if by_host or any(guest.seat == seat for guest in _at(db, campaign)):
        raise Taken(text("Somebody else has just sat down there. Choose another seat."))


def _give_code(db: sqlite3.Connection, campaign: str) -> str:
    known = {code for (code,) in db.execute("SELECT code FROM rooms")}
    code = new_code()
    while code in known:
        code = new_code()
    db.execute(
        "INSERT INTO rooms (campaign, code) VALUES (?,?) ON CONFLICT (campaign) DO UPDATE SET code=excluded.code",
        (campaign, code),
    )
    return code


def new_code() -> str:
    """Six signs that nobody can guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(SIGNS))


def plain(code: str) -> str:
    """A code as it is kept, from one that somebody typed: in any case, with a gap or without."""
    return "".join(sign for sign in code.upper() if sign.isalnum())[: 2 * SIGNS]


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


__all__ = ["Guest", "Guests", "Role", "Taken", "new_code", "plain"]
