"""Players' decks: cards drawn, discarded, searched for and returned; and empty decks."""

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field

from domain.components.piles import MoveEvent, cards_missing, resize_pile, too_many_named
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, Secrets
from domain.framework.events.marks import Count, KeepsOrder, Line, Merged, Occasion, Remark, Settled
from domain.framework.refusal import Refused, refusal
from domain.games.champions import sections
from domain.games.champions.base import InGame, Maybe, Some, of_player
from domain.games.champions.piles.encounter_deck import EncounterCardsDealt
from domain.games.champions.piles.hands import (
    MOST_AT_ONCE,
    NO_SIZE,
    Cards,
    Counted,
    Held,
    PileEvent,
    PlayerPile,
    hand_size,
)
from domain.games.champions.state.parts import PileName
from domain.games.champions.state.table import Champions

# === Players' decks: drawing, discarding, and an empty deck (抽取卡牌, 玩家牌库为空) =============

NOTHING_TO_DRAW = refusal(
    "nothing-to-draw",
    "The deck and the discard pile of {seat} are both empty.",
    rule=sections.PLAYER_DECK,
    areas=("hands",),
)
HAND_FULL = refusal("hand-full", "The hand is already at its size: {size}.", rule=sections.HAND_SIZE)
DECK_LEFT = refusal("deck-left", "The deck of {seat} still has {left|card|cards}.", rule=sections.PLAYER_DECK)


def in_reach(table: Champions, seat: str) -> int | None:
    """The number of cards that a player can draw: the deck plus the discard pile, which is reshuffled.

    None for an uncounted deck, which never runs out.
    """
    here = table.seat(seat)
    return here.deck + len(here.discard) if here.counted else None


def nothing_to_draw(table: Champions, seat: str) -> Iterator[Refused]:
    if in_reach(table, seat) == 0:
        yield NOTHING_TO_DRAW(seat=table.called("identities", seat))


class CardsDrawn(PileEvent):
    """Draw cards.

    An empty deck is replaced by the shuffled discard pile, and drawing continues while either has cards.
    """

    title = "Draw cards"
    help_text = "Draw cards into a hand; no one else sees which."
    sentence = "{seat} drew {count|card|cards}[: {cards}][ ({source})]"
    secrets = Secrets(("cards",))
    former_fields = ("beyond", "emptied")
    seat: InGame
    count: Annotated[Some, Merged()] = 1
    cards: Cards = ()
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from too_many_named(self.cards, self.count)
        yield from nothing_to_draw(table, self.seat)

    def settle(self, table: Champions, chance: Chance) -> Self:
        count = min(self.count, in_reach(table, self.seat) or self.count)
        return self.copy_with(count=count, cards=self.cards[:count])

    def plan(self, table: Champions) -> int | None:
        """The number of cards beyond the end of the deck; None if the deck does not run out."""
        beyond = self.count - table.seat(self.seat).deck
        return beyond if beyond >= 0 and in_reach(table, self.seat) else None

    def apply(self, table: Champions) -> None:
        if seat := table.seats.get(self.seat):
            seat.put("hand", seat.take("deck", self.count, self.cards))

    def follow_plan(self, table: Champions, plan: int | None) -> Iterator[Event[Champions]]:
        if plan is not None:
            yield PlayerDeckReshuffled(seat=self.seat, drawn=plan)


class HandRefilled(PileEvent):
    title = "Fill up the hand"
    help_text = "A card or the setup lets you draw up to your hand size."
    sentence = "{seat} drew up to the hand size: {size}[ ({source})]"
    seat: InGame
    source: Occasion = ""
    size: Annotated[Count, Settled()] = 0

    def check(self, table: Champions) -> Iterator[Refused]:
        size = hand_size(table, self.seat)
        if size is None:
            yield NO_SIZE(seat=table.called("identities", self.seat))
        elif not cards_short_of_hand(len(table.seat(self.seat).hand), size):
            yield HAND_FULL(size=size)
        else:
            yield from nothing_to_draw(table, self.seat)

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.copy_with(size=hand_size(table, self.seat) or 0)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if count := cards_short_of_hand(len(table.seat(self.seat).hand), self.size):
            yield CardsDrawn(seat=self.seat, count=count)


def cards_short_of_hand(hand: int, size: int) -> int:
    """The number of cards missing in a hand (F28)."""
    return max(0, size - hand)


