"""The board of a scenario: who acts when, what the one at turn may do, enemies, dice, timers and the rest."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from domain.board import Counter, Pad, made
from domain.event import Event
from domain.games.agemonia.console.fight.allies import AllyDamaged, AllyHealed
from domain.games.agemonia.console.fight.enemies import EnemyDamaged, EnemyHealed
from domain.games.agemonia.console.fight.enemy_attacks import rightful
from domain.games.agemonia.console.fight.enemy_turns import EnemyTurnResolved
from domain.games.agemonia.console.map.hindered import is_hindered
from domain.games.agemonia.console.rounds.order import acting, at_turn, spawned_now, undecided
from domain.games.agemonia.console.rounds.preparing import ScenarioCounterChanged
from domain.games.agemonia.console.rounds.rounds import HeroActionSelected
from domain.games.agemonia.console.turns.skills import Act, reminders
from domain.games.agemonia.display.tray import Reaction, Tray, named_reminders, numbers, reaction_of, tray_of
from domain.games.agemonia.figures import actions_by_id, allies_up, heroes_up, is_enemy
from domain.games.agemonia.state.scenario import Ally, Enemy, HeroTurn, Scene
from domain.games.agemonia.state.table import Agemonia, Hero
from domain.sheet import Said
from domain.table import join
from domain.text import Term

PAD = range(1, 7)
"""Damage that is one tap away; more is in the form behind it."""
PRINTED = ("focus", "extra-maneuver")
"""Actions that stand on every hero board."""
OF_A_TURN = ("turn", "move", "rethink", "lock", "provoke")
"""Moments of skills that a hero may think of all through its turn."""
HEALTH = Term("Health", "生命值")


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
class Model:
    """One model of an enemy: its health, what it is hit for by whoever is at turn, its conditions and marks."""

    id: str
    name: Said
    number: str
    health: Counter | None
    most: int | None
    hit: Pad | None
    conditions: Sequence[tuple[str, Said]]
    active: bool
    done: bool
    new: bool
    place: str
    marks: Sequence[str]


@dataclass(frozen=True, slots=True)
class Kind:
    """An enemy's card with its models on the map."""

    id: str
    name: Said
    card: Enemy
    models: Sequence[Model]
    action: str
    special: Sequence[Said]


@dataclass(frozen=True, slots=True)
class Friend:
    """An ally that is no hero."""

    id: str
    name: Said
    ally: Ally
    health: Counter
    conditions: Sequence[tuple[str, Said]]


@dataclass(frozen=True, slots=True)
class Console:
    """Everything of a scenario that is on the table."""

    scene: Scene
    turns: Sequence[Turn]
    choosing: Sequence[Choosing]
    active: str
    who: Said
    hero: HeroTurn | None
    hindered: bool
    hits: Sequence[Hit]
    nothing: Event[Any] | None
    enemies: Sequence[Kind]
    allies: Sequence[Friend]
    tray: Tray | None
    reaction: Reaction | None
    counters: Sequence[Counter]
    reminders: Sequence[tuple[Said, Said]]
    places: Sequence[tuple[str, Sequence[Said]]]


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
        hindered=bool(active) and is_hindered(table, active),
        hits=list(_hits(table, active)) if is_enemy(table, active) else [],
        nothing=made(EnemyTurnResolved, figure=active) if is_enemy(table, active) else None,
        enemies=[_kind(table, id_, active) for id_ in scene.enemies],
        allies=[_friend(table, id_) for id_ in scene.allies],
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
    turn = table.scene.heroes.get(hero) or HeroTurn()
    chosen = hero not in undecided(table)
    owned = table.heroes[hero].tokens
    ids = dict.fromkeys(actions_by_id(table, (*(turn.slotted or owned), *turn.opened.values(), *owned, *PRINTED)))
    choices = [(id_, table.called("actions", id_)) for id_ in ids]
    event = made(HeroActionSelected, hero=hero, action=choices[0][0])
    return Choosing(hero, table.called("heroes", hero), chosen, Pad(event, "action", choices) if event else None)


# --- who is at turn --------------------------------------------------------------------------


