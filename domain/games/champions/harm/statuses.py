"""Status cards, one of each at most, and counters on whatever lies on the table (状态卡, 通用指示物)."""

from collections.abc import Iterable, Iterator
from typing import Annotated

from pydantic import Field

from domain.event import Event, Line, Occasion, Sums
from domain.games.champions import sections
from domain.games.champions.base import (
    NOT_ENOUGH,
    CharacterId,
    HostId,
    PlayedEvent,
    Some,
    StatusName,
    not_in_game,
)
from domain.games.champions.numbers import body, forbidding
from domain.games.champions.state.scenario import MAIN
from domain.games.champions.state.table import Champions
from domain.moves import Moves
from domain.refusal import Refused, never, refusal

HAS_IT = refusal("has-it", "{target} already has a {status} card.", rule=sections.STATUS_CARDS)
CANNOT_HAVE = refusal("cannot-have", "{target} cannot be {status}: {effect}.", rule=sections.CANNOT, areas=("timing",))
HAS_NONE = never("has-none", "{target} has no {status} card.", rule=sections.STATUS_CARDS)


class StatusEvent(PlayedEvent):
    area_of_play = "Hit points"


class StatusGiven(StatusEvent):
    help_text = "Stunned, Confused or Tough: a status card, one of each at most."
    says = "{target} is {status}[, {source}]"
    target: CharacterId
    status: StatusName
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from super().check(table)
        yield from not_in_game(table, self.target)
        if getattr(body(table, self.target), self.status, False):
            yield HAS_IT(**told(table, self.target, self.status))
        for effect in forbidding(table, self.target, self.status):
            yield CANNOT_HAVE(**told(table, self.target, self.status), effect=effect)

    def apply(self, table: Champions) -> None:
        if whom := body(table, self.target):
            setattr(whom, self.status, True)


class StatusDiscarded(StatusEvent):
    help_text = "A status card is discarded, because it did its work or a card says so."
    says = "{target} is no longer {status}[, {source}]"
    target: CharacterId
    status: StatusName
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from super().check(table)
        if not getattr(body(table, self.target), self.status, False):
            yield HAS_NONE(**told(table, self.target, self.status))

    def apply(self, table: Champions) -> None:
        if whom := body(table, self.target):
            setattr(whom, self.status, False)


def told(table: Champions, target: str, status: str) -> dict[str, object]:
    """Whom a refusal speaks of, and of which status card."""
    return {"target": table.called("characters", target), "status": table.called("statuses", status)}


def counters_on(table: Champions, id_: str) -> dict[str, int]:
    """The counters on whatever lies on the table; none on what is gone."""
    if id_ == MAIN:
        return table.main.counters
    whom = body(table, id_)
    return whom.counters if whom else {}


def counter_at(event: Event[Champions], table: Champions) -> Iterable[str]:
    """Where the counters of an event stand."""
    on, name = str(getattr(event, "on", "")), str(getattr(event, "name", ""))
    if on in table.seats or on in table.play:
        return ("seats" if on in table.seats else "play", on, "counters", name)
    return ("main" if on == MAIN else "villain", "counters", name)


class CountersPlaced(StatusEvent):
    help_text = "Counters on a card; the card says what they are called and what they do."
    says = "{on}: {amount} {name} placed[, {source}]"
    on: HostId
    name: Line = Field(title="what is counted")
    amount: Annotated[Some, Sums(), Moves(counter_at)] = 1
    source: Occasion = ""

    def apply(self, table: Champions) -> None:
        counters = counters_on(table, self.on)
        counters[self.name] = counters.get(self.name, 0) + self.amount


class CountersRemoved(StatusEvent):
    help_text = "Counters are taken off a card."
    says = "{on}: {amount} {name} removed[, {source}]"
    on: HostId
    name: Line = Field(title="what is counted")
    amount: Annotated[Some, Sums(), Moves(counter_at)] = 1
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from super().check(table)
        have = counters_on(table, self.on).get(self.name, 0)
        if have < self.amount:
            yield NOT_ENOUGH(have=have, need=self.amount)

    def apply(self, table: Champions) -> None:
        counters = counters_on(table, self.on)
        counters[self.name] = max(0, counters.get(self.name, 0) - self.amount)


EVENTS = (StatusGiven, StatusDiscarded, CountersPlaced, CountersRemoved)
