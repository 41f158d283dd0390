"""The visitor of a request: the host at this computer, a guest who joined with a code, or nobody."""

import hmac
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import IntEnum
from ipaddress import IPv6Address, ip_address

from flask import current_app, g, request, session

from companion.web.bearer import bearer_token
from companion.web.guests import Guest, Guests
from companion.web.typed import one_line
from domain.language.game import Viewer
from domain.log.command import Author
from domain.log.entries import Entry


class Right(IntEnum):
    """The rights of visitors; each includes those before it."""

    OPEN = 0
    """What anybody may see who reaches these pages: the way in."""
    LOOK = 1
    """Reading the campaign that one has joined."""
    RECORD = 2
    """Recording in it, and taking back."""
    HOST = 3
    """Everything: all campaigns, and who comes."""


PASSED_ON = re.compile(
    r"forwarded|via|cdn-loop|client-ip|proxy-.+|cf-.+|ngrok-.+|tailscale-.+|(true-client|fastly-client|fly-client)-ip"
    r"|x-(forwarded|original|envoy|amzn|azure|arr|real-ip|client-ip|remote|cluster-client-ip|proxyuser-ip|scheme)\b.*"
)
"""Headers that proxies, tunnels and load balancers add: whoever sent such a request is not at this computer."""
CLIENT = re.compile(r"forwarded|proxy|(^|-)(ip|userip|clientip|addr|address|via)($|-)")
"""What any header is called that names a client, whoever adds it."""
OF_BROWSERS = re.compile(r"host|origin|referer|user-agent|cookie|accept.*|if-.+|sec-.+|x-has")
"""Headers of browsers and of these pages, in which versions and names of places look like addresses."""
ELSEWHERE = ("cross-site", "same-site")
"""What a browser calls a page of somebody else that leads or reaches here; another port of this computer is one too."""
ROLES = {Right.OPEN: "nobody", Right.LOOK: "spectator", Right.RECORD: "player", Right.HOST: "host"}
"""What somebody is called who may do so much."""
LONGEST_NAME = 80
HOST_TOKEN = "HOST_TOKEN"  # noqa: S105 - the name of a setting
"""What the pages' settings call the token that makes a host; empty where sitting at this computer does."""


@dataclass(frozen=True)
class Who:
    """A visitor: their name in the log, their right, and the seats they play.

    A guest is called as they joined, the host as this device remembers (perhaps not at all). The seats are those at the
    campaign that the page is about, none elsewhere.
    """

    name: str = ""
    right: Right = Right.OPEN
    seats: frozenset[str] = frozenset()
    guest: Guest | None = None
    """What is kept of somebody who joined with a code."""

    @property
    def role(self) -> str:
        return ROLES[self.right]

    @property
    def viewer(self) -> Viewer:
        """The visitor as a viewer of the page's campaign."""
        return Viewer(self.seats)

    @property
    def owner(self) -> str:
        """Whose pages a device keeps: they are deleted for another visitor, or other seats."""
        if self.guest is None:
            return "host" if self.right is Right.HOST else ""
        return " ".join((str(self.guest.id), *sorted(self.guest.seats)))

    @property
    def speaks_for(self) -> frozenset[str] | None:
        """The seats whose secrets they may record: their own; all (None) for a host without a seat."""
        return None if self.right is Right.HOST and not self.seats else self.seats

    @property
    def author(self) -> Author:
        """The visitor as an author of commands."""
        return Author(self.speaks_for, self.name, self.right is Right.HOST)

    def recorded(self, entry: Entry) -> bool:
        """Whether the visitor recorded an entry."""
        return entry.actor == self.name


def current_visitor() -> Who:
    """The visitor of this request."""
    if "who" not in g:
        g.who = _who()
    found: Who = g.who
    return found


def with_seats(campaign: str) -> Who:
    """The visitor of this request, from now on with their seats at a campaign."""
    me, known = current_visitor(), g.setdefault("seats_at", {})
    if campaign not in known:
        known[campaign] = frozenset(_seats(me, campaign))
    g.who = replace(me, seats=known[campaign])
    return current_visitor()


