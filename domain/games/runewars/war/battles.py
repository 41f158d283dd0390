"""A battle begins: who attacks whom, and the armies beside the faction sheets (战斗)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import FINISH_FIRST, AreaId, Living, Owner, RunewarsEvent, Some, UnitId, not_at_turn
from domain.games.runewars.figures import none_left, owner_of, put
from domain.games.runewars.holding import reckon
from domain.games.runewars.state.kinds import UnitSheet
from domain.games.runewars.state.land import NEUTRAL, Area
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.state.war import Battle, Fighter, Report
from domain.games.runewars.war.armies import battle_of, defender_of, enlist, player_of, to_line_up
from domain.games.runewars.war.base import BattleEvent, SideId
from domain.games.runewars.war.course import advance, come_to
from domain.games.runewars.war.rounds import onward
from domain.language.chance import Chance
from domain.language.event import At, Choice, Event, Settled
from domain.language.refusal import Refused, refusal
from domain.language.text import text

NOBODY_DEFENDS = refusal(
    "nobody-defends", "Nobody defends {area}: no units of others, and it is nobody else's.", rule=sections.BATTLES
)
NOBODY_ATTACKS = refusal("nobody-attacks", "{seat} has no units in {area}.", rule=sections.BATTLES)
SECOND_BATTLE = refusal(
    "second-battle",
    "This order already caused a battle; it may not cause another one.",
    rule=sections.MOBILIZE,
    areas=("calendar",),
)


def neutral_types(table: Runewars, area: str) -> list[str]:
    """The types of neutral units in an area."""
    here = table.land.get(area) or Area()
    return [unit for unit, stack in here.stacks.items() if stack.owner == NEUTRAL and stack.size]


def attackers(area: Area, seat: str) -> int:
    """The units that a seat has of its own in an area; those that a card routed have come to fight as well."""
    return sum(stack.size for stack in area.stacks.values() if stack.owner == seat)


def came_along(table: Runewars, area: str) -> dict[str, int]:
    """The neutral units that marched into an area with those of the seat at turn, until it is settled whose it is."""
    here = table.land.get(area) or Area()
    if not here.contested or area not in table.turn.areas[-1:]:
        return {}
    left = {
        unit: min(count, here.stacks[unit].standing) for unit, count in table.turn.allies.items() if unit in here.stacks
    }
    return {unit: count for unit, count in left.items() if count}


def meet(table: Runewars, area: str) -> None:
    """A battle or diplomacy begins in an area that the order at turn activated: nobody else comes there by it."""
    if area in table.turn.areas and area not in table.turn.met:
        table.turn.met = [*table.turn.met, area]


class BattleStarted(RunewarsEvent):
    """The defender is found: another player, or neutral units, which the player to the attacker's left then plays."""

    area_of_play = "Battles"
    help_text = "Units came into an area that is another player's or held by neutral units: they fight."
    says = "{seat} attacks {defender} in {area}"
    title = "A battle begins"
    asks = "{seat} fights for {area}"
    likely = ("allies",)
    tracked = ("units",)
    during = ("turns",)
    seat: Living
    area: AreaId
    allies: Mapping[Annotated[str, Choice("units", neutral_types, given=("area",))], Some] = Field(
        default_factory=dict, title="neutral units that came with the attacker"
    )
    defender: Annotated[Owner | None, Settled()] = None
    player: Annotated[Owner | None, Settled()] = None
    at = {"areas": At("area", text("Fight here"))}

    @classmethod
    def prefilled(cls, table: Runewars) -> Mapping[str, object]:
        """Who marched in with the attacker is known; who came by a card is not."""
        area = next(iter(table.turn.areas[-1:]), "")
        return {"allies": came_along(table, area)} if area and (table.land.get(area) or Area()).contested else {}

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_at_turn(table, self.seat)
        if table.battle:
            yield FINISH_FIRST(open=table.called("areas", table.battle.area))
        here, name = table.land.get(self.area) or Area(), table.called("areas", self.area)
        if not attackers(here, self.seat) and not any(self._allies(table).values()):
            yield NOBODY_ATTACKS(seat=table.called("seats", self.seat), area=name)
        if not defender_of(table, self.area, self.seat):
            yield NOBODY_DEFENDS(area=name)
        if table.turn.fought:
            yield SECOND_BATTLE()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        defender = defender_of(table, self.area, self.seat) or NEUTRAL
        player = player_of(table, defender, self.seat)
        allies = {unit: count for unit, count in self._allies(table).items() if count}
        return self.but(defender=defender, player=player or None, allies=allies)

    def _allies(self, table: Runewars) -> Mapping[str, int]:
        """Those that are named, else those that are known to have come along."""
        return self.allies or came_along(table, self.area)

    def apply(self, table: Runewars) -> None:
        defender = self.defender or NEUTRAL
        report = Report(season=table.season, area=self.area, attacker=self.seat, defender=defender)
        table.battle = Battle(
            area=self.area,
            attacker=self.seat,
            defender=defender,
            player=self.player or "",
            allies=dict(self.allies),
            report=report,
        )
        table.area(self.area).contested = True
        table.turn.fought = True
        meet(table, self.area)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield ArmiesLinedUp()


