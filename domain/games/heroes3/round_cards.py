"""What the card of a round brings: a proclamation of the astrologers or an event, resolved by each player (p15).

The cards are not in the project, so the players say what comes in, one thing after the other.
"""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Line
from domain.framework.refusal import Refused, never
from domain.games.heroes3 import sections
from domain.games.heroes3.base import Living, Source
from domain.games.heroes3.cards.handling import CardGained, Up
from domain.games.heroes3.cards.levels import ExperienceGained
from domain.games.heroes3.cards.morale import events_of_morale
from domain.games.heroes3.cards.searching import SearchBegun
from domain.games.heroes3.land.moving import MovementGained
from domain.games.heroes3.rounds import RoundEvent
from domain.games.heroes3.state.kinds import GOODS
from domain.games.heroes3.state.table import Heroes3
from domain.games.heroes3.town.goods import GoodsGained, GoodsSpent

NOT_ASKED = never("card-of-round-resolved", "{seat} has resolved this card.", rule=sections.ROUND)

Counted = Literal[
    "gold", "materials", "valuables", "movement points", "experience", "gold is paid", "materials are paid",
    "valuables are paid",
]  # fmt: skip
"""What a card brings of which the amount is asked."""
Brought = Literal[
    "nothing more", "gold", "materials", "valuables", "movement points", "experience", "gold is paid",
    "materials are paid", "valuables are paid", "positive morale", "negative morale", "a card", "a search",
]  # fmt: skip
PAID: dict[str, str] = {"gold is paid": "gold", "materials are paid": "materials", "valuables are paid": "valuables"}
SINGLE = ("positive morale", "negative morale", "a card", "a search")
"""What a card brings without an amount."""


class CardOfRoundResolved(RoundEvent):
    """The base of the answers to what a card of a round brings to a player; asked until nothing more comes."""

    acting_seat = "seat"
    layout = Layout(keypad="brings")
    seat: Living
    brings: Annotated[Brought, Field(title="what the card brings")]

    @property
    def source(self) -> Source:
        """The reason of what comes in."""
        return "event"

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if not table.agenda.of(type(self), seat=self.seat):
            yield NOT_ASKED(seat=table.called("factions", self.seat))

    def apply(self, table: Heroes3) -> None:
        if self.brings == "nothing more":
            return
        known = self.model_dump(mode="json", include={"seat", "card"})
        table.agenda.put(type(self), **known)
        if self.brings == "a card" and table.tracks("cards"):
            table.agenda.put(CardGained, seat=self.seat, source=self.source)
        elif self.brings == "a search" and table.tracks("cards"):
            table.agenda.put(SearchBegun, seat=self.seat, source=self.source)
        elif self.brings not in SINGLE:
            table.agenda.put(AmountBrought, seat=self.seat, what=self.brings, source=self.source)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        if self.brings in ("positive morale", "negative morale"):
            yield from events_of_morale(self.seat, self.source, rises=self.brings == "positive morale")


class ProclamationResolved(CardOfRoundResolved):
    title = "What a proclamation brings"
    help_text = "What the astrologers' card brings to a player, one thing after the other."
    sentence = "{seat} resolved {card}[: {brings}]"
    question = "{seat}: what does {card} bring?"
    card: Annotated[Line, Choice("proclamations", free=True)]

    @property
    def source(self) -> Source:
        return "astrologers"


class EventResolved(CardOfRoundResolved):
    title = "What an event brings"
    help_text = "What the event card of the round brings to a player, one thing after the other."
    sentence = "{seat} resolved {card}[: {brings}]"
    question = "{seat}: what does {card} bring?"
    card: Annotated[Line, Choice("event-cards", free=True)]


class AmountBrought(RoundEvent):
    title = "How much a card of the round brings"
    help_text = "How much of something comes in, or is paid, by a proclamation or an event."
    sentence = "{seat}: {amount} × {what}[, {source}]"
    question = "{seat}: how much? ({what})"
    acting_seat = "seat"
    layout = Layout(keypad="amount", keypad_numbers=range(1, 7))
    seat: Living
    what: Annotated[Counted, Field(title="what it is an amount of")]
    amount: Up
    source: Source = ""

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if good := PAID.get(self.what):
            yield from GoodsSpent(seat=self.seat, good=good, amount=self.amount).check(table)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        good = PAID.get(self.what)
        if self.what in GOODS:
            yield GoodsGained(seat=self.seat, good=self.what, amount=self.amount, source=self.source)
        elif good:
            yield GoodsSpent(seat=self.seat, good=good, amount=self.amount, source=self.source)
        elif self.what == "experience":
            yield ExperienceGained(seat=self.seat, amount=self.amount, source=self.source)
        else:
            yield MovementGained(seat=self.seat, amount=self.amount, source=self.source)
