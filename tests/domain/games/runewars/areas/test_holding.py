"""Who holds an area (C-01), what it is to a seat (C-02), whose allies neutral units are (C-03), and how many (C-42)."""

import pytest

from companion.testing import given, table
from domain.games.runewars import GAME
from domain.games.runewars.areas import (
    Standing,
    controller_of,
    side_of,
    standing_of,
    tally_of,
    units_of,
    update_control,
)
from domain.games.runewars.march.by_cards import UnitsMoved, UnitsPlaced
from domain.games.runewars.realm.holdings import SeatEliminated, landless_seats
from domain.games.runewars.setup.filling import AreaDescribed
from domain.games.runewars.setup.players import RulingMade
from domain.games.runewars.state.table import NEUTRAL, Area, Runewars, Seat, Stack, Stronghold
from tests.domain.games.runewars.moments import TWO


def stacks(**units: int) -> dict[str, Stack]:
    """Footmen are the human seat's, archers the elves', giants nobody's."""
    owners = {"footman": "human", "archer": "elf", "giant": NEUTRAL}
    return {unit: Stack(owner=owners[unit], standing=count) for unit, count in units.items()}


def land(rulings: tuple[str, ...] = (), *, eliminated: bool = False, **areas: Area) -> Runewars:
    seats = {"human": Seat(eliminated=eliminated), "elf": Seat()}
    return Runewars(seats=seats, land=areas, rulings=list(rulings)).with_pack(GAME.pack)


LYING = {"footman": Stack(owner="human", routed=1)}
ELVEN = Stronghold(owner="elf", intact=False)


@pytest.mark.parametrize(
    ("area", "whose"),
    [
        pytest.param(Area(stacks=stacks(footman=1)), "human", id="units"),
        pytest.param(Area(stacks=LYING), "human", id="routed units"),
        pytest.param(Area(stronghold=ELVEN), "elf", id="a stronghold alone"),
        pytest.param(Area(stacks=stacks(footman=1), stronghold=ELVEN), "human", id="units before a stronghold"),
        pytest.param(Area(home="human"), "human", id="a home area with nobody in it"),
        pytest.param(Area(home="human", stacks=stacks(archer=1)), "elf", id="a home area with an enemy in it"),
        pytest.param(Area(home="human", stronghold=ELVEN), "elf", id="a home area with an enemy stronghold"),
        pytest.param(Area(home="human", stacks=stacks(giant=1)), "", id="a home area with neutral units in it"),
        pytest.param(Area(home="human", stacks=stacks(giant=1), allied="human"), "human", id="if allied, still home"),
        pytest.param(Area(stacks=stacks(giant=1), allied="human", controller="human"), "", id="allies alone hold none"),
        pytest.param(Area(city="1"), "", id="nor does a city"),
        pytest.param(Area(), "", id="nobody"),
    ],
)
def test_c_01_an_area_is_whose_units_stand_there_else_whose_stronghold_else_whose_home(area: Area, whose: str) -> None:
    assert controller_of(land(), area) == whose


def test_c_01_the_home_of_a_seat_that_is_out_is_nobodys() -> None:
    assert controller_of(land(eliminated=True), Area(home="human")) == ""


def test_g_46_a_table_may_rule_that_a_stronghold_alone_takes_no_home_area() -> None:
    area, spared = Area(home="human", stronghold=ELVEN), ("home-needs-enemy-units",)
    assert controller_of(land(spared), area) == "human"
    assert controller_of(land(spared, eliminated=True), area) == "elf"
    assert controller_of(land(spared), Area(stronghold=ELVEN)) == "elf"
    assert controller_of(land(spared), Area(home="elf", stronghold=ELVEN)) == "elf"


def test_c_01_nothing_changes_hands_while_it_is_fought_for() -> None:
    contested = Area(stacks=stacks(footman=3, giant=1), controller="elf", allied="elf", contested=True)
    there = land(a=contested)
    update_control(there, "a")
    assert (contested.controller, contested.allied) == ("elf", "elf")
    contested.contested, contested.stacks = False, stacks(footman=3)
    update_control(there, "a")
    assert (contested.controller, contested.allied) == ("human", "")