class PlayerDeckReshuffled(PileEvent):
    """Reshuffle a player's empty deck, each time with a facedown encounter card (F39)."""

    title = "Shuffle a player's empty deck"
    help_text = (
        "The player's deck ran out: shuffle the discard pile into a new deck, and deal the player an encounter card."
    )
    sentence = (
        "The deck of {seat} ran out, and the discard pile was shuffled[: {cards|card|cards}][, {drawn} of them drawn]"
    )
    seat: InGame
    drawn: Maybe = Field(default=0, title="cards drawn before it ran out")
    cards: Annotated[Count, Settled()] = 0

    def check(self, table: Champions) -> Iterator[Refused]:
        if left := table.seat(self.seat).known_deck:
            yield DECK_LEFT(seat=table.called("identities", self.seat), left=left)

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.copy_with(cards=len(table.seat(self.seat).discard))

    def apply(self, table: Champions) -> None:
        if seat := table.seats.get(self.seat):
            seat.deck, seat.discard = max(0, len(seat.discard) - self.drawn), []

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield EncounterCardsDealt(cards={self.seat: 1})


def deck_ended(table: Champions, seat: str) -> Iterator[Event[Champions]]:
    """The consequence if a player's counted deck is empty."""
    if (here := table.seats.get(seat)) and here.counted and not here.deck:
        yield PlayerDeckReshuffled(seat=seat)


class CardsDiscarded(PileEvent, MoveEvent[Champions]):
    title = "Discard cards"
    help_text = "Discard cards from a hand."
    sentence = "{seat} discarded {count|card|cards}[: {cards}][ ({source})]"
    acting_seat = "seat"
    seat: InGame
    count: Annotated[Some, Merged()] = 1
    cards: Held = ()
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from cards_missing(table, "cards", table.seat(self.seat).hand, self.leaving_count, self.cards)

    def apply(self, table: Champions) -> None:
        if seat := table.seats.get(self.seat):
            seat.put("discard", seat.take("hand", self.count, self.cards))


class DeckCardsDiscarded(PileEvent):
    """Discard from a player's deck, at most to its end; the reshuffled deck is not discarded from."""

    title = "Discard cards from the deck"
    help_text = "Discard cards from the top of a player's deck."
    sentence = "{seat} discarded {count|card|cards} from the deck[: {cards}][ ({source})]"
    seat: InGame
    count: Annotated[Some, Merged()] = 1
    cards: Cards = ()
    source: Occasion = ""
    emptied: Annotated[bool, Settled()] = False

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from too_many_named(self.cards, self.count)
        if table.seat(self.seat).counted and not table.seat(self.seat).deck:
            yield NOTHING_TO_DRAW(seat=table.called("identities", self.seat))

    def settle(self, table: Champions, chance: Chance) -> Self:
        count, emptied = table.seat(self.seat).off_deck(self.count)
        return self.copy_with(count=count, cards=self.cards[:count], emptied=emptied)

    def apply(self, table: Champions) -> None:
        if seat := table.seats.get(self.seat):
            seat.put("discard", seat.take("deck", self.count, self.cards))

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.emptied:
            yield PlayerDeckReshuffled(seat=self.seat)


class CardsCounted(Counted, PileEvent):
    title = "Count the cards"
    help_text = "How many cards the player has on the table: in hand, in the deck and in the discard pile."
    sentence = "{seat} counted {deck}"
    layout = Layout(usual=("deck", "hand"))
    seat: InGame
    deck: Maybe | None = Field(default=None, title="cards in the deck")
    hand: Maybe | None = Field(default=None, title="cards in hand")
    discard: Maybe | None = Field(default=None, title="cards in the discard pile")

    def apply(self, table: Champions) -> None:
        if seat := table.seats.get(self.seat):
            if self.deck is not None:
                seat.deck, seat.counted = self.deck, True
            resize_pile(seat.hand, self.hand)
            resize_pile(seat.discard, self.discard)


# === Cards moved between the piles of a player: searched for, taken back, put on the deck, removed, named


def cards_open_in(pile: Literal["discard", "removed"]) -> Choice:
    """A choice among the named cards in an open pile of the event's `seat`."""
    return Choice(
        "cards",
        lambda table, seat: table.seat(seat).named_cards(pile),
        free=True,
        given=("seat",),
        likely=of_player,
        beside=("seat",),
    )


Discards = Annotated[
    tuple[Annotated[Line, cards_open_in("discard")], ...], Field(max_length=MOST_AT_ONCE), KeepsOrder()
]
Removed = Annotated[tuple[Annotated[Line, cards_open_in("removed")], ...], Field(max_length=MOST_AT_ONCE), KeepsOrder()]


