"""All events of Heroes III, in the order they are listed, and what the rules bring about by themselves."""

from collections.abc import Iterator
from typing import Any

from domain.games.heroes3 import rounds
from domain.games.heroes3.cards import handling, levels, morale, searching, spells
from domain.games.heroes3.setup import players
from domain.games.heroes3.state.table import Heroes3
from domain.games.heroes3.town import buildings, goods, units
from domain.language.event import Event

EVENTS: tuple[type[Event[Any]], ...] = (
    *players.EVENTS,
    *rounds.EVENTS,
    *handling.EVENTS,
    *spells.EVENTS,
    *searching.EVENTS,
    *levels.EVENTS,
    *morale.EVENTS,
    *goods.EVENTS,
    *buildings.EVENTS,
    *units.EVENTS,
)
COMPELLED = (
    rounds.last_standing,
    rounds.cubes_complete,
)
"""What happens as soon as the table is so, in the order of the rulebook."""


def compelled(table: Heroes3) -> Iterator[Event[Heroes3]]:
    """The first of what the rules bring about now, whatever led there."""
    for rule in COMPELLED:
        for event in rule(table):
            yield event
            return
