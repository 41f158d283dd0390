"""Limits that more than one event, or one with other fields, could get round."""

from typing import Any

import pytest

from companion.testing import given, refused, table
from domain.games.champions import GAME
from domain.games.champions.heroes.playing import CardPlayed
from domain.games.champions.piles.players_decks import CardsCounted
from domain.games.champions.rounds import PlayerPhaseEnded
from domain.games.champions.timing.abilities import AbilityTriggered
from tests.domain.games.champions.moments import IRON, PLAYING, SPIDER, tracking

SCIENTIST = AbilityTriggered(card=SPIDER, seat=SPIDER, kind="resource", ability="Scientist", limit=1)
WEBBING = AbilityTriggered(card="Webbing", seat=SPIDER, kind="action", max_=1, per="phase")
PLAYED = CardPlayed(seat=SPIDER, card="Webbing", type="event", most=1, per="phase")
HANDS = (*PLAYING, CardsCounted(seat=SPIDER, hand=3), CardsCounted(seat=IRON, hand=3))


def test_a_limit_that_was_said_once_holds_in_its_period() -> None:
    """上限: each copy of an ability has its own, whether it is said again or not."""
    again = SCIENTIST.copy_with(limit=None)
    given(GAME, *PLAYING, SCIENTIST).when(again).then(refused("limit-used", bendable=True, says="1 in a round"))
    twice = (*PLAYING, SCIENTIST.copy_with(limit=2), again)
    given(GAME, *twice).then(table(**{"usage.spider-man · Scientist.used": 2})).when(again).then(refused("limit-used"))
    given(GAME, *PLAYING, SCIENTIST).when(again.copy_with(ability="Spider-Sense")).then()
    given(GAME, *PLAYING).when(again).then(table(usage={}))


@pytest.mark.parametrize("first", [WEBBING, PLAYED], ids=["an ability", "a card"])
@pytest.mark.parametrize(
    "second", [WEBBING.copy_with(max_=None), PLAYED.copy_with(most=None)], ids=["an ability", "a card"]
)
def test_a_max_that_was_said_once_holds_for_all_players(first: Any, second: Any) -> None:
    """最多: all copies of a title together, by whatever event."""
    given(GAME, *HANDS, first).when(second.copy_with(seat=IRON)).then(refused("max-used", bendable=True))


def test_a_max_comes_back_with_its_period() -> None:
    """最多: the phase is over with the player phase."""
    again = WEBBING.copy_with(max_=None)
    used = (tracking("timing"), *PLAYING, WEBBING)
    given(GAME, *used).when(again).then(refused("max-used"))
    given(GAME, *used, PlayerPhaseEnded()).when(again).then()
