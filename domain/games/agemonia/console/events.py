"""Every event of a scenario, area by area."""

from typing import Any

from domain.games.agemonia.console.checks import checks, decks, group_checks, rolls
from domain.games.agemonia.console.fight import (
    allies,
    attacks,
    enemies,
    enemy_attacks,
    enemy_turns,
    movement,
    reactions,
)
from domain.games.agemonia.console.map import spawning, story, traps
from domain.games.agemonia.console.rounds import preparing, rounds, timers
from domain.games.agemonia.console.turns import belongings, class_skills, maneuvers, turns
from domain.language.event import Event

EVENTS: tuple[type[Event[Any]], ...] = (
    *preparing.EVENTS,
    *decks.EVENTS,
    *rounds.EVENTS,
    *turns.EVENTS,
    *maneuvers.EVENTS,
    *class_skills.EVENTS,
    *checks.EVENTS,
    *rolls.EVENTS,
    *group_checks.EVENTS,
    *attacks.EVENTS,
    *spawning.EVENTS,
    *enemies.EVENTS,
    *enemy_turns.EVENTS,
    *enemy_attacks.EVENTS,
    *reactions.EVENTS,
    *allies.EVENTS,
    *movement.EVENTS,
    *belongings.EVENTS,
    *story.EVENTS,
    *timers.EVENTS,
    *traps.EVENTS,
)
