"""Piles: a deck of which only the number is known, and what lies beside it by name; a blank is a card nobody named."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from domain.language.table import Names, State
from domain.things.piles import take_cards, with_blanks

PileName = Literal["hand", "deck", "discard", "removed", "aside"]


class Away(State):
    """A card that is removed from the game until something happens."""

    card: Annotated[str, Names("cards")] = ""
    until: str


class Piles(State):
    """The piles of a player, or of the encounter side."""

    if TYPE_CHECKING:  # each has these among its own fields, where the order of its state has them
        deck: int
        counted: bool
        """Whether somebody said how many cards the deck has; one that nobody counted never runs out."""
        discard: list[str]
        removed: list[str]
        away: list[Away]

    @property
    def known_deck(self) -> int:
        """The cards left in the deck, as far as somebody counted it; whatever is shuffled in counts nothing."""
        return self.deck if self.counted else 0

    @property
    def piles(self) -> Mapping[str, list[str]]:
        """The piles whose cards have names, by their own."""
        return {"discard": self.discard, "removed": self.removed}

    def lying(self, pile: PileName) -> Sequence[str]:
        """The cards of a pile; nothing is known of those in the deck."""
        return with_blanks((), self.deck) if pile == "deck" else self.piles[pile]

    def off_deck(self, count: int) -> tuple[int, bool]:
        """How many come where so many are taken off the deck, and whether it runs out by it."""
        left = self.known_deck
        return min(count, left) if left else count, 0 < left <= count

    def take(self, pile: PileName, count: int, cards: Sequence[str] = ()) -> list[str]:
        """Take so many cards out of a pile, some of them named, and give them back; for `apply`."""
        if pile == "deck":
            self.deck = max(0, self.deck - count)
            return with_blanks(cards, count)
        taken = take_cards(count, cards, self.piles[pile])
        for card in taken if pile == "removed" else ():
            self._come_back(card)
        return taken

    def _come_back(self, card: str) -> None:
        """A card is away no more: the named one, else one that nobody named."""
        back = next((one for name in (card, "") for one in self.away if one.card == name), None)
        self.away = [one for one in self.away if one is not back]

    def put(self, pile: PileName, cards: Sequence[str], until: str = "") -> None:
        """Put cards on a pile, those that are removed perhaps until something happens; for `apply`."""
        if pile == "deck":
            self.deck += len(cards)
        else:
            self.piles[pile].extend(cards)
        if until:
            self.away = [*self.away, *(Away(card=card, until=until) for card in cards)]
