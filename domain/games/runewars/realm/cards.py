"""Tactics and quest cards: drawn, played, discarded; what they say is done by the events that it is made of."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import Few, Living, RunewarsEvent, TacticsId, seats_at_turn
from domain.games.runewars.hands import (
    MOST_AT_ONCE,
    QUESTS,
    TACTICS,
    DrawnQuests,
    DrawnTactics,
    lose_quests,
    lose_tactics,
    misdealt,
    over_limit,
    take_quests,
    take_tactics,
)
from domain.games.runewars.realm.timing import out_of_time
from domain.games.runewars.state.table import Runewars
from domain.language.event import Choice, Occasion, Offer
from domain.language.refusal import Refused, refusal
from domain.language.text import text
from domain.things.piles import MoveEvent, too_few_cards, too_many_named

LOCKED = refusal(
    "locked-this-season",
    "That tactics card was gained this season; it can be used from the next one on.",
    rule=sections.TACTICS,
    areas=("calendar", "cards"),
)

HeldTactics = Annotated[str, Choice("tactics", lambda table, seat: table.seat(seat).held, given=("seat",))]
HeldQuest = Annotated[str, Choice("quests", lambda table, seat: table.seat(seat).quests, given=("seat",))]
TacticsHeld = Annotated[tuple[HeldTactics, ...], Field(max_length=MOST_AT_ONCE)]
QuestsHeld = Annotated[tuple[HeldQuest, ...], Field(max_length=MOST_AT_ONCE)]


class HandEvent(RunewarsEvent):
    area_of_play = "Cards"
    tracked = ("cards",)


class TacticsDrawn(HandEvent):
    help_text = "Tactics cards come into a hand. Which they are may be left open, and nobody else sees it."
    says = "{seat} drew {count|tactics card|tactics cards}[: {cards}][, {source}]"
    secret = ("cards",)
    seat: Living
    count: Few = 1
    cards: DrawnTactics = ()
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from misdealt(table, self.cards, self.count)

    def apply(self, table: Runewars) -> None:
        take_tactics(table, self.seat, self.count, self.cards)


class TacticsPlayed(HandEvent):
    help_text = "A tactics card is shown and used. One that was not written down is named now, or not at all."
    says = "{seat} played a tactics card[: {card}][: {other}][, {effect}]"
    likely = ("card",)
    mine = "seat"
    seat: Living
    card: HeldTactics | None = None
    other: TacticsId | None = Field(default=None, title="or one that was not written down")
    effect: Occasion = Field(default="", title="what it does")

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """In one's own turn, before, during or after the order card."""
        for seat in seats_at_turn(table):
            yield Offer(text("Play a tactics card"), {"seat": seat}, opens=True)

    def check(self, table: Runewars) -> Iterator[Refused]:
        hand = table.seat(self.seat)
        yield from too_few_cards(len(hand.held), 1)
        if hand.held and (not hand.tactics or (self.card and self.card not in hand.tactics)):
            yield LOCKED()
        yield from out_of_time(table, self.seat, self.card or self.other or "")

    def apply(self, table: Runewars) -> None:
        lose_tactics(table, self.seat, 1, (self.card,) if self.card else ())
        if self.other and not self.card:
            table.tactics_discard = [*table.tactics_discard, self.other]


class TacticsDiscarded(HandEvent, MoveEvent[Runewars]):
    help_text = "Tactics cards go from a hand to the discard pile: one holds ten at most, or a card says so."
    says = "{seat} discarded {count|tactics card|tactics cards}[: {cards}][, {source}]"
    mine = "seat"
    seat: Living
    count: Few = 1
    cards: TacticsHeld = ()
    source: Occasion = ""

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat, count in over_limit(table, TACTICS):
            name = table.called("seats", seat)
            title = text("{seat}: discard {count|tactics card|tactics cards}", seat=name, count=count)
            yield Offer(title, {"seat": seat, "count": count}, must=True, opens=True)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from too_few_cards(len(table.seat(self.seat).held), self.going)

    def apply(self, table: Runewars) -> None:
        lose_tactics(table, self.seat, self.count, self.cards)


class QuestsDrawn(HandEvent):
    help_text = "Quest cards come into a hand. Which they are may be left open, and nobody else sees it."
    says = "{seat} drew {count|quest card|quest cards}[: {cards}][, {source}]"
    secret = ("cards",)
    seat: Living
    count: Few = 1
    cards: DrawnQuests = ()
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from too_many_named(self.cards, self.count)

    def apply(self, table: Runewars) -> None:
        take_quests(table, self.seat, self.count, self.cards)


class QuestsDiscarded(HandEvent, MoveEvent[Runewars]):
    help_text = "Quest cards go from a hand to the discard pile: one holds three at most, or a card says so."
    says = "{seat} discarded {count|quest card|quest cards}[: {cards}][, {source}]"
    mine = "seat"
    seat: Living
    count: Few = 1
    cards: QuestsHeld = ()
    source: Occasion = ""

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat, count in over_limit(table, QUESTS):
            name = table.called("seats", seat)
            title = text("{seat}: discard {count|quest card|quest cards}", seat=name, count=count)
            yield Offer(title, {"seat": seat, "count": count}, must=True, opens=True)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from too_few_cards(len(table.seat(self.seat).quests), self.going)

    def apply(self, table: Runewars) -> None:
        lose_quests(table, self.seat, self.count, self.cards)


EVENTS = (TacticsDrawn, TacticsPlayed, TacticsDiscarded, QuestsDrawn, QuestsDiscarded)
