"""Places at a table: the seats a player may take, and looking on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from companion.web.guests import Guest, Role
from companion.web.language import spoken, words
from companion.web.who import guests
from domain.language.refusal import NotFound
from domain.language.table import Table

AT = "at:"
"""Stands before a seat in a form, so that no seat is mistaken for one of the places without."""
STANDING, WATCHING = "play", "watch"
PLACE, ALSO = "place", "also"
"""The fields of a form that say where somebody sits, and on which seats besides."""


@dataclass(frozen=True)
class Place:
    """A place as a form offers it; `by` is who sits there already."""

    value: str
    name: str
    by: str = ""

    @property
    def is_seat(self) -> bool:
        return self.value.startswith(AT)


def places(table: Table, campaign: str, me: Guest | None = None) -> Sequence[Place]:
    """Every place at a table, for somebody who may have one of them."""
    found = list(seats(table, campaign, me))
    standing = words("No seat yet") if found else words("I play")
    return [*found, Place(STANDING, standing), Place(WATCHING, words("I only watch"))]


def seats(table: Table, campaign: str, me: Guest | None = None) -> Iterator[Place]:
    """The seats of a table, each with who else sits there."""
    others = [guest for guest in guests().at(campaign) if me is None or guest.id != me.id]
    taken = {seat: guest.name for guest in others for seat in guest.seats}
    taken |= dict.fromkeys(guests().host_seats(campaign), words("the host"))
    for id_, name in table.chairs().items():
        yield Place(AT + id_, spoken(name), taken.get(id_, ""))


def place_of(guest: Guest) -> str:
    """Where a guest is, as a form says it: on the seat that leads, if on any."""
    if guest.role == "spectator":
        return WATCHING
    return AT + guest.seats[0] if guest.seats else STANDING


def chosen(sent: MultiDict[str, str], table: Table) -> tuple[Role, tuple[str, ...]]:
    """What somebody chose, as a role and seats: the one that leads, then those besides.

    Raises:
        NotFound: there is no such place at this table.
    """
    place = sent.get(PLACE, "")
    if place == WATCHING:
        return "spectator", ()
    led = () if place == STANDING else (place,)
    return "player", tuple(dict.fromkeys(_seat(value, table) for value in (*led, *sent.getlist(ALSO))))


def _seat(value: str, table: Table) -> str:
    seat = value.removeprefix(AT)
    if not value.startswith(AT) or seat not in table.chairs():
        raise NotFound("There is no such seat at this table.")
    return seat


__all__ = ["ALSO", "AT", "PLACE", "Place", "chosen", "place_of", "places", "seats"]
