"""The board of a page, computed once for a position and all viewers who see the same table."""

from dataclasses import dataclass, field
from typing import Any, cast

from flask import current_app, g

from companion.view_context import ViewContext
from companion.web.rendering.part_cache import Parts
from domain.framework.events.event import Event
from domain.framework.text import Text
from domain.log.open_prompts import Judged
from domain.log.reasons import reasons_against

KEPT = 12
"""Boards in the cache: those of a few tables, one for each set of secrets. A board has thousands of objects."""


@dataclass
class ShownBoard:
    """A board and the rules' verdicts on its events, computed once for all viewers of the same table.

    Attributes:
        board: the result of `Game.board`.
        barred: the first refusal of each event, by its topic and fields.
        judged: whether each prompt can be recorded.
    """

    board: Any
    barred: dict[tuple[str, str], Text | None] = field(default_factory=dict)
    judged: Judged = field(default_factory=dict)


def board_shown(here: ViewContext) -> ShownBoard:
    """The board of the current table, shared by all viewers with the same secrets."""
    asked: tuple[ViewContext, ShownBoard] | None = g.get("board_shown")
    if asked is None or asked[0] is not here:
        key = ("board", here.id, here.campaign.digest, here.known_alone)
        parts = cast(Parts, current_app.extensions["boards"])
        asked = g.board_shown = here, parts.get(key, lambda: ShownBoard(here.game.board(here.table)))
    return asked[1]


def why_barred(event: Event[Any], here: ViewContext) -> Text | None:
    """The first refusal of an event of the board; None if it can be recorded."""
    known, key = board_shown(here).barred, (event.topic, event.model_dump_json())
    if key not in known:
        refused = reasons_against(here.game, event, here.table)
        known[key] = refused[0].text if refused else None
    return known[key]


__all__ = ["KEPT", "ShownBoard", "board_shown", "why_barred"]
