"""Guests of campaigns, and owners of campaigns, in an SQLite file next to the log.

A guest is a person in a campaign; each of their devices has a secret.

No campaign depends on this file: it is in no log and no export, and may be deleted at any time. Guests then join again,
and campaigns of hosts become the administrator's.
"""

import hmac
import json
import secrets
import sqlite3
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from companion.web.visitors.guest_file import PATIENCE, UNUSED, Db, GuestFile, remove_guests_without_device
from companion.web.visitors.join_codes import CODES, give_code, give_watching_code, plain_code
from companion.web.visitors.typed import is_hosts_name, look_alike, mixes_scripts
from domain.framework.text import Text, text

Role = Literal["player", "spectator"]
LONGEST_SESSION = 365 * 24 * 60 * 60
"""Seconds until a cookie expires (`PERMANENT_SESSION_LIFETIME`)."""
MOST_REQUESTS = 5
"""The most new devices that wait for an answer in one campaign."""
OFTEN = 60
"""Seconds between two updates of a device's last visit."""
TOGETHER = 10
"""Seconds between two writes of visits; all visits in between are written together, because a change of the file makes
each process read and check it again."""
MOST = 12
"""The most guests with one code, unless the host sets another limit."""
_SEATS = "(SELECT json_group_array(seat) FROM (SELECT seat FROM seats WHERE guest=guests.id ORDER BY rowid))"
_SEEN = "(SELECT max(seen) FROM devices WHERE guest=guests.id)"
_DEVICES = "(SELECT count(*) FROM devices WHERE guest=guests.id)"
_FORMER = "(SELECT json_group_array(name) FROM former WHERE guest=guests.id)"
_GUESTS = (
    f"SELECT id, campaign, name, role, {_SEATS}, joined, {_SEEN}, {_DEVICES}, {_FORMER}, watches, language FROM guests"  # noqa: S608 - no input
)

_REQUESTS = "SELECT requests.secret, guest, name, refused, asked FROM requests JOIN guests ON guests.id=guest"


@dataclass(frozen=True)
class Guest:
    """A person who joined a campaign: a player with the leading seat first or without seats, or a spectator."""

    id: int
    campaign: str
    name: str
    role: Role
    seats: tuple[str, ...]
    joined: float
    seen: float
    """The last visit of any of their devices."""
    devices: int = 1
    former: frozenset[str] = frozenset()
    """Their earlier names."""
    watches: bool = False
    """Whether they joined with the code for spectators; then only the host may give them a seat."""
    language: str = ""
    """The language of the interface that they chose or joined in; empty if unknown."""

    def is_called(self, name: str) -> bool:
        """Whether a name resembles their name or an earlier one."""
        return any(look_alike(name, one) for one in (self.name, *self.former))


@dataclass(frozen=True)
class DeviceRequest:
    """A new device that asks to be a guest's, by the hash of its secret."""

    id: str
    guest: int
    name: str
    refused: bool


class QuotaReached(Exception):
    """A host has the largest number of campaigns."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


class PlaceTaken(Exception):
    """A name or seat is taken, or the limit of guests is reached; `text` is the reason."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


OnSeated = Callable[[Sequence[str]], object]
"""Records the newly taken seats at the table, within the same transaction."""


def _do_nothing(_: Sequence[str]) -> None:
    """A callback that does nothing."""


