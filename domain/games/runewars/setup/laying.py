"""Laying the map: the starting player first, then clockwise, until everybody laid two tiles (地图设置 1-3)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import Living
from domain.games.runewars.setup.hexes import MIDDLE, colours_meet, moved, overlaps, touches_enough
from domain.games.runewars.setup.printed import Id, MapEvent, TilesLaid, as_printed, taken_up, told_beside
from domain.games.runewars.setup.tiles import cells_of, ground_of, is_home, places_for, without_areas
from domain.games.runewars.state.land import areas_beside, spot_of
from domain.games.runewars.state.table import Runewars
from domain.language.chance import Chance
from domain.language.event import Choice, FixedWords, Line, Remark, Settled
from domain.language.refusal import Refused, never, refusal
from domain.things.spaces import Hex

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

Turned = Annotated[str, Choice("turns")]
Place = Annotated[Line, Field(max_length=20)]


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
    help_text = "A tile comes onto the map. Choose it, how it is turned, and where its middle lies."
    says = "[{seat} laid ]{tile}[ {place}][, {turned}]"
    title = "Tile laid"
    during = ("setup",)
    likely = ("turned", "place")
    tile: Annotated[str, Choice("tiles", tiles_to_lay)]
    turned: Turned = "0"
    place: Annotated[Place | None, Choice("places", places_for, given=("tile", "turned"), free=True)] = None
    seat: Living | None = None
    beside: Annotated[tuple[Id, ...], Settled()] = ()
    """The areas that it was laid beside; logs of before have none."""

    @classmethod
    def tells(cls, fields: Mapping[str, object], table: Runewars) -> Mapping[str, object]:
        return told_beside(fields)

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
        ground, printed, blank = ground_of(table), cells_of(table, self.tile), without_areas(table)
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
        printed = as_printed(table, {self.tile: (spot.q, spot.r, int(self.turned))})
        cells = [Hex(*at) for at in printed["spots"].values()]
        return self.but(**printed, beside=areas_beside(table.land, cells or [spot]))


class MapRolledBack(MapEvent):
    help_text = "Part of the map is taken up again: the home realms with their markers, or all of it."
    says = "Back to laying {to}[: {why}]"
    title = "Map taken up"
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


EVENTS = (MapTilePlaced, MapRolledBack)
