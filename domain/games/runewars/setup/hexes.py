"""Geometry of map tiles: cells turned and moved, their neighbours, and their borders: C-37, C-38."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from domain.components.map_geometry import Hex, count_steps
from domain.games.runewars.areas import SIDES, opposite_side
from domain.games.runewars.state.kinds import Border

Sides = tuple[Border, ...]
"""What the six sides of a cell show, from the right on."""
Ground = Mapping[Hex, Sides]
"""The cells of a map."""
OPEN: Sides = ("open", "open", "open", "open", "open", "open")
MIDDLE = Hex(0, 0)
ENOUGH_TOUCH, ENOUGH_OPEN = 2, 2
"""Areas with which a tile touches as many of the map; open borders at a home marker."""
APART, ONCE_APART = 4, 3
"""How far home markers are from each other, and how far one of them may be if need be."""


class Cell(NamedTuple):
    """An area of a tile: where it lies, and its sides."""

    area: str
    at: Hex
    sides: Sides = OPEN


def turned_sides(sides: Sides, sixths: int) -> Sides:
    """Sides after so many sixths of a turn to the right."""
    cut = -sixths % SIDES
    return (*sides[cut:], *sides[:cut])


def move_tile(cells: Iterable[Cell], to: Hex, sixths: int) -> list[Cell]:
    """A tile as it lies: turned around its middle, which then lies at a place."""
    return [Cell(cell.area, cell.at.turned(sixths).moved(to), turned_sides(cell.sides, sixths)) for cell in cells]


def cells_that_touch(cells: Iterable[Cell], ground: Ground) -> Iterator[tuple[Cell, Hex, int]]:
    """Where a tile meets the map: its cell, the place it touches, and the side by which it does."""
    for cell in cells:
        for side, beside in enumerate(cell.at.around()):
            if beside in ground:
                yield cell, beside, side


def overlaps_map(cells: Iterable[Cell], ground: Ground) -> bool:
    return any(cell.at in ground for cell in cells)


def touches_enough(cells: Sequence[Cell], ground: Ground) -> bool:
    """Whether two areas of a tile, at least, lie beside two areas of the map (C-37)."""
    met = list(cells_that_touch(cells, ground))
    own, others = {cell.at for cell, _, _ in met}, {beside for _, beside, _ in met}
    return min(len(own), len(others)) >= ENOUGH_TOUCH


def colours_meet(cells: Iterable[Cell], ground: Ground) -> bool:
    """Whether a coloured border would lie against another one (C-37)."""
    return any(
        cell.sides[side] != "open" and ground[beside][opposite_side(side)] != "open"
        for cell, beside, side in cells_that_touch(cells, ground)
    )


def places_around(ground: Ground) -> list[Hex]:
    """The places around a map, holes among them."""
    return list(dict.fromkeys(spot for at in ground for spot in at.around() if spot not in ground))


def open_borders(cover: Iterable[Hex], ground: Ground) -> int:
    """How many uncoloured borders of the map places outside it touch (C-38)."""
    cells = [Cell("", spot) for spot in cover]
    return sum(ground[beside][opposite_side(side)] == "open" for _, beside, side in cells_that_touch(cells, ground))


def two_from(spot: Hex, side: int) -> tuple[Hex, Hex]:
    """The two places that a home marker covers: one, and the one beside it on a side."""
    return spot, spot.around()[side % SIDES]


def distance_apart(one: Collection[Hex], other: Collection[Hex], ground: Collection[Hex]) -> int | None:
    """The fewest areas over the map from one home marker to another (C-38); None where no way leads there."""

    def ways(spot: Hex) -> list[Hex]:
        return [beside for beside in spot.around() if beside in ground or beside in other]

    found = [steps for start in one for spot, steps in count_steps(start, ways).items() if spot in other]
    return min(found, default=None)


def far_enough(gaps: Iterable[int | None], spent: bool) -> bool:
    """Whether a home marker is four areas from the others; one marker may be three, unless another one is (`spent`)."""
    nearest = min((gap for gap in gaps if gap is not None), default=APART)
    return nearest >= APART or (nearest == ONCE_APART and not spent)
