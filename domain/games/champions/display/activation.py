"""The large picture of an activation: the enemy with its value, and its target or the main scheme."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from domain.framework.text import text
from domain.framework.views.board import Badge, Face, Piece
from domain.games.champions.display.cards import hit_points, threat_counter
from domain.games.champions.enemies import course
from domain.games.champions.numbers import number_of
from domain.games.champions.state.kinds import NUMBER_NAMES
from domain.games.champions.state.parts import Activation
from domain.games.champions.state.table import MAIN, Champions

NUMBER_ICONS: Mapping[str, str] = {"attack": "hand", "scheme": "lock", "defense": "shield"}
"""The icons of the numbers of an activation."""


def both_sides(table: Champions, activation: Activation) -> Sequence[Piece]:
    """The enemy with its value, and the result."""
    return [enemy_side(table, activation), other_side(table, activation)]


def begun_sides(table: Champions, enemy: str, seat: str) -> Sequence[Piece]:
    """Both sides of an activation that has not been recorded yet."""
    kind = course.kind_of(table, seat)
    return both_sides(table, Activation(enemy=enemy, kind=kind, seat=seat, target=seat if kind == "attack" else ""))


def enemy_side(table: Champions, activation: Activation) -> Piece:
    """An enemy with its number, its boost cards, and modifiers."""
    words = text("{enemy} attacks") if activation.kind == "attack" else text("{enemy} schemes")
    return Piece(
        "activation-enemy",
        words.copy_with(enemy=table.called("enemies", activation.enemy)),
        faces=[number_face(table, activation.enemy, activation.kind), *boost_faces(table, activation)],
    )


def other_side(table: Champions, activation: Activation) -> Piece:
    """The current target of an attack, with its DEF if it defends; for a scheme, the main scheme."""
    if activation.kind == "scheme":
        main = replace(threat_counter(table, MAIN), up=None, down=None, of=table.main.target, look="danger")
        title = text("Threat on {scheme}", scheme=table.called("schemes", MAIN))
        return Piece("activation-target", title, counters=[main])
    whom = course.whom_attack_strikes(table, activation)
    left = replace(hit_points(table, whom), up=None, down=None, look="life")
    words = text("{target} defends") if activation.defender else text("{target} is attacked")
    return Piece(
        "activation-target",
        words.copy_with(target=table.called("characters", whom)),
        faces=[number_face(table, whom, "defense")] if activation.defender in table.seats else [],
        counters=[left],
    )


def number_face(table: Champions, id_: str, name: str) -> Face:
    """A number of a character as a card; a question mark if it is unknown."""
    value, words = number_of(table, id_, name), NUMBER_NAMES[name]
    shown = "?" if value is None else str(value)
    return Face(words, [Badge(NUMBER_ICONS[name], text("{number}: {value}", number=words, value=shown), shown)])


def boost_faces(table: Champions, activation: Activation) -> Iterator[Face]:
    """The boost cards with their icons, and the sum of modifiers."""
    for boost in activation.boosts:
        said = text("{icons|boost icon|boost icons}", icons=boost.icons)
        name = table.called("cards", boost.card) if boost.card else text("boost card")
        yield Face(name, [Badge("spark", said, f"+{boost.icons}")]) if boost.open else Face(text("face down"))
    if changed := activation.changed:
        yield Face(text("by a card"), [Badge("bent", text("changed by a card"), f"{changed:+}")])
