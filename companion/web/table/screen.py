"""The page for a large screen in the room: read-only, without any seat's secrets."""

from dataclasses import replace

from flask import Blueprint, g, render_template

from companion.view_context import ViewContext
from companion.web.drawing.fragments import fragment_response
from companion.web.page import with_live_campaign
from companion.web.people.people import invitation_to
from companion.web.table.boards import SHEETS, room_template_of
from companion.web.table.conclusions import conclusion_shown
from companion.web.table.lately import newest_lines
from companion.web.who import Right, current_visitor, guests_of_app
from domain.language.game import ANYBODY

screen = Blueprint("screen", __name__, url_prefix="/c/<key>/table")


@screen.get("/")
@with_live_campaign
@fragment_response
def large(here: ViewContext) -> str:
    """The public board and the newest lines, and the invitation on the host's screen."""
    g.here = seen = replace(here, viewer=ANYBODY)
    return render_template(
        "table/screen.html",
        board=room_template_of(here.game) or SHEETS,
        table=seen.table,
        sheets=lambda: seen.sheets(seen.table),
        conclusion=conclusion_shown(seen),
        turn=seen.game.turn_words(seen.table),
        newest=newest_lines(seen),
        invitation=invitation_to(seen) if current_visitor().right is Right.HOST and has_room(seen) else None,
    )


def has_room(here: ViewContext) -> bool:
    """Whether a seat is free, or the table has no seats to choose from."""
    return not here.chairs or bool(here.chairs.keys() - guests_of_app().players_of(here.id).keys())


__all__ = ["screen"]
