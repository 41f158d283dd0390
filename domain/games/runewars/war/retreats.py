"""Retreats: where to, all together, routed, and never more than eight in an area afterwards (撤退): C-12, C-22."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Self

from pydantic import Field

from domain.chance import Chance
from domain.event import Choice, Line, Settled
from domain.games.runewars import sections
from domain.games.runewars.base import Some, UnitId
from domain.games.runewars.figures import put, take
from domain.games.runewars.holding import reckon, units_of
from domain.games.runewars.state.land import MOST_IN_AREA, NEUTRAL, Area
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.war.armies import army, battle_of, counted, destroy, ground, lead_off
from domain.games.runewars.war.base import BattleEvent, SideId
from domain.games.runewars.war.course import advance, excess, loser_of
from domain.games.runewars.ways import no_retreat, retreats
from domain.refusal import Refused, refusal

MUST_GO_SOMEWHERE = refusal(
    "must-go-somewhere", "{side} can retreat, to: {areas}.", rule=sections.RETREAT, areas=("map",)
)
OVER_EIGHT = refusal(
    "over-eight",
    "{area} would hold more units than eight: choose {excess} to destroy, {chosen|is|are} chosen.",
    rule=sections.RETREAT,
)
NOT_THE_EXCESS = refusal(
    "not-the-excess",
    "More than eight units won: choose {excess} to retreat, {chosen|is|are} chosen.",
    rule=sections.MOVEMENT_LIMITS,
)


# --- who goes where ---


def open_to(table: Runewars, side: str) -> list[str]:
    """Where units of a side may retreat to."""
    battle = battle_of(table)
    return retreats(table, side, battle.area, counted(army(battle, side).values()))


def losers_way(table: Runewars) -> list[str]:
    return open_to(table, loser_of(battle_of(table)))


def winners_way(table: Runewars) -> list[str]:
    return open_to(table, battle_of(table).report.winner)


def units_at(area: Area, side: str) -> int:
    """The units of a side in an area, unallied neutral ones among themselves."""
    if side != NEUTRAL:
        return units_of(area, side)
    return sum(stack.size for stack in area.stacks.values() if stack.owner == NEUTRAL and not area.allied)


def overflow(table: Runewars, side: str, to: str | None, coming: Mapping[str, int]) -> int:
    """How many units are destroyed where an army comes to, so that eight are left (G-53)."""
    if not to or (side == NEUTRAL and table.ruled("neutrals-over-eight")):
        return 0
    here = table.land.get(to) or Area()
    return max(0, units_at(here, side) + sum(coming.values()) - MOST_IN_AREA)


def there(table: Runewars, side: str, to: str | None, coming: Mapping[str, int]) -> dict[str, int]:
    """All units that a side has in an area once others have come, by type."""
    here = (table.land.get(to) if to else None) or Area()
    return dict(Counter(own_units(here, side)) + Counter(coming))


def own_units(area: Area, side: str) -> dict[str, int]:
    """The units of a side in an area where nobody else has any, by type."""
    return {unit: stack.size for unit, stack in area.stacks.items() if stack.size and stack.owner in (side, NEUTRAL)}


@dataclass(frozen=True, slots=True)
class Plan:
    """A retreat as it may be; `forced` if it may not be any other way."""

    side: str
    to: str | None
    units: Mapping[str, int]
    destroyed: Mapping[str, int] = field(default_factory=dict)
    forced: bool = False


def some_of(units: Mapping[str, int], count: int) -> dict[str, int]:
    """So many of some units, those of the first types."""
    left, chosen = count, {}
    for unit, have in units.items():
        if taken := min(left, have):
            chosen[unit] = taken
        left -= taken
    return chosen


def plan_of(table: Runewars, side: str, units: Mapping[str, int]) -> Plan:
    """A way for some units of a side to retreat."""
    ways = retreats(table, side, battle_of(table).area, units)
    to = ways[0] if ways else None
    after = there(table, side, to, units)
    over = overflow(table, side, to, units)
    forced = ways[1:] == [] and (not over or len(after) == 1)
    return Plan(side, to, units, some_of(after, over), forced)


def planned(table: Runewars) -> Plan:
    """How the loser may retreat."""
    battle = battle_of(table)
    loser = loser_of(battle)
    return plan_of(table, loser, counted(army(battle, loser).values()))


def planned_excess(table: Runewars) -> Plan:
    """How those of the winner's units may retreat that are more than eight."""
    winner = battle_of(table).report.winner
    here = own_units(ground(table), winner)
    plan = plan_of(table, winner, some_of(here, excess(table)))
    return Plan(plan.side, plan.to, plan.units, plan.destroyed, forced=plan.forced and len(here) == 1)


