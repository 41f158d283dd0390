"""Armies: what happens to fighters happens to their figures in the area, and the other way round."""

import pytest

from domain.games.runewars import GAME
from domain.games.runewars.state.table import Area, Runewars, Stack
from domain.games.runewars.state.war import Battle, Fighter
from domain.games.runewars.war.armies import damage_fighters, enlist_fighters, muster_fighters, rout_fighters, stand_up

SIDE, UNIT, HERE = "human", "footman", "1A"
A, B = "footman A", "footman B"


def battle(*routed: bool, health: int | None = 2) -> Runewars:
    """A battle of so many footmen, each routed or not."""
    table = GAME.table()
    assert isinstance(table, Runewars)
    fighters = {
        f"{UNIT} {letter}": Fighter(side=SIDE, owner=SIDE, unit=UNIT, letter=letter, health=health, routed=down)
        for letter, down in zip("ABCD", routed, strict=False)
    }
    lying = sum(routed)
    table.land[HERE] = Area(stacks={UNIT: Stack(owner=SIDE, standing=len(routed) - lying, routed=lying)})
    table.battle = Battle(area=HERE, attacker=SIDE, defender="elf", fighters=fighters)
    return table


def figures(table: Runewars) -> tuple[int, int]:
    stack = table.land[HERE].stacks[UNIT]
    return stack.standing, stack.routed


def down(table: Runewars) -> list[bool]:
    assert table.battle
    return [fighter.routed for fighter in table.battle.fighters.values()]


def test_a_fighter_is_routed_once_with_its_figure() -> None:
    table = battle(False, False)
    rout_fighters(table, [A, A, "nobody"])
    assert (down(table), figures(table)) == ([True, False], (1, 1))


def test_a_fighter_stands_up_once_with_its_figure() -> None:
    table = battle(True, True)
    stand_up(table, [B, B, "nobody"])
    assert (down(table), figures(table)) == ([True, False], (1, 1))


def test_who_stands_up_leaves_those_of_its_kind_standing_that_stood() -> None:
    table = battle(True, False)
    stand_up(table, [A])
    assert (down(table), figures(table)) == ([False, False], (2, 0))


@pytest.mark.parametrize(("damage", "health", "fallen"), [(1, 2, False), (2, 2, True), (3, 2, True), (9, None, False)])
def test_who_has_as_much_damage_as_health_is_destroyed(damage: int, health: int | None, fallen: bool) -> None:
    table = battle(False, False, health=health)
    damage_fighters(table, {A: damage, "nobody": 1})
    assert table.battle
    assert (A in table.battle.fighters, figures(table)) == (not fallen, (1 if fallen else 2, 0))


@pytest.mark.parametrize(("standing", "routed"), [(2, [False, False]), (1, [False, True]), (0, [True, True])])
def test_fighters_follow_their_figures_that_a_card_routed(standing: int, routed: list[bool]) -> None:
    table = battle(False, False)
    stack = table.land[HERE].stacks[UNIT]
    stack.standing, stack.routed = standing, 2 - standing
    muster_fighters(table)
    assert down(table) == routed


def test_who_takes_part_later_has_the_next_letters() -> None:
    table = battle()
    assert table.battle
    like = Fighter(side=SIDE, owner=SIDE, unit=UNIT, letter="")
    enlist_fighters(table.battle, like, 2)
    enlist_fighters(table.battle, like, 1)
    assert list(table.battle.fighters) == [A, B, "footman C"]
    assert table.battle.report.armies[SIDE].units == {UNIT: 3}
    enlist_fighters(table.battle, like, 24)
    assert list(table.battle.fighters)[-2:] == ["footman Z", "footman AA"]
