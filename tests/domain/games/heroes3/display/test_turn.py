"""Whose turn it is, as the top of each page says it."""

import pytest

from domain.games.heroes3 import GAME
from tests.moments import Moment


def turn_after(entries: int) -> tuple[str, str] | None:
    """The words and the seat of the turn after so many entries of a golden log."""
    turn = GAME.turn(Moment(GAME, "a combat", "0.1.0", entries).play_on().campaign.table)
    return turn and (str(turn.said), turn.seat)


@pytest.mark.parametrize(
    ("entries", "turn"),
    [
        pytest.param(106, ("Castle", "castle"), id="a hero moves"),
        pytest.param(110, ("Castle", "castle"), id="a combat is set up"),
        pytest.param(113, ("Castle: Griffins", "castle"), id="the fastest unit"),
        pytest.param(114, ("Neutral units: Wolf Riders", "necropolis"), id="neutral units, played by another seat"),
        pytest.param(120, ("Castle", "castle"), id="the combat is over"),
    ],
)
def test_in_a_combat_the_unit_at_turn_is_named(entries: int, turn: tuple[str, str]) -> None:
    assert turn_after(entries) == turn
