"""What every view needs: the desk, the campaign of its address, the command of its form."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import current_app, g, request, session

from companion.desk import Desk
from companion.here import Here
from companion.language import tongue
from companion.typed import command_id, one_line
from domain.campaign import Command
from domain.campaigns import Receipt
from domain.game import ANYBODY, Viewer


def desk() -> Desk:
    """The desk that the pages are served from."""
    found: Desk = current_app.extensions["desk"]
    return found


def here() -> Here | None:
    """The campaign of this page, if it is about one."""
    found: Here | None = g.get("here")
    return found


def viewer() -> Viewer:
    """Who looks; until people join with a seat, anybody."""
    return ANYBODY


def at_table(view: Callable[..., Any]) -> Callable[..., Any]:
    """Open the campaign of the address for a view and its template, and close it behind them."""

    @wraps(view)
    def opened(key: str, **rest: Any) -> Any:
        listed = desk().find(key)
        with desk().campaigns.open(listed.campaign) as campaign:
            g.here = Here(listed, campaign, viewer(), tongue())
            return view(g.here, **rest)

    return opened


def command() -> Command:
    """The command that the form of a page sends: its id, who, why it may be bent, when it was."""
    sent = request.form
    actor = one_line(sent.get("by", request.cookies.get("by", "")), 80)
    bend, later = one_line(sent.get("bend", ""), 200), one_line(sent.get("when", ""), 80)
    return desk().command(command_id(sent.get("command", "")), actor, "web", bend, later)


def saved(receipt: Receipt) -> None:
    """Tell the next page what was recorded; it shows the words once."""
    session["saved"] = f"{receipt.campaign} {receipt.entries[0].position}"


__all__ = ["at_table", "command", "desk", "here", "saved", "viewer"]
