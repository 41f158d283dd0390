"""The record is true: a line tells the names of its moment; only what was put right or bound later reaches back."""

import io
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.testing import Play, given
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event, sentence_of_event
from domain.framework.game import AnyGame
from domain.framework.kernel import ContentAdded, ContentCorrected
from domain.framework.table import Table
from domain.games import BY_KEY
from domain.games.champions import GAME as CHAMPIONS
from domain.games.champions.defeats import VillainStageBegun, VillainStageDefeated
from domain.games.champions.harm import DamageDealt
from domain.games.champions.setup.scenarios import GameBegun, ScenarioChosen
from domain.games.champions.state.table import MAIN, VILLAIN
from domain.games.champions.threat import MainSchemeAdvanced, ThreatPlaced
from domain.games.runewars.setup.homes import HomeMarkerPlaced
from domain.games.runewars.setup.laying import MapTilePlaced
from domain.log.campaign import Campaign
from domain.log.entries import CORRECTION_TOPICS, Entry, Memory
from projections.documents import lossless
from tests.domain.games.champions.moments import HEROES
from tests.domain.games.runewars.maps import HOMES, MAPPED
from tests.moments import moments_of
from tests.strategies import guess
from tests.test_games import each_game
from tests.test_golden import LOGS
from tests.test_truth import moved

TRIES = 3
"""Of each event so many are made up."""
MOMENTS = 2
"""The number of moments of golden logs, in addition to random plays."""


def lines(campaign: Campaign) -> Iterator[tuple[Entry, str, str]]:
    """Every entry with its line as it was told when it was recorded, and as it is told at the end.

    Content that was typed in or put right since, and names that were bound to it, are known to both.
    """
    then, end, standing = campaign.empty_table(), campaign.table, campaign.standing()
    since = {"library": end.library, "bound": end.bound, "content": end.content}
    for entry in campaign.entries():
        counts = standing.amended.get(entry.position) or entry.event
        if counts is not None and standing.counts(entry.position) and entry.topic not in CORRECTION_TOPICS:
            counts.record_on(then)
        if entry.event is not None:
            yield entry, _line(entry, then.model_copy(update=since)), told(campaign, entry)


def told(campaign: Campaign, entry: Entry) -> str:
    """The line of an entry as it is told now."""
    return _line(entry, campaign.names.at(entry.position, campaign.table, campaign.position))


def _line(entry: Entry, table: Table) -> str:
    assert entry.event is not None
    return str(sentence_of_event(type(entry.event), entry.fields, table))


def holds(campaign: Campaign) -> bool:
    """Whether every line is the same at its moment and at the end; fails with those that are not."""
    wrong = [(entry.position, was, is_) for entry, was, is_ in lines(campaign) if was != is_]
    assert not wrong
    return True


@each_game
def test_a_line_is_the_same_when_it_is_recorded_and_at_the_end(game: AnyGame) -> None:
    assert all(holds(play.campaign) for play in moved(game))


def any_of(game: AnyGame, table: Table) -> list[Event[Any]]:
    """Some of every event of a game, with what a table offers for its fields, whether it may be recorded or not."""
    random, found = Random(1), list[Event[Any]]()
    for event in (guess(cls, table, random) for cls in game.events for _ in range(TRIES)):
        with suppress(Exception):  # what it is about is not there
            found += [event.settle(table, Chance(random))] if event else []
    return found


def say_all(events: Iterable[Event[Any]], table: Table) -> list[str]:
    """What a table says of events."""
    return [str(sentence_of_event(type(event), event.model_dump(mode="json"), table)) for event in events]


@each_game
def test_a_line_rests_on_its_fields_on_content_and_on_names_alone(game: AnyGame) -> None:
    """So nothing that happens later changes it, in plays that the law above never meets."""
    every = set[type]()
    for play in (*moved(game), *(moment.play_on() for moment in moments_of(game)[:MOMENTS])):
        table = play.campaign.table
        kept = {name: getattr(table, name) for name in ("library", "bound", "content", *type(table).names_rest_on)}
        bare = play.campaign.empty_table().model_copy(update=kept)
        met = any_of(game, table)
        assert say_all(met, bare) == say_all(met, table)
        every |= {type(event) for event in met}
    assert len(every) > len(game.events) * 4 / 5


