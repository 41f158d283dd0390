"""Laying the map: tiles and what they bring, setup quests, home realms, and maps of the table's own."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.areas import hex_of, reckon
from domain.games.runewars.base import Living, QuestId
from domain.games.runewars.runes import lift
from domain.games.runewars.setup.hexes import (
    ENOUGH_OPEN,
    MIDDLE,
    ONCE_APART,
    OPEN,
    Cell,
    Ground,
    Sides,
    apart,
    colours_meet,
    edge,
    far_enough,
    moved,
    open_borders,
    overlaps,
    touches_enough,
    two_from,
)
from domain.games.runewars.setup.players import SetupEvent
from domain.games.runewars.state.kinds import AreaPrint, Border, Coordinate, MapTile, QuestCard, SavedMap, Small
from domain.games.runewars.state.table import TURNS, Area, Laid, Marker, Runewars, areas_beside, place_beside, spot_of
from domain.language.chance import Chance
from domain.language.event import Choice, FixedWords, Known, Line, Remark, Settled
from domain.language.printed import Printed
from domain.language.refusal import Refused, never, refusal
from domain.language.table import Table
from domain.things.spaces import Hex

LETTERS = "ABCD"
HOME_AREAS = 3
SHAPES: Mapping[int, tuple[Hex, ...]] = {
    2: (Hex(0, 0), Hex(1, 0)),
    HOME_AREAS: (Hex(0, 0), Hex(1, 0), Hex(0, 1)),
    4: (Hex(0, 0), Hex(1, 0), Hex(0, 1), Hex(1, 1)),
}
"""How a tile lies of which is known but how many areas it has."""

# === Tiles and the table: what is printed on one, where the map lies, and where a tile or a home marker may go


def cells_of(table: Table, tile: str, shows: int = 0) -> list[Cell]:
    """The areas of a tile as they are printed, else as many as it `shows`; none where nobody said how many."""
    prints = {area: AreaPrint.of(table, area) for area in table.ids("areas")}
    printed = [
        Cell(area, Hex(print_.q, print_.r), sides_of(print_)) for area, print_ in prints.items() if print_.tile == tile
    ]
    return printed or blank_cells(table, tile, shows)


def blank_cells(table: Table, tile: str, shows: int) -> list[Cell]:
    """So many areas in the shape of a tile, with nothing printed on them; those of a home tile are always three."""
    home = MapTile.of(table, tile).home
    names = [f"{f'{home} ' if home else tile}{letter}" for letter in LETTERS]
    spots = SHAPES.get(HOME_AREAS if home else shows, ())
    return [Cell(name, spot) for name, spot in zip(names, spots, strict=False)]


def is_printed(table: Table) -> bool:
    """Whether anybody typed in what areas the tiles have, so that a map can be laid as it is printed."""
    return any(AreaPrint.of(table, area).tile for area in table.ids("areas"))


def sides_of(print_: AreaPrint) -> Sides:
    """Six sides, whatever was typed in."""
    return (*print_.borders, *OPEN)[: len(OPEN)]


def is_home(table: Runewars, tile: str) -> bool:
    return bool(MapTile.of(table, tile).home)


def home_tile(table: Runewars, seat: str) -> str:
    """The tile of a faction's home realm; empty where none is known."""
    return next((tile for tile in table.ids("tiles") if MapTile.of(table, tile).home == seat), "")


def ground_of(table: Runewars) -> Ground:
    """The map as it lies."""
    return {spot: _sides(area) for area in table.land.values() if (spot := hex_of(area))}


def without_areas(table: Runewars) -> set[Hex]:
    """Where the middles of tiles lie of which nobody typed in the areas."""
    known = {area.tile for area in table.land.values()}
    return {Hex(at.q, at.r) for tile, at in table.laying.tiles.items() if tile not in known}


def _sides(area: Area) -> Sides:
    return tuple(area.borders.get(str(side), "open") for side in range(len(OPEN)))


def written(spot: Hex) -> str:
    return f"{spot.q} {spot.r}"


def places_for(table: Runewars, tile: str, turn: str, shows: int) -> list[str]:
    """Where a tile may lie as it is turned, each told by the place of its middle."""
    cells, ground, sixths = cells_of(table, tile, shows), ground_of(table), int(turn)
    blank = dict.fromkeys(without_areas(table), OPEN)
    if not ground and not blank:
        return [written(MIDDLE)]
    if not cells or not ground:
        return [written(spot) for spot in edge({**ground, **blank})]
    ways = [spot.way_from(cell.at) for cell in moved(cells, MIDDLE, sixths) for spot in edge(ground)]
    return [written(way) for way in dict.fromkeys(ways) if fits(moved(cells, way, sixths), ground)]


