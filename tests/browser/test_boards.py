"""Boards and maps as screen readers find them: every space that can be tapped has a name, also an empty one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.browser.barriers import barriers
from tests.browser.company import Company
from tests.browser.server import Server

COMBAT = (
    ("combat-announced", {"seat": "castle", "defender": "neutral", "level": 1}),
    ("combat-begun", {"seat": "castle", "board": "standard"}),
)
BOARDS = {
    "agemonia's areas": ("agemonia/0.1.0-fight", 60, (), ("",)),
    "a dungeon": ("odalin/0.1.0", 60, (), ("",)),
    "a villain's schemes": ("champions/0.1.0", 100, (), ("",)),
    "the land": ("heroes3/0.1.0", 60, (), ("", "record/tile-discovered", "record/hero-moved?seat=castle")),
    "the land as it is laid": ("heroes3/0.1.0", 15, (), ("", "record/tile-laid")),
    "a combat board": ("heroes3/0.1.0", 12, COMBAT, ("", "table/")),
    "the map as it is laid": ("runewars/0.1.0", 10, (), ("", "record/map-tile-placed", "record/home-marker-placed")),
    "the map in a war": ("runewars/0.1.0", 238, (), ("", "record/units-marched")),
}
"""A golden log, the number of its entries, what is recorded after them, and the pages that draw the board."""
NAMELESS = """() => [...document.querySelectorAll("button.spot")]
  .filter((spot) => !spot.textContent.trim() && !spot.ariaLabel).map((spot) => spot.outerHTML)"""


@pytest.mark.parametrize("board", BOARDS)
def test_nothing_on_a_board_is_without_a_name(company: Company, server: Server, board: str) -> None:
    log, entries, more, paths = BOARDS[board]
    steps: tuple[tuple[str, Mapping[str, Any]], ...] = more
    key, page = server.play_on(log, entries), company.page()
    for event, fields in steps:
        server.record(key, event, **fields)
    found = []
    for path in paths:
        page.goto(f"/c/{key}/{path}")
        found += [f"{path}: {fault}" for fault in [*page.evaluate(NAMELESS), *barriers(page)]]
    assert found == []
