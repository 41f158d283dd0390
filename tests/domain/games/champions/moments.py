"""Moments of a game, as the events that lead there. Two heroes against Rhino: the first is in hero form."""

from typing import Any

from domain.event import Event
from domain.games.champions.heroes.forms import FormChanged
from domain.games.champions.rounds.phases import PlayerPhaseEnded, SchemeThreatPlaced, TurnEnded
from domain.games.champions.setup.players import HeroTaken, TableOpened
from domain.games.champions.setup.scenarios import GameBegun, ScenarioChosen
from domain.kernel import AreasTracked

Events = tuple[Event[Any], ...]
SPIDER, IRON = "spider-man", "Iron Man"
"""One that the content knows, and one that the table typed in."""
HEROES: Events = (HeroTaken(hero=SPIDER), HeroTaken(hero=IRON, health=9))
RHINO = ScenarioChosen(scenario="rhino", health=28, target=14, acceleration=2)
SET_UP: Events = (*HEROES, RHINO)
PLAYING: Events = (*SET_UP, GameBegun())
"""The first player phase; all areas are tracked."""


def tracking(*areas: str) -> AreasTracked:
    """A table that leaves everything else out."""
    return AreasTracked(tracks=areas)


def dials() -> Events:
    """The first player phase at a table with its dials alone."""
    return (TableOpened(), *PLAYING)


HERO_FORM: Events = (*PLAYING, FormChanged(seat=SPIDER))


def turns_done(*seats: str) -> Events:
    """These seats are done, one after the other."""
    return tuple(TurnEnded(seat=seat) for seat in seats)


def villain_phase(*before: Event[Any]) -> Events:
    """The activations of the first villain phase, at a table with its dials alone."""
    return (*dials(), *before, PlayerPhaseEnded(), SchemeThreatPlaced())
