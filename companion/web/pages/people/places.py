"""The places at a table that a person may take: its seats, no seat, or spectator."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from companion.web.pages.pictures.marks import SeatMark, public_mark
from companion.web.visitors.guests import Guest, Role
from companion.web.visitors.language import say_value, translate_sentence
from companion.web.visitors.visitor import guests_of_app
from domain.framework.refusal import NotFound
from domain.framework.table import Table

AT = "at:"
"""The prefix of a seat in a form, so that no seat's id equals one of the other places."""
STANDING, WATCHING = "play", "watch"
PLACE, ALSO = "place", "also"
"""The form fields of a person's first seat and of their further seats."""


@dataclass(frozen=True)
class Place:
    """A place in a form; `by` is the name of the person who has it, `mark` the mark of a seat."""

    value: str
    name: str
    by: str = ""
    mark: SeatMark | None = None

    @property
    def is_seat(self) -> bool:
        return self.value.startswith(AT)


def places_to_sit(table: Table, campaign: str, me: Guest | None = None) -> Sequence[Place]:
    """Every place at a table; those of `me` count as free."""
    found = list(seats_to_take(table, campaign, me))
    standing = translate_sentence("No seat yet") if found else translate_sentence("I play")
    return [*found, Place(STANDING, standing), Place(WATCHING, translate_sentence("I only watch"))]


def seats_to_take(table: Table, campaign: str, me: Guest | None = None) -> Iterator[Place]:
    """The seats of a table, each with the name of another person who has it."""
    others = [guest for guest in guests_of_app().guests_of_campaign(campaign) if me is None or guest.id != me.id]
    taken = {seat: guest.name for guest in others for seat in guest.seats}
    taken |= dict.fromkeys(guests_of_app().host_seats(campaign), translate_sentence("the host"))
    colours = table.seat_colours()
    for id_, name in table.chairs().items():
        yield Place(AT + id_, say_value(name), taken.get(id_, ""), public_mark(table, id_, colours[id_]))


def seats_there(seats: Sequence[str], table: Table) -> tuple[str, ...]:
    """The seats of a guest that are still at the table; the others were withdrawn."""
    return tuple(seat for seat in seats if seat in table.chairs())


def place_of(guest: Guest) -> str:
    """The form value of a guest's place: their first seat, if they have one."""
    if guest.role == "spectator":
        return WATCHING
    return AT + guest.seats[0] if guest.seats else STANDING


def chosen_place(sent: MultiDict[str, str], table: Table) -> tuple[Role, tuple[str, ...]]:
    """The role and the seats chosen in a form, the leading seat first.

    Raises:
        NotFound: the table has no such place.
    """
    place = sent.get(PLACE, "")
    if place == WATCHING:
        return "spectator", ()
    chosen = [*([] if place == STANDING else [place]), *sent.getlist(ALSO)]
    if not all(value.startswith(AT) for value in chosen):
        raise NotFound("There is no such seat at this table.")
    return "player", seats_at(table, [value.removeprefix(AT) for value in chosen])


def seats_at(table: Table, wanted: Sequence[str]) -> tuple[str, ...]:
    """The wanted seats without repetition, in their order.

    Raises:
        NotFound: one of them is not at this table.
    """
    if not set(wanted) <= table.chairs().keys():
        raise NotFound("There is no such seat at this table.")
    return tuple(dict.fromkeys(wanted))


__all__ = [
    "ALSO",
    "AT",
    "PLACE",
    "STANDING",
    "Place",
    "chosen_place",
    "place_of",
    "places_to_sit",
    "seats_at",
    "seats_there",
    "seats_to_take",
]
