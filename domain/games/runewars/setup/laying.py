"""Laying the map: tiles, their contents, and possible places."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field

from domain.components.map_geometry import Hex
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice, Known
from domain.framework.events.event import Layout
from domain.framework.events.marks import FixedTexts, Line, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.table import Table
from domain.framework.text import text
from domain.games.runewars import sections
from domain.games.runewars.areas import hex_of, update_control
from domain.games.runewars.base import Living, seats_clockwise
from domain.games.runewars.rune_tokens import lift_rune
from domain.games.runewars.setup.hexes import (
    ENOUGH_OPEN,
    MIDDLE,
    ONCE_APART,
    OPEN,
    Cell,
    Ground,
    Sides,
    colours_meet,
    distance_apart,
    far_enough,
    move_tile,
    open_borders,
    overlaps_map,
    places_around,
    touches_enough,
    two_from,
)
from domain.games.runewars.setup.players import SetupEvent
from domain.games.runewars.state.kinds import AreaPrint, Border, Coordinate, MapTile, Small
from domain.games.runewars.state.table import TURNS, Area, Laid, Marker, Runewars, areas_beside, place_beside, spot_of

LETTERS = "ABCD"
# The areas of a home tile; any other tile has two to four (地图拼块).
HOME_AREAS = 3
SHAPES: Mapping[int, tuple[Hex, ...]] = {
    2: (Hex(0, 0), Hex(1, 0)),
    HOME_AREAS: (Hex(0, 0), Hex(1, 0), Hex(0, 1)),
    4: (Hex(0, 0), Hex(1, 0), Hex(0, 1), Hex(1, 1)),
}
"""The cells of a tile of which only the number of areas is known."""

# === Tiles on the table: their printed areas, the map, and possible places for tiles and home markers


def cells_of(table: Table, tile: str, shows: int = 0) -> list[Cell]:
    """The areas of a tile as printed, or else as many blank ones as it `shows`; none if unknown."""
    prints = {area: AreaPrint.of(table, area) for area in table.ids("areas")}
    printed = [
        Cell(area, Hex(print_.q, print_.r), sides_of(print_)) for area, print_ in prints.items() if print_.tile == tile
    ]
    return printed or blank_cells(table, tile, shows)


def blank_cells(table: Table, tile: str, shows: int) -> list[Cell]:
    """A number of areas without print in the shape of a tile; a home tile always has three."""
    home = MapTile.of(table, tile).home
    names = [f"{f'{home} ' if home else tile}{letter}" for letter in LETTERS]
    spots = SHAPES.get(HOME_AREAS if home else shows, ())
    return [Cell(name, spot) for name, spot in zip(names, spots, strict=False)]


def is_printed(table: Table) -> bool:
    """Whether the areas of the tiles are known, so that a map can be laid as printed."""
    return any(AreaPrint.of(table, area).tile for area in table.ids("areas"))


def sides_of(print_: AreaPrint) -> Sides:
    """The six sides of an area, even if more or fewer were typed in."""
    return (*print_.borders, *OPEN)[: len(OPEN)]


def is_home(table: Runewars, tile: str) -> bool:
    return bool(MapTile.of(table, tile).home)


def home_tile(table: Runewars, seat: str) -> str:
    """The tile of a faction's home realm; empty if unknown."""
    return next((tile for tile in table.ids("tiles") if MapTile.of(table, tile).home == seat), "")


def ground_of(table: Runewars) -> Ground:
    """The cells of the map."""
    return {spot: _sides(area) for area in table.land.values() if (spot := hex_of(area))}


def without_areas(table: Runewars) -> set[Hex]:
    """The middles of tiles on the map whose areas were never typed in."""
    known = {area.tile for area in table.land.values()}
    return {Hex(at.q, at.r) for tile, at in table.laying.tiles.items() if tile not in known}


def _sides(area: Area) -> Sides:
    return tuple(area.borders.get(str(side), "open") for side in range(len(OPEN)))


def name_of_place(spot: Hex) -> str:
    return f"{spot.q} {spot.r}"


def places_for(table: Runewars, tile: str, turn: str, shows: int) -> list[str]:
    """The possible places of a tile in a rotation, each by the place of its middle."""
    cells, ground, sixths = cells_of(table, tile, shows), ground_of(table), int(turn)
    blank = dict.fromkeys(without_areas(table), OPEN)
    if not ground and not blank:
        return [name_of_place(MIDDLE)]
    if not cells or not ground:
        return [name_of_place(spot) for spot in places_around({**ground, **blank})]
    ways = [spot.way_from(cell.at) for cell in move_tile(cells, MIDDLE, sixths) for spot in places_around(ground)]
    return [name_of_place(way) for way in dict.fromkeys(ways) if fits_on_map(move_tile(cells, way, sixths), ground)]


