"""Prompts of marches, battles and diplomacy."""

from collections.abc import Iterator
from dataclasses import replace

from domain.framework.events.event import Event
from domain.framework.game import Prompt
from domain.framework.text import text
from domain.games.runewars.state.table import NEUTRAL, Runewars
from domain.games.runewars.state.war import Battle
from domain.games.runewars.war import aftermath, battle_rounds, course, effects, outcome
from domain.games.runewars.war.aftermath import ArmyRetreated, ExcessWinnersRetreated, StrongholdConquered
from domain.games.runewars.war.armies import (
    army_of,
    battle_of,
    damage_order,
    likely_damage,
    likely_routs,
    standing_fighters,
)
from domain.games.runewars.war.battle_rounds import (
    BattleFateDrawn,
    DamageAssigned,
    DrawHeldBack,
    RoutsAssigned,
    is_read_here,
)
from domain.games.runewars.war.battles import ArmiesLinedUp
from domain.games.runewars.war.outcome import BattleResolvedByHand, StrengthTallied


def battle_prompts(table: Runewars) -> Iterator[Prompt]:
    """The prompts of the current battle, if there is one."""
    if (battle := table.battle) is None:
        return
    if (sure := next(_forced_events(table, battle), None)) is not None:
        yield Prompt(text("Go on with the battle"), type(sure), required=True, fields=_said(sure))
    elif battle.stage in course.AFTERMATH:
        yield from prompts_of_winner(table, battle)
    else:
        for prompt in prompts_of_battle(table, battle):
            side = prompt.fields.get("side")
            yield replace(prompt, seats=_players_of(battle, str(side))) if side else prompt


def _players_of(battle: Battle, side: str) -> frozenset[str]:
    """The seats that choose for a side of a battle: for unallied neutral units their commander; none if unknown."""
    return frozenset({battle.player_of(side)} - {"", NEUTRAL})


def _forced_events(table: Runewars, battle: Battle) -> Iterator[Event[Runewars]]:
    """The forced events. They are only open if one of them was withdrawn."""
    if battle.stage == "lineup":
        yield ArmiesLinedUp()
    yield from battle_rounds.forced_event_in_battle(table)


def _said(event: Event[Runewars]) -> dict[str, object]:
    return event.model_dump(mode="json", exclude_defaults=True)


def prompts_of_battle(table: Runewars, battle: Battle) -> Iterator[Prompt]:
    """The prompts until a side has won. If units are unknown, the result comes first."""
    by_hand = Prompt(text("Write down the result"), BattleResolvedByHand, required=not _is_known(battle))
    if not _is_known(battle):
        yield by_hand
    yield from _at_stage(table, battle)
    if _is_known(battle):
        yield by_hand


def side_at_work(battle: Battle) -> str:
    """The side that acts next in a battle; empty if there is none, or the battle is decided."""
    match battle.stage:
        case "opening":
            return next((side for side in battle.sides if side not in battle.passed), "")
        case "drawing":
            return course.next_to_draw(battle)
        case "specials" | "routs" | "tomb" | "damage" | "spawn":
            return course.next_due(battle)
    return ""


def _is_known(battle: Battle) -> bool:
    """Whether any initiative is known, so that rounds can be played."""
    return any(fighter.initiative is not None for fighter in battle.fighters.values())


def _at_stage(table: Runewars, battle: Battle) -> Iterator[Prompt]:
    match battle.stage:
        case "opening":
            yield from prompts_at_start(table, battle)
        case "drawing":
            yield from prompts_to_draw(table, battle)
        case "specials":
            yield from prompts_of_specials(table, battle)
        case "routs" | "tomb" | "damage" | "spawn":
            yield from prompts_to_assign(table, battle)
        case "fortification":
            what = table.called("developments", course.fortification_of(table))
            yield Prompt(text("Use {development}", development=what), effects.FortificationUsed, required=True)
            yield Prompt(text("Do without {development}", development=what), effects.FortificationDeclined)
        case "wards":
            yield prompt_to_ward(table)
        case "tally":
            yield from prompts_of_strength(table, battle)


def prompts_at_start(table: Runewars, battle: Battle) -> Iterator[Prompt]:
    """The use of cards and abilities at the start, first for the attacker. Each side may use nothing, as most do."""
    side = next((side for side in battle.sides if side not in battle.passed), battle.attacker)
    name, fields = table.called("owners", side), {"side": side}
    yield Prompt(text("{side}: use nothing", side=name), effects.StartOfBattlePassed, required=True, fields=fields)
    yield Prompt(
        text("{side}: use a card or ability", side=name),
        effects.StartOfBattleEffectUsed,
        fields=fields,
        opens_form=True,
    )
    if not battle.passed:
        seats = frozenset[str]().union(*(_players_of(battle, one) for one in battle.sides))
        yield Prompt(text("Neither side uses anything"), effects.StartOfBattlePassed, seats=seats, joint=True)


