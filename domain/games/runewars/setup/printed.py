"""What tiles bring onto the map: filled in from their content when they are laid, so that a fold needs none."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field

from domain.games.runewars.holding import reckon
from domain.games.runewars.runes.tokens import lift
from domain.games.runewars.setup.hexes import moved
from domain.games.runewars.setup.players import SetupEvent
from domain.games.runewars.setup.tiles import cells_of
from domain.games.runewars.state.kinds import AreaPrint, Border, Coordinate, MapTile, Small
from domain.games.runewars.state.land import place_beside
from domain.games.runewars.state.laying import Laid
from domain.games.runewars.state.table import Runewars
from domain.language.event import Settled
from domain.things.spaces import Hex

Id = Annotated[str, Field(max_length=200)]
Tiles = Mapping[Id, tuple[Coordinate, Coordinate, Coordinate]]
"""Tiles by where their middle lies, and by how many sixths they are turned to the right."""


class MapEvent(SetupEvent):
    area_of_play: ClassVar[str] = "Map"
    tracked: ClassVar[tuple[str, ...]] = ("map",)


class TilesLaid(MapEvent):
    """Tiles come onto the map: all below is as they are printed, by area."""

    tiles: Annotated[Tiles, Settled()] = Field(default_factory=dict)
    lies_on: Annotated[Mapping[Id, Id], Settled()] = Field(default_factory=dict)
    spots: Annotated[Mapping[Id, tuple[Coordinate, Coordinate]], Settled()] = Field(default_factory=dict)
    sides: Annotated[Mapping[Id, tuple[Border, ...]], Settled()] = Field(default_factory=dict)
    yields: Annotated[Mapping[Id, tuple[Small, Small, Small]], Settled()] = Field(default_factory=dict)
    city_spaces: Annotated[tuple[Id, ...], Settled()] = ()
    homes: Annotated[Mapping[Id, Id], Settled()] = Field(default_factory=dict)

    def apply(self, table: Runewars) -> None:
        for tile, (q, r, turned) in self.tiles.items():
            table.laying.tiles[tile] = Laid(q=q, r=r, turned=turned)
        for id_, tile in self.lies_on.items():
            area = table.area(id_)
            area.tile, area.home = tile, self.homes.get(id_, "")
            area.q, area.r = self.spots.get(id_, (None, None))
            area.borders = {str(side): shown for side, shown in enumerate(self.sides.get(id_, ())) if shown != "open"}
            area.food, area.wood, area.ore = self.yields.get(id_, (0, 0, 0))
            area.city_space = id_ in self.city_spaces
        reckon(table, *self.lies_on)


def told_beside(fields: Mapping[str, object]) -> Mapping[str, object]:
    """The place of an event for its sentence: by the areas that lay beside it then, where they were written down.

    While it is not recorded, and nobody wrote any down, it is told as the map is now.
    """
    place, beside = fields.get("place"), fields.get("beside", ())
    return {"place": place_beside(beside, str(place))} if place and isinstance(beside, list | tuple) else {}


def as_printed(table: Runewars, tiles: Tiles) -> dict[str, Any]:
    """The fields of `TilesLaid` for tiles as they lie."""
    lying = {tile: moved(cells_of(table, tile), Hex(q, r), turned) for tile, (q, r, turned) in tiles.items()}
    cells = {cell.area: cell for found in lying.values() for cell in found}
    prints = {area: AreaPrint.of(table, area) for area in cells}
    on = {cell.area: tile for tile, found in lying.items() for cell in found}
    home_of = {tile: MapTile.of(table, tile).home for tile in tiles}
    return {
        "tiles": dict(tiles),
        "lies_on": on,
        "spots": {area: (cell.at.q, cell.at.r) for area, cell in cells.items()},
        "sides": {area: cell.sides for area, cell in cells.items()},
        "yields": {area: (shown.food, shown.wood, shown.ore) for area, shown in prints.items()},
        "city_spaces": tuple(area for area, shown in prints.items() if shown.city),
        "homes": {area: home_of[tile] for area, tile in on.items() if home_of[tile] in table.seats},
    }


def taken_up(table: Runewars, tiles: Iterable[str]) -> None:
    """Tiles leave the map, with all that lies on them; for `apply`."""
    gone = set(tiles)
    for id_, area in table.land.items():
        if area.tile in gone:
            lift(table, id_)
    table.laying.tiles = {tile: laid for tile, laid in table.laying.tiles.items() if tile not in gone}
    table.land = {id_: area for id_, area in table.land.items() if area.tile not in gone}
