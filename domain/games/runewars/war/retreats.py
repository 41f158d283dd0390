"""Retreats: where to, all together and routed (撤退): C-22. What is too much where they come to is destroyed there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Self

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import Some, UnitId
from domain.games.runewars.excess import settle_down
from domain.games.runewars.figures import put, routed_first, take
from domain.games.runewars.state.land import NEUTRAL
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.war.armies import army, battle_of, counted, destroy, dismiss, ground, lead_off
from domain.games.runewars.war.base import BattleEvent, SideId
from domain.games.runewars.war.course import advance, excess, loser_of
from domain.games.runewars.ways import no_retreat, retreats, stranded
from domain.language.chance import Chance
from domain.language.event import Choice, Line, Settled
from domain.language.refusal import Refused, refusal

MUST_GO_SOMEWHERE = refusal(
    "must-go-somewhere", "{side} can retreat, to: {areas}.", rule=sections.RETREAT, areas=("map",)
)
NOT_THE_EXCESS = refusal(
    "not-the-excess",
    "More than eight units won: choose {excess} to retreat, {chosen|is|are} chosen.",
    rule=sections.MOVEMENT_LIMITS,
)


def ways_of(table: Runewars, side: str) -> list[str]:
    """Where all units of a side may retreat to."""
    battle = battle_of(table)
    return retreats(table, side, battle.area, counted(army(battle, side).values()))


def losers_way(table: Runewars) -> list[str]:
    return ways_of(table, loser_of(battle_of(table)))


def winners_way(table: Runewars) -> list[str]:
    return ways_of(table, battle_of(table).report.winner)


@dataclass(frozen=True, slots=True)
class RetreatPlan:
    """A retreat as it may be; `forced` if it may not be any other way."""

    side: str
    to: str | None
    units: Mapping[str, int]
    forced: bool


def planned(table: Runewars) -> RetreatPlan:
    """How the loser may retreat."""
    loser = loser_of(battle_of(table))
    ways = losers_way(table)
    return RetreatPlan(loser, next(iter(ways), None), counted(army(battle_of(table), loser).values()), not ways[1:])


def planned_excess(table: Runewars) -> RetreatPlan:
    """How those of the winner's units may retreat that are more than eight."""
    winner = battle_of(table).report.winner
    here = {unit: stack.size for unit, stack in ground(table).stacks.items() if stack.size}
    going = some_of(here, excess(table))
    ways = retreats(table, winner, battle_of(table).area, going)
    return RetreatPlan(winner, next(iter(ways), None), going, not ways[1:] and not list(here)[1:])


def some_of(units: Mapping[str, int], count: int) -> dict[str, int]:
    """So many of some units, those of the first types."""
    left, chosen = count, {}
    for unit, have in units.items():
        if taken := min(left, have):
            chosen[unit] = taken
        left -= taken
    return chosen


def unfit(table: Runewars, side: str, to: str | None, units: Mapping[str, int]) -> Iterator[Refused]:
    """Why units do not retreat to an area, or are not destroyed for want of one."""
    area = battle_of(table).area
    if to:
        yield from no_retreat(table, side, area, to, units)
    elif ways := retreats(table, side, area, units):
        names = tuple(table.called("areas", way) for way in ways)
        yield MUST_GO_SOMEWHERE(side=table.called("owners", side), areas=names)


def left_to_die(table: Runewars, side: str, to: str | None, units: Mapping[str, int]) -> dict[str, int]:
    """Those of some units that cannot come along over mountains or water (G-09)."""
    lost = stranded(table, side, battle_of(table).area, to, units) if to else ()
    return {unit: units[unit] for unit in lost}


def without(units: Mapping[str, int], lost: Mapping[str, int]) -> dict[str, int]:
    return {unit: count for unit, count in units.items() if unit not in lost}


def retreat(table: Runewars, side: str, fighters: list[str], to: str | None) -> None:
    """Fighters go to another area, or are destroyed where there is none; for `apply`."""
    if to:
        lead_off(table, fighters, to)
        settle_down(table, battle_of(table).player_of(side), to)
    else:
        destroy(table, fighters, "nowhere to go")


class Retreat(BattleEvent):
    """All of the loser's units together; those on foot are lost where only flying ones find a way."""

    stages = ("retreat",)
    to: Annotated[Line, Choice("areas", losers_way, free=True)] | None = None
    side: Annotated[SideId | None, Settled()] = None
    units: Annotated[Mapping[UnitId, Some], Settled()] = Field(default_factory=dict)
    lost: Annotated[Mapping[UnitId, Some], Settled()] = Field(default_factory=dict)

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.battle:
            plan = planned(table)
            yield from unfit(table, plan.side, self.to, plan.units)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        plan = planned(table)
        lost = left_to_die(table, plan.side, self.to, plan.units)
        return self.but(side=plan.side, units=without(plan.units, lost), lost=lost)

    def apply(self, table: Runewars) -> None:
        battle, side = battle_of(table), self.side or ""
        fighters = army(battle, side)
        destroy(table, [id_ for id_, fighter in fighters.items() if fighter.unit in self.lost], "nowhere to go")
        retreat(table, side, list(army(battle, side)), self.to)
        battle.report.army(side).retreat = self.to or ""
        advance(table)


class ExcessRetreat(BattleEvent):
    """Those of the winner's units that do not fit; who is routed already goes first, who cannot go is lost."""

    stages = ("excess",)
    units: Mapping[UnitId, Some]
    to: Annotated[Line, Choice("areas", winners_way, free=True)] | None = None
    side: Annotated[SideId | None, Settled()] = None
    lost: Annotated[Mapping[UnitId, Some], Settled()] = Field(default_factory=dict)

    def check(self, table: Runewars) -> Iterator[Refused]:
        chosen, over = sum(self.units.values()), excess(table)
        if chosen != over:
            yield NOT_THE_EXCESS(excess=over, chosen=chosen)
        if table.battle:
            yield from unfit(table, table.battle.report.winner, self.to, self.units)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        winner = battle_of(table).report.winner
        return self.but(side=winner, lost=left_to_die(table, winner, self.to, self.units))

    def apply(self, table: Runewars) -> None:
        battle, here, side = battle_of(table), ground(table), self.side or ""
        owners = {unit: stack.owner for unit, stack in here.stacks.items()}
        lying = routed_first(table, battle.area, self.units)
        for unit, count in self.units.items():
            take(here, unit, count - lying.get(unit, 0), lying.get(unit, 0))
            if self.to and unit not in self.lost:
                put(table.area(self.to), unit, owners.get(unit, NEUTRAL), 0, count)
            else:
                battle.report.army(side).lose(unit, "nowhere to go", count)
        dismiss(table)
        settle_down(table, battle.player_of(side), *([self.to] if self.to else []))
        advance(table)
