"""Reading: story entries, hero books, the campaign book, special locations."""

from typing import Any

import pytest

from companion.testing import given, given_bent, says, table
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.journals import (
    CampaignBookLevelRead,
    HeroBookLevelRead,
    HeroStoryEntryRead,
    SpecialLocationVisited,
    StoryEntryRead,
    StoryOptionChosen,
)
from domain.games.agemonia.campaign.journey import JourneyStageCompleted, ScenarioSelected
from tests.domain.games.agemonia.moments import (
    CITY,
    JOURNEY,
    LEVEL_2,
    PARTY,
    WATCH,
    each_refusal,
    no,
    refuses,
    typed_in,
)

QUARRY = SpecialLocationVisited(location="Old Quarry", entry_no="77")
STAGES = typed_in(
    "scenarios", WATCH, stages=[{"no": 1, "kind": "story entry"}, {"no": 2, "kind": "world event"}, {"no": 3}]
)
REFUSALS = [
    no("requirement-not-met", event=StoryEntryRead(entry_no="12", requirement_met=False), bendable=True, why="entry"),
    no(
        "requirement-not-met",
        event=StoryOptionChosen(entry_no="12", option="B", requirement_met=False),
        bendable=True,
        why="option",
    ),
    no("no-location-called-for", *JOURNEY, STAGES, ScenarioSelected(scenario=WATCH), event=QUARRY, bendable=True),
    no("no-location-called-for", *CITY, event=QUARRY, bendable=True, why="in-the-city"),
    no("level-not-reached", *PARTY, event=HeroBookLevelRead(hero="lunara", level=2), bendable=False, why="hero-book"),
    no("level-not-reached", event=CampaignBookLevelRead(level=2), bendable=False, why="campaign-book"),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


def test_entries_are_noted_once() -> None:
    spec = given(GAME, *PARTY, StoryEntryRead(entry_no="112"), HeroStoryEntryRead(hero="venia", entry_no="07"))
    spec.and_then(StoryEntryRead(entry_no="112")).and_then(HeroStoryEntryRead(hero="venia", entry_no="07")).then(
        table(**{"story_read": ["112"], "heroes.venia.entries_read": ["07"]})
    )


def test_an_option_is_told() -> None:
    given(GAME).when(StoryOptionChosen(entry_no="112", option="B")).then(says("Chose B at 112"))


def test_the_story_of_a_place_goes_on_with_every_visit() -> None:
    given(GAME, QUARRY).when(QUARRY).then(
        says("Visited Old Quarry, visit 2: entry 77"), table(**{"places_visited.Old Quarry": 2})
    )


@pytest.mark.parametrize("kind", ["special location", "world event"])
def test_a_place_is_visited_at_the_stage_that_says_so_or_right_after_it(kind: str) -> None:
    stages = typed_in("scenarios", WATCH, stages=[{"no": 1, "kind": "special location"}, {"no": 2, "kind": kind}])
    spec = given(GAME, *JOURNEY, stages, ScenarioSelected(scenario=WATCH)).when(QUARRY).then()
    spec.and_then(JourneyStageCompleted(kind="special location")).and_then(QUARRY).then()


@pytest.mark.parametrize("stages", [None, "many", [1, "story"], [{"no": "one"}]], ids=str)
def test_stages_that_nobody_typed_in_properly_block_nothing(stages: Any) -> None:
    known = typed_in("scenarios", WATCH, stages=stages)
    given_bent(GAME, *JOURNEY, known, ScenarioSelected(scenario=WATCH)).when(QUARRY).then()


def test_books_are_read_as_far_as_the_level() -> None:
    spec = given(GAME, *LEVEL_2, CampaignBookLevelRead(level=2), HeroBookLevelRead(hero="lunara", level=2))
    spec.and_then(CampaignBookLevelRead(level=2)).and_then(HeroBookLevelRead(hero="lunara", level=2)).then(
        table(**{"books_read": [2], "heroes.lunara.levels_read": [2], "heroes.venia.levels_read": []})
    )
