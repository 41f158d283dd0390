"""A player's deck of might and magic, and the shared decks: what lies in them, and how cards come to a hand (p22)."""

from collections.abc import Sequence

from domain.games.heroes3.state.kinds import DeckCard
from domain.games.heroes3.state.seat import Seat
from domain.games.heroes3.state.table import Heroes3
from domain.things.decks import Deck, cards_without


def player_deck(seat: Seat, leaving: Sequence[str] = ()) -> Deck:
    """The deck of a player, where cards `leaving` the hand and cards in play lie on the discard pile first."""
    return Deck(
        seat.cards, discard=[*seat.discard, *seat.in_play, *leaving],
        held=[*cards_without(seat.hand, leaving), *([seat.permanent] if seat.permanent else []), *seat.aside],
    )  # fmt: skip


def put_in_hand(seat: Seat, cards: Sequence[str], *, shuffled: bool) -> None:
    """Cards come to a hand, and the discard pile empties where it was shuffled in; for `apply`."""
    if shuffled:
        seat.discard = []
    seat.hand = [*seat.hand, *cards]


def cards_of_deck(table: Heroes3, deck: str) -> list[str]:
    """All cards that begin in a shared deck, wherever they lie: those of its kind, as many as there are copies."""
    prints = {id_: DeckCard.of(table, id_) for id_ in table.ids("cards")}
    return [id_ for id_, card in prints.items() if card.kind == deck for _ in range(card.copies)]


def shared_deck(table: Heroes3, deck: str) -> Deck:
    """A shared deck: what players have, look at or removed from the game is not in it."""
    cards = cards_of_deck(table, deck)
    held = [card for seat in table.seats.values() for card in (*seat.cards, *seat.search.looked)]
    belong = set(cards)
    return Deck(
        cards_without(cards, table.removed), discard=table.discards.get(deck, []),
        held=[card for card in held if card in belong],
    )  # fmt: skip


__all__ = ["cards_of_deck", "player_deck", "put_in_hand", "shared_deck"]
