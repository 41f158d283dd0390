"""Layouts: cells of a grid for areas of which only the neighbours are known."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from domain.things.spaces import Square

NEAR = 2
"""How far from a neighbour an area is placed at most."""
COLUMNS, ROWS = 3, 4
"""A layout is larger only if that keeps ways apart: a phone shows so many at once."""
HALF = 0.42
"""Half of the side of an area, as a part of a cell: a way that comes nearer to its middle is covered by it."""
ROUNDS = 2
"""How often all areas look for a better cell."""
FAULTS = 5
"""So many numbers of a cost are faults; the others only say which of two equal cells comes first."""


class Way(NamedTuple):
    """A straight line between the middles of two cells."""

    one: Square
    two: Square


def layout_of(neighbours: Mapping[str, Collection[str]]) -> dict[str, Square]:
    """A cell for each area, the same for the same neighbours: neighbours close together, and few ways that cross.

    The first area comes first, then always the one with the most neighbours that have their cells. An area without
    such a neighbour begins a new row.
    """
    return dict(_layout(tuple((area, tuple(others)) for area, others in neighbours.items())))


@lru_cache(maxsize=64)
def _layout(known: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[tuple[str, Square], ...]:
    """The same for a map that stays as it is, on each page of it."""
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
    """Move an area with neighbours, if another cell is better for them."""
    here = placed.pop(area)
    beside, ways = _beside(neighbours, area, placed), list(_ways(neighbours, placed))
    there = _best_cell(neighbours, area, placed) if beside else here
    now, then = (_cost(cell, placed, beside, ways)[:FAULTS] for cell in (here, there))
    placed[area] = there if then < now else here


def _beside(neighbours: Mapping[str, Collection[str]], area: str, placed: Mapping[str, Square]) -> Sequence[Square]:
    """The cells of the neighbours of an area."""
    return [placed[other] for other in placed if other in neighbours[area] or area in neighbours[other]]


def _ways(neighbours: Mapping[str, Collection[str]], placed: Mapping[str, Square]) -> Iterator[Way]:
    """The ways between areas with cells."""
    for one, two in combinations(placed, 2):
        if two in neighbours[one] or one in neighbours[two]:
            yield Way(placed[one], placed[two])


def _best_cell(neighbours: Mapping[str, Collection[str]], area: str, placed: Mapping[str, Square]) -> Square:
    """The free cell with the least cost; in a new row where no neighbour has its cell."""
    beside, ways = _beside(neighbours, area, placed), list(_ways(neighbours, placed))
    if not beside:
        columns, rows = zip(*placed.values(), strict=True) if placed else ((0,), (-1,))
        return Square(min(columns), max(rows) + 1)
    reach = range(-NEAR, NEAR + 1)
    cells = {Square(cell.column + c, cell.row + r) for cell in beside for c in reach for r in reach}
    return min(cells - {*placed.values()}, key=lambda cell: _cost(cell, placed, beside, ways))


def _cost(cell: Square, placed: Mapping[str, Square], beside: Sequence[Square], ways: Sequence[Way]) -> tuple[int, ...]:
    """Faults of an area in a cell, worst first: ways covered, ways crossed, size, length, other areas beside it."""
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
    """Whether an area in a cell covers a part of a way between two others: a line meets a square."""
    (x, y), (to_x, to_y) = way
    x, y, to_x, to_y = x - cell.column, y - cell.row, to_x - cell.column, to_y - cell.row
    if max(min(x, to_x), min(y, to_y)) >= HALF or min(max(x, to_x), max(y, to_y)) <= -HALF:
        return False
    across, down = to_x - x, to_y - y
    return abs(across * y - down * x) < HALF * (abs(across) + abs(down))


def _are_crossed(one: Way, other: Way) -> bool:
    """Whether two ways cross that meet in no area."""
    return not {*one} & {*other} and _is_between(one, other) and _is_between(other, one)


def _is_between(line: Way, ends: Way) -> bool:
    """Whether the line through a way goes between the ends of another."""
    (x, y), (to_x, to_y) = line
    first, second = ((to_x - x) * (end.row - y) - (to_y - y) * (end.column - x) for end in ends)
    return first * second < 0


__all__ = ["layout_of"]
