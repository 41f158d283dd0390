"""Cards from one pile of a player to another: searched for, taken back, put on the deck, removed, named."""

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from domain.games.champions.base import InGame, Some
from domain.games.champions.piles.drawing import deck_ended
from domain.games.champions.piles.hands import MOST_AT_ONCE, Cards, Held, PileEvent, PlayerPile
from domain.games.champions.state.meant import of_player
from domain.games.champions.state.piles import PileName
from domain.games.champions.state.table import Champions
from domain.language.event import Choice, Event, InOrder, Line, Occasion, Remark, Sums
from domain.language.refusal import Refused
from domain.things.piles import MoveEvent, cards_missing, too_many_named


def among(pile: Literal["discard", "removed"]) -> Choice:
    """The cards that lie open in one of the piles of the event's `seat`."""
    return Choice(
        "cards",
        lambda table, seat: table.seat(seat).piles[pile],
        free=True,
        given=("seat",),
        likely=of_player,
        beside=("seat",),
    )


Discards = Annotated[tuple[Annotated[Line, among("discard")], ...], Field(max_length=MOST_AT_ONCE), InOrder()]
Removed = Annotated[tuple[Annotated[Line, among("removed")], ...], Field(max_length=MOST_AT_ONCE), InOrder()]


class MovingEvent(PileEvent, MoveEvent[Champions]):
    """Cards go from one pile to another; each class says which."""

    out_of: ClassVar[PileName]
    to: ClassVar[PileName]
    seat: InGame
    count: Annotated[Some, Sums()] = 1

    def check_first(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_piles(table, self.seat, self.out_of, self.going, self.cards)

    def apply(self, table: Champions) -> None:
        if seat := table.seats.get(self.seat):
            seat.put(self.to, seat.take(self.out_of, self.count, self.cards))

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.out_of == "deck":
            yield from deck_ended(table, self.seat)


def not_in_piles(table: Champions, seat: str, pile: PileName, count: int, cards: Sequence[str]) -> Iterator[Refused]:
    """Why so many cards do not leave a pile; a deck that nobody counted has any number of them."""
    if pile == "deck" and not table.seat(seat).counted:
        yield from too_many_named(cards, count)
    else:
        yield from cards_missing(table, "cards", table.seat(seat).lying(pile), count, cards)


class CardsSearchedFor(MovingEvent):
    help_text = "A player searches the deck for cards, takes them into the hand, and shuffles the deck."
    says = "{seat} found {count|card|cards} in the deck[: {cards}][, {source}]"
    title = "Deck searched"
    secret = ("cards",)
    out_of = "deck"
    to = "hand"
    cards: Cards = ()
    source: Occasion = ""


class CardsTakenBack(MovingEvent):
    help_text = "Cards go from a player's discard pile to the hand."
    says = "{seat} took {count|card|cards} back from the discard pile[: {cards}][, {source}]"
    out_of = "discard"
    to = "hand"
    cards: Discards = ()
    source: Occasion = ""


class CardsPutOnDeck(MovingEvent):
    help_text = "Cards go from a player's hand into the deck, on top or below it or shuffled."
    says = "{seat} put {count|card|cards} into the deck[: {cards}][, {source}]"
    secret = ("cards",)
    mine = "seat"
    out_of = "hand"
    to = "deck"
    cards: Held = ()
    source: Occasion = ""


class DiscardsPutOnDeck(MovingEvent):
    help_text = "Cards go from a player's discard pile into the deck, on top or below it or shuffled."
    says = "{seat} put {count|card|cards} of the discard pile into the deck[: {cards}][, {source}]"
    out_of = "discard"
    to = "deck"
    cards: Discards = ()
    source: Occasion = ""


class CardsRemoved(PileEvent, MoveEvent[Champions]):
    help_text = "A player's cards are removed from the game, for good or until something happens."
    says = "{seat}: {count|card|cards} removed from the game[: {cards}][ until {until}][, {source}]"
    mine = "seat"
    seat: InGame
    of: PlayerPile = Field(default="discard", title="from")
    count: Annotated[Some, Sums()] = 1
    cards: Cards = ()
    until: Remark = Field(default="", title="until, if they come back")
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_piles(table, self.seat, self.of, self.going, self.cards)

    def apply(self, table: Champions) -> None:
        if seat := table.seats.get(self.seat):
            seat.put("removed", seat.take(self.of, self.count, self.cards), self.until)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.of == "deck":
            yield from deck_ended(table, self.seat)


class CardsCameBack(MovingEvent):
    help_text = "Cards that were removed from the game until something happened come back to the hand."
    says = "{seat} has {count|card|cards} back in hand[: {cards}][, {source}]"
    out_of = "removed"
    to = "hand"
    cards: Removed = ()
    source: Occasion = ""


class HandNamed(PileEvent):
    help_text = "A player writes down which cards are in the hand; nobody else sees it."
    says = "{seat} wrote down cards in hand[: {cards}]"
    secret = ("cards",)
    mine = "seat"
    seat: InGame
    cards: Annotated[Cards, Field(min_length=1)]

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from too_many_named(self.cards, table.seat(self.seat).hand.count(""))

    def apply(self, table: Champions) -> None:
        if seat := table.seats.get(self.seat):
            seat.take("hand", len(self.cards))
            seat.put("hand", self.cards)


EVENTS = (
    CardsSearchedFor,
    CardsTakenBack,
    CardsPutOnDeck,
    DiscardsPutOnDeck,
    CardsRemoved,
    CardsCameBack,
    HandNamed,
)
