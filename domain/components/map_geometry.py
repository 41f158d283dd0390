"""Spaces of a map: distances along its ways, and coordinates of hexagons and squares.

A shape is drawn around its `middle`; x grows to the right, y down, and a shape is 2 high.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from math import cos, pi, sin, sqrt
from typing import NamedTuple, TypeVar

from domain.framework.views.board import Point

SpaceT = TypeVar("SpaceT")
HEXAGON: tuple[Point, ...] = tuple((sin(sixth * pi / 3), -cos(sixth * pi / 3)) for sixth in range(6))
SQUARE: tuple[Point, ...] = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""The corners of a shape, relative to its middle."""


def count_steps(
    start: SpaceT,
    ways: Callable[[SpaceT], Iterable[SpaceT]],
    most: int | None = None,
    through: Callable[[SpaceT], bool] = lambda _: True,
) -> dict[SpaceT, int]:
    """Breadth-first search: the reachable spaces, nearest first, each with its fewest steps.

    Args:
        start: the first space; it may be left even if `through` forbids it.
        ways: returns the spaces one step away.
        most: the maximum number of steps; None for no limit.
        through: whether movement may continue from a space; it may end there in any case.
    """
    found, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        if found[here] == most or (here != start and not through(here)):
            continue
        for to in ways(here):
            if to not in found:
                found[to] = found[here] + 1
                queue.append(to)
    return found


class Hex(NamedTuple):
    """A pointy-top hexagon in axial coordinates: `q` to the right, `r` down and to the right."""

    q: int
    r: int

    def around(self) -> tuple["Hex", ...]:
        """The six neighbours, clockwise from the right."""
        return _hexes_around(self)

    def moved(self, way: "Hex") -> "Hex":
        """The neighbour in a direction."""
        return Hex(self.q + way.q, self.r + way.r)

    def way_from(self, other: "Hex") -> "Hex":
        """The direction from another hexagon to this one."""
        return Hex(self.q - other.q, self.r - other.r)

    def turned(self, sixths: int) -> "Hex":
        """The hexagon after a rotation by `sixths` of a turn to the right around the origin."""
        spot = self
        for _ in range(sixths % 6):
            spot = Hex(-spot.r, spot.q + spot.r)
        return spot

    @property
    def middle(self) -> Point:
        return sqrt(3) * (self.q + self.r / 2), 1.5 * self.r


@lru_cache(maxsize=1024)
def _hexes_around(spot: Hex) -> tuple[Hex, ...]:
    """The six neighbours, cached (docs/develop/speed.md)."""
    ways = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    return tuple(Hex(spot.q + q, spot.r + r) for q, r in ways)


class Square(NamedTuple):
    """A square of a grid, by its column and its row."""

    column: int
    row: int

    def beside(self) -> Iterator["Square"]:
        """The four squares that share a side with it."""
        yield from (Square(self.column + c, self.row + r) for c, r in ((1, 0), (0, 1), (-1, 0), (0, -1)))

    def around(self) -> Iterator["Square"]:
        """The eight squares that share a side or a corner with it."""
        yield from self.beside()
        yield from (Square(self.column + c, self.row + r) for c, r in ((1, 1), (-1, 1), (-1, -1), (1, -1)))

    @property
    def middle(self) -> Point:
        return 2.0 * self.column, 2.0 * self.row
