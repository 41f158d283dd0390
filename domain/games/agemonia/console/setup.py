"""Setting a scenario up from what the content says of it: areas, enemies, allies, timers, counters (场景设置).

    [scenarios."21"]
    areas = [{area = "Bank", capacity = 4, points = ["A"], start = true}, {area = "Ford", capacity = 3}]
    borders = [{area = "Bank", to = "Ford"}]
    enemies = [{enemy = "skitterer", count = 2, area = "Ford"}, {enemy = "mist-archer", heroes_needed = 3}]
    timers = [{timer = "Flood", target = 12, effect = "The ford is under water"}]
    counters = {Prisoners = 3}

Whatever does not fit is left out: the table sets it up by hand. Hired followers whose health is known come along.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.games.agemonia.console.fight.allies import ScenarioAllyAdded
from domain.games.agemonia.console.fight.movement import AreaRegistered, BorderDrawn
from domain.games.agemonia.console.map.spawning import (
    MOST_MODELS,
    EnemyCardRevealed,
    EnemySpawned,
    EnemySpawnSkipped,
    hero_count,
    models_left,
)
from domain.games.agemonia.console.rounds.preparing import ScenarioCounterSet
from domain.games.agemonia.console.rounds.timers import TimerStarted
from domain.games.agemonia.state.kinds import EnemyCard, ScenarioPrint
from domain.games.agemonia.state.table import Agemonia
from domain.language.event import Event
from domain.language.shown.board import EventT, made


def setup(table: Agemonia) -> Iterator[Event[Agemonia]]:
    """What lies on the table when a scenario begins, as far as its content says so."""
    known = ScenarioPrint.of(table, table.running.scenario if table.running else "")
    areas = list(_made(AreaRegistered, known.areas))
    yield from areas
    names = {area.area for area in areas}
    yield from (line for line in _made(BorderDrawn, known.borders) if {line.area, line.to} <= names)
    yield from _enemies(table, known.enemies)
    yield from _made(TimerStarted, known.timers)
    yield from _counters(known.counters)
    yield from _followers(table)


def _made(cls: type[EventT], described: Sequence[Mapping[str, Any]]) -> Iterator[EventT]:
    """The events that a list of the content describes, those that can be ones."""
    for one in described:
        values = {key: tuple(value) if isinstance(value, list) else value for key, value in one.items()}
        if (event := made(cls, **values)) is not None:
            yield event


def _enemies(table: Agemonia, described: Sequence[Mapping[str, Any]]) -> Iterator[Event[Agemonia]]:
    """Each type's card, then its models, if there are heroes enough for them; none comes where no model is left."""
    left: dict[str, int] = {}
    for spawn in _made(EnemySpawned, described):
        if spawn.enemy not in left:
            left[spawn.enemy] = _models(table, spawn.enemy)
            if spawn.enemy not in table.scene.enemies:
                yield EnemyCardRevealed(enemy=spawn.enemy)
        if hero_count(table, spawn.enemy) < spawn.heroes_needed:
            continue
        if left[spawn.enemy] > 0:
            left[spawn.enemy] -= len(spawn.numbers) or spawn.count
            yield spawn.but(at_setup=True)
        else:
            yield EnemySpawnSkipped(enemy=spawn.enemy, reason="no model is left")


def _models(table: Agemonia, enemy: str) -> int:
    """How many models of an enemy there are that may come: of one whose card is not yet revealed, all."""
    if enemy in table.scene.enemies:
        return len(models_left(table, enemy))
    return EnemyCard.of(table, enemy).models or MOST_MODELS


def _counters(counters: Mapping[str, int]) -> Iterator[Event[Agemonia]]:
    for name, value in counters.items():
        if (event := made(ScenarioCounterSet, counter=name, value=value)) is not None:
            yield event


def _followers(table: Agemonia) -> Iterator[Event[Agemonia]]:
    """Hired followers, if nothing about them has to be asked first."""
    for id_, follower in table.followers.items():
        if follower.zone == "hired" and id_ not in table.scene.allies:
            joins = ScenarioAllyAdded(ally=id_)
            if not list(joins.refusals(table)):
                yield joins