def _hits(table: Agemonia, figure: str) -> Iterator[Hit]:
    """The heroes and allies that an enemy may hit, those it must attack first."""
    card = table.scene.enemy_of(figure)
    due = rightful(table, figure, card.attack or "melee" if card else "melee")
    damage = numbers(PAD)
    heroes = {hero: table.heroes[hero] for hero in heroes_up(table)}
    allies = {ally: table.scene.allies[ally] for ally in allies_up(table)}
    found: dict[str, Hero | Ally] = {**heroes, **allies}
    for target, state in sorted(found.items(), key=lambda one: (one[0] not in due, -(one[1].taunt or 0))):
        event = made(EnemyTurnResolved, figure=figure, target=target)
        if event:
            pad = Pad(event, "stamina" if card and card.stamina else "damage", damage)
            yield Hit(table.called("figures", target), state.taunt, target in due, pad)


def _at_hand(table: Agemonia, active: str) -> Sequence[str]:
    """Skills that the one at turn should think of."""
    if active not in table.heroes:
        return ()
    acts = (Act("action", active), *(Act("recover", active, mode=mode) for mode in ("heal", "recover")))
    found = [skill for act in acts for skill in reminders(table, act)]
    own = [skill for skill in table.heroes[active].skills if table.thing("skills", skill).get("at") in OF_A_TURN]
    return list(dict.fromkeys((*found, *own)))


# --- enemies, allies -------------------------------------------------------------------------


def _kind(table: Agemonia, id_: str, active: str) -> Kind:
    scene = table.scene
    enemy, card = scene.enemies[id_], scene.initiative
    shows = scene.phase == "turns" and card is not None
    names = {"snake": Term("snake", "蛇"), "horn": Term("horn", "角")}
    lists: Mapping[str, Sequence[str]] = {"snake": card.snake, "horn": card.horn} if card else {}
    numbers = sorted(enemy.figures, key=lambda number: int(number) if number.isdecimal() else 0)
    return Kind(
        id=id_,
        name=table.called("enemies", id_),
        card=enemy,
        models=[_model(table, id_, number, active) for number in numbers],
        action=card.actions.get(enemy.symbol, "") if card and shows else "",
        special=[said for name, said in names.items() if shows and enemy.symbol in lists.get(name, ())],
    )


def _model(table: Agemonia, id_: str, number: str, active: str) -> Model:
    scene, figure = table.scene, f"{id_} {number}"
    model = scene.enemies[id_].figures[number]
    by = active if active and not is_enemy(table, active) else None
    event = made(EnemyDamaged, figure=figure, amount=1, by=by)
    path = join(("scene", "enemies", id_, "figures", number, "health"))
    counter = Counter(
        HEALTH,
        model.health or 0,
        path,
        model.most,
        up=made(EnemyHealed, figure=figure, amount=1),
        down=made(EnemyDamaged, figure=figure, amount=1, source="other"),
        most=model.most,
    )
    return Model(
        id=figure,
        name=table.called("figures", figure),
        number=number,
        health=None if model.health is None else counter,
        most=model.most,
        hit=Pad(event, "amount", [(str(n), str(n)) for n in PAD]) if event and by else None,
        conditions=_conditions(table, model.conditions),
        active=figure == active,
        done=figure in scene.done,
        new=spawned_now(table, figure),
        place=scene.places.get(figure, ""),
        marks=[name for name, token in scene.tokens.items() if token.where == figure],
    )


def _conditions(table: Agemonia, conditions: Sequence[str]) -> Sequence[tuple[str, Said]]:
    return [(condition, table.called("conditions", condition)) for condition in conditions]


def _friend(table: Agemonia, id_: str) -> Friend:
    ally = table.scene.allies[id_]
    counter = Counter(
        HEALTH,
        ally.health,
        join(("scene", "allies", id_, "health")),
        ally.most,
        up=made(AllyHealed, ally=id_, amount=1),
        down=made(AllyDamaged, ally=id_, amount=1),
        most=ally.most,
    )
    return Friend(id_, table.called("followers", id_), ally, counter, _conditions(table, ally.conditions))


# --- the rest --------------------------------------------------------------------------------


def _counter(name: str, value: int) -> Counter:
    up, down = (made(ScenarioCounterChanged, counter=name, amount=1, down=down) for down in (False, True))
    return Counter(name, value, join(("scene", "counters", name)), up=up, down=down)


def _places(table: Agemonia) -> Iterator[tuple[str, Sequence[Said]]]:
    """Who stands where, area by area, where the table writes it down."""
    for area in dict.fromkeys((*table.scene.areas, *table.scene.places.values())):
        figures = [figure for figure, place in table.scene.places.items() if place == area]
        yield area, [table.called("figures", figure) for figure in figures]
