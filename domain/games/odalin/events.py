"""All events of Odalin, in the order they are listed, and what the rules bring about by themselves."""

from collections.abc import Iterator
from typing import Any

from domain.games.odalin import (
    actions,
    attacks,
    balance,
    cards,
    conditions,
    defeats,
    dials,
    journey,
    party,
    power,
    rest,
    rooms,
    rounds,
    saves,
    villains,
)  # fmt: skip
from domain.games.odalin.state.table import Odalin
from domain.language.event import Event

EVENTS: tuple[type[Event[Any]], ...] = (
    *party.EVENTS,
    *journey.EVENTS,
    *rooms.EVENTS,
    *rounds.EVENTS,
    *actions.EVENTS,
    *attacks.EVENTS,
    *villains.EVENTS,
    *dials.EVENTS,
    *conditions.EVENTS,
    *defeats.EVENTS,
    *power.EVENTS,
    *balance.EVENTS,
    *cards.EVENTS,
    *rest.EVENTS,
    *saves.EVENTS,
)
COMPELLED = (
    dials.fallen_heroes,
    defeats.fallen_villains,
    rest.lost_day,
    defeats.ended_combat,
    rounds.finished_villain_turn,
)
"""What happens as soon as the table is so, in the order of the rulebook: who falls, what is over with that."""


def compelled(table: Odalin) -> Iterator[Event[Odalin]]:
    """The first of what the rules bring about now, whatever led there."""
    for rule in COMPELLED:
        for event in rule(table):
            yield event
            return
