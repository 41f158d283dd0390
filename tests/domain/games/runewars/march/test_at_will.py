"""Areas in which cards may do something to units."""

import pytest

from domain.games.runewars import GAME
from domain.games.runewars.march.by_cards import has_routed, has_units
from domain.games.runewars.state.table import Area, Runewars, Stack, Step


@pytest.mark.parametrize(
    ("step", "standing", "routed", "units", "lying"),
    [
        ("turns", 1, 0, True, False),
        ("turns", 0, 1, True, True),
        ("season", 1, 1, True, True),
        ("setup", 1, 1, False, False),
        ("finished", 1, 1, False, False),
    ],
)
def test_units_are_placed_routed_or_destroyed_by_cards_during_the_war(
    step: Step, standing: int, routed: int, units: bool, lying: bool
) -> None:
    table = GAME.new_table()
    assert isinstance(table, Runewars)
    table.step = step
    table.land = {"1A": Area(stacks={"footman": Stack(owner="human", standing=standing, routed=routed)}), "2A": Area()}
    assert (has_units(table, "1A"), has_routed(table, "1A")) == (units, lying)
    assert (has_units(table, "2A"), has_routed(table, "nowhere")) == (False, False)
