"""Fate cards: drawn for diplomacy, battles, tests and duels, laid open, and discarded when that is done (天命卡解析).

A table that does not keep the deck types in what the cards show; then there are none to name.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.state.kinds import FateCard, Shape, Symbol
from domain.games.runewars.state.table import Runewars
from domain.language.chance import Chance
from domain.language.event import Choice, Count, InOrder, Settled
from domain.language.refusal import Refused, never
from domain.things.decks import Deck, Drawn

MOST_FATE = 30
NOT_ALL_AT_ONCE = never(
    "not-all-at-once",
    "All fate cards are drawn at once: {need|is|are} needed, {named} named.",
    rule=sections.FATE_CARDS,
)
NOT_AMONG_DRAWN = never("not-among-drawn", "That fate card was not among the drawn cards.", rule=sections.FATE_CARDS)
NOT_IN_DECK = never("not-in-deck", "Not all of these can be in the fate deck now.", rule=sections.FATE_CARDS)

FateCards = Annotated[
    tuple[Annotated[str, Field(max_length=20)], ...], Field(max_length=MOST_FATE), Choice("fate"), InOrder()
]
"""Fate cards as they were drawn; empty where they are drawn here, or not written down."""
CardDrawn = Annotated[str, Choice("fate", lambda table: table.fate_open, why_not=lambda table, card: NOT_AMONG_DRAWN())]
"""One of the fate cards that lie open."""
Unnamed = Annotated[Count, Settled()]
"""How many fate cards were drawn at the table that nobody named: they lie open, and are discarded, as blanks."""
Shuffled = Annotated[bool, Settled()]
"""Whether the discard pile was shuffled in for a draw."""


def deck_of(table: Runewars) -> Deck:
    """The fate deck; what lies open belongs to whoever uses it now."""
    return Deck(list(table.ids("fate")), discard=table.fate_discard, held=table.fate_open)


def misdrawn(table: Runewars, cards: Sequence[str], need: int) -> Iterator[Refused]:
    """Why cards that somebody names are not what was drawn."""
    if cards and len(cards) != need:
        yield NOT_ALL_AT_ONCE(need=need, named=len(cards))
    elif not deck_of(table).may_bring(cards):
        yield NOT_IN_DECK()


def drawn(table: Runewars, count: int, chance: Chance, said: Sequence[str] = ()) -> Drawn:
    """So many fate cards, those that somebody named if any; none where the table does not keep the deck."""
    if not table.tracks("fate"):
        return Drawn((), shuffled=False)
    return deck_of(table).draw(count, chance, said)


def drawn_unnamed(table: Runewars, count: int) -> Drawn:
    """So many fate cards of which the table says what they show, and not which they are: blanks."""
    if not table.tracks("fate"):
        return Drawn((), shuffled=False)
    deck = deck_of(table)
    return Drawn(("",) * min(count, deck.drawable), shuffled=count > len(deck))


def lay_open(table: Runewars, cards: Sequence[str], shuffled: bool, unnamed: int = 0) -> None:
    """Cards that were drawn lie on the table, blanks for those that nobody named; for `apply`."""
    if shuffled:
        table.fate_discard = []
    table.fate_open = [*table.fate_open, *cards, *[""] * unnamed]


def discard_open(table: Runewars) -> None:
    """What the cards on the table were drawn for is done; for `apply`."""
    table.fate_discard, table.fate_open = [*table.fate_discard, *table.fate_open], []


def symbol(table: Runewars, card: str, shape: Shape) -> Symbol | None:
    """What a base reads on a card; None where nobody typed it in."""
    printed = FateCard.of(table, card)
    symbols: dict[Shape, Symbol | None] = {
        "triangle": printed.triangle,
        "rectangle": printed.rectangle,
        "hexagon": printed.hexagon,
        "circle": printed.circle,
    }
    return symbols[shape]
