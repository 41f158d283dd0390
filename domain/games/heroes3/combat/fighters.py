"""Units in a combat: their numbers, their order, their targets, and the effect of an attack (5.4)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from domain.components.map_geometry import Square, count_steps
from domain.games.heroes3.state.combat import Combat, Fighter, StackToken, Strike
from domain.games.heroes3.state.kinds import TOWER, UnitCard, UnitType
from domain.games.heroes3.state.seat import UnitSide
from domain.games.heroes3.state.table import COLUMNS, ROWS, Heroes3

STACK_BONUS, STACK_SPEED = 1, 2
"""The bonus of a stack token to attack, defense or hit points; or to initiative (p67)."""
GROUND_STEPS, RANGED_STEPS = 3, 1
STAT_NAMES = ("attack", "defense", "hp", "initiative")


def combat_of(table: Heroes3) -> Combat:
    """The combat under way; an empty combat that is not on the table if a correction removed it."""
    return table.combat or Combat()


def stats_of(table: Heroes3, unit: str, face: UnitSide) -> dict[str, int | None]:
    """The numbers on a side of a unit's card; None if unknown."""
    card, before = UnitCard.of(table, unit), "pack_" if face == "pack" else ""
    known = card.model_fields_set
    return {name: getattr(card, before + name) if before + name in known else None for name in STAT_NAMES}


def type_of(table: Heroes3, unit: str, face: UnitSide) -> UnitType | None:
    """The type of a unit on a side of its card: that of its Few for a Pack, unless the card says otherwise."""
    card = UnitCard.of(table, unit)
    return (card.pack_type if face == "pack" else None) or card.type


def fighter_of(table: Heroes3, side: str, unit: str, face: UnitSide, **fields: Any) -> Fighter:
    """A unit as it enters a combat."""
    card = UnitCard.of(table, unit)
    known = {
        "tier": card.tier, "type": type_of(table, unit, face), "strikes_back": card.strikes_back,
        "elemental": card.elemental, **stats_of(table, unit, face),
    }  # fmt: skip
    return Fighter(side=side, unit=unit, face=face, **{**known, **fields})


def numbered(taken: Mapping[str, object], unit: str) -> str:
    """A unique id for a fighter: that of the unit, with a number if it is taken."""
    if unit not in taken:
        return unit
    return next(id_ for n in range(2, 100) if (id_ := f"{unit} {n}") not in taken)


# === The board: four columns, five rows; spaces are adjacent if they share a side (p42) =============


def square_of(space: str) -> Square | None:
    column, _, row = space.partition(" ")
    return Square(int(column), int(row)) if column.isdigit() and row.isdigit() else None


def space_id(square: Square) -> str:
    return f"{square.column} {square.row}"


def are_beside(one: Fighter, other: Fighter) -> bool | None:
    """Whether two fighters are adjacent; None if one of their spaces is unknown."""
    here, there = square_of(one.space), square_of(other.space)
    return there in here.beside() if here and there else None


