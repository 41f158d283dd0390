"""All events of heroes, in the order in which they are listed."""

from domain.games.runewars.heroes import actions, company, duels, exploring, quests

EVENTS = (
    *company.EVENTS,
    *actions.EVENTS,
    *quests.EVENTS,
    *duels.EVENTS,
    *exploring.EVENTS,
)
