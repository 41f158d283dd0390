"""Shared by events about hands and decks: kinds of cards, hand sizes, common refusals (手牌)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from domain.components.piles import NOT_HELD, may_hold
from domain.framework.events.marks import KeepsOrder
from domain.framework.refusal import Refused, never
from domain.framework.text import Text, text
from domain.games.champions.base import ChampionsEvent, HandCard, PlayerCard, not_in_game, not_played
from domain.games.champions.numbers import number_of
from domain.games.champions.state.parts import PileName
from domain.games.champions.state.table import Champions

MOST_AT_ONCE = 60
NO_SIZE = never("no-hand-size", "The hand size of {seat} is not known: say how many cards are drawn.", asks=True)
NOTHING_COUNTED = never("nothing-counted", "Say how many cards there are.", asks=True)
PILE_EMPTY = never("pile-empty", "{seat} has no card there.", areas=("hands",))

PlayerPile = Literal["hand", "deck", "discard"]
"""A pile of a player that a card comes from."""
Cards = Annotated[tuple[PlayerCard, ...], Field(max_length=MOST_AT_ONCE), KeepsOrder()]
"""Named cards; an event may move more cards than it names."""
SIZE_OF = {"hero": "hand", "alter-ego": "alter_hand"}
"""The number with the hand size of each form."""
Held = Annotated[
    tuple[HandCard, ...],
    Field(max_length=MOST_AT_ONCE),
    KeepsOrder(),
]
"""Cards in the hand of the event's `seat`."""


def hand_size(table: Champions, id_: str) -> int | None:
    """The current hand size of a player's current form; None if it is unknown."""
    return number_of(table, id_, SIZE_OF[table.seat(id_).form])


class PileEvent(ChampionsEvent):
    """The base of events about the cards of the player in `seat`."""

    heading = "Hands and decks"
    tracked = ("hands",)

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_played(table)
        yield from not_in_game(table, str(getattr(self, "seat", "")))


class Counted(ChampionsEvent):
    """The base of events that count piles: 0 is a valid count, but at least one count is required."""

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Champions) -> Mapping[str, object]:
        return {"deck": _counted_in(fields)}

    def check(self, table: Champions) -> Iterator[Refused]:
        if not _counted_in(dict(self)):
            yield NOTHING_COUNTED()


def _counted_in(fields: Mapping[str, object]) -> tuple[Text, ...]:
    counts = {
        "hand": text("{count|card|cards} in hand", count=fields.get("hand")),
        "deck": text("{count} in the deck", count=fields.get("deck")),
        "discard": text("{count} in the discard pile", count=fields.get("discard")),
    }
    return tuple(said for pile, said in counts.items() if isinstance(fields.get(pile), int))


def not_in_pile(table: Champions, seat: str, pile: PileName | None, card: str | None) -> Iterator[Refused]:
    """The refusal for a card that is not in a player's pile, or for an empty pile."""
    here = table.seat(seat)
    lying = here.lying(pile) if pile else ()
    if pile and not lying and (pile != "deck" or here.counted):
        yield PILE_EMPTY(seat=table.called("identities", seat))
    elif lying and card and not may_hold(lying, card):
        yield replace(NOT_HELD, areas=("hands",))(card=table.called("cards", card))
