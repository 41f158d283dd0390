"""Plans: maps of a board as SVG drawings, with hit areas large enough for fingers."""

import unicodedata
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from companion.forms.controls import Control
from companion.web.visitors.language import say_value
from companion.web.visitors.page import view_of_request
from domain.framework.views.board import Edge, Plan, Point, Space

SCALE = 60
"""Drawing units per unit of the plan, so that letters are 10 units or larger and drawn sharply."""
MARGIN = 0.2
IN_RECTANGLE, IN_HEXAGON = (0.94, 0.94), (0.9, 0.72)
"""The part of a space's bounding box that fits text: the width across its middle, and the height."""
LARGEST, SMALLEST = 18.0, 9.0
"""The largest and smallest letter size of a name, in drawing units."""
NARROW = {"ijlI.,'’": 0.36, "frt-": 0.5, "csz": 0.6}
"""Widths of bold letters, as parts of their size; letters are set a little tighter."""
USUAL, CAPITAL, SQUARE, TIGHT = 0.7, 0.78, 1.0, 0.02
RECTANGLE = 4
WAYS = ("path", "climb")
EMS = 50
"""The width of a drawing in ems of its letters, so that style sheets can use its scale."""


@dataclass(frozen=True)
class DrawnSpace:
    """A drawn space: its classes, its outline, and the box and letter size of its name."""

    space: Space
    look: str
    letters: float
    points: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class DrawnEdge:
    """A drawn line."""

    edge: Edge
    one: Point
    two: Point


@dataclass(frozen=True)
class DrawnPlan:
    """A drawn plan: `tapped` are the spaces that record an event when tapped, `meant` the likely ones of them."""

    plan: Plan
    box: str
    shapes: Sequence[DrawnSpace]
    ways: Sequence[DrawnEdge]
    """Lines between the middles of spaces, drawn below them."""
    lines: Sequence[DrawnEdge]
    pad_of: Mapping[str, int]
    tapped: frozenset[str]
    meant: frozenset[str]
    wide: float
    em: float
    owners: Sequence[str]
    """The seats that own spaces, each with its colour and hatching."""
    covers: Sequence[str] = ()
    """The outlines of a piece that is being placed, around the middle of the chosen space."""


def draw_plan(plan: Plan, chosen_among: Collection[str] = (), unlikely: Container[str] = ()) -> DrawnPlan:
    """Draw a plan; the filter `drawing`. Spaces of its pads, or of a form, can be tapped."""
    pad_of = {value: n for n, pad in reversed([*enumerate(plan.pads)]) for value, _ in pad.choices}
    tapped = frozenset((*pad_of, *chosen_among))
    at = [*_corners(plan, chosen_among)] or [(0.0, 0.0)]
    left, top = min(x for x, _ in at) - MARGIN, min(y for _, y in at) - MARGIN
    wide, high = max(x for x, _ in at) + MARGIN - left, max(y for _, y in at) + MARGIN - top
    return DrawnPlan(
        plan,
        " ".join(f"{_format_length(value)}" for value in (left, top, wide, high)),
        [_shape(space) for space in plan.spaces],
        [_line(edge) for edge in plan.lines if edge.kind in WAYS],
        [_line(edge) for edge in plan.lines if edge.kind not in WAYS],
        pad_of,
        tapped,
        frozenset(id_ for id_ in tapped if id_ not in unlikely),
        _format_length(wide),
        _format_length(wide / EMS),
        sorted({space.seat for space in plan.spaces if space.seat}),
        [_outline(plan.spaces[0].corners, middle) for middle in plan.covers] if plan.spaces else [],
    )


def _corners(plan: Plan, offered: Collection[str]) -> Iterator[Point]:
    """The corners of all spaces, and of all outlines that may cover them."""
    for space in plan.spaces:
        middles = [(0.0, 0.0), *(plan.covers if space.id in offered else ())]
        for middle, corner in product(middles, space.corners):
            yield _around(space, (middle[0] + corner[0], middle[1] + corner[1]))


def map_for(control: Control) -> DrawnPlan | None:
    """The map of a control's options in this page's campaign; the filter `map_for`."""
    found, choice = view_of_request(), control.widget.field.choice
    offered = [id_ for id_, _ in control.options]
    if not (found and choice and offered):
        return None
    plan = found.game.plan(found.table, choice.kind, offered, control.known)
    return draw_plan(plan, offered, control.unlikely) if plan else None


def picture_of(control: Control, id_: str) -> DrawnPlan | None:
    """A small picture of one of a few options of a control; the filter `picture_of`."""
    found, choice = view_of_request(), control.widget.field.choice
    plan = found.game.picture(found.table, choice.kind, id_, control.known) if found and choice else None
    return draw_plan(plan) if plan else None


def _line(edge: Edge) -> DrawnEdge:
    return DrawnEdge(edge, _point(edge.one), _point(edge.two))


def _shape(space: Space) -> DrawnSpace:
    across, down = IN_RECTANGLE if len(space.corners) == RECTANGLE else IN_HEXAGON
    wide = across * (max(x for x, _ in space.corners) - min(x for x, _ in space.corners))
    high = down * (max(y for _, y in space.corners) - min(y for _, y in space.corners))
    x, y = space.middle
    box = (x - wide / 2, y - high / 2, wide, high)
    letters = letter_size(say_value(space.name), SCALE * wide)
    return DrawnSpace(space, _look(space), letters, _outline(space.corners, space.middle), *map(_format_length, box))


def _look(space: Space) -> str:
    """The classes of a space: its ground, and whether it is faint, guarded or visited."""
    told = {
        "faint": space.faint,
        "guarded": "guard" in space.badge_kinds,
        "visited": "visited" in space.badge_kinds,
    }
    return " ".join((f"ground-{space.kind}", *(word for word, holds in told.items() if holds)))


def letter_size(name: str, width: float) -> float:
    """The largest letter size at which the longest word of a name fits the space's width unbroken."""
    longest = max(map(_width_of, name.split()), default=1.0)
    return round(max(SMALLEST, min(LARGEST, width / longest)), 1)


def _width_of(word: str) -> float:
    """The width of a word in bold type, as a multiple of its letter size."""
    return sum(_width_of_letter(letter) - TIGHT for letter in word)


def _width_of_letter(letter: str) -> float:
    if unicodedata.east_asian_width(letter) in "WF" or letter in "mwMW":
        return SQUARE
    narrow = next((width for letters, width in NARROW.items() if letter in letters), USUAL)
    return CAPITAL if letter.isupper() and narrow == USUAL else narrow


def _outline(corners: Sequence[Point], middle: Point) -> str:
    """A shape around its middle, in drawing units."""
    return " ".join("{},{}".format(*_point((middle[0] + x, middle[1] + y))) for x, y in corners)


def _around(space: Space, corner: Point) -> Point:
    return space.middle[0] + corner[0], space.middle[1] + corner[1]


def _point(point: Point) -> Point:
    return _format_length(point[0]), _format_length(point[1])


def _format_length(value: float) -> float:
    """A length in drawing units, in as few characters as possible: a map has a thousand of them."""
    length = round(value * SCALE, 1)
    return int(length) if length == int(length) else length


__all__ = ["DrawnEdge", "DrawnPlan", "DrawnSpace", "draw_plan", "letter_size", "map_for", "picture_of"]
