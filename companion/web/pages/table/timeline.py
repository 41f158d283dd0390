"""Pages of the timeline: the board and the sheets after any entry, and the replay of a session."""

from flask import Blueprint, render_template, request

from companion.view_context import ViewContext
from companion.web.pages.table.boards import board_at, board_template_of
from companion.web.pages.table.moments import chapters_around, extent_of, moment_at, scene_at
from companion.web.visitors.page import with_campaign_copy
from companion.web.visitors.typed import position_typed

timeline = Blueprint("timeline", __name__, url_prefix="/c/<key>")
SPEEDS = (("1", 6000), ("2", 3000), ("4", 1500))
"""Speeds of a replay: the factor, and milliseconds per scene."""


@timeline.get("/timeline")
@with_campaign_copy("preview")
def at(here: ViewContext) -> str:
    """The table after an entry, or a scene of a replay; by default the newest entry."""
    position = position_typed(request.args.get("at")) or here.campaign.position
    found, extent = chapters_around(here, position), extent_of(request.args.get("replay", ""))
    shown = scene_at(here, position, found.extent(extent, position)) if extent else moment_at(here, position)
    return render_template(
        "table/timeline.html",
        chapters=found,
        replay=extent,
        moment=shown,
        sheets=here.sheets(shown.table),
        board=board_template_of(here.game, board_at(here, shown.table) if here.game.origin == "installed" else None),
        speeds=SPEEDS,
    )


__all__ = ["timeline"]
