"""Units on the map and in the box: the remaining number, arrivals and losses, and the limit of an area."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.components.agenda import Due
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.marks import Count
from domain.framework.refusal import Refused, never, refusal
from domain.games.runewars import sections
from domain.games.runewars.areas import left_of, side_of, units_of, update_control
from domain.games.runewars.base import AreaId, Living, Owner, RunewarsEvent, whose_turn
from domain.games.runewars.state.kinds import UnitSheet
from domain.games.runewars.state.table import MOST_IN_AREA, NEUTRAL, Area, Runewars, Stack, split_stack

# === Units on the map and in the box (游戏配件制约; 移动限制) ====================================

NOT_SO_MANY = never(
    "not-so-many",
    "{units} in {area}: {standing} standing, {routed} routed.",
    rule=sections.MOVEMENT,
    areas=("units",),
)
NONE_LEFT = never(
    "none-left",
    "No {unit} is left in the box ({count} exist); no other figure may replace it.",
    rule=sections.COMPONENT_LIMITS,
)


CROWDED = refusal(
    "crowded",
    "{area} would hold {count|unit|units}; the limit is {most}.",
    rule=sections.MOVEMENT_LIMITS,
    areas=("units",),
)


def nobody_is_routed(table: Runewars) -> bool:
    """Whether battles and cards rout no units now, as some tables rule for spring (G-49)."""
    return table.ruled("no-routs-in-spring") and table.season_name == "spring"


def stack_at(table: Runewars, stack: str) -> Stack:
    """The units with an id such as `3A/footman`; an empty stack if they are gone."""
    area, unit = split_stack(stack)
    return (table.land.get(area) or Area()).stacks.get(unit) or Stack()


def stacks_of(table: Runewars, seat: str) -> list[str]:
    """The units of a seat and those allied to it, area by area."""
    return [
        id_
        for id_ in table.ids("stacks")
        if side_of(table.land[split_stack(id_)[0]], stack_at(table, id_).owner) == seat
    ]


def standing_in_stacks(table: Runewars, seat: str, *_: str) -> dict[str, int]:
    """The number of standing units in each stack of a seat, including those allied to it."""
    return {id_: standing for id_ in stacks_of(table, seat) if (standing := stack_at(table, id_).standing)}


def units_here(table: Runewars, area: str) -> list[str]:
    """The types of units in an area; none if the area is unknown."""
    here = table.land.get(area)
    return [unit for unit, stack in here.stacks.items() if stack.size] if here else []


UnitHere = Annotated[str, Choice("units", units_here, given=("area",))]
"""A type of unit in the area that an earlier field names."""


def not_so_many(table: Runewars, area: str, units: Mapping[str, int], routed: Mapping[str, int]) -> Iterator[Refused]:
    """The refusals of taking units, some of them routed, from an area with fewer of them."""
    stacks = (table.land.get(area) or Area()).stacks
    for unit in dict.fromkeys((*units, *routed)):
        here, lying = stacks.get(unit) or Stack(), routed.get(unit, 0)
        if lying > here.routed or units.get(unit, 0) - lying > here.standing or lying > units.get(unit, 0):
            names = {"area": table.called("areas", area), "units": table.called("units", unit)}
            yield NOT_SO_MANY(**names, standing=here.standing, routed=here.routed)


def routed_first(table: Runewars, area: str, units: Mapping[str, int]) -> dict[str, int]:
    """The routed ones of the units that an area loses, if routed units go first."""
    stacks = (table.land.get(area) or Area()).stacks
    lying = {unit: min(count, (stacks.get(unit) or Stack()).routed) for unit, count in units.items()}
    return {unit: count for unit, count in lying.items() if count}


def standing_first(table: Runewars, area: str, units: Mapping[str, int]) -> dict[str, int]:
    """The routed ones of the units that an area loses, if standing units go first."""
    stacks = (table.land.get(area) or Area()).stacks
    lying = {unit: max(0, count - (stacks.get(unit) or Stack()).standing) for unit, count in units.items()}
    return {unit: count for unit, count in lying.items() if count}


def remove_units(table: Runewars, area: str, units: Mapping[str, int], routed: Mapping[str, int]) -> None:
    """Return units to the box, some of them routed. For `apply`, which then updates control."""
    if here := table.land.get(area):
        for unit, count in units.items():
            take_units(here, unit, count - routed.get(unit, 0), routed.get(unit, 0))


def none_left(table: Runewars, units: Mapping[str, int]) -> Iterator[Refused]:
    """The refusal of placing units of which the box has no more (X05)."""
    for unit, count in units.items():
        left = left_in_box(table, unit)
        if left is not None and left < count:
            yield NONE_LEFT(unit=table.called("units", unit), count=UnitSheet.of(table, unit).figures)


def owner_of(table: Runewars, unit: str) -> str:
    """The faction of a type of unit; neutral if none is printed."""
    return UnitSheet.of(table, unit).faction or NEUTRAL


def known_owner(table: Runewars, area: Area, unit: str) -> str:
    """The owner of a type of unit in an area: that of its stack there, or else its faction; empty if unknown."""
    stack = area.stacks.get(unit)
    return stack.owner if stack and stack.size else UnitSheet.of(table, unit).faction


def units_of_faction(table: Runewars, seat: str) -> list[str]:
    """The types of units of a seat's faction."""
    return [unit for unit in table.ids("units") if owner_of(table, unit) == seat]


