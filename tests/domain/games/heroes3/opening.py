"""Moments of a game, as the events that lead there: three factions, whose turns go Castle, Dungeon, Necropolis."""

from typing import Any

from domain.framework.events.event import Event
from domain.framework.kernel import ContentAdded
from domain.games.heroes3.cards.decks import KEPT_DECKS
from domain.games.heroes3.rounds import RoundEnded, TurnBegun, TurnEnded
from domain.games.heroes3.setup.players import FactionTaken, GameBegun, GameSetUp, StartTaken

Events = tuple[Event[Any], ...]
CASTLE, DUNGEON, NECROPOLIS = "castle", "dungeon", "necropolis"
START = {"gold": 15, "materials": 3, "valuables": 1}
INCOME = {"gold": 10}


def taken(*factions: str, **fields: Any) -> Events:
    """Players take factions, and what a scenario gives."""
    return tuple(
        event
        for faction in factions
        for event in (
            FactionTaken(faction=faction, player=faction.title(), **fields),
            StartTaken(seat=faction, goods=START, income=INCOME, units=("halberdiers",) if faction == CASTLE else ()),
        )
    )


def quiet(*, options: tuple[str, ...] = (), **_: Any) -> tuple[str, ...]:
    """Options of a game in which no proclamation is a must in the next round."""
    return options if "astrologers-every-round" in options else (*options, "no-astrologers")


def game(
    *tracks: str, mode: str = "clash", factions: tuple[str, ...] = (CASTLE, DUNGEON, NECROPOLIS), **fields: Any
) -> Events:
    """A game in its first round, with what it tracks; by default without astrologers, and the app keeps its decks."""
    return (
        GameSetUp(mode=mode, tracks=tracks, **{"decks": KEPT_DECKS, **fields, "options": quiet(**fields)}),
        *taken(*factions),
        GameBegun(starting=factions[0]),
    )


def solo_campaign(*tracks: str) -> Events:
    """The first round of a solo campaign's first scenario."""
    return (
        GameSetUp(mode="campaign", scenario="First Steps", tracks=tracks),
        FactionTaken(faction=CASTLE, player="Ann", hero="catherine"),
        StartTaken(seat=CASTLE, goods={"gold": 10}, units=("halberdiers",)),
        GameBegun(starting=CASTLE),
    )


def turns_over(*factions: str) -> Events:
    """All take their turns, and the round ends."""
    return (*(TurnEnded(seat=faction) for faction in factions), RoundEnded())


ADELA = ContentAdded(
    kind="heroes",
    id="adela",
    fields={
        "en": "Adela", "zh": "阿德拉", "faction": CASTLE, "attack": 2, "defense": 2, "power": 1, "knowledge": 1,
        "ability": "offense", "specialties": ["bless-1", "bless-4", "bless-6"],
    },
)  # fmt: skip
"""A hero of whom everything is typed in: a might hero with six statistics."""
OPENING_HAND = ("attack", "defense", "power", "magic-arrow")


def dealt(*, hand: tuple[str, ...] = OPENING_HAND, tracks: tuple[str, ...] = ("cards",), **fields: Any) -> Events:
    """A game that tracks its cards; the Castle plays Adela, and has begun its turn with this hand."""
    seated = (
        event for event in game(*tracks, **fields) if not (isinstance(event, FactionTaken) and event.faction == CASTLE)
    )
    setup, *others = seated
    return (
        setup, ADELA, FactionTaken(faction=CASTLE, player="Castle", hero="adela"), *others,
        TurnBegun(seat=CASTLE, cards=hand),
    )  # fmt: skip


KINGDOMS = game("towns")
"""Three kingdoms in round 1, of which neither map nor cards are tracked."""
