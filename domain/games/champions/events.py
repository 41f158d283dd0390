"""All events of Marvel Champions, room by room."""

from typing import Any

from domain.games.champions import endgame
from domain.games.champions.campaign import carrying, logbook, slots, templates
from domain.games.champions.cards import counters, entering, handling, leaving
from domain.games.champions.encounter import obligations, revealing, treacheries
from domain.games.champions.enemies import at_once, boosts, defending, engaging, resolving, starting
from domain.games.champions.harm import damage, defeats, spreading, statuses, strikes, tokens
from domain.games.champions.heroes import attacks, forms, paying, playing, recovering, thwarts
from domain.games.champions.piles import drawing, encounter, moving
from domain.games.champions.rounds import dealing, phases, refresh
from domain.games.champions.setup import decks, encounters, hands, players, scenarios, steps
from domain.games.champions.threat import schemes, stages
from domain.games.champions.timing import abilities, choices, effects, peril, windows, words
from domain.language.event import Event

MODULES = (
    players,
    decks,
    scenarios,
    steps,
    encounters,
    hands,
    phases,
    refresh,
    dealing,
    forms,
    attacks,
    thwarts,
    recovering,
    paying,
    playing,
    damage,
    strikes,
    spreading,
    statuses,
    counters,
    tokens,
    defeats,
    schemes,
    stages,
    drawing,
    moving,
    encounter,
    entering,
    leaving,
    handling,
    effects,
    words,
    abilities,
    windows,
    choices,
    peril,
    starting,
    boosts,
    defending,
    resolving,
    at_once,
    engaging,
    revealing,
    treacheries,
    obligations,
    endgame,
    slots,
    templates,
    logbook,
    carrying,
)
EVENTS: tuple[type[Event[Any]], ...] = tuple(event for module in MODULES for event in module.EVENTS)
