"""Whose turn it is, as the top of each page says it."""

import pytest

from domain.games.runewars import GAME
from tests.moments import Moment


@pytest.mark.parametrize(
    ("entries", "turn"),
    [
        pytest.param(240, ("Daqan Lords: #2 Mobilize", "human"), id="an order is carried out"),
        pytest.param(242, ("Daqan Lords", "human"), id="the attacker begins"),
        pytest.param(245, ("Neutral: initiative 1", "elf"), id="units of the first initiative, played by another seat"),
        pytest.param(248, ("Daqan Lords: initiative 2", "human"), id="units of the second initiative"),
        pytest.param(254, ("Daqan Lords: #2 Mobilize", "human"), id="the battle is decided"),
    ],
)
def test_in_a_battle_the_side_that_acts_is_named_with_its_initiative(entries: int, turn: tuple[str, str]) -> None:
    shown = GAME.turn(Moment(GAME, "a battle", "0.1.0", entries).play_on().campaign.table)
    assert shown
    assert (str(shown.said), shown.seat) == turn
