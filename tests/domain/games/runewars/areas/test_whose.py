"""Whose an area is, whose side units are on, what areas yield, and who sits to the left (C-01, C-02, C-07)."""

from typing import Any

import pytest

from domain.games.runewars import GAME
from domain.games.runewars.areas import (
    ally_neutrals,
    controller_of,
    harvest_of,
    is_uncontrolled,
    left_of,
    side_of,
    standing_of,
    tally_of,
    units_of,
    update_control,
)
from domain.games.runewars.state.table import (
    NEUTRAL,
    Area,
    Exploration,
    Rune,
    Runewars,
    Seat,
    Stack,
    Stronghold,
)

US, THEM, THIRD, HERE = "human", "elf", "uthuk", "1A"


def war(*rulings: str, out: str = "", **areas: Area) -> Runewars:
    table = GAME.new_table()
    assert isinstance(table, Runewars)
    table.seats = {seat: Seat(eliminated=seat == out) for seat in (US, THEM, THIRD)}
    table.land, table.rulings = dict(areas), list(rulings)
    return table


def held(**stacks: tuple[str, int, int]) -> dict[str, Stack]:
    return {unit: Stack(owner=owner, standing=up, routed=down) for unit, (owner, up, down) in stacks.items()}


OURS, THEIRS, NEUTRALS = held(footman=(US, 1, 0)), held(archer=(THEM, 0, 1)), held(giant=(NEUTRAL, 1, 0))
EMPTY = held(footman=(US, 0, 0))


@pytest.mark.parametrize(
    ("area", "rulings", "out", "whose"),
    [
        ({}, (), "", ""),
        ({"stacks": OURS}, (), "", US),
        ({"stacks": THEIRS}, (), "", THEM),
        ({"stacks": EMPTY}, (), "", ""),
        ({"stacks": NEUTRALS}, (), "", ""),
        ({"stacks": OURS | THEIRS}, (), "", ""),
        ({"stacks": OURS | THEIRS, "controller": THEM}, (), "", THEM),
        ({"stacks": OURS, "controller": THEM}, (), "", US),
        ({"stronghold": Stronghold(owner=THEM)}, (), "", THEM),
        ({"stronghold": Stronghold(owner=THEM), "stacks": OURS}, (), "", US),
        ({"stronghold": Stronghold(owner=THEM), "home": US}, (), "", THEM),
        ({"stronghold": Stronghold(owner=THEM), "home": US}, ("home-needs-enemy-units",), "", US),
        ({"stronghold": Stronghold(owner=US), "home": US}, ("home-needs-enemy-units",), "", US),
        ({"stronghold": Stronghold(owner=THEM)}, ("home-needs-enemy-units",), "", THEM),
        ({"stronghold": Stronghold(owner=THEM), "home": US}, ("home-needs-enemy-units",), US, THEM),
        ({"taken": THEM}, (), "", THEM),
        ({"taken": THEM, "stacks": OURS}, (), "", US),
        ({"home": US}, (), "", US),
        ({"home": US}, (), US, ""),
        ({"home": US, "stacks": THEIRS}, (), "", THEM),
        ({"home": US, "stacks": NEUTRALS}, (), "", ""),
        ({"home": US, "stacks": NEUTRALS, "allied": US}, (), "", US),
        ({"home": US, "stacks": NEUTRALS, "allied": THEM}, (), "", ""),
    ],
)
def test_c_01_an_area_is_whose_units_or_stronghold_are_there_or_whose_home_it_is(
    area: dict[str, Any], rulings: tuple[str, ...], out: str, whose: str
) -> None:
    table = war(*rulings, out=out)
    assert controller_of(table, Area(**area)) == whose


