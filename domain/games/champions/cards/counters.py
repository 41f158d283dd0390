"""Counters on whatever lies on the table; a card whose uses are counted goes with the last of them (通用指示物)."""

from collections.abc import Iterable, Iterator
from typing import Annotated

from pydantic import Field

from domain.games.champions.base import HostId, PlayedEvent, Some
from domain.games.champions.cards.leaving import used_up
from domain.games.champions.numbers import body
from domain.games.champions.state.scenario import MAIN, VILLAIN
from domain.games.champions.state.table import Champions
from domain.language.event import Event, Line, Occasion, Sums
from domain.things.numbers import Gains, NumbersMoved, Spends


def counters_on(table: Champions, id_: str) -> dict[str, int]:
    """The counters on whatever lies on the table; none on what is gone."""
    if id_ == MAIN:
        return table.main.counters
    whom = body(table, id_)
    return whom.counters if whom else {}


def counter_at(event: Event[Champions], table: Champions) -> Iterable[str]:
    """Where the counters of an event stand."""
    on, name = str(getattr(event, "on", "")), str(getattr(event, "name", ""))
    if on in (MAIN, VILLAIN):
        return ("main" if on == MAIN else "villain", "counters", name)
    return ("seats" if on in table.seats else "play", on, "counters", name)


class CounterEvent(NumbersMoved[Champions], PlayedEvent):
    """Counters of one name on one card: how many, and what brought it about."""

    area_of_play = "Hit points"
    on: HostId
    name: Line = Field(title="what is counted")
    amount: Annotated[Some, Sums()] = 1
    source: Occasion = ""


class CountersPlaced(CounterEvent):
    help_text = "Counters on a card; the card says what they are called and what they do."
    says = "{on}: {amount} {name} placed[, {source}]"
    amount: Annotated[Some, Sums(), Gains(counter_at)] = 1


class CountersRemoved(CounterEvent):
    help_text = "Counters are taken off a card."
    says = "{on}: {amount} {name} removed[, {source}]"
    amount: Annotated[Some, Sums(), Spends(counter_at)] = 1

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        card = table.play.get(self.on)
        if card and card.uses_of == self.name:
            yield from used_up(table, self.on)


EVENTS = (CountersPlaced, CountersRemoved)
