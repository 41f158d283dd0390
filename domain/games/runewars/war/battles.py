"""The beginning of a battle: attacker, defender, line-up, and reinforcements."""

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.components.limits import Limit
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Settled
from domain.framework.events.offer import At
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.runewars import sections
from domain.games.runewars.areas import update_control
from domain.games.runewars.base import AreaId, Living, Owner, RunewarsEvent, Some, UnitId, not_at_turn
from domain.games.runewars.state.kinds import UnitSheet
from domain.games.runewars.state.table import NEUTRAL, Area, Runewars
from domain.games.runewars.state.war import Battle, Fighter, Report
from domain.games.runewars.units import known_owner, none_left, put_units, units_of_faction
from domain.games.runewars.war.armies import (
    army_of,
    battle_of,
    contested_area,
    defender_of,
    enlist_fighters,
    player_of,
    to_line_up,
)
from domain.games.runewars.war.battle_rounds import forced_event_in_battle
from domain.games.runewars.war.course import BattleEvent, SideId, advance_battle, come_to

# === The beginning of a battle: attacker, defender, and the line-up of both armies (战斗) ========

NOBODY_DEFENDS = refusal(
    "nobody-defends",
    "{area} has no defender: there are no other units, and no other player controls it.",
    rule=sections.BATTLES,
)
NOBODY_ATTACKS = refusal("nobody-attacks", "{seat} has no units in {area}.", rule=sections.BATTLES)
BATTLE_FIRST = never("battle-first", "First finish the battle in {area}.", rule=sections.BATTLES)
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


def units_attacking(area: Area, seat: str) -> int:
    """The units of a seat in an area, including those that a card routed."""
    return sum(stack.size for stack in area.stacks.values() if stack.owner == seat)


ONE_BATTLE: Limit[Runewars] = Limit(lambda table, seat: int(table.turn.fought), SECOND_BATTLE)


def came_along(table: Runewars, area: str) -> dict[str, int]:
    """The neutral units that marched into an area with those of the seat at turn, while it is contested."""
    here = table.land.get(area) or Area()
    if not here.contested or area not in table.turn.areas[-1:]:
        return {}
    left = {
        unit: min(count, here.stacks[unit].standing) for unit, count in table.turn.allies.items() if unit in here.stacks
    }
    return {unit: count for unit, count in left.items() if count}


def start_contest(table: Runewars, area: str) -> None:
    """Start a battle or diplomacy in an activated area; its order moves no more units there."""
    if area in table.turn.areas and area not in table.turn.met:
        table.turn.met = [*table.turn.met, area]


def battle_under_way(table: Runewars) -> Iterator[Refused]:
    """The refusal of a second battle while one is fought, since the program tracks the armies of one."""
    if table.battle:
        yield BATTLE_FIRST(area=table.called("areas", table.battle.area))


class BattleStarted(RunewarsEvent):
    """Starts a battle.

    The defender is found: another seat, or neutral units, played by the seat to the attacker's left.
    """

    heading = "Battles"
    help_text = "Units have entered an area held by another player or by neutral units: they fight."
    sentence = "{seat} attacked {defender} in {area}"
    title = "Begin a battle"
    limits = {ONE_BATTLE: {}}
    question = "{seat} fights for {area}"
    answers = "{seat}: fight for {area}, or offer influence?"
    layout = Layout(usual=("allies",), no_choice=("allies",))
    tracked = ("units",)
    during = ("turns",)
    seat: Living
    area: AreaId
    allies: Mapping[Annotated[str, Choice("units", neutral_types, given=("area",))], Some] = Field(
        default_factory=dict, title="neutral units on the attacker's side"
    )
    defender: Annotated[Owner | None, Settled()] = None
    player: Annotated[Owner | None, Settled()] = None
    on_tap = {"areas": At("area", text("Fight here"))}

    @classmethod
    def prefilled(cls, table: Runewars) -> Mapping[str, object]:
        """The neutral units that marched in with the attacker; those of a card are unknown."""
        area = next(iter(table.turn.areas[-1:]), "")
        return {"allies": came_along(table, area)} if area and (table.land.get(area) or Area()).contested else {}

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_at_turn(table, self.seat)
        yield from battle_under_way(table)
        here, name = table.land.get(self.area) or Area(), table.called("areas", self.area)
        if not units_attacking(here, self.seat) and not any(self._allies(table).values()):
            yield NOBODY_ATTACKS(seat=table.called("seats", self.seat), area=name)
        if not defender_of(table, self.area, self.seat):
            yield NOBODY_DEFENDS(area=name)
        yield from ONE_BATTLE.reasons(table, self.seat)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        defender = defender_of(table, self.area, self.seat) or NEUTRAL
        player = player_of(table, defender, self.seat)
        allies = {unit: count for unit, count in self._allies(table).items() if count}
        return self.copy_with(defender=defender, player=player or None, allies=allies)

    def _allies(self, table: Runewars) -> Mapping[str, int]:
        """The named allies, or else the known units that came along."""
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
        start_contest(table, self.area)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield ArmiesLinedUp()


