"""The board of a page and the rules' verdicts on its events, made once for all who see the same of what they read."""

from typing import Any

from companion.view_context import ViewContext
from domain.framework.events.event import Event
from domain.framework.text import Text
from domain.log.reasons import reasons_against


def board_shown(here: ViewContext) -> Any:
    """The board of the current table."""
    return here.table.shared(board_shown, lambda: here.game.board(here.table))


def why_barred(event: Event[Any], here: ViewContext) -> Text | None:
    """The first refusal of an event of the board; None if it can be recorded."""
    return here.table.shared((why_barred, event.topic, event.model_dump_json()), lambda: _first_refusal(event, here))


def _first_refusal(event: Event[Any], here: ViewContext) -> Text | None:
    return next((refused.text for refused in reasons_against(here.game, event, here.table)), None)


__all__ = ["board_shown", "why_barred"]