Units = Annotated[Mapping[UnitId, Some], Settled()]


class LineUp(BattleEvent):
    """What is printed of the units is settled, so that the battle goes on by it whatever is typed in later."""

    healths: Units = Field(default_factory=dict)
    initiatives: Units = Field(default_factory=dict)
    owners: Annotated[Mapping[UnitId, Owner], Settled()] = Field(default_factory=dict)

    def printed(self, table: Runewars, *units: str) -> Self:
        """With what stands on the sheets of some units."""
        sheets = {unit: UnitSheet.of(table, unit) for unit in units}
        return self.but(
            healths={unit: sheet.health for unit, sheet in sheets.items() if sheet.health is not None},
            initiatives={unit: sheet.initiative for unit, sheet in sheets.items() if sheet.initiative is not None},
            owners={unit: owner_of(table, unit) for unit in units},
        )

    def line_up(self, battle: Battle, side: str, units: Mapping[str, int]) -> None:
        """Let units take part; for `apply`."""
        for unit, count in units.items():
            one = Fighter(
                side=side,
                owner=self.owners.get(unit, side),
                unit=unit,
                letter="",
                health=self.healths.get(unit),
                initiative=self.initiatives.get(unit),
            )
            enlist(battle, one, count)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from onward(table)


class ArmiesLinedUp(LineUp):
    help_text = "The standing units of both sides take part; heroes and units that are routed stay in the area."
    says = "Armies: {attacker}: {attack}; {defender}: {defence}"
    title = "Line up the armies"
    stages = ("lineup",)
    attacker: Annotated[SideId | None, Settled()] = None
    attack: Units = Field(default_factory=dict)
    defender: Annotated[SideId | None, Settled()] = None
    defence: Units = Field(default_factory=dict)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        battle = battle_of(table)
        attack, defence = to_line_up(table, battle.attacker), to_line_up(table, battle.defender)
        told = self.but(attacker=battle.attacker, attack=attack, defender=battle.defender, defence=defence)
        return told.printed(table, *attack, *defence)

    def apply(self, table: Runewars) -> None:
        if battle := table.battle:
            self.line_up(battle, battle.attacker, self.attack)
            self.line_up(battle, battle.defender, self.defence)
            come_to(table, "opening")
            advance(table)


class ReinforcementsJoined(LineUp):
    help_text = "Units come into a battle that is under way, by a card or an ability."
    says = "{side}: {units} join the battle"
    title = "Units join the battle"
    side: SideId
    units: Mapping[UnitId, Some]

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from none_left(table, self.units)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.printed(table, *self.units)

    def apply(self, table: Runewars) -> None:
        if battle := table.battle:
            for unit, count in self.units.items():
                put(table.area(battle.area), unit, self.owners.get(unit, self.side), count)
            self.line_up(battle, self.side, self.units)
            reckon(table, battle.area)
            advance(table)


EVENTS = (BattleStarted, ArmiesLinedUp, ReinforcementsJoined)
