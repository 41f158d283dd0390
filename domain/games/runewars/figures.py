"""Units on the map and in the box: how many are left, and how they come and go (游戏配件制约; 移动限制)."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from domain.games.runewars import sections
from domain.games.runewars.holding import side_of, units_of
from domain.games.runewars.state.kinds import UnitSheet
from domain.games.runewars.state.land import MOST_IN_AREA, NEUTRAL, Area, Stack
from domain.games.runewars.state.table import Runewars, halves
from domain.language.event import Choice
from domain.language.refusal import Refused, never, refusal

NOT_SO_MANY = never(
    "not-so-many",
    "{units} in {area}: {standing} standing, {routed} routed.",
    rule=sections.MOVEMENT,
    areas=("units",),
)
NONE_LEFT = never(
    "none-left",
    "No {unit} is left in the box ({count} exist); no other figure may stand for it.",
    rule=sections.COMPONENT_LIMITS,
)


CROWDED = refusal(
    "crowded",
    "{area} would hold {count|unit|units}; the limit is {most}.",
    rule=sections.MOVEMENT_LIMITS,
    areas=("units",),
)


def nobody_is_routed(table: Runewars) -> bool:
    """Whether battles and cards rout nobody now, as some tables rule of spring (G-49)."""
    return table.ruled("no-routs-in-spring") and table.season_name == "spring"


def stack_at(table: Runewars, stack: str) -> Stack:
    """The units that an id names, as `3A/footman`; an empty stack where they are gone."""
    area, unit = halves(stack)
    return (table.land.get(area) or Area()).stacks.get(unit) or Stack()


def stacks_of(table: Runewars, seat: str) -> list[str]:
    """The units of a seat and those allied to it, area by area."""
    return [
        id_ for id_ in table.ids("stacks") if side_of(table.land[halves(id_)[0]], stack_at(table, id_).owner) == seat
    ]


StackId = Annotated[str, Choice("stacks")]
"""Units of one type in one area."""
OwnStack = Annotated[str, Choice("stacks", stacks_of, given=("seat",))]
"""Units of the seat in the field before it, or allied to it."""


def units_here(table: Runewars, area: str) -> list[str]:
    """The types of units in an area; of an area that nobody knows, all there are."""
    here = table.land.get(area)
    return [unit for unit, stack in here.stacks.items() if stack.size] if here else []


UnitHere = Annotated[str, Choice("units", units_here, given=("area",))]
"""A type of unit in the area of the field before it."""


def not_so_many(table: Runewars, area: str, units: Mapping[str, int], routed: Mapping[str, int]) -> Iterator[Refused]:
    """Why so many units, some of them routed, cannot be taken from an area: they are not there."""
    stacks = (table.land.get(area) or Area()).stacks
    for unit in dict.fromkeys((*units, *routed)):
        here, lying = stacks.get(unit) or Stack(), routed.get(unit, 0)
        if lying > here.routed or units.get(unit, 0) - lying > here.standing or lying > units.get(unit, 0):
            names = {"area": table.called("areas", area), "units": table.called("units", unit)}
            yield NOT_SO_MANY(**names, standing=here.standing, routed=here.routed)


def routed_first(table: Runewars, area: str, units: Mapping[str, int]) -> dict[str, int]:
    """How many of the units that an area loses are routed, if these go first."""
    stacks = (table.land.get(area) or Area()).stacks
    lying = {unit: min(count, (stacks.get(unit) or Stack()).routed) for unit, count in units.items()}
    return {unit: count for unit, count in lying.items() if count}


def standing_first(table: Runewars, area: str, units: Mapping[str, int]) -> dict[str, int]:
    """How many of the units that an area loses are routed, if those that stand go first."""
    stacks = (table.land.get(area) or Area()).stacks
    lying = {unit: max(0, count - (stacks.get(unit) or Stack()).standing) for unit, count in units.items()}
    return {unit: count for unit, count in lying.items() if count}


def remove(table: Runewars, area: str, units: Mapping[str, int], routed: Mapping[str, int]) -> None:
    """Units go back to the box, some of them routed; for `apply`, which then reckons who holds the area."""
    if here := table.land.get(area):
        for unit, count in units.items():
            take(here, unit, count - routed.get(unit, 0), routed.get(unit, 0))


def none_left(table: Runewars, units: Mapping[str, int]) -> Iterator[Refused]:
    """Why units cannot be placed: the box has no more of them (X05)."""
    for unit, count in units.items():
        left = left_in_box(table, unit)
        if left is not None and left < count:
            yield NONE_LEFT(unit=table.called("units", unit), count=UnitSheet.of(table, unit).figures)


def owner_of(table: Runewars, unit: str) -> str:
    """The faction of a type of unit; neutral where none is printed."""
    return UnitSheet.of(table, unit).faction or NEUTRAL


def neutral_units(table: Runewars) -> list[str]:
    """The types of units that are no faction's."""
    return [unit for unit in table.ids("units") if owner_of(table, unit) == NEUTRAL]


NeutralUnit = Annotated[str, Choice("units", neutral_units)]
"""A type of unit that is no faction's."""


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


def carry(table: Runewars, stack: str, to: str, standing: int, routed: int = 0) -> None:
    """Units go from one area to another, as many as there are; for `apply`, which then reckons who holds both."""
    here, (start, unit) = stack_at(table, stack), halves(stack)
    standing, routed = min(standing, here.standing), min(routed, here.routed)
    if start != to and standing + routed:
        take(table.land[start], unit, standing, routed)
        put(table.area(to), unit, here.owner, standing, routed)
