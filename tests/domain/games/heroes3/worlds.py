"""Worlds that differ in what one player holds and looks at: to everybody else they are one."""

from typing import Any

from domain.framework.events.event import Event
from domain.games.heroes3.cards.handling import CardPlayed
from domain.games.heroes3.cards.searching import CardKept, SearchBegun
from domain.games.heroes3.cards.spells import ScrollGained
from tests.domain.games.heroes3.opening import CASTLE, dealt


def study(hand: tuple[str, ...], kept: str, looked: tuple[str, str]) -> list[Event[Any]]:
    """The Castle's hand, the spell it keeps beside Haste, and those of a scroll and of a search that is open."""
    return [
        *dealt(hand=hand),
        SearchBegun(seat=CASTLE, deck="spell", looked=(kept, "haste")),
        CardKept(seat=CASTLE, card=kept),
        CardPlayed(seat=CASTLE, card="attack"),
        ScrollGained(seat=CASTLE, spells=looked),
        SearchBegun(seat=CASTLE, deck="spell", looked=looked[::-1]),
    ]
