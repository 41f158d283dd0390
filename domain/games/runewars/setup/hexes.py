"""Geometry of map tiles: cells turned and moved, their neighbours, and their borders: C-37, C-38."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from domain.components.map_geometry import Hex, count_steps
from domain.games.runewars.areas import SIDES, opposite_side
from domain.games.runewars.state.kinds import Border

Sides = tuple[Border, ...]
"""The six sides of a cell, clockwise from the right."""
Ground = Mapping[Hex, Sides]
"""The cells of a map."""
OPEN: Sides = ("open", "open", "open", "open", "open", "open")
MIDDLE = Hex(0, 0)
ENOUGH_TOUCH, ENOUGH_OPEN = 2, 2
"""The least number of areas of a tile and of the map that touch; the least number of open borders at a home marker."""
APART, ONCE_APART = 4, 3
"""The distance between home markers, and the distance that is allowed once."""


class Cell(NamedTuple):
    """An area of a tile: its position, and its sides."""

    area: str
    at: Hex
    sides: Sides = OPEN


def turned_sides(sides: Sides, sixths: int) -> Sides:
    """The sides after a clockwise rotation by a number of sixths."""
    cut = -sixths % SIDES
    return (*sides[cut:], *sides[:cut])


def move_tile(cells: Iterable[Cell], to: Hex, sixths: int) -> list[Cell]:
    """The cells of a tile that is rotated around its middle, and moved there."""
    return [Cell(cell.area, cell.at.turned(sixths).moved(to), turned_sides(cell.sides, sixths)) for cell in cells]


def cells_that_touch(cells: Iterable[Cell], ground: Ground) -> Iterator[tuple[Cell, Hex, int]]:
    """The contacts of a tile with the map: a cell, the place that it touches, and the side of the cell."""
    for cell in cells:
        for side, beside in enumerate(cell.at.around()):
            if beside in ground:
                yield cell, beside, side


def overlaps_map(cells: Iterable[Cell], ground: Ground) -> bool:
    return any(cell.at in ground for cell in cells)


def touches_enough(cells: Sequence[Cell], ground: Ground) -> bool:
    """Whether at least two areas of a tile are adjacent to at least two areas of the map (C-37)."""
    met = list(cells_that_touch(cells, ground))
    own, others = {cell.at for cell, _, _ in met}, {beside for _, beside, _ in met}
    return min(len(own), len(others)) >= ENOUGH_TOUCH


def colours_meet(cells: Iterable[Cell], ground: Ground) -> bool:
    """Whether two coloured borders would meet (C-37)."""
    return any(
        cell.sides[side] != "open" and ground[beside][opposite_side(side)] != "open"
        for cell, beside, side in cells_that_touch(cells, ground)
    )


def places_around(ground: Ground) -> list[Hex]:
    """The free places adjacent to a map, including holes."""
    return list(dict.fromkeys(spot for at in ground for spot in at.around() if spot not in ground))


def open_borders(cover: Iterable[Hex], ground: Ground) -> int:
    """The number of uncoloured borders of the map that some places touch (C-38)."""
    cells = [Cell("", spot) for spot in cover]
    return sum(ground[beside][opposite_side(side)] == "open" for _, beside, side in cells_that_touch(cells, ground))


def two_from(spot: Hex, side: int) -> tuple[Hex, Hex]:
    """The two places that a home marker covers: a place, and its neighbour on a side."""
    return spot, spot.around()[side % SIDES]


def distance_apart(one: Collection[Hex], other: Collection[Hex], ground: Collection[Hex]) -> int | None:
    """The distance between two home markers over the map (C-38); None if they are not connected."""

    def ways(spot: Hex) -> list[Hex]:
        return [beside for beside in spot.around() if beside in ground or beside in other]

    found = [steps for start in one for spot, steps in count_steps(start, ways).items() if spot in other]
    return min(found, default=None)


def far_enough(gaps: Iterable[int | None], spent: bool) -> bool:
    """Whether a home marker is four areas from the others, or three if no other one is (`spent`)."""
    nearest = min((gap for gap in gaps if gap is not None), default=APART)
    return nearest >= APART or (nearest == ONCE_APART and not spent)
