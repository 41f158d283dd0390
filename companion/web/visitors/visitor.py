"""The visitor of a request: the host, a guest, or a stranger.

The host is at this computer, has shown the token, or signed in through a proxy.
"""

import hmac
import secrets
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import IntEnum

from flask import current_app, g, request, session

from companion.campaign_files.script_token import read_token
from companion.web.network.local_requests import at_this_computer
from companion.web.network.proxies import PASSED_ON_BY
from companion.web.visitors.bearer import bearer_token
from companion.web.visitors.guests import Guest, Guests
from companion.web.visitors.typed import one_line
from domain.framework.game import Viewer
from domain.framework.refusal import NotFound
from domain.log.command import Author
from domain.log.entries import Entry
from domain.store import StoreError


class Right(IntEnum):
    """The rights of visitors; each includes those before it."""

    OPEN = 0
    """The pages for everyone: joining and help."""
    LOOK = 1
    """Reading the joined campaign."""
    RECORD = 2
    """Recording in it, and undoing."""
    HOST = 3
    """Everything: all campaigns, and their guests."""


ELSEWHERE = ("cross-site", "same-site")
"""The values of `Sec-Fetch-Site` for another site, including another port of this computer."""
ROLES = {Right.OPEN: "nobody", Right.LOOK: "spectator", Right.RECORD: "player", Right.HOST: "host"}
"""The role with each right."""
LONGEST_NAME = 80
HOST_TOKEN = "HOST_TOKEN"  # noqa: S105 - the name of a setting
"""The setting for the token of the host; empty if everyone at this computer is the host."""
HOST_HEADER = "HOST_HEADER"
"""The setting for the header with the account that signed in at a trusted proxy; empty without one."""
LONGEST_ACCOUNT = 200
GUESTS = "guests"
"""The session key of the tables that a browser joined: pairs of a campaign and a secret, the newest last."""
MOST_TABLES = 12
"""The most tables of a browser; their secrets fill a third of a cookie."""


@dataclass(frozen=True)
class Who:
    """A visitor: their name in the log, their right, and the seats they play.

    A guest has the name they joined with; the host has the name stored on this device, or none. The seats are those in
    the page's campaign; elsewhere there are none.
    """

    name: str = ""
    right: Right = Right.OPEN
    seats: frozenset[str] = frozenset()
    guest: Guest | None = None
    """The guest, if the visitor joined with a code."""
    account: str = ""
    """The account at a proxy: its owner is the host of their own campaigns, and a guest in others."""

    @property
    def administers(self) -> bool:
        """Whether they are the host of all campaigns and the file."""
        return self.right is Right.HOST and not self.account

    @property
    def knows_of(self) -> frozenset[str] | None:
        """The campaigns that the visitor may know of; None for all."""
        if self.guest:
            return frozenset(guests_of_device())
        return guests_of_app().campaigns_of(self.account) | frozenset(guests_of_device()) if self.account else None

    @property
    def role(self) -> str:
        return ROLES[self.right]

    @property
    def viewer(self) -> Viewer:
        """The visitor as a viewer of the page's campaign."""
        return Viewer(self.seats)

    @property
    def owner(self) -> str:
        """The owner of the pages that a device stores, which are deleted when the owner or their seats change.

        For a guest it has a line for each table of the device: the campaign's key, the guest's id and their seats.
        """
        if self.guest is None:
            return f"host {self.account}".rstrip() if self.right is Right.HOST else ""
        services = current_app.extensions["services"]
        lines = list[str]()
        for campaign, guest in guests_of_device().items():
            with suppress(NotFound, StoreError):
                key = services.find_campaign(campaign).key
                lines.append(" ".join((key, str(guest.id), *sorted(guest.seats))))
        return "\n".join(sorted(lines))

    @property
    def speaks_for(self) -> frozenset[str] | None:
        """The seats whose secrets they may record: their own; None, for all, if they are a host without a seat."""
        return None if self.right is Right.HOST and not self.seats else self.seats

    @property
    def author(self) -> Author:
        """The visitor as an author of commands."""
        former = self.guest.former if self.guest else frozenset[str]()
        return Author(self.speaks_for, self.name, self.right is Right.HOST, former)

    def recorded(self, entry: Entry) -> bool:
        """Whether the visitor recorded an entry."""
        return self.is_called(entry.actor)

    def is_called(self, name: str) -> bool:
        """Whether a name in the log is the visitor's current or earlier name."""
        return name == self.name or bool(self.guest and name in self.guest.former)