def neutral_units(table: Runewars) -> list[str]:
    """The types of neutral units."""
    return [unit for unit in table.ids("units") if owner_of(table, unit) == NEUTRAL]


NeutralUnit = Annotated[str, Choice("units", neutral_units)]
"""A type of neutral unit."""


def on_map(table: Runewars, unit: str) -> int:
    """The units of a type on the map, standing or routed."""
    return sum(area.stacks[unit].size for area in table.land.values() if unit in area.stacks)


def left_in_box(table: Runewars, unit: str) -> int | None:
    """The units of a type that are left to place (C-25); None if their total is unknown."""
    figures = UnitSheet.of(table, unit).figures
    return max(0, figures - on_map(table, unit)) if figures else None


def too_many(area: Area, seat: str, more: int = 0) -> int:
    """The number of units of a side in an area beyond its limit (C-12)."""
    return max(0, units_of(area, seat) + more - MOST_IN_AREA)


def put_units(area: Area, unit: str, owner: str, standing: int, routed: int = 0) -> None:
    """Add units to an area. For `apply`, which then updates control."""
    stack = area.stack(unit, owner)
    stack.standing += standing
    stack.routed += routed


def take_units(area: Area, unit: str, standing: int, routed: int = 0) -> None:
    """Remove units from an area, at most those that are there. For `apply`, which then updates control."""
    if stack := area.stacks.get(unit):
        # Never below zero, because a correction may have removed the units already.
        stack.standing = max(0, stack.standing - standing)
        stack.routed = max(0, stack.routed - routed)


def carry_units(table: Runewars, stack: str, to: str, standing: int, routed: int = 0) -> None:
    """Move units from one area to another, at most those that are there. For `apply`, which then updates control."""
    here, (start, unit) = stack_at(table, stack), split_stack(stack)
    standing, routed = min(standing, here.standing), min(routed, here.routed)
    if start != to and standing + routed:
        take_units(table.land[start], unit, standing, routed)
        put_units(table.area(to), unit, here.owner, standing, routed)


# === Units beyond the limit of an area, some of which are destroyed (移动限制; 冬季): C-11, C-12

WRONG_COUNT = never(
    "wrong-count",
    "{area} holds {have|unit|units}, and {most} may stay: choose exactly {excess} to destroy.",
    rule=sections.MOVEMENT_LIMITS,
    areas=("units",),
)
OTHER_LIMIT = refusal(
    "other-limit", "{count|unit|units} may stay in {area}, not {most}.", rule=sections.MOVEMENT_LIMITS, areas=("units",)
)
STANDING_FIRST = refusal(
    "standing-first",
    "As this table rules, standing units are lost before routed ones.",
    rule=sections.BATTLE_DAMAGE,
    areas=("units",),
)


def of_side(table: Runewars, area: str, side: str) -> list[str]:
    """The types of units of a side in an area."""
    here = table.land.get(area) or Area()
    return [unit for unit, stack in here.stacks.items() if stack.size and side_of(here, stack.owner) == side]


OfSide = Annotated[str, Choice("units", of_side, given=("area", "side"))]
Lost = Annotated[Mapping[OfSide, Annotated[int, Field(ge=1, le=30)]], Field(max_length=30)]


def excess_of(area: Area, side: str, most: int = MOST_IN_AREA) -> int:
    """The number of units of a side beyond the limit of an area (C-11, C-12); 0 while it is contested."""
    return 0 if area.contested else max(0, units_of(area, side) - most)


def fed_by(table: Runewars, seat: str) -> int | None:
    """The number of units of a seat that an area feeds in winter (C-11); None if its food dial is unknown."""
    food = table.seat(seat).dials.get("food")
    # Food feeds the units of each area, but never more than the limit of an area.
    return None if food is None else min(MOST_IN_AREA, food)


def areas_over_limit(table: Runewars, seat: str, most: int) -> list[str]:
    """The areas where a seat has more units than the limit."""
    return [id_ for id_, area in table.land.items() if excess_of(area, seat, most)]


def seats_with_unknown_food(table: Runewars) -> list[str]:
    """The seats with units that may starve in winter, and with an unknown food dial."""
    return [seat for seat in table.alive() if fed_by(table, seat) is None and areas_over_limit(table, seat, 0)]


