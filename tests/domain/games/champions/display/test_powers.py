"""Powers by a tap: those whose number is known, where one thing alone can be meant."""

from typing import Any

import pytest

from domain.games.champions import GAME
from domain.games.champions.display.cards import power_buttons
from domain.games.champions.state.parts import InPlay
from domain.games.champions.state.table import Champions, Seat

HERO, ALLY = "spider-man", "daredevil"


def game(**seat: Any) -> Champions:
    table = GAME.new_table()
    assert isinstance(table, Champions)
    table.step, table.round, table.players, table.first = "player", 1, 1, HERO
    table.seats = {HERO: Seat.model_validate({"health": 10, "damage": 3, **seat})}
    table.play[ALLY] = InPlay(card=ALLY, type="ally", controller=HERO, health=3, printed={"attack": 2, "recover": 4})
    table.villain.print_said = True
    table.villain.health, table.main.threat, table.main.target = 14, 5, 9
    return table


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        ({"printed": {"recover": 3}}, ["Recover: 3"]),
        ({"printed": {"recover": 3}, "form": "hero"}, []),
        ({"printed": {}}, []),
        ({"printed": {"attack": 2, "recover": 3}, "form": "hero"}, ["Attack: 2"]),
        ({"printed": {"attack": 2, "thwart": 1}, "form": "hero"}, ["Attack: 2", "Thwart: 1"]),
        ({"printed": {"attack": 0}, "form": "hero"}, ["Attack: 0"]),
    ],
)
def test_a_hero_has_a_button_for_each_power_whose_number_is_known_and_that_can_be_used(
    seat: dict[str, Any], said: list[str]
) -> None:
    assert [str(button.label) for button in power_buttons(game(**seat), HERO)] == said


def test_an_ally_attacks_by_a_tap_and_recovers_by_none() -> None:
    assert [button.event.topic for button in power_buttons(game(), ALLY)] == ["champions.ally-attacked"]