def fits(cells: list[Cell], ground: Ground) -> bool:
    return not overlaps(cells, ground) and touches_enough(cells, ground) and not colours_meet(cells, ground)


def cover_of(marker: Marker) -> tuple[Hex, Hex]:
    """The two places that a home marker covers."""
    return two_from(Hex(marker.q, marker.r), marker.side)


def gaps(table: Runewars, cover: tuple[Hex, Hex]) -> list[int | None]:
    """How far a home marker would be from each of those that lie there."""
    ground = ground_of(table)
    return [apart(cover, cover_of(marker), ground) for marker in table.laying.markers.values()]


def is_spent(table: Runewars) -> bool:
    """Whether a home marker is three areas from another one already."""
    ground = ground_of(table)
    covers = [cover_of(marker) for marker in table.laying.markers.values()]
    return any(apart(one, other, ground) == ONCE_APART for n, one in enumerate(covers) for other in covers[n + 1 :])


def covered(table: Runewars, known: Known) -> list[Hex]:
    """What comes to lie on the map, as seen from where its middle does: a tile, a home tile, a home marker."""
    if side := known.get("side"):
        return list(two_from(MIDDLE, int(side)))
    seat = known.get("seat")
    tile = known.get("tile") or (home_tile(table, seat) if seat else "")
    cells = cells_of(table, tile, known.get("shows") or 0) if tile else []
    return [cell.at for cell in moved(cells, MIDDLE, int(known.get("turned") or 0))]


def marker_places(table: Runewars, to: str) -> list[str]:
    """Where a home marker may lie that covers a place and the one beside it on a side."""
    ground, spent, side = ground_of(table), is_spent(table), int(to)
    covers = [two_from(spot, side) for edge_ in edge(ground) for spot in _before(edge_, side)]
    return [
        written(cover[0])
        for cover in dict.fromkeys(covers)
        if not set(cover) & set(ground)
        and open_borders(cover, ground) >= ENOUGH_OPEN
        and far_enough(gaps(table, cover), spent)
    ]


def _before(spot: Hex, side: int) -> tuple[Hex, Hex]:
    """The places from which a home marker covers one: itself, and the one on the other side."""
    return spot, spot.way_from(two_from(spot, side)[1].way_from(spot))


def home_places(table: Runewars, seat: str, marker: str, turn: str) -> list[str]:
    """Where a home tile may lie as it is turned, so that two of its areas cover a home marker."""
    here = table.laying.markers.get(marker)
    cells = moved(cells_of(table, home_tile(table, seat)), MIDDLE, int(turn))
    return [written(way) for way in _covering(cells, cover_of(here), ground_of(table))] if here else []


def _covering(cells: list[Cell], cover: tuple[Hex, Hex], ground: Ground) -> Iterator[Hex]:
    for way in dict.fromkeys(cover[0].way_from(cell.at) for cell in cells):
        lying = moved(cells, way, 0)
        if {*cover} <= {cell.at for cell in lying} and not overlaps(lying, ground):
            yield way


# === What tiles bring onto the map: filled in from their content when they are laid, so that a fold needs none

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


def place_beside_areas(fields: Mapping[str, object]) -> Mapping[str, object]:
    """The place of an event for its sentence: by the areas that lay beside it then, where they were written down.

    While it is not recorded, and nobody wrote any down, it is told as the map is now.
    """
    place, beside = fields.get("place"), fields.get("beside", ())
    return {"place": place_beside(beside, str(place))} if place and isinstance(beside, list | tuple) else {}


def as_printed(table: Runewars, tiles: Tiles, shows: int = 0) -> dict[str, Any]:
    """The fields of `TilesLaid` for tiles as they lie; one that nobody typed in shows so many areas."""
    lying = {tile: moved(cells_of(table, tile, shows), Hex(q, r), turned) for tile, (q, r, turned) in tiles.items()}
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


# === Laying the map: the starting player first, then clockwise, until everybody laid two tiles (地图设置 1-3)