def seat_that_decides(table: Runewars, side: str, acting: str) -> str:
    """The seat that decides for units: their owner, or the player to the left of the seat at turn (C-03)."""
    # Neutral units have no player, so the player to the left of the seat at turn decides (C-03).
    return side if side != NEUTRAL else left_of(table, whose_turn(table) or acting)


def settle_down(table: Runewars, acting: str, *areas: str) -> None:
    """Update the control of areas, and demand the destruction of units beyond their limits. For `apply`.

    Args:
        acting: the seat that caused the change, if no seat is at turn.
    """
    update_control(table, *areas)
    for id_ in areas:
        if area := table.land.get(id_):
            _drop_due_destructions(table, id_, area)
            for side in _sides(table, area):
                if excess_of(area, side):
                    demand_reduction(table, seat_that_decides(table, side, acting), side, id_, MOST_IN_AREA)


def _sides(table: Runewars, area: Area) -> list[str]:
    """The sides in an area that are subject to its limit."""
    sides = dict.fromkeys(side_of(area, stack.owner) for stack in area.stacks.values())
    return [side for side in sides if side != NEUTRAL or not table.ruled("neutrals-over-eight")]


def _drop_due_destructions(table: Runewars, id_: str, area: Area) -> None:
    """Drop the due destructions of an area that are no longer needed, or will be computed again."""
    table.agenda.drop(
        lambda due: due.is_of(ExcessDestroyed) and due.has_fields(area=id_) and not _still_holds(area, due)
    )


def _still_holds(area: Area, due: Due) -> bool:
    """Whether a due destruction has a lower limit than usual, and there are still too many units."""
    match due.fields:
        case {"side": str(side), "most": int(most)}:
            return most < MOST_IN_AREA and excess_of(area, side, most) > 0
    return False


def demand_reduction(table: Runewars, seat: str, side: str, area: str, most: int) -> None:
    """Demand the destruction of a side's units beyond an area's limit. For `apply`."""
    table.agenda.put(ExcessDestroyed, seat=seat, side=side, area=area, most=most)


class ExcessDestroyed(RunewarsEvent):
    heading = "Units"
    tracked = ("units",)
    help_text = "There are too many units in an area. Their player chooses which are lost."
    sentence = "{seat} destroyed {units}[ (routed: {routed})] in {area}, where {most} may stay"
    question = "{seat}: destroy units in {area} until {most} are left"
    title = "Too many units: destroy some"
    seat: Living
    side: Owner = Field(title="whose units")
    area: AreaId
    most: Count = Field(default=MOST_IN_AREA, title="how many may stay")
    units: Lost = Field(title="which units are lost")
    routed: Lost | None = Field(default=None, title="of these, routed")

    def check(self, table: Runewars) -> Iterator[Refused]:
        area, name = table.land.get(self.area) or Area(), table.called("areas", self.area)
        most = self._limit(table)
        if most != self._most(table):
            yield OTHER_LIMIT(area=name, count=most, most=self.most)
        excess, lost = excess_of(area, self.side, self._most(table)), sum(self.units.values())
        if lost != excess or not lost:
            have = units_of(area, self.side)
            yield WRONG_COUNT(area=name, have=have, most=self._most(table), excess=excess)
        yield from not_so_many(table, self.area, self.units, self._routed(table))
        if self._standing_first(table) and self._spares_who_stands(table, area):
            yield STANDING_FIRST()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(most=self._most(table), routed=self._routed(table))

    def _most(self, table: Runewars) -> int:
        """The number of units that may stay: as given, or by the rules."""
        return self.most if "most" in self.model_fields_set else self._limit(table)

    def _limit(self, table: Runewars) -> int:
        """The number of units that may stay by the rules; in a winter with unknown food, the given number."""
        due = table.agenda.of(ExcessDestroyed, side=self.side, area=self.area)
        if due:
            return int(str(due[0].fields["most"]))
        uncounted = not table.tracks("dials") or fed_by(table, self.side) is None
        return self.most if uncounted and table.season_name == "winter" else MOST_IN_AREA

    def _standing_first(self, table: Runewars) -> bool:
        """Whether the table rules that standing units are lost first (G-48)."""
        return table.ruled("standing-first-everywhere")

    def _spares_who_stands(self, table: Runewars, area: Area) -> bool:
        lying = sum(self._routed(table).values())
        standing = sum(stack.standing for stack in area.stacks.values() if side_of(area, stack.owner) == self.side)
        return lying > 0 and sum(self.units.values()) - lying < standing

    def _routed(self, table: Runewars) -> Mapping[str, int]:
        """The routed units among the destroyed, by default as many as possible."""
        choose = standing_first if self._standing_first(table) else routed_first
        return choose(table, self.area, self.units) if self.routed is None else self.routed

    def apply(self, table: Runewars) -> None:
        remove_units(table, self.area, self.units, self.routed or {})
        settle_down(table, self.seat, self.area)
