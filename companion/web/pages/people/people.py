"""The page of people: guests and seats; for the host the join code, for guests their own place."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import time as now
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for

from companion.view_context import ViewContext
from companion.web.network.gate import CannotOpenToNetwork, gate_of_app
from companion.web.pages.live import bells_of_app
from companion.web.pages.people.invitation import Invitation
from companion.web.pages.people.known import LONGEST_NAME
from companion.web.pages.people.places import (
    AT,
    Place,
    chosen_place,
    place_of,
    places_to_sit,
    seats_there,
    seats_to_take,
)
from companion.web.pages.people.sitting import change_name, change_place, hand_over
from companion.web.pages.pictures.portraits import may_dress
from companion.web.rendering.clock import time_since
from companion.web.visitors.guests import OFTEN, Guest, PlaceTaken
from companion.web.visitors.language import say_value, translate_sentence
from companion.web.visitors.page import command_of_form, current_services, with_live_campaign
from companion.web.visitors.typed import one_line, position_typed, visible_part
from companion.web.visitors.visitor import Right, current_visitor, end_guest_session, guest_secret, guests_of_app
from domain.framework.refusal import NotFound

people = Blueprint("people", __name__, url_prefix="/c/<key>/people")
JUST_NOW = 15.0
"""Seconds after a request in which a guest without a stream counts as here: a browser without scripts has none."""
HOST = "host"
"""The host among those to whom a seat is given, in place of the number of a guest."""
AT_MOST = 99
"""The largest limit of guests per table."""


@people.get("/")
@with_live_campaign
def present(here: ViewContext) -> str:
    """The page of people."""
    return render_people(here)


@dataclass(frozen=True)
class Present:
    """A guest on the page: their place, the places they may take, and the time since they were seen."""

    guest: Guest
    place: str
    also: Sequence[str]
    places: Sequence[Place]
    ago: str


def render_people(here: ViewContext, fault: str = "") -> str:
    """The page of people, with the faults of the last form."""
    host_seats = seats_there(guests_of_app().host_seats(here.id), here.table)
    is_host = current_visitor().right is Right.HOST
    return render_template(
        "people/people.html",
        fault=fault,
        invitation=invitation_to(here) if is_host else None,
        for_spectators=invitation_to_watch(here) if is_host else None,
        present=[_present(guest, here) for guest in guests_of_app().guests_of_campaign(here.id)],
        players=[one for one in guests_of_app().guests_of_campaign(here.id) if one.role == "player"],
        most=guests_of_app().limit_of(here.id),
        at_most=AT_MOST,
        host=HOST,
        seat_names={id_: say_value(name) for id_, name in here.table.chairs().items()},
        dressed=[seat for seat in here.table.chairs() if may_dress(seat)],
        host_seats=host_seats,
        host_places=_for_host(here),
        host_also=[AT + seat for seat in host_seats[1:]],
    )


def _present(guest: Guest, here: ViewContext) -> Present:
    guest = replace(guest, seats=seats_there(guest.seats, here.table))
    also = [AT + seat for seat in guest.seats[1:]]
    return Present(guest, place_of(guest), also, places_to_sit(here.table, here.id, guest), last_seen(guest))


def last_seen(guest: Guest) -> str:
    """When a guest was last here, in words: now while a stream of theirs is open.

    With a shared log, streams of other processes are unknown; of those, only the stored visits count.
    """
    heard, visited = bells_of_app().presence.last_heard(guest.id), now() - guest.seen
    is_shared = current_services().settings.shared
    if (heard is None and visited < JUST_NOW) or (is_shared and visited < 2 * OFTEN) or heard == float("inf"):
        return translate_sentence("here now")
    return time_since(max(guest.seen, heard or 0.0))


def _for_host(here: ViewContext) -> list[Place]:
    """The seats without a guest, which the host may take."""
    taken = {AT + seat for guest in guests_of_app().guests_of_campaign(here.id) for seat in guest.seats}
    return [replace(seat, by="") for seat in seats_to_take(here.table, here.id) if seat.value not in taken]


def invitation_to(here: ViewContext) -> Invitation | None:
    """The address and code to join with; None while the pages are closed to the network."""
    address = gate_of_app().address
    return Invitation(address, guests_of_app().join_code(here.id)) if address else None


def invitation_to_watch(here: ViewContext) -> Invitation | None:
    """The address and code for spectators only; None while the pages are closed to the network."""
    address = gate_of_app().address
    return Invitation(address, guests_of_app().watching_code(here.id)) if address else None


@people.get("/large")
@with_live_campaign
def large(here: ViewContext) -> Any:
    """The page with only the code, readable across the room."""
    found = invitation_to(here)
    if found is None:
        return redirect_to_people(here)
    return render_template("people/invite.html", invitation=found)


@people.post("/network")
@with_live_campaign
def open_table(here: ViewContext) -> Any:
    """Open the pages to the network, so that phones can join."""
    try:
        gate_of_app().open()
    except CannotOpenToNetwork as wrong:
        return render_people(here, say_value(wrong.text)), 409
    return redirect_to_people(here)


@people.post("/network/shut")
@with_live_campaign
def shut_table(here: ViewContext) -> Any:
    """Close the pages to the network. Guests are kept, and may return when the pages are opened again."""
    gate_of_app().shut()
    return redirect_to_people(here)


@people.post("/code")
@with_live_campaign
def change_code(here: ViewContext) -> Any:
    """Replace the join code; all guests have to join again."""
    guests_of_app().change_code(here.id)
    return redirect_to_people(here)


@people.post("/most")
@with_live_campaign
def bound(here: ViewContext) -> Any:
    """Set the number of guests who may join with the code, from 1 to `AT_MOST`."""
    most = position_typed(request.form.get("most")) or 0
    if not 1 <= most <= AT_MOST:
        return render_people(here, translate_sentence("From 1 to {most} people can join.", most=AT_MOST)), 422
    guests_of_app().set_limit(here.id, most)
    return redirect_to_people(here)


@people.post("/sit")
@with_live_campaign
def sit(here: ViewContext) -> Any:
    """Change the visitor's own place."""
    return change_seat(here, current_visitor().guest)


