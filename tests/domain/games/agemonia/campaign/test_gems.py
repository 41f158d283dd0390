"""Achievement gems and inspiration gems."""

from typing import Any

import pytest

from companion.testing import NOTHING, followed, given, table
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.gems import (
    AchievementGemGained,
    AchievementGemLost,
    AchievementGemSpent,
    InspirationConvertedToAchievement,
    InspirationGemGained,
    InspirationGemSpent,
)
from tests.domain.games.agemonia.moments import PARTY, each_refusal, no, refuses

GEM = AchievementGemGained(hero="lunara")
IDEA = InspirationGemGained(hero="lunara")
REFUSALS = [
    no("no-gem", *PARTY, event=AchievementGemSpent(hero="lunara"), bendable=False),
    no("no-inspiration", *PARTY, event=InspirationGemSpent(hero="lunara"), bendable=False),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


@pytest.mark.parametrize(
    ("gained", "spent", "path"),
    [
        (GEM, AchievementGemSpent(hero="lunara", use="check"), "heroes.lunara.achievement_gems"),
        (IDEA, InspirationGemSpent(hero="lunara", use="attack"), "heroes.lunara.inspiration_gems"),
    ],
    ids=["achievement", "inspiration"],
)
def test_a_gem_comes_and_goes(gained: Any, spent: Any, path: str) -> None:
    given(GAME, *PARTY, gained).then(table(**{path: 1})).when(spent).then(table(**{path: 0}))


def test_a_sixteenth_achievement_gem_is_lost_and_told() -> None:
    given(GAME, *PARTY, *[GEM] * 15).when(GEM).then(
        GEM, AchievementGemLost(hero="lunara"), table(**{"heroes.lunara.achievement_gems": 15})
    )


def test_a_sixth_inspiration_gem_becomes_an_achievement_gem() -> None:
    given(GAME, *PARTY, *[IDEA] * 5).when(IDEA).then(
        IDEA,
        InspirationConvertedToAchievement(hero="lunara"),
        GEM.copy_with(source="a sixth inspiration gem"),
        table(**{"heroes.lunara.inspiration_gems": 5, "heroes.lunara.achievement_gems": 1}),
    )


def test_a_converted_gem_beyond_the_fifteenth_is_lost_too() -> None:
    given(GAME, *PARTY, *[GEM] * 15, *[IDEA] * 5).when(IDEA).then(
        followed(
            InspirationConvertedToAchievement(hero="lunara"),
            GEM.copy_with(source="a sixth inspiration gem"),
            AchievementGemLost(hero="lunara"),
        )
    )


def test_gems_of_a_hero_whose_arrival_was_taken_back_are_nobodys() -> None:
    spec = given(GAME, *PARTY, *[GEM] * 2, *[IDEA] * 6, AchievementGemSpent(hero="lunara"))
    spec.and_undo(2, "those").then(table(**{"heroes.lunara": NOTHING, "heroes.venia.achievement_gems": 0}))
