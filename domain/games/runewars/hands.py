"""Hands of cards: drawn, played and discarded; a card that nobody wrote down is a blank (策略卡; 任务卡).

What stands in a hand is its seat's secret, how much it holds is not: so whoever lets go of cards lets go of as many as
the table was told, whatever was written down of them.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.state.kinds import TacticsCard
from domain.games.runewars.state.seats import MOST_QUESTS, MOST_TACTICS, Seat
from domain.games.runewars.state.table import Runewars
from domain.language.event import Choice, InOrder, Line
from domain.language.refusal import Refused, never, refusal
from domain.language.text import Text, text

MORE_NAMED = never("more-named", "{named|card is|cards are} named, and {count|is|are} drawn.")
REPLACED = refusal(
    "replaced-in-epic", "In an epic game {card} is discarded, and another card is drawn for it.", rule=sections.EPIC
)
HAND_LIMIT = refusal(
    "hand-limit", "{seat} may hold {limit} {cards}: discard {count}.", rule=sections.TACTICS, areas=("cards",)
)
MOST_AT_ONCE = 30

DrawnTactics = Annotated[
    tuple[Annotated[Line, Choice("tactics", free=True)], ...], Field(max_length=MOST_AT_ONCE), InOrder()
]
DrawnQuests = Annotated[
    tuple[Annotated[Line, Choice("quests", free=True)], ...], Field(max_length=MOST_AT_ONCE), InOrder()
]
TACTICS, QUESTS = text("tactics cards"), text("quest cards")


def take_tactics(table: Runewars, seat: str, count: int, cards: Sequence[str] = ()) -> None:
    """Tactics cards come into a hand, locked for the season they come in (C-36); for `apply`."""
    hand = table.seat(seat)
    drawn = [*cards, *blanks(count - len(cards))]
    if table.season:
        hand.fresh = [*hand.fresh, *drawn]
    else:
        hand.tactics = [*hand.tactics, *drawn]


def take_quests(table: Runewars, seat: str, count: int, cards: Sequence[str] = ()) -> None:
    """Quest cards come into a hand; for `apply`."""
    hand = table.seat(seat)
    hand.quests = [*hand.quests, *cards, *blanks(count - len(cards))]


def blanks(count: int) -> list[str]:
    """Cards that nobody wrote down."""
    return [""] * max(0, count)


def let_go(piles: Sequence[list[str]], count: int, cards: Sequence[str] = ()) -> None:
    """So many cards leave a hand: those named, then such as nobody wrote down, then the last ones; for `apply`."""
    for card in [*cards, *blanks(count - len(cards))]:
        pile = next((pile for pile in piles if card in pile), None)
        if pile is not None:
            pile.remove(card)
        elif last := next((pile for pile in piles if pile), None):
            last.pop()


def lose_tactics(table: Runewars, seat: str, count: int, cards: Sequence[str] = ()) -> None:
    """Tactics cards leave a hand for the discard pile; for `apply`."""
    hand = table.seat(seat)
    let_go((hand.tactics, hand.fresh), count, cards)
    table.tactics_discard = [*table.tactics_discard, *cards]


def lose_quests(table: Runewars, seat: str, count: int, cards: Sequence[str] = ()) -> None:
    """Quest cards leave a hand for the discard pile; for `apply`."""
    let_go((table.seat(seat).quests,), count, cards)
    table.quests_discard = [*table.quests_discard, *cards]


def misnamed(cards: Sequence[str], count: int) -> Iterator[Refused]:
    """Nobody names more cards than are drawn."""
    if len(cards) > count:
        yield MORE_NAMED(named=len(cards), count=count)


def misdealt(table: Runewars, cards: Sequence[str], count: int) -> Iterator[Refused]:
    """Why tactics cards are not what was drawn; those about false runes are replaced in an epic game."""
    yield from misnamed(cards, count)
    for card in cards if table.epic else ():
        if TacticsCard.of(table, card).fakes:
            yield REPLACED(card=table.called("tactics", card))


def excess(seat: Seat) -> Iterator[tuple[Text, int, int]]:
    """What a seat holds too much of: its name, how much it may hold, how much is to be discarded (C-35)."""
    if (tactics := len(seat.held)) > MOST_TACTICS:
        yield TACTICS, MOST_TACTICS, tactics - MOST_TACTICS
    if (quests := len(seat.quests)) > MOST_QUESTS:
        yield QUESTS, MOST_QUESTS, quests - MOST_QUESTS


def hands_too_full(table: Runewars, *seats: str) -> Iterator[Refused]:
    """Why a turn or a step cannot end: somebody holds too many cards."""
    for seat in seats:
        for cards, limit, count in excess(table.seat(seat)):
            yield HAND_LIMIT(seat=table.called("seats", seat), limit=limit, cards=cards, count=count)
