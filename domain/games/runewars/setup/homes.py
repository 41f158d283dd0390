"""Home realms: markers at the edge of the map, and the home tiles that replace them (地图设置 4-5)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Self

from pydantic import Field

from domain.components.map_geometry import Hex
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Layout
from domain.framework.events.marks import Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.runewars import sections
from domain.games.runewars.base import seats_clockwise
from domain.games.runewars.setup.hexes import (
    ENOUGH_OPEN,
    Cell,
    colours_meet,
    far_enough,
    move_tile,
    open_borders,
    two_from,
)
from domain.games.runewars.setup.laying import (
    COLOURS_MEET,
    NO_PLACE,
    NO_ROOM,
    Id,
    MapEvent,
    Place,
    TilesLaid,
    areas_meet,
    as_printed,
    cells_of,
    cover_of,
    gaps_of_cover,
    ground_of,
    home_places,
    home_tile,
    is_spent,
    lays_next,
    marker_places,
    place_beside_areas,
)
from domain.games.runewars.state.table import TURNS, Marker, Runewars, areas_beside, spot_of

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
ON_THE_MAP = never("marker-on-the-map", "A home marker is placed next to the map, not on it.", rule=sections.MAP_SETUP)
TILES_FIRST = refusal(
    "tiles-first", "Home markers come after the last tile: {seat} lays the next tile.", rule=sections.MAP_SETUP
)
ALL_MARKED = refusal(
    "all-marked", "There are as many home markers as players: {count} were placed.", rule=sections.MAP_SETUP
)
OFF_THE_MARKER = refusal(
    "off-the-marker", "Two areas of the home tile take the places of {marker}.", rule=sections.MAP_SETUP
)
HOMES_MEET = refusal(
    "homes-meet",
    "Home realms may not be adjacent: take the markers and home tiles up, and place the markers again.",
    rule=sections.MAP_SETUP,
)
HOME_COLOURS = COLOURS_MEET.saying(
    "A mountain or water border of the home tile touches another one. Most tables allow it."
)
HOMES_IN_ORDER = refusal("homes-in-order", "{seat} lays a home tile first.", rule=sections.MAP_SETUP)


def without_home(table: Runewars) -> Iterable[str]:
    """Seats whose home realm is not on the map, in the order of laying: the starting player last."""
    seats = seats_clockwise(table)
    return [seat for seat in (*seats[1:], *seats[:1]) if home_tile(table, seat) not in table.laying.tiles]


def homes_to_lay(table: Runewars) -> Sequence[str]:
    """The seats whose home realms come next, because all other tiles are laid."""
    return [*without_home(table)] if table.laying.tiles and not lays_next(table) else []


def is_marker_next(table: Runewars) -> bool:
    """Whether home markers come before the home tiles that take their places."""
    return table.laying.marked < len(table.seats) and any(homes_to_lay(table))


def next_home(table: Runewars) -> Sequence[str]:
    """The seat that lays its home tile, once all markers are placed."""
    return [] if is_marker_next(table) else homes_to_lay(table)[:1]


def is_laid(table: Runewars) -> bool:
    """Whether the map is laid with all home realms, or was typed in area by area."""
    if table.laying.tiles:
        return not lays_next(table) and not any(without_home(table))
    return bool(table.land)


class HomeMarkerPlaced(MapEvent):
    help_text = "A home marker goes at the edge of the map. It covers two spaces, where the home tile will go."
    sentence = "Home marker {number} was laid {place}"
    title = "Place a home marker"
    during = ("setup",)
    layout = Layout(usual=("side",))
    offer = Offer(required=True, when=is_marker_next)
    side: Annotated[str, Choice("sides")] = Field(default="0", title="where is its second space")
    place: Annotated[Place, Choice("places", marker_places, given=("side",), free=True)]
    number: Annotated[str, Field(max_length=20), Settled()] = ""
    beside: Annotated[tuple[Id, ...], Settled()] = ()
    """The areas adjacent to it at that time; none in older logs."""

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
        if not far_enough(gaps_of_cover(table, cover), is_spent(table)):
            yield TOO_CLOSE()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        spot = spot_of(self.place)
        cover = two_from(spot, int(self.side)) if spot else ()
        return self.copy_with(number=str(table.laying.marked + 1), beside=areas_beside(table.land, cover))

    def apply(self, table: Runewars) -> None:
        if spot := spot_of(self.place):
            table.laying.markers[self.number] = Marker(q=spot.q, r=spot.r, side=int(self.side))
        table.laying.marked += 1


def home_cells(table: Runewars, seat: str, marker: str, turn: str) -> list[Cell]:
    """The cells of a seat's home tile in a rotation on a home marker; none if it does not fit."""
    ways = home_places(table, seat, marker, turn)
    spot = spot_of(ways[0]) if ways else None
    return move_tile(cells_of(table, home_tile(table, seat)), spot, int(turn)) if spot else []


