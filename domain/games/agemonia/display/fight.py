"""The board of a scenario: who acts when, what the one at turn may do, enemies, dice, timers and the rest."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from domain.games.agemonia.acting import acting, at_turn
from domain.games.agemonia.console.fight.enemy_turns import EnemyTurnResolved
from domain.games.agemonia.console.fight.targets import printed_effect, rightful
from domain.games.agemonia.console.map.terrain import occupied
from domain.games.agemonia.console.rounds.order import undecided
from domain.games.agemonia.console.rounds.preparing import ScenarioCounterChanged
from domain.games.agemonia.console.rounds.rounds import HeroActionSelected
from domain.games.agemonia.console.rounds.slots import not_selectable, within_reach
from domain.games.agemonia.console.turns.maneuvers import maneuvers_left
from domain.games.agemonia.console.turns.skills import Act, reminders, turn_of
from domain.games.agemonia.console.turns.turns import attack_open
from domain.games.agemonia.display.models import ONE_TAP, Friend, Kind, friend_shown, kind_shown
from domain.games.agemonia.display.tray import Reaction, Tray, named_reminders, numbers, reaction_of, tray_of
from domain.games.agemonia.figures import allies_up, enemy_of, heroes_up, is_enemy, is_hindered, taunt_of
from domain.games.agemonia.state.kinds import Skill
from domain.games.agemonia.state.scenario import Ally, HeroTurn, Scene
from domain.games.agemonia.state.table import Agemonia, Hero
from domain.language.event import Event
from domain.language.shown.board import Counter, Pad, made
from domain.language.shown.sheet import Said
from domain.language.table import join

OF_A_TURN = ("turn", "move", "rethink", "lock", "provoke")
"""Moments of skills that a hero may think of all through its turn."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A place in the order of turns: who, by which symbol, and how far."""

    name: Said
    kind: str
    symbol: str
    state: str
    note: Said = ""


@dataclass(frozen=True, slots=True)
class Choosing:
    """A hero that selects its action: the tokens it has in its slots, or owns."""

    hero: str
    name: Said
    chosen: bool
    pad: Pad | None


@dataclass(frozen=True, slots=True)
class Hit:
    """Whom an enemy at turn may attack, with the damage that is left after the reaction; `due` if it must."""

    name: Said
    taunt: int | None
    due: bool
    pad: Pad


@dataclass(frozen=True, slots=True)
class Console:
    """Everything of a scenario that is on the table."""

    scene: Scene
    turns: Sequence[Turn]
    choosing: Sequence[Choosing]
    active: str
    who: Said
    hero: HeroTurn | None
    maneuvers: int
    may_attack: bool
    hindered: bool
    hits: Sequence[Hit]
    nothing: Event[Any] | None
    enemies: Sequence[Kind]
    allies: Sequence[Friend]
    tray: Tray | None
    reaction: Reaction | None
    counters: Sequence[Counter]
    reminders: Sequence[tuple[Said, Said]]
    places: Sequence[tuple[str, Sequence[Said], int]]


def console(table: Agemonia) -> Console | None:
    """What the board shows of a scenario; nothing while nobody uses the console."""
    scene = table.scene
    if scene == EMPTY:
        return None
    active = at_turn(table)
    return Console(
        scene=scene,
        turns=list(_turns(table, active)),
        choosing=[_choosing(table, hero) for hero in heroes_up(table)] if scene.phase == "select" else [],
        active=active,
        who=table.called("figures", active) if active else "",
        hero=scene.heroes.get(active) if active in table.heroes else None,
        maneuvers=maneuvers_left(turn_of(table, active)),
        may_attack=active in table.heroes and attack_open(table, active),
        hindered=bool(active) and is_hindered(table, active),
        hits=list(_hits(table, active)) if is_enemy(table, active) else [],
        nothing=made(EnemyTurnResolved, figure=active) if is_enemy(table, active) else None,
        enemies=[kind_shown(table, id_, active) for id_ in scene.enemies],
        allies=[friend_shown(table, id_) for id_ in scene.allies],
        tray=tray_of(table, scene.roll) if scene.roll else None,
        reaction=reaction_of(table),
        counters=[_counter(name, value) for name, value in scene.counters.items()],
        reminders=named_reminders(table, _at_hand(table, active)),
        places=list(_places(table)),
    )