@pytest.mark.parametrize(
    ("area", "to_human", "to_elf"),
    [
        pytest.param(Area(controller="human"), "friendly", "enemy", id="of a seat"),
        pytest.param(Area(stacks=stacks(giant=1)), "neutral", "neutral", id="of neutral units"),
        pytest.param(Area(city="1"), "empty", "empty", id="of nobody, whatever lies there"),
    ],
)
def test_c_02_an_area_is_friendly_enemy_neutral_or_empty(area: Area, to_human: Standing, to_elf: Standing) -> None:
    there = land(a=area)
    assert (standing_of(there, "a", "human"), standing_of(there, "a", "elf")) == (to_human, to_elf)


def test_c_03_neutral_units_are_allied_to_who_controls_the_area_and_to_nobody_without() -> None:
    area = Area(stacks=stacks(footman=1, giant=2))
    there = land(a=area)
    update_control(there, "a")
    assert area.allied == "human"
    area.stacks["footman"].standing = 0
    update_control(there, "a")
    assert area.allied == ""


HOME = AreaDescribed(area="1A", home="human")
GIANT = UnitsPlaced(area="1A", units={"giant": 1}, why="a card")


def test_c_03_what_a_card_brings_into_a_home_area_that_is_held_is_allied() -> None:
    given(GAME, *TWO, HOME).when(GIANT).then(table(**{"land.1A.controller": "human", "land.1A.allied": "human"}))


def test_c_03_what_a_card_moves_there_is_allied_too() -> None:
    far = given(GAME, *TWO, HOME, UnitsPlaced(area="9A", units={"giant": 1}))
    moved = far.when(UnitsMoved(seat="human", area="1A", stacks={"9A/giant": 1}, why="a card"))
    moved.then(table(**{"land.1A.controller": "human", "land.1A.allied": "human"}))


def test_c_03_in_an_empty_area_it_is_not() -> None:
    given(GAME, *TWO).when(GIANT).then(table(**{"land.1A.controller": "", "land.1A.allied": ""}))


def test_g_46_the_ruling_holds_as_soon_as_it_is_made() -> None:
    there = land(a=Area(home="human", stronghold=ELVEN, controller="elf"))
    RulingMade(ruling="home-needs-enemy-units").apply(there)
    assert there.land["a"].controller == "human"
    RulingMade(ruling="home-needs-enemy-units", usual=True).apply(there)
    assert there.land["a"].controller == "elf"


def test_c_42_own_and_allied_units_are_counted_together_and_no_others() -> None:
    area = Area(stacks={**stacks(footman=2, archer=4, giant=3), "bowman": Stack(owner="human", routed=1)})
    assert units_of(area, "human") == 3
    area.allied = "human"
    assert (units_of(area, "human"), units_of(area, "elf")) == (6, 4)
    assert (side_of(area, NEUTRAL), side_of(area, "elf")) == ("human", "elf")


def test_c_42_a_seat_has_all_its_own_and_allied_units_of_the_whole_land() -> None:
    far = Area(stacks={**stacks(footman=2, archer=4), "bowman": Stack(owner="human", routed=1)})
    there = land(a=far, b=Area(stacks=stacks(giant=3, footman=1), allied="human"), c=Area(stacks=stacks(giant=9)))
    assert {seat: tally_of(there, seat).units for seat in there.seats} == {"human": 7, "elf": 4}


def test_c_43_a_home_area_that_nobody_took_keeps_a_seat_in_the_war() -> None:
    there = land(a=Area(home="human"), b=Area(home="elf", stacks=stacks(footman=1)), c=Area(home="elf"))
    there.season = 1
    update_control(there, "a", "b", "c")
    assert landless_seats(there) == []
    there.land["c"].stacks = stacks(giant=1)
    update_control(there, "c")
    assert landless_seats(there) == ["elf"]
    SeatEliminated(seat="elf").apply(there)
    assert landless_seats(there) == []
