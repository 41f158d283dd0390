"""Signing in as the host from another computer, with the token that the server was started with."""

import hmac
from typing import Any

from flask import Blueprint, current_app, redirect, render_template, request, session, url_for

from companion.web.visitors.language import translate_sentence
from companion.web.visitors.tries import TooManyTries
from companion.web.visitors.visitor import (
    HOST_TOKEN,
    current_visitor,
    guests_of_app,
    is_administrators_request,
    new_host_session,
)
from domain.framework.refusal import NotFound

hosting = Blueprint("hosting", __name__, url_prefix="/host")


@hosting.get("")
def door() -> Any:
    """The page that asks for the token; the administrator is redirected."""
    if current_visitor().administers:
        return redirect(url_for("campaigns.every"), 303)
    required_token()
    return render_token_form()


def required_token() -> str:
    """The host's token.

    Raises:
        NotFound: there is none, since the host uses the computer that serves the pages.
    """
    token = str(current_app.config[HOST_TOKEN])
    if not token:
        raise NotFound("The host sits at the computer that serves these pages.")
    return token


def render_token_form(fault: str = "") -> str:
    """The page that asks for the token, with the fault of the last one."""
    return render_template("people/host.html", fault=fault)


@hosting.post("")
def knock() -> Any:
    """Check a typed token; wrong ones are counted together with wrong codes."""
    token, tries, address = required_token(), current_app.extensions["tries"], request.remote_addr or ""
    try:
        tries.count_try(address)
    except TooManyTries as wait:
        said = translate_sentence(
            "Too many codes were wrong. Wait {count|second|seconds}, then try again.", count=wait.seconds
        )
        return render_token_form(said), 429, {"Retry-After": str(wait.seconds)}
    if not hmac.compare_digest(request.form.get("host", "").strip().encode(), token.encode()):
        return render_token_form(translate_sentence("That is not the host's token.")), 422
    tries.discount_try(address)
    session.clear()
    session["host"], session.permanent = new_host_session(token), True
    return redirect(url_for("campaigns.every"), 303)


@hosting.post("/leave")
def leave() -> Any:
    """Sign out as the host in this browser, and end the session for every copy of its cookie."""
    required_token()
    if is_administrators_request():
        guests_of_app().end_host_session(str(session["host"]))
    session.clear()
    return redirect(url_for("hosting.door"), 303)


__all__ = ["hosting"]
