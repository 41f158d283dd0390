"""How an activation stands: which one is at hand, what it is worth, whom it strikes, and who is still to activate."""

from collections.abc import Iterator
from dataclasses import dataclass

from domain.games.champions.numbers import body, number
from domain.games.champions.state.processes import Activation, Activity
from domain.games.champions.state.scenario import VILLAIN
from domain.games.champions.state.seats import Seat
from domain.games.champions.state.table import Champions

MOST = 999


@dataclass(frozen=True, slots=True)
class Blow:
    """What an attack comes to: whom it strikes, how much of it is defended, what is left, and what comes of it."""

    target: str
    defense: int
    damage: int
    beyond: int
    """Damage beyond the hit points of a defending ally, for the hero of its player (貫穿)."""
    back: int
    """Damage that whoever was attacked does to the enemy (反擊)."""


def at_hand(table: Champions, *kinds: Activity) -> Activation | None:
    """The activation that is resolved now, if it is one of these kinds and not resolved already."""
    activation = table.activations[-1] if table.activations else None
    if activation is None or activation.resolved or (kinds and activation.kind not in kinds):
        return None
    return activation


def kind_of(table: Champions, seat: str) -> Activity:
    """What an enemy does that activates against a player: heroes are attacked."""
    return "attack" if table.seat(seat).form == "hero" else "scheme"


def status_against(table: Champions, enemy: str, kind: Activity) -> str:
    """The status card that an enemy discards instead of activating; empty where it has none."""
    status = "stunned" if kind == "attack" else "confused"
    return status if getattr(body(table, enemy), status, False) else ""


def value_of(table: Champions, activation: Activation) -> int | None:
    """What an attack or a scheme is worth by now (F11, F13); None where nobody knows the number of its enemy."""
    icons = sum(boost.icons for boost in activation.boosts if boost.open)
    value = number(table, activation.enemy, activation.kind, icons + activation.changed)
    return None if value is None else min(MOST, value)


def keywords_of(table: Champions, activation: Activation) -> set[str]:
    """The keywords of an attack: those of its enemy, and those that a card gave it."""
    enemy = body(table, activation.enemy)
    return {*(enemy.keywords if enemy else ()), *activation.keywords}


def struck(table: Champions, activation: Activation) -> str:
    """Whom an attack strikes: who defends, else the identity of the player who is attacked by now."""
    return activation.defender or activation.target or activation.seat


def blow(table: Champions, activation: Activation, value: int, prevented: int = 0) -> Blow:
    """What an attack of so much comes to. Only a hero who was exhausted to defend takes DEF off (F12)."""
    target = struck(table, activation)
    whom = body(table, target)
    defense = number(table, target, "defense") or 0 if activation.defender in table.seats else 0
    through = max(0, value - defense)
    piercing = "piercing" in keywords_of(table, activation)
    stopped = whom is not None and whom.tough and not piercing and through > 0
    damage = through if stopped else max(0, through - prevented)
    hurts = 0 if stopped else damage
    left = whom.left if whom else None
    is_ally = target in table.play and activation.defender == target
    overkill = is_ally and "overkill" in keywords_of(table, activation)
    beyond = overkill_excess(hurts, left) if overkill else 0
    back = retaliation(table, target) if left is None or hurts < left else 0
    return Blow(target, min(value, defense), damage, beyond, back if body(table, activation.enemy) else 0)


def overkill_excess(damage: int, left: int | None) -> int:
    """Damage beyond what was left of somebody's hit points (F14); none where nobody knows how many there were."""
    return 0 if left is None else max(0, damage - left)


def retaliation(table: Champions, id_: str) -> int:
    """What somebody does to an attacker that did not defeat them (F15); an alter-ego does nothing."""
    whom = body(table, id_)
    if isinstance(whom, Seat) and whom.form != "hero":
        return 0
    return min(MOST, number(table, id_, "retaliate") or 0)


def takes_damage(table: Champions, id_: str) -> bool:
    """Whether damage to somebody is recorded: who is out of the game, or not on the table, takes none."""
    return body(table, id_) is not None and not table.seat(id_).eliminated


def minions_of(table: Champions, seat: str) -> list[str]:
    """The minions engaged with a player."""
    return [copy for copy in table.copies("minion") if table.play[copy].engaged == seat]


def still_to_activate(table: Champions) -> list[tuple[str, str]]:
    """Enemies that have yet to activate in this villain phase, and against whom, in player order (F41).

    For each player the villain comes first; in which order that player's minions follow, people decide (A15).
    """
    return list(_still_to_activate(table)) if table.step == "activations" else []


def _still_to_activate(table: Champions) -> Iterator[tuple[str, str]]:
    for seat in table.player_order():
        if seat not in table.met:
            yield VILLAIN, seat
        yield from ((minion, seat) for minion in minions_of(table, seat) if minion not in table.activated)


def next_to_activate(table: Champions) -> list[tuple[str, str]]:
    """Those of them that may be the next: the villain, or any minion of the player at hand."""
    left = still_to_activate(table)
    if not left or left[0][0] == VILLAIN:
        return left[:1]
    return [(enemy, seat) for enemy, seat in left if seat == left[0][1]]
