"""Activations begin and end: against whom, by which occasion, and what a status card makes of it (发动, 状态卡)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.games.champions.base import EnemyId, InGame, KeywordName, StatusName, happens
from domain.games.champions.enemies.activation import (
    HAPPENS,
    NO_ACTIVATION,
    ActivationEvent,
    begin,
    occasion_of,
    out_of_place,
)
from domain.games.champions.enemies.boosts import BoostCardsGiven
from domain.games.champions.enemies.course import at_hand, kind_of, over_with, status_against
from domain.games.champions.numbers import body
from domain.games.champions.state.effects import PERIODS, Duration
from domain.games.champions.state.processes import Activation, Activity, Occasioned
from domain.games.champions.state.scenario import VILLAIN
from domain.games.champions.state.table import Champions
from domain.games.champions.timing.effects import LastingEffectEnded
from domain.games.champions.timing.periods import end, ends_by_itself, use_again, was_used
from domain.language.chance import Chance
from domain.language.event import Choice, Count, Event, Occasion, Settled
from domain.language.refusal import Refused, never

NOTHING_CHANGES = never("nothing-changes", "That would change nothing.")


class ActivationStarted(ActivationEvent):
    """What it does is decided by the form of its player; a status card is discarded instead, without a boost card."""

    help_text = "An enemy activates: it attacks a hero, or schemes against an alter-ego, unless a card says which."
    says = "{enemy} activates against {seat}: {activity}[, but {replaced} is discarded instead][, {source}]"
    title = "An enemy activates"
    enemy: EnemyId
    seat: InGame = Field(title="against")
    kind: Activity | None = Field(default=None, title="attack or scheme")
    because: Occasioned | None = Field(default=None, title="why")
    source: Occasion = ""
    activity: Annotated[Activity, Settled()] = "attack"
    occasion: Annotated[Occasioned, Settled()] = "card"
    replaced: Annotated[StatusName, Settled()] = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from out_of_place(table, self.because, self.enemy, self.seat, self.kind)

    def settle(self, table: Champions, chance: Chance) -> Self:
        activity = self.kind or kind_of(table, self.seat)
        replaced = status_against(table, self.enemy, activity)
        return self.but(activity=activity, occasion=occasion_of(table, self.because), replaced=replaced)

    def apply(self, table: Champions) -> None:
        begin(table, self.enemy, self.seat, self.occasion)
        if self.replaced and (enemy := body(table, self.enemy)):
            setattr(enemy, self.replaced, False)
        if not self.replaced:
            happens(table, HAPPENS[self.activity])
            table.activations = [*table.activations, self.opened(table)]

    def opened(self, table: Champions) -> Activation:
        """The process that it opens."""
        return Activation(
            enemy=self.enemy,
            kind=self.activity,
            seat=self.seat,
            target=self.seat if self.activity == "attack" else "",
            because=self.occasion,
            outlasted=[id_ for id_, effect in table.effects.items() if effect.until in PERIODS.over_with("activation")],
        )

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.enemy == VILLAIN and not self.replaced:
            yield BoostCardsGiven()


class ActivationChanged(ActivationEvent):
    help_text = (
        "A card changes the attack or the scheme at hand: what it is worth, a keyword of it, or who is attacked."
    )
    says = "The activation changes[: {by}][, {keyword}][, against {seat}][, {source}]"
    by: Annotated[int, Field(ge=-99, le=99, title="added to its value")] = 0
    keyword: KeywordName | None = None
    seat: InGame | None = Field(default=None, title="against")
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        if at_hand(table) is None:
            yield NO_ACTIVATION()
        elif not (self.by or self.keyword or self.seat):
            yield NOTHING_CHANGES()

    def apply(self, table: Champions) -> None:
        if activation := at_hand(table):
            activation.changed += self.by
            activation.keywords = [*activation.keywords, *([self.keyword] if self.keyword else [])]
            activation.target = self.seat or activation.target


class ActivationEnded(ActivationEvent):
    """Boost cards that nobody turned up are discarded."""

    help_text = "The activation at hand is over; what lasted until its end is over, too. A card may end it at once."
    says = "{enemy}: the activation is over[, {source}]"
    source: Occasion = ""
    enemy: Annotated[str, Choice("enemies"), Settled()] = ""
    frees: Annotated[bool, Settled()] = False
    """Whether what was used up in it may be used again, as it is not within another one."""
    unturned: Annotated[Count, Settled()] = 0
    over: Annotated[tuple[str, ...], Choice("effects"), Settled()] = ()
    """The effects whose end is told, since somebody has fewer hit points by it."""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from self.lapses(table)

    def lapses(self, table: Champions) -> Iterator[Refused]:
        if not table.activations:
            yield NO_ACTIVATION()

    def settle(self, table: Champions, chance: Chance) -> Self:
        over = ending(table)
        frees = over is not None and was_used(table, *periods(table, over))
        unturned = sum(not boost.open for boost in over.boosts) if over else 0
        told = [id_ for id_ in over_with_it(table, over) if ends_by_itself(table, table.effects[id_])] if over else []
        return self.but(enemy=over.enemy if over else "", frees=frees, unturned=unturned, over=tuple(told))

    def apply(self, table: Champions) -> None:
        table.scenario.discard += [""] * self.unturned
        if over := ending(table):
            if self.frees:
                use_again(table, *periods(table, over))
            table.activations = [one for one in table.activations if one is not over]
            for id_ in over_with_it(table, over):
                if not ends_by_itself(table, table.effects[id_]):
                    end(table, id_)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from (LastingEffectEnded(effect=id_) for id_ in self.over)


def over_with_it(table: Champions, over: Activation) -> list[str]:
    """The effects that last no longer than an activation, and began in it."""
    mine = (id_ for id_, effect in table.effects.items() if effect.until in over_with(over.kind))
    return [id_ for id_ in mine if id_ not in over.outlasted]


def ending(table: Champions) -> Activation | None:
    """The activation that ends next: the last that is resolved, else the last."""
    resolved = (one for one in reversed(table.activations) if one.resolved)
    return next(resolved, table.activations[-1] if table.activations else None)


def periods(table: Champions, over: Activation) -> tuple[Duration, ...]:
    """The periods that end with an activation, as it is within others."""
    return over_with(over.kind, [one for one in table.activations if one is not over])


EVENTS = (ActivationStarted, ActivationChanged, ActivationEnded)
