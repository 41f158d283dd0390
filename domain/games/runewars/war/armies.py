"""Armies: the units of a battle, their damage, and the assignment of routs and damage."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from string import ascii_uppercase

from domain.games.runewars.areas import factions_in, has_neutrals, left_of
from domain.games.runewars.state.table import NEUTRAL, Area, Runewars, Stack
from domain.games.runewars.state.war import Battle, Cause, Fighter
from domain.games.runewars.units import put_units, take_units

# === The units of a battle: routed, damaged, destroyed, or gone (战斗流程; 对单位造成伤害) =======
# Each change of a fighter also changes its figure on the map.

Fighters = Mapping[str, Fighter]
INTACT, DESTROYED = 5, 3
"""The strength of a stronghold; that of the destroyed side is a preset."""


def battle_of(table: Runewars) -> Battle:
    """The current battle; a blank one if there is none."""
    return table.battle or Battle()


def sides_of_battle(table: Runewars) -> tuple[str, ...]:
    return battle_of(table).sides


def contested_area(table: Runewars) -> Area:
    """The contested area; an empty one if no battle is fought."""
    return table.land.get(battle_of(table).area) or Area()


def defender_of(table: Runewars, area: str, attacker: str) -> str:
    """The defender of an area: the other seat with units there or with control, or else its neutral units (战斗)."""
    here = table.land.get(area) or Area()
    others = [faction for faction in factions_in(here) if faction != attacker]
    if others:
        return others[0]
    if here.controller and here.controller != attacker:
        return here.controller
    return NEUTRAL if has_neutrals(here) and here.allied != attacker else ""


def player_of(table: Runewars, defender: str, attacker: str) -> str:
    """The seat that plays a defender: for unallied neutral units, the seat to the attacker's left."""
    return left_of(table, attacker) if defender == NEUTRAL else defender


# --- armies ---


def army_of(battle: Battle, side: str) -> dict[str, Fighter]:
    """The remaining units of a side in a battle."""
    return {id_: fighter for id_, fighter in battle.fighters.items() if fighter.side == side}


def standing_fighters(battle: Battle, side: str) -> dict[str, Fighter]:
    return {id_: fighter for id_, fighter in army_of(battle, side).items() if not fighter.routed}


def types_in_doubt(battle: Battle) -> list[str]:
    """The types of damaged units whose health is unknown, so that they may be destroyed."""
    doubtful = [fighter for fighter in battle.fighters.values() if fighter.damage and fighter.health is None]
    return list(count_by_type(doubtful))


def of_type(fighters: Fighters, unit: str) -> list[str]:
    return [id_ for id_, fighter in fighters.items() if fighter.unit == unit]


def count_by_type(fighters: Iterable[Fighter]) -> dict[str, int]:
    """The number of fighters of each type."""
    return dict(Counter(fighter.unit for fighter in fighters))


def sides_of_stacks(table: Runewars) -> Iterator[tuple[str, str, Stack]]:
    """The stacks in the area, each with its side; neutral stacks count as the defender's."""
    battle = battle_of(table)
    for unit, stack in contested_area(table).stacks.items():
        yield battle.defender if stack.owner == NEUTRAL else stack.owner, unit, stack


def to_line_up(table: Runewars, side: str) -> dict[str, int]:
    """The standing units of a side in the area, by type; heroes and routed units take no part."""
    battle = battle_of(table)
    allies = battle.allies if side == battle.attacker else {}
    own = {
        unit: stack.standing - battle.allies.get(unit, 0) * (stack.owner == NEUTRAL)
        for owner, unit, stack in sides_of_stacks(table)
        if owner == side
    }
    return {unit: count for unit, count in {**allies, **own}.items() if count > 0}


def left_behind(table: Runewars, side: str) -> dict[str, int]:
    """The units of a side that were routed before the battle and are still in the area."""
    battle = battle_of(table)
    lying = count_by_type(fighter for fighter in battle.fighters.values() if fighter.routed)
    aside = {unit: stack.routed - lying.get(unit, 0) for owner, unit, stack in sides_of_stacks(table) if owner == side}
    return {unit: count for unit, count in aside.items() if count > 0}


# --- changes, for `apply` ---


