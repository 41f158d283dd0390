"""Open cards of shared decks: the first card of each discard pile, and cards that an event reveals (p13, p15)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.components.numbers import NumbersMoved, move_numbers
from domain.components.piles import NOT_HELD, may_hold, take_cards, too_many_named
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice, Known
from domain.framework.events.event import Layout
from domain.framework.events.marks import Line, Occasion, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never
from domain.framework.text import text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import Living, Pays
from domain.games.heroes3.cards.decks import (
    PARTS,
    SHARED,
    draw_shared,
    gain_card,
    is_kept,
    kind_of,
    leave_deck,
    pile_changed,
    whole_deck,
)
from domain.games.heroes3.cards.handling import DeckEvent, MaybeUnnamed, Named, Refill, Up
from domain.games.heroes3.cards.searching import NOT_OF_DECK, SAY_SEEN
from domain.games.heroes3.state.kinds import Price
from domain.games.heroes3.state.table import Heroes3

PILE_BEGUN = never("pile-begun", "The discard pile of the {deck} has begun already.", rule=sections.SETUP)


def decks_in_play(table: Heroes3) -> list[str]:
    """The shared decks of cards, or the parts into which a variant splits them."""
    split = table.plays("split-decks")
    return [part for deck in SHARED for part in (PARTS.get(deck, (deck,)) if split else (deck,))]


def strange_cards(table: Heroes3, deck: str, cards: "tuple[str | None, ...]") -> Iterator[Refused]:
    """The refusals of named cards of another deck."""
    for card in filter(None, cards):
        if kind_of(table, card) not in ("", whole_deck(deck)):
            yield NOT_OF_DECK(card=table.called("cards", card))


Deck = Annotated[str, Choice("decks", decks_in_play)]


class DiscardPileBegun(DeckEvent):
    """Turns up the first card of a shared discard pile: in setup (16), or after artifacts were shuffled back (p10)."""

    title = "Begin a discard pile"
    help_text = "The top card of a shared deck is turned up, and begins its discard pile."
    sentence = "The discard pile of the {deck} began[ with {card}]"
    question = "Which card begins the discard pile of the {deck}?"
    layout = Layout(usual=("card",), no_choice=("card",))
    deck: Deck
    card: Named | None = None

    @classmethod
    def needed(cls, table: Heroes3, known: Known) -> Iterator[str]:
        """The card, if the deck is in its box."""
        if not is_kept(table, str(known.get("deck") or "")):
            yield "card"

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        for deck in decks_in_play(table) if table.phase == "setup" and table.seats else ():
            if not table.discards.get(deck):
                kept = is_kept(table, deck)
                needs = () if kept else ("card",)
                words = text("Turn up the first card of the {deck}", deck=table.called("decks", deck))
                yield Offer(words, {"deck": deck}, reminder=words, opens_form=not kept, also_required=needs)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if table.discards.get(self.deck):
            yield PILE_BEGUN(deck=table.called("decks", self.deck))
        yield from strange_cards(table, self.deck, (self.card,))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        drawn, _ = draw_shared(table, self.deck, 1, chance, (self.card,) if self.card else ())
        return self.copy_with(card=next(iter(drawn.cards), "") or None)

    def apply(self, table: Heroes3) -> None:
        pile_changed(table, self.deck, [self.card or ""], shuffled=False)


class CardsRevealed(DeckEvent):
    """Reveals cards of a shared deck for an event. Those that no player takes are shuffled back (p15)."""

    title = "Reveal cards of a deck"
    help_text = "An event or a card reveals cards of a shared deck; those that no player takes are shuffled back."
    sentence = "Revealed {count|card|cards} of the {deck}[: {cards}][, {source}]"
    layout = Layout(usual=("count", "cards"))
    told = ("cards",)
    deck: Deck
    count: Up = 1
    cards: Annotated[MaybeUnnamed, Field(title="the cards revealed")] = ()
    source: Occasion = ""
    shuffled: Annotated[bool, Settled()] = False
    refill: Refill = ()

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if not self.cards and not is_kept(table, self.deck):
            yield SAY_SEEN(deck=table.called("decks", self.deck))
        yield from too_many_named(self.cards, max(self.count, len(self.cards)))
        yield from strange_cards(table, self.deck, self.cards)

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        count = max(self.count, len(self.cards))
        drawn, refill = draw_shared(table, self.deck, count, chance, self.cards, self.refill)
        return self.copy_with(cards=drawn.cards, count=max(1, len(drawn.cards)), shuffled=drawn.shuffled, refill=refill)

    def apply(self, table: Heroes3) -> None:
        if self.shuffled:
            pile_changed(table, self.deck, self.refill, shuffled=True)
        table.revealed[self.deck] = [*table.revealed.get(self.deck, []), *self.cards]
        table.agenda.put(RevealedCardsReturned, deck=self.deck)


def decks_revealed(table: Heroes3) -> list[str]:
    """The decks with revealed cards."""
    return list(table.revealed)


def cards_revealed(table: Heroes3, deck: str) -> list[str]:
    """The revealed cards of a deck that have names."""
    return list(filter(None, dict.fromkeys(table.revealed.get(deck, []))))


OfRevealed = Annotated[str, Choice("decks", decks_revealed)]


class RevealedCardTaken(NumbersMoved[Heroes3], DeckEvent):
    title = "Take a revealed card"
    help_text = "A player takes one of the revealed cards, for a price if the event says so."
    sentence = "{seat} took {card}[, for {cost}]"
    layout = Layout(usual=("cost",))
    seat: Living
    deck: OfRevealed
    card: Annotated[Line, Choice("cards", cards_revealed, given=("deck",), free=True)]
    cost: Annotated[Price, Pays, Field(title="costs")] = Field(default_factory=dict)

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        for deck in table.revealed:
            for seat in table.alive():
                words = text("{seat} takes a revealed card", seat=table.called("factions", seat))
                yield Offer(words, {"seat": seat, "deck": deck}, opens_form=True)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if not may_hold(table.revealed.get(self.deck, []), self.card):
            yield NOT_HELD(card=table.called("cards", self.card))

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)
        take_cards(1, (self.card,), table.revealed.get(self.deck, []))
        leave_deck(table, self.deck)
        gain_card(table, self.seat, self.card)


class RevealedCardsReturned(DeckEvent):
    title = "Shuffle revealed cards back"
    help_text = "The revealed cards that no player took are shuffled back into their deck."
    sentence = "The revealed cards of the {deck} were shuffled back[: {cards}]"
    question = "Shuffle the revealed cards of the {deck} back"
    told = ("cards",)
    deck: OfRevealed
    cards: Annotated[tuple[str, ...], Settled(), Choice("cards")] = ()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.copy_with(cards=tuple(table.revealed.get(self.deck, [])))

    def apply(self, table: Heroes3) -> None:
        table.revealed.pop(self.deck, None)
