"""What lies in a hand, for whoever takes or gives: a blank is a card that nobody named (手牌).

What a hand holds is its seat's secret, how many cards it holds is not: so whoever lets go of cards lets go of as many
as the table was told, whatever was written down of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from domain.games.champions.base import NOT_ENOUGH, ChampionsEvent, HandCard, PlayerCard, not_in_game, not_played
from domain.games.champions.numbers import number
from domain.games.champions.state.cards import without_away
from domain.games.champions.state.table import Champions
from domain.language.event import InOrder
from domain.language.refusal import Refused, never
from domain.language.text import Text, text

MOST_AT_ONCE = 60
MORE_NAMED = never("more-named", "{named|card is|cards are} named, and {count|is|are} there.")
NOT_HELD = never("not-held", "{card} is not among these cards.")
NO_SIZE = never("no-hand-size", "Nobody knows the hand size of {seat}: say how many cards are drawn.")
NOTHING_COUNTED = never("nothing-counted", "Say how many cards there are.")
PILE_EMPTY = never("pile-empty", "{seat} has no card there.", areas=("hands",))

PlayerPile = Literal["hand", "deck", "discard"]
"""Where a player's card comes from."""
Cards = Annotated[tuple[PlayerCard, ...], Field(max_length=MOST_AT_ONCE), InOrder()]
"""Cards by their names; of those beyond, nobody says which they are."""
SIZE_OF = {"hero": "hand", "alter-ego": "alter_hand"}
"""The number that is the hand size of a form."""
Held = Annotated[
    tuple[HandCard, ...],
    Field(max_length=MOST_AT_ONCE),
    InOrder(),
]
"""Cards in the hand of the event's `seat`."""


def hand_size(table: Champions, id_: str) -> int | None:
    """The hand size of a player's form at hand, as it counts now; None where nobody knows it."""
    return number(table, id_, SIZE_OF[table.seat(id_).form])


class PileEvent(ChampionsEvent):
    """Something happens to the cards of the player in `seat`."""

    area_of_play = "Hands and decks"
    tracked = ("hands",)

    def check_first(self, table: Champions) -> Iterator[Refused]:
        yield from not_played(table)
        yield from not_in_game(table, str(getattr(self, "seat", "")))


def padded(cards: Sequence[str], count: int) -> list[str]:
    """So many cards, those beyond the named ones blank."""
    return [*cards[:count], *[""] * (count - len(cards))]


def without(pile: Sequence[str], count: int, cards: Sequence[str] = ()) -> list[str]:
    """A pile that so many cards left: those named, else such as nobody named, else the last ones."""
    left = list(pile)
    for card in padded(cards, count)[: len(pile)]:
        if card in left or "" in left:
            left.remove(card if card in left else "")
        else:
            left.pop()
    return left


def resized(pile: Sequence[str], count: int) -> list[str]:
    """A pile of so many cards: blanks come or go first."""
    return [*pile, *[""] * (count - len(pile))] if count > len(pile) else without(pile, len(pile) - count)


class Counted(ChampionsEvent):
    """How many cards are in some piles, as the table has it: none is told as well, no number at all is refused."""

    @classmethod
    def tells(cls, fields: Mapping[str, object], table: Champions) -> Mapping[str, object]:
        return {"deck": _counted_in(fields)}

    def check_first(self, table: Champions) -> Iterator[Refused]:
        if not _counted_in(dict(self)):
            yield NOTHING_COUNTED()


def _counted_in(fields: Mapping[str, object]) -> tuple[Text, ...]:
    told = {
        "hand": text("{count|card|cards} in hand", count=fields.get("hand")),
        "deck": text("{count} in the deck", count=fields.get("deck")),
        "discard": text("{count} in the discard pile", count=fields.get("discard")),
    }
    return tuple(said for pile, said in told.items() if isinstance(fields.get(pile), int))


def misnamed(cards: Sequence[str], count: int) -> Iterator[Refused]:
    """Nobody names more cards than there are."""
    if len(cards) > count:
        yield MORE_NAMED(named=len(cards), count=count)


def not_there(
    table: Champions, pile: Sequence[str], count: int, cards: Sequence[str], areas: tuple[str, ...] = ()
) -> Iterator[Refused]:
    """Why so many cards, some of them named, cannot leave a pile; of one that is counted only with some areas."""
    yield from misnamed(cards, count)
    if count > len(pile):
        yield replace(NOT_ENOUGH, areas=areas)(have=len(pile), need=count)
    left = list(pile)
    for card in cards:
        if not lies_in(left, card):
            yield replace(NOT_HELD, areas=areas)(card=table.called("cards", card))
        else:
            left.remove(card if card in left else "")


def lies_in(pile: Sequence[str], card: str) -> bool:
    """Whether a card is in a pile, or one there that nobody named may be it."""
    return card in pile or "" in pile


def not_in_pile(
    table: Champions, seat: str, pile: PlayerPile | Literal["removed"] | None, card: str | None
) -> Iterator[Refused]:
    """Why a card does not come out of a player's pile: nothing is there, or other cards are."""
    here = table.seat(seat)
    if pile and not getattr(here, pile) and (pile != "deck" or here.counted):
        yield PILE_EMPTY(seat=table.called("identities", seat))
    elif pile and pile != "deck" and card and not lies_in(getattr(here, pile), card):
        yield replace(NOT_HELD, areas=("hands",))(card=table.called("cards", card))


def take_from(table: Champions, id_: str, pile: PlayerPile | Literal["removed"] | None, card: str) -> None:
    """Take a card out of a player's pile; for `apply`."""
    seat = table.seat(id_)
    match pile:
        case "hand":
            seat.hand = without(seat.hand, 1, [card] if card else [])
        case "discard":
            seat.discard = without(seat.discard, 1, [card] if card else [])
        case "removed":
            seat.removed = without(seat.removed, 1, [card] if card else [])
            seat.away = without_away(seat.away, [card])
        case "deck":
            seat.deck = max(0, seat.deck - 1)
