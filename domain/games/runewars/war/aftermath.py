"""What becomes of a battle that is decided: strongholds, those left behind, and its end (结算; 摧毁/征服要塞)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import Some, UnitId
from domain.games.runewars.excess import settle_down
from domain.games.runewars.figures import take
from domain.games.runewars.holding import reckon, strongholds_of
from domain.games.runewars.realm.elimination import SeatEliminated, landless
from domain.games.runewars.state.land import Stronghold
from domain.games.runewars.state.seats import STRONGHOLDS
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.war import retreats
from domain.games.runewars.war.armies import battle_of, ground, left_behind
from domain.games.runewars.war.base import BattleEvent, SideId
from domain.games.runewars.war.course import advance, loser_of
from domain.language.chance import Chance
from domain.language.event import Choice, Event, Settled
from domain.language.refusal import Refused, refusal

STILL_IN_BOX = refusal(
    "still-in-box", "{seat} has a stronghold left to place.", rule=sections.CONQUERED_STRONGHOLDS, areas=("units",)
)


def attackers_strongholds(table: Runewars) -> list[str]:
    return strongholds_of(table, battle_of(table).attacker)


def has_stronghold_left(table: Runewars) -> bool:
    """Whether the attacker has a stronghold left to place (C-23)."""
    return len(attackers_strongholds(table)) < STRONGHOLDS


class StrongholdDamaged(BattleEvent):
    help_text = "Attackers survived: the stronghold is turned to its destroyed side."
    says = "The stronghold in {area} is destroyed[; {development} is lost]"
    stages = ("flip",)
    area: Annotated[str, Choice("areas"), Settled()] = ""
    development: Annotated[str, Choice("developments"), Settled()] = ""

    def settle(self, table: Runewars, chance: Chance) -> Self:
        beside = ground(table).development if table.ruled("development-lost-on-flip") else None
        return self.but(area=battle_of(table).area, development=beside.kind if beside else "")

    def apply(self, table: Runewars) -> None:
        here = table.area(self.area)
        if here.stronghold:
            here.stronghold.intact = False
        if self.development:
            here.development = None
        battle_of(table).report.stronghold = "destroyed"
        advance(table)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from onward(table)


class PreRoutedUnitsDestroyed(BattleEvent):
    help_text = "Units of the loser that were routed before the battle cannot retreat: they are destroyed."
    says = "{side}: destroyed, for they were routed before the battle: {units}"
    stages = ("behind",)
    side: Annotated[SideId | None, Settled()] = None
    units: Annotated[Mapping[UnitId, Some], Settled()] = Field(default_factory=dict)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        loser = loser_of(battle_of(table))
        return self.but(side=loser, units=left_behind(table, loser))

    def apply(self, table: Runewars) -> None:
        battle = battle_of(table)
        for unit, count in self.units.items():
            take(table.area(battle.area), unit, 0, count)
            battle.report.army(self.side or "").lose(unit, "routed before", count)
        advance(table)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from onward(table)


class ArmyRetreated(retreats.Retreat):
    help_text = "The losing army retreats, routed, to an adjacent area; without one to go to it is destroyed."
    says = "{side} retreats[ to {to}][: {units}][; destroyed, with nowhere to go: {lost}]"
    title = "The loser retreats"

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from onward(table)


class ExcessWinnersRetreated(retreats.ExcessRetreat):
    help_text = "Of a winning army at most eight units stay; the others retreat, routed."
    says = "{side}: more than eight[ retreat to {to}]: {units}[; of these destroyed, with nowhere to go: {lost}]"
    title = "Who does not fit retreats"

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from onward(table)


class StrongholdConquered(BattleEvent):
    help_text = (
        "The stronghold of the loser is removed; the winner puts one there, destroyed. With none left in the box, it"
        " may be taken from another area."
    )
    says = "{seat} conquers the stronghold in {area}[, with the one from {instead}][; {development} is lost]"
    stages = ("conquest",)
    instead: Annotated[str, Choice("areas", attackers_strongholds)] | None = Field(
        default=None, title="take one's own from"
    )
    seat: Annotated[SideId | None, Settled()] = None
    area: Annotated[str, Choice("areas"), Settled()] = ""
    placed: Annotated[bool, Settled()] = False
    development: Annotated[str, Choice("developments"), Settled()] = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        if self.instead and has_stronghold_left(table):
            yield STILL_IN_BOX(seat=table.called("seats", battle_of(table).attacker))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        battle, beside = battle_of(table), ground(table).development
        return self.but(
            seat=battle.attacker,
            area=battle.area,
            placed=bool(self.instead) or has_stronghold_left(table),
            development=beside.kind if beside else "",
        )

    def apply(self, table: Runewars) -> None:
        if self.instead:
            left = table.area(self.instead)
            left.stronghold = left.development = None
            reckon(table, self.instead)
        here = table.area(self.area)
        here.development = None
        here.stronghold = Stronghold(owner=self.seat or "", intact=False) if self.placed else None
        battle_of(table).report.stronghold = "conquered" if self.placed else "removed"
        advance(table)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from onward(table)


class BattleEnded(BattleEvent):
    help_text = "Damage is healed, the winner holds the area, the battle marker is taken off."
    says = "The battle in {area} is over"
    title = "Battle over"
    stages = ("end",)
    area: Annotated[str, Choice("areas"), Settled()] = ""

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.but(area=battle_of(table).area)

    def apply(self, table: Runewars) -> None:
        attacker = table.battle.attacker if table.battle else ""
        if table.battle:
            table.battles.append(table.battle.report)
            table.battle = None
        table.area(self.area).contested = False
        reckon(table, *table.land)
        settle_down(table, attacker, self.area)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from (SeatEliminated(seat=seat) for seat in landless(table))


def onward(table: Runewars) -> Iterator[Event[Runewars]]:
    """What happens now without anybody choosing anything; at most one."""
    match battle_of(table).stage:
        case "flip":
            yield StrongholdDamaged()
        case "behind":
            yield PreRoutedUnitsDestroyed()
        case "retreat" if (plan := retreats.planned(table)) and plan.forced:
            yield ArmyRetreated(to=plan.to)
        case "conquest" if has_stronghold_left(table):
            yield StrongholdConquered()
        case "excess" if (plan := retreats.planned_excess(table)) and plan.forced:
            yield ExcessWinnersRetreated(to=plan.to, units=plan.units)
        case "end":
            yield BattleEnded()


EVENTS = (
    StrongholdDamaged,
    PreRoutedUnitsDestroyed,
    ArmyRetreated,
    StrongholdConquered,
    ExcessWinnersRetreated,
    BattleEnded,
)
