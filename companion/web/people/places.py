"""Places at a table: the seats a player may take, and looking on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.web.guests import Guest, Role
from companion.web.language import spoken, words
from companion.web.who import guests
from domain.refusal import NotFound
from domain.table import Table

AT = "at:"
"""Stands before a seat in a form, so that no seat is mistaken for one of the places without."""
STANDING, WATCHING = "play", "watch"


@dataclass(frozen=True)
class Place:
    """A place as a form offers it; `by` is who sits there already."""

    value: str
    name: str
    by: str = ""


def places(table: Table, campaign: str, me: Guest | None = None) -> Sequence[Place]:
    """Every place at a table, for somebody who may have one of them."""
    found = list(seats(table, campaign, me))
    standing = words("No seat yet") if found else words("I play")
    return [*found, Place(STANDING, standing), Place(WATCHING, words("I only watch"))]


def seats(table: Table, campaign: str, me: Guest | None = None) -> Iterator[Place]:
    """The seats of a table, each with who else sits there."""
    taken = {guest.seat: guest.name for guest in guests().at(campaign) if me is None or guest.id != me.id}
    if by_host := guests().host_seat(campaign):
        taken[by_host] = words("the host")
    for id_, name in table.chairs().items():
        yield Place(AT + id_, spoken(name), taken.get(id_, ""))


def place_of(guest: Guest) -> str:
    """Where a guest is, as a form says it."""
    if guest.role == "spectator":
        return WATCHING
    return STANDING if guest.seat is None else AT + guest.seat


def chosen_place(value: str, table: Table) -> tuple[Role, str | None]:
    """What somebody chose, as a role and a seat.

    Raises:
        NotFound: there is no such place at this table.
    """
    if value == WATCHING:
        return "spectator", None
    if value == STANDING:
        return "player", None
    seat = value.removeprefix(AT)
    if not value.startswith(AT) or seat not in table.chairs():
        raise NotFound("There is no such seat at this table.")
    return "player", seat


__all__ = ["Place", "chosen_place", "place_of", "places", "seats"]
