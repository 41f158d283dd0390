"""Hands of tactics and quest cards: what comes into them, what leaves them, how many they hold (策略卡; 任务卡)."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.state.kinds import TacticsCard
from domain.games.runewars.state.seats import MOST_QUESTS, MOST_TACTICS, Seat
from domain.games.runewars.state.table import Runewars
from domain.language.event import Choice, InOrder, Line
from domain.language.refusal import Refused, refusal
from domain.language.text import Text, text
from domain.things.piles import take_cards, too_many_named, with_blanks

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
    (hand.fresh if table.season else hand.tactics).extend(with_blanks(cards, count))


def take_quests(table: Runewars, seat: str, count: int, cards: Sequence[str] = ()) -> None:
    """Quest cards come into a hand; for `apply`."""
    table.seat(seat).quests.extend(with_blanks(cards, count))


def lose_tactics(table: Runewars, seat: str, count: int, cards: Sequence[str] = ()) -> None:
    """Tactics cards leave a hand for the discard pile, which has those that are named; for `apply`."""
    hand = table.seat(seat)
    take_cards(count, cards, hand.tactics, hand.fresh)
    table.tactics_discard.extend(cards)


def lose_quests(table: Runewars, seat: str, count: int, cards: Sequence[str] = ()) -> None:
    """Quest cards leave a hand for the discard pile, which has those that are named; for `apply`."""
    take_cards(count, cards, table.seat(seat).quests)
    table.quests_discard.extend(cards)


def misdealt(table: Runewars, cards: Sequence[str], count: int) -> Iterator[Refused]:
    """Why tactics cards are not what was drawn; those about false runes are replaced in an epic game."""
    yield from too_many_named(cards, count)
    for card in cards if table.epic else ():
        if TacticsCard.of(table, card).fakes:
            yield REPLACED(card=table.called("tactics", card))


def names_cards(table: Runewars) -> bool:
    """Whether this table writes down which tactics cards it holds: it typed some in."""
    return bool(table.library.get("tactics"))


def excess(seat: Seat) -> Iterator[tuple[Text, int, int]]:
    """What a seat holds too much of: its name, how much it may hold, how much is to be discarded (C-35)."""
    if (tactics := len(seat.held)) > MOST_TACTICS:
        yield TACTICS, MOST_TACTICS, tactics - MOST_TACTICS
    if (quests := len(seat.quests)) > MOST_QUESTS:
        yield QUESTS, MOST_QUESTS, quests - MOST_QUESTS


def over_limit(table: Runewars, cards: Text) -> Iterator[tuple[str, int]]:
    """The seats that hold too many cards of a sort, with how many each of them discards; none while a bid is open."""
    for seat in table.alive():
        yield from ((seat, count) for kind, _, count in excess(table.seat(seat)) if kind is cards and not table.bid)


def hands_too_full(table: Runewars, *seats: str) -> Iterator[Refused]:
    """Why a turn or a step cannot end: somebody holds too many cards."""
    for seat in seats:
        for cards, limit, count in excess(table.seat(seat)):
            yield HAND_LIMIT(seat=table.called("seats", seat), limit=limit, cards=cards, count=count)