@pytest.mark.parametrize(
    ("area", "standing", "free"),
    [
        ({"controller": US}, "friendly", False),
        ({"controller": THEM}, "enemy", False),
        ({"stacks": NEUTRALS}, "neutral", True),
        ({"stacks": EMPTY}, "empty", True),
        ({}, "empty", True),
    ],
)
def test_c_02_an_area_is_friendly_an_enemys_neutral_or_empty(area: dict[str, Any], standing: str, free: bool) -> None:
    table = war(**{HERE: Area(**area)})
    assert (standing_of(table, HERE, US), is_uncontrolled(table, HERE)) == (standing, free)
    assert standing_of(table, "nowhere", US) == "empty"


@pytest.mark.parametrize(("contested", "controller", "allied", "stacks"), [(False, US, US, 2), (True, THEM, "", 3)])
def test_areas_are_reckoned_anew_once_nothing_is_open_there(
    contested: bool, controller: str, allied: str, stacks: int
) -> None:
    none = held(archer=(THEM, 0, 0))
    table = war(**{HERE: Area(controller=THEM, contested=contested, stacks=OURS | NEUTRALS | none)})
    update_control(table, HERE, "nowhere")
    here = table.land[HERE]
    assert (here.controller, here.allied, len(here.stacks)) == (controller, allied, stacks)


@pytest.mark.parametrize(("controller", "contested", "allied"), [(US, False, US), (US, True, ""), ("", False, "")])
def test_neutral_units_that_a_card_brings_are_allied_to_who_controls_the_area(
    controller: str, contested: bool, allied: str
) -> None:
    area = Area(controller=controller, contested=contested)
    ally_neutrals(area)
    assert area.allied == allied


def test_c_42_units_of_a_side_are_its_own_and_its_allies_standing_and_routed() -> None:
    area = Area(stacks=held(footman=(US, 2, 1), giant=(NEUTRAL, 1, 1), archer=(THEM, 1, 0)), allied=US)
    assert [side_of(area, owner) for owner in (US, THEM, NEUTRAL)] == [US, THEM, US]
    assert [units_of(area, side) for side in (US, THEM, NEUTRAL)] == [5, 1, 0]
    area.allied = ""
    assert [units_of(area, side) for side in (US, THEM, NEUTRAL)] == [3, 1, 2]


def test_where_a_seat_stands_is_its_runes_areas_units_and_influence() -> None:
    areas = {
        "1A": Area(controller=US, rune=Rune(), stacks=held(footman=(US, 2, 1))),
        "2A": Area(controller=US),
        "3A": Area(controller=THEM, rune=Rune(), stacks=held(knight=(US, 1, 0), archer=(THEM, 4, 0))),
    }
    table = war(**areas)
    table.seats[US].influence = 7
    tally = tally_of(table, US)
    assert (tally.runes, tally.areas, tally.units, tally.influence) == (1, 2, 4, 7)


@pytest.mark.parametrize(
    ("exploration", "food"),
    [
        (None, 2),
        (Exploration(kind="village", resource="food"), 3),
        (Exploration(kind="village", resource="wood"), 2),
        (Exploration(kind="magic-portal", resource="food"), 2),
        (Exploration(), 2),
    ],
)
def test_c_07_an_area_yields_what_is_printed_and_a_village_one_more(exploration: Exploration | None, food: int) -> None:
    table = war(
        **{
            "1A": Area(controller=US, food=2, wood=1, exploration=exploration),
            "2A": Area(controller=US, ore=3),
            "3A": Area(controller=THEM, food=9),
        }
    )
    wood = 1 + (exploration is not None and (exploration.kind, exploration.resource) == ("village", "wood"))
    assert harvest_of(table, US) == {"food": food, "wood": wood, "ore": 3}


@pytest.mark.parametrize(
    ("seat", "out", "left"), [(US, "", THEM), (THEM, "", THIRD), (THIRD, "", US), (US, THEM, THIRD), ("gone", US, THEM)]
)
def test_to_the_left_sits_the_next_one_who_is_still_in_the_war(seat: str, out: str, left: str) -> None:
    assert left_of(war(out=out), seat) == left
