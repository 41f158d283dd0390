"""Marks of seats: a portrait, or the initial in a shape and colour."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask import g

from companion.view_context import ViewContext
from companion.web.visitors.language import say_value
from companion.web.visitors.page import current_services, view_of_request
from domain.framework.events.marked_fields import choices_asked
from domain.framework.table import CHAIRS, SEAT_HEADS, Table
from projections.log import LogLine

SHAPES: Mapping[str, str] = {
    "": "M12 1a11 11 0 1 0 0 22a11 11 0 1 0 0-22z",
    "red": "M12 1a11 11 0 1 0 0 22a11 11 0 1 0 0-22z",
    "gold": "M2 2h20v20h-20z",
    "green": "M12 0l12 12l-12 12l-12-12z",
    "blue": "M6 1.5h12l6 10.5l-6 10.5h-12l-6-10.5z",
    "violet": "M12 0l12 23h-24z",
    "silver": "M7 1h10v6h6v10h-6v6h-10v-6h-6v-10h6z",
}
"""The outline of each colour, in a square of 24, so that seats do not differ by colour alone."""


@dataclass(frozen=True)
class SeatMark:
    """The mark next to the name of a seat, with the digest of its photo or the id of its drawn head."""

    colour: str
    initial: str
    photo: str = ""
    head: str = ""

    @property
    def shape(self) -> str:
        return SHAPES.get(self.colour, SHAPES[""])


def seat_mark(seat: str) -> SeatMark | None:
    """The mark of a seat at the page's table; None for anything else."""
    found = view_of_request()
    if "marks" not in g:
        colours = found.table.seat_colours() if found else {}
        g.marks = {one: mark_of(found, one, colour) for one, colour in colours.items()} if found else {}
    marks: Mapping[str, SeatMark] = g.marks
    return marks.get(seat)


def colour_of_seat(seat: str) -> str:
    """The colour of a seat at the page's table; empty for anything else."""
    mark = seat_mark(seat)
    return mark.colour if mark else ""


def mark_of(here: ViewContext, seat: str, colour: str) -> SeatMark:
    """The mark of a seat, or the mark it would have in another colour."""
    mark = public_mark(here.table, seat, colour)
    return mark if mark.head else replace(mark, photo=hanging_portrait(here, here.table.portraits.get(seat, "")))


def public_mark(table: Table, seat: str, colour: str) -> SeatMark:
    """The mark of a seat without its photo, for visitors who have not joined."""
    portrait = table.portraits.get(seat, "")
    initial = say_value(table.chairs().get(seat, seat))[:1].upper()
    return SeatMark(colour, initial, head=portrait if portrait in SEAT_HEADS else "")


def seat_of(line: LogLine, here: ViewContext) -> str:
    """The seat that a log line is about, as far as the visitor may know; empty if there is none."""
    cls, chairs = here.game.by_topic.get(line.topic), here.chairs
    values = line.values_that_count if cls and chairs and not line.unreadable else {}
    kinds = (CHAIRS, here.table.sits, *(kind for kind, of in here.table.mixed.items() if here.table.sits in of))
    for name, choice in choices_asked(cls).items() if cls and values else ():
        if choice.kind in kinds and values.get(name) in [*chairs]:
            return str(values[name])
    return ""


def hanging_portrait(here: ViewContext, digest: str) -> str:
    """The digest of a portrait that is in use and stored here; empty for any other."""
    known = digest and digest in here.campaign.table.portraits.values()
    return digest if known and current_services().store.has_photo(digest) else ""


__all__ = ["SHAPES", "SeatMark", "colour_of_seat", "hanging_portrait", "mark_of", "public_mark", "seat_mark", "seat_of"]
