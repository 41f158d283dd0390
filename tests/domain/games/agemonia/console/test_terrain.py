"""Terrain: how far figures see and walk, and where an enemy goes for whom."""

import pytest

from domain.games.agemonia.console.enemy_turns import can_attack
from domain.games.agemonia.console.terrain import (
    advances_of,
    crossable_areas,
    distance_between,
    has_room,
    in_plain_sight,
    in_the_way,
    is_overfull,
    leads_down,
    room_in,
    sees_along,
    strikes_into,
    too_small,
)
from domain.games.agemonia.state.scenario import Border, BorderLine, Enemy, Figure, Ground, Size
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


@pytest.mark.parametrize(
    ("line", "capacity", "flying", "crossed"),
    [
        ("single line", None, False, True),
        ("double line", 3, False, False),
        ("double line", 3, True, True),
        ("double line", None, True, False),
        ("obstacle", 3, True, False),
    ],
)
def test_a_line_is_walked_over_or_flown_over(line: Border, capacity: int | None, flying: bool, crossed: bool) -> None:
    """Over a double line flies who finds room printed beyond it."""
    assert (crossable_areas(a_row(line, capacity=capacity), "1", flying) == ["2"]) is crossed


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
    assert (distance_between(table, "1", "3"), distance_between(table, "1", "3", spawning=True)) == (seen, spawned)
    assert distance_between(table, "1", "1") == 0


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
    table.heroes["lunara"].taunt = None
    assert [target for target, _, _ in goes(table)] == ["lunara", "venia"]


def test_where_the_area_of_its_target_is_full_it_stands_beside() -> None:
    table = heroes(a_row("single line", "single line", "single line", capacity=1), lunara=("3", 0))
    assert goes(table) == [("lunara", ["2"], 1)]


def test_who_stands_nowhere_is_no_target() -> None:
    table = heroes(a_row("single line"), lunara=("2", 0))
    del table.scene.places["lunara"]
    assert goes(table) == []


# --- room ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("capacity", "size", "crowd", "room", "fits", "small", "full"),
    [
        (None, "huge", 5, None, True, False, False),
        (3, "normal", 2, 1, True, False, False),
        (3, "normal", 3, 0, False, False, False),
        (3, "large", 1, 2, True, False, False),
        (3, "large", 2, 1, False, False, False),
        (1, "large", 0, 1, False, True, False),
        (2, "huge", 0, 2, False, True, False),
        (3, "huge", 0, 3, True, False, False),
        (0, "normal", 0, 0, False, False, False),
        (1, "normal", 2, -1, False, False, True),
    ],
)
def test_an_area_has_room_for_its_capacity_and_large_figures_take_more_of_it(
    capacity: int | None, size: Size, crowd: int, room: int | None, fits: bool, small: bool, full: bool
) -> None:
    table = a_row("single line")
    table.scene.areas["2"].capacity = capacity
    table.scene.enemies["wolf"].size = size
    heroes(table, **{f"hero{n}": ("2", 0) for n in range(crowd)})
    assert (room_in(table, "2"), has_room(table, "2", FOE)) == (room, fits)
    assert (too_small(table, "2", FOE), is_overfull(table, "2")) == (small, full)
    assert has_room(table, "2", "hero0") is (crowd > 0 or room is None or room > 0)


# --- sight -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "higher", "seen"),
    [
        (["single line", "single line"], "", True),
        (["single line", "obstacle"], "", False),
        (["double line", "single line"], "1", True),
        (["single line", "double line"], "3", True),
        (["double line", "single line"], "2", False),
    ],
)
def test_a_line_of_sight_crosses_no_obstacle_and_no_height_between_its_ends(
    lines: list[Border], higher: str, seen: bool
) -> None:
    table = a_row(*lines)
    for area in table.scene.areas.values():
        for border in area.borders.values():
            border.higher = higher if border.kind == "double line" else ""
    assert sees_along(table, ["1", "2", "3"]) is seen
    assert (sees_along(table, []), sees_along(table, ["1"]), sees_along(table, ["1", "9"])) == (True, True, True)


@pytest.mark.parametrize(("line", "plain"), [("single line", True), ("double line", True), ("obstacle", False)])
def test_what_is_next_to_somebody_without_an_obstacle_is_seen(line: Border, plain: bool) -> None:
    table = a_row(line, "single line")
    assert [in_plain_sight(table, "1", there) for there in ("1", "2", "3")] == [True, plain, False]


@pytest.mark.parametrize(("higher", "there", "down"), [("1", "2", True), ("2", "2", False), ("1", "3", False)])
def test_a_double_line_leads_down_from_its_higher_area(higher: str, there: str, down: bool) -> None:
    table = a_row("double line", "single line")
    table.scene.areas["1"].borders["2"].higher = higher
    assert leads_down(table, "1", there) is down


@pytest.mark.parametrize(
    ("here", "there", "line", "capacity", "strikes"),
    [
        ("1", "1", "single line", None, True),
        (None, "1", "single line", None, None),
        ("1", "2", "single line", 0, True),
        ("1", "2", "single line", 1, False),
        ("1", "2", "single line", None, None),
        ("1", "2", "obstacle", 0, False),
        ("1", "3", "single line", 0, False),
    ],
)
def test_melee_strikes_into_ones_own_area_and_into_a_full_one_beside(
    here: str | None, there: str, line: Border, capacity: int | None, strikes: bool | None
) -> None:
    table = a_row(line, "single line", capacity=capacity)
    table.scene.places = {FOE: here} if here else {}
    assert strikes_into(table, FOE, there) is strikes


@pytest.mark.parametrize(
    ("places", "line", "blocked"),
    [
        ({"lunara": "3"}, [], []),
        ({"lunara": "3", "venia": "3"}, [], ["lunara"]),
        ({"lunara": "3", "venia": "1"}, [], ["lunara"]),
        ({"lunara": "1"}, [], ["lunara"]),
        ({"lunara": "3", "venia": "2"}, [], []),
        ({"lunara": "3", "venia": "2"}, ["1", "2", "3"], ["lunara"]),
        ({"venia": "3"}, [], []),
    ],
)
def test_an_aim_is_blocked_by_who_stands_beside_or_between(
    places: dict[str, str], line: list[str], blocked: list[str]
) -> None:
    table = heroes(a_row("single line", "single line"), **{name: (area, 0) for name, area in places.items()})
    assert in_the_way(table, FOE, ["lunara"], line) == blocked
    del table.scene.places[FOE]
    assert in_the_way(table, FOE, ["lunara"], line) == []


@pytest.mark.parametrize(
    ("attack", "reach", "where", "can"),
    [
        ("melee", 0, "1", True),
        ("melee", 0, "2", None),
        ("melee", 0, None, None),
        ("ranged", 1, "2", True),
        ("ranged", 1, "3", False),
        ("ranged", 2, "3", None),
        ("ranged", 0, "3", None),
        ("ranged", 2, "far", None),
    ],
)
def test_an_enemy_attacks_as_far_as_it_reaches_and_for_certain_only_what_it_sees(
    attack: str, reach: int, where: str | None, can: bool | None
) -> None:
    table = a_row("single line", "single line")
    table.scene.enemies["wolf"].attack_range = reach
    table.scene.areas["far"] = Ground()
    if where:
        heroes(table, lunara=(where, 0))
    assert can_attack(table, FOE, "lunara", attack) is can
    table.scene.areas["far"].borders["elsewhere"] = BorderLine()
    assert can_attack(table, FOE, "lunara", attack) is (False if where == "far" else can)
