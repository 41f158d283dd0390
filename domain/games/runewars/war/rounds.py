"""Rounds of a battle, and whom routs and damage fall on in them (战斗流程; 对单位造成伤害)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import Some
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.state.war import Fighter
from domain.games.runewars.war import aftermath
from domain.games.runewars.war.armies import Fighters, army, battle_of, destroy, hurt, rout, standing
from domain.games.runewars.war.assigning import (
    as_told,
    damage_order,
    only_damage,
    only_figures,
    only_routs,
    ought_to,
    unfit_for_rout,
)
from domain.games.runewars.war.base import (
    MOST_FIGHTERS,
    BattleEvent,
    SideId,
    of_unknown_health,
    own_fighters,
    own_standing,
)
from domain.games.runewars.war.course import DAMAGING, ROUTING, advance, come_to, due, next_due, next_round
from domain.language.chance import Chance
from domain.language.event import Choice, Count, Event, Settled
from domain.language.refusal import Refused, never, refusal

OTHERS_FIRST = refusal("others-first", "First {side}.", rule=sections.BATTLES)
EXACTLY = never("exactly", "Assign exactly {need}, not {said}.", rule=sections.BATTLE_DAMAGE)
WHOLE_UNITS_FIRST = refusal(
    "whole-units-first",
    "Rout an undamaged unit first; damaged units only if all are damaged.",
    rule=sections.ROUTED,
)
DAMAGED_FIRST = refusal(
    "damaged-first", "Damage must go to a unit that is damaged already: {units}.", rule=sections.BATTLE_DAMAGE
)
ROUTED_LAST = refusal(
    "routed-last",
    "Damage goes to standing units first; to a routed one only if none is standing.",
    rule=sections.BATTLE_DAMAGE,
)


def not_due(table: Runewars, side: str) -> Iterator[Refused]:
    """Why it is not for a side to act: the attacker comes first."""
    first = next_due(battle_of(table))
    if first and first != side:
        yield OTHERS_FIRST(side=table.called("owners", first))


class BattleRoundStarted(BattleEvent):
    help_text = "The next round of a battle begins, for units of its initiative."
    says = "Battle round {number}"
    title = "Next battle round"
    begins_round = True
    stages = ("round",)
    number: Annotated[Annotated[int, Field(ge=1, le=5)] | None, Settled()] = None

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.but(number=next_round(battle_of(table)))

    def apply(self, table: Runewars) -> None:
        if table.battle:
            table.battle.round, table.battle.held = self.number or table.battle.round, []
            come_to(table, "drawing")
            advance(table)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from onward(table)


class RoutsAssigned(BattleEvent):
    """The side chooses among those who may be routed; who more icons show than stand, loses them (G-24)."""

    help_text = "A side routs as many of its units as the other side's cards show."
    says = "{side}: routed {units}[; {spare|rout finds|routs find} nobody]"
    title = "Routs"
    stages = ROUTING
    side: SideId
    units: Annotated[
        tuple[Annotated[str, Choice("fighters", own_standing, given=("side",))], ...], Field(max_length=MOST_FIGHTERS)
    ]
    spare: Annotated[Count, Settled()] = 0

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_due(table, self.side)
        battle = battle_of(table)
        if len(self.units) != (need := due(battle, self.side)):
            yield EXACTLY(need=need, said=len(self.units))
        if battle.stage == "routs" and unfit_for_rout(standing(battle, self.side), self.units):
            yield WHOLE_UNITS_FIRST()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.but(spare=max(0, battle_of(table).owed.get(self.side, 0) - len(self.units)))

    def apply(self, table: Runewars) -> None:
        battle_of(table).owed.pop(self.side, None)
        rout(table, self.units)
        advance(table)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from onward(table)


class DamageAssigned(BattleEvent):
    """One token at a time (C-16). Where the health of a unit is not known, the table says who is destroyed."""

    help_text = "A side takes as much damage as the other side's cards show, on units that it chooses."
    says = "{side}: damage on {damage}[; destroyed: {fallen}]"
    title = "Damage"
    stages = DAMAGING
    side: SideId
    damage: Mapping[Annotated[str, Choice("fighters", own_fighters, given=("side",))], Some]
    destroyed: Annotated[
        tuple[Annotated[str, Choice("fighters", of_unknown_health, given=("side",))], ...],
        Field(max_length=MOST_FIGHTERS),
    ] = Field(default=(), title="destroyed, where their health is not known")
    fallen: Annotated[tuple[str, ...], Settled(), Choice("fighters")] = ()

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_due(table, self.side)
        fighters = army(battle_of(table), self.side)
        said, need = sum(self.damage.values()), due(battle_of(table), self.side)
        if said != need and not set(fighters) <= {*self.destroyed, *self._falling(table)}:
            yield EXACTLY(need=need, said=said)
        else:
            yield from misplaced(table, as_told(fighters, self.damage, self.destroyed), self.damage)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.but(damage={id_: n for id_, n in self.damage.items() if n}, fallen=self._falling(table))

    def _falling(self, table: Runewars) -> tuple[str, ...]:
        """Who is destroyed: those whose health is reached, and those the table says it of."""
        fighters = army(battle_of(table), self.side).items()
        return tuple(id_ for id_, f in fighters if id_ in self.destroyed or _falls(f, id_, self.damage))

    def apply(self, table: Runewars) -> None:
        battle_of(table).owed.pop(self.side, None)
        hurt(table, self.damage)
        destroy(table, self.fallen, "damage")
        advance(table)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from onward(table)


def _falls(fighter: Fighter, id_: str, damage: Mapping[str, int]) -> bool:
    """Whether damage destroys a fighter."""
    return fighter.lacks is not None and damage.get(id_, 0) >= fighter.lacks


def misplaced(table: Runewars, fighters: Fighters, damage: Mapping[str, int]) -> Iterator[Refused]:
    """Why damage may not fall like this (X54, X55)."""
    if better := ought_to(fighters, damage, damage_order(table)):
        names = tuple(table.called("fighters", id_) for id_ in better)
        yield DAMAGED_FIRST(units=names) if _are_damaged(fighters, damage, better) else ROUTED_LAST()


def _are_damaged(fighters: Fighters, damage: Mapping[str, int], better: list[str]) -> bool:
    """Whether those who come first are damaged by then."""
    return any(fighters[id_].damage or damage.get(id_) for id_ in better)


def forced(table: Runewars) -> Iterator[Event[Runewars]]:
    """Routs and damage that can fall in one way alone."""
    battle = battle_of(table)
    if not (side := next_due(battle)):
        return
    if battle.stage in ROUTING:
        only = only_routs if battle.stage == "routs" else only_figures
        if (routed := only(standing(battle, side), due(battle, side))) is not None:
            yield RoutsAssigned(side=side, units=tuple(routed))
    elif battle.stage in DAMAGING:
        damage = only_damage(army(battle, side), due(battle, side), damage_order(table))
        if damage is not None:
            yield DamageAssigned(side=side, damage=damage)


def onward(table: Runewars) -> Iterator[Event[Runewars]]:
    """What happens now without anybody choosing anything; at most one."""
    if battle_of(table).stage == "round" and table.battle:
        yield BattleRoundStarted()
    yield from forced(table)
    yield from aftermath.onward(table)


EVENTS = (BattleRoundStarted, RoutsAssigned, DamageAssigned)
