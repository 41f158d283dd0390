"""Strongholds and developments (建造要塞; 设施; 驻防指令): W-38, X05, X24, X60 to X65, X99."""

from typing import Any

import pytest

from companion.testing import given, given_bent, refused, says, table
from domain.framework.kernel import AreasTracked
from domain.games.runewars import GAME
from domain.games.runewars.realm.building import (
    DevelopmentBuilt,
    DevelopmentTakenAway,
    StrongholdBuilt,
    StrongholdRepaired,
    StrongholdTakenAway,
    kinds_of_development,
)
from domain.games.runewars.realm.dials import DialsHarvested
from domain.games.runewars.setup.completion import WarBegun
from domain.games.runewars.year.seasons import SeasonCardDrawn, SeasonTextResolved
from tests.domain.games.runewars.moments import SPRING, TWO, ordered
from tests.domain.games.runewars.realm.realms import (
    HOME,
    by_hand,
    dials,
    each_refusal,
    no,
    refuses,
    resolving,
    stronghold,
    taken,
)

BUILT = StrongholdBuilt(seat="human", area="1B")
REPAIRED = StrongholdRepaired(seat="human", area="1A")
RUINED = by_hand("land.1A.stronghold.intact", False)
DEVELOPED = DevelopmentBuilt(seat="human", area="1A", development="diplomacy")
RESOURCE = DevelopmentBuilt(seat="human", area="1A", development="resource", resource="ore")
WOODED = (by_hand("seats.human.dials.wood", 9), by_hand("seats.human.dials.ore", 9))
ALL_FOUR = (*stronghold("human", "2A"), *stronghold("human", "2B"), *stronghold("human", "2C"))
LOW = (*HOME, by_hand("seats.human.dials.ore", 0))
ELF_TURN = (*HOME, *ALL_FOUR, *SPRING, *ordered(human="fortify", elf="harvest"))
OUT_OF_TURN = (WarBegun(), SeasonCardDrawn())
AUTUMN = (WarBegun(), by_hand("season", 3), SeasonCardDrawn(), SeasonTextResolved())
REFUSALS = [
    no("dial-too-low", *LOW, event=BUILT, bendable=False, why="stronghold"),
    no("dial-too-low", *LOW, RUINED, event=REPAIRED, bendable=False, why="repair"),
    no("dial-too-low", *HOME, *dials("human", wood=0), event=DEVELOPED, bendable=False, why="development"),
    no("built-on", *HOME, event=BUILT.copy_with(area="1A"), bendable=True, why="stronghold"),
    no("built-on", *HOME, by_hand("land.1B.city", "c1"), event=BUILT, bendable=True, why="city"),
    no("not-controlled", *HOME, event=BUILT.copy_with(area="9Z"), bendable=True, why="stronghold"),
    no("none-in-supply", *HOME, *ALL_FOUR, *WOODED, event=BUILT, bendable=False, why="stronghold"),
    no("not-destroyed", *HOME, event=REPAIRED, bendable=False),
    no("no-own-stronghold", *HOME, event=REPAIRED.copy_with(area="1B"), bendable=True, why="repair"),
    no("no-own-stronghold", *HOME, event=DEVELOPED.copy_with(area="1B"), bendable=True, why="development"),
    no("developed", *HOME, DEVELOPED, event=RESOURCE, bendable=False),
    no("not-yielded", *HOME, by_hand("land.1A.food", 1), event=RESOURCE, bendable=True),
    no("which-resource", *HOME, event=RESOURCE.copy_with(resource=None), bendable=False),
    no("used-before", *resolving("fortify"), BUILT, event=BUILT.copy_with(area="1C"), bendable=True),
    no("without-order", *HOME, *OUT_OF_TURN, event=BUILT, bendable=True, why="stronghold"),
    no("without-order", *HOME, *OUT_OF_TURN, RUINED, event=REPAIRED, bendable=True, why="repair"),
    no("without-order", *HOME, *OUT_OF_TURN, event=DEVELOPED, bendable=True, why="development"),
    no("without-order", *HOME, *AUTUMN, event=DialsHarvested(seat="human"), bendable=True, why="harvest"),
    no("not-run-out", *HOME, event=StrongholdTakenAway(seat="human", area="1A"), bendable=True, why="stronghold"),
    no("not-your-turn", *ELF_TURN, event=StrongholdTakenAway(seat="human", area="1A"), bendable=True),
    no(
        "not-run-out",
        *HOME,
        DEVELOPED,
        event=DevelopmentTakenAway(seat="human", area="1A"),
        bendable=True,
        why="development",
    ),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


def test_a_stronghold_costs_wood_and_ore_and_holds_its_area() -> None:
    built = given(GAME, *HOME).when(BUILT).then(table(**{"land.1B.stronghold": {"owner": "human", "intact": True}}))
    built.then(table(**{"seats.human.dials.wood": 2, "seats.human.dials.ore": 2, "land.1B.controller": "human"}))
    built.then(says("Daqan Lords built a stronghold in 1B, for 1 wood, for 1 ore"))


def test_w_38_fortify_builds_one_stronghold_and_may_repair_another() -> None:
    built = given(GAME, *resolving("fortify", RUINED)).when(BUILT)
    built.and_then(BUILT.copy_with(area="1C")).then(refused("used-before", bendable=True))
    built.and_then(REPAIRED).then(table(**{"land.1A.stronghold.intact": True, "turn.base": True}))


def test_a_stronghold_costs_nothing_where_dials_are_not_tracked() -> None:
    untracked = (*TWO, AreasTracked(tracks=("calendar", "map")), *taken("human", "1B"))
    given(GAME, *untracked).when(BUILT).then(BUILT)


def test_who_has_four_strongholds_takes_one_away_to_build_elsewhere() -> None:
    full = given(GAME, *HOME, DEVELOPED, *ALL_FOUR, *WOODED)
    moved = full.when(StrongholdTakenAway(seat="human", area="1A"))
    moved.then(table(**{"land.1A.stronghold": None, "land.1A.development": None}))
    moved.and_then(BUILT).then(table(**{"land.1B.stronghold.owner": "human"}))


def test_a_development_costs_a_wood_and_stands_beside_a_stronghold() -> None:
    built = given(GAME, *HOME).when(RESOURCE)
    built.then(table(**{"land.1A.development": {"owner": "human", "kind": "resource", "resource": "ore"}}))
    built.then(table(**{"seats.human.dials.wood": 2}))


def test_x_05_a_faction_has_five_developments() -> None:
    places = ("2A", "2B", "2C", "2D", "2E")
    beside_none = (DevelopmentBuilt(seat="human", area=area, development="diplomacy") for area in places)
    full = given_bent(GAME, *HOME, *taken("human", *places), *WOODED, *beside_none)
    full.when(DEVELOPED).then(refused("none-in-supply", bendable=False))
    moved = full.when(DevelopmentTakenAway(seat="human", area="2A")).then(table(**{"land.2A.development": None}))
    moved.and_then(DEVELOPED).then(table(**{"land.1A.development.kind": "diplomacy"}))


def test_a_faction_builds_what_all_have_and_its_own_defence() -> None:
    known: Any = given(GAME, *HOME).play.campaign.table
    kinds = ["resource", "diplomacy", "training-ground", "reinforced-walls"]
    assert list(kinds_of_development(known, "human")) == kinds


def test_a_card_may_call_for_what_an_order_does() -> None:
    called = given(GAME, *HOME, *OUT_OF_TURN).when(BUILT.copy_with(source="Master Builders"))
    called.then(table(**{"land.1B.stronghold.owner": "human"}))
