"""Harvest (收获指令): the dials, and what developments pay (C-41, G-03); W-04."""

from typing import Any

import pytest

from companion.testing import Spec, followed, given, refused, says, table
from domain.framework.game import PUBLIC
from domain.framework.kernel import AreasTracked, ContentCorrected
from domain.games.runewars import GAME
from domain.games.runewars.realm.building import DevelopmentBuilt, UnitsRecruited
from domain.games.runewars.realm.dials import DevelopmentsPaid, DialsHarvested, ResourcesDeveloped
from domain.games.runewars.setup.completion import WarBegun
from domain.games.runewars.setup.players import RulingMade
from domain.games.runewars.year.seasons import SeasonCardDrawn
from tests.domain.games.runewars.moments import CALLED, SPRING, TWO, ordered, over
from tests.domain.games.runewars.realm.realms import (
    HOME,
    SHEET,
    by_hand,
    each_refusal,
    no,
    refuses,
    resolving,
    stronghold,
    taken,
)

HARVESTED = DialsHarvested(seat="human")
PAID = DevelopmentsPaid(seat="human")
YIELDS = (by_hand("land.1A.food", 2), by_hand("land.1B.food", 2), by_hand("land.1C.wood", 3), by_hand("land.1A.ore", 2))
FOUR = (
    *stronghold("human", "2A"),
    *stronghold("human", "2B"),
    *stronghold("human", "2C"),
)
DEVELOPED = (
    DevelopmentBuilt(seat="human", area="1A", development="diplomacy"),
    DevelopmentBuilt(seat="human", area="2A", development="diplomacy"),
    DevelopmentBuilt(seat="human", area="2B", development="training-ground"),
    DevelopmentBuilt(seat="human", area="2C", development="resource", resource="ore"),
)
DIPLOMACY = DEVELOPED[0]
WOODED = by_hand("seats.human.dials.wood", 9)


def harvesting(*before: Any) -> Spec:
    return given(GAME, *resolving("harvest", *before))


