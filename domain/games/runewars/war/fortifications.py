"""Fortifications: what the defender's development does before strength is counted (设施; 计算实力)."""

from collections.abc import Iterator
from typing import Annotated, Self

from domain.games.runewars import sections
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.war.armies import battle_of, standing
from domain.games.runewars.war.base import BattleEvent
from domain.games.runewars.war.course import FORTIFICATIONS, SPAWN, TOMB, advance, come_to, fortification_of
from domain.games.runewars.war.retreats import retreat, unfit
from domain.games.runewars.war.rounds import onward
from domain.games.runewars.ways import retreats
from domain.language.chance import Chance
from domain.language.event import Choice, Event, Line, Settled
from domain.language.refusal import Refused, never

NO_FORTIFICATION = never(
    "no-fortification", "{defender} has no defensive development in {area}.", rule=sections.DEVELOPMENTS
)
WHOLE = 1
"""One unit."""


def standing_attackers(table: Runewars) -> list[str]:
    battle = battle_of(table)
    return list(standing(battle, battle.attacker))


def unit_of(table: Runewars, fighter: str) -> str:
    here = battle_of(table).fighters.get(fighter)
    return here.unit if here else ""


def way_out(table: Runewars, fighter: str) -> list[str]:
    """Where a single attacker retreats to."""
    battle = battle_of(table)
    return retreats(table, battle.attacker, battle.area, [unit_of(table, fighter)])


class Fortification(BattleEvent):
    """The defender's development, in the contested area."""

    stages = ("fortification",)
    development: Annotated[str, Choice("developments"), Settled()] = ""

    def check_first(self, table: Runewars) -> Iterator[Refused]:
        battle = battle_of(table)
        if battle.area and not fortification_of(table):
            defender, area = table.called("owners", battle.defender), table.called("areas", battle.area)
            yield NO_FORTIFICATION(defender=defender, area=area)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.but(development=fortification_of(table))

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from onward(table)


class FortificationUsed(Fortification):
    help_text = "The defender uses the defensive development: tomb and spawn are used up by it, walls and wards stay."
    says = "{development} is used"
    title = "Use the fortification"

    def apply(self, table: Runewars) -> None:
        if battle := table.battle:
            battle.report.fortification = self.development
            if self.development in (TOMB, SPAWN):
                table.area(battle.area).development = None
            come_to(table, FORTIFICATIONS.get(self.development, "tally"))
            advance(table)


class FortificationDeclined(Fortification):
    help_text = "The defender does without the defensive development."
    says = "{development} is not used"
    title = "Without the fortification"

    def apply(self, table: Runewars) -> None:
        if table.battle:
            come_to(table, "tally")
            advance(table)


class UnitWardedOff(BattleEvent):
    """The defender chooses the unit, its owner the area (G-55); the table may rule that the owner chooses both."""

    help_text = "Protective Wards: a standing unit of the attacker retreats, and does not count for strength."
    says = "{fighter} is warded off[ and retreats to {to}]"
    title = "Ward off a unit"
    stages = ("wards",)
    fighter: Annotated[str, Choice("fighters", standing_attackers)]
    to: Annotated[Line, Choice("areas", way_out, free=True, given=("fighter",))] | None = None

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.battle:
            unit = {unit_of(table, self.fighter): WHOLE}
            yield from unfit(table, table.battle.attacker, self.to, unit)

    def apply(self, table: Runewars) -> None:
        if table.battle:
            retreat(table, table.battle.attacker, [self.fighter], self.to)
            come_to(table, "tally")
            advance(table)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from onward(table)


EVENTS = (FortificationUsed, FortificationDeclined, UnitWardedOff)
