"""The decks that the app draws from although it does not know all their cards.

Events at moments of the golden logs are recorded as they are, with one more card of each kind, and without one card
of each pile that they drew from. A pile with the new card, or the same one without the hidden card, was put together
from the cards that the app happens to know; a pile of the table's state is as before.

`python -m tests.drawn [GAME …]` prints each such pile.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.game import AnyGame
from domain.framework.table import Table
from domain.games import BY_KEY
from tests.shown import sampled_moments
from tests.tried import Moments, Tries, listed

PROMPTS = 2
"""So many prompts for the same event are followed at a moment."""
MORE = "one more of"
"""How the id of an added card begins; its kind follows."""


class CardId(NamedTuple):
    """A card, by its kind."""

    kind: str
    id: str


class PartlyKnown(NamedTuple):
    """A pile of known cards that an event drew from, although it may lack a card."""

    event: str
    card: CardId


@contextmanager
def piles_noted() -> Iterator[list[tuple[str, ...]]]:
    """Note each pile of names that is drawn from or shuffled."""
    found: list[tuple[str, ...]] = []
    draw, shuffle = Chance.draw, Chance.shuffle

    def note(pile: Sequence[Any]) -> None:
        if pile and all(isinstance(one, str) for one in pile):
            found.append(tuple(pile))

    def draw_noted(chance: Chance, pile: Sequence[Any]) -> Any:
        note(pile)
        return draw(chance, pile)

    def shuffle_noted(chance: Chance, pile: Sequence[Any]) -> Any:
        note(pile)
        return shuffle(chance, pile)

    with patch.object(Chance, "draw", draw_noted), patch.object(Chance, "shuffle", shuffle_noted):
        yield found


@contextmanager
def with_one_more() -> Iterator[None]:
    """Add a card of each kind, as if somebody had typed in its name."""
    ids = Table.ids

    def more_ids(table: Table, kind: str) -> Iterable[str]:
        return [*ids(table, kind), f"{MORE} {kind}"]

    with patch.object(Table, "ids", more_ids):
        yield


@contextmanager
def without(hidden: CardId) -> Iterator[None]:
    """Hide a card, as if nobody had typed it in."""
    ids, thing = Table.ids, Table.thing

    def other_ids(table: Table, kind: str) -> Iterable[str]:
        return [one for one in ids(table, kind) if (kind, one) != hidden]

    def known_thing(table: Table, kind: str, id_: str) -> Mapping[str, Any]:
        return {} if (kind, id_) == hidden else thing(table, kind, id_)

    with patch.object(Table, "ids", other_ids), patch.object(Table, "thing", known_thing):
        yield


def piles_drawn(play: Tries, cls: type[Event[Any]], fields: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """The piles that an event draws from at a moment."""
    with piles_noted() as found:
        play.attempt(cls, fields)
    return found


def partly_known(play: Tries, cls: type[Event[Any]], fields: Mapping[str, Any]) -> Iterator[PartlyKnown]:
    """The piles of an event that a new card joins, or that do without a card that the app does not know."""
    table = play.campaign.table
    with with_one_more():
        added = piles_drawn(play, cls, fields)
    for card in dict.fromkeys(card for pile in added for card in pile if card.startswith(MORE)):
        yield PartlyKnown(cls.__name__, CardId(card.removeprefix(MORE).strip(), card))
    first = dict.fromkeys(piles_drawn(play, cls, fields))
    for pile in first:
        for kind in (kind for kind in table.pack.terms if {*pile} <= {*table.ids(kind)}):
            hidden = CardId(kind, pile[0])
            rest = {*pile} - {hidden.id}
            with without(hidden):
                again = piles_drawn(play, cls, fields)
            if rest and any({*one} == rest for one in again if one not in first):
                yield PartlyKnown(cls.__name__, hidden)


def partly_known_decks(game: AnyGame) -> Iterator[PartlyKnown]:
    """The piles of cards of which the app may miss some.

    The events are those that prompts ask for at the sampled moments, and those that `tried.txt` lists.
    """
    moments = Moments(game)
    for log, entry in sampled_moments(game):
        play = moments.at(log, entry)
        for topic, known in play.prompts.items():
            for fields in known[:PROMPTS]:
                yield from partly_known(play, game.by_topic[topic], fields)
    for topic, tries in listed(game).items():
        for one in tries if topic in game.by_topic else ():
            yield from partly_known(moments.at(one.log, one.entry), game.by_topic[topic], one.fields)


def main() -> None:
    for key in sys.argv[1:] or BY_KEY:
        for one in dict.fromkeys(partly_known_decks(BY_KEY[key])):
            print(key, one.event, *one.card)


if __name__ == "__main__":
    main()
