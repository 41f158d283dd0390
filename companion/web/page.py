"""What every view needs: the desk, the campaign of its address, the command of its form."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import current_app, g, request

from companion.desk import Desk
from companion.here import Here
from companion.web.language import speak_of, tongue
from companion.web.typed import command_id, one_line
from companion.web.who import seated, signing, who
from domain.log.command import Command
from domain.refusal import NotFound
from projections.campaigns import Listed


def desk() -> Desk:
    """The desk that the pages are served from."""
    found: Desk = current_app.extensions["desk"]
    return found


def here() -> Here | None:
    """The campaign of this page, if it is about one."""
    found: Here | None = g.get("here")
    return found


def listing() -> list[Listed]:
    """The campaigns that whoever asks may know of, the one last played first."""
    guest = who().guest
    return [listed for listed in desk().listing() if guest is None or listed.campaign == guest.campaign]


def campaign_of(key: str) -> Listed:
    """The campaign of a key; from here on its game's words are spoken.

    Raises:
        NotFound: there is none, or none that whoever asks may know of.
    """
    listed, guest = desk().find(key), who().guest
    if guest and listed.campaign != guest.campaign:
        raise NotFound("There is no campaign “{key}”.", key=key)
    speak_of(listed.game)
    return listed


def at_table(view: Callable[..., Any]) -> Callable[..., Any]:
    """Open the campaign of the address for a view and its template, and close it behind them."""

    @wraps(view)
    def opened(key: str, **rest: Any) -> Any:
        listed = campaign_of(key)
        with desk().campaigns.open(listed.campaign) as campaign:
            g.here = Here(listed, campaign, seated(listed.campaign).viewer, tongue())
            return view(g.here, **rest)

    return opened


def command() -> Command:
    """The command that the form of a page sends: its id, who, why it may be bent, when it was, for which seats."""
    sent, me = request.form, signing()
    bend, later = one_line(sent.get("bend", ""), 200), one_line(sent.get("when", ""), 80)
    hand = me.hand
    return desk().command(command_id(sent.get("command", "")), hand.name, "web", bend, later, hand.seats, hand.host)


__all__ = ["at_table", "campaign_of", "command", "desk", "here", "listing"]