class Guests(GuestFile):
    """The guests of all campaigns, in a file that is created when the first code is needed."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        super().__init__(path, clock)
        self._visits: dict[str, float] = {}
        """When devices visited that are not stored yet, by the hash of their secret."""
        self._visits_stored = float("-inf")

    # --- codes ---

    def join_code(self, campaign: str) -> str:
        """The join code of a campaign, created when first needed."""
        with self._write_transaction() as db:
            row = db.execute("SELECT code FROM rooms WHERE campaign=? AND code<>''", (campaign,)).fetchone()
            return str(row[0]) if row else give_code(db, campaign)

    def watching_code(self, campaign: str) -> str:
        """The code of a campaign for spectators, created when first needed."""
        with self._write_transaction() as db:
            row = db.execute("SELECT watching FROM rooms WHERE campaign=? AND watching<>''", (campaign,)).fetchone()
            return str(row[0]) if row else give_watching_code(db, campaign)

    def change_code(self, campaign: str) -> str:
        """Replace both codes and remove all guests, who have to join again."""
        with self._seating_transaction() as db:
            db.execute("DELETE FROM guests WHERE campaign=?", (campaign,))
            db.execute("UPDATE rooms SET watching='' WHERE campaign=?", (campaign,))
            return give_code(db, campaign)

    def invited_to(self, code: str) -> str | None:
        """The campaign of a typed code; every code is compared in constant time."""
        wanted, found = plain_code(code).encode(), None
        with self._read_connection() as db:
            for campaign, kept in db.execute(CODES):
                if hmac.compare_digest(wanted, str(kept).encode()):
                    found = str(campaign)
        return found

    def is_for_spectators(self, code: str) -> bool:
        """Whether a typed code is one for spectators."""
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
        """Add a guest; returns the secret for their browser, a new one unless given.

        `on_seated` is called with the seats before the guest is added; if it raises, they are not added. `watches` is
        whether they joined with the code for spectators.

        Raises:
            PlaceTaken: the name or a seat is taken, the name is not allowed, or the limit is reached.
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
        """The guest of a secret, if their device may still visit; stores the visit."""
        hashed = _hash_secret(secret)
        found = self._read_once(("device", hashed), partial(_guest_of_device, hashed))
        if found is None or (unused := self._clock() - found[1]) > UNUSED:
            return None
        if unused > OFTEN:
            self._note_visit(hashed)
        return found[0]

    def _note_visit(self, hashed: str) -> None:
        """Note the visit of a device, and store it with others of the last seconds."""
        now = self._clock()
        self._visits[hashed] = now
        if now - self._visits_stored >= TOGETHER:
            self._visits_stored, visits, self._visits = now, self._visits, {}
            self._store_visits([(seen, secret) for secret, seen in visits.items()])

    def _store_visits(self, visits: Sequence[tuple[float, str]]) -> None:
        """Store visits as pairs of a time and the hash of a secret; skipped while the file cannot be written."""
        with suppress(sqlite3.OperationalError), self.file_transaction() as db:
            db.executemany("UPDATE devices SET seen=? WHERE secret=?", visits)

    def guests_of_campaign(self, campaign: str) -> list[Guest]:
        """The guests of a campaign, the first one first."""
        with self._read_connection() as db:
            return [guest for guest in _at(db, campaign) if self._clock() - guest.seen <= UNUSED]

    def move(self, guest: Guest, role: Role, seats: Sequence[str], on_seated: OnSeated = _do_nothing) -> None:
        """Change a guest's role or seats; `on_seated` is called before they have the seats.

        A guest who becomes a player may then take seats without the host.

        Raises:
            PlaceTaken: another guest has one of these seats.
        """
        with self._seating_transaction() as db:
            db.execute("UPDATE guests SET role=? WHERE id=?", (role, guest.id))
            if role == "player":
                db.execute("UPDATE guests SET watches=0 WHERE id=?", (guest.id,))
            on_seated(_replace_seats(db, guest.campaign, guest.id, seats))

    def take_new_seat(
        self, campaign: str, seat: str, guest: Guest | None, chairs: Collection[str], record: Callable[[], bool]
    ) -> None:
        """Record an event that adds a seat, and give the seat to a guest in addition to theirs among the `chairs`.

        If the seat existed before and was withdrawn, its old owner loses it. No one is seated if `record` returns
        False, and nothing changes if it raises.
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

    def take_over_seat(self, seat: str, guest: Guest, record: Callable[[], bool]) -> None:
        """Record an event that names a guest as the player of a seat, and move the seat to them from its old owner.

        Nothing changes if `record` raises, and no seat moves if it returns False or the guest is no player any more.
        """
        with self._seating_transaction() as db:
            is_here = db.execute("SELECT 1 FROM guests WHERE id=? AND role='player'", (guest.id,)).fetchone()
            if not record() or not is_here:
                return
            theirs = [one for one, by in _seats_by_guest(db, guest.campaign) if by == guest.id]
            if seat not in theirs:
                db.execute("DELETE FROM seats WHERE campaign=? AND seat=?", (guest.campaign, seat))
                _replace_seats(db, guest.campaign, guest.id, [*theirs, seat])

    def rename(self, guest: Guest, name: str, on_seated: OnSeated = _do_nothing) -> None:
        """Rename a guest; `on_seated` is called with their seats before the change.

        Raises:
            PlaceTaken: another guest has or had the name, or it is not allowed.
        """
        with self._seating_transaction() as db:
            _check_name(name, _names_of_others(db, guest.campaign, guest.id))
            db.execute("INSERT INTO former (guest, name) VALUES (?,?) ON CONFLICT DO NOTHING", (guest.id, guest.name))
            db.execute("UPDATE guests SET name=? WHERE id=?", (name, guest.id))
            on_seated([seat for seat, by in _seats_by_guest(db, guest.campaign) if by == guest.id])

    def set_language(self, guest: Guest, language: str) -> None:
        """Store the language of a guest, in which their next device starts.

        Raises:
            Busy: the disk is full.
        """
        with self._write_transaction() as db:
            db.execute("UPDATE guests SET language=? WHERE id=?", (language, guest.id))

    def hand_over(self, seat: str, giver: Guest, taker: Guest | None, on_seated: OnSeated = _do_nothing) -> None:
        """Give a seat of a guest to another player, or to the host if `taker` is None, in addition to theirs.

        Raises:
            PlaceTaken: the giver no longer has the seat.
        """
        with self._seating_transaction() as db:
            taken = _seats_by_guest(db, giver.campaign)
            if (seat, giver.id) not in taken:
                raise PlaceTaken(text("This seat has just been taken. Choose another one."))
            _replace_seats(db, giver.campaign, giver.id, [one for one, by in taken if by == giver.id and one != seat])
            to = taker.id if taker else None
            theirs = [one for one, by in taken if by == to]
            on_seated(_replace_seats(db, giver.campaign, to, [*theirs, seat]))

    def remove(self, guest: Guest) -> None:
        """Remove a guest with all their devices; they may join again with the code."""
        with self._seating_transaction() as db:
            db.execute("DELETE FROM guests WHERE id=?", (guest.id,))

    # --- devices ---

    def forget_device(self, secret: str) -> None:
        """Remove the device of a secret; a guest without another device is removed."""
        with self._seating_transaction() as db:
            db.execute("DELETE FROM devices WHERE secret=?", (_hash_secret(secret),))
            remove_guests_without_device(db)

    def request_device(self, guest: Guest, secret: str) -> None:
        """Ask whether the device of a new secret is a guest's.

        Raises:
            PlaceTaken: too many devices wait in this campaign.
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
        statement = f"{_REQUESTS} WHERE campaign=? AND refused=0 ORDER BY asked"
        rows = self._read_once(("requests", campaign), lambda db: db.execute(statement, (campaign,)).fetchall())
        return [_request(row) for row in rows if row[-1] >= self._clock() - PATIENCE]

    def request_of_secret(self, secret: str) -> DeviceRequest | None:
        """The request of a device, waiting or refused; None if it expired or was answered."""
        with self._read_connection() as db:
            where = "requests.secret=? AND asked>=?"
            found = db.execute(f"{_REQUESTS} WHERE {where}", (_hash_secret(secret), self._clock() - PATIENCE))
            row = found.fetchone()
            return _request(row) if row else None

    def accept_request(self, asked: DeviceRequest) -> None:
        """Add the device of a request to its guest, whose other devices then show a notice."""
        with self._seating_transaction() as db:
            if db.execute("DELETE FROM requests WHERE secret=? AND refused=0 RETURNING 1", (asked.id,)).fetchone():
                db.execute("UPDATE devices SET joined_by=1 WHERE guest=?", (asked.guest,))
                _add_device(db, asked.guest, asked.id, self._clock())

    def refuse_request(self, asked: DeviceRequest) -> None:
        """Refuse a request; its device learns of it when it asks again."""
        with self._seating_transaction() as db:
            db.execute("UPDATE requests SET refused=1 WHERE secret=?", (asked.id,))

    def withdraw_request(self, secret: str) -> None:
        """Remove the request of a device, whether it was answered or not."""
        with self._seating_transaction() as db:
            db.execute("DELETE FROM requests WHERE secret=?", (_hash_secret(secret),))

    def is_joined_by_another(self, secret: str) -> bool:
        """Whether the guest got another device since this one last confirmed their devices."""
        hashed = _hash_secret(secret)
        statement = "SELECT joined_by FROM devices WHERE secret=?"
        row = self._read_once(("joined by", hashed), lambda db: db.execute(statement, (hashed,)).fetchone())
        return bool(row and row[0])

    def confirm_devices(self, secret: str) -> None:
        """Store that the person at a device knows of the other ones."""
        with self._write_transaction() as db:
            db.execute("UPDATE devices SET joined_by=0 WHERE secret=?", (_hash_secret(secret),))

    def forget_other_devices(self, secret: str) -> None:
        """Remove all devices of a guest except the one with a secret."""
        hashed = _hash_secret(secret)
        with self._seating_transaction() as db:
            same = "guest=(SELECT guest FROM devices WHERE secret=?)"
            db.execute(f"DELETE FROM devices WHERE {same} AND secret<>?", (hashed, hashed))  # noqa: S608 - no input
            db.execute("UPDATE devices SET joined_by=0 WHERE secret=?", (hashed,))

    # --- the host ---

    def end_host_session(self, session: str) -> None:
        """End a host session, so that copies of its cookie are no longer accepted.

        Raises:
            Busy: the disk is full.
        """
        with self._write_transaction() as db:
            db.execute("DELETE FROM ended WHERE at<?", (self._clock() - LONGEST_SESSION,))
            db.execute("DELETE FROM ended WHERE session=?", (session,))
            db.execute("INSERT INTO ended (session, at) VALUES (?,?)", (session, self._clock()))

    def has_ended(self, session: str) -> bool:
        """Whether a host session was ended."""
        with self._read_connection() as db:
            return db.execute("SELECT 1 FROM ended WHERE session=?", (session,)).fetchone() is not None

    def host_seats(self, campaign: str) -> tuple[str, ...]:
        """The host's seats, in the order in which they were chosen."""
        return self._read_once(
            ("host", campaign), lambda db: tuple(seat for seat, by in _seats_by_guest(db, campaign) if by is None)
        )

    def players_of(self, campaign: str) -> dict[str, str]:
        """The taken seats of a campaign, each with its guest's name; the host's name is empty."""
        return {**self._read_once(("players", campaign), partial(_players, campaign))}

    def seat_host(self, campaign: str, seats: Sequence[str], on_seated: OnSeated = _do_nothing) -> None:
        """Give the host seats, or none; `on_seated` is called before the host has them.

        Raises:
            PlaceTaken: a guest has one of them.
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

    # --- hosts who signed in through a proxy ---

    def owner_of(self, campaign: str) -> str:
        """The account that owns a campaign; empty for the administrator."""
        with self._read_connection() as db:
            row = db.execute("SELECT host FROM owners WHERE campaign=?", (campaign,)).fetchone()
        return str(row[0]) if row else ""

    def campaigns_of(self, host: str) -> frozenset[str]:
        with self._read_connection() as db:
            return frozenset(
                campaign for (campaign,) in db.execute("SELECT campaign FROM owners WHERE host=?", (host,))
            )

    def claim_campaign(self, campaign: str, host: str, quota: int = 0) -> bool:
        """Make a host the owner of a campaign; returns False if it has an owner. A quota of 0 is unlimited.

        Raises:
            QuotaReached: the host owns as many campaigns as allowed.
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
        """Return a campaign to the administrator."""
        with self._write_transaction() as db:
            db.execute("DELETE FROM owners WHERE campaign=?", (campaign,))


