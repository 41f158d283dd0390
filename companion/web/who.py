"""The visitor of a request: the host, at this computer or signed in by a proxy, a guest who joined, or nobody."""

import hmac
import re
import secrets
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import IntEnum
from ipaddress import IPv6Address, ip_address

from flask import current_app, g, request, session

from companion.web.bearer import bearer_token
from companion.web.guests import Guest, Guests
from companion.web.proxies import PASSED_ON_BY
from companion.web.typed import one_line
from domain.language.game import Viewer
from domain.language.refusal import NotFound
from domain.log.command import Author
from domain.log.entries import Entry
from domain.store import StoreError


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
HOST_HEADER = "HOST_HEADER"
"""What they call the header in which a trusted proxy says who has signed in; empty where none does."""
LONGEST_ACCOUNT = 200
GUESTS = "guests"
"""The session key of the tables that a browser joined: pairs of a campaign and a secret, the last one last."""
MOST_TABLES = 12
"""Tables that a browser remembers; their secrets fill a third of a cookie."""


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
    account: str = ""
    """What a proxy calls somebody who signed in there: a host of campaigns of their own, and a guest at others."""

    @property
    def administers(self) -> bool:
        """Whether they are the host of everything: all campaigns, and the file."""
        return self.right is Right.HOST and not self.account

    @property
    def knows_of(self) -> frozenset[str] | None:
        """The campaigns that are there for them; None are all."""
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
        """Whose pages a device keeps: they are deleted for another visitor, or other seats.

        Of a guest it has a line for each table of the device: the key of the campaign, the guest's number and seats.
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
        """The seats whose secrets they may record: their own; all (None) for a host without a seat."""
        return None if self.right is Right.HOST and not self.seats else self.seats

    @property
    def author(self) -> Author:
        """The visitor as an author of commands."""
        return Author(self.speaks_for, self.name, self.right is Right.HOST)

    def recorded(self, entry: Entry) -> bool:
        """Whether the visitor recorded an entry."""
        return self.is_called(entry.actor)

    def is_called(self, name: str) -> bool:
        """Whether a name in the log is the visitor's, or was."""
        return name == self.name or bool(self.guest and name in self.guest.former)


def current_visitor() -> Who:
    """The visitor of this request."""
    if "who" not in g:
        g.who = _who()
    found: Who = g.who
    return found


def with_seats(campaign: str, chairs: Collection[str]) -> Who:
    """The visitor of this request, from now on with their seats at a campaign, as far as its table has these `chairs`.

    What was taken back at the table is nobody's seat, and theirs again where that is restored.
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
    """The seats at the campaign of this page that other people play, each with the name of its guest; the host has
    none.
    """
    if "players_of_others" not in g:
        own = current_visitor().seats
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
    """Whether a request is about a campaign, and that is not one of a host's own."""
    with suppress(NotFound, StoreError):
        listed = current_app.extensions["services"].find_campaign((request.view_args or {}).get("key", ""))
        return listed.campaign == campaign and guests_of_app().owner_of(campaign) != account
    return False


def guest_of_request() -> Guest | None:
    """The guest who asks: at the campaign that the request is about, if they joined it, else where they joined last."""
    campaign = _campaign_of_request()
    if (shown := bearer_token()) is None and campaign in secrets_of_device():
        return guests_of_device().get(campaign)
    if shown is not None:
        return guests_of_app().guest_of_secret(shown) if shown else None
    return next(iter([*guests_of_device().values()][::-1]), None)


def guest_secret() -> str:
    """The secret of the guest who asks: what a program shows, else what the browser's session holds; empty if none."""
    shown, guest = bearer_token(), current_visitor().guest
    if shown is not None:
        return shown
    return secrets_of_device().get(guest.campaign, "") if guest else ""


def guests_of_device() -> Mapping[str, Guest]:
    """The guests whom this browser joined as, by campaign, the last one last; of a program the one that it shows."""
    if "guests_of_device" not in g:
        shown = bearer_token()
        secrets_shown = secrets_of_device().values() if shown is None else filter(None, [shown])
        guests = [guests_of_app().guest_of_secret(secret) for secret in secrets_shown]
        g.guests_of_device = {guest.campaign: guest for guest in guests if guest}
    found: Mapping[str, Guest] = g.guests_of_device
    return found


