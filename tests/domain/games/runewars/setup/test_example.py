"""The example map: laid by the rules of the rulebook, for two, three and four players, whoever they are."""

from collections.abc import Sequence
from itertools import permutations
from random import Random

import pytest

from companion.testing import Play, given, refused
from domain.components.map_geometry import Hex
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.games.runewars import GAME
from domain.games.runewars.setup.example import ExampleMapLaid
from domain.games.runewars.setup.homes import HomeMarkerPlaced, HomeTilePlaced, without_home
from domain.games.runewars.setup.laying import MapTilePlaced, cover_of, home_tile, is_home
from domain.games.runewars.setup.players import FactionChosen, StartingPlayerFound
from domain.games.runewars.state.table import Marker, Runewars
from tests.domain.games.runewars.maps import MAPPED, SEATED

FACTIONS = ("human", "elf", "undead", "uthuk")
MARKERS = {
    2: ((-2, 0, 1), (2, 1, 2)),
    3: ((-1, 2, 0), (-1, -3, 2), (3, -3, 0)),
    4: ((1, 2, 1), (-2, -3, 1), (-4, 3, 2), (3, -3, 1)),
}
"""Where home markers lie before the home tiles of the example take their places."""


def seated(factions: Sequence[str]) -> list[Event[Runewars]]:
    return [*(FactionChosen(faction=faction) for faction in factions), StartingPlayerFound(seat=factions[0])]


def example_of(factions: Sequence[str]) -> Runewars:
    found: Runewars = given(GAME, *seated(factions), ExampleMapLaid()).play.campaign.table
    return found


@pytest.mark.parametrize("count", [2, 3, 4])
def test_it_can_be_laid_step_by_step_without_a_refusal(count: int) -> None:
    """The same tiles on a table where they are typed in: each is laid, marked and turned as the rules ask."""
    for factions in permutations(FACTIONS, count):
        example, play = example_of(factions), Play(MAPPED)
        for event in seated(factions):
            play.record(event)
        table: Runewars = play.campaign.table
        for tile, at in example.laying.tiles.items():
            if not is_home(table, tile):
                play.record(MapTilePlaced(tile=tile, turned=str(at.turned), place=f"{at.q} {at.r}"))
        for q, r, side in MARKERS[count]:
            play.record(HomeMarkerPlaced(place=f"{q} {r}", side=str(side)))
        while homeless := list(without_home(play.campaign.table)):
            play.record(home_of(example, play.campaign.table, homeless[0]), Chance(Random(1)))
        assert outline(play.campaign.table) == outline(example)


def home_of(example: Runewars, table: Runewars, seat: str) -> HomeTilePlaced:
    """The home tile of a seat, as it lies in the example, on the marker that it covers."""
    at = example.laying.tiles[home_tile(table, seat)]
    own = {Hex(area.q or 0, area.r or 0) for area in example.land.values() if area.home == seat}
    marker = next(number for number, marker in table.laying.markers.items() if covers(own, marker))
    return HomeTilePlaced(seat=seat, marker=marker, turned=str(at.turned), place=f"{at.q} {at.r}")


def covers(own: set[Hex], marker: Marker) -> bool:
    return {*cover_of(marker)} <= own


def outline(table: Runewars) -> dict[str, object]:
    """Where each area lies, what it shows and yields, and whose home it is."""
    return {
        id_: (area.q, area.r, area.home, area.borders, area.food, area.wood, area.ore, area.city_space)
        for id_, area in table.land.items()
    }


def test_neutral_units_stand_there_at_once() -> None:
    land = example_of(FACTIONS[:3]).land
    assert {unit: stack.standing for unit, stack in land["1A"].stacks.items()} == {"beastman": 2}
    assert not any(area.stacks for area in land.values() if area.home)


def test_each_city_space_has_another_city_at_once() -> None:
    land = example_of(FACTIONS[:3]).land
    cities = [area.city for area in land.values() if area.city_space]
    assert len(cities) == len(set(cities)) == 4
    assert set(cities) <= set(GAME.new_table().ids("cities"))


def test_it_is_for_a_table_without_tiles_of_its_own_and_without_a_map() -> None:
    given(MAPPED, *SEATED).when(ExampleMapLaid()).then(refused("tiles-known", bendable=False))
    given(GAME, *SEATED, ExampleMapLaid()).when(ExampleMapLaid()).then(refused("map-lies", bendable=False))
    given(GAME, FactionChosen(faction="elf")).when(ExampleMapLaid()).then(refused("too-few-seats", bendable=True))