NO_PLACE = never("no-place", "Say where on the map it lies.", rule=sections.MAP_SETUP)
NO_ROOM = never("no-room", "There is something on the map already where {tile} would lie.", rule=sections.MAP_SETUP)
TOUCHES_TOO_LITTLE = refusal(
    "touches-too-little",
    "The tile must touch at least 2 areas of the map with at least 2 of its own areas.",
    rule=sections.MAP_SETUP,
)
COLOURS_MEET = refusal(
    "colours-meet",
    "A mountain or water border may not lie against another tile's mountain or water border.",
    rule=sections.MAP_SETUP,
)
BEGINS_FIRST = refusal(
    "begins-first",
    "First find who begins: the starting player lays a tile.",
    rule=sections.SETUP,
    areas=("calendar",),
)
LAYS_FIRST = refusal("lays-first", "{seat} lays the next tile.", rule=sections.MAP_SETUP)
DEALT_TO_OTHER = refusal("dealt-to-other", "{tile} was dealt to {seat}.", rule=sections.MAP_SETUP)
ALL_LIE = refusal("all-lie", "All {count} tiles lie: two of each player.", rule=sections.MAP_SETUP)
TILES_EACH = 2
FEWEST_SHOWN, MOST_SHOWN = 2, 4

Shown = Annotated[int, Field(ge=FEWEST_SHOWN, le=MOST_SHOWN)]
"""Areas of a tile that is nobody's home."""
Place = Annotated[Line, Field(max_length=20)]


def turns_for(table: Runewars, tile: str | None, shows: int | None) -> list[list[str]]:
    """How a tile may be turned so that it fits somewhere."""
    return [[turn for turn in TURNS if places_for(table, tile, turn, shows or 0)]] if tile else []


def tiles_to_lay(table: Runewars) -> Iterable[str]:
    """Tiles in the box that are nobody's home, those that the setup quests brought first."""
    dealt = [tile for tiles in table.laying.dealt.values() for tile in tiles]
    free = [tile for tile in table.ids("tiles") if tile not in table.laying.tiles and not is_home(table, tile)]
    return sorted(free, key=lambda tile: tile not in dealt)


def clockwise(table: Runewars) -> list[str]:
    """The seats, the starting player first."""
    seats = list(table.seats)
    start = seats.index(table.starting) if table.starting in seats else 0
    return [*seats[start:], *seats[:start]]


def laid_so_far(table: Runewars) -> int:
    """Tiles on the map that are nobody's home."""
    return sum(not is_home(table, tile) for tile in table.laying.tiles)


def lays_next(table: Runewars) -> str:
    """The seat that lays a tile now; empty once everybody laid two."""
    seats, laid = clockwise(table), laid_so_far(table)
    return seats[laid % len(seats)] if seats and laid < TILES_EACH * len(seats) else ""


def may_be_laid(table: Runewars) -> bool:
    """Whether it is time for the map: it is known who begins, or some of it lies already."""
    return bool(table.starting or table.laying.tiles or table.land)


class MapTilePlaced(TilesLaid):
    help_text = "Put a tile on the map: pick the tile, how it is turned, and where its middle goes."
    says = "[{seat} laid ]{tile}[ {place}][, {turned}]"
    title = "Lay a tile"
    during = ("setup",)
    likely = ("turned", "place")
    tile: Annotated[str, Choice("tiles", tiles_to_lay)]
    shows: Shown = Field(default=MOST_SHOWN - 1, title="areas on it, if nobody typed them in")
    turned: Annotated[
        str, Choice("turns", likely=turns_for, beside=("tile", "shows")), Field(title="turned which way")
    ] = "0"
    place: Annotated[Place | None, Choice("places", places_for, given=("tile", "turned", "shows"), free=True)] = None
    seat: Living | None = None
    beside: Annotated[tuple[Id, ...], Settled()] = ()
    """The areas that it was laid beside; logs of before have none."""

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
        """Why a tile is not laid now: it was dealt to somebody else, or all lie already."""
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
        cells = moved(printed, spot, int(self.turned))
        under = {cell.at for cell in cells} or {spot}
        if overlaps(cells, ground) or under & blank or (not cells and spot in ground):
            yield NO_ROOM(tile=table.called("tiles", self.tile))
        elif ground and cells and not touches_enough(cells, ground):
            yield TOUCHES_TOO_LITTLE()
        if colours_meet(cells, ground):
            yield COLOURS_MEET()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        spot = spot_of(self.place or "") or MIDDLE
        printed = as_printed(table, {self.tile: (spot.q, spot.r, int(self.turned))}, self.shows)
        cells = [Hex(*at) for at in printed["spots"].values()]
        return self.but(**printed, beside=areas_beside(table.land, cells or [spot]))


