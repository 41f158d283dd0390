"""Moments of a game, as the events that lead there. Two heroes against Rhino: the first is in hero form."""

from typing import Any

from companion.testing import given
from domain.framework.events.event import Event
from domain.framework.kernel import AreasTracked, ContentAdded, ContentCorrected
from domain.games.champions import GAME
from domain.games.champions.cards.entering import CardEntered, MinionEntered, SideSchemeEntered
from domain.games.champions.display import enemies
from domain.games.champions.heroes.powers import FormChanged
from domain.games.champions.printing import CardPrintSaid
from domain.games.champions.rounds import PlayerPhaseEnded, SchemeThreatPlaced, TurnEnded
from domain.games.champions.setup.players import HeroTaken, TableOpened
from domain.games.champions.setup.scenarios import GameBegun, ScenarioChosen
from domain.games.champions.state.table import VILLAIN, Champions

Events = tuple[Event[Any], ...]
SPIDER, IRON = "spider-man", "Iron Man"
"""One that the content knows, and one that the table typed in."""
HEROES: Events = (HeroTaken(hero=SPIDER), HeroTaken(hero=IRON, health=9))
RHINO = ScenarioChosen(scenario="rhino", health=28, target=14, acceleration=2, threat=0)
KLAW = ScenarioChosen(scenario="klaw", health=28, target=14, acceleration=2, threat=0)
"""A villain of whom nobody typed in what he does."""
SET_UP: Events = (*HEROES, RHINO)
NOTHING_PRINTED: Events = (CardPrintSaid(card=VILLAIN), CardPrintSaid(card=IRON))
"""No keywords, Retaliate or icons are on the cards that the content does not know."""
PLAYING: Events = (*SET_UP, GameBegun(), *NOTHING_PRINTED)
"""The first player phase; all areas are tracked."""


def tracking(*areas: str) -> AreasTracked:
    """A table that leaves everything else out."""
    return AreasTracked(tracks=areas)


def dials() -> Events:
    """The first player phase at a table with its dials alone."""
    return (TableOpened(), *PLAYING)


HERO_FORM: Events = (*PLAYING, FormChanged(seat=SPIDER))

IN_PLAY: Events = (
    ContentAdded(kind="cards", id="web", fields={"en": "Web", "type": "upgrade", "uses": 3}),
    CardEntered(name="web", seat=SPIDER),
    CardEntered(name="daredevil", seat=SPIDER),
    MinionEntered(name="shocker", seat=SPIDER),
    SideSchemeEntered(name="illegal-arms-factory", threat=30),
)
"""Cards of all areas, once a game is under way: a card with uses among them."""


def turns_done(*seats: str) -> Events:
    """These seats are done, one after the other."""
    return tuple(TurnEnded(seat=seat) for seat in seats)


def villain_phase(*before: Event[Any]) -> Events:
    """The activations of the first villain phase, at a table with its dials alone."""
    return (*dials(), *before, PlayerPhaseEnded(), SchemeThreatPlaced())


SPIKY: Events = (
    ContentAdded(kind="villains", id="Spiky", fields={"health": 20, "health_each": False, "attack": 2, "retaliate": 1}),
    ContentAdded(kind="scenarios", id="The Spikes", fields={"villains": ["Spiky"]}),
)
"""A villain with Retaliate 1, typed in, and a scenario with it."""
AGAINST_SPIKY: Events = (*SPIKY, *HEROES, ScenarioChosen(scenario="The Spikes"), GameBegun(), FormChanged(seat=SPIDER))
RHINO_KNOWN = ContentCorrected(kind="scenarios", id="rhino", fields={"villains": ["rhino-1"]})
"""The villain with the numbers that are printed: ATK 2, SCH 1, and 14 hit points for each player."""


def activations(*areas: str) -> Events:
    """The activations of the first villain phase against Rhino, at a table that tracks these areas and no others."""
    start = (TableOpened(tracks=areas), RHINO_KNOWN, *SET_UP, GameBegun(), *NOTHING_PRINTED, FormChanged(seat=SPIDER))
    return (*start, PlayerPhaseEnded(), SchemeThreatPlaced())


STEP_BY_STEP: Events = activations("activations", "minions", "allies")
"""Spider-Man is in hero form, Iron Man is not; who is attacked by whom is followed step by step."""


def at(*events: Event[Any]) -> Champions:
    """The table after these events."""
    found = given(GAME, *events).play.campaign.table
    assert isinstance(found, Champions)
    return found


def upcoming(*events: Event[Any]) -> list[tuple[str, Event[Any]]]:
    """What the enemies do next after these events: in words, and as it would be recorded."""
    prompts = enemies.enemy_prompts(at(*events))
    return [(str(prompt.title), prompt.event(**prompt.fields)) for prompt in prompts if not prompt.missing]


def asked_next(*events: Event[Any]) -> list[str]:
    """What the enemies do next after these events, in words, also where a number is asked for."""
    return [str(prompt.title) for prompt in enemies.enemy_prompts(at(*events))]


def against_klaw(*events: Event[Champions]) -> Events:
    """The same against a villain of whom nobody knows what he does."""
    return tuple(KLAW if event is RHINO else event for event in events)
