"""The pages for joining: the code of a campaign, then a name and a place at its table.

No page behind a code contains it: a scanned code goes into the signed cookie, and the visitor is redirected to an
address without it.
"""

import hmac
from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Blueprint, current_app, redirect, render_template, request, session, url_for

from companion.web.pages.people.known import LONGEST_NAME, known_players
from companion.web.pages.people.places import ALSO, PLACE, STANDING, chosen_place, places_to_sit
from companion.web.pages.people.sitting import seat_recorder
from companion.web.visitors.guests import PlaceTaken
from companion.web.visitors.join_codes import plain_code
from companion.web.visitors.language import interface_language, say_value, translate_sentence, use_game_catalogue
from companion.web.visitors.page import current_services
from companion.web.visitors.tries import TooManyTries, Tries
from companion.web.visitors.typed import command_id, one_line, visible_part
from companion.web.visitors.visitor import (
    begin_guest_session,
    current_visitor,
    guests_of_app,
    guests_of_device,
    is_cross_site,
    secrets_of_device,
)
from domain.framework.game import PUBLIC
from domain.framework.refusal import NotFound
from domain.framework.table import Table
from projections.campaigns import Listed

joining = Blueprint("joining", __name__, url_prefix="/join")
# Codes may be typed with blanks and hyphens
LONGEST_CODE = 12
ASKING = "asking"
"""The session key of the secret that a device asks with; it becomes a guest's once the request is accepted."""


def redirects_host(view: Callable[..., Any]) -> Callable[..., Any]:
    """Redirect the administrator, who is at every table already, to the campaigns; others see the view."""

    @wraps(view)
    def view_for_guests(**given: Any) -> Any:
        if current_visitor().administers:
            return redirect(url_for("campaigns.every"), 303)
        return view(**given)

    return view_for_guests


@joining.get("")
@redirects_host
def door() -> Any:
    """The page that asks for the code, then for a name and a place."""
    if ASKING in session:
        return redirect(url_for("asking.wait_for_answer"), 303)
    listed, me, tables = invited_campaign(), current_visitor(), list(guests_of_device())
    if listed and me.account and guests_of_app().owner_of(listed.campaign) == me.account:
        return redirect(url_for("play.board", key=listed.key), 303)
    if listed and listed.campaign not in tables:
        return render_seat_form(listed)
    if listed or len(tables) == 1:
        key = listed.key if listed else current_services().find_campaign(tables[0]).key
        return redirect(url_for("play.board", key=key), 303)
    if tables:
        return redirect(url_for("campaigns.every"), 303)
    was_here = bool(secrets_of_device())
    return render_code_form(
        translate_sentence("You are no longer at the table. Ask the host for the code.") if was_here else ""
    )


@joining.get("/code")
@redirects_host
def show_code_form() -> Any:
    """The page that asks for the code, also for a visitor who joined other tables."""
    session.pop("code", None)
    return render_code_form()


@joining.post("")
@redirects_host
def knock() -> Any:
    """Check a typed code."""
    return check_code(request.form.get("code", ""))


@joining.get("/<code>")
@redirects_host
def scan(code: str) -> Any:
    """Check the code in an address, as the QR code has it."""
    return check_code(code)


def check_code(code: str) -> Any:
    """Store a right code in the session and redirect; a wrong one is counted, and the form is shown again.

    A code from a page of another site is checked only once the visitor sends the form. That page could try many, or use
    up everyone's tries.
    """
    if is_cross_site():
        return render_code_form(code=one_line(code, LONGEST_CODE))
    tries, address = current_app.extensions["tries"], request.remote_addr or ""
    try:
        found = find_campaign_of_code(code, tries, address)
    except TooManyTries as wait:
        said = translate_sentence(
            "Too many codes were wrong. Wait {count|second|seconds}, then try again.", count=wait.seconds
        )
        return render_code_form(said), 429, {"Retry-After": str(wait.seconds)}
    if found is None:
        return render_code_form(
            translate_sentence("That is not the right code. Perhaps it was changed: ask the host.")
        ), 422
    session["code"] = plain_code(code)
    return redirect(url_for("joining.door"), 303)


