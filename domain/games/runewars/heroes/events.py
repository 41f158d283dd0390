"""All events of heroes, in the order they are listed in."""

from domain.games.runewars.heroes import (
    actions,
    company,
    defeats,
    duels,
    exploring,
    phase,
    quests,
    rewards,
    travels,
)

EVENTS = (
    *company.EVENTS,
    *travels.EVENTS,
    *actions.EVENTS,
    *phase.EVENTS,
    *quests.EVENTS,
    *rewards.EVENTS,
    *defeats.EVENTS,
    *duels.EVENTS,
    *exploring.EVENTS,
)
