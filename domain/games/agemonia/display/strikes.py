"""An enemy's turn, drawn large: its card's attack, and the pending reactions of its targets."""

from collections.abc import Iterator

from domain.framework.text import Term, spaced_words, text
from domain.framework.views.board import Badge, Face
from domain.games.agemonia.console.enemy_turns import abilities_due, printed_effect
from domain.games.agemonia.figures import enemy_of
from domain.games.agemonia.state.scenario import Strike
from domain.games.agemonia.state.table import Agemonia

SPECIAL = {"snake": Term("snake", "蛇"), "horn": Term("horn", "角")}
"""The special abilities that an initiative card may show."""
EFFECT_ICONS = {"damage": "wound", "stamina loss": "chip", "condition": "ill"}


def attack_faces(table: Agemonia, figure: str) -> Iterator[Face]:
    """The faces of an enemy's turn, as far as its card is typed in.

    They show its attack, the abilities of the reaction, its condition, and its special abilities.
    """
    card = enemy_of(table, figure)
    effect = printed_effect(card)
    value = card.stamina if effect == "stamina loss" else card.damage
    if value:
        yield Face(spaced_words(card.attack or "attack"), [_strength_words(effect, value)])
    yield from _reactive_abilities(card.ability, card.ability_or)
    if card.condition:
        yield _condition(table, card.condition)
    for ability in abilities_due(table, figure):
        yield Face(SPECIAL[ability], [Badge("spark", text("special ability"))])


def strike_faces(table: Agemonia, strike: Strike) -> Iterator[Face]:
    """The faces of an attack: its strength, the abilities of the reaction, its condition, and the shields rolled."""
    if strike.value:
        yield Face(spaced_words(strike.effect), [_strength_words(strike.effect, strike.value)])
    yield from _reactive_abilities(strike.ability, strike.ability_or)
    if strike.condition:
        yield _condition(table, strike.condition)
    if (shields := strike.successes) is not None:
        said = text("{count|shield|shields}", count=shields)
        yield Face(text("rolled"), [Badge("shield", said, str(shields))])


def _strength_words(effect: str, value: int) -> Badge:
    said = text("{count} {effect}", count=value, effect=spaced_words(effect))
    return Badge(EFFECT_ICONS[effect], said, str(value))


def _reactive_abilities(*abilities: str) -> Iterator[Face]:
    """The faces of the abilities that a target may react with."""
    yield from (Face(spaced_words(one), [Badge("shield", text("reactive check"))]) for one in abilities if one)


def _condition(table: Agemonia, condition: str) -> Face:
    return Face(table.called("conditions", condition), [Badge("ill", text("condition"))])


__all__ = ["SPECIAL", "attack_faces", "strike_faces"]
