"""Belongings: what a change of active items costs, and of which entries it is told how often."""

import pytest

from domain.games.agemonia.console.belongings import ActiveItemsChanged, change_costs
from domain.games.agemonia.state.scenario import HeroTurn
from domain.games.agemonia.state.table import Agemonia, Hero

WHO = "lunara"


def turn(phase: str, changes: int, changed: int, once_a: str = "round") -> Agemonia:
    table = Agemonia.model_validate({"once_a": once_a, "scene": {"phase": phase}})
    table.heroes[WHO] = Hero()
    table.scene.heroes[WHO] = HeroTurn(changes=changes, changed=changed)
    return table


@pytest.mark.parametrize(
    ("phase", "changes", "changed", "once_a", "costs"),
    [
        ("turns", 0, 0, "round", False),
        ("turns", 0, 1, "round", True),
        ("select", 0, 1, "round", True),
        ("", 0, 1, "round", False),
        ("turns", 0, 1, "turn", False),
        ("turns", 1, 1, "turn", True),
        ("select", 1, 1, "turn", False),
    ],
)
def test_the_first_change_of_a_round_or_of_a_turn_is_free(
    phase: str, changes: int, changed: int, once_a: str, costs: bool
) -> None:
    assert change_costs(turn(phase, changes, changed, once_a), WHO) is costs


@pytest.mark.parametrize(
    ("maneuver", "phase", "changes", "used"),
    [
        (None, "turns", 0, 0),
        (None, "turns", 1, 1),
        (None, "select", 1, 0),
        (True, "turns", 0, 1),
        (False, "turns", 1, 0),
    ],
)
def test_older_entries_took_a_maneuver_where_the_turn_had_seen_a_change(
    maneuver: bool | None, phase: str, changes: int, used: int
) -> None:
    table = turn(phase, changes, 0)
    ActiveItemsChanged(hero=WHO, active=("axe",), maneuver=maneuver).apply(table)
    here = table.scene.heroes[WHO]
    assert (here.used, here.changes, here.changed, table.heroes[WHO].active) == (used, changes + 1, 1, ["axe"])