def fits_on_map(cells: list[Cell], ground: Ground) -> bool:
    return not overlaps_map(cells, ground) and touches_enough(cells, ground) and not colours_meet(cells, ground)


def cover_of(marker: Marker) -> tuple[Hex, Hex]:
    """The two places that a home marker covers."""
    return two_from(Hex(marker.q, marker.r), marker.side)


def gaps_of_cover(table: Runewars, cover: tuple[Hex, Hex]) -> list[int | None]:
    """The distances of a home marker at these places from the markers on the map."""
    ground = ground_of(table)
    return [distance_apart(cover, cover_of(marker), ground) for marker in table.laying.markers.values()]


def is_spent(table: Runewars) -> bool:
    """Whether two home markers are already three areas apart."""
    ground = ground_of(table)
    covers = [cover_of(marker) for marker in table.laying.markers.values()]
    return any(
        distance_apart(one, other, ground) == ONCE_APART for n, one in enumerate(covers) for other in covers[n + 1 :]
    )


def places_covered(table: Runewars, known: Known) -> list[Hex]:
    """The places that a tile, home tile or home marker covers, relative to its middle."""
    if side := known.get("side"):
        return list(two_from(MIDDLE, int(side)))
    seat = known.get("seat")
    tile = known.get("tile") or (home_tile(table, seat) if seat else "")
    cells = cells_of(table, tile, known.get("shows") or 0) if tile else []
    return [cell.at for cell in move_tile(cells, MIDDLE, int(known.get("turned") or 0))]


def marker_places(table: Runewars, to: str) -> list[str]:
    """The possible places of a home marker that also covers the neighbour on a side."""
    ground, spent, side = ground_of(table), is_spent(table), int(to)
    covers = [two_from(spot, side) for edge_ in places_around(ground) for spot in _marker_positions(edge_, side)]
    return [
        name_of_place(cover[0])
        for cover in dict.fromkeys(covers)
        if not set(cover) & set(ground)
        and open_borders(cover, ground) >= ENOUGH_OPEN
        and far_enough(gaps_of_cover(table, cover), spent)
    ]


def _marker_positions(spot: Hex, side: int) -> tuple[Hex, Hex]:
    """The places from which a home marker covers a place: itself, and the neighbour on the opposite side."""
    return spot, spot.way_from(two_from(spot, side)[1].way_from(spot))


def home_places(table: Runewars, seat: str, marker: str, turn: str) -> list[str]:
    """The possible places of a home tile in a rotation, so that two of its areas cover a home marker."""
    here = table.laying.markers.get(marker)
    cells = move_tile(cells_of(table, home_tile(table, seat)), MIDDLE, int(turn))
    return [name_of_place(way) for way in _covered_positions(cells, cover_of(here), ground_of(table))] if here else []


def _covered_positions(cells: list[Cell], cover: tuple[Hex, Hex], ground: Ground) -> Iterator[Hex]:
    for way in dict.fromkeys(cover[0].way_from(cell.at) for cell in cells):
        lying = move_tile(cells, way, 0)
        if {*cover} <= {cell.at for cell in lying} and not overlaps_map(lying, ground):
            yield way


# === The contents of laid tiles, settled when they are laid, so that a fold needs no content =====

Id = Annotated[str, Field(max_length=200)]
Tiles = Mapping[Id, tuple[Coordinate, Coordinate, Coordinate]]
"""Tiles with the place of their middle, and their clockwise rotation in sixths."""


class MapEvent(SetupEvent):
    heading: ClassVar[str] = "Map"
    tracked: ClassVar[tuple[str, ...]] = ("map",)


class TilesLaid(MapEvent):
    """Puts tiles on the map. All fields are as printed, by area."""

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
        update_control(table, *self.lies_on)


def place_beside_areas(fields: Mapping[str, object]) -> Mapping[str, object]:
    """The place of an event for its sentence, by the areas that were adjacent to it at that time.

    If none are recorded yet, the present map is used.
    """
    place, beside = fields.get("place"), fields.get("beside", ())
    return {"place": place_beside(beside, str(place))} if place and isinstance(beside, list | tuple) else {}


def as_printed(table: Runewars, tiles: Tiles, shows: int = 0) -> dict[str, Any]:
    """The fields of `TilesLaid` for tiles at their places; a tile without typed areas has as many as it `shows`."""
    lying = {tile: move_tile(cells_of(table, tile, shows), Hex(q, r), turned) for tile, (q, r, turned) in tiles.items()}
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
    """Remove tiles from the map, with everything on them. For `apply`."""
    gone = set(tiles)
    for id_, area in table.land.items():
        if area.tile in gone:
            lift_rune(table, id_)
    table.laying.tiles = {tile: laid for tile, laid in table.laying.tiles.items() if tile not in gone}
    table.land = {id_: area for id_, area in table.land.items() if area.tile not in gone}


