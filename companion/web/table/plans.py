"""Plans: a map of a board as a drawing, with numbers that a browser draws and a finger hits."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.shown.board import Plan, Point, Space
from domain.shown.sheet import Said

SCALE = 60
"""Units of the drawing for one of the plan: letters of 10 and more are drawn sharply."""
MARGIN = 0.2
INSET = 0.72
"""How much of the box around a space its words have room in."""


@dataclass(frozen=True)
class DrawnSpace:
    """A space as it is drawn: its outline, and the box that its words stand in."""

    space: Space
    points: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class DrawnPlan:
    """A plan as it is drawn; `tapped` are the spaces that can be tapped."""

    plan: Plan
    box: str
    shapes: Sequence[DrawnSpace]
    lines: Sequence[tuple[float, float, float, float, Said]]
    tapped: frozenset[str]


def drawing(plan: Plan) -> DrawnPlan:
    """A plan with all its numbers; the filter `drawing`."""
    at = [_around(space, corner) for space in plan.spaces for corner in space.corners] or [(0.0, 0.0)]
    left, top = min(x for x, _ in at) - MARGIN, min(y for _, y in at) - MARGIN
    wide, high = max(x for x, _ in at) + MARGIN - left, max(y for _, y in at) + MARGIN - top
    return DrawnPlan(
        plan,
        " ".join(f"{_scaled(value)}" for value in (left, top, wide, high)),
        [_shape(space) for space in plan.spaces],
        [(*_point(one), *_point(two), said) for one, two, said in plan.lines],
        frozenset(value for value, _ in plan.pad.choices) if plan.pad else frozenset(),
    )


def _shape(space: Space) -> DrawnSpace:
    wide = INSET * (max(x for x, _ in space.corners) - min(x for x, _ in space.corners))
    high = INSET * (max(y for _, y in space.corners) - min(y for _, y in space.corners))
    x, y = space.middle
    outline = " ".join("{},{}".format(*_point(_around(space, corner))) for corner in space.corners)
    box = (x - wide / 2, y - high / 2, wide, high)
    return DrawnSpace(space, outline, *map(_scaled, box))


def _around(space: Space, corner: Point) -> Point:
    return space.middle[0] + corner[0], space.middle[1] + corner[1]


def _point(point: Point) -> Point:
    return _scaled(point[0]), _scaled(point[1])


def _scaled(value: float) -> float:
    return round(value * SCALE, 1)


__all__ = ["DrawnPlan", "DrawnSpace", "drawing"]
