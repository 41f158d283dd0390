"""Whom an enemy attacks, and what its attack does, as its card says (敌人攻击)."""

from typing import Literal

from domain.games.agemonia.console.map.terrain import FAR, adjacent, distance, has_room, lines_from
from domain.games.agemonia.figures import allies_up, enemy_of, heroes_up, taunt_of
from domain.games.agemonia.state.scenario import Enemy
from domain.games.agemonia.state.table import Agemonia

Effect = Literal["damage", "stamina loss", "condition"]


def rightful(table: Agemonia, figure: str, attack: str | None = None) -> list[str]:
    """Whom an enemy must attack where places are known: in melee the highest taunt, else the nearest, then taunt.

    It attacks as its card says, unless another attack is named.
    """
    places = table.scene.places
    here = places.get(figure)
    placed = [friend for friend in (*heroes_up(table), *allies_up(table)) if friend in places]
    if here is None or not placed:
        return []
    if (attack or enemy_of(table, figure).attack or "melee") == "melee":
        full = {
            area
            for area in adjacent(table, here)
            if not has_room(table, area, figure) and not lines_from(table, here)[area].higher
        }
        near = [friend for friend in placed if places[friend] in {here, *full}]
    else:
        far = {friend: distance(table, here, places[friend]) for friend in placed}
        nearest = min((FAR if steps is None else steps) for steps in far.values())
        near = [friend for friend, steps in far.items() if steps == nearest]
    taunts = {friend: taunt_of(table, friend) for friend in near}
    return [friend for friend, taunt in taunts.items() if taunt == max(taunts.values())]


def printed_effect(card: Enemy, value: int | None = None) -> Effect:
    """What an enemy's attack does, as its card says: a card with nothing but a condition gives that."""
    if card.damage or value is not None:
        return "damage"
    if card.stamina:
        return "stamina loss"
    return "condition" if card.condition else "damage"