# === Laying the map: the starting player first, then clockwise, until each seat has laid two tiles (地图设置 1-3)

NO_PLACE = never("no-place", "Say where it is on the map.", rule=sections.MAP_SETUP, asks=True)
NO_ROOM = never("no-room", "There is already something on the map where {tile} would go.", rule=sections.MAP_SETUP)
SAME_PLACE = never(
    "same-place",
    "Two areas of {tile} are typed in at the same place: correct the place of one of them first.",
    rule=sections.MAP_SETUP,
)
TOUCHES_TOO_LITTLE = refusal(
    "touches-too-little",
    "The tile must touch at least 2 areas of the map with at least 2 of its own areas.",
    rule=sections.MAP_SETUP,
)
COLOURS_MEET = refusal(
    "colours-meet",
    "A mountain or water border may not touch a mountain or water border of another tile.",
    rule=sections.MAP_SETUP,
)
BEGINS_FIRST = refusal(
    "begins-first",
    "First find out who begins: the starting player lays the first tile.",
    rule=sections.SETUP,
    areas=("calendar",),
)
LAYS_FIRST = refusal("lays-first", "{seat} lays the next tile.", rule=sections.MAP_SETUP)
DEALT_TO_OTHER = refusal("dealt-to-other", "{tile} was dealt to {seat}.", rule=sections.MAP_SETUP)
ALL_LIE = refusal("all-lie", "All {count} tiles are placed, two for each player.", rule=sections.MAP_SETUP)
# The tiles that each seat lays, one for each setup quest in hand (地图设置 1-3).
TILES_EACH = 2
FEWEST_SHOWN, MOST_SHOWN = 2, 4

Shown = Annotated[int, Field(ge=FEWEST_SHOWN, le=MOST_SHOWN)]
"""The number of areas of a tile that is not a home tile."""
Place = Annotated[Line, Field(max_length=20)]


def turns_for(table: Runewars, tile: str | None, shows: int | None) -> list[list[str]]:
    """The rotations in which a tile fits somewhere."""
    return [[turn for turn in TURNS if places_for(table, tile, turn, shows or 0)]] if tile else []


def tiles_to_lay(table: Runewars) -> Iterable[str]:
    """Tiles in the box, without home tiles; those of setup quests first."""
    dealt = [tile for tiles in table.laying.dealt.values() for tile in tiles]
    free = [tile for tile in table.ids("tiles") if tile not in table.laying.tiles and not is_home(table, tile)]
    return sorted(free, key=lambda tile: tile not in dealt)


def laid_so_far(table: Runewars) -> int:
    """The number of tiles on the map, without home tiles."""
    return sum(not is_home(table, tile) for tile in table.laying.tiles)


def lays_next(table: Runewars) -> str:
    """The seat that lays a tile now; empty once each seat has laid two."""
    seats, laid = seats_clockwise(table), laid_so_far(table)
    return seats[laid % len(seats)] if seats and laid < TILES_EACH * len(seats) else ""


def may_be_laid(table: Runewars) -> bool:
    """Whether the map may be laid: the starting player is known, or a part of the map exists."""
    return bool(table.starting or table.laying.tiles or table.land)


def is_map_empty(table: Runewars) -> bool:
    return not table.laying.tiles and not table.land


ON_THE_MAP = ("map", "units", "runes", "exploration")
"""The tracked areas that need a map; without one they stay on paper."""


WHICH_MAP = text("Is the map kept in the app, too?")
"""The question of a table that has not typed in its tiles."""


def offers_without_map(table: Runewars) -> Iterator[Offer]:
    """The offer of `AreasTracked` to leave out the map, while no tile is typed in or laid."""
    if is_map_empty(table) and not is_printed(table):
        without = [area for area in table.areas_tracked() if area not in ON_THE_MAP]
        yield Offer(text("Play without a map in the app"), {"tracks": without}, required=True, question=WHICH_MAP)


def areas_meet(table: Runewars, tile: str, cells: Sequence[Cell]) -> Iterator[Refused]:
    """The refusal of a tile with two areas at one place, because the place of one of them is not typed in."""
    if len({cell.at for cell in cells}) < len(cells):
        yield SAME_PLACE(tile=table.called("tiles", tile))


