"""Layouts: grid cells for the areas of a map of which only the neighbours are known."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from domain.components.map_geometry import Square

NEAR = 2
"""The maximum distance between an area and a neighbour it is placed at."""
COLUMNS, ROWS = 3, 4
"""The size of a layout, exceeded only to keep ways apart: the number of cells that fit on a phone."""
HALF = 0.42
"""Half of an area's side, in cells; a way that passes closer to the middle is covered."""
ROUNDS = 2
"""How often all areas are moved to better cells."""
FAULTS = 5
"""The first numbers of a cost are faults; the others only order equal cells."""


class Way(NamedTuple):
    """A straight line between the middles of two cells."""

    one: Square
    two: Square


def layout_of(neighbours: Mapping[str, Collection[str]]) -> dict[str, Square]:
    """A cell for each area: neighbours are close together, and few ways cross. Equal input gives equal cells.

    The first area is placed first, then always the one with the most placed neighbours. An area without a placed
    neighbour starts a new row.
    """
    return dict(_layout(tuple((area, tuple(others)) for area, others in neighbours.items())))


@lru_cache(maxsize=64)
def _layout(known: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[tuple[str, Square], ...]:
    """`layout_of`, cached for a map that does not change."""
    neighbours, placed = dict(known), dict[str, Square]()
    while left := [area for area in neighbours if area not in placed]:
        area = max(left, key=lambda one: (len(_beside(neighbours, one, placed)), -left.index(one)))
        placed[area] = _best_cell(neighbours, area, placed)
    for _ in range(ROUNDS):
        for area in neighbours:
            _move_to_better_cell(neighbours, area, placed)
    left_edge = min((cell.column for cell in placed.values()), default=0)
    top_edge = min((cell.row for cell in placed.values()), default=0)
    return tuple((area, Square(placed[area].column - left_edge, placed[area].row - top_edge)) for area in neighbours)


def _move_to_better_cell(neighbours: Mapping[str, Collection[str]], area: str, placed: dict[str, Square]) -> None:
    """Move an area with neighbours to a better cell, if there is one."""
    here = placed.pop(area)
    beside, ways = _beside(neighbours, area, placed), list(_ways(neighbours, placed))
    there = _best_cell(neighbours, area, placed) if beside else here
    now, then = (_cost(cell, placed, beside, ways)[:FAULTS] for cell in (here, there))
    placed[area] = there if then < now else here


def _beside(neighbours: Mapping[str, Collection[str]], area: str, placed: Mapping[str, Square]) -> Sequence[Square]:
    """The cells of an area's placed neighbours."""
    return [placed[other] for other in placed if other in neighbours[area] or area in neighbours[other]]


def _ways(neighbours: Mapping[str, Collection[str]], placed: Mapping[str, Square]) -> Iterator[Way]:
    """The ways between placed areas."""
    for one, two in combinations(placed, 2):
        if two in neighbours[one] or one in neighbours[two]:
            yield Way(placed[one], placed[two])


def _best_cell(neighbours: Mapping[str, Collection[str]], area: str, placed: Mapping[str, Square]) -> Square:
    """The free cell with the lowest cost; in a new row if no neighbour is placed."""
    beside, ways = _beside(neighbours, area, placed), list(_ways(neighbours, placed))
    if not beside:
        columns, rows = zip(*placed.values(), strict=True) if placed else ((0,), (-1,))
        return Square(min(columns), max(rows) + 1)
    reach = range(-NEAR, NEAR + 1)
    cells = {Square(cell.column + c, cell.row + r) for cell in beside for c in reach for r in reach}
    return min(cells - {*placed.values()}, key=lambda cell: _cost(cell, placed, beside, ways))


def _cost(cell: Square, placed: Mapping[str, Square], beside: Sequence[Square], ways: Sequence[Way]) -> tuple[int, ...]:
    """The cost of an area in a cell, worst fault first: ways covered, ways crossed, size, length, strangers nearby."""
    taken = {*placed.values()}
    new = [Way(cell, other) for other in beside]
    covered = sum(_is_on(way, other) for way in new for other in taken if other not in way)
    covered += sum(_is_on(way, cell) for way in ways)
    crossed = sum(_are_crossed(one, other) for one in new for other in ways)
    columns, rows = zip(*taken, cell, strict=True)
    large = max(0, max(columns) - min(columns) + 1 - COLUMNS) + max(0, max(rows) - min(rows) + 1 - ROWS)
    length = sum((cell.column - other.column) ** 2 + (cell.row - other.row) ** 2 for other in beside)
    strangers = sum(other in taken and other not in beside for other in cell.beside())
    return covered, crossed, large, length, strangers, -cell.column, -cell.row


def _is_on(way: Way, cell: Square) -> bool:
    """Whether an area in a cell covers part of a way between two others: a line crosses a square."""
    (x, y), (to_x, to_y) = way
    x, y, to_x, to_y = x - cell.column, y - cell.row, to_x - cell.column, to_y - cell.row
    if max(min(x, to_x), min(y, to_y)) >= HALF or min(max(x, to_x), max(y, to_y)) <= -HALF:
        return False
    across, down = to_x - x, to_y - y
    return abs(across * y - down * x) < HALF * (abs(across) + abs(down))


def _are_crossed(one: Way, other: Way) -> bool:
    """Whether two ways without a common end cross."""
    return not {*one} & {*other} and _is_between(one, other) and _is_between(other, one)


def _is_between(line: Way, ends: Way) -> bool:
    """Whether the line through a way separates the ends of another."""
    (x, y), (to_x, to_y) = line
    first, second = ((to_x - x) * (end.row - y) - (to_y - y) * (end.column - x) for end in ends)
    return first * second < 0


__all__ = ["layout_of"]