def secrets_of_device() -> Mapping[str, str]:
    """The secrets that the browser's session holds, by campaign, the last one last.

    A session of before has one secret; which campaign it is of, the guest says.
    """
    kept = {str(campaign): str(secret) for campaign, secret in session.get(GUESTS, ())}
    if secret := str(session.get("guest", "")):
        guest = guests_of_app().guest_of_secret(secret)
        return {guest.campaign if guest else "": secret, **kept}
    return kept


def begin_guest_session(secret: str) -> None:
    """Begin a session of its own for the guest of a secret; the other tables of the browser stay."""
    guest = guests_of_app().guest_of_secret(secret)
    assert guest, "who has just joined is known"
    others = [(one, kept) for one, kept in secrets_of_device().items() if one != guest.campaign]
    _renew_session([*others, (guest.campaign, secret)])


def end_guest_session(campaign: str) -> None:
    """Forget the guest of a campaign in this browser; its other tables stay."""
    _renew_session([(one, kept) for one, kept in secrets_of_device().items() if one != campaign])


def _renew_session(tables: Sequence[tuple[str, str]]) -> None:
    """Begin the browser's session anew with the secrets of its tables, as many as have room in a cookie."""
    session.clear()
    if tables:
        session[GUESTS], session.permanent = tables[-MOST_TABLES:], True
    forget_visitor()


def _campaign_of_request() -> str:
    """The campaign that a request is about; empty if it is about none that is there."""
    key = (request.view_args or {}).get("key", "")
    if not key or len(secrets_of_device()) <= 1:
        return ""
    with suppress(NotFound, StoreError):
        return str(current_app.extensions["services"].find_campaign(key).campaign)
    return ""


def _seats(me: Who, campaign: str) -> tuple[str, ...]:
    """The seats that a visitor took at a campaign."""
    if me.guest:
        return me.guest.seats if me.guest.campaign == campaign else ()
    return guests_of_app().host_seats(campaign) if me.right is Right.HOST else ()


def is_host_request() -> bool:
    """Whether a request is a host's: the administrator's, or of somebody who signed in by a proxy."""
    return is_administrators_request() or bool(account_of_request())


def account_of_request() -> str:
    """What a trusted proxy calls whoever signed in there; empty if none passed the request on, or says nothing.

    A header that came twice is put together with a comma: one of the two may be from whoever asks, so none counts.
    """
    header = str(current_app.config.get(HOST_HEADER, ""))
    if not header or PASSED_ON_BY not in request.environ or bearer_token() is not None:
        return ""
    said = request.headers.get(header, "").strip()
    return said if said.isprintable() and "," not in said and len(said) <= LONGEST_ACCOUNT else ""


def is_administrators_request() -> bool:
    """Whether a request is from this computer, or, with a token set, with the proof that it was shown.

    A program that shows anything is who that says, wherever it runs.
    """
    token, shown = str(current_app.config.get(HOST_TOKEN, "")), bearer_token()
    if not token:
        return shown is None and at_this_computer()
    if shown is not None:
        return hmac.compare_digest(shown.encode(), host_cookie_value(token).encode())
    kept = str(session.get("host", ""))
    begun, _, proof = kept.partition(".")
    is_sound = bool(begun) and hmac.compare_digest(proof.encode(), host_cookie_value(token, begun).encode())
    return is_sound and not guests_of_app().has_ended(kept)


def host_cookie_value(token: str, begun: str = "") -> str:
    """The proof that a token was shown, by a program or in a session; a new token invalidates it."""
    key = current_app.secret_key or ""
    said = " ".join(filter(None, ("host", token, begun)))
    return hmac.new(key if isinstance(key, bytes) else key.encode(), said.encode(), "sha256").hexdigest()


def new_host_session(token: str) -> str:
    """The cookie values of a new host session: its id, and the proof that the token was shown."""
    begun = secrets.token_hex(8)
    return f"{begun}.{host_cookie_value(token, begun)}"


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
    "HOST_HEADER",
    "HOST_TOKEN",
    "Right",
    "Who",
    "at_this_computer",
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
