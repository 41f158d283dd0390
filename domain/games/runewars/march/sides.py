"""Who is who in an area that units have come to: theirs, the neutral units that came along, and those that were there.

Neutral units of one type are one stack, whoever they are with; those that came along are counted by the turn.
"""

from collections.abc import Collection

from domain.games.runewars.figures import put, take
from domain.games.runewars.state.land import NEUTRAL, Area
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.war.battles import came_along

Group = dict[str, tuple[int, int]]
"""Units by their types: how many stand, how many are routed."""


def unallied(table: Runewars, area: str, seat: str) -> Group:
    """The neutral units of an area that are not with a seat."""
    here, with_them = table.land.get(area) or Area(), came_along(table, area)
    if here.allied == seat:
        return {}
    left = {
        unit: (max(0, stack.standing - with_them.get(unit, 0)), stack.routed)
        for unit, stack in here.stacks.items()
        if stack.owner == NEUTRAL
    }
    return {unit: both for unit, both in left.items() if any(both)}


def own(table: Runewars, area: str, seat: str) -> Group:
    """The units of a seat in an area, and the neutral ones that came along."""
    here = table.land.get(area) or Area()
    mine = {unit: (stack.standing, stack.routed) for unit, stack in here.stacks.items() if stack.owner == seat}
    with_them = {unit: (count, 0) for unit, count in came_along(table, area).items()}
    return {unit: both for unit, both in {**mine, **with_them}.items() if any(both)}


def retire(table: Runewars, area: str, group: Group, to: str | None, lost: Collection[str] = ()) -> None:
    """Units leave an area and lie routed in another; nowhere to go, they are destroyed. For `apply`."""
    here = table.land.get(area)
    for unit, (standing, routed) in group.items() if here else ():
        owner = here.stacks[unit].owner if here and unit in here.stacks else NEUTRAL
        if here:
            take(here, unit, standing, routed)
        if to and unit not in lost:
            put(table.area(to), unit, owner, 0, standing + routed)


def end_talks(table: Runewars) -> None:
    """Diplomacy is over: the area belongs to whom it belongs; for `apply`, which then reckons it."""
    if table.diplomacy:
        table.area(table.diplomacy.area).contested = False
    table.diplomacy = None
