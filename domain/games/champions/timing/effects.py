"""Lasting and delayed effects, as reminders that go away by themselves (持续效果, 延时效果)."""

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import CharacterId, KeywordName, PlayedEvent
from domain.games.champions.harm.defeats import defeated
from domain.games.champions.state.cards import new_copy
from domain.games.champions.state.effects import PERIODS, Duration, Effect, Forbidden, Operation
from domain.games.champions.state.table import Champions
from domain.games.champions.timing.periods import also, begin, end, ends_by_itself
from domain.language.chance import Chance
from domain.language.event import Choice, Event, Line, Occasion, Remark, Settled
from domain.language.refusal import Refused, never

NO_CHANGE = never("no-change", "Say how much it changes: {number}.", rule=sections.LASTING)
ONLY_MORE = never("only-more", "{number} go up or down by an amount.", rule=sections.LASTING)
NOBODY_NAMED = never("nobody-named", "Say of whom it is.", rule=sections.LASTING)
OVER_ALREADY = never("over-already", "That is over already.", rule=sections.LASTING)

CHANGING = ("attack", "thwart", "defense", "recover", "scheme", "hand", "alter_hand", "retaliate", "health")
"""Numbers that a lasting effect may change; of hit points the most and what is left go up and down with it."""
Until = Literal["attack", "activation", "turn", "phase", "round", "game"]


class EffectEvent(PlayedEvent):
    area_of_play = "Timing"
    tracked = ("timing",)


class LastingEffectBegun(EffectEvent):
    """It goes on though its card leaves play, and ends with its period (E11)."""

    help_text = "Something lasts until the end of a period: a reminder, perhaps with a number or keyword it changes."
    says = "{effect}[, for {target}][, until the end of the {until}][, or until {waits_for}][, {source}]"
    title = "A lasting effect"
    likely = ("until", "target", "number", "amount")
    effect: Line = Field(title="what it does")
    until: Until = Field(default="round", title="until the end of the")
    target: Annotated[CharacterId | None, Field(title="for")] = None
    number: Annotated[str, Choice("numbers", lambda table: CHANGING)] | None = Field(default=None, title="changes")
    operation: Operation = Field(default="plus", title="how")
    amount: Annotated[int, Field(ge=-99, le=99)] = Field(default=0, title="by how much")
    keyword: Annotated[KeywordName | None, Field(title="gives the keyword")] = None
    forbids: Annotated[Forbidden | None, Field(title="forbids the power, or the status card")] = None
    waits_for: Remark = Field(default="", title="or until this happens")
    source: Occasion = ""
    shared: Annotated[bool, Settled()] = False
    """Whether another effect gives the keyword already."""

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.target is None and (self.number or self.keyword or self.forbids):
            yield NOBODY_NAMED()
        if self.number and not self.amount and self.operation in ("plus", "times"):
            yield NO_CHANGE(number=table.called("numbers", self.number))
        if self.number == "health" and self.operation != "plus":
            yield ONLY_MORE(number=table.called("numbers", self.number))

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.but(shared=bool(self.keyword) and also(table, self.target or "", "keyword", self.keyword or ""))

    def apply(self, table: Champions) -> None:
        effect = Effect(
            text=self.effect,
            until=self.until,
            waits_for=self.waits_for,
            target=self.target or "",
            number=self.number or "",
            operation=self.operation,
            amount=self.amount,
            keyword=self.keyword or "",
            forbids=self.forbids or "",
            shared=self.shared,
        )
        begin(table, new_copy(self.effect, table.effects), effect)


class LastingEffectEnded(EffectEvent):
    help_text = "An effect ends before its period does, because what it waited for happened or a card says so."
    says = "No longer: {effect}[, {source}]"
    title = "A lasting effect ends"
    effect: Annotated[str, Choice("effects", lambda table: [i for i, e in table.effects.items() if e.until != "event"])]
    source: Occasion = ""
    target: Annotated[str, Choice("characters"), Settled()] = ""
    """Who had hit points by it, and may have none left without them."""

    def lapses(self, table: Champions) -> Iterator[Refused]:
        if self.effect not in table.effects:
            yield OVER_ALREADY()

    def settle(self, table: Champions, chance: Chance) -> Self:
        effect = table.effects.get(self.effect)
        return self.but(target=effect.target) if effect and effect.number == "health" else self

    def apply(self, table: Champions) -> None:
        end(table, self.effect)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from defeated(table, self.target) if self.target else ()


class DelayedEffectSet(EffectEvent):
    help_text = "Something will happen later: when, and what."
    says = "When {waits_for}: {effect}[, {source}]"
    title = "A delayed effect"
    waits_for: Annotated[Line, Choice("occurrences", free=True)] = Field(title="when")
    effect: Line = Field(title="what will happen")
    source: Occasion = ""

    def apply(self, table: Champions) -> None:
        effect = Effect(text=self.effect, until="event", waits_for=self.waits_for)
        begin(table, new_copy(self.effect, table.effects), effect)


class DelayedEffectFired(EffectEvent):
    """It happens by itself, before responses to that moment, and is no ability triggered anew."""

    help_text = "What a delayed effect waited for happened, and so does the effect."
    says = "It happens: {what}"
    title = "A delayed effect happens"
    effect: Annotated[str, Choice("effects", lambda table: [i for i, e in table.effects.items() if e.until == "event"])]
    what: Annotated[Remark, Settled()] = ""

    def apply(self, table: Champions) -> None:
        end(table, self.effect)


def ended(table: Champions, *periods: Duration) -> Iterator[LastingEffectEnded]:
    """The ends of all that lasts no longer than these periods."""
    yield from (LastingEffectEnded(effect=id_) for id_, effect in table.effects.items() if effect.until in periods)


def hit_points_end(table: Champions, period: Duration) -> Iterator[LastingEffectEnded]:
    """The ends of what gives hit points no longer than a period: who has none left then is defeated."""
    over = PERIODS.over_with(period)
    for id_, effect in table.effects.items():
        if effect.until in over and ends_by_itself(table, effect):
            yield LastingEffectEnded(effect=id_)


EVENTS = (LastingEffectBegun, LastingEffectEnded, DelayedEffectSet, DelayedEffectFired)
