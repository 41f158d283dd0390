"""Threat on schemes: placed, removed, moved; acceleration tokens; side schemes without threat (威胁, 支线密谋)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import (
    SAME_PLACE,
    InGame,
    Maybe,
    PlayedEvent,
    SchemeId,
    Some,
    comes_of_it,
    not_in_play,
)
from domain.games.champions.harm.damage import ALREADY_SO, tally
from domain.games.champions.numbers import icons
from domain.games.champions.state.cards import InPlay
from domain.games.champions.state.scenario import MAIN, MainScheme
from domain.games.champions.state.table import Champions
from domain.games.champions.threat.stages import completed
from domain.games.champions.zones import discard
from domain.language.chance import Chance
from domain.language.event import Choice, Count, Event, Occasion, Settled, Sums
from domain.language.moves import Moves
from domain.language.refusal import Refused, never, refusal
from domain.things.health import Lowers, NumberLowered
from domain.things.numbers import Gains, NumbersMoved, Spends

NO_THREAT = never("no-threat", "There is no threat on {scheme}.", rule=sections.THWART)
CRISIS = refusal(
    "crisis", "A crisis icon is in play ({scheme}): threat cannot be removed from the main scheme.",
    rule=sections.SIDE_SCHEMES, areas=("schemes",),
)  # fmt: skip


NEGATIVE = never(
    "negative-threat",
    "Threat is never below zero: at least 1 is placed, removed or moved.",
    rule=sections.THREAT,
)
Threat = Annotated[int, Field(ge=-999, le=999, json_schema_extra={"minimum": 1})]
"""How much threat: forms begin at 1, and what is below is refused by the rule."""


def scheme_at(table: Champions, id_: str) -> MainScheme | InPlay | None:
    """A scheme by its id; None for one that is gone."""
    return table.main if id_ == MAIN else table.play.get(id_)


def threat_of(event: Event[Champions], table: Champions) -> Iterable[str]:
    """Where the threat of an event's `scheme` stands."""
    return threat_at(str(getattr(event, "scheme", "")))


def threat_at(id_: str) -> tuple[str, ...]:
    """Where the threat of a scheme stands."""
    return ("main", "threat") if id_ == MAIN else ("play", id_, "threat")


def guarded(table: Champions, id_: str) -> Iterator[Refused]:
    """Why threat may not be removed from a scheme: a crisis (支线密谋)."""
    if id_ == MAIN and icons(table, "crisis"):
        source = next(copy for copy, card in table.play.items() if card.printed.get("crisis"))
        yield CRISIS(scheme=table.called("schemes", source))


class ThreatEvent(PlayedEvent):
    area_of_play = "Schemes"

    def check_first(self, table: Champions) -> Iterator[Refused]:
        if getattr(self, "amount", 1) < 1:
            yield NEGATIVE()


class ThreatPlaced(ThreatEvent):
    help_text = "Threat on a scheme; a main scheme with as much as its target is completed at once."
    says = "{scheme}: {amount} threat placed[, {prevented} prevented][, {source}]"
    scheme: SchemeId
    amount: Annotated[Threat, Sums(), Moves(threat_of, less="prevented")]
    source: Occasion = ""
    prevented: Maybe = Field(default=0, title="prevented by a card")

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.but(prevented=min(self.prevented, self.amount))

    def apply(self, table: Champions) -> None:
        if scheme := scheme_at(table, self.scheme):
            scheme.threat += self.amount - self.prevented
            table.placed += self.amount - self.prevented
        comes_of_it(table, "threat")

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.scheme == MAIN:
            yield from completed(table)


class ThreatRemoved(NumberLowered[Champions], ThreatEvent):
    help_text = "Threat leaves a scheme; a side scheme without threat is defeated."
    says = "{scheme}: {amount} threat removed[ by {by}][, {source}]"
    scheme: SchemeId
    amount: Annotated[Threat, Sums(), Lowers(threat_of, less="lost", none=NO_THREAT)]
    by: Annotated[InGame | None, Field(title="removed by")] = None
    source: Occasion = ""
    lost: Annotated[Count, Settled(), Sums()] = 0

    @classmethod
    def tells(cls, fields: Mapping[str, object], table: Champions) -> Mapping[str, object]:
        """What was removed, which is no more than there was."""
        amount, lost = fields.get("amount"), fields.get("lost")
        return {"amount": amount - lost} if isinstance(amount, int) and isinstance(lost, int) else {}

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from guarded(table, self.scheme)

    def apply(self, table: Champions) -> None:
        super().apply(table)
        tally(table, self.by or "").removed += self.amount - self.lost

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from emptied(table, self.scheme)
        if self.scheme == MAIN:
            yield from completed(table)


