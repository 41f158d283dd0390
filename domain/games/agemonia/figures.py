"""Figures of a scenario: kinds of fields, bounded numbers, names, and the figure at turn."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from pydantic import Field

from domain.framework.events.choice import Choice
from domain.framework.events.marks import Line
from domain.games.agemonia.base import MOST_SMALL, hero_of
from domain.games.agemonia.state.kinds import Action
from domain.games.agemonia.state.scenario import Enemy
from domain.games.agemonia.state.table import Agemonia

# === Shared by the events of a running scenario: kinds of fields, bounded numbers, names of figures

LANGUAGES = ("en", "zh")
MOST_DAMAGE = 99


def heroes_up(table: Agemonia) -> list[str]:
    """The heroes that are not exhausted: only they select actions, act and are attacked."""
    return [id_ for id_, hero in table.heroes.items() if not hero.exhausted]


def allies_up(table: Agemonia) -> list[str]:
    return [id_ for id_, ally in table.scene.allies.items() if not ally.exhausted]


def all_figures(table: Agemonia) -> Iterable[str]:
    """All figures: heroes, other allies, enemies."""
    return (*table.heroes, *table.scene.allies, *table.scene.figures())


def heroes_and_allies(table: Agemonia) -> Iterable[str]:
    """The heroes and other allies."""
    return (*table.heroes, *table.scene.allies)


def slots_of_cards(table: Agemonia) -> Iterable[str]:
    """The symbols that an initiative card may show: allies' circles and enemies' squares of every colour."""
    return [f"{side} {symbol}" for symbol in table.ids("symbols") for side in ("ally", "enemy")]


def owned_actions(table: Agemonia) -> Iterable[str]:
    """The action tokens that heroes of the party own, then all actions of the content."""
    return dict.fromkeys((*(token for hero in table.everybody() for token in hero.tokens), *table.ids("actions")))


def lock_sources(table: Agemonia) -> Iterable[str]:
    return dict.fromkeys(source for hero in table.everybody() for source in hero.locked)


FigureId = Annotated[str, Choice("figures", all_figures)]
FriendId = Annotated[str, Choice("figures", heroes_and_allies)]
FriendIds = Annotated[tuple[str, ...], Field(max_length=20), Choice("figures", heroes_and_allies)]
EnemyFigure = Annotated[str, Choice("figures", lambda table: table.scene.figures())]
FigureIds = Annotated[tuple[str, ...], Field(max_length=40), Choice("figures", lambda table: table.scene.figures())]
ActorId = Annotated[str, Choice("actors", lambda table: (*heroes_and_allies(table), *table.scene.enemies))]
EnemyId = Annotated[Line, Choice("enemies", free=True)]
EnemyHere = Annotated[str, Choice("enemies", lambda table: table.scene.enemies)]
AllyId = Annotated[Line, Choice("followers", free=True)]
AllyHere = Annotated[str, Choice("followers", lambda table: table.scene.allies)]
ActionId = Annotated[Line, Choice("actions", owned_actions, free=True)]
LockSource = Annotated[Line, Choice("locks", lock_sources, free=True)]
SymbolId = Annotated[str, Choice("symbols")]
AreaId = Annotated[Line, Field(max_length=40), Choice("areas", lambda table: table.scene.areas, free=True)]
AreaHere = Annotated[str, Choice("areas", lambda table: table.scene.areas)]
TimerHere = Annotated[str, Choice("timers", lambda table: table.scene.timers)]
Letter = Annotated[Line, Field(max_length=5, title="letter")]
Damage = Annotated[int, Field(ge=0, le=MOST_DAMAGE)]
Small = Annotated[int, Field(ge=0, le=MOST_SMALL)]


def clamped_to(amount: int, most: int = MOST_SMALL) -> int:
    """An amount, limited to the range from 0 to `most`."""
    return min(most, max(0, amount))


def action_called(table: Agemonia, name: str) -> Action:
    """The known fields of an action, by its id or any of its names."""
    return Action.of(table, id_of(table, "actions", name))


def id_of(table: Agemonia, kind: str, name: str) -> str:
    """The id of a thing, by its id or any of its names; the name itself if there is no such thing."""
    name = table.meant(kind, name)
    if name in table.ids(kind):
        return name
    wanted = name.casefold()
    for id_ in table.ids(kind):
        known = table.thing(kind, id_)
        if any(str(known.get(language, "")).casefold() == wanted for language in LANGUAGES):
            return id_
    return name


def actions_by_id(table: Agemonia, tokens: Iterable[str]) -> list[str]:
    """The ids of action tokens, however they were typed in."""
    return [id_of(table, "actions", token) for token in tokens]


def health_of_model(event: Any, table: Agemonia) -> tuple[str, ...]:
    """The path of the health of an event's model."""
    enemy, _, number = event.figure.rpartition(" ")
    return ("scene", "enemies", enemy, "figures", number, "health")


def is_enemy(table: Agemonia, figure: str) -> bool:
    return table.scene.figure(figure) is not None


