"""The board of a page, computed once for a position and all viewers who see the same table."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, cast

from flask import current_app, g

from companion.view_context import ViewContext
from companion.web.shared import Parts
from domain.language.event import Event
from domain.language.text import Text
from domain.log.reasons import reasons_against

KEPT = 12
"""Boards in the cache: those of a few tables, one for each set of secrets. A board has thousands of objects."""


@dataclass
class ShownBoard:
    """A board and the rules' verdicts on its events, computed once for all viewers of the same table.

    Attributes:
        board: the result of `Game.board`.
        barred: the first refusal of each event, by the event's `id()`; the event is kept so that its id is not reused.
        digests: the digest of each part of the board, by its `id()`, with the part.
        judged: whether each prompt can be recorded.
    """

    board: Any
    barred: dict[int, tuple[Event[Any], Text | None]] = field(default_factory=dict)
    digests: dict[int, tuple[object, bytes]] = field(default_factory=dict)
    judged: dict[Hashable, bool] = field(default_factory=dict)


def board_shown(here: ViewContext) -> ShownBoard:
    """The board of the current table, shared by all viewers with the same secrets."""
    asked: tuple[ViewContext, ShownBoard] | None = g.get("board_shown")
    if asked is None or asked[0] is not here:
        key = ("board", here.id, here.campaign.position, here.known_alone)
        parts = cast(Parts, current_app.extensions["boards"])
        asked = g.board_shown = here, parts.get(key, lambda: ShownBoard(here.game.board(here.table)))
    return asked[1]


def why_barred(event: Event[Any], here: ViewContext) -> Text | None:
    """The first refusal of an event of the board; None if it can be recorded."""
    known = board_shown(here).barred
    if id(event) not in known:
        refused = reasons_against(here.game, event, here.table)
        known[id(event)] = event, refused[0].text if refused else None
    return known[id(event)][1]


__all__ = ["KEPT", "ShownBoard", "board_shown", "why_barred"]