def players_of_others(campaign: str) -> Mapping[str, str]:
    """The seats at a campaign that other people play, each with the name of its guest; the host has none."""
    if "players_of_others" not in g:
        own = with_seats(campaign).seats
        g.players_of_others = {
            seat: name for seat, name in guests_of_app().players_of(campaign).items() if seat not in own
        }
    found: Mapping[str, str] = g.players_of_others
    return found


def with_name() -> Who:
    """The visitor who sends a form: the host from now on with the name typed in it."""
    me = current_visitor()
    if me.right is Right.HOST and "by" in request.form:
        g.who = replace(me, name=one_line(request.form["by"], LONGEST_NAME))
    return current_visitor()


def _who() -> Who:
    if is_host_request():
        by = one_line(request.cookies.get("by", ""), LONGEST_NAME)
        return Who() if is_cross_site() else Who(by, Right.HOST)
    secret = guest_secret()
    guest = guests_of_app().guest_of_secret(secret) if secret else None
    if guest is None:
        return Who()
    return Who(guest.name, Right.RECORD if guest.role == "player" else Right.LOOK, guest=guest)


def guest_secret() -> str:
    """The secret of the guest who asks: what a program shows, else what the browser's session holds; empty if none."""
    shown = bearer_token()
    return str(session.get("guest", "")) if shown is None else shown


def _seats(me: Who, campaign: str) -> tuple[str, ...]:
    """The seats that a visitor took at a campaign."""
    if me.guest:
        return me.guest.seats if me.guest.campaign == campaign else ()
    return guests_of_app().host_seats(campaign) if me.right is Right.HOST else ()


def is_host_request() -> bool:
    """Whether a request is the host's: from this computer, or, with a token set, with the proof that it was shown.

    A program that shows anything is who that says, wherever it runs.
    """
    token, shown = str(current_app.config.get(HOST_TOKEN, "")), bearer_token()
    if not token:
        return shown is None and at_this_computer()
    proof = str(session.get("host", "")) if shown is None else shown
    return hmac.compare_digest(proof.encode(), host_cookie_value(token).encode())


def host_cookie_value(token: str) -> str:
    """What proves that a token was shown, in a cookie or as a program's own; another token makes it invalid."""
    key = current_app.secret_key or ""
    return hmac.new(key if isinstance(key, bytes) else key.encode(), f"host {token}".encode(), "sha256").hexdigest()


def at_this_computer() -> bool:
    """Whether a request comes from this computer; headers can only make it count as from elsewhere."""
    if any(names_another_client(header.lower(), value) for header, value in request.headers):
        return False
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback


def names_another_client(header: str, value: str) -> bool:
    """Whether a header says that the request comes from elsewhere, by its name or an address in it."""
    if OF_BROWSERS.fullmatch(header):
        return False
    if PASSED_ON.fullmatch(header) or CLIENT.search(header):
        return True
    return any(_is_address(part) for part in re.split(r"[^\w.:]+", value))


def _is_address(part: str) -> bool:
    """Whether a word is a network address, perhaps with a port."""
    for host in (part, part.rpartition(":")[0]):
        with suppress(ValueError):
            return bool(ip_address(host))
    return False


def is_cross_site() -> bool:
    """Whether the browser says that another site made the request; old browsers and plain http do not say."""
    return request.headers.get("Sec-Fetch-Site") in ELSEWHERE


def guests_of_app() -> Guests:
    """The guests of these pages."""
    found: Guests = current_app.extensions["guests"]
    return found


__all__ = [
    "HOST_TOKEN",
    "Right",
    "Who",
    "at_this_computer",
    "current_visitor",
    "guest_secret",
    "guests_of_app",
    "host_cookie_value",
    "is_cross_site",
    "is_host_request",
    "players_of_others",
    "with_name",
    "with_seats",
]
