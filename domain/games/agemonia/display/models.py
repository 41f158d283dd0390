"""Enemies on the board of a scenario: their cards, and the models on the map, a line each."""

from collections.abc import Iterator, Sequence

from domain.games.agemonia.acting import spawned_now
from domain.games.agemonia.campaign.conditions import ConditionDiscarded, ConditionGained
from domain.games.agemonia.console.fight.enemies import EnemyDamaged, EnemyHealed
from domain.games.agemonia.console.fight.enemy_turns import abilities_shown
from domain.games.agemonia.console.map.spawning import EnemySpawned
from domain.games.agemonia.figures import is_enemy
from domain.games.agemonia.state.scenario import Enemy
from domain.games.agemonia.state.table import Agemonia
from domain.language.shown.board import Ask, Chip, Counter, Pad, Piece, made
from domain.language.shown.sheet import Said
from domain.language.table import join
from domain.language.text import Term, Text, text

ONE_TAP = range(1, 7)
"""Damage that is one tap away; more is in the form behind it."""
BOARD_OF_6 = 6
"""As many models as the smaller side of an enemy board holds."""
HEALTH = Term("Health", "生命值")
NO_BOARD = Term("No board", "不用敌人面板")
SIDE_OF_6 = Term("Board: side 6", "敌人面板：6 面")
SIDE_OF_8 = Term("Board: side 8", "敌人面板：8 面")
SPECIAL = {"snake": Term("snake", "蛇"), "horn": Term("horn", "角")}


def enemy_piece(table: Agemonia, id_: str, active: str) -> Piece:
    """An enemy's card with its models on the map, and the side of the board that they lie on."""
    enemy = table.scene.enemies[id_]
    numbers = sorted(enemy.figures, key=lambda number: int(number) if number.isdecimal() else 0)
    more = [Ask(text("More come"), EnemySpawned, {"enemy": id_}, "new")]
    if numbers:
        more.append(Ask(text("Condition"), ConditionGained, {"figure": f"{id_} {numbers[0]}"}, "ill"))
    return Piece(
        f"enemy-{id_}",
        table.called("enemies", id_),
        note="" if numbers else text("None on the map."),
        marks=[said for said in _of_enemy(table, enemy) if said],
        rows=[_model(table, id_, number, active) for number in numbers],
        asks=more,
        symbol=f"square {enemy.symbol}",
    )


def labelled(label: Said, value: Said) -> Text:
    """A number or a word with what it is of: Shield 2, Maneuvers 1."""
    return text("{label} {value}", label=label, value=value)


def _of_enemy(table: Agemonia, enemy: Enemy) -> Iterator[Said]:
    """What the initiative card gives it this round, what is printed on its own, and how many were defeated."""
    card = table.scene.initiative
    if card and table.scene.phase == "turns":
        yield card.actions.get(enemy.symbol, "")
        special = abilities_shown(card, enemy)
        yield from (said for name, said in SPECIAL.items() if name in special)
    yield _board(enemy)
    printed = (text("Shield"), enemy.shield), (text("Provoke"), enemy.provoke), (text("Retaliate"), enemy.retaliate)
    yield from (labelled(label, value) for label, value in printed if value)
    if enemy.defeated:
        yield text("defeated: {n}", n=enemy.defeated)


def _board(card: Enemy) -> Said:
    """The side of the enemy board that is up, by how many models there are; empty where nobody typed that in."""
    if not card.models:
        return ""
    if card.models == 1:
        return NO_BOARD
    return SIDE_OF_6 if card.models <= BOARD_OF_6 else SIDE_OF_8


def _model(table: Agemonia, id_: str, number: str, active: str) -> Piece:
    """A model by its number; a hero or an ally at turn hits it with a tap."""
    scene, figure = table.scene, f"{id_} {number}"
    model = scene.enemies[id_].figures[number]
    by = active if active and not is_enemy(table, active) else None
    hit = made(EnemyDamaged, figure=figure, amount=1, by=by) if by else None
    words = text("{who} hits {figure}", who=table.called("figures", active), figure=table.called("figures", figure))
    return Piece(
        figure,
        number,
        marks=list(_of_model(table, figure, endless=model.health is None)),
        counters=[] if model.health is None else [_health(figure, model.health, model.most, (id_, number))],
        chips=ills(table, figure, model.conditions),
        pads=[(words, Pad(hit, "amount", [(str(n), str(n)) for n in ONE_TAP]))] if hit else [],
        look="active" if figure == active else "done" if figure in scene.done else "",
    )


def _health(figure: str, health: int, most: int | None, at: tuple[str, str]) -> Counter:
    enemy, number = at
    return Counter(
        HEALTH,
        health,
        join(("scene", "enemies", enemy, "figures", number, "health")),
        most,
        up=made(EnemyHealed, figure=figure, amount=1),
        down=made(EnemyDamaged, figure=figure, amount=1, source="other"),
        most=most,
    )


def _of_model(table: Agemonia, figure: str, *, endless: bool) -> Iterator[Said]:
    """What is to be said of a model: where it stands, and the tokens on it."""
    if endless:
        yield "∞"
    if spawned_now(table, figure):
        yield text("came this round")
    yield from [table.scene.places[figure]] if figure in table.scene.places else ()
    yield from (name for name, token in table.scene.tokens.items() if token.where == figure)


def ills(table: Agemonia, figure: str, conditions: Sequence[str]) -> list[Chip]:
    """The conditions of anybody, each a way to be rid of it."""
    named = [(id_, table.called("conditions", id_)) for id_ in conditions]
    return [
        Chip(name, look="ill", opens=Ask(name, ConditionDiscarded, {"figure": figure, "condition": id_}))
        for id_, name in named
    ]
