"""`make bench`: what comes next at the dearest moment of a game, next to the median of all its moments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median
from time import process_time

import pytest

from domain.framework.game import PUBLIC, AnyGame
from domain.framework.table import Table
from domain.games import BY_KEY
from domain.log.campaign import Campaign
from domain.log.entries import Memory
from domain.log.open_prompts import open_prompts
from tests.bench.report import Wait
from tests.moments import GOLDEN, read_golden

GOAL = 5
TURNS = 3
"""So often each moment is measured; its fastest turn counts, since the others were held up."""


def tables_of(game: AnyGame) -> Iterator[Table]:
    """The table after each entry of a game's golden logs, as everybody sees it."""
    for path in sorted((GOLDEN / game.key).glob("*.jsonl")):
        log = read_golden(game.key, path.stem)
        memory = Memory(log.raws[:1])
        campaign = Campaign("0" * 32, game, memory, {pack.digest: pack for pack in log.packs}.get)
        for raw in log.raws[1:]:
            memory.raws.append(raw)
            campaign.catch_up()
            yield campaign.game.view(campaign.table, PUBLIC)


def seconds_of_turn(game: AnyGame, table: Table) -> float:
    began = process_time()
    open_prompts(game, table)
    return process_time() - began


@pytest.mark.parametrize("game", BY_KEY.values(), ids=BY_KEY)
def test_dearest_moment(game: AnyGame, note: Callable[[Wait], None]) -> None:
    took = [min(seconds_of_turn(game, table) for _ in range(TURNS)) for table in tables_of(game)]
    usual = median(took)
    name = f"what comes next, the dearest moment of {len(took):,}, {game.key}"
    note(Wait(name, max(took) / usual, GOAL, "the median of its moments", cpu=max(took)))
