"""Maps of the table's own: one that lies is kept as content, one that is kept is laid at once."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.setup.printed import MapEvent, Tiles, TilesLaid, as_printed
from domain.games.runewars.setup.tiles import home_tile, is_home
from domain.games.runewars.state.kinds import MapTile, SavedMap
from domain.games.runewars.state.table import Runewars
from domain.language.chance import Chance
from domain.language.event import Choice, Line, Settled
from domain.language.refusal import Refused, never

NOTHING_LIES = never("nothing-lies", "No tile lies on the map yet.", rule=sections.MAP_SETUP)
MAP_KNOWN = never("map-known", "There is a map called “{name}” already. Give this one another name.")
MAP_LIES = never("map-lies", "There is a map on the table. Take it up first.", rule=sections.MAP_SETUP)
PLACE_AND_TURN = 3


def lying(saved: SavedMap) -> Tiles:
    """The tiles of a saved map, without what is no place."""
    return {tile: (at[0], at[1], at[2]) for tile, at in saved.tiles.items() if len(at) == PLACE_AND_TURN}


def for_these_seats(table: Runewars, tiles: Tiles) -> Tiles:
    """A saved map with the home tiles of who plays now: each in its own place, else in one that is nobody's."""
    own = {home_tile(table, seat): seat for seat in table.seats}
    left = [at for tile, at in tiles.items() if is_home(table, tile) and tile not in own]
    homeless = [tile for tile in own if tile and tile not in tiles]
    land = {tile: at for tile, at in tiles.items() if tile in own or not is_home(table, tile)}
    return {**land, **dict(zip(homeless, left, strict=False))}


class MapKept(MapEvent):
    help_text = "The map as it lies is kept under a name, to be laid again at once, here or from a pack file elsewhere."
    says = "The map is kept: {name}"
    title = "Map kept"
    bookkeeping = True
    name: Line = Field(title="name of the map")
    tiles: Annotated[Tiles, Settled()] = Field(default_factory=dict)

    def check(self, table: Runewars) -> Iterator[Refused]:
        if not table.laying.tiles:
            yield NOTHING_LIES()
        if self.name in table.ids("maps"):
            yield MAP_KNOWN(name=self.name)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        laid = table.laying.tiles
        return self.but(tiles={tile: (at.q, at.r, at.turned) for tile, at in laid.items()})

    def apply(self, table: Runewars) -> None:
        card = {"en": self.name, "tiles": {tile: list(at) for tile, at in self.tiles.items()}}
        table.library.setdefault(SavedMap.kind_name, {})[self.name] = card


class MapLaid(TilesLaid):
    help_text = "A map that was kept is laid at once, with the home realms of who plays now."
    says = "The map is laid: {map}"
    title = "Map laid"
    during = ("setup",)
    map: Annotated[str, Choice("maps")]

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.laying.tiles:
            yield MAP_LIES()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        tiles = for_these_seats(table, lying(SavedMap.of(table, self.map)))
        return self.but(**as_printed(table, {tile: at for tile, at in tiles.items() if _is_tile(table, tile)}))


def _is_tile(table: Runewars, tile: str) -> bool:
    return tile in table.ids(MapTile.kind_name)


EVENTS = (MapKept, MapLaid)
