"""Content packs: the names and numbers a campaign is pinned to, newer ones, and the table's own."""

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for

from companion.here import Here
from companion.web.language import spoken
from companion.web.page import at_table, command, desk
from domain.content import Content, changes, load, merged
from domain.refusal import Misfit

packs = Blueprint("packs", __name__, url_prefix="/c/<key>/content")


@packs.get("/")
@at_table
def offered(here: Here) -> str:
    """What the game's own pack would change, and a place for a pack of the table's own."""
    return page(here, "", shipped(here))


@packs.post("/")
@at_table
def take(here: Here) -> Any:
    """Show what a pack would change, or pin the campaign to it."""
    source = request.form.get("pack", "")
    try:
        wanted = merged(here.campaign.table.pack, load(source)) if source else shipped(here)
    except Misfit as wrong:
        return page(here, source, shipped(here), [spoken(fault) for fault in wrong.faults.values()]), 422
    if request.form.get("act") != "take" or wanted.digest == here.campaign.table.content:
        return page(here, source, wanted)
    desk().campaigns.change_pack(here.id, wanted, command())
    return redirect(url_for("packs.offered", key=here.key), 303)


def shipped(here: Here) -> Content:
    """The game's own pack of today, with what this campaign's pack has besides."""
    return merged(here.campaign.table.pack, here.game.pack)


def page(here: Here, source: str, wanted: Content, faults: list[str] | None = None) -> str:
    found = [spoken(change) for change in changes(here.campaign.table.pack, wanted)]
    return render_template("campaign/content.html", source=source, changes=found, faults=faults or [])


__all__ = ["packs"]
