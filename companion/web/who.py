"""Who asks: the host at this computer, somebody who joined with a code, or nobody yet."""

from dataclasses import dataclass
from enum import IntEnum
from ipaddress import IPv6Address, ip_address
from typing import Literal

from flask import current_app, g, request, session

from companion.web.guests import Guest, Guests
from domain.game import ANYBODY, Viewer


class Right(IntEnum):
    """What somebody may do; who has one has those before it."""

    OPEN = 0
    """What anybody may see who reaches these pages: the way in."""
    LOOK = 1
    """Reading the campaign that one has joined."""
    RECORD = 2
    """Recording in it, and taking back."""
    HOST = 3
    """Everything: all campaigns, and who comes."""


PASSED_ON = ("Forwarded", "X-Forwarded-For")
"""Headers of a request that somebody else's program passed on; who sent it is not at this computer."""


@dataclass(frozen=True)
class Who:
    """Somebody who asks for a page."""

    right: Right
    guest: Guest | None = None

    @property
    def role(self) -> Literal["host", "player", "spectator", "nobody"]:
        if self.guest:
            return self.guest.role
        return "host" if self.right is Right.HOST else "nobody"

    def seat_at(self, campaign: str) -> str | None:
        """The seat they play on in a campaign, if they have one."""
        if self.guest:
            return self.guest.seat if self.guest.campaign == campaign else None
        return guests().host_seat(campaign) if self.right is Right.HOST else None

    def viewer_of(self, campaign: str) -> Viewer:
        """How they see a campaign."""
        seat = self.seat_at(campaign)
        return Viewer(seat) if seat else ANYBODY

    def seats_at(self, campaign: str) -> frozenset[str] | None:
        """The seats whose secrets they may record: their own; all (None) for a host who plays on no seat."""
        seat = self.seat_at(campaign)
        if seat is None:
            return None if self.right is Right.HOST else frozenset()
        return frozenset({seat})


HOST = Who(Right.HOST)
NOBODY = Who(Right.OPEN)


def who() -> Who:
    """Who asks for this page."""
    if "who" not in g:
        g.who = _who()
    found: Who = g.who
    return found


def _who() -> Who:
    if at_this_computer():
        return HOST
    secret = session.get("guest")
    guest = guests().of(str(secret)) if secret else None
    if guest is None:
        return NOBODY
    return Who(Right.RECORD if guest.role == "player" else Right.LOOK, guest)


def at_this_computer() -> bool:
    """Whether a request comes from this computer itself; no header can say that it does, only that it does not."""
    if any(header in request.headers for header in PASSED_ON):
        return False
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback


def guests() -> Guests:
    """The guests of these pages."""
    found: Guests = current_app.extensions["guests"]
    return found


__all__ = ["HOST", "NOBODY", "Right", "Who", "guests", "who"]
