"""Tiles and the table: what is printed on one, where the map lies, and where a tile or a home marker may go."""

from collections.abc import Iterator

from domain.games.runewars.geography import hex_of
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
    minus,
    moved,
    open_borders,
    overlaps,
    touches_enough,
    two_from,
)
from domain.games.runewars.state.kinds import AreaPrint, MapTile
from domain.games.runewars.state.land import Area
from domain.games.runewars.state.laying import Marker
from domain.games.runewars.state.table import Runewars
from domain.language.event import Known
from domain.language.table import Table
from domain.things.spaces import Hex


def cells_of(table: Table, tile: str) -> list[Cell]:
    """The areas of a tile as they are printed; none where nobody typed them in."""
    prints = {area: AreaPrint.of(table, area) for area in table.ids("areas")}
    return [
        Cell(area, Hex(print_.q, print_.r), sides_of(print_)) for area, print_ in prints.items() if print_.tile == tile
    ]


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


def places_for(table: Runewars, tile: str, turn: str) -> list[str]:
    """Where a tile may lie as it is turned, each told by the place of its middle."""
    cells, ground, sixths = cells_of(table, tile), ground_of(table), int(turn)
    blank = dict.fromkeys(without_areas(table), OPEN)
    if not ground and not blank:
        return [written(MIDDLE)]
    if not cells or not ground:
        return [written(spot) for spot in edge({**ground, **blank})]
    ways = [minus(spot, cell.at) for cell in moved(cells, MIDDLE, sixths) for spot in edge(ground)]
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
    cells = cells_of(table, tile) if tile else []
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
    return spot, minus(spot, minus(two_from(spot, side)[1], spot))


def home_places(table: Runewars, seat: str, marker: str, turn: str) -> list[str]:
    """Where a home tile may lie as it is turned, so that two of its areas cover a home marker."""
    here = table.laying.markers.get(marker)
    cells = moved(cells_of(table, home_tile(table, seat)), MIDDLE, int(turn))
    return [written(way) for way in _covering(cells, cover_of(here), ground_of(table))] if here else []


def _covering(cells: list[Cell], cover: tuple[Hex, Hex], ground: Ground) -> Iterator[Hex]:
    for way in dict.fromkeys(minus(cover[0], cell.at) for cell in cells):
        lying = moved(cells, way, 0)
        if {*cover} <= {cell.at for cell in lying} and not overlaps(lying, ground):
            yield way
