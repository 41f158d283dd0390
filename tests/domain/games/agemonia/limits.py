"""Short tables that reach the limits of the game, for `tests/test_limits.py`: the events that lead there, by name."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.framework.events.event import Event
from domain.games.agemonia.campaign.gems import AchievementGemGained
from domain.games.agemonia.console.attacks import AttackDeclared
from tests.domain.games.agemonia.console.fights import ENEMY_FIRST, FIGHTING, LUNARA, ONE, enemy, turns

HIT = AttackDeclared(figure=LUNARA, attack="melee", targets=(ONE,), dice=3, weapon_plus=0)
CARD = {"attack": "melee", "damage": 2, "ability": "strength"}
TABLES: Mapping[str, Sequence[Event[Any]]] = {
    "gems in an attack": (*FIGHTING, *enemy(3), *(AchievementGemGained(hero=LUNARA),) * 3, HIT),
    "an enemy's turn": (*FIGHTING, *enemy(2, **CARD), *turns(*ENEMY_FIRST)),
}
