"""People: who is at the table, on which seat; for the host the code to join with, for guests their own place."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, render_template, request, session, url_for

from companion.view_context import ViewContext
from companion.web.clock import ago
from companion.web.door.gate import Jammed, gate
from companion.web.guests import Guest, Role, Taken
from companion.web.language import spoken, words
from companion.web.page import at_table, command
from companion.web.people.invitation import Invitation
from companion.web.people.places import AT, Place, chosen, place_of, places, seats
from companion.web.people.sitting import to_the_log
from companion.web.pictures.portraits import may_dress
from companion.web.typed import whole
from companion.web.who import Right, guests, who
from domain.language.refusal import NotFound

people = Blueprint("people", __name__, url_prefix="/c/<key>/people")
AT_MOST = 99
"""More people never join a table with one code."""


@people.get("/")
@at_table
def present(here: ViewContext) -> str:
    """Who is at the table."""
    return page(here)


@dataclass(frozen=True)
class Present:
    """Somebody who is at the table, where they sit, and what places there are for them."""

    guest: Guest
    place: str
    also: Sequence[str]
    places: Sequence[Place]
    ago: str


def page(here: ViewContext, fault: str = "") -> str:
    return render_template(
        "people/people.html",
        fault=fault,
        invitation=invitation(here) if who().right is Right.HOST else None,
        present=[_present(guest, here) for guest in guests().at(here.id)],
        most=guests().most(here.id),
        at_most=AT_MOST,
        seat_names={id_: spoken(name) for id_, name in here.table.chairs().items()},
        dressed=[seat for seat in here.table.chairs() if may_dress(seat)],
        host_seats=guests().host_seats(here.id),
        host_places=_for_host(here),
        host_also=[AT + seat for seat in guests().host_seats(here.id)[1:]],
    )


def _present(guest: Guest, here: ViewContext) -> Present:
    also = [AT + seat for seat in guest.seats[1:]]
    return Present(guest, place_of(guest), also, places(here.table, here.id, guest), ago(guest.seen))


def _for_host(here: ViewContext) -> list[Place]:
    """The seats that no guest has."""
    taken = {AT + seat for guest in guests().at(here.id) for seat in guest.seats}
    return [Place(seat.value, seat.name) for seat in seats(here.table, here.id) if seat.value not in taken]


def invitation(here: ViewContext) -> Invitation | None:
    """What the phones need to join; None while only this computer reaches the pages."""
    address = gate().address
    return Invitation(address, guests().code(here.id)) if address else None


@people.get("/large")
@at_table
def large(here: ViewContext) -> Any:
    """The code to join with, large enough to be read across the room."""
    found = invitation(here)
    if found is None:
        return back(here)
    return render_template("people/invite.html", invitation=found)


@people.post("/network")
@at_table
def open_table(here: ViewContext) -> Any:
    """Open the pages to the network, so that phones can join."""
    try:
        gate().open()
    except Jammed as wrong:
        return page(here, spoken(wrong.text)), 409
    return back(here)


@people.post("/network/shut")
@at_table
def shut_table(here: ViewContext) -> Any:
    """Leave the pages to this computer alone; who joined stays known, and may come back when they are opened again."""
    gate().shut()
    return back(here)


@people.post("/code")
@at_table
def change_code(here: ViewContext) -> Any:
    """Another code; everybody has to join anew."""
    guests().change_code(here.id)
    return back(here)


@people.post("/most")
@at_table
def bound(here: ViewContext) -> Any:
    """Say how many may join with the code."""
    most = whole(request.form.get("most")) or 0
    if not 1 <= most <= AT_MOST:
        return page(here, words("From 1 to {most} people can join.", most=AT_MOST)), 422
    guests().bound(here.id, most)
    return back(here)


@people.post("/sit")
@at_table
def sit(here: ViewContext) -> Any:
    """Take another place oneself."""
    return seated_anew(here, who().guest)


def seated_anew(here: ViewContext, guest: Guest | None) -> Any:
    """Have a guest, or the host, where the form says."""
    role, wanted = chosen(request.form, here.campaign.table)
    try:
        _seat(here, guest, role, wanted)
    except Taken as wrong:
        return page(here, spoken(wrong.text)), 422
    return back(here)


def _seat(here: ViewContext, guest: Guest | None, role: Role, wanted: Sequence[str]) -> None:
    told = to_the_log(here.campaign, guest.name if guest else command().actor, command())
    if guest:
        guests().move(guest, role, wanted, told)
    else:
        guests().seat_host(here.id, wanted, told)


@people.post("/leave")
@at_table
def leave(here: ViewContext) -> Any:
    """Leave the table."""
    guest = who().guest
    if guest is None:
        return back(here)
    guests().end(guest)
    session.clear()
    return redirect(url_for("joining.door"), 303)


@people.post("/<int:guest>")
@at_table
def move(here: ViewContext, guest: int) -> Any:
    """Give somebody another place."""
    return seated_anew(here, of_id(here, guest))


@people.post("/<int:guest>/end")
@at_table
def end(here: ViewContext, guest: int) -> Any:
    """Let somebody go."""
    guests().end(of_id(here, guest))
    return back(here)


def of_id(here: ViewContext, id_: int) -> Guest:
    """Somebody at this table.

    Raises:
        NotFound: they are not here.
    """
    for guest in guests().at(here.id):
        if guest.id == id_:
            return guest
    raise NotFound("They are not at this table any more.")


def back(here: ViewContext) -> Any:
    return redirect(url_for("people.present", key=here.key), 303)


__all__ = ["people"]