def _guest(row: Sequence[Any]) -> Guest:
    id_, campaign, name, role, seats, joined, seen, devices, former, watches, language = row
    sits, called = tuple(json.loads(seats)), frozenset(json.loads(former))
    return Guest(id_, campaign, name, role, sits, joined, seen, devices, called, bool(watches), language)


def _guest_of_device(hashed: str, db: sqlite3.Connection) -> tuple[Guest, float] | None:
    """The guest of a device and the device's last visit; None if there is none."""
    device = db.execute("SELECT guest, seen FROM devices WHERE secret=?", (hashed,)).fetchone()
    return device and (_guest(db.execute(f"{_GUESTS} WHERE id=?", (device[0],)).fetchone()), device[1])


def _players(campaign: str, db: sqlite3.Connection) -> dict[str, str]:
    """The taken seats of a campaign, each with its guest's name."""
    rows = db.execute(
        "SELECT seats.seat, coalesce(name, '') FROM seats LEFT JOIN guests ON guests.id=seats.guest"
        " WHERE seats.campaign=? ORDER BY seats.rowid",
        (campaign,),
    )
    return dict(rows.fetchall())


def _request(row: Sequence[Any]) -> DeviceRequest:
    secret, guest, name, refused, _ = row
    return DeviceRequest(secret, guest, name, bool(refused))