@pytest.mark.slow
@each_game
def test_what_changes_a_name_says_so(game: AnyGame) -> None:
    for play in moved(game):
        table = play.campaign.table
        names, met = type(table).names_rest_on, any_of(game, table)
        told, looked_at = say_all(met, table), [{name: getattr(table, name) for name in names}]
        for event in met if names else ():
            after = table.model_copy(deep=True)
            with suppress(Exception):  # nobody could have recorded it
                event.apply(after)
            parts = {name: getattr(after, name) for name in names}
            if not type(event).log.changes_names and parts not in looked_at:
                looked_at.append(parts)
                assert say_all(met, table.model_copy(update=parts)) == told, event


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}-{log.stem}")
def test_so_is_each_line_of_a_real_evening(log: Path) -> None:
    imported = lossless.read_lossless(io.BytesIO(log.read_bytes()), BY_KEY)
    packs = {pack.digest: pack for pack in imported.packs}
    raws = imported.raws
    assert holds(Campaign("0" * 32, BY_KEY[log.parent.name], Memory(raws), packs.get))


# --- a villain and a scheme of two stages ----------------------------------------------------

STAGES = (
    ContentAdded(kind="villains", id="Ogre I", fields={"health": 5}),
    ContentAdded(kind="villains", id="Ogre II", fields={"health": 7}),
    ContentAdded(kind="main-schemes", id="Knock", fields={"target": 9}),
    ContentAdded(kind="main-schemes", id="Enter", fields={"target": 9}),
    ContentAdded(kind="scenarios", id="Two", fields={"villains": ["Ogre I", "Ogre II"], "schemes": ["Knock", "Enter"]}),
)
BEGUN = (*STAGES, *HEROES, ScenarioChosen(scenario="Two"), GameBegun())


def told_of(play: Play, cls: type) -> list[str]:
    return [told(play.campaign, entry) for entry in play.campaign.entries() if isinstance(entry.event, cls)]


def test_a_villain_is_told_by_the_stage_it_was() -> None:
    spec = given(CHAMPIONS, *BEGUN, DamageDealt(target=VILLAIN, amount=10)).when(DamageDealt(target=VILLAIN, amount=2))
    assert isinstance(spec.play.campaign.entry(spec.play.campaign.position).event, DamageDealt)
    assert told_of(spec.play, VillainStageBegun)
    assert [line.partition(" took ")[0] for line in told_of(spec.play, DamageDealt)] == ["Ogre I", "Ogre II"]


def test_a_scheme_is_told_by_the_stage_it_was() -> None:
    spec = given(CHAMPIONS, *BEGUN, ThreatPlaced(scheme=MAIN, amount=18)).when(ThreatPlaced(scheme=MAIN, amount=2))
    assert told_of(spec.play, MainSchemeAdvanced)
    assert [line.partition(" placed on ")[2] for line in told_of(spec.play, ThreatPlaced)] == ["Knock", "Enter"]


def test_a_name_put_right_reaches_back() -> None:
    spec = given(CHAMPIONS, *BEGUN, DamageDealt(target=VILLAIN, amount=10))
    spec.when(ContentCorrected(kind="villains", id="Ogre I", fields={"en": "Troll I"}))
    assert [line.partition(" took ")[0] for line in told_of(spec.play, DamageDealt)] == ["Troll I"]


def test_a_stage_taken_back_is_told_by_the_one_that_stays() -> None:
    spec = given(CHAMPIONS, *BEGUN, DamageDealt(target=VILLAIN, amount=10)).and_undo()
    spec.when(DamageDealt(target=VILLAIN, amount=2))
    assert told_of(spec.play, VillainStageDefeated)
    assert [line.partition(" took ")[0] for line in told_of(spec.play, DamageDealt)] == ["Ogre I", "Ogre I"]


# --- a map -----------------------------------------------------------------------------------


def test_a_place_of_the_map_is_told_by_the_areas_that_lay_beside_it_then() -> None:
    play = given(MAPPED, *HOMES).play
    lines = told_of(play, MapTilePlaced)
    assert lines[:2] == ["Tile 1 was laid at 0 0, as printed", "Tile 4 was laid next to 1A, 1C, as printed"]
    assert told_of(play, HomeMarkerPlaced)[-1] == "Home marker 3 was laid next to 7A, 7C"
    assert holds(play.campaign)