def prompts_to_draw(table: Runewars, battle: Battle) -> Iterator[Prompt]:
    """The draw of a side, one prompt for each of its types with this initiative."""
    if not (side := course.next_to_draw(battle)):
        return
    name, types = table.called("owners", side), course.drawing_now(battle, side)
    for number, unit in enumerate(types):
        title = text("{side} draws for {unit}", side=name, unit=table.called("units", unit))
        fields = {"side": side, "unit": unit}
        yield Prompt(
            title, BattleFateDrawn, required=not number, fields=fields, opens_form=not is_read_here(table, unit)
        )
    if course.may_hold_back(battle, side):
        yield Prompt(text("{side}: do not draw in this round", side=name), DrawHeldBack, fields={"side": side})


def prompts_of_specials(table: Runewars, battle: Battle) -> Iterator[Prompt]:
    side = course.next_due(battle)
    title = text(
        "{side}: {icons|special ability|special abilities}",
        side=table.called("owners", side),
        icons=course.due_of_side(battle, side),
    )
    yield Prompt(title, effects.SpecialAbilityResolved, required=True, fields={"side": side}, opens_form=True)


def prompts_to_assign(table: Runewars, battle: Battle) -> Iterator[Prompt]:
    """The routs or damage that a side assigns, with a legal choice filled in."""
    side = course.next_due(battle)
    name, count = table.called("owners", side), course.due_of_side(battle, side)
    if battle.stage in course.ROUTING:
        units = likely_routs(standing_fighters(battle, side), count)
        title = text("{side} routs {count|unit|units}", side=name, count=count)
        yield Prompt(title, RoutsAssigned, required=True, fields={"side": side, "units": units}, opens_form=True)
    if battle.stage in course.DAMAGING:
        damage = likely_damage(army_of(battle, side), count, damage_order(table))
        fields = {"side": side, **({} if damage is None else {"damage": damage})}
        yield Prompt(text("{side} takes {count} damage", side=name, count=count), DamageAssigned, True, fields, True)


def prompt_to_ward(table: Runewars) -> Prompt:
    """The choice of the warded unit by the defender, or by its owner, as some tables rule (G-55)."""
    battle, fighter = battle_of(table), effects.standing_attackers(table)[0]
    chooses = battle.attacker if table.ruled("wards-owner-chooses") else battle.player_of(battle.defender)
    to = effects.way_out(table, fighter)
    fields = {"fighter": fighter, **({"to": to[0]} if to else {})}
    title = text("{side} chooses which unit is warded off", side=table.called("owners", chooses))
    seats = _players_of(battle, chooses)
    return Prompt(title, effects.UnitWardedOff, required=True, fields=fields, opens_form=True, seats=seats)


def prompts_of_strength(table: Runewars, battle: Battle) -> Iterator[Prompt]:
    """The computation of strength, with Conquer's bonus first if it is available."""
    if not table.held(outcome.no_siege(table)):
        yield Prompt(
            text("Count strength, the stronghold 3 less"), StrengthTallied, required=True, fields={"siege": True}
        )
        yield Prompt(text("Count strength"), StrengthTallied)
    else:
        yield Prompt(text("Count strength"), StrengthTallied, required=True)


def prompts_of_winner(table: Runewars, battle: Battle) -> Iterator[Prompt]:
    """The choices after a side has won."""
    match battle.stage:
        case "retreat":
            yield prompt_to_retreat(table)
        case "conquest":
            yield Prompt(text("The stronghold is conquered"), StrongholdConquered, required=True, opens_form=True)
        case "excess":
            yield prompt_to_leave(table)


def prompt_to_retreat(table: Runewars) -> Prompt:
    plan = aftermath.plan_retreat(table)
    title = text("{side} retreats", side=table.called("owners", plan.side))
    if plan.side == NEUTRAL and (player := battle_of(table).player):
        title = text("{seat}: where do the neutral units retreat to?", seat=table.called("seats", player))
    seats = _players_of(battle_of(table), plan.side)
    return Prompt(title, ArmyRetreated, required=True, fields=plan.begun, opens_form=True, seats=seats)


def prompt_to_leave(table: Runewars) -> Prompt:
    plan = aftermath.planned_excess(table)
    title = text("{side}: more than eight units", side=table.called("owners", plan.side))
    fields = ExcessWinnersRetreated.prefilled(table)
    seats = _players_of(battle_of(table), plan.side)
    return Prompt(title, ExcessWinnersRetreated, required=True, fields=fields, opens_form=True, seats=seats)
