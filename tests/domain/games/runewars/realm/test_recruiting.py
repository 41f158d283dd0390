"""Recruit (征召指令): C-08, W-35, W-36, X05, X24, X38, X62, X99."""

from typing import Any

import pytest

from companion.testing import Spec, followed, given, given_bent, refused, says, table
from domain.framework.game import PUBLIC, Prompt
from domain.games.runewars import GAME
from domain.games.runewars.march.by_cards import UnitsTakenBack
from domain.games.runewars.realm.building import RecruitsPlaced, UnitsRecruited
from domain.games.runewars.setup.completion import WarBegun
from domain.games.runewars.units import ExcessDestroyed
from domain.games.runewars.year.seasons import SeasonCardDrawn, SeasonTextResolved
from tests.domain.games.runewars.moments import CALLED, ordered, over
from tests.domain.games.runewars.realm.realms import (
    HOME,
    SHEET,
    SPACES,
    by_hand,
    dials,
    each_refusal,
    no,
    refuses,
    resolving,
    stronghold,
    typed,
)

WOOD = UnitsRecruited(seat="human", resource="wood")
ORE = UnitsRecruited(seat="human", resource="ore")
FOOD = UnitsRecruited(seat="human", resource="food")
TO_1A = RecruitsPlaced(seat="human", area="1A", units={"bowman": 2})
STOOD = RecruitsPlaced(seat="human", area="1A", units={"bowman": 3, "footman": 2})
HIGH = dials("human", wood=3, ore=4)
TWO_PLACES = (*stronghold("human", "2A"), *HIGH)
FEW = typed("units", "bowman", figures=3)
RECRUITING = resolving("recruit", SHEET, *HIGH)
DIVIDING = resolving("recruit", SHEET, *TWO_PLACES)
REFUSALS = [
    no("other-order", *resolving("harvest", SHEET, *HIGH), event=WOOD, bendable=True),
    no("used-before", *RECRUITING, WOOD, event=WOOD, bendable=True),
    no("used-before", *RECRUITING, WOOD, ORE, event=FOOD, bendable=True, why="a-third-dial"),
    no("nowhere-to-recruit", *RECRUITING, by_hand("land.1A.stronghold.owner", "elf"), event=WOOD, bendable=True),
    no("no-own-stronghold", *DIVIDING, WOOD, event=TO_1A.copy_with(area="1B"), bendable=True),
    no("not-recruited", *DIVIDING, WOOD, event=TO_1A.copy_with(units={"bowman": 3}), bendable=True),
    no(
        "box-empty",
        *resolving("recruit", SHEET, FEW, *TWO_PLACES),
        UnitsRecruited(seat="human", resource="wood", units={"bowman": 5}),
        event=TO_1A.copy_with(units={"bowman": 4}),
        bendable=False,
    ),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


def recruiting() -> Spec:
    """W-35: summer; the only stronghold area holds 3 bowmen and 2 footmen."""
    standing = UnitsRecruited(seat="human", resource="food", units={"bowman": 3, "footman": 2})
    spring = (*resolving("harvest", SHEET), standing, *over("human", "elf"))
    return given_bent(GAME, *spring, *CALLED, *HIGH, *ordered(human="recruit", elf="rally-support"))


def test_w_35_wood_gives_the_bowmen_of_spaces_1_and_3() -> None:
    done = recruiting().when(WOOD)
    done.then(followed(TO_1A), table(**{"land.1A.stacks.bowman.standing": 5, "land.1A.stacks.footman.standing": 2}))
    done.then(says("Daqan Lords recruited with Wood: Bowman ×2", "Daqan Lords placed recruits in 1A: Bowman ×2"))
    assert done.play.campaign.table.seats["human"].dials["wood"] == 3


def test_w_36_the_bonus_recruits_with_a_second_dial_and_one_unit_too_many_stands_there() -> None:
    done = recruiting().when(WOOD).and_then(ORE)
    done.then(table(**{"land.1A.stacks.knight.standing": 1, "land.1A.stacks.siege-tower.standing": 1}))
    done.then(table(**{"turn.bonus": "taken"}))
    done.then_must(ExcessDestroyed)
    lost = done.and_then(ExcessDestroyed(seat="human", side="human", area="1A", units={"footman": 1}))
    lost.then(table(**{"land.1A.stacks.footman.standing": 1}))


def test_recruits_are_divided_freely_among_ones_strongholds() -> None:
    dividing = given(GAME, *DIVIDING).when(WOOD).then(followed(), table(**{"turn.recruits": {"bowman": 2}}))
    one = {"bowman": 1}
    both = dividing.and_then(TO_1A.copy_with(units=one)).and_then(TO_1A.copy_with(area="2A", units=one))
    both.then(table(**{"turn.recruits": {}, "land.1A.stacks.bowman.standing": 1, "land.2A.stacks.bowman.standing": 1}))


def test_recruits_of_a_season_card_are_placed_before_the_orders() -> None:
    """By whose units they are; nobody has the turn."""
    text = (*HOME, *TWO_PLACES, *stronghold("elf", "4B"), SHEET, WarBegun(), SeasonCardDrawn())
    brought = given(GAME, *text).when(WOOD).then(table(**{"turn.recruits": {"bowman": 2}}))
    brought.then_next("Place the recruits")
    brought.and_then(TO_1A.copy_with(seat="elf", area="4B")).then(refused("not-recruited", bendable=True))
    brought.and_then(TO_1A).then(table(**{"land.1A.stacks.bowman.standing": 2})).then_next(SeasonTextResolved)


def test_what_finds_no_place_is_lost_with_the_turn() -> None:
    given(GAME, *DIVIDING, WOOD).when(*over("human")).then(table(**{"turn.recruits": {}}))


def test_a_second_dial_is_for_the_highest_order_of_the_year() -> None:
    spring = (*resolving("rally-support", SHEET), *over("human", "elf"), *CALLED, *HIGH)
    summer = given(GAME, *spring, *ordered(human="recruit", elf="mobilize"), *over("elf", elf="mobilize"), WOOD)
    summer.when(ORE).then(refused("higher-used", bendable=True))


def test_x_05_only_as_many_figures_as_there_are_come_and_one_may_be_taken_up_again() -> None:
    few = given(GAME, *resolving("recruit", SHEET, FEW, *HIGH)).when(WOOD.copy_with(units={"bowman": 5}))
    few.then(followed(TO_1A.copy_with(units={"bowman": 3})), table(**{"turn.recruits": {"bowman": 2}}))
    again = few.and_then(UnitsTakenBack(seat="human", area="1A", units={"bowman": 1}))
    again.then(table(**{"land.1A.stacks.bowman.standing": 2}))
    again.and_then(TO_1A.copy_with(units={"bowman": 1})).then(table(**{"land.1A.stacks.bowman.standing": 3}))


def test_units_of_a_dial_that_nobody_typed_in_are_said() -> None:
    said = given(GAME, *resolving("recruit")).when(WOOD.copy_with(units={"footman": 4}))
    said.then(table(**{"land.1A.stacks.footman.standing": 4}))


def test_units_of_an_unknown_dial_never_count_as_none() -> None:
    asked = given(GAME, *resolving("recruit", typed("factions", "human", food_spaces=SPACES["food_spaces"])))
    asked.when(WOOD).then(refused("recruits-unknown", bendable=False, says="Wood"))
    offered = {str(one.fields["resource"]): [*one.missing] for one in recruits_offered(asked)}
    assert offered == {"food": [], "wood": ["units"], "ore": ["units"]}


def recruits_offered(spec: Spec) -> list[Prompt]:
    return [one for one in spec.play.campaign.prompts(PUBLIC) if one.event is UnitsRecruited]


def test_what_is_placed_already_is_told_as_that() -> None:
    placed = given(GAME, *RECRUITING, WOOD).when(TO_1A)
    placed.then(refused("none-left-to-place", bendable=False, says="No Bowman is left to place."))
    placed.when(TO_1A.copy_with(units={"no unit": 1})).then(refused("not-offered", bendable=False))