def _add_device(db: Db, guest: int, hashed: str, now: float) -> None:
    db.execute("INSERT INTO devices (guest, secret, seen) VALUES (?,?,?)", (guest, hashed, now))


def _at(db: sqlite3.Connection, campaign: str) -> list[Guest]:
    return [_guest(row) for row in db.execute(f"{_GUESTS} WHERE campaign=? ORDER BY id", (campaign,))]


def _check_name(name: str, others: Sequence[str]) -> None:
    """Refuse a name that could be confused with another.

    Raises:
        PlaceTaken: the name resembles a guest's or the host's, or mixes look-alike letters of several alphabets.
    """
    if is_hosts_name(name):
        raise PlaceTaken(text("“{name}” is the name of the host. Choose another one.", name=name))
    if mixes_scripts(name):
        raise PlaceTaken(
            text("“{name}” mixes look-alike letters of several alphabets. Use the letters of one.", name=name)
        )
    if other := next((other for other in others if look_alike(name, other)), None):
        raise PlaceTaken(text("The name {name} is taken. Choose another one.", name=other))


def _names_of_others(db: Db, campaign: str, guest: int = 0) -> list[str]:
    """The current and earlier names of all guests but one."""
    names = "SELECT id, name FROM guests WHERE campaign=? UNION SELECT guest, former.name FROM former"
    found = db.execute(f"{names} JOIN guests ON guests.id=guest WHERE campaign=?", (campaign, campaign))
    return [name for id_, name in found.fetchall() if id_ != guest]