Units = Annotated[Mapping[UnitId, Some], Settled()]


class LineUp(BattleEvent):
    """Adds units to the battle. Their printed fields are settled, so that later content does not change the battle."""

    healths: Units = Field(default_factory=dict)
    initiatives: Units = Field(default_factory=dict)
    owners: Annotated[Mapping[UnitId, Owner], Settled()] = Field(default_factory=dict)

    def printed(self, table: Runewars, *units: str) -> Self:
        """The line-up with the printed fields of some units."""
        sheets = {unit: UnitSheet.of(table, unit) for unit in units}
        return self.copy_with(
            healths={unit: sheet.health for unit, sheet in sheets.items() if sheet.health is not None},
            initiatives={unit: sheet.initiative for unit, sheet in sheets.items() if sheet.initiative is not None},
            owners={unit: owner for unit in units if (owner := known_owner(table, contested_area(table), unit))},
        )

    def line_up(self, battle: Battle, side: str, units: Mapping[str, int]) -> None:
        """Add units to the battle. For `apply`."""
        for unit, count in units.items():
            one = Fighter(
                side=side,
                owner=self.owners.get(unit, side),
                unit=unit,
                letter="",
                health=self.healths.get(unit),
                initiative=self.initiatives.get(unit),
            )
            enlist_fighters(battle, one, count)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from forced_event_in_battle(table)


class ArmiesLinedUp(LineUp):
    help_text = "Standing units of both sides fight. Heroes and routed units just stay in the area."
    sentence = "The armies lined up. {attacker}: {attack}; {defender}: {defence}"
    title = "Line up the armies"
    stages = ("lineup",)
    attacker: Annotated[SideId | None, Settled()] = None
    attack: Units = Field(default_factory=dict)
    defender: Annotated[SideId | None, Settled()] = None
    defence: Units = Field(default_factory=dict)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        battle = battle_of(table)
        attack, defence = to_line_up(table, battle.attacker), to_line_up(table, battle.defender)
        tallied = self.copy_with(attacker=battle.attacker, attack=attack, defender=battle.defender, defence=defence)
        return tallied.printed(table, *attack, *defence)

    def apply(self, table: Runewars) -> None:
        if battle := table.battle:
            self.line_up(battle, battle.attacker, self.attack)
            self.line_up(battle, battle.defender, self.defence)
            come_to(table, "opening")
            advance_battle(table)


def units_there(table: Runewars, side: str) -> Iterable[str]:
    """All types of units: a card may add units of any seat."""
    return table.ids("units")


def joining_first(table: Runewars, side: str | None) -> Iterator[Container[str]]:
    """The likely units to join a side: those of its faction; for neutral units, the types that already fight."""
    if side:
        yield units_of_faction(table, side)
    if side == NEUTRAL and table.battle:
        yield [fighter.unit for fighter in army_of(table.battle, side).values()]


Joining = Annotated[str, Choice("units", units_there, given=("side",), likely=joining_first, beside=("side",))]


class ReinforcementsJoined(LineUp):
    help_text = "A card or ability brings units into the battle under way."
    sentence = "{units} joined the battle for {side}"
    title = "Units join the battle"
    side: SideId
    units: Mapping[Joining, Some]

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from none_left(table, self.units)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.printed(table, *self.units)

    def apply(self, table: Runewars) -> None:
        if battle := table.battle:
            for unit, count in self.units.items():
                put_units(table.area(battle.area), unit, self.owners.get(unit, self.side), count)
            self.line_up(battle, self.side, self.units)
            update_control(table, battle.area)
            advance_battle(table)
