"""Decks and hands before the first round: how many cards, the starting hand, and one mulligan."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import InGame, Maybe, PlayerCard
from domain.games.champions.numbers import number
from domain.games.champions.piles.hands import NO_SIZE, Held
from domain.games.champions.setup.players import SetupEvent
from domain.games.champions.setup.steps import too_early
from domain.games.champions.state.table import Champions
from domain.language.chance import Chance
from domain.language.event import InOrder
from domain.language.refusal import Refused, never, refusal
from domain.things.piles import cards_missing, too_many_named

NO_DECK_SIZE = never("no-deck-size", "Say how many cards are in the deck of {seat}.")
HAND_DRAWN = refusal("hand-drawn", "{seat} has drawn a starting hand already.", rule=sections.HAND_SIZE)
NO_HAND_YET = refusal("no-hand-yet", "The starting hand of {seat} comes first.", rule=sections.SETUP)
MULLIGAN_TAKEN = refusal("mulligan-taken", "{seat} has taken the mulligan already.", rule=sections.SETUP)
Named = Annotated[tuple[PlayerCard, ...], InOrder(), Field(max_length=20)]


class HandEvent(SetupEvent):
    tracked = ("hands",)
    during = ("setup",)
    seat: InGame


class DeckLaidOut(HandEvent):
    help_text = "A player's deck is shuffled and lies beside the identity."
    says = "The deck of {seat}: {size|card|cards}"
    size: Maybe | None = Field(default=None, title="cards")

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.size is None and not table.seat(self.seat).list_:
            yield NO_DECK_SIZE(seat=table.called("identities", self.seat))
        yield from too_early(table, "decks")

    def settle(self, table: Champions, chance: Chance) -> Self:
        listed = sum(table.seat(self.seat).list_.values())
        return self.but(size=listed if self.size is None else self.size)

    def apply(self, table: Champions) -> None:
        if seat := table.seats.get(self.seat):
            seat.deck, seat.counted = self.size or 0, True


class StartingHandDrawn(HandEvent):
    help_text = "A player draws the starting hand, as many cards as the alter-ego's hand size. Others see how many."
    says = "{seat} draws a starting hand of {amount|card|cards}[: {cards}]"
    secret = ("cards",)
    mine = "seat"
    amount: Maybe | None = None
    cards: Named = ()

    def check(self, table: Champions) -> Iterator[Refused]:
        if table.seat(self.seat).hand:
            yield HAND_DRAWN(seat=table.called("identities", self.seat))
        if self.size(table) is None:
            yield NO_SIZE(seat=table.called("identities", self.seat))
        yield from too_many_named(self.cards, self.size(table) or len(self.cards))
        yield from too_early(table, "starting hands")

    def size(self, table: Champions) -> int | None:
        """How many cards are drawn (F29); None where nobody knows."""
        return starting_hand(table, self.seat) if self.amount is None else self.amount

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.but(amount=self.size(table))

    def apply(self, table: Champions) -> None:
        if seat := table.seats.get(self.seat):
            seat.put("hand", seat.take("deck", self.amount or 0, self.cards))


def starting_hand(table: Champions, seat: str) -> int | None:
    """The hand size of a seat's alter-ego as it counts now (F29)."""
    return number(table, seat, "alter_hand")


class MulliganTaken(HandEvent):
    """The cards discarded stay in the discard pile; as many are drawn."""

    help_text = "Once, a player discards any number of cards of the starting hand, and draws as many."
    says = "{seat} takes a mulligan: {amount|card|cards}[: {discarded}][, drawn: {cards}]"
    secret = ("cards",)
    mine = "seat"
    amount: Maybe = Field(title="cards discarded")
    discarded: Held = Field(default=(), title="those discarded, by name")
    cards: Named = Field(default=(), title="those drawn, by name")

    def check(self, table: Champions) -> Iterator[Refused]:
        seat = table.seat(self.seat)
        if seat.mulligan:
            yield MULLIGAN_TAKEN(seat=table.called("identities", self.seat))
        if not seat.hand:
            yield NO_HAND_YET(seat=table.called("identities", self.seat))
        else:
            yield from cards_missing(table, "cards", seat.hand, self.amount, self.discarded)
        yield from too_many_named(self.cards, self.amount)

    def apply(self, table: Champions) -> None:
        if seat := table.seats.get(self.seat):
            seat.mulligan = True
            gone = seat.take("hand", self.amount, self.discarded)
            seat.put("discard", gone)
            seat.put("hand", seat.take("deck", len(gone), self.cards))


EVENTS = (DeckLaidOut, StartingHandDrawn, MulliganTaken)
