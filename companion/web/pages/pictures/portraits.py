"""Pages of portraits and colours of seats, chosen by their players or by the host."""

from dataclasses import replace
from io import BytesIO
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, send_file, url_for

from companion.view_context import ViewContext
from companion.web.pages.pictures.marks import hanging_portrait, mark_of
from companion.web.pages.pictures.photos import read_photo
from companion.web.pages.pictures.reencode import encode_portrait
from companion.web.visitors.language import say_value
from companion.web.visitors.page import command_of_form, current_services, with_live_campaign
from companion.web.visitors.visitor import Right, current_visitor
from domain.framework.kernel import PortraitHung
from domain.framework.refusal import Misfit, NotFound, RefusedAll
from domain.framework.table import SEAT_COLOURS, SEAT_HEADS

portraits = Blueprint("portraits", __name__, url_prefix="/c/<key>/seat")


def may_dress(seat: str) -> bool:
    """Whether the visitor may choose the mark of a seat."""
    return current_visitor().right is Right.HOST or (
        current_visitor().right is Right.RECORD and seat in current_visitor().seats
    )


@portraits.get("/")
@with_live_campaign
def choose(here: ViewContext) -> Any:
    """The form of colour and portrait; without a seat, a redirect to the list of seats."""
    if not request.args.get("seat"):
        return redirect(url_for("people.present", key=here.key), 303)
    return show_portrait(here, seat_of_address(here, request.args.get("seat", "")))


def show_portrait(here: ViewContext, seat: str, fault: str = "") -> str:
    table = here.table
    worn = mark_of(here, seat, table.seat_colours()[seat])
    return render_template(
        "people/seat.html",
        seat=seat,
        name=say_value(table.chairs()[seat]),
        fault=fault,
        chosen=table.colours.get(seat, ""),
        marks=[
            (id_, say_value(said), replace(worn, colour=id_, photo="", head=""), others_of_colour(here, seat, id_))
            for id_, said in _colours()
        ],
        heads=[(id_, say_value(said), replace(worn, photo="", head=id_)) for id_, said in SEAT_HEADS.items()],
        portrait=table.portraits.get(seat, ""),
        mine=may_dress(seat),
    )


def _colours() -> list[tuple[str, Any]]:
    return list(SEAT_COLOURS.items())


def others_of_colour(here: ViewContext, seat: str, colour: str) -> list[str]:
    """The names of the other seats with a colour."""
    chairs = here.table.chairs()
    return [
        say_value(chairs[one])
        for one, has in here.table.colours.items()
        if has == colour and one in chairs and one != seat
    ]


@portraits.post("/colour")
@with_live_campaign
def colour(here: ViewContext) -> Any:
    """Set the colour of a seat."""
    seat = seat_of_address(here, request.form.get("seat", ""))
    return record_portrait(here, seat, "seat-coloured", {"seat": seat, "colour": request.form.get("colour", "")})


@portraits.post("/head")
@with_live_campaign
def head(here: ViewContext) -> Any:
    """Set a drawn head as the portrait of a seat."""
    seat = seat_of_address(here, request.form.get("seat", ""))
    return record_portrait(here, seat, "portrait-chosen", {"seat": seat, "head": request.form.get("head", "")})


@portraits.post("/down")
@with_live_campaign
def take_down(here: ViewContext) -> Any:
    """Remove the portrait of a seat."""
    seat = seat_of_address(here, request.form.get("seat", ""))
    return record_portrait(here, seat, "portrait-taken-down", {"seat": seat})


def record_portrait(here: ViewContext, seat: str, event: str, fields: dict[str, Any]) -> Any:
    try:
        current_services().campaigns.record(here.id, event, fields, command_of_form())
    except (Misfit, RefusedAll) as wrong:
        return show_portrait(here, seat, why_not(wrong)), 422
    return back_to_page(here, seat)


@portraits.post("/portrait")
def hang(key: str) -> Any:
    """Set an uploaded portrait."""
    try:
        return with_live_campaign(keep_portrait)(key, body=read_photo(key, encode_portrait))
    except (Misfit, RefusedAll) as wrong:
        return with_live_campaign(say_refusal)(key, wrong=wrong), 422


def keep_portrait(here: ViewContext, body: bytes) -> Any:
    """Store a re-encoded portrait, and set it."""
    seat = seat_of_address(here, request.form.get("seat", ""))
    current_services().campaigns.record_picture(
        here.id, body, lambda digest: PortraitHung(seat=seat, portrait=digest), command_of_form()
    )
    return back_to_page(here, seat)


def say_refusal(here: ViewContext, wrong: Misfit | RefusedAll) -> str:
    return show_portrait(here, seat_of_address(here, request.form.get("seat", "")), why_not(wrong))


def why_not(wrong: Misfit | RefusedAll) -> str:
    said = wrong.faults.values() if isinstance(wrong, Misfit) else [reason.text for reason in wrong.reasons]
    return " ".join(say_value(fault) for fault in said)


def seat_of_address(here: ViewContext, seat: str) -> str:
    """A seat of this table.

    Raises:
        NotFound: there is no such seat.
    """
    if seat not in here.table.chairs():
        raise NotFound("There is no such seat at this table.")
    return seat


def back_to_page(here: ViewContext, seat: str) -> Any:
    return redirect(url_for("portraits.choose", key=here.key, seat=seat), 303)


@portraits.get("/<digest>.jpg")
@with_live_campaign
def one(here: ViewContext, digest: str) -> Response:
    """Send a portrait that is in use at this table.

    Raises:
        NotFound: no portrait in use has this digest, or it is not stored here.
    """
    body = current_services().store.photo(digest) if hanging_portrait(here, digest) else None
    if body is None:
        raise NotFound("That photo is not here any more.")
    answer = send_file(BytesIO(body), "image/jpeg")
    answer.headers["Cache-Control"] = "private, max-age=86400"
    return answer


__all__ = ["may_dress", "portraits"]
