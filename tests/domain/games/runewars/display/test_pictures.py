"""Small pictures: how a tile may be turned, and where a home marker lies."""

from companion.testing import given
from domain.games.runewars.display.map import picture_of_tile
from domain.games.runewars.setup.homes import HomeTilePlaced, home_turns
from domain.games.runewars.setup.laying import MapTilePlaced, turns_for
from domain.games.runewars.state.table import Runewars
from tests.domain.games.runewars.maps import MAPPED, MARKED, SEATED


def marked() -> Runewars:
    found: Runewars = given(MAPPED, *MARKED).play.campaign.table
    return found


def test_a_home_may_be_turned_as_it_fits_and_first_as_no_coloured_borders_meet() -> None:
    fitting, uncoloured = home_turns(marked(), "elf", "3")
    assert [turned for turned in fitting if turned not in uncoloured] == ["1"]
    for turned in uncoloured:
        given(MAPPED, *MARKED).when(HomeTilePlaced(seat="elf", marker="3", turned=turned)).then()
    assert home_turns(marked(), "elf", None) == []


def test_a_tile_may_be_turned_as_it_fits_somewhere() -> None:
    here = given(MAPPED, *SEATED, MapTilePlaced(tile="1")).play.campaign.table
    assert turns_for(here, "2", 0) == [["0", "1", "2", "3", "4", "5"]]
    assert turns_for(here, None, 0) == []


def test_a_home_is_seen_as_it_would_lie_and_not_where_it_does_not_fit() -> None:
    known = {"seat": "elf", "marker": "1"}
    fits, _ = home_turns(marked(), "elf", "1")
    seen = {turned: picture_of_tile(marked(), "turns", turned, known) for turned in "012345"}
    assert [turned for turned, plan in seen.items() if plan] == fits
    assert all(sum(space.laid for space in plan.spaces) == 3 for plan in seen.values() if plan)


def test_a_tile_is_seen_alone_and_a_marker_beside_the_map() -> None:
    tile, marker = picture_of_tile(marked(), "turns", "1", {"tile": "2"}), picture_of_tile(marked(), "markers", "1", {})
    assert tile is not None
    assert [space.laid for space in tile.spaces] == [True, True]
    assert marker is not None
    assert sum(space.laid for space in marker.spaces) == 2
    assert picture_of_tile(marked(), "areas", "1A", {}) is None