class ThreatMoved(NumbersMoved[Champions], ThreatEvent):
    help_text = "A card moves threat from one scheme to another."
    says = "{amount} threat moved from {scheme} to {to}[, {source}]"
    tracked = ("schemes",)
    scheme: SchemeId = Field(title="from")
    to: SchemeId
    amount: Annotated[Threat, Spends(threat_of), Gains(lambda event, table: threat_at(event.to))]
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.scheme == self.to:
            yield SAME_PLACE()
        yield from guarded(table, self.scheme)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from emptied(table, self.scheme)
        if MAIN in (self.scheme, self.to):
            yield from completed(table)


class ThreatCounted(ThreatEvent):
    """Where a side scheme enters with a number that nobody knows, this is asked."""

    help_text = "How much threat lies on a scheme, as the table has it."
    says = "{scheme}: {threat} threat[, {source}]"
    asks = "How much threat is on {scheme}?"
    pad = "threat"
    pad_numbers = range(10)
    scheme: SchemeId
    threat: Maybe
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        scheme = scheme_at(table, self.scheme)
        is_asked = table.agenda.awaits(self)
        if scheme and scheme.threat == self.threat and not is_asked:
            yield ALREADY_SO()

    def apply(self, table: Champions) -> None:
        if scheme := scheme_at(table, self.scheme):
            scheme.threat = self.threat

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from emptied(table, self.scheme)
        if self.scheme == MAIN:
            yield from completed(table)


class SideSchemeDefeated(ThreatEvent):
    help_text = "A side scheme without threat leaves play."
    says = "{scheme} is defeated"
    tracked = ("schemes",)
    scheme: Annotated[str, Choice("side-schemes", why_not=not_in_play)]

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from self.lapses(table)

    def apply(self, table: Champions) -> None:
        if self.scheme in table.play:
            table.beaten = {**table.beaten, "side scheme": table.beaten.get("side scheme", 0) + 1}
        discard(table, self.scheme)
        comes_of_it(table, "side scheme")

    def lapses(self, table: Champions) -> Iterator[Refused]:
        if (scheme := table.play.get(self.scheme)) and scheme.threat:
            yield STILL_THREAT(scheme=table.called("schemes", self.scheme), threat=scheme.threat)


STILL_THREAT = refusal("still-threat", "There is still threat on {scheme}: {threat}.", rule=sections.SIDE_SCHEMES)


class AccelerationTokensPlaced(NumbersMoved[Champions], ThreatEvent):
    help_text = "Acceleration tokens on the main scheme: each is one threat more in every villain phase."
    says = "{amount|acceleration token|acceleration tokens} placed[, {source}]"
    amount: Annotated[Some, Sums(), Gains("main.tokens")] = 1
    source: Occasion = ""


class AccelerationTokensRemoved(NumbersMoved[Champions], ThreatEvent):
    help_text = "A card takes acceleration tokens off the main scheme."
    says = "{amount|acceleration token|acceleration tokens} removed[, {source}]"
    amount: Annotated[Some, Sums(), Spends("main.tokens")] = 1
    source: Occasion = ""


def emptied(table: Champions, id_: str) -> Iterator[Event[Champions]]:
    """What follows for a side scheme without threat."""
    if id_ in table.play and table.play[id_].type == "side scheme" and not table.play[id_].threat:
        yield SideSchemeDefeated(scheme=id_)


EVENTS = (
    ThreatPlaced,
    ThreatRemoved,
    ThreatMoved,
    ThreatCounted,
    SideSchemeDefeated,
    AccelerationTokensPlaced,
    AccelerationTokensRemoved,
)