def middle_row() -> str:
    return ROWS[len(ROWS) // 2]


def walls_standing(combat: Combat) -> list[str]:
    """The spaces in the middle row that still have a wall or the gate."""
    return [f"{column} {middle_row()}" for column, stands in combat.walls.items() if stands]


def is_taken(combat: Combat, space: str) -> bool:
    return any(one.space == space for one in combat.fighters.values())


def obstacles(combat: Combat, side: str) -> set[str]:
    """The spaces on which a side may not stop: walls, force fields, and the gaps of a naval board (p67).

    The gate is open to defenders (p47).
    """
    gate = f"{combat.gate} {middle_row()}" if side == combat.defender else ""
    laid = (space for space, token in combat.tokens.items() if token.kind in ("force field", "obstacle"))
    return {*laid, *naval_gaps(combat), *walls_standing(combat)} - {gate}


def naval_gaps(combat: Combat) -> set[str]:
    """The two spaces in the middle that a naval board lacks (p67)."""
    return {f"{column} {middle_row()}" for column in COLUMNS[1:-1]} if combat.board == "naval" else set()


def spaces_in_reach(table: Heroes3, id_: str) -> list[str]:
    """The free spaces that a fighter may move to. Ranged units move one step, others three.

    Obstacles block a way, but not of a flying unit.
    """
    combat = combat_of(table)
    one = combat.fighters.get(id_)
    start = square_of(one.space) if one else None
    if one is None or start is None:
        return []
    on_board = {Square(int(column), int(row)) for column in COLUMNS for row in ROWS}
    stopped = obstacles(combat, one.side)

    def is_free(square: Square) -> bool:
        return not is_taken(combat, space_id(square)) and space_id(square) not in stopped

    steps = RANGED_STEPS if one.type == "ranged" else GROUND_STEPS
    through = (lambda _: True) if one.type == "flying" else is_free
    found = count_steps(start, lambda square: (near for near in square.beside() if near in on_board), steps, through)
    return [space_id(square) for square in found if square != start and is_free(square)]


# === Initiative: fastest first; of equal ones the sides take turns, the attacker first (3.12) =======


def speed_of(one: Fighter) -> int | None:
    if one.initiative is None:
        return None
    return one.initiative + one.more_initiative + (STACK_SPEED if one.stack == "initiative" else 0)


def initiative_order(combat: Combat) -> list[str]:
    """The units that have yet to be activated, in order; those with unknown initiative come last."""
    waiting = [id_ for id_, one in combat.fighters.items() if not one.activated]
    speeds = {speed_of(combat.fighters[id_]) for id_ in waiting}
    order: list[str] = []
    for speed in sorted(speeds, key=lambda n: -1 if n is None else n, reverse=True):
        passes = combat.tied and speed != combat.acted_at
        first = combat.foe_of(combat.holder) if passes else combat.holder or combat.attacker
        if combat.acted and combat.acted_at == speed:
            first = combat.foe_of(combat.acted)
        same = [id_ for id_ in waiting if speed_of(combat.fighters[id_]) == speed]
        sides = [[i for i in same if (combat.fighters[i].side == first) is own] for own in (True, False)]
        while any(sides):
            order += [side.pop(0) for side in sides if side]
    return order


def next_units(combat: Combat) -> list[str]:
    """The units that may be activated now.

    Their player chooses among equal ones; if the initiative is unknown, among all.
    """
    order = initiative_order(combat)
    if not order:
        return []
    first = combat.fighters[order[0]]
    if speed_of(first) is None:
        return order
    return [
        id_
        for id_ in order
        if combat.fighters[id_].side == first.side and speed_of(combat.fighters[id_]) == speed_of(first)
    ]


# === Targets and dice ==============================================================================


def foes_of(combat: Combat, id_: str) -> dict[str, Fighter]:
    side = combat.fighters[id_].side if id_ in combat.fighters else ""
    return {other: one for other, one in combat.fighters.items() if one.side != side}


def targets_of(table: Heroes3, attacker: str) -> list[str]:
    """The targets of a fighter: adjacent units. A ranged fighter without an adjacent one may attack any (p38).

    An Arrow Tower has no space: it shoots at any unit, and only ranged units shoot at it (p47).
    """
    combat = combat_of(table)
    one = combat.fighters.get(attacker)
    if one is None:
        return []
    foes = foes_of(combat, attacker)
    if one.type in ("ground", "flying"):
        foes = {id_: foe for id_, foe in foes.items() if foe.unit != TOWER}
    if not one.space or not all(foe.space for foe in foes.values() if foe.unit != TOWER):
        return list(foes)
    close = [id_ for id_, foe in foes.items() if are_beside(one, foe)]
    return close if close or one.type != "ranged" else list(foes)


def attackable(table: Heroes3, attacker: str) -> list[str]:
    """The targets of a fighter from its space, or after a move (5.7)."""
    combat = combat_of(table)
    one = combat.fighters.get(attacker)
    now = targets_of(table, attacker)
    if one is None or one.moved or one.type == "ranged" or not one.space:
        return now
    spaces = [square for space in spaces_in_reach(table, attacker) if (square := square_of(space))]
    near = {space_id(other) for square in spaces for other in square.beside()}
    foes = foes_of(combat, attacker)
    return [id_ for id_, foe in foes.items() if id_ in now or foe.space in near]


def back_row(combat: Combat, side: str) -> str:
    """The row of a side that is farthest from the enemy; the attacker's is the first row."""
    return ROWS[0] if side == combat.attacker else ROWS[-1]


def has_penalty(combat: Combat, one: Fighter, other: Fighter) -> bool:
    """Whether a ranged attack rolls two dice: at an adjacent unit, or from back row to back row (p38)."""
    if one.type != "ranged" or TOWER in (one.unit, other.unit):
        return False
    if are_beside(one, other):
        return True
    rows = (one.space.partition(" ")[2], other.space.partition(" ")[2])
    return rows == (back_row(combat, one.side), back_row(combat, other.side))


def is_walled(combat: Combat, one: Fighter, other: Fighter) -> bool:
    """Whether a wall takes 1 from a ranged attack: it is between the shooter and the target (p47)."""
    if one.type != "ranged" or other.side != combat.defender or one.side == other.side or one.unit == TOWER:
        return False
    column, _, row = other.space.partition(" ")
    shooter_row = one.space.partition(" ")[2]
    return bool(combat.walls.get(column)) and row > middle_row() > shooter_row


# === Damage ========================================================================================


def attack_of(one: Fighter) -> int | None:
    if one.attack is None:
        return None
    return one.attack + (STACK_BONUS if one.stack == "attack" else 0) + one.strength - one.weakness + one.more_attack


def defense_of(one: Fighter, more: int = 0, *, below_boosts: bool = False) -> int | None:
    """The defense with tokens and boosts. Corrosion lowers the printed value, never below 0 (9.2, 81).

    Args:
        one: the unit.
        more: a temporary boost.
        below_boosts: whether corrosion lowers boosts, too.
    """
    if one.defense is None:
        return None
    base, boosts = one.defense + (STACK_BONUS if one.stack == "defense" else 0), one.more_defense + more
    if below_boosts:
        return max(0, base + boosts - one.corroded)
    return max(0, base - one.corroded) + boosts


def damage_of(table: Heroes3, strike: Strike, die: int, shield: int = 0) -> int | None:
    """The damage of an attack (5.4); None if a number of the cards is unknown.

    Args:
        table: the table with the combat.
        strike: the attacker, the target, and the effects of cards.
        die: the attack die that counts; by an option it does not change the damage.
        shield: the result of the die of a defense token.
    """
    combat = combat_of(table)
    one, other = combat.fighters.get(strike.attacker), combat.fighters.get(strike.target)
    if one is None or other is None or (attack := attack_of(one)) is None:
        return None
    more = strike.defense + (1 if shield > 0 else 0)
    defense = 0 if one.elemental else defense_of(other, more, below_boosts=table.ruled("corrosion-below-boosts"))
    if defense is None:
        return None
    rolled = 0 if table.plays("die-no-damage") else die
    damage = max(0, attack + strike.attack + rolled - defense) - strike.wall
    return max(1 if table.plays("min-one-damage") else 0, damage)


@dataclass(frozen=True, slots=True)
class Hit:
    """The effect of damage on a fighter: its remaining side and stack token, the damage on it, or its defeat."""

    face: UnitSide
    stack: StackToken | None
    damage: int
    falls: bool
    flips: bool


def hit_by(table: Heroes3, one: Fighter, amount: int) -> Hit:
    """The effect of damage on a fighter: it loses a stack token, then a Pack becomes a Few.

    Excess damage remains (p37).
    """
    damage, face, stack = one.damage + amount, one.face, one.stack
    if one.clone_of and amount:
        return Hit(face, stack, damage, falls=True, flips=False)
    health = one.hp
    most = None if health is None else health + (STACK_BONUS if stack == "hit points" else 0)
    if stack and most is not None and damage >= most:
        damage, stack = damage - most, None
    flips = not stack and face == "pack" and health is not None and damage >= health
    if flips and health is not None:
        damage, face = damage - health, "few"
        health = stats_of(table, one.unit, "few")["hp"]
    falls = not stack and health is not None and damage >= health
    return Hit(face, stack, damage, falls, flips)


def sides_left(combat: Combat) -> Iterator[str]:
    """The sides that have a unit left, not counting an Arrow Tower."""
    for side in (combat.attacker, combat.defender):
        if any(combat.fighters[id_].unit != TOWER for id_ in combat.fighters_of(side)):
            yield side
