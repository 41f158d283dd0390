"""Cards from one pile of a player to another: searched for, taken back, put on the deck, removed, named."""

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field

from domain.games.champions.base import InGame, Some
from domain.games.champions.piles.drawing import deck_ended
from domain.games.champions.piles.hands import (
    MOST_AT_ONCE,
    Cards,
    Held,
    PileEvent,
    PlayerPile,
    misnamed,
    not_there,
    padded,
    without,
)
from domain.games.champions.state.cards import Away, without_away
from domain.games.champions.state.meant import of_player
from domain.games.champions.state.table import Champions
from domain.language.chance import Chance
from domain.language.event import Choice, Event, InOrder, Line, Occasion, Remark, Sums
from domain.language.refusal import Refused

AnyPile = Literal["hand", "deck", "discard", "removed"]


def among(pile: Literal["discard", "removed"]) -> Choice:
    """The cards that lie open in one of the piles of the event's `seat`."""
    return Choice(
        "cards",
        lambda table, seat: getattr(table.seat(seat), pile),
        free=True,
        given=("seat",),
        likely=of_player,
        beside=("seat",),
    )


Discards = Annotated[tuple[Annotated[Line, among("discard")], ...], Field(max_length=MOST_AT_ONCE), InOrder()]
Removed = Annotated[tuple[Annotated[Line, among("removed")], ...], Field(max_length=MOST_AT_ONCE), InOrder()]


def pile_at(table: Champions, seat: str, pile: AnyPile) -> Sequence[str]:
    """The cards in a pile; nothing is known of those in a deck."""
    found: Sequence[str] | int = getattr(table.seat(seat), pile)
    return [""] * found if isinstance(found, int) else found


class MovingEvent(PileEvent):
    """Cards go from one pile to another; each class says which."""

    out_of: ClassVar[AnyPile]
    to: ClassVar[AnyPile]

    @property
    def pile(self) -> AnyPile:
        """Where the cards come from."""
        return self.out_of

    def how_many(self) -> tuple[str, int, Sequence[str]]:
        """Whose cards, how many, and those of them that are named."""
        named: Sequence[str] = getattr(self, "cards", ())
        return str(getattr(self, "seat", "")), max(getattr(self, "count", 1), len(named)), named

    def check_first(self, table: Champions) -> Iterator[Refused]:
        seat, count, cards = self.how_many()
        if self.pile == "deck" and not table.seat(seat).counted:
            yield from misnamed(cards, count)
        else:
            yield from not_there(table, pile_at(table, seat, self.pile), count, cards)

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.but(count=self.how_many()[1])

    def apply(self, table: Champions) -> None:
        id_, count, cards = self.how_many()
        if seat := table.seats.get(id_):
            if self.pile == "deck":
                seat.deck = max(0, seat.deck - count)
            else:
                count = min(count, len(pile_at(table, id_, self.pile)))
                setattr(seat, self.pile, without(pile_at(table, id_, self.pile), count, cards))
            if self.to == "deck":
                seat.deck += count
            else:
                setattr(seat, self.to, [*pile_at(table, id_, self.to), *padded(cards, count)])

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        id_, _, _ = self.how_many()
        if self.pile == "deck":
            yield from deck_ended(table, id_)


class CardsSearchedFor(MovingEvent):
    help_text = "A player searches the deck for cards, takes them into the hand, and shuffles the deck."
    says = "{seat} found {count|card|cards} in the deck[: {cards}][, {source}]"
    title = "Deck searched"
    secret = ("cards",)
    out_of = "deck"
    to = "hand"
    seat: InGame
    count: Annotated[Some, Sums()] = 1
    cards: Cards = ()
    source: Occasion = ""


class CardsTakenBack(MovingEvent):
    help_text = "Cards go from a player's discard pile to the hand."
    says = "{seat} took {count|card|cards} back from the discard pile[: {cards}][, {source}]"
    out_of = "discard"
    to = "hand"
    seat: InGame
    count: Annotated[Some, Sums()] = 1
    cards: Discards = ()
    source: Occasion = ""


class CardsPutOnDeck(MovingEvent):
    help_text = "Cards go from a player's hand into the deck, on top or below it or shuffled."
    says = "{seat} put {count|card|cards} into the deck[: {cards}][, {source}]"
    secret = ("cards",)
    mine = "seat"
    out_of = "hand"
    to = "deck"
    seat: InGame
    count: Annotated[Some, Sums()] = 1
    cards: Held = ()
    source: Occasion = ""


class DiscardsPutOnDeck(MovingEvent):
    help_text = "Cards go from a player's discard pile into the deck, on top or below it or shuffled."
    says = "{seat} put {count|card|cards} of the discard pile into the deck[: {cards}][, {source}]"
    out_of = "discard"
    to = "deck"
    seat: InGame
    count: Annotated[Some, Sums()] = 1
    cards: Discards = ()
    source: Occasion = ""


class CardsRemoved(MovingEvent):
    help_text = "A player's cards are removed from the game, for good or until something happens."
    says = "{seat}: {count|card|cards} removed from the game[: {cards}][ until {until}][, {source}]"
    mine = "seat"
    to = "removed"
    seat: InGame
    of: PlayerPile = Field(default="discard", title="from")
    count: Annotated[Some, Sums()] = 1
    cards: Cards = ()
    until: Remark = Field(default="", title="until, if they come back")
    source: Occasion = ""

    @property
    def pile(self) -> AnyPile:
        return self.of

    def apply(self, table: Champions) -> None:
        before = len(table.seat(self.seat).removed)
        super().apply(table)
        if self.until and (seat := table.seats.get(self.seat)):
            seat.away = [*seat.away, *(Away(card=card, until=self.until) for card in seat.removed[before:])]


class CardsCameBack(MovingEvent):
    help_text = "Cards that were removed from the game until something happened come back to the hand."
    says = "{seat} has {count|card|cards} back in hand[: {cards}][, {source}]"
    out_of = "removed"
    to = "hand"
    seat: InGame
    count: Annotated[Some, Sums()] = 1
    cards: Removed = ()
    source: Occasion = ""

    def apply(self, table: Champions) -> None:
        super().apply(table)
        if seat := table.seats.get(self.seat):
            seat.away = without_away(seat.away, padded(self.cards, self.count))


class HandNamed(PileEvent):
    help_text = "A player writes down which cards are in the hand; nobody else sees it."
    says = "{seat} wrote down cards in hand[: {cards}]"
    secret = ("cards",)
    mine = "seat"
    seat: InGame
    cards: Annotated[Cards, Field(min_length=1)]

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from misnamed(self.cards, table.seat(self.seat).hand.count(""))

    def apply(self, table: Champions) -> None:
        if seat := table.seats.get(self.seat):
            seat.hand = [*without(seat.hand, len(self.cards)), *self.cards]


EVENTS = (
    CardsSearchedFor,
    CardsTakenBack,
    CardsPutOnDeck,
    DiscardsPutOnDeck,
    CardsRemoved,
    CardsCameBack,
    HandNamed,
)
