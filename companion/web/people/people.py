"""People: who is at the table, on which seat; for the host the code to join with, for guests their own place."""

from typing import Any

from flask import Blueprint, redirect, render_template, request, session, url_for

from companion.here import Here
from companion.web.clock import ago
from companion.web.door.gate import Jammed, gate
from companion.web.guests import Guest, Taken
from companion.web.language import spoken
from companion.web.page import at_table
from companion.web.people.invitation import Invitation
from companion.web.people.places import AT, chosen_place, place_of, places, seats
from companion.web.pictures.portraits import may_dress
from companion.web.who import Right, guests, who
from domain.refusal import NotFound

people = Blueprint("people", __name__, url_prefix="/c/<key>/people")


@people.get("/")
@at_table
def present(here: Here) -> str:
    """Who is at the table."""
    return page(here)


def page(here: Here, fault: str = "") -> str:
    everybody = guests().at(here.id)
    return render_template(
        "people/people.html",
        fault=fault,
        invitation=invitation(here) if who().right is Right.HOST else None,
        present=[(guest, place_of(guest), places(here.table, here.id, guest), ago(guest.seen)) for guest in everybody],
        seat_names={id_: spoken(name) for id_, name in here.table.chairs().items()},
        dressed=[seat for seat in here.table.chairs() if may_dress(seat)],
        host_seat=guests().host_seat(here.id) or "",
        host_places=[seat for seat in seats(here.table, here.id) if _free_for_host(seat.value, here)],
    )


def _free_for_host(value: str, here: Here) -> bool:
    return value.removeprefix(AT) not in {guest.seat for guest in guests().at(here.id)}


def invitation(here: Here) -> Invitation | None:
    """What the phones need to join; None while only this computer reaches the pages."""
    address = gate().address
    return Invitation(address, guests().code(here.id)) if address else None


@people.get("/large")
@at_table
def large(here: Here) -> Any:
    """The code to join with, large enough to be read across the room."""
    found = invitation(here)
    if found is None:
        return back(here)
    return render_template("people/invite.html", invitation=found)


@people.post("/network")
@at_table
def open_table(here: Here) -> Any:
    """Open the pages to the network, so that phones can join."""
    try:
        gate().open()
    except Jammed as wrong:
        return page(here, spoken(wrong.text)), 503
    return back(here)


@people.post("/network/shut")
@at_table
def shut_table(here: Here) -> Any:
    """Leave the pages to this computer alone; who joined stays known, and may come back when they are opened again."""
    gate().shut()
    return back(here)


@people.post("/code")
@at_table
def change_code(here: Here) -> Any:
    """Another code; everybody has to join anew."""
    guests().change_code(here.id)
    return back(here)


@people.post("/sit")
@at_table
def sit(here: Here) -> Any:
    """Take another place oneself."""
    value, guest = request.form.get("place", ""), who().guest
    try:
        if guest:
            guests().move(guest, *chosen_place(value, here.campaign.table))
        else:
            guests().seat_host(here.id, chosen_place(value, here.campaign.table)[1])
    except Taken as wrong:
        return page(here, spoken(wrong.text)), 422
    return back(here)


@people.post("/leave")
@at_table
def leave(here: Here) -> Any:
    """Leave the table."""
    guest = who().guest
    if guest is None:
        return back(here)
    guests().end(guest)
    session.clear()
    return redirect(url_for("joining.door"), 303)


@people.post("/<int:guest>")
@at_table
def move(here: Here, guest: int) -> Any:
    """Give somebody another place."""
    try:
        guests().move(of_id(here, guest), *chosen_place(request.form.get("place", ""), here.campaign.table))
    except Taken as wrong:
        return page(here, spoken(wrong.text)), 422
    return back(here)


@people.post("/<int:guest>/end")
@at_table
def end(here: Here, guest: int) -> Any:
    """Let somebody go."""
    guests().end(of_id(here, guest))
    return back(here)


def of_id(here: Here, id_: int) -> Guest:
    """Somebody at this table.

    Raises:
        NotFound: they are not here.
    """
    for guest in guests().at(here.id):
        if guest.id == id_:
            return guest
    raise NotFound("They are not at this table any more.")


def back(here: Here) -> Any:
    return redirect(url_for("people.present", key=here.key), 303)


__all__ = ["people"]
