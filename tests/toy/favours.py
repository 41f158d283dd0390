"""Favours: cards of a deck, held in secret hands until they are called in."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.components.decks import Deck
from domain.components.piles import MoveEvent, cards_missing, take_cards, too_many_named, with_blanks
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Secrets
from domain.framework.events.marks import KeepsOrder, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never
from domain.framework.text import Term, text
from tests.toy.cards import FavourCard
from tests.toy.table import Harbour, Sitter, ToyEvent

FAVOURS = Term("Favours", "人情")
NONE_LEFT = never("none-left", "No favour is left to draw.", rule=FAVOURS)
LIES_OPEN = never("lies-open", "Not all of these can be in the deck.", rule=FAVOURS)
MOST_DRAWN = 3

Favour = Annotated[str, Choice("favours")]
Held = Annotated[str, Choice("favours", lambda table, seat: table.seats[seat].hand, given=("seat",))]
Discarded = Annotated[str, Choice("favours", lambda table: table.discard)]
Few = Annotated[int, Field(ge=1, le=MOST_DRAWN)]


def copies(table: Harbour, favour: str) -> int:
    return FavourCard.of(table, favour).copies


def deck(table: Harbour) -> Deck:
    """The deck of favours; blanks where the table only counts them."""
    cards = [favour for favour in table.ids("favours") for _ in range(copies(table, favour))]
    return Deck(
        cards if table.counted is None else [""] * table.counted,
        discard=table.discard,
        held=[favour for seat in table.seats.values() for favour in seat.hand],
        top=table.top,
    )


class FavoursTaken(ToyEvent):
    help_text = "Favours that only their owner may see."
    sentence = "{seat} took favours: {favours}"
    secrets = Secrets(("favours",))
    seat: Sitter
    favours: Mapping[Favour, Few]

    def apply(self, table: Harbour) -> None:
        if seat := table.seats.get(self.seat):
            seat.hand += [favour for favour, count in self.favours.items() for _ in range(count)]


class FavoursDrawn(ToyEvent):
    help_text = "Favours from the deck, drawn here or typed in; only who draws them sees which."
    sentence = "{seat} drew {count|favour|favours}[: {favours}]"
    secrets = Secrets(("favours",))
    acting_seat = "seat"
    offer = Offer(text("Draw favours"), opens_form=True, each=("seat", lambda table: table.seats))
    seat: Sitter
    count: Few = 1
    favours: Annotated[tuple[Favour, ...], Field(max_length=MOST_DRAWN), KeepsOrder()] = ()
    shuffled: Annotated[bool, Settled()] = False

    def check(self, table: Harbour) -> Iterator[Refused]:
        """Against what everybody knows: whether another hand holds what is named is nobody's to tell."""
        if not deck(table).drawable:
            yield NONE_LEFT()
        yield from too_many_named(self.favours, self.count)
        if not deck(table).may_bring(self.favours):
            yield LIES_OPEN()

    def settle(self, table: Harbour, chance: Chance) -> Self:
        drawn = deck(table).draw(self.count, chance, self.favours)
        known = tuple(filter(None, drawn.cards))
        return self.copy_with(count=max(1, len(drawn.cards)), favours=known, shuffled=drawn.shuffled)

    def apply(self, table: Harbour) -> None:
        table.top = table.top[self.count :]
        if self.shuffled:
            table.discard = []
        if seat := table.seats.get(self.seat):
            seat.hand += with_blanks(self.favours, self.count)


class FavourCalledIn(ToyEvent):
    help_text = "A favour of one's hand is shown and used up."
    sentence = "{seat} called in {favour}"
    acting_seat = "seat"
    offer = Offer(text("Call in a favour"), each=("seat", lambda table: table.seats))
    seat: Sitter
    favour: Held

    def apply(self, table: Harbour) -> None:
        table.discard.append(self.favour)
        if seat := table.seats.get(self.seat):
            take_cards(1, (self.favour,), seat.hand)


class FavoursDiscarded(ToyEvent, MoveEvent[Harbour]):
    help_text = "Favours of one's hand are discarded; of those beyond the named ones, nobody says which they are."
    sentence = "{seat} discarded {count|favour|favours}[: {cards}]"
    acting_seat = "seat"
    seat: Sitter
    count: Few = 1
    cards: Annotated[tuple[Held, ...], Field(max_length=MOST_DRAWN), KeepsOrder()] = ()

    def check(self, table: Harbour) -> Iterator[Refused]:
        """Of those that nobody wrote down, only the number counts."""
        hand = table.seats[self.seat].hand if self.seat in table.seats else []
        yield from cards_missing(table, "favours", hand, self.leaving_count, self.cards)

    def apply(self, table: Harbour) -> None:
        if seat := table.seats.get(self.seat):
            table.discard += take_cards(self.count, self.cards, seat.hand)


class FavourReturned(ToyEvent):
    help_text = "A favour that was discarded is put on top of the deck, for all to see."
    sentence = "{favour} was put on top of the favours"
    favour: Discarded

    def apply(self, table: Harbour) -> None:
        table.top.insert(0, self.favour)
        if self.favour in table.discard:
            table.discard.remove(self.favour)


class FavoursCounted(ToyEvent):
    help_text = "From now on this table counts its favours, and does not write down which they are."
    sentence = "There are {count|favour|favours}, which are only counted"
    count: Annotated[int, Field(ge=0, le=60)]

    def apply(self, table: Harbour) -> None:
        table.counted, table.discard, table.top = self.count, [], []
