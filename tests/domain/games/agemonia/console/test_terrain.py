"""Terrain: how far figures see and walk, and where an enemy goes for whom."""

import pytest

from domain.games.agemonia.console.terrain import advances_of, distance
from domain.games.agemonia.state.scenario import Border, BorderLine, Enemy, Figure, Ground
from domain.games.agemonia.state.table import Agemonia, Hero

FOE = "wolf 1"


def a_row(*lines: Border, capacity: int | None = None) -> Agemonia:
    """Areas 1, 2, 3, … from left to right, with these lines between them; an enemy stands in the first."""
    table = Agemonia()
    for number in range(1, len(lines) + 2):
        table.scene.areas[str(number)] = Ground(capacity=capacity)
    for number, kind in enumerate(lines, 1):
        table.scene.areas[str(number)].borders[str(number + 1)] = BorderLine(kind=kind)
        table.scene.areas[str(number + 1)].borders[str(number)] = BorderLine(kind=kind)
    table.scene.enemies["wolf"] = Enemy(figures={"1": Figure(health=3, most=3)})
    table.scene.places[FOE] = "1"
    return table


def heroes(table: Agemonia, **places: tuple[str, int]) -> Agemonia:
    """Heroes in areas, with their taunt."""
    for name, (area, taunt) in places.items():
        table.heroes[name] = Hero(chips=6, taunt=taunt)
        table.scene.places[name] = area
    return table


def goes(table: Agemonia, reach: int | None = None) -> list[tuple[str, list[str], int]]:
    return [(one.target, list(one.areas), one.steps) for one in advances_of(table, FOE, reach)]


@pytest.mark.parametrize(
    ("lines", "seen", "spawned"),
    [
        (["single line", "single line"], 2, 2),
        (["single line", "double line"], 2, None),
        (["single line", "obstacle"], None, None),
    ],
)
def test_range_goes_over_double_lines_and_spawning_does_not(
    lines: list[Border], seen: int | None, spawned: int | None
) -> None:
    table = a_row(*lines)
    assert (distance(table, "1", "3"), distance(table, "1", "3", spawning=True)) == (seen, spawned)
    assert distance(table, "1", "1") == 0


@pytest.mark.parametrize(
    ("reach", "areas", "steps"), [(None, ["4"], 3), (0, ["4"], 3), (1, ["3"], 2), (2, ["2"], 1), (3, ["1"], 0)]
)
def test_an_enemy_goes_no_further_than_its_attack_reaches(reach: int | None, areas: list[str], steps: int) -> None:
    table = heroes(a_row("single line", "single line", "single line"), lunara=("4", 0))
    assert goes(table, reach) == [("lunara", areas, steps)]


def test_of_those_as_near_it_goes_for_the_highest_taunt_and_for_the_nearest_first() -> None:
    table = heroes(a_row("single line", "single line"), lunara=("2", 1), venia=("2", 3), rask=("3", 9))
    assert goes(table) == [("venia", ["2"], 1)]
    table.heroes["lunara"].taunt = 3
    assert [target for target, _, _ in goes(table)] == ["lunara", "venia"]


def test_where_the_area_of_its_target_is_full_it_stands_beside() -> None:
    table = heroes(a_row("single line", "single line", "single line", capacity=1), lunara=("3", 0))
    assert goes(table) == [("lunara", ["2"], 1)]


def test_who_stands_nowhere_is_no_target() -> None:
    table = heroes(a_row("single line"), lunara=("2", 0))
    del table.scene.places["lunara"]
    assert goes(table) == []
