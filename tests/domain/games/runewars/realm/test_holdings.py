"""Who controls an area (己方地区; 国土领地; 同盟单位): C-01 to C-03, C-42; G-06, G-46, G-47; X63 by hand."""

from typing import Any

import pytest

from companion.testing import given, table
from domain.games.runewars import GAME
from domain.games.runewars.areas import standing_of, units_of
from domain.games.runewars.march.by_cards import UnitsDestroyed, UnitsPlaced
from domain.games.runewars.realm.holdings import AreaLeft, AreaTaken, SeatEliminated
from domain.games.runewars.setup.filling import AreaDescribed, StartingStrongholdPlaced
from domain.games.runewars.setup.players import RulingMade
from domain.games.runewars.state.table import Runewars
from tests.domain.games.runewars.march.land import GAME as LAND
from tests.domain.games.runewars.march.land import Spot
from tests.domain.games.runewars.moments import SPRING, THREE, TWO
from tests.domain.games.runewars.realm.realms import each_refusal, no, refuses, taken

FOOTMEN = UnitsPlaced(area="3A", units={"footman": 2})
REFUSALS = [
    no("held-already", *TWO, *taken("elf", "4A"), event=AreaTaken(seat="elf", area="4A"), bendable=False),
    no("units-hold-it", *TWO, FOOTMEN, event=AreaTaken(seat="elf", area="3A"), bendable=True),
    no("units-hold-it", *TWO, FOOTMEN, event=AreaLeft(area="3A"), bendable=True, why="left"),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


def land(*spots: Spot) -> Runewars:
    found: Runewars = given(LAND, *THREE, *spots).play.campaign.table
    return found


@pytest.mark.parametrize(
    ("spot", "holder"),
    [
        (Spot(area="1A", q=0, units={"footman": 1}), "human"),
        (Spot(area="1A", q=0, routed={"footman": 1}), "human"),
        (Spot(area="1A", q=0, stronghold="elf"), "elf"),
        (Spot(area="1A", q=0, home="human"), "human"),
        (Spot(area="1A", q=0, home="human", units={"berserker": 1}), "uthuk"),
        (Spot(area="1A", q=0, home="human", units={"giant": 1}), ""),
        (Spot(area="1A", q=0, home="human", stronghold="elf"), "elf"),
        (Spot(area="1A", q=0, stronghold="elf", units={"footman": 1}), "human"),
        (Spot(area="1A", q=0, units={"giant": 1}), ""),
        (Spot(area="1A", q=0), ""),
    ],
    ids=[
        "units",
        "routed units",
        "a stronghold",
        "a home",
        "enemies at home",
        "neutrals at home",
        "an enemy stronghold at home (G-46)",
        "units before a stronghold",
        "neutrals alone (G-06)",
        "nobody",
    ],
)
def test_c_01_who_controls_an_area(spot: Spot, holder: str) -> None:
    assert land(spot).land["1A"].controller == holder


def test_c_02_what_an_area_is_to_a_seat() -> None:
    spots = (
        Spot(area="1A", q=0, units={"footman": 1}),
        Spot(area="2A", q=1, units={"giant": 1}),
        Spot(area="3A", q=2),
        Spot(area="4A", q=3, home="elf"),
    )
    here = land(*spots)
    assert [standing_of(here, area, "human") for area in here.land] == ["friendly", "neutral", "empty", "enemy"]


def test_c_03_neutral_units_are_allied_to_who_holds_their_area() -> None:
    """Those that come to a held area by a card are; once nobody holds it they are nobody's again (G-06)."""
    held = given(GAME, *TWO, FOOTMEN).when(UnitsPlaced(area="3A", units={"giant": 1}))
    held.then(table(**{"land.3A.allied": "human", "land.3A.controller": "human"}))
    alone = held.and_then(UnitsDestroyed(area="3A", units={"footman": 2}, why="a card"))
    alone.then(table(**{"land.3A.allied": "", "land.3A.controller": ""}))
    given(GAME, *TWO).when(UnitsPlaced(area="5A", units={"giant": 1})).then(table(**{"land.5A.allied": ""}))


def test_c_42_own_and_allied_units_count_together() -> None:
    area = land(Spot(area="1A", q=0, units={"footman": 2, "giant": 1}, routed={"footman": 1})).land["1A"]
    assert (area.allied, units_of(area, "human")) == ("human", 4)


def test_g_46_some_tables_need_units_to_take_a_home() -> None:
    """An empty stronghold of somebody else takes no home area there; of one's own, or elsewhere, it does."""
    built = StartingStrongholdPlaced(seat="elf", area="1A")
    home = given(GAME, *TWO, AreaDescribed(area="1A", home="human"))
    usual = home.when(built, bend="as it stands").then(table(**{"land.1A.controller": "elf"}))
    ruled = usual.and_then(RulingMade(ruling="home-needs-enemy-units"))
    ruled.then(table(**{"land.1A.controller": "human"}))
    ruled.and_then(UnitsPlaced(area="1A", units={"elf-archer": 1})).then(table(**{"land.1A.controller": "elf"}))
    elsewhere = ruled.and_then(StartingStrongholdPlaced(seat="elf", area="5A"), bend="as it stands")
    elsewhere.then(table(**{"land.5A.controller": "elf"}))


def test_g_46_as_usual_again_the_stronghold_holds_it() -> None:
    built = StartingStrongholdPlaced(seat="elf", area="1A")
    home = given(GAME, *TWO, AreaDescribed(area="1A", home="human"), RulingMade(ruling="home-needs-enemy-units"))
    kept = home.when(built, bend="as it stands").then(table(**{"land.1A.controller": "human"}))
    kept.and_then(RulingMade(ruling="home-needs-enemy-units", usual=True)).then(table(**{"land.1A.controller": "elf"}))


def test_g_47_the_home_of_who_is_out_is_nobodys_and_empty() -> None:
    home = given(GAME, *THREE, AreaDescribed(area="4A", home="elf"), *taken("human", "1A"), *SPRING)
    out = home.when(SeatEliminated(seat="elf"), bend="given up").then(table(**{"land.4A.controller": ""}))
    known: Any = out.play.campaign.table
    assert standing_of(known, "4A", "human") == "empty"


def test_a_table_that_counts_no_units_says_who_takes_an_area_and_who_leaves_it() -> None:
    took = given(GAME, *TWO, *taken("elf", "4A")).when(AreaTaken(seat="human", area="4A"))
    took.then(AreaTaken(seat="human", area="4A", loser="elf"), table(**{"land.4A.controller": "human"}))
    took.and_then(AreaLeft(area="4A")).then(table(**{"land.4A.controller": ""}))
