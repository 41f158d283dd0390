"""Status cards, at most one of each per character (状态卡)."""

from collections.abc import Iterator

from domain.framework.events.marks import Occasion
from domain.framework.refusal import Refused, never, refusal
from domain.games.champions import sections
from domain.games.champions.base import (
    CharacterId,
    PlayedEvent,
    StatusName,
    not_in_game,
)
from domain.games.champions.numbers import (
    body_of,
    effects_forbidding,
)
from domain.games.champions.state.table import Champions

HAS_IT = refusal("has-it", "{target} already has a {status} card.", rule=sections.STATUS_CARDS)
CANNOT_HAVE = refusal("cannot-have", "{target} cannot be {status}: {effect}.", rule=sections.CANNOT, areas=("timing",))
HAS_NONE = never("has-none", "{target} has no {status} card.", rule=sections.STATUS_CARDS)


class StatusEvent(PlayedEvent):
    heading = "Hit points"


class StatusGiven(StatusEvent):
    title = "Give a status card"
    help_text = "Stunned, Confused or Tough: give a status card, one of each at most."
    sentence = "{target} was {status}[ ({source})]"
    target: CharacterId
    status: StatusName
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_game(table, self.target)
        if getattr(body_of(table, self.target), self.status, False):
            yield HAS_IT(**status_named(table, self.target, self.status))
        for effect in effects_forbidding(table, self.target, self.status):
            yield CANNOT_HAVE(**status_named(table, self.target, self.status), effect=effect)

    def apply(self, table: Champions) -> None:
        if whom := body_of(table, self.target):
            setattr(whom, self.status, True)


class StatusDiscarded(StatusEvent):
    title = "Discard a status card"
    help_text = "A status card is discarded: it has done its job, or a card says so."
    sentence = "{target} was no longer {status}[ ({source})]"
    target: CharacterId
    status: StatusName
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        if not getattr(body_of(table, self.target), self.status, False):
            yield HAS_NONE(**status_named(table, self.target, self.status))

    def apply(self, table: Champions) -> None:
        if whom := body_of(table, self.target):
            setattr(whom, self.status, False)


def status_named(table: Champions, target: str, status: str) -> dict[str, object]:
    """The values of a refusal: the character and the status card."""
    return {"target": table.called("characters", target), "status": table.called("statuses", status)}
