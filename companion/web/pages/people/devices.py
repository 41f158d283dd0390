"""A guest's new device: it asks, and the guest's other device or the host answers with one tap."""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, session, url_for

from companion.i18n import LANGUAGES
from companion.view_context import ViewContext
from companion.web.pages.people.joining import (
    ASKING,
    invited_campaign,
    is_for_spectators,
    redirects_host,
    render_seat_form,
)
from companion.web.visitors.guests import DeviceRequest, PlaceTaken
from companion.web.visitors.language import preference_of_request, say_value, set_preference, use_game_catalogue
from companion.web.visitors.page import current_services, view_of_request, with_live_campaign
from companion.web.visitors.typed import local_path, position_typed
from companion.web.visitors.visitor import Right, begin_guest_session, current_visitor, guest_secret, guests_of_app
from domain.store import Busy

INTERFACE = "interface"
"""The preference that holds the language of the interface."""
asking = Blueprint("asking", __name__, url_prefix="/join/asked")
devices = Blueprint("devices", __name__, url_prefix="/c/<key>/people/device")


# --- the new device ---


@asking.post("")
@redirects_host
def request_device() -> Any:
    """Ask to become a device of a guest; an earlier request of this browser is withdrawn."""
    listed = invited_campaign()
    if listed is None or is_for_spectators():
        return redirect(url_for("joining.door"), 303)
    wanted = position_typed(request.form.get("guest"))
    guest = next((one for one in guests_of_app().guests_of_campaign(listed.campaign) if one.id == wanted), None)
    if guest is None:
        return redirect(url_for("joining.door"), 303)
    guests_of_app().withdraw_request(asking_secret())
    secret = secrets.token_urlsafe(32)
    try:
        guests_of_app().request_device(guest, secret)
    except PlaceTaken as wrong:
        return render_seat_form(listed, say_value(wrong.text)), 422
    session[ASKING] = secret
    return redirect(url_for("asking.wait_for_answer"), 303)


@asking.get("")
@redirects_host
def wait_for_answer() -> Any:
    """The page that waits for the answer. Once the request is accepted, the device joins as the guest."""
    secret, listed = asking_secret(), invited_campaign()
    guest = guests_of_app().guest_of_secret(secret) if secret else None
    if guest:
        begin_guest_session(secret)
        response = redirect(url_for("play.board", key=current_services().find_campaign(guest.campaign).key), 303)
        if guest.language and not preference_of_request(INTERFACE):
            set_preference(response, INTERFACE, guest.language)
        return response
    if not secret or listed is None:
        session.pop(ASKING, None)
        return redirect(url_for("joining.door"), 303)
    use_game_catalogue(listed.game)
    return render_template("people/asked.html", asked=guests_of_app().request_of_secret(secret))


@asking.post("/end")
@redirects_host
def withdraw_request() -> Any:
    """Withdraw the request, and show the choice of players again."""
    guests_of_app().withdraw_request(asking_secret())
    session.pop(ASKING, None)
    return redirect(url_for("joining.door"), 303)


@asking.after_app_request
def note_language(response: Response) -> Response:
    """Store the language that a guest chooses, for their other devices. It is skipped while the file is busy."""
    among = request.form if request.endpoint == "preferences.prefer" else request.args
    chosen = among.get(INTERFACE, "")
    guest = current_visitor().guest if chosen in LANGUAGES else None
    if guest and guest.language != chosen:
        with suppress(Busy):
            guests_of_app().set_language(guest, chosen)
    return response


def asking_secret() -> str:
    """The secret of this browser's request; empty if it has none."""
    return str(session.get(ASKING, ""))


# --- the answer ---


@dataclass(frozen=True)
class DevicesAsked:
    """The requests that the visitor may answer, and whether to announce that another device has joined as them."""

    requests: Sequence[DeviceRequest]
    joined: bool


def devices_asked() -> DevicesAsked:
    """The questions about devices for the visitor of this page; none on pages outside a campaign."""
    here, me = view_of_request(), current_visitor()
    if here is None or not (me.guest or me.right is Right.HOST):
        return DevicesAsked((), joined=False)
    joined = bool(me.guest) and guests_of_app().is_joined_by_another(guest_secret())
    return DevicesAsked(requests_to_answer(here), joined)


def requests_to_answer(here: ViewContext) -> Sequence[DeviceRequest]:
    """The requests in a campaign that the visitor may answer: all for the host, for a guest those for their name."""
    me = current_visitor()
    found = guests_of_app().requests_of_campaign(here.id)
    return [one for one in found if me.right is Right.HOST or (me.guest and me.guest.id == one.guest)]


@devices.post("")
@with_live_campaign
def answer_request(here: ViewContext) -> Any:
    """Accept or refuse a request; an answered one stays as it is."""
    for asked in requests_to_answer(here):
        if asked.id == request.form.get("request"):
            accepts = "no" not in request.form
            (guests_of_app().accept_request if accepts else guests_of_app().refuse_request)(asked)
    return redirect(local_path(request.form.get("back", "")), 303)


@devices.post("/seen")
@with_live_campaign
def confirm_devices(here: ViewContext) -> Any:
    """Dismiss the notice of another device, or forget that device."""
    if current_visitor().guest:
        forgets = "forget" in request.form
        (guests_of_app().forget_other_devices if forgets else guests_of_app().confirm_devices)(guest_secret())
    return redirect(local_path(request.form.get("back", url_for("play.board", key=here.key))), 303)


__all__ = ["asking", "devices", "devices_asked"]
