"""All events of Runewars, in the order in which they are listed."""

from domain.framework.events.listing import events_defined_in
from domain.games.runewars import cards, runes, units, victory
from domain.games.runewars.heroes import actions, company, damage, duels, exploring, quest_phase, quests, rewards
from domain.games.runewars.march import by_cards, diplomacy, marches
from domain.games.runewars.realm import bids, building, cities, dials, holdings, objectives
from domain.games.runewars.setup import completion, example, filling, homes, laying, players, saved_maps
from domain.games.runewars.war import aftermath, battle_rounds, battles, effects, outcome
from domain.games.runewars.year import orders, seasons

EVENTS = events_defined_in(
    filling,
    homes,
    laying,
    saved_maps,
    example,
    players,
    completion,
    seasons,
    orders,
    marches,
    diplomacy,
    by_cards,
    units,
    aftermath,
    battles,
    effects,
    outcome,
    battle_rounds,
    bids,
    building,
    cards,
    cities,
    dials,
    holdings,
    objectives,
    company,
    actions,
    quest_phase,
    rewards,
    quests,
    damage,
    duels,
    exploring,
    runes,
    victory,
)