EMPTY = Scene()


# --- the order of turns ----------------------------------------------------------------------


def _turns(table: Agemonia, active: str) -> Iterator[Turn]:
    """Everybody who acts this round, each model of an enemy with its own tick."""
    scene = table.scene
    for actor in scene.order if scene.phase == "turns" else ():
        for figure in acting(table, actor):
            state = "active" if figure == active else "done" if figure in scene.done else "waiting"
            yield Turn(table.called("figures", figure), _side(table, figure), _symbol(table, actor), state)


def _side(table: Agemonia, figure: str) -> str:
    return "hero" if figure in table.heroes else "ally" if figure in table.scene.allies else "enemy"


def _symbol(table: Agemonia, actor: str) -> str:
    scene = table.scene
    if actor in table.heroes:
        return scene.heroes[actor].symbol if actor in scene.heroes else ""
    found = scene.allies.get(actor) or scene.enemies.get(actor)
    return found.symbol if found else ""


def _choosing(table: Agemonia, hero: str) -> Choosing:
    chosen = hero not in undecided(table)
    ids = [id_ for id_ in within_reach(table, hero) if not list(not_selectable(table, hero, id_))]
    choices = [(id_, table.called("actions", id_)) for id_ in ids]
    event = made(HeroActionSelected, hero=hero, action=choices[0][0]) if choices else None
    return Choosing(hero, table.called("heroes", hero), chosen, Pad(event, "action", choices) if event else None)


# --- who is at turn --------------------------------------------------------------------------


def _hits(table: Agemonia, figure: str) -> Iterator[Hit]:
    """The heroes and allies that an enemy may hit, those it must attack first."""
    due = rightful(table, figure)
    field = "stamina" if printed_effect(enemy_of(table, figure)) == "stamina loss" else "damage"
    heroes = {hero: table.heroes[hero] for hero in heroes_up(table)}
    allies = {ally: table.scene.allies[ally] for ally in allies_up(table)}
    found: dict[str, Hero | Ally] = {**heroes, **allies}
    for target, state in sorted(found.items(), key=lambda one: (one[0] not in due, -taunt_of(table, one[0]))):
        if event := made(EnemyTurnResolved, figure=figure, target=target):
            pad = Pad(event, field, numbers(ONE_TAP))
            yield Hit(table.called("figures", target), state.taunt, target in due, pad)


def _at_hand(table: Agemonia, active: str) -> Sequence[str]:
    """Skills that the one at turn should think of."""
    if active not in table.heroes:
        return ()
    acts = (Act("action", active), *(Act("recover", active, mode=mode) for mode in ("heal", "recover")))
    found = [skill for act in acts for skill in reminders(table, act)]
    own = [skill for skill in table.heroes[active].skills if Skill.of(table, skill).at in OF_A_TURN]
    return list(dict.fromkeys((*found, *own)))


# --- the rest --------------------------------------------------------------------------------


def _counter(name: str, value: int) -> Counter:
    up, down = (made(ScenarioCounterChanged, counter=name, amount=1, down=down) for down in (False, True))
    return Counter(name, value, join(("scene", "counters", name)), up=up, down=down)


def _places(table: Agemonia) -> Iterator[tuple[str, Sequence[Said], int]]:
    """Who stands where, area by area, where the table writes it down, and how much room they take."""
    for area in dict.fromkeys((*table.scene.areas, *table.scene.places.values())):
        figures = [figure for figure, place in table.scene.places.items() if place == area]
        yield area, [table.called("figures", figure) for figure in figures], occupied(table, area)
