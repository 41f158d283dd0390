"""Hosting from elsewhere: where a token was set, whoever shows it is the host, wherever they are."""

import hmac
from typing import Any

from flask import Blueprint, current_app, redirect, render_template, request, session, url_for

from companion.web.language import words
from companion.web.people.tries import TooMany
from companion.web.who import HOST_TOKEN, Right, seal_of, who
from domain.language.refusal import NotFound

hosting = Blueprint("hosting", __name__, url_prefix="/host")


@hosting.get("")
def door() -> Any:
    """Ask for the token; whoever is the host already goes on."""
    if who().right is Right.HOST:
        return redirect(url_for("campaigns.every"), 303)
    token_set()
    return asked()


def token_set() -> str:
    """The token.

    Raises:
        NotFound: there is none; the host sits at the computer that serves.
    """
    token = str(current_app.config[HOST_TOKEN])
    if not token:
        raise NotFound("The host sits at the computer that serves these pages.")
    return token


def asked(fault: str = "") -> str:
    return render_template("people/host.html", fault=fault)


@hosting.post("")
def knock() -> Any:
    """Look at a token that was typed: every wrong one is counted, as wrong codes are."""
    token, tries, address = token_set(), current_app.extensions["tries"], request.remote_addr or ""
    try:
        tries.take(address)
    except TooMany as wait:
        said = words("Too many codes were wrong. Wait {count|second|seconds}, then try again.", count=wait.seconds)
        return asked(said), 429, {"Retry-After": str(wait.seconds)}
    if not hmac.compare_digest(request.form.get("host", "").strip().encode(), token.encode()):
        return asked(words("That is not the host's token.")), 422
    tries.right(address)
    session.clear()
    session["host"], session.permanent = seal_of(token), True
    return redirect(url_for("campaigns.every"), 303)


@hosting.post("/leave")
def leave() -> Any:
    """Be the host no more in this browser."""
    token_set()
    session.clear()
    return redirect(url_for("hosting.door"), 303)


__all__ = ["hosting"]