class MapRolledBack(MapEvent):
    help_text = "Take back part of the map: the home realms and their markers, or everything."
    says = "Back to laying {to}[: {why}]"
    title = "Take the map up"
    during = ("setup",)
    to: Annotated[Literal["tiles", "home markers"], FixedWords(("tiles", "home markers"))] = "home markers"
    why: Remark = ""
    taken: Annotated[tuple[Id, ...], Settled()] = ()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        tiles = table.laying.tiles
        return self.but(taken=tuple(tile for tile in tiles if self.to == "tiles" or is_home(table, tile)))

    def apply(self, table: Runewars) -> None:
        taken_up(table, self.taken)
        table.laying.markers, table.laying.marked = {}, 0


# === Home realms: markers at the edge of the map, and the home tiles that take their places (地图设置 4-5)

TOO_FEW_OPEN = refusal(
    "too-few-open",
    "The home marker must touch at least two uncoloured borders at the map edge.",
    rule=sections.MAP_SETUP,
)
TOO_CLOSE = refusal(
    "markers-too-close",
    "Home markers must be at least 4 areas apart (only one marker may be 3 apart).",
    rule=sections.MAP_SETUP,
)
ON_THE_MAP = never("marker-on-the-map", "A home marker lies beside the map, not on it.", rule=sections.MAP_SETUP)
TILES_FIRST = refusal(
    "tiles-first", "Home markers come after the last tile: {seat} lays the next one.", rule=sections.MAP_SETUP
)
ALL_MARKED = refusal(
    "all-marked", "There are as many home markers as players: {count} were placed.", rule=sections.MAP_SETUP
)
OFF_THE_MARKER = refusal(
    "off-the-marker", "Two areas of the home tile take the places of {marker}.", rule=sections.MAP_SETUP
)
HOMES_MEET = refusal(
    "homes-meet",
    "Home realms may not be adjacent: take the markers and home tiles up, and place the markers anew.",
    rule=sections.MAP_SETUP,
)
HOME_COLOURS = COLOURS_MEET.saying(
    "A mountain or water border of the home tile lies against another one. Most tables allow it."
)
HOMES_IN_ORDER = refusal("homes-in-order", "{seat} lays a home tile first.", rule=sections.MAP_SETUP)


class HomeMarkerPlaced(MapEvent):
    help_text = "A home marker goes at the edge of the map. It covers two spaces, where the home tile will go."
    says = "Home marker {number} was laid {place}"
    title = "Place a home marker"
    during = ("setup",)
    likely = ("side",)
    side: Annotated[str, Choice("sides")] = Field(default="0", title="where is its second space")
    place: Annotated[Place, Choice("places", marker_places, given=("side",), free=True)]
    number: Annotated[str, Field(max_length=20), Settled()] = ""
    beside: Annotated[tuple[Id, ...], Settled()] = ()
    """The areas that it lay beside then; logs of before have none."""

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Runewars) -> Mapping[str, object]:
        return place_beside_areas(fields)

    def check(self, table: Runewars) -> Iterator[Refused]:
        spot = spot_of(self.place)
        if spot is None:
            yield NO_PLACE()
            return
        cover, ground = two_from(spot, int(self.side)), ground_of(table)
        if lays_next(table) and ground:
            yield TILES_FIRST(seat=table.called("seats", lays_next(table)))
        if table.laying.marked >= max(len(table.seats), 1):
            yield ALL_MARKED(count=table.laying.marked)
        if set(cover) & set(ground):
            yield ON_THE_MAP()
        if ground and open_borders(cover, ground) < ENOUGH_OPEN:
            yield TOO_FEW_OPEN()
        if not far_enough(gaps(table, cover), is_spent(table)):
            yield TOO_CLOSE()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        spot = spot_of(self.place)
        cover = two_from(spot, int(self.side)) if spot else ()
        return self.but(number=str(table.laying.marked + 1), beside=areas_beside(table.land, cover))

    def apply(self, table: Runewars) -> None:
        if spot := spot_of(self.place):
            table.laying.markers[self.number] = Marker(q=spot.q, r=spot.r, side=int(self.side))
        table.laying.marked += 1


def without_home(table: Runewars) -> Iterable[str]:
    """Seats whose home realm is not on the map, in the order that they lay it: the starting player last."""
    seats = clockwise(table)
    return [seat for seat in (*seats[1:], *seats[:1]) if home_tile(table, seat) not in table.laying.tiles]


