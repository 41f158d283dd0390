"""What comes next on a journey: a way only where it is open, and only what lies on it."""

from typing import Any

import pytest

from companion.testing import Spec, given, refused
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.journals import SpecialLocationVisited
from domain.games.agemonia.campaign.journey import (
    JourneyBranchChosen,
    JourneyStageCompleted,
    JourneyStepEnded,
    ScenarioIntroductionRead,
    ScenarioSelected,
    WorldEventResolved,
    WorldEventRevealed,
)
from tests.domain.games.agemonia.moments import JOURNEY, RULED, WATCH, typed_in

SPLIT = (
    {"no": 1, "kind": "special location", "branch": "A"},
    {"no": 1, "kind": "world event", "branch": "B"},
)
STORY, LAST = {"no": 2, "kind": "story entry"}, {"no": 3, "kind": "play the scenario"}
READ = ScenarioIntroductionRead()
SHRINE = SpecialLocationVisited(location="Shrine")


def on_the_way(*stages: dict[str, Any]) -> Spec:
    """A journey with these stages on its card."""
    return given(GAME, *JOURNEY, typed_in("scenarios", WATCH, stages=[*stages]), ScenarioSelected(scenario=WATCH), READ)


def test_at_a_split_stage_a_way_comes_first() -> None:
    spec = on_the_way(*SPLIT, STORY, LAST).then_must("Choose way A or B")
    spec.then_no_prompt(SpecialLocationVisited, WorldEventRevealed, JourneyStageCompleted)


@pytest.mark.parametrize(
    ("letter", "leads_to", "not_to"),
    [("A", SpecialLocationVisited, WorldEventRevealed), ("B", WorldEventRevealed, SpecialLocationVisited)],
)
def test_a_way_leads_to_what_lies_on_it(letter: Any, leads_to: Any, not_to: Any) -> None:
    spec = on_the_way(*SPLIT, STORY, LAST).and_then(JourneyBranchChosen(branch=letter))
    spec.then_prompts(leads_to, JourneyStageCompleted).then_no_prompt(not_to, JourneyBranchChosen)


def test_a_special_location_of_the_other_way_is_refused() -> None:
    on_the_way(*SPLIT, STORY, LAST).and_then(JourneyBranchChosen(branch="B")).when(SHRINE).then(
        refused("no-location-called-for", bendable=True)
    )
    on_the_way(*SPLIT, STORY, LAST).and_then(JourneyBranchChosen(branch="A")).when(SHRINE).then()


def test_it_is_refused_after_that_stage_too_and_no_longer_than_that() -> None:
    spec = on_the_way(*SPLIT, STORY, LAST)
    for event in (JourneyBranchChosen(branch="B"), JourneyStageCompleted(kind="world event")):
        spec = spec.and_then(event).then()
    spec.when(SHRINE).then(refused("no-location-called-for"))


def test_a_letter_that_is_forced_is_no_choice() -> None:
    twice = [{"no": no, "kind": "story entry", "branch": letter} for no in (1, 2) for letter in "AB"]
    spec = on_the_way(*twice, LAST)
    for event in (JourneyBranchChosen(branch="B"), JourneyStageCompleted(kind="story entry")):
        spec = spec.and_then(event).then()
    spec.then_prompts("Keep to way B", JourneyStageCompleted).then_no_prompt("Choose way A or B")


def test_of_a_card_that_nobody_typed_in_a_way_may_go_on() -> None:
    spec = given(GAME, *RULED, READ).then_prompts("Choose way A or B", JourneyStageCompleted)
    for event in (JourneyBranchChosen(branch="A"), JourneyStageCompleted(kind="story entry")):
        spec = spec.and_then(event)
    spec.then_prompts("Keep to way A, if this stage is split too").then_no_prompt("Choose way A or B")


def test_a_world_event_is_revealed_as_often_as_the_card_calls_for_it() -> None:
    spec = on_the_way({"no": 1, "kind": "world event"}, STORY, LAST).then_prompts(WorldEventRevealed)
    for event in (WorldEventRevealed(card="W1"), WorldEventResolved()):
        spec = spec.and_then(event).then()
    spec.then_no_prompt(WorldEventRevealed).then_prompts(JourneyStageCompleted)


@pytest.mark.parametrize("typed", [True, False], ids=["on the card", "of an unknown card"])
def test_after_the_last_stage_the_scenario_is_played(typed: bool) -> None:
    spec = on_the_way({"no": 1, "kind": "play the scenario"}) if typed else given(GAME, *RULED, READ)
    spec = spec.and_then(JourneyStageCompleted(kind="play the scenario")).then_must(JourneyStepEnded)
    spec.then_no_prompt(JourneyStageCompleted, JourneyBranchChosen)


def test_no_stage_is_done_that_the_card_does_not_have() -> None:
    spec = on_the_way({"no": 1, "kind": "story entry"}).and_then(JourneyStageCompleted(kind="story entry"))
    spec.then_must(JourneyStepEnded).then_no_prompt(JourneyStageCompleted)
