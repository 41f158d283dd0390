"""All events of Runewars, in the order in which they are listed."""

from typing import Any

from domain.framework.events.event import Event
from domain.games.runewars import cards, runes, units, victory
from domain.games.runewars.heroes import events as heroes
from domain.games.runewars.march import by_cards, diplomacy, marches
from domain.games.runewars.realm import bids, building, cities, dials, holdings, objectives
from domain.games.runewars.setup import example, filling, homes, laying, players, saved_maps
from domain.games.runewars.war import aftermath, battle_rounds, battles, effects, outcome
from domain.games.runewars.year import orders, seasons

EVENTS: tuple[type[Event[Any]], ...] = (
    *filling.EVENTS,
    *homes.EVENTS,
    *laying.EVENTS,
    *saved_maps.EVENTS,
    *example.EVENTS,
    *players.EVENTS,
    *saved_maps.SETUP_QUEST_EVENTS,
    *filling.STARTING_EVENTS,
    *seasons.EVENTS,
    *orders.EVENTS,
    *marches.EVENTS,
    *diplomacy.EVENTS,
    *by_cards.EVENTS,
    *units.EVENTS,
    *aftermath.EVENTS,
    *battles.EVENTS,
    *effects.EVENTS,
    *outcome.EVENTS,
    *battle_rounds.EVENTS,
    *bids.EVENTS,
    *building.EVENTS,
    *cards.EVENTS,
    *cities.EVENTS,
    *dials.EVENTS,
    *holdings.EVENTS,
    *dials.INFLUENCE_EVENTS,
    *objectives.EVENTS,
    *dials.POWER_EVENTS,
    *building.RECRUITING_EVENTS,
    *heroes.EVENTS,
    *runes.EVENTS,
    *victory.EVENTS,
)