def home_turns(table: Runewars, seat: str | None, marker: str | None) -> list[list[str]]:
    """The rotations of a home tile on a marker: those apart from other homes, then those with fitting borders."""
    if not seat or not marker:
        return []
    ground, lying = ground_of(table), {turn: home_cells(table, seat, marker, turn) for turn in TURNS}
    apart_ = [turn for turn, cells in lying.items() if cells and not _beside_home(table, cells)]
    return [apart_, [turn for turn in apart_ if not colours_meet(lying[turn], ground)]]


class HomeTilePlaced(TilesLaid):
    help_text = "Swap a home marker for the home tile, turned any way its player likes. The starting player goes last."
    sentence = "The home realm of {seat} took the place of {marker}"
    title = "Lay a home tile"
    during = ("setup",)
    layout = Layout(usual=("turned", "place"))
    offer = Offer(text("{seat} lays the home tile"), required=True, each=("seat", next_home))
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
        yield from areas_meet(table, home_tile(table, self.seat), cells)
        if cells and any(cell.at in ground for cell in cells):
            yield NO_ROOM(tile=table.called("tiles", home_tile(table, self.seat)))
        elif not self._covers(table, cells):
            yield OFF_THE_MARKER(marker=table.called("markers", self.marker))
        if _beside_home(table, cells):
            yield HOMES_MEET()
        if table.ruled("home-borders-match") and colours_meet(cells, ground):
            yield COLOURS_MEET()

    def warnings(self, table: Runewars) -> Iterator[Refused]:
        if not table.ruled("home-borders-match") and colours_meet(self._cells(table), ground_of(table)):
            yield HOME_COLOURS()

    def _covers(self, table: Runewars, cells: list[Cell]) -> bool:
        """Whether the tile covers both places of its marker, if its areas are known."""
        marker = table.laying.markers.get(self.marker)
        return not cells or marker is None or {*cover_of(marker)} <= {cell.at for cell in cells}

    def _cells(self, table: Runewars) -> list[Cell]:
        q, r, turned = self._lies(table)
        return move_tile(cells_of(table, home_tile(table, self.seat)), Hex(q, r), turned)

    def _lies(self, table: Runewars) -> tuple[int, int, int]:
        """The position and rotation: as given, or so that the tile covers the marker."""
        covering = home_places(table, self.seat, self.marker, self.turned)
        spot, turned = spot_of(self.place or next(iter(covering), "")), int(self.turned)
        marker = table.laying.markers.get(self.marker) or Marker(q=0, r=0)
        return (spot.q, spot.r, turned) if spot else (marker.q, marker.r, turned)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        tile = home_tile(table, self.seat)
        return self.copy_with(**as_printed(table, {tile: self._lies(table)} if tile else {}))

    def apply(self, table: Runewars) -> None:
        super().apply(table)
        table.laying.markers.pop(self.marker, None)


def _beside_home(table: Runewars, cells: list[Cell]) -> bool:
    """Whether a home tile would be adjacent to another home realm."""
    homes = {(area.q, area.r) for area in table.land.values() if area.home}
    return any((spot.q, spot.r) in homes for cell in cells for spot in cell.at.around())
