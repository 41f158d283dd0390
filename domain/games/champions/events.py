"""All events of Marvel Champions, module by module."""

from domain.framework.events.listing import events_defined_in
from domain.games.champions import campaign, defeats, encounter, endgame, harm, printing, rounds, statuses, threat
from domain.games.champions.cards import entering, handling, leaving
from domain.games.champions.enemies import activations, boosts, numbers_said
from domain.games.champions.heroes import playing, powers
from domain.games.champions.piles import encounter_deck, players_decks
from domain.games.champions.setup import decks, players, scenarios
from domain.games.champions.timing import abilities, effects

EVENTS = events_defined_in(
    players,
    decks,
    scenarios,
    rounds,
    powers,
    playing,
    harm,
    statuses,
    handling,
    printing,
    defeats,
    threat,
    players_decks,
    encounter_deck,
    entering,
    leaving,
    effects,
    abilities,
    activations,
    boosts,
    numbers_said,
    encounter,
    endgame,
    campaign,
)