def enemy_of(table: Agemonia, figure: str) -> Enemy:
    """The enemy type of a model; a blank one if a correction removed it."""
    return table.scene.enemy_of(figure) or Enemy()


def enemies_unknown_at(table: Agemonia, area: str) -> list[str]:
    """The types of enemies in an area of which nobody typed whether they provoke (挑衅)."""
    there = dict.fromkeys(
        one.rpartition(" ")[0] for one in table.scene.figures() if table.scene.places.get(one) == area
    )
    return [id_ for id_ in there if table.scene.enemies[id_].provoke is None]


def uncounted_health(table: Agemonia, figure: str) -> str:
    """The sign for the health of a model that is not counted: endless, or unknown."""
    return "∞" if enemy_of(table, figure).endless else "?"


def conditions_of(table: Agemonia, figure: str) -> list[str]:
    """The conditions of a figure; empty if it is gone."""
    if figure in table.heroes:
        return hero_of(table, figure).conditions
    if ally := table.scene.allies.get(figure):
        return ally.conditions
    model = table.scene.figure(figure)
    return model.conditions if model else []


def is_out(table: Agemonia, figure: str) -> bool:
    """Whether a figure is out of the fight: an exhausted hero or ally, or an enemy that is gone."""
    if figure in table.heroes:
        return table.heroes[figure].exhausted
    if ally := table.scene.allies.get(figure):
        return ally.exhausted
    return table.scene.figure(figure) is None


def standing_in(table: Agemonia, area: str) -> list[str]:
    """The figures in an area that take up room; exhausted heroes and allies take none."""
    up = {*heroes_up(table), *allies_up(table), *table.scene.figures()}
    return [figure for figure, place in table.scene.places.items() if place == area and figure in up]


def is_hindered(table: Agemonia, figure: str) -> bool:
    """Whether an ally shares its area with at least as many enemies as allies; False if its area is unknown (受阻)."""
    area = table.scene.places.get(figure)
    here = standing_in(table, area) if area is not None else []
    enemies = sum(is_enemy(table, other) for other in here)
    return enemies > 0 and enemies >= len(here) - enemies


def are_apart(table: Agemonia, one: str, other: str) -> bool:
    """Whether two figures are known to be in different areas."""
    places = table.scene.places
    return one in places and other in places and places[one] != places[other]


def taunt_of(table: Agemonia, friend: str) -> int:
    """The taunt of a hero or another ally; 0 if it was not typed in."""
    return known_taunt(table, friend) or 0


def known_taunt(table: Agemonia, friend: str) -> int | None:
    """The taunt of a hero or another ally; None if it was not typed in."""
    found = table.heroes.get(friend) or table.scene.allies.get(friend)
    return found.taunt if found else None


def foremost_by_taunt(table: Agemonia, friends: Iterable[str]) -> list[str]:
    """The friends with the highest taunt, and those whose taunt is unknown."""
    taunts = {friend: known_taunt(table, friend) for friend in friends}
    highest = max((taunt for taunt in taunts.values() if taunt is not None), default=0)
    return [friend for friend, taunt in taunts.items() if taunt is None or taunt == highest]


# === The figure at turn: the figures that act this round, those still waiting, and the first of them


def figures_acting(table: Agemonia, actor: str) -> Iterator[str]:
    """The figures of an actor that take a turn this round; of an enemy, all models that did not spawn in it."""
    scene = table.scene
    if enemy := scene.enemies.get(actor):
        numbers = sorted((n for n in enemy.figures if n.isdecimal()), key=int)
        yield from (f"{actor} {n}" for n in numbers if not spawned_now(table, f"{actor} {n}"))
    elif actor in scene.allies:
        yield from [] if scene.allies[actor].exhausted else [actor]
    elif actor in table.heroes:
        yield from [] if table.heroes[actor].exhausted else [actor]


def spawned_now(table: Agemonia, figure: str) -> bool:
    model = table.scene.figure(figure)
    return bool(model and table.scene.round and model.spawned == table.scene.round)


def figures_waiting(table: Agemonia) -> list[str]:
    """The figures that have yet to take their turn this round, in order."""
    scene = table.scene
    if scene.phase != "turns":
        return []
    return [figure for actor in scene.order for figure in figures_acting(table, actor) if figure not in scene.done]


def at_turn(table: Agemonia) -> str:
    """The figure at turn: the one that began its turn, otherwise the next in order; "" if there is none."""
    left = figures_waiting(table)
    if table.scene.active in left:
        return table.scene.active
    return left[0] if left else ""


def heroes_at_turn(table: Agemonia) -> list[str]:
    """The hero at turn; none if another figure is."""
    return [figure for figure in friends_at_turn(table) if figure in table.heroes]


def friends_at_turn(table: Agemonia) -> list[str]:
    """The hero or other ally at turn; none if an enemy is."""
    figure = at_turn(table)
    return [figure] if figure and not is_enemy(table, figure) else []
