"""Units on the map and in the box: how many are left, and how they come and go (游戏配件制约; 移动限制)."""

from domain.games.runewars.holding import units_of
from domain.games.runewars.state.kinds import UnitSheet
from domain.games.runewars.state.land import MOST_IN_AREA, NEUTRAL, Area
from domain.games.runewars.state.table import Runewars


def owner_of(table: Runewars, unit: str) -> str:
    """The faction of a type of unit; neutral where none is printed."""
    return UnitSheet.of(table, unit).faction or NEUTRAL


def on_map(table: Runewars, unit: str) -> int:
    """How many of a type stand or lie on the map."""
    return sum(area.stacks[unit].size for area in table.land.values() if unit in area.stacks)


def left_in_box(table: Runewars, unit: str) -> int | None:
    """How many of a type are left to place (C-25); None where it is not known how many there are."""
    figures = UnitSheet.of(table, unit).figures
    return max(0, figures - on_map(table, unit)) if figures else None


def too_many(area: Area, seat: str, more: int = 0) -> int:
    """How many units of a side an area holds beyond what may stay there (C-12)."""
    return max(0, units_of(area, seat) + more - MOST_IN_AREA)


def put(area: Area, unit: str, owner: str, standing: int, routed: int = 0) -> None:
    """Units come into an area; for `apply`, which then reckons who holds it."""
    stack = area.stack(unit, owner)
    stack.standing += standing
    stack.routed += routed


def take(area: Area, unit: str, standing: int, routed: int = 0) -> None:
    """Units leave an area, never more than there are; for `apply`, which then reckons who holds it."""
    if stack := area.stacks.get(unit):
        stack.standing = max(0, stack.standing - standing)
        stack.routed = max(0, stack.routed - routed)
