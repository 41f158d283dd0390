"""Ends: a section done, a day lost, a scenario or the campaign over; what decided it, and the final numbers."""

from typing import Any

import pytest

from companion.testing import given
from domain.framework.events.event import Event
from domain.framework.game import Ending
from domain.framework.views.sheet import Facts, Grid
from domain.games.odalin import GAME
from domain.games.odalin.campaign.party import CampaignEnded
from domain.games.odalin.campaign.scenario import ScenarioWon
from domain.games.odalin.combat.villains import VillainPlaced
from domain.games.odalin.dungeon.rest import ChapterCompleted, Rested, SectionBegun
from domain.games.odalin.dungeon.rooms import RelicGained, RoomSetUp, SanctuaryOpened
from domain.games.odalin.heroes.dials import DamageTaken
from tests.domain.games.odalin.display.test_sheets import AT_CAMPFIRE, LOST, told
from tests.domain.games.odalin.opening import ANA, BEN, PARTY, Events, party

DONE: Events = (*AT_CAMPFIRE, SanctuaryOpened(hero=ANA, door="A"))
DAY_LOST: Events = (*AT_CAMPFIRE, *LOST)
SCENARIO_LOST: Events = (*party(mode="single scenario"), RoomSetUp(entry="1", tile="1", quiet=True), *LOST)


def ending(*events: Event[Any]) -> Ending | None:
    return GAME.ending(given(GAME, *events).play.campaign.table)


@pytest.mark.parametrize(
    ("events", "title", "won"),
    [
        (DONE, "Section 1.1 is done", True),
        (DAY_LOST, "The day is lost", False),
        (SCENARIO_LOST, "The scenario is lost", False),
        ((*PARTY, CampaignEnded(won=True)), "The campaign is won", True),
        ((*PARTY, CampaignEnded(won=False)), "The campaign is over", False),
        ((*party(mode="single scenario"), CampaignEnded(won=True)), "The scenario is won", True),
    ],
    ids=["section", "day", "scenario lost", "campaign won", "campaign over", "scenario won"],
)
def test_what_is_over_says_how_it_ended(events: Events, title: str, won: bool) -> None:
    found = ending(*events)
    assert found
    assert (str(found.sheet.title), found.won) == (title, won)


def test_a_section_that_is_done_says_what_decided_it_and_what_each_hero_did() -> None:
    found = ending(*DONE)
    assert found
    facts = told(found.sheet)
    assert (facts["The day ended"], facts["Rounds"], facts["Rooms"], facts["Villains"]) == (
        "at the campfire",
        "1",
        "1",
        "1",
    )
    (deeds,) = [block for block in found.sheet.blocks if isinstance(block, Grid)]
    assert [[str(cell) for cell in row] for row in deeds.rows] == [["Ana", "3", "0"], ["Ben", "0", "2"]]


def test_final_dials_are_told_where_nobody_plays_on() -> None:
    found = ending(*PARTY, CampaignEnded())
    assert found
    (dials,) = [block for block in found.sheet.blocks if isinstance(block, Grid)]
    assert [str(cell) for cell in dials.columns] == ["Hero", "Hit points", "Soul", "Corruption", "Tainted"]


def test_the_end_of_a_campaign_tells_how_it_came_out_over_all_days() -> None:
    found = ending(*DAY_LOST, CampaignEnded(outcome="The gate stayed shut", won=False))
    assert found
    (facts,) = [block for block in found.sheet.blocks if isinstance(block, Facts)]
    shown = {str(fact.label): str(fact.value) for fact in facts.facts}
    assert (shown["Outcome"], shown["Lost"], shown["Villains"]) == ("The gate stayed shut", "1", "1")


@pytest.mark.parametrize(
    "events",
    [
        PARTY,
        (*DONE, Rested(), SectionBegun(section=2, chapter_no=1)),
        (*DAY_LOST, SectionBegun(section=1, chapter_no=1), RoomSetUp(entry="1", tile="1", quiet=True)),
        (*party(tracks=("equipment",)), *LOST, DamageTaken(whom=BEN, amount=1)),
    ],
    ids=["combat", "next section", "day again", "day again with dials alone"],
)
def test_there_is_no_end_any_more_once_something_begins(events: Events) -> None:
    assert ending(*events) is None


def test_a_chapter_is_done_with_the_defeat_of_its_boss() -> None:
    boss = (*party(), RoomSetUp(entry="1", tile="1", quiet=True), VillainPlaced(name="Warden", hp=1, boss=True))
    found = ending(*boss, DamageTaken(whom="Warden 1", amount=1, by=ANA), ChapterCompleted())
    assert found
    assert (str(found.sheet.title), told(found.sheet)["The day ended"]) == ("Chapter 1 is done", "with the Boss beaten")


def test_a_perfect_victory_is_told_as_such() -> None:
    room = RoomSetUp(entry="1", tile="1", sanctuaries=("9",), quiet=True)
    found = ending(*party(mode="single scenario"), room, RelicGained(), ScenarioWon())
    assert found
    assert (str(found.sheet.title), found.won) == ("A perfect victory", True)


def test_a_lost_day_that_is_taken_back_is_no_end_and_no_day() -> None:
    undone = given(GAME, *AT_CAMPFIRE, LOST[0]).when(LOST[1]).and_undo().play.campaign.table
    assert GAME.ending(undone) is None
    assert (undone.days, undone.heroes[BEN].today.taken) == ([], 2)


def test_a_section_stays_done_while_the_party_rests() -> None:
    assert ending(*DONE, Rested())
