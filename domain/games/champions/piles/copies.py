"""How many of an encounter card there are in this game, and whether one is left to come off the encounter deck."""

from collections import Counter
from collections.abc import Iterator, Sequence

from domain.games.champions import sections
from domain.games.champions.state.kinds import EncounterSet, IdentitySheet
from domain.games.champions.state.table import Champions
from domain.language.refusal import Refused, refusal

NO_COPY_LEFT = refusal(
    "no-copy-left", "{count|copy|copies} of {card} in the encounter deck, and none is left.",
    rule=sections.ENCOUNTER_DECK,
)  # fmt: skip
OPEN_BY = {
    "treachery-resolved": "name",
    "obligation-resolved": "name",
    "boost-ability-resolved": "card",
}
"""What is due while an encounter card lies open, and its field that names the card."""


def none_left(table: Champions, *cards: str, off_deck: bool = True) -> Iterator[Refused]:
    """Why cards do not come off the encounter deck, or into play from wherever they are: all copies are elsewhere."""
    for card, more in Counter(card for card in cards if card).items():
        there_are = copies_of(table, card)
        if there_are and copies_elsewhere(table, card, off_deck=off_deck) + more > there_are:
            yield NO_COPY_LEFT(card=table.called("cards", card), count=there_are)


def copies_of(table: Champions, card: str) -> int:
    """The copies of a card in the sets of this game, and of what its heroes bring; 0 where none of them lists it."""
    here = table.scenario
    sets = (*here.sets, *(one.name for one in here.modular if one.name))
    heroes = [IdentitySheet.of(table, seat) for seat in table.seats]
    listed = sum(EncounterSet.of(table, set_).cards.get(card, 0) for set_ in dict.fromkeys(sets))
    return listed + sum(hero.nemesis.get(card, 0) + list(hero.obligations).count(card) for hero in heroes)


def copies_elsewhere(table: Champions, card: str, *, off_deck: bool) -> int:
    """The copies that are in play, and for one that comes off the deck also those that lie anywhere else.

    Where nobody counts the encounter deck, nobody knows when its discard pile was shuffled: then no pile counts.
    """
    in_play = sum(one.card == card and not one.facedown for one in table.play.values())
    return in_play + (
        sum(pile.count(card) for pile in piles_elsewhere(table)) if off_deck and table.scenario.counted else 0
    )


def piles_elsewhere(table: Champions) -> Iterator[Sequence[str]]:
    """The cards that are neither in the encounter deck nor in play, as far as somebody named them."""
    here = table.scenario
    yield from (here.discard, here.removed, here.victory, here.obligations, here.aside)
    for due in table.agenda.due.values():
        if due.event in OPEN_BY:
            yield [str(due.fields.get(OPEN_BY[due.event], ""))] * due.times


__all__ = ["none_left"]