# --- events ---


def pull(table: Runewars, area: str, units: Mapping[str, int]) -> None:
    """Take units off an area, those who lie there first; standing ones first at a table that rules so (G-48)."""
    here = table.area(area)
    for unit, count in units.items():
        if (stack := here.stacks.get(unit)) and table.ruled("standing-first-everywhere"):
            standing = min(count, stack.standing)
            take(here, unit, standing, count - standing)
        elif stack:
            routed = min(count, stack.routed)
            take(here, unit, count - routed, routed)


class Retreat(BattleEvent):
    """All of the loser's units together."""

    stages = ("retreat",)
    to: Annotated[Line, Choice("areas", losers_way, free=True)] | None = None
    destroyed: Mapping[UnitId, Some] = Field(default_factory=dict, title="destroyed, so that eight are left")
    side: Annotated[SideId | None, Settled()] = None
    units: Annotated[Mapping[UnitId, Some], Settled()] = Field(default_factory=dict)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from super().check(table)
        if table.battle:
            plan = planned(table)
            yield from unfit(table, plan.side, self.to, plan.units, self.destroyed)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        plan = planned(table)
        return self.but(side=plan.side, units=plan.units)

    def apply(self, table: Runewars) -> None:
        battle, side = battle_of(table), self.side or ""
        going = list(army(battle, side))
        if self.to:
            lead_off(table, going, self.to)
            make_room(table, side, self.to, self.destroyed)
        else:
            destroy(table, going, "nowhere to go")
        battle.report.army(side).retreat = self.to or ""
        advance(table)


class ExcessRetreat(BattleEvent):
    """Those of the winner's units that do not fit."""

    stages = ("excess",)
    units: Mapping[UnitId, Some]
    to: Annotated[Line, Choice("areas", winners_way, free=True)] | None = None
    destroyed: Mapping[UnitId, Some] = Field(default_factory=dict, title="destroyed, so that eight are left")
    side: Annotated[SideId | None, Settled()] = None

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from super().check(table)
        chosen, over = sum(self.units.values()), excess(table)
        if chosen != over:
            yield NOT_THE_EXCESS(excess=over, chosen=chosen)
        if table.battle:
            yield from unfit(table, table.battle.report.winner, self.to, self.units, self.destroyed)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.but(side=battle_of(table).report.winner)

    def apply(self, table: Runewars) -> None:
        battle = battle_of(table)
        owners = {unit: stack.owner for unit, stack in ground(table).stacks.items()}
        pull(table, battle.area, self.units)
        for unit, count in self.units.items():
            if self.to:
                put(table.area(self.to), unit, owners.get(unit, NEUTRAL), 0, count)
            else:
                battle.report.army(self.side or "").lose(unit, "nowhere to go", count)
        if self.to:
            reckon(table, self.to)
            make_room(table, self.side or "", self.to, self.destroyed)
        advance(table)


def make_room(table: Runewars, side: str, to: str, destroyed: Mapping[str, int]) -> None:
    """Units are destroyed where an army came to; for `apply`."""
    pull(table, to, destroyed)
    for unit, count in destroyed.items():
        battle_of(table).report.army(side).lose(unit, "more than eight", count)
    reckon(table, to)


def unfit(
    table: Runewars, side: str, to: str | None, units: Mapping[str, int], destroyed: Mapping[str, int]
) -> Iterator[Refused]:
    """Why units do not retreat like this."""
    area = battle_of(table).area
    ways = retreats(table, side, area, units)
    if to:
        yield from no_retreat(table, side, area, to, units)
    elif ways:
        names = tuple(table.called("areas", way) for way in ways)
        yield MUST_GO_SOMEWHERE(side=table.called("owners", side), areas=names)
    over, chosen = overflow(table, side, to, units), sum(destroyed.values())
    if chosen != over:
        yield OVER_EIGHT(area=table.called("areas", to or ""), excess=over, chosen=chosen)


__all__ = ["ExcessRetreat", "Plan", "Retreat", "make_room", "plan_of", "planned", "planned_excess", "unfit"]
