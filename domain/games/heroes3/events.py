"""All events of Heroes III, in the order in which they are listed, and the rules that record events automatically."""

from collections.abc import Iterator

from domain.framework.events.event import Event
from domain.framework.events.listing import events_defined_in
from domain.games.heroes3 import round_cards, rounds
from domain.games.heroes3.cards import handling, levels, morale, revealing, searching, spells
from domain.games.heroes3.combat import (
    acting,
    ai,
    announcing,
    attack_cards,
    casting,
    deploying,
    describing,
    ending,
    placing,
    siege,
    striking,
    tokens,
)
from domain.games.heroes3.land import laying, locations, moving, tournament_map, visiting
from domain.games.heroes3.modes import ai_decks, ai_heroes, battlefield, campaign, skirmish, tournament
from domain.games.heroes3.setup import bonuses, dice, players, town_cards
from domain.games.heroes3.state.table import Heroes3
from domain.games.heroes3.town import buildings, goods, units

EVENTS = events_defined_in(
    players,
    town_cards,
    bonuses,
    dice,
    rounds,
    round_cards,
    tournament_map,
    laying,
    moving,
    visiting,
    locations,
    announcing,
    placing,
    deploying,
    acting,
    striking,
    attack_cards,
    describing,
    ai,
    casting,
    siege,
    tokens,
    ending,
    handling,
    spells,
    searching,
    revealing,
    levels,
    morale,
    goods,
    buildings,
    units,
    campaign,
    ai_heroes,
    ai_decks,
    tournament,
    battlefield,
    skirmish,
)
COMPELLED = (
    ending.decided,
    acting.began,
    acting.all_activated,
    ai_heroes.ai_hero_met,
    ai_heroes.ai_field_won,
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
