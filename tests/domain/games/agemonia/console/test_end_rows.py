"""Rows 221 to 236 of the event catalogue by what they do: the end of a scenario."""

from collections.abc import Mapping

import pytest

from companion.testing import followed, table
from domain.games.agemonia.campaign.followers import (
    FollowerCardGained,
    FollowerExperienceGained,
    FollowerHired,
    FollowerOutcomeRead,
    FollowerRemovedFromGame,
)
from domain.games.agemonia.campaign.gems import AchievementGemGained, AchievementGemLost
from domain.games.agemonia.campaign.items import ItemGained
from domain.games.agemonia.campaign.journey import JourneyStepEnded, ScenarioCardGained, ScenarioSelected
from domain.games.agemonia.campaign.vitality import ConditionGained, DamageSuffered, InjuryCardDrawn, StaminaSpent
from domain.games.agemonia.console.belongings import ItemDropped
from domain.games.agemonia.console.enemies import AllyDamaged, ScenarioAllyAdded
from domain.games.agemonia.console.preparing import TokenPlaced
from domain.games.agemonia.console.rounds import RoundStarted
from domain.games.agemonia.console.scenario import (
    AchievementCompleted,
    ArenaScoreRecorded,
    ScenarioCardKept,
    ScenarioCompleted,
    ScenarioLootTaken,
    ScenarioOutcomeRecorded,
    ScenarioReplayed,
    ScenarioStarted,
)
from domain.games.agemonia.console.story import StoryCardRevealed
from domain.games.agemonia.console.turns import TurnEnded
from tests.domain.games.agemonia.console.fights import FIGHTING, at, map_of, turns
from tests.domain.games.agemonia.moments import (
    AT_THE_ARENA,
    CITY_OVER,
    DISKS,
    PLAYING,
    RULED,
    TRAINED,
    WATCH,
    WON,
    Events,
    typed_in,
)
from tests.domain.games.agemonia.rows import Case, Rows, barred, case, each, here, never

SUCCESS, DONE = ScenarioOutcomeRecorded(code="S2"), ScenarioCompleted()
FAILED = ScenarioOutcomeRecorded(code="F1", replay=True)
BEGUN: Events = (*RULED, JourneyStepEnded())
FOUND = AchievementCompleted(achievement="First in", heroes=("venia",))
ALL = FOUND.copy_with(kind="group", heroes=())
LAMP, DROPS = ItemGained(hero="lunara", item="lamp"), ItemDropped(hero="lunara", item="lamp")
DROPPED: Events = (*FIGHTING, LAMP, *map_of("A"), *at(lunara="A"), DROPS)
TABLET = typed_in("items", "lamp", kind="rune-tablet")
LOOT = ScenarioLootTaken(hero="venia", items=("lamp",))
SCORE = ArenaScoreRecorded(score=7)
OWL: Events = (FollowerCardGained(follower="Owl"), FollowerHired(hero="lunara", follower="Owl"))
WITH_OWL: Events = (
    *TRAINED,
    *OWL,
    ScenarioCardGained(scenario=WATCH),
    *CITY_OVER,
    ScenarioSelected(scenario=WATCH),
    JourneyStepEnded(),
    ScenarioStarted(),
    ScenarioAllyAdded(ally="Owl", health=2, controller="Ana"),
)
READ = FollowerOutcomeRead(follower="Owl", exhausted=False)
LEARNS = FollowerExperienceGained(follower="Owl")
BLEEDS = ConditionGained(figure="lunara", condition="bleeding")
INJURED: Events = (
    *(DamageSuffered(hero="lunara", amount=7) for _ in range(2)),
    InjuryCardDrawn(hero="lunara", injury="Broken Rib"),
)
FIFTEEN: Events = tuple(AchievementGemGained(hero="venia") for _ in range(15))

