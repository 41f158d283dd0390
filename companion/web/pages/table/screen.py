"""The page for a large screen in the room: read-only, without any seat's secrets."""

from dataclasses import replace

from flask import Blueprint, g, render_template

from companion.view_context import ViewContext
from companion.web.pages.people.people import invitation_to
from companion.web.pages.table.boards import SHEETS, board_at, room_template_of
from companion.web.pages.table.conclusions import conclusion_shown
from companion.web.pages.table.recent_lines import newest_lines
from companion.web.rendering.fragments import fragment_response
from companion.web.rendering.part_cache import cached_at_position
from companion.web.visitors.page import with_live_campaign
from companion.web.visitors.visitor import Right, current_visitor, guests_of_app
from domain.framework.game import PUBLIC

screen = Blueprint("screen", __name__, url_prefix="/c/<key>/table")


@screen.get("/")
@with_live_campaign
@fragment_response
def large(here: ViewContext) -> str:
    """The public board and the newest lines, and the invitation on a screen of a visitor who may pass it on."""
    g.here = seen = replace(here, viewer=PUBLIC)
    return render_template(
        "table/screen.html",
        board=room_template_of(here.game, board_at(seen, seen.table)) or SHEETS,
        table=seen.table,
        sheets=lambda: seen.sheets(seen.table),
        conclusion=conclusion_shown(seen),
        turn=seen.game.turn_words(seen.table),
        newest=cached_at_position(seen, ["newest"], lambda: newest_lines(seen)),
        invitation=invitation_to(seen) if may_invite() and has_room(seen) else None,
    )


def may_invite() -> bool:
    """Whether the visitor knows the code for players: the host, and guests who joined with it."""
    me = current_visitor()
    return me.right is Right.HOST or (me.guest is not None and not me.guest.watches)


def has_room(here: ViewContext) -> bool:
    """Whether a seat is free, or fewer players sit than the game needs at least."""
    fewest, _ = here.game.seats
    return len(here.chairs) < fewest or bool(here.chairs.keys() - guests_of_app().players_of(here.id).keys())


__all__ = ["screen"]