REFUSALS = [
    no("other-order", *resolving("recruit"), event=HARVESTED, bendable=True),
    no("not-your-turn", *HOME, *SPRING, *ordered(human="harvest", elf="mobilize"), event=HARVESTED, bendable=True),
    no("used-before", *resolving("harvest"), HARVESTED, event=HARVESTED, bendable=True),
    no("used-before", *resolving("harvest", DIPLOMACY), HARVESTED, PAID, event=PAID, bendable=True, why="paid"),
    no("base-first", *resolving("harvest", DIPLOMACY), event=PAID, bendable=True),
    no("nothing-pays", *resolving("harvest"), HARVESTED, event=PAID, bendable=False),
    no(
        "dial-ends",
        *resolving("harvest", SHEET),
        event=HARVESTED.copy_with(dials={"ore": 6}),
        bendable=False,
        why="said",
    ),
    no("more-named", *resolving("harvest"), event=PAID.copy_with(cards=("Mountain Pass",)), bendable=False),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


def test_dials_rise_fall_and_stay_with_what_the_areas_yield() -> None:
    done = harvesting(*YIELDS).when(HARVESTED)
    done.then(HARVESTED.copy_with(dials={"food": 4, "wood": 3, "ore": 2}), table(**{"turn.base": True}))
    done.then(table(**{"seats.human.dials": {"food": 4, "wood": 3, "ore": 2}}))
    done.then(says("Daqan Lords harvested: Food 4, Wood 3, Ore 2"))


def test_c_07_what_a_dial_does_not_show_is_told() -> None:
    done = harvesting(SHEET, by_hand("land.1A.ore", 9), by_hand("land.1B.food", 2)).when(HARVESTED)
    done.then(table(**{"seats.human.dials.ore": 5}))
    done.then(says("Daqan Lords harvested: Food 2, Wood 0, Ore 5 (the dial ends there: Ore)"))


def test_an_area_whose_yield_is_unknown_never_counts_as_0() -> None:
    beyond = (by_hand("land.1A.food", 2), *taken("human", "7A", "7B"))
    asked = given(GAME, *resolving("harvest", *beyond))
    asked.when(HARVESTED).then(refused("yield-unknown", bendable=False, says="7A, 7B"))
    asked.when(HARVESTED.copy_with(dials={"food": 4})).then(refused("yield-unknown", bendable=False))
    (offered,) = [one for one in asked.play.campaign.prompts(PUBLIC) if one.event is DialsHarvested]
    assert [*offered.missing] == ["dials"]
    said = HARVESTED.copy_with(dials={"food": 4, "wood": 1, "ore": 0})
    asked.when(said).then(table(**{"seats.human.dials": {"food": 4, "wood": 1, "ore": 0}}))
    known = given(
        GAME,
        *resolving(
            "harvest", *beyond, by_hand("land.7A.food", 0), ContentCorrected(kind="areas", id="7B", fields={"wood": 0})
        ),
    )
    known.when(HARVESTED).then(refused("yield-unknown", says="7A"))
    known = given(GAME, *resolving("harvest", *beyond[:1])).when(HARVESTED)
    known.then(table(**{"seats.human.dials": {"food": 2, "wood": 0, "ore": 0}}))


def test_w_04_an_autumn_card_lets_everybody_harvest_and_gives_a_food_more() -> None:
    autumn = given(GAME, *HOME, *YIELDS, WarBegun(), by_hand("season", 3), SeasonCardDrawn())
    autumn.when(HARVESTED.copy_with(dials={"food": 5}, source="the autumn card")).then(
        table(**{"seats.human.dials": {"food": 5, "wood": 3, "ore": 2}})
    ).and_then(DialsHarvested(seat="elf")).then(table(**{"seats.elf.dials.food": 0}))


def test_c_41_developments_pay_with_the_bonus() -> None:
    paid = harvesting(*FOUR, WOODED, *DEVELOPED).when(HARVESTED).and_then(PAID.copy_with(cards=("Mountain Pass",)))
    paid.then(
        PAID.copy_with(cards=("mountain-pass",), influence=4, count=1, dials={"ore": 1}),
        table(**{"seats.human.influence": 8, "seats.human.fresh": ["mountain-pass"], "seats.human.dials.ore": 1}),
        table(**{"turn.bonus": "taken"}),
    )


def test_where_no_cards_are_tracked_training_grounds_pay_none() -> None:
    tracked = AreasTracked(tracks=tuple(area for area in GAME.table.areas if area != "cards"))
    built = (*FOUR, WOODED, *DEVELOPED, tracked)
    harvesting(*built).when(HARVESTED).and_then(PAID).then(PAID.copy_with(influence=4, count=0, dials={"ore": 1}))


def test_what_stands_pays_before_one_more_is_built() -> None:
    woods = (*FOUR, WOODED, DEVELOPED[0], by_hand("land.1A.wood", 2))
    harvested = harvesting(*woods).when(HARVESTED)
    harvested.and_then(DEVELOPED[1]).then(refused("pay-first", bendable=True))
    harvested.and_then(PAID).and_then(DEVELOPED[1]).then(table(**{"seats.human.influence": 6}))


def test_a_development_of_defence_pays_nothing_and_keeps_nobody_waiting() -> None:
    walls = DevelopmentBuilt(seat="human", area="1A", development="reinforced-walls")
    harvested = harvesting(*FOUR, WOODED, walls, by_hand("land.1A.wood", 2)).when(HARVESTED)
    harvested.and_then(DEVELOPED[1]).then(table(**{"land.2A.development.kind": "diplomacy"}))


def test_g_03_a_resource_that_was_just_built_does_not_pay_yet() -> None:
    built = harvesting(*FOUR, by_hand("land.1A.wood", 2)).when(HARVESTED).and_then(DEVELOPED[3])
    built.and_then(PAID).then(PAID, table(**{"seats.human.dials.ore": 0}))


def test_a_resource_does_not_pay_when_it_is_built() -> None:
    before = given(GAME, *HOME, *FOUR, WOODED)
    before.when(DEVELOPED[3]).then(table(**{"seats.human.dials.ore": 0, "seats.human.dials.wood": 8}))


def test_a_table_may_rule_that_resources_pay_with_every_harvest() -> None:
    ruled = harvesting(*FOUR, WOODED, *DEVELOPED, RulingMade(ruling="resource-every-harvest"))
    ruled.when(HARVESTED).then(followed(ResourcesDeveloped(seat="human", dials={"ore": 1})))
    ruled.and_then(PAID).then(table(**{"seats.human.dials.ore": 1, "seats.human.influence": 8}))


def test_a_harvest_may_be_told_where_the_map_is_not_tracked() -> None:
    given(GAME, *TWO).when(HARVESTED.copy_with(dials={"food": 2, "ore": 1})).then(
        table(**{"seats.human.dials.food": 2, "seats.human.dials.ore": 1})
    )


def test_developments_pay_nothing_without_the_bonus() -> None:
    spring = (
        *resolving("recruit"),
        UnitsRecruited(seat="human", resource="food", units={"footman": 1}),
        *over("human", "elf"),
    )
    summer = given(GAME, *spring, *CALLED, *ordered(human="harvest", elf="mobilize"), *over("elf", elf="mobilize"))
    summer.when(PAID).then(refused("higher-used", bendable=True))


def test_nothing_is_yielded_by_areas_of_others() -> None:
    harvesting(*taken("elf", "4B"), by_hand("land.4B.food", 9)).when(HARVESTED).then(
        table(**{"seats.human.dials.food": 0})
    )
