"""Resource dials (资源表盘): C-07 to C-10, X60; and harvest (收获指令): C-41."""

from typing import Any

import pytest

from companion.testing import given, refused, refused_first, says, table
from domain.games.runewars import GAME
from domain.games.runewars.march.by_cards import UnitsPlaced
from domain.games.runewars.realm.dials import (
    DialLowered,
    DialRaised,
    DialSet,
    DialsSet,
    dials_after_harvest,
    icons_reached,
    recruits_of,
)
from domain.games.runewars.setup.completion import WarBegun, missing_steps
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.year.seasons import SeasonCardDrawn, SeasonTextResolved
from tests.domain.games.runewars.moments import TWO
from tests.domain.games.runewars.realm.realms import (
    SHEET,
    by_hand,
    dials,
    each_refusal,
    no,
    refuses,
    taken,
    typed,
)

RAISED = DialRaised(seat="human", resource="wood", amount=2)
LOWERED = DialLowered(seat="human", resource="wood", amount=2)
REFUSALS = [
    no("dial-too-low", *TWO, *dials("human", wood=1), event=LOWERED, bendable=False),
    no("dial-ends", *TWO, SHEET, *dials("human", wood=4), event=RAISED, bendable=False, why="raised"),
    no("dial-ends", *TWO, SHEET, event=DialSet(seat="human", resource="ore", value=6), bendable=False, why="set"),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


def test_a_dial_goes_up_and_down_by_hand() -> None:
    spec = given(GAME, *TWO, *dials("human", wood=1)).when(RAISED)
    spec.then(table(**{"seats.human.dials.wood": 3}), says("The Wood dial of Daqan Lords went up by 2"))
    spec.and_then(LOWERED).then(
        table(**{"seats.human.dials.wood": 1}), says("The Wood dial of Daqan Lords went down by 2")
    )


def test_a_dial_whose_end_nobody_typed_in_never_blocks() -> None:
    start = DialSet(seat="human", resource="wood", value=0)
    given(GAME, *TWO, start).when(RAISED.copy_with(amount=30)).then(table(**{"seats.human.dials.wood": 30}))


ASKED = "Daqan Lords: where are the dials?"
PLACED = (WarBegun(), UnitsPlaced(area="2B", units={"footman": 3}))


def test_unknown_dials_are_asked_for_and_never_count_as_0() -> None:
    setup = given(GAME, *TWO, SHEET)
    setup.then(table(**{"seats.human.dials": {}}))
    for resource in ("Food", "Wood", "Ore"):
        setup.then_prompts(f"Daqan Lords: {resource} at the start?")
    assert "the dials of Daqan Lords, Latari Elves" in [str(said) for said in missing_steps(setup.play.campaign.table)]
    known: Any = setup.play.campaign.table
    assert (icons_reached(known, "human", "influence"), recruits_of(known, "human", "wood")) == (None, {})
    for event in (RAISED, LOWERED, LOWERED.copy_with(resource="food")):
        setup.when(event).then(refused("dial-unknown", bendable=False), refused_first("dial-unknown"))
    typed_in = setup.when(DialsSet(seat="human", dials={"food": 2, "wood": 3, "ore": 0}))
    typed_in.then(
        table(**{"seats.human.dials": {"food": 2, "wood": 3, "ore": 0}}),
        says("The dials of Daqan Lords were set: Food 2, Wood 3, Ore 0"),
    ).then_no_prompt("Daqan Lords: Food at the start?")


def test_the_red_numbers_of_a_sheet_that_is_typed_in_late_are_a_tap() -> None:
    sheet = typed("factions", "human", food=2, wood=1, ore=0)
    given(GAME, *TWO, sheet).then_prompts(DialsSet(seat="human", dials={"food": 2, "wood": 1, "ore": 0}))


def test_winter_waits_for_the_food_of_players_with_units() -> None:
    drawn = (*TWO, *PLACED, by_hand("season", 4), SeasonCardDrawn())
    winter = given(GAME, *drawn).then_must(ASKED)
    winter.when(SeasonTextResolved()).then(refused("food-unknown", bendable=True, says="Daqan Lords"))
    bent = given(GAME, *drawn).when(SeasonTextResolved(), bend="counted on the table")
    bent.then(table(step="secondary", agenda={"due": {}}))
    fed = winter.when(DialsSet(seat="human", dials={"food": 1})).and_then(SeasonTextResolved())
    fed.then_must("Daqan Lords: destroy units in 2B until 1 are left")


def the_table(**values: int) -> Runewars:
    known: Runewars = given(GAME, *TWO, SHEET, *dials("human", **values)).play.campaign.table
    return known


def test_c_07_a_harvest_counts_what_is_printed_on_ones_areas_and_never_goes_beyond_a_dial() -> None:
    land = (*taken("human", "1A", "1B"), *taken("elf", "4A"))
    yields = [by_hand("land.1A.food", 2), by_hand("land.1B.food", 2), by_hand("land.1B.ore", 9)]
    others = by_hand("land.4A.food", 5)
    known: Any = given(GAME, *TWO, SHEET, *land, *yields, others).play.campaign.table
    assert dials_after_harvest(known, "human") == {"food": 4, "wood": 0, "ore": 5}
    assert dials_after_harvest(known, "elf") == {"food": 5, "wood": 0, "ore": 0}


@pytest.mark.parametrize(
    ("wood", "units"), [(0, {}), (1, {"bowman": 1}), (2, {"bowman": 1}), (3, {"bowman": 2}), (5, {"bowman": 2})]
)
def test_c_08_a_dial_gives_the_units_at_its_pointer_and_below(wood: int, units: dict[str, int]) -> None:
    assert recruits_of(the_table(wood=wood), "human", "wood") == units


def test_c_09_tactics_cards_are_counted_on_all_three_dials() -> None:
    assert icons_reached(the_table(food=3, wood=5, ore=5), "human", "tactics") == 2


def test_c_10_influence_is_counted_on_all_three_dials() -> None:
    assert icons_reached(the_table(food=2, wood=4, ore=5), "human", "influence") == 2


def test_of_dials_that_nobody_typed_in_nothing_is_known() -> None:
    assert icons_reached(the_table(), "elf", "influence") is None
