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
"""Boards that are kept: those of a few tables as they are, for the seats that see them otherwise. Each is objects by
the thousand."""


@dataclass
class ShownBoard:
    """A board and the verdicts of the rules on its events, computed once for all who see the same table.

    Attributes:
        board: what `Game.board` tells.
        barred: why the rules would refuse its events, by where they are in memory, each with the event that is there.
        digests: in the same way, what tells its parts from others.
        judged: whether what comes next can be recorded.
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
    """Why the rules would refuse an event of the board now; empty if they would not."""
    known = board_shown(here).barred
    if id(event) not in known:
        refused = reasons_against(here.game, event, here.table)
        known[id(event)] = event, refused[0].text if refused else None
    return known[id(event)][1]


__all__ = ["KEPT", "ShownBoard", "board_shown", "why_barred"]
