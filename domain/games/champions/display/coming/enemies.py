"""What comes next of the enemies: who activates, who defends, what strikes (反派阶段, 敌人攻击, 敌人密谋)."""

from collections.abc import Iterator

from domain.event import Event
from domain.game import Prompt
from domain.games.champions.enemies.at_once import EnemyActivated
from domain.games.champions.enemies.boosts import BoostCardTurnedUp, face_down
from domain.games.champions.enemies.course import (
    at_hand,
    damage_of,
    kind_of,
    next_to_activate,
    status_against,
    still_to_activate,
    struck,
    value_of,
)
from domain.games.champions.enemies.defending import (
    AttackUndefended,
    DefenderDeclared,
    DefenseAbilityUsed,
    could_defend,
    unable,
)
from domain.games.champions.enemies.resolving import EnemyAttackResolved, EnemySchemeResolved
from domain.games.champions.enemies.starting import ActivationEnded, ActivationStarted
from domain.games.champions.numbers import body, number
from domain.games.champions.state.processes import Activation
from domain.games.champions.state.table import Champions
from domain.shown.sheet import Said
from domain.text import Text, text

MOST_ICONS = 3
"""Boost icons that one tap tells; more are said in the form."""


def coming(table: Champions) -> Iterator[Prompt]:
    """What is next: the activation at hand, a minion that strikes at once, then the enemies of the villain phase."""
    if table.activations and table.tracks("activations"):
        yield from resolving(table)
        return
    yield from striking(table)
    first = True
    for enemy, seat in next_to_activate(table):
        if prompt := activating(table, enemy, seat, must=first):
            yield prompt
            first = False


def resolving(table: Champions) -> Iterator[Prompt]:
    """What the activation at hand still needs."""
    activation = at_hand(table)
    if activation is None or body(table, activation.enemy) is None:
        yield Prompt(text("The activation is over"), ActivationEnded, must=True)
    elif activation.kind == "attack" and not activation.decided:
        yield from defending(table, activation)
    elif face_down(activation):
        left = sum(not boost.open for boost in activation.boosts)
        title = text("Turn up {left|boost card|boost cards}", left=left)
        yield Prompt(title, BoostCardTurnedUp, must=True, opens=True)
        for icons in range(MOST_ICONS + 1):
            told = text("Boost card: {icons|icon|icons}", icons=icons)
            yield Prompt(told, BoostCardTurnedUp, fields={"icons": icons})
    else:
        yield ending(table, activation)


def defending(table: Champions, activation: Activation) -> Iterator[Prompt]:
    """Nobody, or whoever can: whose hero is attacked is asked first."""
    name = table.called("enemies", activation.enemy)
    title = text("Nobody defends against {enemy}", enemy=name)
    yield Prompt(title, AttackUndefended, must=True)
    for defender in defenders(table, activation):
        told = text("{defender} defends", defender=table.called("characters", defender))
        yield Prompt(told, DefenderDeclared, fields={"defender": defender})
    yield Prompt(text("A card defends"), DefenseAbilityUsed, fields={"seat": activation.target}, opens=True)


def defenders(table: Champions, activation: Activation) -> list[str]:
    """Who can exhaust to defend: first those of the player who is attacked."""
    able = [one for one in could_defend(table) if not any(unable(table, one))]
    return sorted(
        able, key=lambda one: activation.target not in (one, table.play[one].controller if one in table.play else "")
    )


def ending(table: Champions, activation: Activation) -> Prompt:
    """How the activation is resolved, with what it comes to where its enemy is known."""
    value = value_of(table, activation)
    event: type[Event[Champions]] = EnemyAttackResolved if activation.kind == "attack" else EnemySchemeResolved
    if value is None:
        title = text("{enemy}: how much is it?", enemy=table.called("enemies", activation.enemy))
        return Prompt(title, event, must=True, needs=("value",))
    return Prompt(outcome(table, activation, value), event, must=True)


def outcome(table: Champions, activation: Activation, value: int) -> Text:
    """What the activation at hand comes to, in words."""
    enemy = table.called("enemies", activation.enemy)
    if activation.kind == "scheme":
        return text("{enemy} schemes: {threat} threat", enemy=enemy, threat=value)
    target, damage = table.called("characters", struck(table, activation)), damage_of(table, activation, value)
    return text("{enemy} strikes {target}: {damage} damage", enemy=enemy, target=target, damage=damage)


def striking(table: Champions) -> Iterator[Prompt]:
    """Minions with quickstrike that engaged a hero just now (迅击)."""
    for copy in table.copies("minion"):
        card = table.play[copy]
        if card.strikes and card.engaged in table.in_game() and kind_of(table, card.engaged) == "attack":
            title = text("Quickstrike: {attack}", attack=against(table, copy, card.engaged))
            yield from _known(table, copy, card.engaged, title, because="quickstrike")


def activating(table: Champions, enemy: str, seat: str, must: bool) -> Prompt | None:
    """An enemy that may be the next in the villain phase; of several, somebody decides the order (A15)."""
    title = against(table, enemy, seat)
    if len(next_to_activate(table)) > 1:
        chooser = seat if table.ruled("minions-by-their-player") else table.first
        name = table.called("identities", chooser)
        title = text("{activation} ({chooser} decides the order)", activation=title, chooser=name)
    found = next(_known(table, enemy, seat, title), None)
    if found and found.event is ActivationStarted and must:
        return Prompt(found.title, found.event, must=True, fields=found.fields)
    return found


def _known(table: Champions, enemy: str, seat: str, title: Text, **more: object) -> Iterator[Prompt]:
    """An activation: step by step, or in one tap where its enemy's number is known; else the table has its dials."""
    fields = {"enemy": enemy, "seat": seat, **more}
    if table.tracks("activations"):
        yield Prompt(title, ActivationStarted, fields=fields, left=title)
    elif (comes_to := plainly(table, enemy, seat)) is not None:
        told = text("{activation}: {outcome}", activation=title, outcome=comes_to)
        yield Prompt(told, EnemyActivated, fields=fields, left=told)


def plainly(table: Champions, enemy: str, seat: str) -> Text | None:
    """What an activation comes to without boost icons, if nobody defends; None where nobody knows."""
    kind = kind_of(table, seat)
    if status := status_against(table, enemy, kind):
        return text("{status} is discarded", status=table.called("statuses", status))
    if (value := number(table, enemy, kind)) is None:
        return None
    return text("{damage} damage", damage=value) if kind == "attack" else text("{threat} threat", threat=value)


def against(table: Champions, enemy: str, seat: str) -> Text:
    """What an enemy is about to do, and against whom."""
    said: dict[str, Said] = {"enemy": table.called("enemies", enemy), "seat": table.called("identities", seat)}
    if kind_of(table, seat) == "attack":
        return text("{enemy} attacks {seat}", **said)
    return text("{enemy} schemes against {seat}", **said)


def waiting_for(table: Champions) -> list[Said]:
    """The enemies that are still to activate in this villain phase, each against whom."""
    return [against(table, enemy, seat) for enemy, seat in still_to_activate(table)]


__all__ = ["coming", "waiting_for"]
