"""Followers and artifacts."""

from typing import Any

import pytest

from companion.testing import followed, given, says, table
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.followers import (
    ArtifactCardGained,
    ArtifactProgressMarked,
    ArtifactPurchased,
    FollowerCardGained,
    FollowerExperienceGained,
    FollowerHired,
    FollowerOutcomeRead,
    FollowerRemovedFromGame,
)
from domain.games.agemonia.campaign.items import StarsGained
from domain.games.agemonia.campaign.party import CampaignStepEntered
from tests.domain.games.agemonia.moments import (
    CITY,
    CITY_OVER,
    LEVEL_2,
    LEVEL_3,
    POOR,
    THEN,
    TRAINED,
    each_refusal,
    no,
    refuses,
)

MULE = FollowerCardGained(follower="Mossy")
HIRED = FollowerHired(hero="lunara", follower="Mossy")
IN_A_SCENARIO = (*TRAINED, MULE, HIRED, *CITY_OVER, CampaignStepEntered(step="scenario"))
FELL = FollowerOutcomeRead(follower="Mossy", exhausted=True, entry="F13")
HOME = (*IN_A_SCENARIO, FELL, CampaignStepEntered(step="city"))
LENS = ArtifactCardGained(artifact="Ember Lens")
BOUGHT = ArtifactPurchased(hero="lunara", artifact="Ember Lens", price=0)
REFUSALS = [
    no("level-too-low", *CITY, MULE, event=HIRED, bendable=False, why="follower"),
    no("not-in-stock", *LEVEL_2, event=HIRED, bendable=False, why="follower"),
    no("follower-hired", *LEVEL_2, MULE, HIRED, event=HIRED, bendable=False),
    no("follower-hired", *LEVEL_2, MULE, HIRED, event=MULE, bendable=False, why="card"),
    no("follower-gone", *HOME, event=HIRED, bendable=False),
    no("follower-gone", *HOME, event=MULE, bendable=True, why="card"),
    no("not-enough-stars", *LEVEL_2, MULE, POOR, event=HIRED.copy_with(price=1), bendable=False, why="follower"),
    no("no-such-follower", *IN_A_SCENARIO, event=FELL.copy_with(follower="Owl"), bendable=False),
    no("no-such-follower", event=FollowerExperienceGained(follower="Owl"), bendable=False, why="experience"),
    no("level-too-low", *LEVEL_2, LENS, event=BOUGHT, bendable=False, why="artifact"),
    no("not-in-stock", *LEVEL_3, event=BOUGHT, bendable=False, why="artifact"),
    no("artifact-owned", *LEVEL_3, LENS, BOUGHT, event=BOUGHT.copy_with(hero="venia"), bendable=False),
    no("artifact-owned", *LEVEL_3, LENS, BOUGHT, event=LENS, bendable=False, why="card"),
    no("not-enough-stars", *LEVEL_3, LENS, POOR, event=BOUGHT.copy_with(price=1), bendable=False, why="artifact"),
    no(
        "artifact-not-owned",
        *LEVEL_3,
        event=ArtifactProgressMarked(hero="lunara", artifact="Ember Lens", mark="2"),
        bendable=False,
    ),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


def test_a_follower_is_hired_and_learns() -> None:
    spec = given(GAME, *LEVEL_2, MULE, StarsGained(hero="lunara", amount=5)).when(HIRED.copy_with(price=3))
    spec = spec.then(says("Lunara hired Mossy for 3 stars"), table(**{"heroes.lunara.stars": 2}))
    spec.and_then(FollowerExperienceGained(follower="Mossy", amount=2)).then(
        table(**{"followers.Mossy": {"zone": "hired", "controller": "lunara", "experience": 2}})
    )


def test_an_exhausted_follower_is_gone_for_good() -> None:
    given(GAME, *IN_A_SCENARIO).when(FELL).then(
        followed(FollowerRemovedFromGame(follower="Mossy")),
        table(**{"followers.Mossy.zone": "removed", "lost_followers": 1}),
    )


def test_a_follower_who_stood_its_ground_stays() -> None:
    given(GAME, *IN_A_SCENARIO).when(FELL.copy_with(exhausted=False)).then(
        followed(), table(**{"followers.Mossy.zone": "hired"})
    )


def test_a_card_may_bring_a_follower_back() -> None:
    given(GAME, *HOME).when(MULE, bend=THEN).then(table(**{"followers.Mossy.zone": "stock"})).and_then(HIRED).then()


def test_an_artifact_is_bought_and_marked() -> None:
    spec = given(GAME, *LEVEL_3, LENS, LENS, StarsGained(hero="lunara", amount=5)).then(table(artifacts=["Ember Lens"]))
    spec = spec.and_then(BOUGHT.copy_with(price=4)).then(table(**{"artifacts": [], "heroes.lunara.stars": 1}))
    spec.and_then(ArtifactProgressMarked(hero="lunara", artifact="Ember Lens", mark="2 of 4")).then(
        table(**{"heroes.lunara.artifacts.Ember Lens": "2 of 4"})
    )
