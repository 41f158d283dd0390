"""Decks: cards that are drawn, held and discarded.

In which order cards lie face down is never stored: what is in a deck is what lies nowhere else, and a draw is an
outcome. So nothing of it can leak, and who takes a draw back draws again as from an honest shuffle.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from domain.language.chance import Chance


def cards_without(cards: Iterable[str], *others: Iterable[str]) -> list[str]:
    """Cards minus others, in their order, duplicates counted; missing ones are ignored."""
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
    """A deck of cards. A table that only counts has blanks for cards.

    Args:
        cards: all that belong to it, wherever they lie.
        discard: those that are shuffled in when it runs out; a blank is one not named.
        held: those in hands. How many they are is all that anybody must know; a hand that is covered is as good.
        top: those known on top, the first of them the next.
    """

    cards: Sequence[str]
    discard: Sequence[str] = ()
    held: Sequence[str] = ()
    top: Sequence[str] = ()

    def __len__(self) -> int:
        """How many cards lie face down."""
        # Discarded blanks are cards too, though it is not known which: they cannot be matched by name.
        unnamed = len(cards_without([card for card in self.discard if not card], self.cards))
        return max(0, len(cards_without(self.cards, self.discard)) - unnamed - len(self.held))

    @property
    def drawable(self) -> int:
        """How many can be drawn, including the discard pile."""
        return max(0, len(self.cards) - len(self.held))

    def may_bring(self, cards: Sequence[str]) -> bool:
        """Whether a draw may yield these cards, as far as is publicly known."""
        # Drawing more than lie face down shuffles the discard pile in, so its cards may come as well.
        lying = self.cards if len(cards) > len(self) else cards_without(self.cards, self.discard)
        return not cards_without(cards, lying)

    def draw(self, count: int, chance: Chance, said: Sequence[str] = ()) -> Drawn:
        """Draw so many cards: named ones first, then random ones.

        Where too few lie face down, the discard pile is shuffled in for the rest.
        """
        # What players say that they drew counts, even where the deck should have fewer.
        count = max(min(count, self.drawable), len(said))
        lying = min(count, len(self))
        cards = [*said, *self.top[len(said) : lying]]
        bag = cards_without(self.cards, self.discard, self.held, cards)
        cards += _take_from_bag(bag, lying - len(cards), chance)
        cards += _take_from_bag(cards_without(self.cards, self.held, cards), count - len(cards), chance)
        return Drawn(tuple(cards), shuffled=count > len(self))


def _take_from_bag(bag: list[str], count: int, chance: Chance) -> list[str]:
    """Remove so many cards from a bag."""
    drawn = []
    for _ in range(count):
        drawn.append(chance.draw(bag))
        bag.remove(drawn[-1])
    return drawn
