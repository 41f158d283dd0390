"""All events of Odalin in their listed order, and the automatic consequences of rules."""

from collections.abc import Iterator

from domain.framework.events.event import Event
from domain.framework.events.listing import events_defined_in
from domain.games.odalin.campaign import journey, party, saves, scenario
from domain.games.odalin.combat import (
    actions,
    attacks,
    balance,
    classes,
    conditions,
    defeats,
    modes,
    movement,
    power,
    rounds,
    villains,
)
from domain.games.odalin.dungeon import loot, rest, rift, rooms
from domain.games.odalin.heroes import cards, dials, equipment
from domain.games.odalin.state.table import Odalin

EVENTS = events_defined_in(
    party,
    journey,
    rooms,
    rounds,
    actions,
    movement,
    attacks,
    villains,
    classes,
    modes,
    dials,
    conditions,
    defeats,
    power,
    balance,
    equipment,
    loot,
    cards,
    rest,
    rift,
    scenario,
    saves,
)
COMPELLED = (
    villains.ended_assault,
    dials.fallen_heroes,
    defeats.fallen_villains,
    modes.fallen_allies,
    rest.lost_day,
    rift.died_in_rift,
    defeats.ended_combat,
    rift.loot_of_rift,
    rounds.passing_turns,
)
"""Rules that apply as soon as the table meets their condition, in rulebook order: defeats, then what ends."""


def compelled(table: Odalin) -> Iterator[Event[Odalin]]:
    """The first automatic consequences of the rules, whatever caused them."""
    for rule in COMPELLED:
        for event in rule(table):
            yield event
            return
