"""Decks: cards that are drawn, held and discarded.

The order of face-down cards is never stored: a deck contains the cards that are nowhere else, and a draw is a random
outcome. So nothing can leak, and a player who takes a draw back draws again as if from an honest shuffle.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from domain.framework.events.chance import Chance


def cards_without(cards: Iterable[str], *others: Iterable[str]) -> list[str]:
    """The cards minus others, in order, counting duplicates; others that are missing are ignored."""
    gone = Counter(card for some in others for card in some)
    left = []
    for card in cards:
        if gone[card]:
            gone[card] -= 1
        else:
            left.append(card)
    return left


@dataclass(frozen=True, slots=True)
class Drawn:
    """The result of a draw, and whether the discard pile was shuffled in for it."""

    cards: tuple[str, ...]
    shuffled: bool


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck of cards. If a table only counts cards, they are blanks.

    Args:
        cards: all cards of the deck, wherever they are.
        discard: the discard pile, shuffled in when the deck runs out; a blank is an unnamed card.
        held: the cards in hands. Only their number matters, so a covered hand works as well.
        top: the known cards on top, the next one first.
    """

    cards: Sequence[str]
    discard: Sequence[str] = ()
    held: Sequence[str] = ()
    top: Sequence[str] = ()

    def __len__(self) -> int:
        """The number of face-down cards."""
        # Discarded blanks are unknown cards of the deck, so they cannot be matched by name.
        unnamed = len(cards_without([card for card in self.discard if not card], self.cards))
        return max(0, len(cards_without(self.cards, self.discard)) - unnamed - len(self.held))

    @property
    def drawable(self) -> int:
        """The number of cards that can be drawn, including the discard pile."""
        return max(0, len(self.cards) - len(self.held))

    def may_bring(self, cards: Sequence[str]) -> bool:
        """Whether a draw may yield these cards, as far as is publicly known."""
        # A larger draw than the face-down cards shuffles the discard pile in, so its cards may come as well.
        lying = self.cards if len(cards) > len(self) else cards_without(self.cards, self.discard)
        return not cards_without(cards, lying)

    def draw(self, count: int, chance: Chance, said: Sequence[str] = ()) -> Drawn:
        """Draw `count` cards: the named ones (`said`) first, then known top cards, then random ones.

        If too few are face down, the discard pile is shuffled in for the rest.
        """
        # Named cards were really drawn, even if the deck should have fewer.
        count = max(min(count, self.drawable), len(said))
        lying = min(count, len(self))
        cards = [*said, *self.top[len(said) : lying]]
        bag = cards_without(self.cards, self.discard, self.held, cards)
        cards += _take_from_bag(bag, lying - len(cards), chance)
        cards += _take_from_bag(cards_without(self.cards, self.held, cards), count - len(cards), chance)
        return Drawn(tuple(cards), shuffled=count > len(self))


def _take_from_bag(bag: list[str], count: int, chance: Chance) -> list[str]:
    """Remove `count` random cards from a bag and return them."""
    drawn = []
    for _ in range(count):
        drawn.append(chance.draw(bag))
        bag.remove(drawn[-1])
    return drawn
