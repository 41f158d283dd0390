"""The page Play: the board, and what comes next."""

from flask import g, render_template, request

from companion.view_context import ViewContext
from companion.web.pages.log.undoables import newest_redoable, newest_undoable
from companion.web.pages.people.claims import seat_to_claim
from companion.web.pages.people.evenings import evening_to_take_back
from companion.web.pages.pictures.photos import photos_of
from companion.web.pages.table.boards import SHEETS, board_at, board_template_of, reach_of
from companion.web.pages.table.conclusions import conclusion_shown
from companion.web.pages.table.late_answers import late_answer_of_page
from companion.web.pages.table.offers import Next, next_here, players_without_seat
from companion.web.pages.table.recent_lines import (
    last_session,
    last_session_began,
    lies_face_down,
    newest_lines,
    story_of_last_session,
)
from companion.web.rendering.fragments import fragment_response
from companion.web.rendering.part_cache import cached_at_position
from companion.web.visitors.roles import may
from companion.web.visitors.visitor import current_visitor
from projections.photos import Photo

FEW, FEWER = 4, 2
"""Optional prompts that are shown at once; fewer next to keys and during a turn. A tap shows the rest."""


@fragment_response
def draw_play(here: ViewContext) -> str:
    """The page Play, or what changed of it for a browser that has it open."""
    g.live, g.drawers = may("record"), True
    found = next_here(here)
    lines = cached_at_position(here, ["newest"], lambda: newest_lines(here))
    last_time = cached_at_position(here, ["previously"], lambda: story_of_last_session(here))
    return render_template(
        "table/play.html",
        table=here.table,
        sheets=lambda: here.sheets(here.table),
        conclusion=conclusion_shown(here),
        evening_begun=evening_to_take_back(here),
        board=board_template_of(here.game, board_at(here, here.table)) or SHEETS,
        reach=reach_of(here),
        late=late_answer_of_page(),
        claim=seat_to_claim(here),
        offers=found.offers,
        awaited=found.awaited,
        ready=found.ready,
        others_may_join=found.others_may_join,
        without_seat=players_without_seat(here) if found.others_may_join else [],
        is_yours=found.is_yours,
        few=few_of(here, found),
        newest=lines,
        face_down=lies_face_down(lines, here),
        previously=last_time,
        recap_begins=last_session_began(here) if last_time else 0,
        recap_photos=cached_at_position(here, ["photos"], lambda: photos_of_last_session(here)) if last_time else [],
        recap_open=request.cookies.get("recap") != sitting_of(here),
        undo=cached_at_position(here, ["undo"], lambda: newest_undoable(here), current_visitor().author),
        redo=cached_at_position(here, ["redo"], lambda: newest_redoable(here), current_visitor().author),
    )


def photos_of_last_session(here: ViewContext) -> list[Photo]:
    """The photos of the last session."""
    return [photo for photo in photos_of(here) if photo.session == last_session(here)]


def few_of(here: ViewContext, found: Next) -> int:
    """The number of prompts that are shown at once."""
    return FEWER if here.game.turn(here.table) or any(one.large and one.has_keys for one in found.offers) else FEW


def sitting_of(here: ViewContext) -> str:
    """The number of the current session, or of the pause after one."""
    return f"{here.table.sittings}{'' if here.table.sitting else '-'}"


__all__ = ["draw_play", "sitting_of"]
