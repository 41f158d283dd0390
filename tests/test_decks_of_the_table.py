"""The app draws from a deck only if it knows all its cards, or the table said that the app keeps the deck."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from domain.games import BY_KEY
from tests.drawn import partly_known_decks

EXCUSED: Mapping[str, Mapping[str, str]] = {
    "champions": {"encounter-sets": "one of the sets that the app knows is what the players ask for"},
    "own": {"pieces": "a definition has all pieces of a pile"},
}
"""Kinds of cards that the app draws from what it knows, with the reason."""


@pytest.mark.parametrize("game", BY_KEY)
def test_no_event_draws_from_the_cards_that_the_app_happens_to_know(game: str) -> None:
    found = [one for one in partly_known_decks(BY_KEY[game]) if one.card.kind not in EXCUSED.get(game, {})]
    assert found == []