def home_cells(table: Runewars, seat: str, marker: str, turn: str) -> list[Cell]:
    """The home tile of a seat as it is turned, on a home marker; nothing where it does not fit there."""
    ways = home_places(table, seat, marker, turn)
    spot = spot_of(ways[0]) if ways else None
    return moved(cells_of(table, home_tile(table, seat)), spot, int(turn)) if spot else []


def home_turns(table: Runewars, seat: str | None, marker: str | None) -> list[list[str]]:
    """How a home tile may be turned on a marker: so that it fits, beside no other, and last whatever its borders."""
    if not seat or not marker:
        return []
    ground, lying = ground_of(table), {turn: home_cells(table, seat, marker, turn) for turn in TURNS}
    apart_ = [turn for turn, cells in lying.items() if cells and not _beside_home(table, cells)]
    return [apart_, [turn for turn in apart_ if not colours_meet(lying[turn], ground)]]


class HomeTilePlaced(TilesLaid):
    help_text = "Swap a home marker for the home tile, turned any way its player likes. The starting player goes last."
    says = "The home realm of {seat} took the place of {marker}"
    title = "Lay a home tile"
    during = ("setup",)
    likely = ("turned", "place")
    seat: Annotated[str, Choice("seats", without_home)]
    marker: Annotated[str, Choice("markers")]
    turned: Annotated[
        str, Choice("turns", likely=home_turns, beside=("seat", "marker")), Field(title="turned which way")
    ] = "0"
    place: Annotated[Place | None, Choice("places", home_places, given=("seat", "marker", "turned"), free=True)] = None

    @classmethod
    def prefilled(cls, table: Runewars) -> Mapping[str, Any]:
        return {"marker": next(iter(table.laying.markers), None)}

    def check(self, table: Runewars) -> Iterator[Refused]:
        first = next(iter(without_home(table)), "")
        if first != self.seat:
            yield HOMES_IN_ORDER(seat=table.called("seats", first))
        cells, ground = self._cells(table), ground_of(table)
        if cells and any(cell.at in ground for cell in cells):
            yield NO_ROOM(tile=table.called("tiles", home_tile(table, self.seat)))
        elif not self._covers(table, cells):
            yield OFF_THE_MARKER(marker=table.called("markers", self.marker))
        if _beside_home(table, cells):
            yield HOMES_MEET()
        if table.ruled("home-borders-match") and colours_meet(cells, ground):
            yield COLOURS_MEET()

    def doubts(self, table: Runewars) -> Iterator[Refused]:
        if not table.ruled("home-borders-match") and colours_meet(self._cells(table), ground_of(table)):
            yield HOME_COLOURS()

    def _covers(self, table: Runewars, cells: list[Cell]) -> bool:
        """Whether it takes both places of its marker, as far as anybody can say where its areas lie."""
        marker = table.laying.markers.get(self.marker)
        return not cells or marker is None or {*cover_of(marker)} <= {cell.at for cell in cells}

    def _cells(self, table: Runewars) -> list[Cell]:
        q, r, turned = self._lies(table)
        return moved(cells_of(table, home_tile(table, self.seat)), Hex(q, r), turned)

    def _lies(self, table: Runewars) -> tuple[int, int, int]:
        """Where it lies: as was said, else so that it covers the marker."""
        covering = home_places(table, self.seat, self.marker, self.turned)
        spot, turned = spot_of(self.place or next(iter(covering), "")), int(self.turned)
        marker = table.laying.markers.get(self.marker) or Marker(q=0, r=0)
        return (spot.q, spot.r, turned) if spot else (marker.q, marker.r, turned)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        tile = home_tile(table, self.seat)
        return self.but(**as_printed(table, {tile: self._lies(table)} if tile else {}))

    def apply(self, table: Runewars) -> None:
        super().apply(table)
        table.laying.markers.pop(self.marker, None)


def _beside_home(table: Runewars, cells: list[Cell]) -> bool:
    """Whether a home tile would lie beside another home realm."""
    homes = {(area.q, area.r) for area in table.land.values() if area.home}
    return any((spot.q, spot.r) in homes for cell in cells for spot in cell.at.around())


# === Maps of the table's own: one that lies is kept as content, one that is kept is laid at once =

NOTHING_LIES = never("nothing-lies", "No tile lies on the map yet.", rule=sections.MAP_SETUP)
MAP_KNOWN = never("map-known", "There is a map called “{name}” already. Give this one another name.")
MAP_LIES = never("map-lies", "There is a map on the table. Take it up first.", rule=sections.MAP_SETUP)
MAP_BLANK = never(
    "map-blank",
    "Nobody typed in the tiles of {name} here. Take the pack of the table that kept it, or lay them one by one.",
)
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


