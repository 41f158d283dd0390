"""All events of Heroes III, in the order in which they are listed, and the rules that record events automatically."""

from collections.abc import Iterator
from typing import Any

from domain.framework.events.event import Event
from domain.games.heroes3 import rounds
from domain.games.heroes3.cards import handling, levels, morale, searching, spells
from domain.games.heroes3.combat import (
    acting,
    ai,
    announcing,
    casting,
    describing,
    ending,
    placing,
    siege,
    striking,
    tokens,
)
from domain.games.heroes3.land import laying, locations, moving, visiting
from domain.games.heroes3.modes import ai_heroes, battlefield, campaign, tournament
from domain.games.heroes3.setup import bonuses, players
from domain.games.heroes3.state.table import Heroes3
from domain.games.heroes3.town import buildings, goods, units

EVENTS: tuple[type[Event[Any]], ...] = (
    *players.EVENTS,
    *bonuses.EVENTS,
    *rounds.EVENTS,
    *laying.EVENTS,
    *moving.EVENTS,
    *visiting.EVENTS,
    *locations.EVENTS,
    *announcing.EVENTS,
    *placing.EVENTS,
    *acting.EVENTS,
    *striking.EVENTS,
    *describing.EVENTS,
    *ai.EVENTS,
    *casting.EVENTS,
    *siege.EVENTS,
    *tokens.EVENTS,
    *ending.EVENTS,
    *handling.EVENTS,
    *spells.EVENTS,
    *searching.EVENTS,
    *levels.EVENTS,
    *morale.EVENTS,
    *goods.EVENTS,
    *buildings.EVENTS,
    *units.EVENTS,
    *campaign.EVENTS,
    *ai_heroes.EVENTS,
    *tournament.EVENTS,
    *battlefield.EVENTS,
)
COMPELLED = (
    ending.decided,
    acting.began,
    acting.all_activated,
    ai_heroes.ai_hero_met,
    announcing.announced,
    visiting.visited,
    battlefield.final_combat,
    tournament.points_due,
    campaign.scenario_over,
    rounds.last_standing,
    rounds.cubes_complete,
)
"""The rules that record events as soon as the table requires them, in the order of the rulebook."""


def compelled(table: Heroes3) -> Iterator[Event[Heroes3]]:
    """The first event that the rules require now, whatever led to this state."""
    for rule in COMPELLED:
        for event in rule(table):
            yield event
            return
