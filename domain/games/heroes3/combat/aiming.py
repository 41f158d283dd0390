"""The targets of AI units: by type, by tier, then by distance (AI规则, p48)."""

from collections.abc import Mapping

from domain.games.heroes3.combat.fighters import attackable, combat_of, foes_of, square_of, targets_of
from domain.games.heroes3.state.combat import NEUTRAL, Fighter
from domain.games.heroes3.state.kinds import TOWER, Tier, UnitCard
from domain.games.heroes3.state.table import Heroes3

TIER_ORDER: Mapping[Tier, tuple[Tier, ...]] = {
    "bronze": ("bronze", "silver", "golden", "azure"),
    "silver": ("silver", "bronze", "golden", "azure"),
    "golden": ("golden", "silver", "bronze", "azure"),
    "azure": ("azure", "golden", "silver", "bronze"),
}
"""The order in which a unit of each tier attacks the tiers; creature-bank units come last (5.7)."""
PLAYED_BY_RULE = ("campaign", "coop")


def is_ai(table: Heroes3, side: str) -> bool:
    """Whether a side is played by the AI rules: neutral units and AI heroes in solo and cooperative games."""
    return side == NEUTRAL and (table.mode in PLAYED_BY_RULE or combat_of(table).kind == "ai hero")


def ai_targets(table: Heroes3, attacker: str) -> list[str]:
    """The targets that the AI rules allow a unit: by type for ranged units, then by tier, then by distance (5.7).

    The player chooses among equal targets, and also if an unknown tier might decide it.
    """
    combat = combat_of(table)
    one = combat.fighters.get(attacker)
    reach = attackable(table, attacker)
    if one is None or not reach:
        return []
    foes = {id_: foe for id_, foe in foes_of(combat, attacker).items() if id_ in reach}
    if combat.kind == "bank" and not table.ruled("bank-ranged-first"):
        return _nearest(one, foes)
    wanted = _of_type(one, foes)
    if not is_tier_known(table, one):
        return list(wanted)
    unknown = [id_ for id_, foe in wanted.items() if not is_tier_known(table, foe)]
    order: list[Tier | None] = [*TIER_ORDER[one.tier], None] if one.tier else [None]
    for tier in order:
        if found := {id_: foe for id_, foe in wanted.items() if foe.tier == tier and id_ not in unknown}:
            return [*_nearest(one, found), *unknown]
    return unknown or _nearest(one, wanted)


def _of_type(one: Fighter, foes: Mapping[str, Fighter]) -> Mapping[str, Fighter]:
    """The units of the type that an AI unit attacks: for a ranged unit the ranged ones, if there are any."""
    ranged = {id_: foe for id_, foe in foes.items() if foe.type == "ranged"}
    return ranged if one.type == "ranged" and ranged else foes


def is_tier_known(table: Heroes3, one: Fighter) -> bool:
    """Whether the tier of a unit is known, or it has none, as a unit of a creature bank."""
    return bool(one.tier) or "tier" in UnitCard.of(table, one.unit).model_fields_set


def tiers_undecided(table: Heroes3, attacker: str) -> list[str]:
    """The units whose unknown tiers affect the target of an AI unit, which may be one of them."""
    combat = combat_of(table)
    one, reach = combat.fighters.get(attacker), attackable(table, attacker)
    if one is None or not is_ai(table, one.side) or one.unit == TOWER or combat.kind == "bank":
        return []
    wanted = _of_type(one, {id_: foe for id_, foe in foes_of(combat, attacker).items() if id_ in reach})
    found = {attacker: one, **wanted} if len(wanted) > 1 else {}
    return [id_ for id_, each in found.items() if not is_tier_known(table, each)]


def tiers_unknown(table: Heroes3) -> list[str]:
    """The units whose unknown tiers may still matter in a combat against the AI."""
    combat = combat_of(table)
    if not is_ai(table, NEUTRAL) or not combat.fighters_of(NEUTRAL) or combat.kind == "bank":
        return []
    return [id_ for id_, one in combat.fighters.items() if one.unit != TOWER and not is_tier_known(table, one)]


def _least(foes: Mapping[str, Fighter]) -> list[str]:
    """The units with the fewest hit points left, if known; they are the targets of an Arrow Tower (p51)."""
    left = {id_: foe.hp - foe.damage for id_, foe in foes.items() if foe.hp is not None}
    return [id_ for id_ in foes if len(left) < len(foes) or left[id_] == min(left.values())]


def _nearest(one: Fighter, foes: Mapping[str, Fighter]) -> list[str]:
    """The nearest units, if their spaces are known."""
    if one.unit == TOWER:
        return _least(foes)
    here = square_of(one.space)
    squares = {id_: square for id_, foe in foes.items() if (square := square_of(foe.space))}
    if here is None or len(squares) < len(foes):
        return list(foes)
    far = {id_: abs(at.column - here.column) + abs(at.row - here.row) for id_, at in squares.items()}
    return [id_ for id_, steps in far.items() if steps == min(far.values())]


def targets_now(table: Heroes3, attacker: str) -> list[str]:
    """The targets of a unit from its space.

    An AI unit has only those that its rules choose; without any, it moves first.
    """
    found, one = targets_of(table, attacker), combat_of(table).fighters.get(attacker)
    return [id_ for id_ in found if id_ in ai_targets(table, attacker)] if one and is_ai(table, one.side) else found
