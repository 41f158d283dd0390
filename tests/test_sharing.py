"""What the viewers of a moment share is what each of them would make alone, in all games and at all sampled moments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial
from typing import Any

import orjson
import pytest
from pydantic import BaseModel

from domain.framework.fields.feasibility import may_be_recorded
from domain.framework.game import PUBLIC, AnyGame, Prompt, Viewer
from domain.framework.offers.board_acts import acts_on_board
from domain.framework.table import Table
from domain.framework.views.sharing import MadeOfMoment, share
from domain.framework.views.visibility import known_alone
from domain.games import BY_KEY
from domain.log.open_prompts import open_prompts
from tests.shown import opened, sampled_moments

EACH = 4
"""One of so many sampled moments is compared: each makes everything once for each viewer, and once for all."""


def plain(value: Any) -> object:
    """A value that JSON does not know, as one that it knows."""
    match value:
        case BaseModel():
            return type(value).__name__, dict(value)
        case Mapping():
            return dict(value)
        case frozenset() | set():
            return sorted(value)
        case type():
            return value.__name__
    return [*value] if isinstance(value, Iterator) else repr(value)


def made_of(game: AnyGame, table: Table) -> Mapping[str, bytes]:
    """The board of a viewer's table, its prompts, and the verdicts on what the board offers."""

    def verdict(act: Prompt) -> bool:
        return table.shared((act.event, repr(act.fields)), lambda: may_be_recorded(act.event, act.fields, table))

    found = {
        "board": table.shared("board", lambda: game.board(table)),
        "prompts": open_prompts(game, table),
        "verdicts": [*map(verdict, acts_on_board(game, table))],
    }
    return {name: orjson.dumps(made, default=plain, option=orjson.OPT_NON_STR_KEYS) for name, made in found.items()}


@pytest.mark.parametrize("game", BY_KEY.values(), ids=BY_KEY)
def test_viewers_share_what_each_would_make_alone(game: AnyGame) -> None:
    campaign_of = cache(partial(opened, game))
    moments = sampled_moments(game)[::EACH]
    assert moments
    for log, entry in moments:
        table, moment = campaign_of(log).at(entry), MadeOfMoment()
        for viewer in (PUBLIC, *map(Viewer.on, table.chairs())):
            alone, known = game.view(table, viewer), known_alone(table, viewer.seats)
            assert made_of(game, share(alone, moment, known)) == made_of(game, alone), (log, entry, viewer)
