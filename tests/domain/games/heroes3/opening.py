"""Moments of a game, as the events that lead there: three factions, whose turns go Castle, Dungeon, Necropolis."""

from typing import Any

from domain.games.heroes3.rounds import RoundEnded, TurnEnded
from domain.games.heroes3.setup.players import FactionTaken, GameBegun, GameSetUp, StartTaken
from domain.language.event import Event

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


def game(
    *tracks: str, mode: str = "clash", factions: tuple[str, ...] = (CASTLE, DUNGEON, NECROPOLIS), **fields: Any
) -> Events:
    """A game in its first round, with what it tracks."""
    return (
        GameSetUp(mode=mode, tracks=tracks, **fields),
        *taken(*factions),
        GameBegun(starting=factions[0]),
    )


def turns_over(*factions: str) -> Events:
    """All take their turns, and the round ends."""
    return (*(TurnEnded(seat=faction) for faction in factions), RoundEnded())


KINGDOMS = game("towns")
"""Three kingdoms in round 1, of which neither map nor cards are tracked."""
