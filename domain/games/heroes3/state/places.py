"""The names of the places of tiles, in words: the way from the middle of the map.

A name rests on the place alone, so that a line of the log reads the same whatever is laid later.
"""

from collections.abc import Sequence
from itertools import pairwise

from domain.framework.text import Text, text

WAYS: Sequence[tuple[tuple[int, int], Text]] = (
    ((2, 1), text("{count} right")),
    ((-1, 3), text("{count} down")),
    ((-3, 2), text("{count} down left")),
    ((-2, -1), text("{count} left")),
    ((1, -3), text("{count} up")),
    ((3, -2), text("{count} up right")),
)
"""The steps from the middle of a tile to the middles of the six around it, clockwise, with q to the right."""
STEP = 7
"""The determinant of two neighbouring steps: each tile has seven fields."""


def name_of_place(place: str) -> Text | str:
    """The name of a place of a tile; its id if no tile can lie there beside others."""
    try:
        q, r = (int(part) for part in place.split(" "))
    except ValueError:
        return place
    if (q, r) == (0, 0):
        return text("the middle of the map")
    for ((one_q, one_r), first), ((other_q, other_r), second) in pairwise((*WAYS, WAYS[0])):
        along, across = q * other_r - r * other_q, one_q * r - one_r * q
        if along > 0 <= across and along % STEP == across % STEP == 0:
            more = second.copy_with(count=across // STEP) if across else ""
            way = first.copy_with(count=along // STEP)
            return text("the place {first}[ and {second}] from the middle of the map", first=way, second=more)
    return place


__all__ = ["name_of_place"]
