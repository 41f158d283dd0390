"""A campaign as JSON for other programs: its state, its log and its sheets, as a viewer may see them."""

from collections.abc import Sequence
from typing import Any

import orjson

from domain.framework.game import Viewer
from domain.framework.table import as_json
from domain.framework.text import Tongue
from domain.log.campaign import Campaign
from projections.documents.plain import plain_sheet
from projections.heads import days_by_session
from projections.local_time import local_day
from projections.log import LogLine
from projections.log import as_json as line_as_json

_NEAT = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE


def campaign_as_json(campaign: Campaign, key: str, lines: Sequence[LogLine], tongue: Tongue, viewer: Viewer) -> bytes:
    """`{"game", "name", "key", "state", "log": […], "sheets": […]}`."""
    days = days_by_session(lines)
    game, shown = campaign.game, campaign.game.view(campaign.table, viewer)
    return orjson.dumps(
        {
            "game": game.key,
            "name": campaign.table.name,
            "key": key,
            "state": as_json(shown),
            "log": [
                line_as_json(line) | {"day": days.get(line.session or 0) or local_day(line.time)} for line in lines
            ],
            "sheets": [plain_sheet(sheet, tongue) for sheet in game.sheets(shown)],
        },
        option=_NEAT,
    )


def sheets_data(sheets: Sequence[dict[str, Any]]) -> bytes:
    """Sheets as a JSON list."""
    return orjson.dumps(sheets, option=_NEAT)