def current_visitor() -> Who:
    """The visitor of this request."""
    if "who" not in g:
        g.who = _who()
    found: Who = g.who
    return found


def with_seats(campaign: str, chairs: Collection[str]) -> Who:
    """The visitor of this request, from now on with their seats in a campaign that are among its `chairs`.

    A withdrawn seat has no owner, but gets its owner back when it is restored.
    """
    me, known = current_visitor(), g.setdefault("seats_at", {})
    if campaign not in known:
        known[campaign] = frozenset(_seats(me, campaign))
    g.who = replace(me, seats=known[campaign] & frozenset(chairs))
    return current_visitor()


def forget_visitor() -> None:
    """Identify the visitor again, because a seat was taken in this request."""
    for name in ("who", "seats_at", "players_of_others", "guests_of_device"):
        g.pop(name, None)


def players_of_others(campaign: str) -> Mapping[str, str]:
    """The seats of other people in this page's campaign, each with its guest's name; the host's name is empty."""
    if "players_of_others" not in g:
        own = current_visitor().seats
        g.players_of_others = {
            seat: name for seat, name in guests_of_app().players_of(campaign).items() if seat not in own
        }
    found: Mapping[str, str] = g.players_of_others
    return found


def with_name() -> Who:
    """The visitor who sends a form; for the host, from now on with the name typed in it."""
    me = current_visitor()
    if me.right is Right.HOST and "by" in request.form:
        g.who = replace(me, name=one_line(request.form["by"], LONGEST_NAME))
    return current_visitor()


def _who() -> Who:
    administers = is_administrators_request()
    account = "" if administers else account_of_request()
    guest = None if administers else guest_of_request()
    if guest and (not account or _is_about_others(guest.campaign, account)):
        right = Right.RECORD if guest.role == "player" else Right.LOOK
        return Who(guest.name, right, guest=guest, account=account)
    if is_cross_site() or not (administers or account):
        return Who()
    by = one_line(request.cookies.get("by", ""), LONGEST_NAME)
    return Who(by, Right.HOST, account=account)


def _is_about_others(campaign: str, account: str) -> bool:
    """Whether a request is about a campaign that the account does not own."""
    with suppress(NotFound, StoreError):
        listed = current_app.extensions["services"].find_campaign((request.view_args or {}).get("key", ""))
        return listed.campaign == campaign and guests_of_app().owner_of(campaign) != account
    return False


def guest_of_request() -> Guest | None:
    """The guest of a request: in the campaign of its address if joined, else in the one joined last."""
    campaign = _campaign_of_request()
    if (shown := bearer_token()) is None and campaign in secrets_of_device():
        return guests_of_device().get(campaign)
    if shown is not None:
        return guests_of_app().guest_of_secret(shown) if shown else None
    return next(iter([*guests_of_device().values()][::-1]), None)


def guest_secret() -> str:
    """The guest's secret: a program's token, or the one in the session; empty if there is none."""
    shown, guest = bearer_token(), current_visitor().guest
    if shown is not None:
        return shown
    return secrets_of_device().get(guest.campaign, "") if guest else ""


def guests_of_device() -> Mapping[str, Guest]:
    """The guests of this browser by campaign, the newest last; for a program, the guest of its token."""
    if "guests_of_device" not in g:
        shown = bearer_token()
        secrets_shown = secrets_of_device().values() if shown is None else filter(None, [shown])
        guests = [guests_of_app().guest_of_secret(secret) for secret in secrets_shown]
        g.guests_of_device = {guest.campaign: guest for guest in guests if guest}
    found: Mapping[str, Guest] = g.guests_of_device
    return found


def secrets_of_device() -> Mapping[str, str]:
    """The secrets in the browser's session by campaign, the newest last.

    A session of an older release has one secret without a campaign, which is looked up.
    """
    kept = {str(campaign): str(secret) for campaign, secret in session.get(GUESTS, ())}
    if secret := str(session.get("guest", "")):
        guest = guests_of_app().guest_of_secret(secret)
        return {guest.campaign if guest else "": secret, **kept}
    return kept


def begin_guest_session(secret: str) -> None:
    """Begin a new session with the guest of a secret; the browser's other tables stay."""
    guest = guests_of_app().guest_of_secret(secret)
    assert guest, "a guest who has just joined exists"
    others = [(one, kept) for one, kept in secrets_of_device().items() if one != guest.campaign]
    _renew_session([*others, (guest.campaign, secret)])