class MapTilePlaced(TilesLaid):
    help_text = "Put a tile on the map: pick the tile, how it is turned, and where its middle goes."
    sentence = "{tile} was laid[ {place}][, {turned}][ by {seat}]"
    title = "Lay a tile"
    during = ("setup",)
    layout = Layout(usual=("turned", "place"))
    tile: Annotated[str, Choice("tiles", tiles_to_lay)]
    shows: Shown = Field(default=MOST_SHOWN - 1, title="areas on it, if unknown")
    turned: Annotated[
        str, Choice("turns", likely=turns_for, beside=("tile", "shows")), Field(title="turned which way")
    ] = "0"
    place: Annotated[Place | None, Choice("places", places_for, given=("tile", "turned", "shows"), free=True)] = None
    seat: Living | None = None
    beside: Annotated[tuple[Id, ...], Settled()] = ()
    """The areas adjacent to it at that time; none in older logs."""

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The next tile, with the player who lays it.

        The number of areas is asked for if tiles are not typed in. A map that was typed in area by area has no tiles.
        """
        seat = lays_next(table)
        if not seat or (table.land and not table.laying.tiles):
            return
        own = [tile for tile in table.laying.dealt.get(seat, ()) if tile not in table.laying.tiles]
        fields = {"seat": seat, **({"tile": own[0]} if len(own) == 1 else {})}
        title, printed, question = text("{seat} lays a tile"), is_printed(table), None
        if not printed and not table.laying.tiles:
            title, question = text("Lay it tile by tile: {seat} begins"), WHICH_MAP
        shows = () if printed else ("shows",)
        place = ("place",) if ground_of(table) or without_areas(table) else ()
        needs = (*shows, *place)
        yield Offer(title, fields, required=True, opens_form=True, also_required=needs, question=question)

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Runewars) -> Mapping[str, object]:
        return place_beside_areas(fields)

    @classmethod
    def prefilled(cls, table: Runewars) -> Mapping[str, Any]:
        return {"seat": lays_next(table) or None}

    def check(self, table: Runewars) -> Iterator[Refused]:
        turn = lays_next(table)
        if table.seats and not may_be_laid(table):
            yield BEGINS_FIRST()
        if self.seat and turn and self.seat != turn:
            yield LAYS_FIRST(seat=table.called("seats", turn))
        yield from self._not_theirs(table, self.seat or turn)
        yield from self._misplaced(table)

    def _not_theirs(self, table: Runewars, seat: str) -> Iterator[Refused]:
        """The refusal of a tile that was dealt to another seat, or of one after the last."""
        if table.seats and not lays_next(table):
            yield ALL_LIE(count=laid_so_far(table))
        for other, tiles in table.laying.dealt.items():
            if self.tile in tiles and seat and other != seat:
                yield DEALT_TO_OTHER(tile=table.called("tiles", self.tile), seat=table.called("seats", other))

    def _misplaced(self, table: Runewars) -> Iterator[Refused]:
        ground, printed, blank = ground_of(table), cells_of(table, self.tile, self.shows), without_areas(table)
        spot = spot_of(self.place) if self.place else MIDDLE
        if spot is None or ((blank or (ground and printed)) and not self.place):
            yield NO_PLACE()
            return
        cells = move_tile(printed, spot, int(self.turned))
        yield from areas_meet(table, self.tile, cells)
        under = {cell.at for cell in cells} or {spot}
        if overlaps_map(cells, ground) or under & blank or (not cells and spot in ground):
            yield NO_ROOM(tile=table.called("tiles", self.tile))
        elif ground and cells and not touches_enough(cells, ground):
            yield TOUCHES_TOO_LITTLE()
        if colours_meet(cells, ground):
            yield COLOURS_MEET()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        spot = spot_of(self.place or "") or MIDDLE
        printed = as_printed(table, {self.tile: (spot.q, spot.r, int(self.turned))}, self.shows)
        cells = [Hex(*at) for at in printed["spots"].values()]
        return self.copy_with(**printed, beside=areas_beside(table.land, cells or [spot]))


class MapRolledBack(MapEvent):
    help_text = "Take back part of the map: the home realms and their markers, or everything."
    sentence = "Went back to laying {to}[ ({why})]"
    title = "Take the map up"
    during = ("setup",)
    to: Annotated[Literal["tiles", "home markers"], FixedTexts(("tiles", "home markers"))] = "home markers"
    why: Remark = ""
    taken: Annotated[tuple[Id, ...], Settled()] = ()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        tiles = table.laying.tiles
        return self.copy_with(taken=tuple(tile for tile in tiles if self.to == "tiles" or is_home(table, tile)))

    def apply(self, table: Runewars) -> None:
        taken_up(table, self.taken)
        table.laying.markers, table.laying.marked = {}, 0