def may_be_drawn(table: Runewars, saved: str) -> bool:
    """Whether it is known which areas the tiles of a saved map have, home tiles aside."""
    tiles = [tile for tile in lying(SavedMap.of(table, saved)) if not is_home(table, tile)]
    return all(cells_of(table, tile) for tile in tiles)


class MapKept(MapEvent):
    help_text = "Save this map under a name, to lay it out at once next time. A pack file takes it anywhere."
    says = "The map was kept: {name}"
    title = "Keep this map"
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
    help_text = "Lay out a saved map all at once, with the home realms of this game's players."
    says = "The map was laid: {map}"
    title = "Lay a kept map"
    during = ("setup",)
    map: Annotated[str, Choice("maps")]

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.laying.tiles:
            yield MAP_LIES()
        if not may_be_drawn(table, self.map):
            yield MAP_BLANK(name=table.called("maps", self.map))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        tiles = for_these_seats(table, lying(SavedMap.of(table, self.map)))
        return self.but(**as_printed(table, {tile: at for tile, at in tiles.items() if _is_tile(table, tile)}))


def _is_tile(table: Runewars, tile: str) -> bool:
    return tile in table.ids(MapTile.kind_name)


# === Setup quests, which bring the tiles, and quest cards that lead nowhere on this map (地图设置 1-2; 构建任务牌堆)

TWO_EACH = refusal("two-each", "{seat} has two setup quests already.", rule=sections.MAP_SETUP)
DEALT_BEFORE = never("dealt-before", "That quest was dealt to {seat}.", rule=sections.MAP_SETUP)
ALL_LEAD_HERE = never(
    "all-lead-here", "Every quest that is typed in leads to an area of this map.", rule=sections.QUESTS
)
QUESTS_EACH = 2


def setup_quests(table: Runewars) -> Iterable[str]:
    """Setup quests that were dealt to nobody."""
    dealt = [quest for quests in table.laying.quests.values() for quest in quests]
    return [quest for quest in table.ids("quests") if QuestCard.of(table, quest).tile and quest not in dealt]


def astray(table: Runewars) -> list[str]:
    """Quests whose areas are typed in, and none of which lies on this map."""
    known = {quest: QuestCard.of(table, quest).areas for quest in table.ids("quests")}
    removed = table.laying.removed
    return [quest for quest, areas in known.items() if areas and not {*areas} & {*table.land} and quest not in removed]


class SetupQuestDealt(MapEvent):
    title = "Deal a setup quest"
    help_text = "Deal each player two setup quests, face up, one at a time. Each comes with its map tile."
    says = "{seat} was dealt {quest}[, which brings {tile}]"
    during = ("setup",)
    likely = ("tile",)
    seat: Living
    quest: Annotated[QuestId, Choice("quests", setup_quests, free=True)]
    tile: Annotated[Annotated[str, Choice("tiles")] | None, Printed(QuestCard, by="quest")] = None

    def check(self, table: Runewars) -> Iterator[Refused]:
        for seat, quests in table.laying.quests.items():
            if self.quest in quests:
                yield DEALT_BEFORE(seat=table.called("seats", seat))
        if len(table.laying.quests.get(self.seat, ())) >= QUESTS_EACH:
            yield TWO_EACH(seat=table.called("seats", self.seat))

    def apply(self, table: Runewars) -> None:
        table.laying.quests.setdefault(self.seat, []).append(self.quest)
        if self.tile:
            table.laying.dealt.setdefault(self.seat, []).append(self.tile)


class QuestCardsRemoved(MapEvent):
    help_text = "Quests for areas that are not on this map go back to the box. Shuffle the setup quests into the deck."
    says = "Put out of the game: {quests}"
    title = "Take out the quests that lead nowhere"
    during = ("setup",)
    tracked = ("map", "cards")
    quests: Annotated[tuple[Annotated[str, Choice("quests")], ...], Settled()] = ()

    def check(self, table: Runewars) -> Iterator[Refused]:
        if not astray(table):
            yield ALL_LEAD_HERE()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.but(quests=tuple(astray(table)))

    def apply(self, table: Runewars) -> None:
        table.laying.removed = [*table.laying.removed, *self.quests]


EVENTS = (HomeMarkerPlaced, HomeTilePlaced, MapTilePlaced, MapRolledBack, MapKept, MapLaid)
SETUP_QUEST_EVENTS = (SetupQuestDealt, QuestCardsRemoved)