ROWS: Rows = {
    221: [
        case(
            *FIGHTING,
            *turns(),
            *(TurnEnded(figure=hero) for hero in ("lunara", "venia")),
            event=SUCCESS,
            then=here("running.result", "S2"),
            asks=(ScenarioCompleted,),
            silent=(TurnEnded, RoundStarted),
        ),
        case(*BEGUN, event=SUCCESS, then=barred("not-begun")),
        case(*FIGHTING, SUCCESS, event=RoundStarted(), then=barred("scenario-over")),
    ],
    222: [
        case(*PLAYING, event=SUCCESS, then=here(f"scenarios.{WATCH}.results", ["S2"])),
        case(*WON, event=SUCCESS, then=barred("has-result")),
    ],
    223: [
        case(*AT_THE_ARENA, event=SCORE, then=here("scenarios.A1.best_score", 7)),
        case(*AT_THE_ARENA, SCORE, event=SCORE.copy_with(score=4), then=here("scenarios.A1.best_score", 7)),
        case(
            *AT_THE_ARENA,
            SCORE,
            event=SCORE.copy_with(score=4, lower_is_better=True),
            then=here("scenarios.A1.best_score", 4),
        ),
        case(*PLAYING, event=SCORE, then=never("not-arena")),
    ],
    224: [
        case(*WON, event=FOUND, then=(followed(AchievementGemGained(hero="venia", source="First in")),)),
        case(
            *WON,
            event=ALL,
            then=followed(*(AchievementGemGained(hero=hero, source="First in") for hero in ("lunara", "venia"))),
        ),
        case(*AT_THE_ARENA, event=ALL, then=never("arena-achievement")),
        case(*WON, FOUND, event=FOUND, then=barred("achieved")),
        case(*WON, event=FOUND.copy_with(heroes=()), then=never("who")),
        case(*BEGUN, event=FOUND, then=barred("not-begun")),
    ],
    225: [
        case(
            *WON,
            *FIFTEEN,
            event=FOUND,
            then=(
                followed(AchievementGemGained(hero="venia", source="First in"), AchievementGemLost(hero="venia")),
                here("heroes.venia.achievement_gems", 15),
            ),
        )
    ],
    226: [
        case(
            *DROPPED, SUCCESS, event=LOOT, then=table(**{"heroes.venia.items": {"lamp": 1}, "scene.areas.A.items": {}})
        ),
        case(*PLAYING, event=LOOT, then=never("no-result")),
    ],
    227: [
        case(*FIGHTING, TokenPlaced(token="Door", where="A"), SUCCESS, event=DONE, then=here("scene.tokens", {})),
        case(*FIGHTING, LAMP, SUCCESS, event=DONE, then=here("heroes.lunara.items", {"lamp": 1})),
        case(*FIGHTING, TABLET, LAMP, SUCCESS, event=DONE, then=here("heroes.lunara.items", {})),
    ],
    228: [case(*FIGHTING, StoryCardRevealed(letter="B"), SUCCESS, event=DONE, then=here("scene.cards", {}))],
    229: [
        case(
            *PLAYING,
            ScenarioCardKept(reason="it says so"),
            SUCCESS,
            event=DONE,
            then=here(f"scenarios.{WATCH}.zone", "stock"),
        ),
        case(
            *AT_THE_ARENA,
            SUCCESS,
            SCORE,
            event=DONE,
            then=table(**{"scenarios.A1.zone": "stock", "after_arena": True}),
        ),
        case(*PLAYING, FAILED, event=DONE, then=here(f"scenarios.{WATCH}.zone", "stock")),
    ],
    230: [case(*WON, event=DONE, then=here(f"scenarios.{WATCH}.zone", "removed"))],
    231: [
        case(*PLAYING, FAILED, event=ScenarioReplayed(), then=table(**{"running.attempt": 2, "running.result": ""})),
        case(*WON, event=ScenarioReplayed(), then=barred("no-replay")),
    ],
    232: [
        case(
            *PLAYING,
            *DISKS,
            BLEEDS,
            StaminaSpent(hero="venia", amount=3),
            *INJURED,
            SUCCESS,
            event=DONE,
            then=table(
                **{
                    "heroes.lunara.wounds": 0,
                    "heroes.lunara.wounded": False,
                    "heroes.lunara.exhausted": False,
                    "heroes.lunara.conditions": [],
                    "heroes.lunara.injuries": ["Broken Rib"],
                    "heroes.venia.spent": 0,
                }
            ),
        )
    ],
    233: [
        case(*WITH_OWL, SUCCESS, event=READ, then=here("followers.Owl.zone", "hired")),
        case(*WON, event=READ, then=never("no-such-follower")),
    ],
    234: [
        case(
            *WITH_OWL,
            SUCCESS,
            event=READ.copy_with(exhausted=True),
            then=(followed(FollowerRemovedFromGame(follower="Owl")), here("followers.Owl.zone", "removed")),
        )
    ],
    235: [
        case(*WITH_OWL, SUCCESS, event=LEARNS, then=here("followers.Owl.experience", 1)),
        case(*WON, event=LEARNS, then=never("no-such-follower")),
        case(*WITH_OWL, AllyDamaged(ally="Owl", amount=2), SUCCESS, event=LEARNS, then=barred("follower-exhausted")),
    ],
    236: [
        case(*WON, event=DONE, then=table(step="city", running=None, after_arena=False)),
        case(*PLAYING, event=DONE, then=never("no-result")),
        case(*WITH_OWL, SUCCESS, event=DONE, then=barred("end-unfinished")),
        case(*AT_THE_ARENA, SUCCESS, event=DONE, then=barred("end-unfinished")),
    ],
}
WITHOUT_A_RULE: Mapping[int, str] = {}


@pytest.mark.parametrize("one", each(ROWS))
def test_a_row_does_what_it_says(one: Case) -> None:
    one.holds()
