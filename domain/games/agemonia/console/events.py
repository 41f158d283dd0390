"""All events of a scenario, by area."""

from typing import Any

from domain.framework.events.event import Event
from domain.games.agemonia.console import (
    attacks,
    belongings,
    checks,
    class_skills,
    dice,
    enemies,
    enemy_turns,
    movement,
    preparing,
    reactions,
    rounds,
    spawning,
    story,
    timers,
    turns,
)

EVENTS: tuple[type[Event[Any]], ...] = (
    *preparing.EVENTS,
    *dice.EVENTS,
    *rounds.EVENTS,
    *turns.EVENTS,
    *class_skills.EVENTS,
    *checks.EVENTS,
    *dice.ROLL_EVENTS,
    *checks.GROUP_CHECK_EVENTS,
    *attacks.EVENTS,
    *spawning.EVENTS,
    *enemies.EVENTS,
    *enemy_turns.EVENTS,
    *reactions.EVENTS,
    *enemies.ALLY_EVENTS,
    *movement.EVENTS,
    *belongings.EVENTS,
    *story.EVENTS,
    *timers.EVENTS,
    *story.TRAP_EVENTS,
)
