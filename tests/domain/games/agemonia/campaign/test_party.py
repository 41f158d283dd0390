"""The party, its tutorials and the loop of steps."""

from typing import Any

import pytest

from companion.testing import NOTHING, followed, given, given_bent, refused, says, table
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.factions import FactionReputationGained, FactionTrackConfigured
from domain.games.agemonia.campaign.items import StarsGained
from domain.games.agemonia.campaign.party import (
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
from domain.games.agemonia.campaign.vitality import DamageSuffered, StaminaLost
from tests.domain.games.agemonia.moments import (
    CITY,
    DISKS,
    JOURNEY,
    PARTY,
    PLAYING,
    THEN,
    TUTORIALS,
    WATCH,
    each_refusal,
    no,
    refuses,
)

FOUR = tuple(HeroJoinedParty(hero=hero) for hero in ("lunara", "venia", "torrax", "jonai"))
REFUSALS = [
    no("hero-present", *PARTY, event=HeroJoinedParty(hero="lunara"), bendable=False),
    no("party-full", *FOUR, event=HeroJoinedParty(hero="drenosh"), bendable=True),
    no("hero-controls-itself", *PARTY, event=SharedAllyControllerAgreed(ally="lunara", player="Ben"), bendable=False),
    no("tutorial-done", *TUTORIALS, event=TutorialScenarioCompleted(number=2), bendable=False),
    no("tutorials-first", *PARTY, *TUTORIALS[:2], event=CampaignProperStarted(), bendable=True),
    no("step-order", *CITY, event=CampaignStepEntered(step="scenario"), bendable=True, why="one-skipped"),
    no("step-order", *CITY, event=CampaignStepEntered(step="tutorial"), bendable=True, why="never-back"),
    no("scenario-unfinished", *PLAYING, event=CampaignStepEntered(step="city"), bendable=False),
    no("disk-lower", *PARTY, *DISKS, event=VitalityDiskReplaced(hero="venia", chips=5, level=2), bendable=True),
    no("disk-numbers", *PARTY, event=VitalityDiskReplaced(hero="venia", chips=3, wounded_cap=4), bendable=True),
    no("disk-numbers", *PARTY, *DISKS, event=VitalityDiskReplaced(hero="venia", chips=2), bendable=True, why="known"),
    no("wrong-step", *JOURNEY, event=CampaignProperStarted(), bendable=True),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


def test_a_campaign_is_set_up_with_its_name_and_what_it_tracks() -> None:
    spec = given(GAME).when(CampaignSetUp(party_name="Lanterns", tracks=("reputation", "stars")))
    spec.then(table(party_name="Lanterns", tracked=["reputation", "stars"]))
    spec.when(PartyNamed(party_name="Owls")).then(table(party_name="Owls"))
    spec.when(CampaignSetUp()).then(table(party_name="Owls"))


def test_a_hero_joins_changes_hands_and_leaves() -> None:
    spec = given(GAME, *PARTY).then(table(**{"heroes.lunara.player": "Ana", "heroes.venia.player": "Ben"}))
    spec.when(PlayerAssignedToHero(hero="lunara", player="Cleo")).then(table(**{"heroes.lunara.player": "Cleo"}))
    spec.when(HeroLeftParty(hero="lunara")).then(table(**{"heroes.lunara": NOTHING}))


@pytest.mark.parametrize(
    "event",
    [
        PlayerAssignedToHero(hero="torrax", player="Cleo"),
        HeroLeftParty(hero="torrax"),
        StarsGained(hero="torrax", amount=1),
        VitalityDiskReplaced(hero="torrax", chips=5),
    ],
    ids=lambda event: type(event).__name__,
)
def test_a_hero_that_is_not_in_the_party_is_none(event: Any) -> None:
    given(GAME, *PARTY).when(event).then(refused("not-offered", bendable=False))


def test_a_hero_board_is_typed_in_as_far_as_the_table_likes() -> None:
    spec = given(GAME, *PARTY).when(HeroBoardRecorded(hero="lunara", strength=3, taunt=4, tokens=("Charge",)))
    spec.then(table(**{"heroes.lunara.strength": 3, "heroes.lunara.will": None, "heroes.lunara.tokens": ["charge"]}))
    again = spec.and_then(HeroBoardRecorded(hero="lunara", will=2, tokens=("Charge", "Focus")))
    again.then(table(**{"heroes.lunara.strength": 3, "heroes.lunara.tokens": ["charge", "focus"]}))


def test_an_ally_that_is_no_hero_has_an_agreed_controller() -> None:
    given(GAME, *PARTY).when(SharedAllyControllerAgreed(ally="Nalam", player="Ben")).then(
        table(**{"controllers.Nalam": "Ben"})
    )


def test_a_disk_is_typed_in_and_grows_with_the_level() -> None:
    spec = given(GAME, *PARTY, VitalityDiskReplaced(hero="lunara", chips=6, wounded_cap=3))
    spec.when(VitalityDiskReplaced(hero="lunara", chips=7, level=2)).then(
        table(**{"heroes.lunara.chips": 7, "heroes.lunara.wounded_cap": 3})
    )


def test_a_disk_as_large_as_the_one_before_is_taken() -> None:
    spec = given(GAME, *PARTY, *DISKS)
    spec.when(VitalityDiskReplaced(hero="lunara", chips=6, level=2)).then(table(**{"heroes.lunara.chips": 6}))


def test_a_smaller_disk_holds_no_more_chips_than_it_has() -> None:
    spec = given(GAME, *PARTY, *DISKS, StaminaLost(hero="lunara", amount=4), DamageSuffered(hero="lunara", amount=2))
    spec.when(VitalityDiskReplaced(hero="lunara", chips=3)).then(
        table(**{"heroes.lunara.spent": 3, "heroes.lunara.wounds": 0})
    )


def test_three_tutorials_then_the_campaign_begins_in_the_city() -> None:
    spec = given(GAME, *PARTY, *TUTORIALS).when(CampaignProperStarted())
    spec.then(
        CampaignProperStarted(),
        CampaignStepEntered(step="city"),
        table(step="city", round=1, tutorials={"1": "S", "2": "S", "3": "S"}),
    )


def test_the_steps_alone_can_be_kept() -> None:
    spec = given(GAME, CampaignSetUp(tracks=("steps",)), CampaignProperStarted()).then(table(step="city", round=1))
    for step in ("journey", "scenario"):
        spec = spec.and_then(CampaignStepEntered(step=step)).then(followed(), table(step=step, round=1))
    spec.and_then(CampaignStepEntered(step="city")).then(
        followed(CampaignRoundCompleted(round=1)), table(step="city", round=2)
    )


def test_a_campaign_that_began_elsewhere_may_bend_the_order() -> None:
    spec = given(GAME, *PARTY).when(CampaignStepEntered(step="journey"), bend=THEN)
    spec.then(table(step="journey", round=1))


def test_ranks_reached_on_the_way_are_due_once_the_city_is_entered() -> None:
    spec = given(
        GAME,
        *JOURNEY,
        FactionTrackConfigured(faction="gramask", ranks=(2,)),
        FactionReputationGained(faction="gramask", amount=2),
    ).then(table(**{"factions.gramask.unread": [1], "factions.gramask.due": []}))
    spec.when(CampaignStepEntered(step="city"), bend=THEN).then(table(**{"factions.gramask.due": [1]}))


def test_a_story_card_is_kept() -> None:
    given(GAME, *PARTY).when(StoryCardKept(hero="venia", scenario=WATCH, letter="K")).then(
        table(**{"heroes.venia.story_cards": ["twilight-watch K"]}), says("Venia kept story card K of Twilight Watch")
    )


def test_a_campaign_is_finished_when_the_table_says_so() -> None:
    given(GAME, *CITY).when(CampaignFinished(note="What a ride")).then(table(step="finished")).then_prompts()


def test_what_a_hero_who_left_did_is_applied_to_nobody() -> None:
    spec = given_bent(GAME, *PARTY, StarsGained(hero="venia", amount=3))
    spec.and_undo(3, "those").then(table(**{"heroes.venia": NOTHING}))
