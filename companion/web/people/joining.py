"""Joining: the code of a campaign, then a name and a place at its table.

A code stands in no page that it opens: scanned, it goes into the signed cookie, and the address without it is shown.
"""

import hmac
from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Blueprint, current_app, redirect, render_template, request, session, url_for

from companion.web.guests import Taken, plain
from companion.web.language import speak_of, spoken, words
from companion.web.page import services
from companion.web.people.places import ALSO, PLACE, chosen, places
from companion.web.people.sitting import to_the_log
from companion.web.people.tries import TooMany, Tries
from companion.web.typed import command_id, one_line, shown
from companion.web.who import Right, guests, led_from_elsewhere, who
from domain.language.game import ANYBODY
from domain.language.refusal import NotFound
from domain.language.table import Table
from projections.campaigns import Listed

joining = Blueprint("joining", __name__, url_prefix="/join")
LONGEST_NAME = 40
LONGEST_CODE = 12


def from_elsewhere(view: Callable[..., Any]) -> Callable[..., Any]:
    """For those who join; whoever hosts is at the table already."""

    @wraps(view)
    def led(**given: Any) -> Any:
        if who().right is Right.HOST:
            return redirect(url_for("campaigns.every"), 303)
        return view(**given)

    return led


@joining.get("")
@from_elsewhere
def door() -> Any:
    """Ask for the code; with a right one, for a name and a place."""
    listed, guest = invited(), who().guest
    if listed and not (guest and guest.campaign == listed.campaign):
        return at_the_table(listed)
    if guest:
        return redirect(url_for("play.board", key=services().find(guest.campaign).key), 303)
    gone = words("You are no longer at the table. Ask the host for the code.") if "guest" in session else ""
    return code_asked(gone)


@joining.post("")
@from_elsewhere
def knock() -> Any:
    """Look at a code that was typed."""
    return tried(request.form.get("code", ""))


@joining.get("/<code>")
@from_elsewhere
def scan(code: str) -> Any:
    """Look at the code of an address, which is what the QR code holds."""
    return tried(code)


def tried(code: str) -> Any:
    """Keep a right code for the next page; say of a wrong one that it is, and not too often.

    One that a page of somebody else brings is not looked at before whoever sits here has sent it: that page could try
    many, or use up the tries of everybody.
    """
    if led_from_elsewhere():
        return code_asked(code=one_line(code, LONGEST_CODE))
    tries, address = current_app.extensions["tries"], request.remote_addr or ""
    try:
        found = looked_up(code, tries, address)
    except TooMany as wait:
        said = words("Too many codes were wrong. Wait {count|second|seconds}, then try again.", count=wait.seconds)
        return code_asked(said), 429, {"Retry-After": str(wait.seconds)}
    if found is None:
        return code_asked(words("That is not the code. Perhaps it was changed: ask the host.")), 422
    session["code"] = plain(code)
    return redirect(url_for("joining.door"), 303)


def looked_up(code: str, tries: Tries, address: str) -> str | None:
    """The campaign of a code; every wrong one is counted.

    Raises:
        TooMany: it was not looked at.
    """
    tries.take(address)
    found = guests().invited_to(code)
    if found:
        tries.right(address)
    return found


def invited() -> Listed | None:
    """The campaign whose code this browser has shown, if it still holds."""
    found = guests().invited_to(str(session.get("code", "")))
    try:
        return services().find(found) if found else None
    except NotFound:
        return None


@joining.post("/sit")
@from_elsewhere
def sit() -> Any:
    """Join, with a name and a place; begins a session of its own."""
    listed, name = invited(), shown(one_line(request.form.get("name", ""), LONGEST_NAME))
    if listed is None:
        return code_asked(words("That is not the code. Perhaps it was changed: ask the host.")), 422
    if not name:
        return at_the_table(listed, words("Say who you are first.")), 422
    try:
        secret = secret_of_form()
        with services().campaigns.open(listed.campaign) as campaign:
            role, seats = chosen(request.form, campaign.table)
            told = to_the_log(campaign, name, services().command(actor=name, device="web", host=False))
            if guests().of(secret) is None:
                guests().join(listed.campaign, name, role, seats, secret, told)
    except (NotFound, Taken) as wrong:
        return at_the_table(listed, spoken(wrong.text)), 422
    if (former := who().guest) and session.get("guest") != secret:
        guests().end(former)
    session.clear()
    session["guest"], session.permanent = secret, True
    return redirect(url_for("play.board", key=listed.key), 303)


def secret_of_form() -> str:
    """What the browser will keep: the same however often one form arrives, so that a double tap joins once."""
    key, sent = current_app.secret_key, f"{session.get('token')} {command_id(request.form.get('command', ''))}"
    return hmac.new(key if isinstance(key, bytes) else str(key).encode(), sent.encode(), "sha256").hexdigest()


def code_asked(fault: str = "", code: str = "") -> str:
    return render_template("people/join.html", fault=fault, code=code)


def at_the_table(listed: Listed, fault: str = "") -> str:
    """The form for a name and a place, in the words of its game."""
    speak_of(listed.game)
    with services().campaigns.open(listed.campaign) as campaign:
        table: Table = campaign.packed(campaign.game.view(campaign.table, ANYBODY))
        offered = places(table, listed.campaign)
    named, place = one_line(request.form.get("name", ""), LONGEST_NAME), request.form.get(PLACE, "")
    return render_template(
        "people/join.html",
        fault=fault,
        table=table,
        game=campaign.game.name,
        places=offered,
        name=named,
        place=place,
        also=request.form.getlist(ALSO),
    )


__all__ = ["joining"]
