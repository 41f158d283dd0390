"""How an activation stands: which one is at hand, what it is worth, whom it strikes, and who is still to activate."""

from collections.abc import Iterator, Sequence

from domain.games.champions.numbers import body, icons, number
from domain.games.champions.state.effects import Duration
from domain.games.champions.state.processes import Activation, Activity
from domain.games.champions.state.scenario import VILLAIN
from domain.games.champions.state.table import Champions

MOST = 999


def at_hand(table: Champions, *kinds: Activity) -> Activation | None:
    """The activation that is resolved now, if it is one of these kinds and not resolved already."""
    activation = table.activations[-1] if table.activations else None
    if activation is None or activation.resolved or (kinds and activation.kind not in kinds):
        return None
    return activation


def kind_of(table: Champions, seat: str) -> Activity:
    """What an enemy does that activates against a player: heroes are attacked."""
    return "attack" if table.seat(seat).form == "hero" else "scheme"


def over_with(kind: Activity, around: Sequence[Activation] = ()) -> tuple[Duration, ...]:
    """The periods that end with an activation, unless they go on in one around it."""
    found: tuple[Duration, ...] = ()
    if kind == "attack" and not any(one.kind == "attack" for one in around):
        found = ("attack",)
    return found if around else (*found, "activation")


def status_against(table: Champions, enemy: str, kind: Activity) -> str:
    """The status card that an enemy discards instead of activating; empty where it has none."""
    status = "stunned" if kind == "attack" else "confused"
    return status if getattr(body(table, enemy), status, False) else ""


def value_of(table: Champions, activation: Activation) -> int | None:
    """What an attack or a scheme is worth by now (F11, F13); None where nobody knows the number of its enemy."""
    boosts = sum(boost.icons for boost in activation.boosts if boost.open)
    value = number(table, activation.enemy, activation.kind, boosts + activation.changed)
    return None if value is None else min(MOST, value)


def amplified(table: Champions) -> int:
    """What comes on top of the icons of each boost card: amplify icons, where the table plays with them (A46)."""
    return icons(table, "amplify") if table.ruled("amplify") else 0


def keywords_of(table: Champions, activation: Activation) -> set[str]:
    """The keywords of an attack: those of its enemy, and those that a card gave it."""
    enemy = body(table, activation.enemy)
    return {*(enemy.keywords if enemy else ()), *activation.keywords}


def struck(table: Champions, activation: Activation) -> str:
    """Whom an attack strikes: who defends, else the identity of the player who is attacked by now."""
    return activation.defender or activation.target or activation.seat


def defense_of(table: Champions, activation: Activation) -> int:
    """What DEF takes off an attack: only that of a hero who was exhausted to defend (A63)."""
    defender = activation.defender
    return number(table, defender, "defense") or 0 if defender in table.seats else 0


def defense_unknown(table: Champions, activation: Activation) -> str:
    """The hero who exhausted to defend and whose DEF nobody knows; empty where nothing is to be asked."""
    defender = activation.defender
    return defender if defender in table.seats and number(table, defender, "defense") is None else ""


def damage_of(table: Champions, activation: Activation, value: int, prevented: int = 0) -> int:
    """The damage of an attack of so much (F12, F34). Before Tough nothing is prevented: it is used up first (F33)."""
    through = max(0, value - defense_of(table, activation))
    whom = body(table, struck(table, activation))
    stopped = whom is not None and whom.tough and "piercing" not in keywords_of(table, activation)
    return through if stopped else max(0, through - prevented)


def minions_of(table: Champions, seat: str) -> list[str]:
    """The minions engaged with a player."""
    return [copy for copy in table.copies("minion") if table.play[copy].engaged == seat]


def striking_now(table: Champions) -> list[str]:
    """The minions with quickstrike that have just engaged a hero, and attack at once (迅击)."""
    return [
        copy
        for copy in table.copies("minion")
        if (card := table.play[copy]).strikes
        and card.engaged in table.in_game()
        and kind_of(table, card.engaged) == "attack"
    ]


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
