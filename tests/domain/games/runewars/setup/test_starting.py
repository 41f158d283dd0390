"""What stands on the map at the start: neutral units, cities, exploration tokens, strongholds and first units."""

from collections import Counter
from typing import Any

import pytest

from companion.testing import bent, given, refused, says, table
from domain.framework.kernel import AreasTracked, ContentCorrected
from domain.games.runewars import GAME
from domain.games.runewars.runes import StartingRunesPlaced
from domain.games.runewars.setup.filling import (
    CityPlaced,
    ExplorationTokensPlaced,
    NeutralsSetUp,
    StartingStrongholdPlaced,
    StartingUnitsPlaced,
    icons_up_to,
    starting_units,
    still_to_place,
)
from domain.games.runewars.setup.players import FactionChosen, RulingMade, WarSetUp
from tests.domain.games.runewars.maps import HOMES, LAID, MAPPED
from tests.domain.games.runewars.moments import SPRING, TWO, Events

SHEET = {
    "food": 1,
    "wood": 2,
    "ore": 1,
    "food_spaces": ["footman", "bowman", "knight"],
    "wood_spaces": ["bowman", "none", "footman"],
    "ore_spaces": ["tactics", "knight", "siege-tower"],
}
DIALLED: Events = (
    ContentCorrected(kind="factions", id="human", fields=SHEET),
    FactionChosen(faction="human"),
    FactionChosen(faction="elf"),
)


def test_neutral_units_stand_as_printed_all_at_once() -> None:
    stood = given(MAPPED, *LAID).when(NeutralsSetUp())
    stood.then(table(**{"land.1A.stacks.beastman.standing": 2, "land.7A.stacks.sorcerer.standing": 1}))
    stood.then(table(**{"land.1A.controller": "", "land.1A.allied": ""}))
    stood.and_then(NeutralsSetUp()).then(refused("no-neutrals", bendable=False))


@pytest.mark.parametrize("unknown", [{"units": 0}, {"unit": ""}, {"second_units": 0}, {"second_unit": ""}])
def test_an_area_with_partly_known_neutral_units_is_set_up_alone(unknown: dict[str, Any]) -> None:
    partly = given(MAPPED, *LAID, ContentCorrected(kind="areas", id="7A", fields=unknown))
    says_so = "The neutral units of 7A are not completely known: set them up area by area first"
    partly.when(NeutralsSetUp()).then(refused("neutrals-unknown", bendable=False, says=says_so))
    alone = partly.and_then(NeutralsSetUp(area="7A", units={"sorcerer": 1}))
    alone.when(NeutralsSetUp()).then(table(**{"land.1A.stacks.beastman.standing": 2}))


def test_neutral_units_of_one_area_are_typed_in() -> None:
    typed = given(GAME, *TWO).when(NeutralsSetUp(area="4A", units={"giant": 1, "dragon": 0}))
    typed.then(table(**{"land.4A.stacks.giant.standing": 1}), says("Neutral units were set up in 4A: Giant, Dragon ×0"))
    given(GAME, *TWO).when(NeutralsSetUp()).then(refused("no-neutrals", bendable=False))


def test_the_table_says_which_city_was_drawn_and_the_app_draws_none() -> None:
    first = given(MAPPED, *LAID).when(CityPlaced(area="1B", city="1"))
    first.then(says("A city was placed in 1B: City 1"))
    first.when(CityPlaced(area="3A")).then(table(**{"land.3A.city": "?"}), says("A city was placed in 3A"))
    first.when(CityPlaced(area="7C", city="5")).then(table(**{"land.7C.city": "5"}))
    first.when(CityPlaced(area="9A", city="1")).then(refused("city-elsewhere", bendable=False))
    first.when(CityPlaced(area="1B", city="2")).then(refused("city-there", bendable=False))
    first.when(CityPlaced(area="1A", city="2")).then(refused("no-city-space", bendable=True))


def test_exploration_tokens_lie_on_all_but_home_realms() -> None:
    """Back 1 beside a home realm, back 2 elsewhere (G-20)."""
    placed = given(MAPPED, *HOMES, WarSetUp(exploring=True), ExplorationTokensPlaced()).play.campaign.table
    backs = {id_: area.exploration.back for id_, area in placed.land.items() if area.exploration}
    assert (backs["1B"], backs["3B"]) == (1, 2)
    assert not {"H1", "E1", "U1"} & backs.keys()
    given(MAPPED, *HOMES).when(ExplorationTokensPlaced()).then(refused("without-exploring", bendable=True))


def test_exploration_tokens_are_placed_once() -> None:
    placed = given(MAPPED, *HOMES, WarSetUp(exploring=True), ExplorationTokensPlaced())
    placed.when(ExplorationTokensPlaced()).then(refused("nowhere-to-explore", bendable=False))


