"""All events of Marvel Champions, module by module."""

from typing import Any

from domain.framework.events.event import Event
from domain.games.champions import campaign, defeats, encounter, endgame, harm, rounds, statuses, threat
from domain.games.champions.cards import entering, handling, leaving
from domain.games.champions.enemies import activations, boosts
from domain.games.champions.heroes import playing, powers
from domain.games.champions.piles import encounter_deck, players_decks
from domain.games.champions.setup import decks, players, scenarios
from domain.games.champions.timing import abilities, effects

EVENTS: tuple[type[Event[Any]], ...] = (
    *players.EVENTS,
    *decks.EVENTS,
    *scenarios.EVENTS,
    *players.STEP_EVENTS,
    *scenarios.ENCOUNTER_DECK_EVENTS,
    *players.HAND_EVENTS,
    *rounds.EVENTS,
    *powers.EVENTS,
    *playing.EVENTS,
    *harm.EVENTS,
    *statuses.EVENTS,
    *handling.COUNTER_EVENTS,
    *harm.TOKEN_EVENTS,
    *defeats.EVENTS,
    *threat.EVENTS,
    *players_decks.EVENTS,
    *encounter_deck.EVENTS,
    *entering.EVENTS,
    *leaving.EVENTS,
    *handling.EVENTS,
    *effects.EVENTS,
    *abilities.EVENTS,
    *activations.EVENTS,
    *boosts.EVENTS,
    *activations.STRIKE_EVENTS,
    *encounter.EVENTS,
    *endgame.EVENTS,
    *campaign.EVENTS,
)