def end_guest_session(campaign: str) -> None:
    """Remove the guest of a campaign from this browser; its other tables stay."""
    _renew_session([(one, kept) for one, kept in secrets_of_device().items() if one != campaign])


def _renew_session(tables: Sequence[tuple[str, str]]) -> None:
    """Restart the browser's session with the secrets of its tables, the newest `MOST_TABLES` of them."""
    session.clear()
    if tables:
        session[GUESTS], session.permanent = tables[-MOST_TABLES:], True
    forget_visitor()


def _campaign_of_request() -> str:
    """The campaign in a request's address; empty if it has none, or an unknown one."""
    key = (request.view_args or {}).get("key", "")
    if not key or len(secrets_of_device()) <= 1:
        return ""
    with suppress(NotFound, StoreError):
        return str(current_app.extensions["services"].find_campaign(key).campaign)
    return ""


def _seats(me: Who, campaign: str) -> tuple[str, ...]:
    """The seats that a visitor has in a campaign."""
    if me.guest:
        return me.guest.seats if me.guest.campaign == campaign else ()
    return guests_of_app().host_seats(campaign) if me.right is Right.HOST else ()


def is_host_request() -> bool:
    """Whether a request is from a host: the administrator, or an account that signed in through a proxy."""
    return is_administrators_request() or bool(account_of_request())


def account_of_request() -> str:
    """The account that signed in at a trusted proxy; empty without one.

    A repeated header is joined with a comma. One of its values may be the client's, so neither counts.
    """
    header = str(current_app.config.get(HOST_HEADER, ""))
    if not header or PASSED_ON_BY not in request.environ or bearer_token() is not None:
        return ""
    said = request.headers.get(header, "").strip()
    return said if said.isprintable() and "," not in said and len(said) <= LONGEST_ACCOUNT else ""


def is_administrators_request() -> bool:
    """Whether a request is from this computer or, if a token is set, has the proof that it was shown.

    A program with a bearer token counts by that token only: the host's on any computer, that of scripts on this one.
    """
    token, shown = str(current_app.config.get(HOST_TOKEN, "")), bearer_token()
    if shown and at_this_computer() and is_script_token(shown):
        return True
    if not token:
        return shown is None and at_this_computer()
    if shown is not None:
        return hmac.compare_digest(shown.encode(), host_cookie_value(token).encode())
    kept = str(session.get("host", ""))
    begun, _, proof = kept.partition(".")
    is_sound = bool(begun) and hmac.compare_digest(proof.encode(), host_cookie_value(token, begun).encode())
    return is_sound and not guests_of_app().has_ended(kept)


def is_script_token(shown: str) -> bool:
    """Whether a program shows the token of scripts on this computer."""
    kept = read_token(current_app.extensions["services"].settings.data)
    return bool(kept) and hmac.compare_digest(shown.encode(), kept.encode())


def host_cookie_value(token: str, begun: str = "") -> str:
    """The proof that a host token was shown, for a program or a session; a new token invalidates it."""
    key = current_app.secret_key or ""
    said = " ".join(filter(None, ("host", token, begun)))
    return hmac.new(key if isinstance(key, bytes) else key.encode(), said.encode(), "sha256").hexdigest()


def new_host_session(token: str) -> str:
    """The cookie value of a new host session: its id, and the proof that the token was shown."""
    begun = secrets.token_hex(8)
    return f"{begun}.{host_cookie_value(token, begun)}"


def is_cross_site() -> bool:
    """Whether the browser reports that another site made the request; old browsers and plain http do not report it."""
    return request.headers.get("Sec-Fetch-Site") in ELSEWHERE


def guests_of_app() -> Guests:
    """The guests of this app."""
    found: Guests = current_app.extensions["guests"]
    return found


__all__ = [
    "HOST_HEADER",
    "HOST_TOKEN",
    "Right",
    "Who",
    "begin_guest_session",
    "current_visitor",
    "end_guest_session",
    "forget_visitor",
    "guest_of_request",
    "guest_secret",
    "guests_of_app",
    "guests_of_device",
    "host_cookie_value",
    "is_administrators_request",
    "is_cross_site",
    "is_host_request",
    "new_host_session",
    "players_of_others",
    "secrets_of_device",
    "with_name",
    "with_seats",
]