def _guest_limit(db: Db, campaign: str) -> int:
    row = db.execute("SELECT most FROM bounds WHERE campaign=?", (campaign,)).fetchone()
    return int(row[0]) if row else MOST


def _seats_by_guest(db: Db, campaign: str) -> list[tuple[str, int | None]]:
    """The taken seats with their guests; None is the host."""
    found: list[tuple[str, int | None]] = db.execute(
        "SELECT seat, guest FROM seats WHERE campaign=? ORDER BY rowid", (campaign,)
    ).fetchall()
    return found


def _replace_seats(db: Db, campaign: str, guest: int | None, seats: Sequence[str]) -> list[str]:
    """Replace the seats of a guest, or of the host; returns the newly taken ones.

    Raises:
        PlaceTaken: another guest, or the host, has one of them.
    """
    taken = dict(_seats_by_guest(db, campaign))
    if any(taken.get(seat, guest) != guest for seat in seats):
        raise PlaceTaken(text("This seat has just been taken. Choose another one."))
    theirs, who = ("guest IS NULL", ()) if guest is None else ("guest=?", (guest,))
    db.execute(f"DELETE FROM seats WHERE campaign=? AND {theirs}", (campaign, *who))  # noqa: S608 - nothing is typed
    for seat in dict.fromkeys(seats):
        db.execute("INSERT INTO seats (campaign, seat, guest) VALUES (?,?,?)", (campaign, seat, guest))
    return [seat for seat in seats if seat not in taken]


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
]
