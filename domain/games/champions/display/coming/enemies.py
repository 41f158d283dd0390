"""What comes next of the enemies: who activates, who defends, what strikes (反派阶段, 敌人攻击, 敌人密谋)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from domain.games.champions.display.coming.at_once import ICONS, VALUES, against, ways
from domain.games.champions.enemies.boosts import BoostCardTurnedUp, face_down
from domain.games.champions.enemies.course import (
    amplified,
    at_hand,
    damage_of,
    defense_unknown,
    next_to_activate,
    still_to_activate,
    striking_now,
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
from domain.games.champions.numbers import body
from domain.games.champions.state.processes import Activation
from domain.games.champions.state.table import Champions
from domain.language.event import Event
from domain.language.game import Prompt
from domain.language.shown.sheet import Said
from domain.language.text import Text, text


def coming(table: Champions) -> Iterator[Prompt]:
    """What is next: the activation at hand, a minion that strikes at once, then the enemies of the villain phase."""
    if table.activations_open:
        yield from resolving(table)
        return
    found = [*striking(table), *activating_next(table)]
    for first, *others in found:
        yield first
        yield from others if first is found[0][0] else ()


def resolving(table: Champions) -> Iterator[Prompt]:
    """What the activation at hand still needs."""
    activation = at_hand(table)
    if activation is None or body(table, activation.enemy) is None:
        yield Prompt(text("The activation is over"), ActivationEnded, must=True)
    elif activation.kind == "attack" and not activation.decided:
        yield from defending(table, activation)
    elif face_down(activation):
        yield Prompt(boost_words(table, activation), BoostCardTurnedUp, must=True, pad="icons", numbers=ICONS)
    else:
        yield ending(table, activation)


def boost_words(table: Champions, activation: Activation) -> Text:
    """What is asked about the next boost card, how many lie there, and what comes on top of its icons."""
    left = sum(not boost.open for boost in activation.boosts)
    told = {"left": left if left > 1 else "", "amplify": amplified(table) or ""}
    return text("Boost card[, the first of {left}]: how many icons?[ Amplify adds {amplify}]", **told)


def defending(table: Champions, activation: Activation) -> Iterator[Prompt]:
    """Nobody, or whoever can: whose hero is attacked is asked first."""
    name = table.called("enemies", activation.enemy)
    title = text("Nobody defends against {enemy}", enemy=name)
    yield Prompt(title, AttackUndefended, must=True)
    for defender in defenders(table, activation):
        told = text("{defender} defends", defender=table.called("characters", defender))
        yield Prompt(told, DefenderDeclared, fields={"defender": defender})
    if not table.tracks("allies"):
        yield Prompt(text("An ally defends"), DefenderDeclared, fields={"ally_of": activation.target})
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
    if seat := defense_unknown(table, activation):
        said = {"enemy": table.called("enemies", activation.enemy), "seat": table.called("identities", seat)}
        title = text("{enemy} strikes {seat}: how much is left, DEF taken off?", **said)
        return Prompt(title, event, must=True, needs=("value",), pad="value", numbers=VALUES)
    if value is None:
        told = {"enemy": table.called("enemies", activation.enemy), "icons": len(activation.boosts) or ""}
        title = text("{enemy}: how much is it[, with {icons|boost card|boost cards}]?", **told)
        return Prompt(title, event, must=True, needs=("value",), pad="value", numbers=VALUES)
    return Prompt(outcome(table, activation, value), event, must=True)


def outcome(table: Champions, activation: Activation, value: int) -> Text:
    """What the activation at hand comes to, in words."""
    enemy = table.called("enemies", activation.enemy)
    if activation.kind == "scheme":
        return text("{enemy} schemes: {threat} threat", enemy=enemy, threat=value)
    target, damage = table.called("characters", struck(table, activation)), damage_of(table, activation, value)
    return text("{enemy} strikes {target}: {damage} damage", enemy=enemy, target=target, damage=damage)


def striking(table: Champions) -> Iterator[Sequence[Prompt]]:
    """Minions with quickstrike that engaged a hero just now (迅击), each in the ways it may go."""
    for copy in striking_now(table):
        seat = table.play[copy].engaged
        title = text("Quickstrike: {attack}", attack=against(table, copy, seat))
        first, *others = beginning(table, copy, seat, title, because="quickstrike")
        yield [replace(first, must=True) if first.event is ActivationStarted else first, *others]


def activating_next(table: Champions) -> Iterator[Sequence[Prompt]]:
    """The enemies that may be the next in the villain phase, each in the ways it may go; one of them must."""
    for number_, (enemy, seat) in enumerate(next_to_activate(table)):
        first, *others = beginning(table, enemy, seat, in_order(table, enemy, seat))
        must = not number_ and first.event is ActivationStarted
        yield [replace(first, must=True) if must else first, *others]


def in_order(table: Champions, enemy: str, seat: str) -> Text:
    """What an enemy is about to do; of several that may be the next, somebody decides the order (A15)."""
    title = against(table, enemy, seat)
    if next_to_activate(table) == [(enemy, seat)]:
        return title
    chooser = seat if table.ruled("minions-by-their-player") else table.first
    name = table.called("identities", chooser)
    return text("{activation} ({chooser} decides the order)", activation=title, chooser=name)


def beginning(table: Champions, enemy: str, seat: str, title: Text, **more: str) -> Iterator[Prompt]:
    """An activation: step by step, or at once in any of its ways."""
    if table.tracks("activations"):
        yield Prompt(title, ActivationStarted, fields={"enemy": enemy, "seat": seat, **more}, left=title)
    else:
        yield from ways(table, enemy, seat, title, **more)


def waiting_for(table: Champions) -> list[Said]:
    """The enemies that are still to activate in this villain phase, each against whom."""
    return [against(table, enemy, seat) for enemy, seat in still_to_activate(table)]


__all__ = ["coming", "waiting_for"]
