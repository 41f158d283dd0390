"""An unknown number is shown as “?”, or its place is left out; no screen shows a number for it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from domain.games import BY_KEY
from tests.unknowns import golden_tables, new_tables, patterns_shown

pytestmark = pytest.mark.slow

EXCUSED: Mapping[str, Mapping[str, str]] = {
    "agemonia": {
        "items.carries": "only bags have it; a card without it carries nothing more",
        "items.encumbrance": "a card that is typed in without a weight has none; one that is not is of unknown weight",
    },
    "own": {"pieces.copies": "a definition has one of each piece, unless it says how many"},
    "champions": {"campaign.*.*.value": "a word of the campaign log has a number or none"},
}
"""Numbers that a card or a table may lack without being unknown, each with the reason."""


@pytest.mark.parametrize("game", BY_KEY)
def test_no_screen_of_a_golden_table_shows_a_number_for_an_unknown_one(game: str) -> None:
    assert _found(game, "golden") == []


@pytest.mark.parametrize("game", BY_KEY)
def test_no_screen_of_a_table_without_typed_cards_shows_a_number_for_an_unknown_one(game: str) -> None:
    assert _found(game, "new") == []


def _found(game: str, kind: str) -> list[str]:
    tables = golden_tables(BY_KEY[game]) if kind == "golden" else new_tables(BY_KEY[game])
    excused = EXCUSED.get(game, {})
    return [line for what, line in patterns_shown(BY_KEY[game], tables).items() if what.split(" ")[0] not in excused]
