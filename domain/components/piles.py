"""Piles: cards in a hand, discarded or set aside, as lists of names; a blank is a card whose name is unknown.

The cards of a hand are its seat's secret, their number is not. So an event removes as many cards as it says, whatever
names were recorded.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from domain.framework.events.chance import Chance
from domain.framework.events.event import Event, TableT
from domain.framework.refusal import Refused, never
from domain.framework.table import Table

MORE_NAMED = never("more-named", "{named|card is|cards are} named, but only {count|is|are} there.")
TOO_FEW_CARDS = never("too-few-cards", "{have|card is|cards are} there, but {need|is|are} needed.")
NOT_HELD = never("not-held", "{card} is not among these cards.")


def with_blanks(cards: Sequence[str], count: int) -> list[str]:
    """A list of `count` cards: the named ones, then blanks."""
    return [*cards[:count], *[""] * (count - len(cards))]


def may_hold(pile: Sequence[str], card: str) -> bool:
    """Whether a card is in a pile, or a blank that may be it."""
    return card in pile or "" in pile


def take_cards(count: int, cards: Sequence[str], *piles: list[str]) -> list[str]:
    """Take `count` cards out of piles that count as one, at most all of them, and return them; for `apply`.

    For a named card, that card is removed; failing that a blank; failing that the last card of the first non-empty
    pile.
    """
    taken = with_blanks(cards, count)[: sum(map(len, piles))]
    for card in taken:
        _take_card(card, piles)
    return taken


def _take_card(card: str, piles: Sequence[list[str]]) -> None:
    for wanted in (card, ""):
        for pile in piles:
            if wanted in pile:
                pile.remove(wanted)
                return
    next(pile for pile in piles if pile).pop()


def resize_pile(pile: list[str], count: int | None) -> None:
    """Adjust a pile to a counted number of cards by adding or removing cards, blanks first; for `apply`."""
    if count is not None:
        take_cards(len(pile) - count, (), pile)
        pile.extend(with_blanks((), count - len(pile)))


def too_many_named(cards: Sequence[str], count: int) -> Iterator[Refused]:
    """The refusal if more cards are named than there are."""
    if len(cards) > count:
        yield MORE_NAMED(named=len(cards), count=count)


def too_few_cards(have: int, need: int, areas: tuple[str, ...] = ()) -> Iterator[Refused]:
    """The refusal if a pile has too few cards; with `areas`, only if those are tracked."""
    if need > have:
        yield replace(TOO_FEW_CARDS, areas=areas)(have=have, need=need)


def cards_missing(
    table: Table, kind: str, pile: Sequence[str], count: int, cards: Sequence[str], areas: tuple[str, ...] = ()
) -> Iterator[Refused]:
    """The refusals if a pile has too few cards of a kind, or lacks a named one."""
    yield from too_many_named(cards, count)
    yield from too_few_cards(len(pile), count, areas)
    left = list(pile)
    for card in cards:
        if may_hold(left, card):
            take_cards(1, (card,), left)
        else:
            yield replace(NOT_HELD, areas=areas)(card=table.called(kind, card))


class MoveEvent(Event[TableT]):
    """The base of an event that moves cards out of a pile: `count` of them, and at least the named ones."""

    if TYPE_CHECKING:  # each event declares these among its fields, in the order of its form
        count: int
        cards: tuple[str, ...]

    @property
    def leaving_count(self) -> int:
        """The number of cards that leave the pile."""
        return max(self.count, len(self.cards))

    def settle(self, table: TableT, chance: Chance) -> Self:
        return self.copy_with(count=self.leaving_count)


__all__ = [
    "MoveEvent",
    "cards_missing",
    "may_hold",
    "resize_pile",
    "take_cards",
    "too_few_cards",
    "too_many_named",
    "with_blanks",
]
