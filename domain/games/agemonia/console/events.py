"""Every event of a scenario, area by area."""

from typing import Any

from domain.event import Event
from domain.games.agemonia.console import (
    allies,
    attacks,
    belongings,
    checks,
    class_skills,
    decks,
    enemies,
    enemy_attacks,
    enemy_turns,
    group_checks,
    maneuvers,
    movement,
    preparing,
    rolls,
    rounds,
    spawning,
    story,
    timers,
    traps,
    turns,
)

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
    *allies.EVENTS,
    *movement.EVENTS,
    *belongings.EVENTS,
    *story.EVENTS,
    *timers.EVENTS,
    *traps.EVENTS,
)