class MovingEvent(PileEvent, MoveEvent[Champions]):
    """The base of events that move cards from one pile to another, both set by the class."""

    out_of: ClassVar[PileName]
    to: ClassVar[PileName]
    seat: InGame
    count: Annotated[Some, Merged()] = 1

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_piles(table, self.seat, self.out_of, self.leaving_count, self.cards)

    def apply(self, table: Champions) -> None:
        if seat := table.seats.get(self.seat):
            seat.put(self.to, seat.take(self.out_of, self.count, self.cards))

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.out_of == "deck":
            yield from deck_ended(table, self.seat)


def not_in_piles(table: Champions, seat: str, pile: PileName, count: int, cards: Sequence[str]) -> Iterator[Refused]:
    """The refusals for taking more cards than a pile has; an uncounted deck has any number."""
    if pile == "deck" and not table.seat(seat).counted:
        yield from too_many_named(cards, count)
    else:
        yield from cards_missing(table, "cards", table.seat(seat).lying(pile), count, cards)


class CardsSearchedFor(MovingEvent):
    help_text = "Search your deck for cards, take them into your hand, and shuffle the deck."
    sentence = "{seat} found {count|card|cards} in the deck[: {cards}][ ({source})]"
    title = "Search the deck"
    secrets = Secrets(("cards",))
    out_of = "deck"
    to = "hand"
    cards: Cards = ()
    source: Occasion = ""


class CardsTakenBack(MovingEvent):
    title = "Take cards back from the discard pile"
    help_text = "Take cards from a player's discard pile back into the hand."
    sentence = "{seat} took {count|card|cards} back from the discard pile[: {cards}][ ({source})]"
    out_of = "discard"
    to = "hand"
    cards: Discards = ()
    source: Occasion = ""


class CardsPutOnDeck(MovingEvent):
    title = "Put cards of the hand into the deck"
    help_text = "Put cards from a player's hand into the deck: on top, at the bottom, or shuffled in."
    sentence = "{seat} put {count|card|cards} into the deck[: {cards}][ ({source})]"
    secrets = Secrets(("cards",))
    acting_seat = "seat"
    out_of = "hand"
    to = "deck"
    cards: Held = ()
    source: Occasion = ""


class DiscardsPutOnDeck(MovingEvent):
    title = "Put discarded cards into the deck"
    help_text = "Put cards from a player's discard pile into the deck: on top, at the bottom, or shuffled in."
    sentence = "{seat} put {count|card|cards} of the discard pile into the deck[: {cards}][ ({source})]"
    out_of = "discard"
    to = "deck"
    cards: Discards = ()
    source: Occasion = ""


class CardsRemoved(PileEvent, MoveEvent[Champions]):
    title = "Remove cards from the game"
    help_text = "Some of a player's cards are removed from the game, for good or until something happens."
    sentence = "{seat}: {count|card|cards} removed from the game[: {cards}][ until {until}][ ({source})]"
    acting_seat = "seat"
    seat: InGame
    of: PlayerPile = Field(default="discard", title="from where")
    count: Annotated[Some, Merged()] = 1
    cards: Cards = ()
    until: Remark = Field(default="", title="until when, if they come back")
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_piles(table, self.seat, self.of, self.leaving_count, self.cards)

    def apply(self, table: Champions) -> None:
        if seat := table.seats.get(self.seat):
            seat.put("removed", seat.take(self.of, self.count, self.cards), self.until)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.of == "deck":
            yield from deck_ended(table, self.seat)


class CardsCameBack(MovingEvent):
    title = "Bring removed cards back"
    help_text = "Cards that were removed until something happened return to the hand."
    sentence = "{seat} got {count|card|cards} back in hand[: {cards}][ ({source})]"
    out_of = "removed"
    to = "hand"
    cards: Removed = ()
    source: Occasion = ""


class HandNamed(PileEvent):
    title = "Name cards in hand"
    help_text = "Note which cards are in your hand; no one else sees it."
    sentence = "{seat} wrote down cards in hand[: {cards}]"
    secrets = Secrets(("cards",))
    acting_seat = "seat"
    seat: InGame
    cards: Annotated[Cards, Field(min_length=1)]

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from too_many_named(self.cards, table.seat(self.seat).hand.count(""))

    def apply(self, table: Champions) -> None:
        if seat := table.seats.get(self.seat):
            seat.take("hand", len(self.cards))
            seat.put("hand", self.cards)