def enlist_fighters(battle: Battle, like: Fighter, count: int) -> None:
    """Add equal units to a battle, each with its own letter."""
    first = sum(army.units.get(like.unit, 0) for army in battle.report.armies.values())
    lined_up = battle.report.army(like.side).units
    lined_up[like.unit] = lined_up.get(like.unit, 0) + count
    for number in range(first, first + count):
        # Letters continue after those of destroyed units, so no two fighters of a battle have the same name.
        letter = ascii_uppercase[number % 26] * (number // 26 + 1)
        battle.fighters[f"{like.unit} {letter}"] = like.model_copy(update={"letter": letter})


def rout_fighters(table: Runewars, fighters: Iterable[str]) -> None:
    for id_ in fighters:
        battle = battle_of(table)
        if (fighter := battle.fighters.get(id_)) and not fighter.routed:
            fighter.routed = True
            take_units(table.area(battle.area), fighter.unit, 1)
            put_units(table.area(battle.area), fighter.unit, fighter.owner, 0, 1)


def stand_up(table: Runewars, fighters: Iterable[str]) -> None:
    for id_ in fighters:
        battle = battle_of(table)
        if (fighter := battle.fighters.get(id_)) and fighter.routed:
            fighter.routed = False
            take_units(table.area(battle.area), fighter.unit, 0, 1)
            put_units(table.area(battle.area), fighter.unit, fighter.owner, 1)


def damage_fighters(table: Runewars, damage: Mapping[str, int], cause: Cause = "damage") -> None:
    """Put damage tokens next to fighters, and destroy those whose health is reached."""
    for id_, count in damage.items():
        if fighter := battle_of(table).fighters.get(id_):
            fighter.damage = max(0, fighter.damage + count)
            if fighter.health is not None and fighter.damage >= fighter.health:
                destroy_fighters(table, [id_], cause)


def destroy_fighters(table: Runewars, fighters: Iterable[str], cause: Cause) -> None:
    """Return fighters to the box."""
    for id_ in fighters:
        battle = battle_of(table)
        if fighter := battle.fighters.pop(id_, None):
            take_units(table.area(battle.area), fighter.unit, not fighter.routed, fighter.routed)
            battle.report.army(fighter.side).lose(fighter.unit, cause)


def lead_off(table: Runewars, fighters: Iterable[str], to: str) -> None:
    """Move fighters out of the battle to another area, routed. The caller updates control."""
    for id_ in fighters:
        battle = battle_of(table)
        if fighter := battle.fighters.pop(id_, None):
            take_units(table.area(battle.area), fighter.unit, not fighter.routed, fighter.routed)
            put_units(table.area(to), fighter.unit, fighter.owner, 0, 1)


def muster_fighters(table: Runewars) -> None:
    """Remove or rout fighters whose figures on the map were removed or routed by a card."""
    battle, here = battle_of(table), contested_area(table)
    for fighter in dismiss_fighters(table):
        battle.report.army(fighter.side).lose(fighter.unit, "card")
    for unit in count_by_type(battle.fighters.values()):
        upright = [id_ for id_ in of_type(battle.fighters, unit) if not battle.fighters[id_].routed]
        for id_ in upright[(here.stacks.get(unit) or Stack()).standing :]:
            battle.fighters[id_].routed = True


def dismiss_fighters(table: Runewars) -> list[Fighter]:
    """Remove and return the fighters whose figures are no longer in the area."""
    battle, here = battle_of(table), contested_area(table)
    types = count_by_type(battle.fighters.values())
    gone = [id_ for unit in types for id_ in of_type(battle.fighters, unit)[here.count_units(unit) :]]
    return [battle.fighters.pop(id_) for id_ in gone]


# --- strength ---


def stronghold_strength(table: Runewars) -> int:
    """The strength of the defender's stronghold (C-13); 0 if there is none."""
    stronghold = contested_area(table).stronghold
    if stronghold is None or stronghold.owner != battle_of(table).defender:
        return 0
    return INTACT if stronghold.intact else DESTROYED


# === The assignment of routs and damage: the legal order, one token after the other (C-16) =======

Candidates = Callable[[Fighters], list[str]]
"""The fighters that the next token may fall on."""


def _first_of(*groups: list[str]) -> list[str]:
    return next((group for group in groups if group), [])


def _fighters_where(fighters: Fighters, fits: Callable[[Fighter], bool]) -> list[str]:
    return [id_ for id_, fighter in fighters.items() if fits(fighter)]


def for_rout(fighters: Fighters) -> list[str]:
    """The candidates for a rout: undamaged standing units; damaged ones only if all are damaged."""
    return _first_of(
        _fighters_where(fighters, lambda fighter: not fighter.routed and not fighter.damage),
        _fighters_where(fighters, lambda fighter: not fighter.routed),
    )


def for_damage(fighters: Fighters) -> list[str]:
    """The candidates for damage: damaged units, standing or routed; then standing ones; then routed ones (G-41)."""
    return _first_of(
        _fighters_where(fighters, lambda fighter: fighter.damage > 0),
        _fighters_where(fighters, lambda fighter: not fighter.routed),
        list(fighters),
    )


def standing_first(fighters: Fighters) -> list[str]:
    """The same candidates, but no routed unit before the last standing one, as some tables rule."""
    return _first_of(
        _fighters_where(fighters, lambda fighter: not fighter.routed and fighter.damage > 0),
        _fighters_where(fighters, lambda fighter: not fighter.routed),
        _fighters_where(fighters, lambda fighter: fighter.damage > 0),
        list(fighters),
    )


def damage_order(table: Runewars) -> Candidates:
    """The rule of this table for assigning damage."""
    return standing_first if table.ruled("damage-standing-first") else for_damage


# --- damage ---


def room_for(fighters: Fighters) -> int | None:
    """The damage that destroys all fighters; None if the health of one is unknown."""
    lacking = [fighter.lacks for fighter in fighters.values()]
    return None if None in lacking else sum(lack for lack in lacking if lack is not None)


def _one_token(fighters: dict[str, Fighter], id_: str) -> None:
    """Put a damage token next to a fighter of a hypothetical army."""
    fighter = fighters[id_]
    # The last token destroys the fighter, and the next token needs another target.
    if fighter.lacks == 1:
        del fighters[id_]
    else:
        fighters[id_] = fighter.model_copy(update={"damage": fighter.damage + 1})


def targets_required(fighters: Fighters, damage: Mapping[str, int], candidates: Candidates) -> list[str]:
    """The fighters that need a token instead, if the assignment is illegal; none if it is legal.

    Tokens may be placed in any order: those of destroyed fighters come before those of one that survives.
    """
    thought, left = dict(fighters), Counter(damage)
    while +left:
        allowed = candidates(thought)
        chosen = [id_ for id_ in allowed if left[id_] > 0]
        if not chosen:
            return allowed
        # Destroying tokens are placed first. An assignment is illegal only if no order makes it legal.
        one = min(chosen, key=lambda id_: left[id_] < (thought[id_].lacks or 0))
        left[one] -= 1
        _one_token(thought, one)
    return []


def _distinct_kinds(fighters: Fighters, ids: Iterable[str]) -> set[tuple[str, int, bool]]:
    """The distinguishing fields of fighters: equal ones are interchangeable."""
    return {(fighters[id_].unit, fighters[id_].damage, fighters[id_].routed) for id_ in ids}


def _fall_order(fighters: Fighters, count: int, candidates: Candidates) -> Iterator[tuple[str, bool]]:
    """The tokens in order if the first candidate is always chosen, each with whether there was a choice."""
    thought = dict(fighters)
    for _ in range(count):
        if not (allowed := candidates(thought)):
            return
        yield allowed[0], len(_distinct_kinds(thought, allowed)) > 1
        _one_token(thought, allowed[0])


ENDLESS = 99
"""A health that no damage reaches."""


def with_implied_health(fighters: Fighters, damage: Mapping[str, int], destroyed: Iterable[str]) -> dict[str, Fighter]:
    """Fighters with the health that a result of the players implies, if their own is unknown."""
    fallen = set(destroyed)
    health = {id_: max(1, f.damage + damage.get(id_, 0)) if id_ in fallen else ENDLESS for id_, f in fighters.items()}
    return {id_: f if f.lacks else f.model_copy(update={"health": health[id_]}) for id_, f in fighters.items()}


def only_damage(fighters: Fighters, count: int, candidates: Candidates) -> dict[str, int] | None:
    """The only legal assignment of damage; None if there are several."""
    room = room_for(fighters)
    if room is not None and count >= room:
        return {id_: fighter.lacks or 0 for id_, fighter in fighters.items()}
    falling = list(_fall_order(fighters, count, candidates))
    unsure = any(chosen or fighters[id_].lacks is None for id_, chosen in falling)
    return None if unsure else dict(Counter(id_ for id_, _ in falling))


# --- routs ---


def _routed_too(fighters: Fighters, id_: str) -> dict[str, Fighter]:
    return {**fighters, id_: fighters[id_].model_copy(update={"routed": True})}


def unfit_for_rout(fighters: Fighters, routed: Iterable[str]) -> bool:
    """Whether a damaged unit would be routed while an undamaged one is standing."""
    chosen = set(routed)
    whole = {id_ for id_, fighter in fighters.items() if not fighter.routed and not fighter.damage}
    return bool(whole - chosen) and bool(chosen - whole)


def _rout_order(fighters: Fighters, count: int) -> Iterator[tuple[str, bool]]:
    """The routed units in order if the first candidate is always chosen, each with whether there was a choice."""
    for _ in range(count):
        if not (allowed := for_rout(fighters)):
            return
        yield allowed[0], len(_distinct_kinds(fighters, allowed)) > 1
        fighters = _routed_too(fighters, allowed[0])


def only_routs(fighters: Fighters, count: int) -> list[str] | None:
    """The only legal choice of units to rout; None if there are several."""
    standing_fighters = _fighters_where(fighters, lambda fighter: not fighter.routed)
    if count >= len(standing_fighters):
        return standing_fighters
    lying, whole = list(_rout_order(fighters, count)), len(for_rout(fighters))
    # All undamaged units are routed before any damaged one, so a choice matters only in the group that is partly
    # routed.
    if any(chosen for _, chosen in lying[whole:]) or (count < whole and any(chosen for _, chosen in lying)):
        return None
    return [id_ for id_, _ in lying]


def only_figures(fighters: Fighters, count: int) -> list[str] | None:
    """The standing units that are lost if the choice makes no difference; None if the owner has to choose."""
    standing_fighters = _fighters_where(fighters, lambda fighter: not fighter.routed)
    alike = len(_distinct_kinds(fighters, standing_fighters)) == 1
    return standing_fighters[:count] if alike or count >= len(standing_fighters) else None
