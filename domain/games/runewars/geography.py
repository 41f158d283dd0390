"""Where areas lie, what lies between them, and how far one is from another (移动限制): C-20, C-21.

An area without a place on the map has nothing beside it. A hole is no area, so no way leads through it.
"""

from domain.games.runewars.state.kinds import Border
from domain.games.runewars.state.land import Area
from domain.games.runewars.state.table import Runewars
from domain.things.spaces import Hex, reached

SIDES = 6
"""Sides of an area, 0 to 5: the first to the right, then round to the right (`Hex.around`)."""


def hex_of(area: Area) -> Hex | None:
    """Where an area lies; None for one without a place."""
    return None if area.q is None or area.r is None else Hex(area.q, area.r)


def places(table: Runewars) -> dict[Hex, str]:
    """The area at each place of the map."""
    return {spot: id_ for id_, area in table.land.items() if (spot := hex_of(area))}


def around(table: Runewars, area: str) -> list[str]:
    """The areas beside one on the map, whatever lies between."""
    here = hex_of(table.area_at(area))
    at = places(table) if here else {}
    return [at[spot] for spot in here.around() if spot in at] if here else []


def side_to(table: Runewars, a: str, b: str) -> int | None:
    """The side of one area that another lies at; None where they do not touch."""
    here, there = (hex_of(table.area_at(area)) for area in (a, b))
    sides = list(here.around()) if here else []
    return sides.index(there) if there in sides else None


def border(table: Runewars, a: str, b: str) -> Border:
    """What lies between two areas: mountain or water if either tile shows it, mountain before water."""
    side = side_to(table, a, b)
    if side is None:
        return "open"
    shown = (border_at(table.land[a], side), border_at(table.land[b], opposite(side)))
    return "mountain" if "mountain" in shown else "water" if "water" in shown else "open"


def border_at(area: Area, side: int) -> Border:
    """What one side of an area shows."""
    return area.borders.get(str(side), "open")


def opposite(side: int) -> int:
    """The side by which a neighbour touches back."""
    return (side + SIDES // 2) % SIDES


def passable(border: Border, flying: bool = False, frozen: bool = False) -> bool:
    """Whether a figure crosses a border (C-21): mountains take wings, water takes wings or ice."""
    return border == "open" or flying or (border == "water" and frozen)


def distance(table: Runewars, a: str, b: str) -> int | None:
    """The fewest areas from one to another, borders aside; None where no way leads there over the map."""
    at = places(table)
    start, end = (hex_of(table.area_at(area)) for area in (a, b))
    if not start or not end:
        return 0 if a == b else None
    return reached(start, lambda spot: [other for other in spot.around() if other in at]).get(end)
