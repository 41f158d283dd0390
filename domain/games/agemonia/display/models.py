"""Enemies and allies on the board of a scenario: their cards, and the models on the map."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.games.agemonia.acting import spawned_now
from domain.games.agemonia.console.fight.allies import AllyDamaged, AllyHealed
from domain.games.agemonia.console.fight.enemies import EnemyDamaged, EnemyHealed
from domain.games.agemonia.console.fight.enemy_turns import abilities_shown
from domain.games.agemonia.figures import is_enemy
from domain.games.agemonia.state.scenario import Ally, Enemy
from domain.games.agemonia.state.table import Agemonia
from domain.language.shown.board import Counter, Pad, made
from domain.language.shown.sheet import Said
from domain.language.table import join
from domain.language.text import Term

ONE_TAP = range(1, 7)
"""Damage that is one tap away; more is in the form behind it."""
BOARD_OF_6 = 6
"""As many models as the smaller side of an enemy board holds."""
HEALTH = Term("Health", "生命值")
NO_BOARD = Term("No enemy board", "不用敌人面板")
SIDE_OF_6 = Term("Enemy board: the side with 6", "敌人面板：6 面")
SIDE_OF_8 = Term("Enemy board: the side with 8", "敌人面板：8 面")


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
    """An enemy's card with its models on the map, and the side of the board that they lie on."""

    id: str
    name: Said
    card: Enemy
    board: Said
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


def kind_shown(table: Agemonia, id_: str, active: str) -> Kind:
    scene = table.scene
    enemy, card = scene.enemies[id_], scene.initiative
    shows = scene.phase == "turns" and card is not None
    names = {"snake": Term("snake", "蛇"), "horn": Term("horn", "角")}
    special = abilities_shown(card, enemy) if card and shows else ()
    numbers = sorted(enemy.figures, key=lambda number: int(number) if number.isdecimal() else 0)
    return Kind(
        id=id_,
        name=table.called("enemies", id_),
        card=enemy,
        board=_board(enemy),
        models=[_model(table, id_, number, active) for number in numbers],
        action=card.actions.get(enemy.symbol, "") if card and shows else "",
        special=[said for name, said in names.items() if name in special],
    )


def _board(card: Enemy) -> Said:
    """The side of the enemy board that is up, by how many models there are; empty where nobody typed that in."""
    if not card.models:
        return ""
    if card.models == 1:
        return NO_BOARD
    return SIDE_OF_6 if card.models <= BOARD_OF_6 else SIDE_OF_8


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
        hit=Pad(event, "amount", [(str(n), str(n)) for n in ONE_TAP]) if event and by else None,
        conditions=_conditions(table, model.conditions),
        active=figure == active,
        done=figure in scene.done,
        new=spawned_now(table, figure),
        place=scene.places.get(figure, ""),
        marks=[name for name, token in scene.tokens.items() if token.where == figure],
    )


def _conditions(table: Agemonia, conditions: Sequence[str]) -> Sequence[tuple[str, Said]]:
    return [(condition, table.called("conditions", condition)) for condition in conditions]


def friend_shown(table: Agemonia, id_: str) -> Friend:
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