def find_campaign_of_code(code: str, tries: Tries, address: str) -> str | None:
    """The campaign of a code; None, and a counted try, if the code is wrong.

    Raises:
        TooManyTries: the code was not checked.
    """
    tries.count_try(address)
    found = guests_of_app().invited_to(code)
    if found:
        tries.discount_try(address)
    return found


def is_for_spectators() -> bool:
    """Whether the code in this browser's session is one for spectators only."""
    return guests_of_app().is_for_spectators(str(session.get("code", "")))


def invited_campaign() -> Listed | None:
    """The campaign whose code is in this browser's session; None if the code was changed."""
    found = guests_of_app().invited_to(str(session.get("code", "")))
    try:
        return current_services().find_campaign(found) if found else None
    except NotFound:
        return None


@joining.post("/sit")
@redirects_host
def sit() -> Any:
    """Join with a name and a place; begins a new session."""
    listed, name = invited_campaign(), visible_part(one_line(request.form.get("name", ""), LONGEST_NAME))
    if listed is None:
        return render_code_form(
            translate_sentence("That is not the right code. Perhaps it was changed: ask the host.")
        ), 422
    if not name:
        return render_seat_form(listed, translate_sentence("Enter your name first.")), 422
    try:
        secret = secret_of_form()
        with current_services().campaigns.open(listed.campaign) as campaign:
            watches = is_for_spectators()
            role, seats = ("spectator", ()) if watches else chosen_place(request.form, campaign.table)
            record = seat_recorder(campaign, name, current_services().new_command(actor=name, device="web", host=False))
            if guests_of_app().guest_of_secret(secret) is None:
                said = interface_language()
                guests_of_app().join(listed.campaign, name, role, seats, secret, record, watches=watches, language=said)
    except (NotFound, PlaceTaken) as wrong:
        return render_seat_form(listed, say_value(wrong.text)), 422
    if (former := secrets_of_device().get(listed.campaign)) and former != secret:
        guests_of_app().forget_device(former)
    begin_guest_session(secret)
    return redirect(url_for("play.board", key=listed.key), 303)


def secret_of_form() -> str:
    """The secret of a new guest's session: the same each time one form is sent, so that a double tap joins once."""
    key, sent = current_app.secret_key, f"{session.get('token')} {command_id(request.form.get('command', ''))}"
    return hmac.new(key if isinstance(key, bytes) else str(key).encode(), sent.encode(), "sha256").hexdigest()


def render_code_form(fault: str = "", code: str = "") -> str:
    """The page that asks for the code, with the fault of the last one."""
    return render_template("people/join.html", fault=fault, code=code)


def render_seat_form(listed: Listed, fault: str = "") -> str:
    """The page that asks for a name and a place, in the words of the campaign's game."""
    use_game_catalogue(listed.game)
    with current_services().campaigns.open(listed.campaign) as campaign:
        table: Table = campaign.game.view(campaign.table, PUBLIC)
        offered = places_to_sit(table, listed.campaign)
        known = known_players(table, listed.campaign) if not is_for_spectators() else []
    only_way = "" if any(one.is_seat for one in offered) else STANDING
    named, place = one_line(request.form.get("name", ""), LONGEST_NAME), request.form.get(PLACE, only_way)
    return render_template(
        "people/join.html",
        fault=fault,
        table=table,
        game_of_page=campaign.game,
        places=offered,
        known=known,
        watches=is_for_spectators(),
        name=named,
        place=place,
        also=request.form.getlist(ALSO),
    )


__all__ = ["ASKING", "invited_campaign", "is_for_spectators", "joining", "redirects_host", "render_seat_form"]