def change_seat(here: ViewContext, guest: Guest | None) -> Any:
    """Give a guest, or the host if `guest` is None, the place chosen in the form."""
    role, wanted = chosen_place(request.form, here.campaign.table)
    try:
        change_place(here, guest, role, wanted, command_of_form())
    except PlaceTaken as wrong:
        return render_people(here, say_value(wrong.text)), 422
    return redirect_to_people(here)


@people.post("/name")
@with_live_campaign
def change_own_name(here: ViewContext) -> Any:
    """Change the visitor's own name."""
    guest, name = current_visitor().guest, visible_part(one_line(request.form.get("name", ""), LONGEST_NAME))
    if not name:
        return render_people(here, translate_sentence("Enter your name first.")), 422
    if guest and name != guest.name:
        try:
            change_name(here, guest, name, replace(command_of_form(), actor=name))
        except PlaceTaken as wrong:
            return render_people(here, say_value(wrong.text)), 422
    return redirect_to_people(here)


@people.post("/give")
@with_live_campaign
def give_seat(here: ViewContext) -> Any:
    """Hand a seat over to another player: a guest their own seat, the host any guest's.

    Raises:
        NotFound: the visitor may not give the seat away, or the taker is not a player here.
    """
    seat, me = request.form.get("seat", ""), current_visitor()
    wanted = request.form.get("guest", "")
    taker = None if wanted == HOST else guest_of_id(here, position_typed(wanted) or 0)
    guests = guests_of_app().guests_of_campaign(here.id)
    giver = next((one for one in guests if seat in seats_there(one.seats, here.table)), None)
    is_theirs = giver is not None and (me.right is Right.HOST or (me.guest is not None and me.guest.id == giver.id))
    if giver is None or not is_theirs or (taker and taker.role != "player"):
        raise NotFound("There is no such seat at this table.")
    try:
        hand_over(here, seat, giver, taker, command_of_form())
    except PlaceTaken as wrong:
        return render_people(here, say_value(wrong.text)), 422
    return redirect_to_people(here)


@people.post("/leave")
@with_live_campaign
def leave(here: ViewContext) -> Any:
    """Forget the visitor's device; a guest without a device leaves the table. Other tables of the device stay."""
    if current_visitor().guest is None:
        return redirect_to_people(here)
    guests_of_app().forget_device(guest_secret())
    end_guest_session(here.id)
    return redirect(url_for("joining.door"), 303)


@people.post("/<int:guest>")
@with_live_campaign
def move(here: ViewContext, guest: int) -> Any:
    """Change the place of a guest."""
    return change_seat(here, guest_of_id(here, guest))


@people.post("/<int:guest>/end")
@with_live_campaign
def end(here: ViewContext, guest: int) -> Any:
    """Remove a guest from the table."""
    guests_of_app().remove(guest_of_id(here, guest))
    return redirect_to_people(here)


def guest_of_id(here: ViewContext, id_: int) -> Guest:
    """The guest with an id, at this table.

    Raises:
        NotFound: no guest of this table has the id.
    """
    for guest in guests_of_app().guests_of_campaign(here.id):
        if guest.id == id_:
            return guest
    raise NotFound("They have left this table.")


def redirect_to_people(here: ViewContext) -> Any:
    return redirect(url_for("people.present", key=here.key), 303)


__all__ = ["people"]