def test_c08_a_dial_gives_every_icon_up_to_its_pointer() -> None:
    assert icons_up_to(["footman", "none", "footman", "knight"], 2) == Counter({"footman": 2, "none": 1})


def test_c08_all_three_dials_give_units_at_the_start() -> None:
    here = given(GAME, *DIALLED).play.campaign.table
    assert +(starting_units(here, "human") or Counter()) == Counter({"bowman": 2, "footman": 2, "knight": 1})
    assert starting_units(here, "elf") is None


def test_of_the_starting_units_those_are_left_that_are_not_on_the_map_a_last_one_too() -> None:
    both = given(GAME, *DIALLED).play.campaign.table
    some = given(GAME, *DIALLED, StartingUnitsPlaced(seat="human", area="H1", units={"footman": 1, "knight": 1}))
    assert (still_to_place(both, "human"), still_to_place(some.play.campaign.table, "human")) == (
        {"bowman": 2, "footman": 2, "knight": 1},
        {"bowman": 2, "footman": 1},
    )


def test_no_more_units_than_the_dials_give() -> None:
    units = StartingUnitsPlaced(seat="human", area="H1", units={"footman": 2, "knight": 1})
    given(GAME, *DIALLED, units).when(StartingUnitsPlaced(seat="human", area="H2", units={"footman": 1})).then(
        refused("beyond-dials", bendable=True)
    )
    ruled = RulingMade(ruling="one-dial-at-setup")
    given(GAME, *DIALLED, units, ruled).when(StartingUnitsPlaced(seat="human", area="H2", units={"footman": 1})).then()
    given(GAME, *DIALLED, AreasTracked(tracks=("map", "calendar"))).when(units).then(refused("not-tracked"))


def test_x16_first_pieces_stand_at_home() -> None:
    home = given(MAPPED, *HOMES)
    home.when(StartingStrongholdPlaced(seat="elf", area="1A")).then(refused("not-home", bendable=True))
    home.when(StartingUnitsPlaced(seat="elf", area="H1", units={"pegasus-rider": 1})).then(
        refused("not-home", bendable=True)
    )
    home.when(StartingStrongholdPlaced(seat="elf", area="E1")).then(table(**{"land.E1.stronghold.owner": "elf"}))


def test_a_table_that_never_said_whose_home_is_where_is_asked_nothing() -> None:
    given(GAME, *TWO).when(StartingStrongholdPlaced(seat="elf", area="7B")).then(
        table(**{"land.7B.stronghold.owner": "elf", "land.7B.controller": "elf"})
    )


def test_x38_eight_units_in_an_area() -> None:
    home = given(MAPPED, *HOMES, StartingUnitsPlaced(seat="elf", area="E1", units={"elf-archer": 8}))
    home.when(StartingUnitsPlaced(seat="elf", area="E1", units={"sorceress": 1})).then(
        refused("crowded", bendable=True, says="E1 would hold 9 units; the limit is 8.")
    )


def test_one_stronghold_at_the_start() -> None:
    one = given(MAPPED, *HOMES, StartingStrongholdPlaced(seat="elf", area="E1"))
    one.when(StartingStrongholdPlaced(seat="elf", area="E2")).then(refused("already-founded", bendable=True))
    one.when(StartingStrongholdPlaced(seat="human", area="E1"), bend="why").then(refused("building-there"))
    one.when(StartingStrongholdPlaced(seat="elf", area="E2"), bend="why").then(bent("already-founded"))


def test_only_own_units_are_offered() -> None:
    given(MAPPED, *HOMES).when(StartingUnitsPlaced(seat="elf", area="E1", units={"knight": 1})).then(
        refused("not-offered")
    )


def test_x05_no_more_units_stand_at_the_start_than_there_are_figures() -> None:
    dragons = NeutralsSetUp(area="4A", units={"dragon": 5})
    given(GAME, *TWO).when(dragons).then(refused("none-left", bendable=False, says="Dragon"))
    towers = StartingUnitsPlaced(seat="human", area="H1", units={"siege-tower": 5})
    given(GAME, *TWO).when(towers).then(refused("none-left", bendable=False))


def test_the_first_runes_are_placed_once_and_before_the_war() -> None:
    epic = given(GAME, WarSetUp(epic=True), *TWO, StartingRunesPlaced(seat="human", areas=("1A",)))
    again = StartingRunesPlaced(seat="human", areas=("1B",))
    epic.when(again).then(refused("runes-placed-before", bendable=True))
    given(GAME, WarSetUp(epic=True), *TWO, *SPRING).when(again).then(refused("wrong-step", bendable=True))
