"""The board of a page, computed once for a position and all viewers who see the same table."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

from flask import current_app, g

from companion.view_context import ViewContext
from companion.web.rendering.part_cache import Parts
from domain.framework.events.event import Event
from domain.framework.text import Text
from domain.log.open_prompts import Judged
from domain.log.reasons import reasons_against

MOST_PARTS = 4_096
"""Parts of which a board keeps the digests: some times as many as the largest one has."""
KEPT = 12
"""Boards in the cache: those of a few tables, one for each set of secrets. A board has thousands of objects."""


class PartDigests:
    """The digests of the parts of a board and of its prompts, for all viewers who are shown the same objects.

    Each part is kept with its digest, so that no other object can take its place in memory.
    """

    def __init__(self) -> None:
        self._known: dict[int, tuple[object, bytes]] = {}

    def of(self, part: object, make: Callable[[object], bytes]) -> bytes:
        """The digest of a part, computed unless this very object is known; beyond `MOST_PARTS`, it is not kept."""
        if known := self._known.get(id(part)):
            return known[1]
        made = make(part)
        if len(self._known) < MOST_PARTS:
            self._known[id(part)] = part, made
        return made


@dataclass
class ShownBoard:
    """A board and the rules' verdicts on its events, computed once for all viewers of the same table.

    Attributes:
        board: the result of `Game.board`.
        barred: the first refusal of each event, by its topic and fields.
        judged: whether each prompt can be recorded.
        digests: the digest of each part that was shown.
    """

    board: Any
    barred: dict[tuple[str, str], Text | None] = field(default_factory=dict)
    judged: Judged = field(default_factory=dict)
    digests: PartDigests = field(default_factory=PartDigests)


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


__all__ = ["KEPT", "PartDigests", "ShownBoard", "board_shown", "why_barred"]
