"""All events of Runewars, room by room."""

from typing import Any

from domain.games.runewars import excess
from domain.games.runewars.heroes import events as heroes
from domain.games.runewars.march import activation, answers, by_cards, diplomacy, strategize
from domain.games.runewars.realm import (
    bids,
    building,
    cards,
    cities,
    dials,
    elimination,
    harvest,
    holdings,
    influence,
    objectives,
    power,
    recruiting,
)
from domain.games.runewars.runes import gains, handling, victory
from domain.games.runewars.setup import areas, filling, homes, laying, maps, players, quests, starting
from domain.games.runewars.war import aftermath, battles, effects, fortifications, outcome, rounds, volleys
from domain.games.runewars.year import autumn, orders, seasons, turns
from domain.language.event import Event

MODULES = (
    areas,
    filling,
    homes,
    laying,
    maps,
    players,
    quests,
    starting,
    autumn,
    orders,
    seasons,
    turns,
    activation,
    answers,
    by_cards,
    diplomacy,
    strategize,
    excess,
    aftermath,
    battles,
    effects,
    fortifications,
    outcome,
    rounds,
    volleys,
    bids,
    building,
    cards,
    cities,
    dials,
    elimination,
    harvest,
    holdings,
    influence,
    objectives,
    power,
    recruiting,
    heroes,
    gains,
    handling,
    victory,
)
EVENTS: tuple[type[Event[Any]], ...] = tuple(event for module in MODULES for event in module.EVENTS)
