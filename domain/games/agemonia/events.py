"""All events of Agemonia, in the order in which they are listed."""

from domain.framework.events.listing import events_defined_in
from domain.games.agemonia.campaign import (
    city,
    factions,
    followers,
    gems,
    items,
    journals,
    journey,
    levels,
    party,
    vitality,
)
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
    scenario,
    spawning,
    story,
    timers,
    turns,
)

CONSOLE = events_defined_in(
    preparing,
    dice,
    rounds,
    turns,
    class_skills,
    checks,
    attacks,
    spawning,
    enemies,
    enemy_turns,
    reactions,
    movement,
    belongings,
    story,
    timers,
)
"""The events of the console of a scenario."""
EVENTS = (
    *events_defined_in(party, journals, factions, city, items, levels, gems, vitality, followers, journey, scenario),
    *CONSOLE,
)
