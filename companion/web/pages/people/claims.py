"""Claims: a player takes, on their own phone, a seat that was recorded for them on another device."""

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, request, session, url_for

from companion.view_context import ViewContext
from companion.web.pages.people.people import render_people
from companion.web.pages.people.places import seats_at, seats_there
from companion.web.pages.people.sitting import change_place
from companion.web.visitors.guests import PlaceTaken
from companion.web.visitors.language import say_value
from companion.web.visitors.page import command_of_form, with_live_campaign
from companion.web.visitors.typed import look_alike
from companion.web.visitors.visitor import current_visitor, guests_of_app

claims = Blueprint("claims", __name__, url_prefix="/c/<key>/people")
DENIED = "denied"
"""The session key of the seats that a guest declined."""


@dataclass(frozen=True)
class Claim:
    """A seat that may be the visitor's; `also` is whether they have another one."""

    seat: str
    name: str
    also: bool


def seat_to_claim(here: ViewContext) -> Claim | None:
    """The first seat without a phone whose player's name resembles the visitor's; None if there is none."""
    me = current_visitor()
    if me.guest is None or me.guest.role != "player":
        return None
    taken = {*guests_of_app().players_of(here.id), *session.get(DENIED, ())}
    for seat, player in here.table.played_by().items():
        if player and seat not in taken and look_alike(player, me.guest.name):
            return Claim(seat, say_value(here.table.called(here.table.sits, seat)), bool(me.seats))
    return None


@claims.post("/claim")
@with_live_campaign
def answer(here: ViewContext) -> Any:
    """Take the seat, or decline it."""
    guest, seat = current_visitor().guest, request.form.get("seat", "")
    if guest and "no" in request.form:
        session[DENIED] = [*session.get(DENIED, ()), seat]
    elif guest:
        seats = seats_at(here.campaign.table, [*seats_there(guest.seats, here.table), seat])
        try:
            change_place(here, guest, "player", seats, command_of_form())
        except PlaceTaken as wrong:
            return render_people(here, say_value(wrong.text)), 422
    return redirect(url_for("play.board", key=here.key), 303)


__all__ = ["Claim", "claims", "seat_to_claim"]
