"""Abilities triggered: a line of the log with the limit it counts towards; actions asked of others; cancelling."""

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import InGame, OccurrenceName, PlayedEvent, not_at_turn, not_in_form, not_in_game
from domain.games.champions.state.cards import card_of
from domain.games.champions.state.seats import Form
from domain.games.champions.state.table import Champions
from domain.games.champions.timing.answers import learn
from domain.games.champions.timing.limits import Cap, Period
from domain.games.champions.timing.peril import not_in_peril
from domain.games.champions.timing.windows import forced_first, in_window, used_in_window
from domain.language.chance import Chance
from domain.language.event import Choice, Event, Line, Occasion, Remark, Settled
from domain.language.refusal import Refused, never, refusal

NOT_CONTROLLED = refusal("not-controlled", "{seat} does not control {card}.", rule=sections.CONTROL, areas=("allies",))
ONESELF = never("oneself", "That is the same player.")

ANSWERING = ("interrupt", "response", "forced")
"""The types of abilities that answer something."""
Ability = Literal["action", "interrupt", "response", "resource", "special", "forced"]
CardHere = Annotated[Line, Choice("hosts", free=True)]
"""A card on the table, or one by its name."""
Often = Annotated[int, Field(ge=1, le=9)]


class AbilityEvent(PlayedEvent):
    area_of_play = "Timing"
    tracked = ("timing",)


class AbilityTriggered(AbilityEvent):
    """What it does is recorded beside it: damage, threat, cards. A limit is that of this copy (F36)."""

    help_text = "An ability of a card is used, with the limit or the max it counts towards."
    says = "{card}: {kind}[ by {seat}][, {ability}][, when {to}]"
    title = "An ability is used"
    likely = ("seat", "kind", "limit", "per")
    card: CardHere
    seat: Annotated[InGame | None, Field(title="by")] = None
    kind: Ability = Field(default="action", title="type of ability")
    ability: Remark = Field(default="", title="which one, or what it does")
    form: Annotated[Form | None, Field(title="only in this form")] = None
    limit: Often | None = Field(default=None, title="limit")
    max_: Often | None = Field(default=None, title="max, for all players together")
    per: Period = Field(default="round", title="in a")
    to: OccurrenceName | None = Field(default=None, title="when")
    counted_as: Annotated[Remark, Settled()] = ""
    """The ability whose limit it is, of several on a card; empty where nobody said which."""

    def caps(self, ability: str) -> Iterator[Cap]:
        """What it counts towards."""
        if self.limit:
            yield Cap(self.card, self.limit, self.per, ability=ability)
        if self.max_:
            yield Cap(card_of(self.card), self.max_, self.per, shared=True)

    def check(self, table: Champions) -> Iterator[Refused]:
        for cap in self.caps(self.ability):
            yield from cap.reasons(table)
        if self.seat:
            yield from not_in_game(table, self.seat)
            if self.form:
                yield from not_in_form(table, self.seat, self.form)
            yield from not_controlled(table, self.seat, self.card)
        if self.kind != "forced":
            yield from not_in_peril(table, self.seat or table.peril)
        if self.kind in ("interrupt", "response"):
            yield from forced_first(table)

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.but(counted_as=self.ability, to=self.to or in_window(table))

    def apply(self, table: Champions) -> None:
        for cap in self.caps(self.counted_as):
            cap.count(table)
        if self.to and self.kind in ANSWERING:
            learn(table, self.card, self.to, self.kind)
        table.answered = [*table.answered, self.card]
        used_in_window(table, self.card, forced=self.kind == "forced")


def not_controlled(table: Champions, seat: str, card: str) -> Iterator[Refused]:
    """Why a seat does not use a card: another player controls it; those of the encounter are open to everybody."""
    controller = card if card in table.seats else table.play[card].controller if card in table.play else ""
    if controller and controller != seat:
        yield NOT_CONTROLLED(seat=table.called("identities", seat), card=table.called("hosts", card))


class ActionRequested(AbilityEvent):
    help_text = "Who has the turn asks another player to use an action; that player decides."
    says = "{seat} asked {of} for an action[: {action}]"
    title = "Ask for an action"
    seat: InGame
    of: InGame
    action: Remark = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_at_turn(table, self.seat)
        yield from not_in_peril(table, self.of)
        if self.seat == self.of:
            yield ONESELF()

    def apply(self, table: Champions) -> None:
        table.agenda.put(ActionAnswered, must=False, seat=self.of)


class ActionAnswered(AbilityEvent):
    help_text = "A player who was asked for an action says whether to use it."
    says = "{seat} {yes}[: {action}]"
    asks = "{seat} is asked for an action"
    pad = "accepted"
    seat: InGame
    accepted: bool = True
    action: Remark = ""
    yes: Annotated[Literal["will", "will not"], Settled()] = "will"

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.but(yes="will" if self.accepted else "will not")

    def apply(self, table: Champions) -> None:
        if self.accepted:
            table.helping = [*table.helping, self.seat]


class EffectCancelled(AbilityEvent):
    """What it cost stays paid, and it counts towards its limit and max all the same (D35)."""

    help_text = "A card cancels what another one would do; what it cost stays paid."
    says = "{card} is cancelled[ by {seat}][, {source}]"
    card: CardHere
    seat: Annotated[InGame | None, Field(title="by")] = None
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.seat:
            yield from not_in_peril(table, self.seat)


EVENTS: tuple[type[Event[Champions]], ...] = (AbilityTriggered, ActionRequested, ActionAnswered, EffectCancelled)
