"""Who fights in a battle, and what happens to them: routed, damaged, destroyed, gone (战斗流程; 对单位造成伤害).

What a fighter goes through, its figure on the map goes through as well.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from string import ascii_uppercase

from domain.games.runewars.figures import put, take
from domain.games.runewars.holding import factions_in, has_neutrals, left_of
from domain.games.runewars.state.land import NEUTRAL, Area, Stack
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.state.war import Battle, Cause, Fighter

Fighters = Mapping[str, Fighter]
INTACT, DESTROYED = 5, 3
"""The strength of a stronghold; that of the destroyed side is a preset."""


def battle_of(table: Runewars) -> Battle:
    """The battle that is fought; one of nobody where none is."""
    return table.battle or Battle()


def sides(table: Runewars) -> tuple[str, ...]:
    return battle_of(table).sides


def ground(table: Runewars) -> Area:
    """The contested area; an empty one where no battle is fought."""
    return table.land.get(battle_of(table).area) or Area()


def defender_of(table: Runewars, area: str, attacker: str) -> str:
    """Who defends an area: the other player who has units there or controls it, else its neutral units (战斗)."""
    here = table.land.get(area) or Area()
    others = [faction for faction in factions_in(here) if faction != attacker]
    if others:
        return others[0]
    if here.controller and here.controller != attacker:
        return here.controller
    return NEUTRAL if has_neutrals(here) and here.allied != attacker else ""


def player_of(table: Runewars, defender: str, attacker: str) -> str:
    """The seat that plays a defender: the one to the attacker's left for unallied neutral units."""
    return left_of(table, attacker) if defender == NEUTRAL else defender


# --- armies ---


def army(battle: Battle, side: str) -> dict[str, Fighter]:
    """The units of a side that still stand or lie in a battle."""
    return {id_: fighter for id_, fighter in battle.fighters.items() if fighter.side == side}


def standing(battle: Battle, side: str) -> dict[str, Fighter]:
    return {id_: fighter for id_, fighter in army(battle, side).items() if not fighter.routed}


def of_type(fighters: Fighters, unit: str) -> list[str]:
    return [id_ for id_, fighter in fighters.items() if fighter.unit == unit]


def counted(fighters: Iterable[Fighter]) -> dict[str, int]:
    """How many there are of each type."""
    return dict(Counter(fighter.unit for fighter in fighters))


def sides_of_stacks(table: Runewars) -> Iterator[tuple[str, str, Stack]]:
    """The units in the area with the side that each stack fights on, neutral ones that attack left out."""
    battle = battle_of(table)
    for unit, stack in ground(table).stacks.items():
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
    """The units of a side that were routed before the battle and lie in the area still."""
    battle = battle_of(table)
    lying = counted(fighter for fighter in battle.fighters.values() if fighter.routed)
    aside = {unit: stack.routed - lying.get(unit, 0) for owner, unit, stack in sides_of_stacks(table) if owner == side}
    return {unit: count for unit, count in aside.items() if count > 0}


# --- changes, for `apply` ---


def enlist(battle: Battle, like: Fighter, count: int) -> None:
    """Let units take part that are all like one, each with a letter of its own."""
    first = sum(army.units.get(like.unit, 0) for army in battle.report.armies.values())
    lined_up = battle.report.army(like.side).units
    lined_up[like.unit] = lined_up.get(like.unit, 0) + count
    for number in range(first, first + count):
        letter = ascii_uppercase[number % 26] * (number // 26 + 1)
        battle.fighters[f"{like.unit} {letter}"] = like.model_copy(update={"letter": letter})


def rout(table: Runewars, fighters: Iterable[str]) -> None:
    for id_ in fighters:
        battle = battle_of(table)
        if (fighter := battle.fighters.get(id_)) and not fighter.routed:
            fighter.routed = True
            take(table.area(battle.area), fighter.unit, 1)
            put(table.area(battle.area), fighter.unit, fighter.owner, 0, 1)


def stand_up(table: Runewars, fighters: Iterable[str]) -> None:
    for id_ in fighters:
        battle = battle_of(table)
        if (fighter := battle.fighters.get(id_)) and fighter.routed:
            fighter.routed = False
            take(table.area(battle.area), fighter.unit, 0, 1)
            put(table.area(battle.area), fighter.unit, fighter.owner, 1)


def hurt(table: Runewars, damage: Mapping[str, int], cause: Cause = "damage") -> None:
    """Damage tokens beside fighters; who has as many as health is destroyed."""
    for id_, count in damage.items():
        if fighter := battle_of(table).fighters.get(id_):
            fighter.damage = max(0, fighter.damage + count)
            if fighter.health is not None and fighter.damage >= fighter.health:
                destroy(table, [id_], cause)


def destroy(table: Runewars, fighters: Iterable[str], cause: Cause) -> None:
    """Fighters go back to the box."""
    for id_ in fighters:
        battle = battle_of(table)
        if fighter := battle.fighters.pop(id_, None):
            take(table.area(battle.area), fighter.unit, not fighter.routed, fighter.routed)
            battle.report.army(fighter.side).lose(fighter.unit, cause)


def lead_off(table: Runewars, fighters: Iterable[str], to: str) -> None:
    """Fighters leave for another area, routed, and the battle with it; the caller reckons who holds it."""
    for id_ in fighters:
        battle = battle_of(table)
        if fighter := battle.fighters.pop(id_, None):
            take(table.area(battle.area), fighter.unit, not fighter.routed, fighter.routed)
            put(table.area(to), fighter.unit, fighter.owner, 0, 1)


def muster(table: Runewars) -> None:
    """Let fighters follow their figures, where a card took or routed some of these on the map meanwhile."""
    battle, here = battle_of(table), ground(table)
    for fighter in dismiss(table):
        battle.report.army(fighter.side).lose(fighter.unit, "card")
    for unit in counted(battle.fighters.values()):
        upright = [id_ for id_ in of_type(battle.fighters, unit) if not battle.fighters[id_].routed]
        for id_ in upright[(here.stacks.get(unit) or Stack()).standing :]:
            battle.fighters[id_].routed = True


def dismiss(table: Runewars) -> list[Fighter]:
    """The fighters whose figures are no longer in the area; they are none from now on."""
    battle, here = battle_of(table), ground(table)
    types = counted(battle.fighters.values())
    gone = [id_ for unit in types for id_ in of_type(battle.fighters, unit)[_size(here, unit) :]]
    return [battle.fighters.pop(id_) for id_ in gone]


def _size(area: Area, unit: str) -> int:
    return area.stacks[unit].size if unit in area.stacks else 0


# --- strength ---


def stronghold_strength(table: Runewars) -> int:
    """What the defender's stronghold adds (C-13); none where there is none."""
    stronghold = ground(table).stronghold
    if stronghold is None or stronghold.owner != battle_of(table).defender:
        return 0
    return INTACT if stronghold.intact else DESTROYED
