"""The journey step: cards, stages, ways, world events."""

from typing import Any

import pytest

from companion.testing import followed, given, refused, says, table
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.city import CityStepEnded
from domain.games.agemonia.campaign.journey import (
    JourneyBranchChosen,
    JourneyStageCompleted,
    JourneyStepEnded,
    ScenarioCardGained,
    ScenarioIntroductionRead,
    ScenarioSelected,
    WorldEventOptionChosen,
    WorldEventResolved,
    WorldEventRevealed,
)
from domain.games.agemonia.campaign.party import CampaignStepEntered
from domain.games.agemonia.console.scenario import (
    ArenaScoreRecorded,
    ScenarioCompleted,
    ScenarioOutcomeRecorded,
    ScenarioStarted,
)
from tests.domain.games.agemonia.moments import (
    AFTER_THE_ARENA,
    ARENA,
    BEDS,
    CITY,
    CITY_OVER,
    JOURNEY,
    RULED,
    THEN,
    TRAINED,
    VAULT,
    WATCH,
    WON,
    each_refusal,
    entry_of,
    no,
    refuses,
    typed_in,
)

STAGES = typed_in(
    "scenarios",
    WATCH,
    stages=[
        {"no": 1, "kind": "story entry", "branch": "A"},
        {"no": 1, "kind": "special location", "branch": "B"},
        {"no": 2, "kind": "story entry", "branch": "A"},
        {"no": 2, "kind": "story entry", "branch": "B"},
        {"no": 3, "kind": "play the scenario"},
    ],
)
STAGE = JourneyStageCompleted(kind="story entry", ref="112")
CHOSE_A, CHOSE_B = JourneyBranchChosen(branch="A"), JourneyBranchChosen(branch="B")
WORLD = WorldEventRevealed(card="W3")
WATCH_CARD = ScenarioCardGained(scenario=WATCH)
AFTER_AN_ARENA_THAT_WAS_TYPED = (
    *TRAINED,
    ScenarioCardGained(scenario="The Pit"),
    *CITY_OVER,
    ScenarioSelected(scenario="The Pit", arena=True),
    JourneyStepEnded(),
    ScenarioStarted(),
    ScenarioOutcomeRecorded(code="S"),
    ArenaScoreRecorded(score=7),
    ScenarioCompleted(),
    *BEDS,
    CityStepEnded(),
)
ON_THE_WAY = (*JOURNEY, STAGES, ScenarioSelected(scenario=WATCH))
TO_THE_END = (CHOSE_A, STAGE, STAGE)
THE_END = STAGE.copy_with(kind="play the scenario", ref="")
EVENT_STAGE = typed_in("scenarios", WATCH, stages=[{"no": 1, "kind": "world event"}, {"no": 2, "kind": "story entry"}])
ONE_EVENT = (*JOURNEY, EVENT_STAGE, ScenarioSelected(scenario=WATCH))
REFUSALS = [
    no("card-in-stock", WATCH_CARD, event=WATCH_CARD, bendable=False),
    no("card-in-stock", *RULED, event=WATCH_CARD, bendable=False, why="selected"),
    no("card-removed", *WON, ScenarioCompleted(), event=WATCH_CARD, bendable=True),
    no(
        "scenario-at-hand",
        *RULED,
        ScenarioCardGained(scenario=VAULT),
        event=ScenarioSelected(scenario=VAULT),
        bendable=True,
    ),
    no("card-not-in-stock", *JOURNEY, event=ScenarioSelected(scenario=VAULT), bendable=False),
    no(
        "requirement-not-met",
        *JOURNEY,
        event=ScenarioSelected(scenario=WATCH, requirement_met=False),
        bendable=True,
        why="scenario",
    ),
    no("arena-twice", *AFTER_THE_ARENA, *BEDS, CityStepEnded(), event=ScenarioSelected(scenario="A1"), bendable=False),
    no(
        "arena-twice",
        *AFTER_AN_ARENA_THAT_WAS_TYPED,
        event=ScenarioSelected(scenario="The Pit"),
        bendable=False,
        why="typed-once",
    ),
    no(
        "arena-level",
        *CITY,
        ARENA,
        ScenarioCardGained(scenario="A1"),
        *CITY_OVER,
        event=ScenarioSelected(scenario="A1"),
        bendable=False,
    ),
    no("no-scenario", *JOURNEY, event=ScenarioIntroductionRead(), bendable=False, why="introduction"),
    no("no-scenario", *JOURNEY, event=CHOSE_A, bendable=False, why="way"),
    no("no-scenario", *JOURNEY, event=STAGE, bendable=False, why="stage"),
    no("no-scenario", *JOURNEY, event=JourneyStepEnded(), bendable=False, why="end"),
    no("keep-the-letter", *RULED, CHOSE_A, STAGE, event=CHOSE_B, bendable=False),
    no("requirement-not-met", *RULED, event=CHOSE_A.copy_with(requirement_met=False), bendable=True, why="way"),
    no("stage-order", *RULED, event=STAGE.copy_with(stage=2), bendable=False),
    no("not-split", *ON_THE_WAY, *TO_THE_END, event=CHOSE_A, bendable=True),
    no("choose-a-way", *ON_THE_WAY, event=STAGE, bendable=True),
    no("other-stage", *ON_THE_WAY, CHOSE_B, event=STAGE, bendable=True),
    no("no-such-stage", *ON_THE_WAY, *TO_THE_END, THE_END, event=STAGE, bendable=True),
    no("no-such-stage", *RULED, THE_END, event=STAGE, bendable=True, why="not-typed-in"),
    no("no-event-called-for", *ONE_EVENT, WORLD, WorldEventResolved(), event=WORLD, bendable=True, why="a-second"),
    no("world-event-open", *RULED, WORLD, event=STAGE, bendable=False, why="stage"),
    no("world-event-open", *RULED, WORLD, event=WORLD, bendable=False, why="another"),
    no("no-event-called-for", *JOURNEY, STAGES, ScenarioSelected(scenario=WATCH), event=WORLD, bendable=True),
    no("no-world-event", *RULED, event=WorldEventOptionChosen(option="A"), bendable=False, why="option"),
    no(
        "requirement-not-met",
        *RULED,
        WORLD,
        event=WorldEventOptionChosen(option="A", requirement_met=False),
        bendable=True,
        why="world-event",
    ),
    no("no-world-event", *RULED, event=WorldEventResolved(), bendable=False),
    no("world-event-open", *RULED, WORLD, event=JourneyStepEnded(), bendable=False, why="end"),
    no("stages-remain", *JOURNEY, STAGES, ScenarioSelected(scenario=WATCH), event=JourneyStepEnded(), bendable=False),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


def test_a_card_is_gained_and_chosen_with_what_it_shows() -> None:
    spec = given(GAME, *JOURNEY).when(ScenarioSelected(scenario=WATCH))
    spec.then(
        ScenarioSelected(scenario=WATCH, experience=True, replay=False, arena=False),
        table(**{"scenarios.twilight-watch.zone": "selected", "running.experience": True, "running.kept": ""}),
    )


@pytest.mark.parametrize(
    ("shows", "kept"), [({"replay": True}, "replay symbol"), ({}, "")], ids=["a replay symbol", "nothing"]
)
def test_what_nobody_typed_in_is_said_when_choosing(shows: Any, kept: str) -> None:
    spec = given(GAME, *CITY, ScenarioCardGained(scenario="77"), *CITY_OVER)
    spec.when(ScenarioSelected(scenario="77", experience=True, **shows)).then(
        table(**{"running.kept": kept, "running.experience": True, "running.scenario": "77"})
    )


def test_an_arena_score_is_that_of_all_heroes_whether_the_result_or_the_score_comes_first() -> None:
    outcome, score = ScenarioOutcomeRecorded(code="S"), ArenaScoreRecorded(score=7)
    before = AFTER_AN_ARENA_THAT_WAS_TYPED[: AFTER_AN_ARENA_THAT_WAS_TYPED.index(outcome)]
    for events in ((outcome, score), (score, outcome)):
        (played,) = given(GAME, *before, *events).play.campaign.table.played[-1:]
        assert played.scores == dict.fromkeys(played.players, 7)
        assert played.scores


def test_after_an_arena_only_another_kind_of_scenario_is_to_be_chosen() -> None:
    spec = given(GAME, *AFTER_AN_ARENA_THAT_WAS_TYPED).then_must(ScenarioCardGained).then_no_prompt(ScenarioSelected)
    spec.and_then(ScenarioCardGained(scenario=VAULT)).then_must(ScenarioSelected)


def test_stages_are_done_one_after_the_other() -> None:
    spec = given(GAME, *RULED, ScenarioIntroductionRead()).when(STAGE)
    spec = spec.then(STAGE.copy_with(stage=1, split=False), says("Journey stage 1: story entry 112"))
    spec.and_then(STAGE.copy_with(stage=2)).then(table(**{"journey.stage": 2, "journey.introduced": True}))


def test_the_letter_is_kept_only_from_one_split_stage_to_the_next() -> None:
    spec = given(GAME, *RULED, CHOSE_B).when(CHOSE_A).then(table(**{"journey.branch": "A"}))
    spec = spec.and_then(STAGE).then(table(**{"journey.kept": "A", "journey.branch": ""}))
    spec.and_then(CHOSE_B).then(refused("keep-the-letter", says="letter A"))
    spec = spec.and_then(STAGE.copy_with(split=False)).then(table(**{"journey.kept": ""}))
    spec.and_then(CHOSE_B).then()


def test_stages_that_are_known_say_themselves_whether_they_are_split() -> None:
    spec = given(GAME, *JOURNEY, STAGES, ScenarioSelected(scenario=WATCH), CHOSE_A, STAGE)
    spec = spec.when(STAGE).then(STAGE.copy_with(stage=2, split=True), table(**{"journey.kept": "A"}))
    spec = spec.and_then(STAGE.copy_with(kind="play the scenario")).then(table(**{"journey.kept": ""}))
    spec.and_then(JourneyStepEnded()).then(followed(CampaignStepEntered(step="scenario")))


def test_a_world_event_is_resolved_and_its_card_goes() -> None:
    spec = given(GAME, *RULED, WORLD, WorldEventOptionChosen(option="Pay")).when(WorldEventResolved(outcome="fine"))
    spec.then(table(**{"journey.event": None, "world_events": ["W3"]}))
    spec.and_undo(entry_of(spec, WorldEventRevealed), "those").then(table(world_events=[]))


def test_a_scenario_that_failed_is_chosen_again_as_another_attempt() -> None:
    spec = given(GAME, *WON, ScenarioCompleted()).when(WATCH_CARD, bend=THEN)
    spec = spec.and_then(CampaignStepEntered(step="journey")).and_then(ScenarioSelected(scenario=WATCH))
    spec.then(table(**{"running.attempt": 2}))
