"""The scenario step as the campaign sees it."""

from typing import Any

import pytest

from companion.testing import followed, given, refused, says, table
from domain.framework.events.event import Event
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.gems import AchievementGemGained
from domain.games.agemonia.campaign.items import ItemCopiesCounted, ItemGained, StarsGained
from domain.games.agemonia.campaign.journey import JourneyStepEnded, ScenarioCardGained, ScenarioSelected
from domain.games.agemonia.campaign.levels import ExperienceGained
from domain.games.agemonia.campaign.party import CampaignRoundCompleted, CampaignSetUp, CampaignStepEntered
from domain.games.agemonia.campaign.vitality import ConditionGained, DamageSuffered, InjuryCardDrawn
from domain.games.agemonia.console.belongings import ItemDropped, ItemPlacedOnStoryCard
from domain.games.agemonia.console.enemies import DefeatEffectResolved
from domain.games.agemonia.console.scenario import (
    AchievementCompleted,
    ArenaScoreRecorded,
    PostScenarioRecoveryApplied,
    ScenarioCardKept,
    ScenarioCardPutAway,
    ScenarioCompleted,
    ScenarioLootTaken,
    ScenarioOutcomeRecorded,
    ScenarioReplayed,
    ScenarioStarted,
)
from domain.games.agemonia.state.table import AREAS
from tests.domain.games.agemonia.console.fights import enemy
from tests.domain.games.agemonia.moments import (
    AT_THE_ARENA,
    CITY,
    CITY_OVER,
    DISKS,
    PARTY,
    PLAYING,
    RULED,
    VAULT,
    WATCH,
    WON,
    each_refusal,
    no,
    refuses,
)

NO_CARD = (*CITY, *CITY_OVER, CampaignStepEntered(step="scenario"))
SUCCESS = ScenarioOutcomeRecorded(code="S2")
FAILED = ScenarioOutcomeRecorded(code="F1", replay=True)
ALL = AchievementCompleted(achievement="By lamplight", kind="group")
FIRST = AchievementCompleted(achievement="First in", heroes=("venia",))
NO_SCENARIOS = CampaignSetUp(tracks=tuple(area for area in AREAS if area != "scenarios"))
OF_A_CARD = (SUCCESS, ScenarioCardKept(reason="why not"), ArenaScoreRecorded(score=3), ScenarioReplayed())
LOOT = ScenarioLootTaken(hero="venia", items=("010",), stars=3)
HONOUR = AchievementCompleted(achievement="Untouched", heroes=("lunara",))
REFUSALS = [
    no("not-begun", *RULED, JourneyStepEnded(), event=SUCCESS, bendable=True),
    no("achieved", *PLAYING, HONOUR, event=HONOUR.copy_with(heroes=("venia", "lunara")), bendable=True),
    no("achieved", *PLAYING, HONOUR, event=HONOUR.copy_with(kind="group"), bendable=True, why="group"),
    no("no-scenario", *NO_CARD, event=ScenarioStarted(), bendable=False, why="start"),
    no("already-running", *PLAYING, event=ScenarioStarted(), bendable=False),
    no("no-scenario", *NO_CARD, event=SUCCESS, bendable=False, why="result"),
    no("has-result", *WON, event=SUCCESS, bendable=True),
    no("no-scenario", *NO_CARD, event=ArenaScoreRecorded(score=1), bendable=False, why="score"),
    no("not-arena", *PLAYING, event=ArenaScoreRecorded(score=1), bendable=False),
    no("no-scenario", *NO_CARD, event=ALL, bendable=False, why="achievement"),
    no("arena-achievement", *AT_THE_ARENA, event=ALL, bendable=False),
    no("who", *PLAYING, event=FIRST.copy_with(heroes=()), bendable=False),
    no("no-result", *PLAYING, event=LOOT, bendable=False, why="loot"),
    no("no-scenario", *NO_CARD, event=ScenarioCardKept(reason="it says so"), bendable=False, why="kept"),
    no("no-scenario", *NO_CARD, event=ScenarioReplayed(), bendable=False, why="replay"),
    no("no-replay", *WON, event=ScenarioReplayed(), bendable=True),
    no("no-scenario", *NO_CARD, event=ScenarioCompleted(), bendable=False, why="complete"),
    no("no-result", *PLAYING, event=ScenarioCompleted(), bendable=False, why="complete"),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


def test_a_scenario_begins_with_a_narrator() -> None:
    given(GAME, *PLAYING).then(table(**{"running.started": True, "running.narrator": "Ana", "running.attempt": 1}))


def test_a_result_is_recorded_on_its_card() -> None:
    given(GAME, *PLAYING).when(SUCCESS).then(
        table(**{"running.result": "S2", "scenarios.twilight-watch.results": ["S2"]})
    )


@pytest.mark.parametrize(
    ("lower_is_better", "scores", "best"), [(False, (9, 14, 11), 14), (True, (9, 14, 7), 7)], ids=["high", "low"]
)
def test_the_best_arena_score_is_kept(lower_is_better: bool, scores: tuple[int, ...], best: int) -> None:
    spec = given(GAME, *AT_THE_ARENA)
    for score in scores:
        spec = spec.and_then(ArenaScoreRecorded(score=score, lower_is_better=lower_is_better)).then()
    spec.then(table(**{"scenarios.A1.best_score": best, "running.score": scores[-1]}))


@pytest.mark.parametrize(
    ("event", "heroes"), [(ALL, ("lunara", "venia")), (FIRST, ("venia",))], ids=["group", "personal"]
)
def test_an_achievement_gives_gems(event: Any, heroes: tuple[str, ...]) -> None:
    given(GAME, *WON).when(event).then(
        followed(*[AchievementGemGained(hero=hero, source=event.achievement) for hero in heroes]),
        table(**{"running.achievements": [event.achievement]}),
    )


@pytest.mark.parametrize(
    ("loot", "follows"),
    [
        (
            LOOT,
            [
                ItemGained(hero="venia", item="010", source="loot", came_from="box"),
                StarsGained(hero="venia", amount=3, source="loot"),
            ],
        ),
        (LOOT.copy_with(items=(), stars=0), []),
    ],
    ids=["items and stars", "nothing"],
)
def test_what_lies_on_the_map_is_taken(loot: Any, follows: Any) -> None:
    given(GAME, *WON).when(loot).then(followed(*follows))


def test_clearing_up_gives_experience_recovery_and_the_next_round() -> None:
    hurt = (
        *DISKS,
        DamageSuffered(hero="venia", amount=9),
        ConditionGained(figure="venia", condition="stunned"),
        InjuryCardDrawn(hero="venia", injury="Rib"),
    )
    given(GAME, *PLAYING, *hurt, SUCCESS).when(ScenarioCompleted()).then(
        followed(
            ExperienceGained(scenario=WATCH),
            ScenarioCardPutAway(scenario=WATCH),
            PostScenarioRecoveryApplied(),
            CampaignRoundCompleted(round=1),
            CampaignStepEntered(step="city"),
        ),
        table(
            **{
                "step": "city",
                "round": 2,
                "running": None,
                "experience": 1,
                "scenarios.twilight-watch.zone": "removed",
                "heroes.venia.wounded": False,
                "heroes.venia.wounds": 0,
                "heroes.venia.conditions": [],
                "heroes.venia.injuries": ["Rib"],
            }
        ),
    )


def test_a_card_may_stay_because_something_says_so() -> None:
    given(GAME, *WON, ScenarioCardKept(reason="the conclusion says so")).when(ScenarioCompleted()).then(
        says(
            "The scenario was cleared up",
            "The heroes gained 1 experience from Twilight Watch",
            "The card of Twilight Watch was put away. Kept: the conclusion says so",
            "The heroes recovered",
            "Campaign round 1 ended",
            "City step began",
        ),
        table(**{"scenarios.twilight-watch.zone": "stock"}),
    )


def test_a_failure_that_orders_it_is_played_again_at_once() -> None:
    spec = given(GAME, *PLAYING, FAILED).when(ScenarioReplayed())
    spec = spec.then(followed(PostScenarioRecoveryApplied()), table(**{"running.attempt": 2, "running.started": False}))
    spec = spec.and_then(ScenarioStarted()).and_then(SUCCESS).and_then(ScenarioCompleted())
    spec.then(table(**{"experience": 1, "scenarios.twilight-watch.results": ["F1", "S2"]}))


def test_a_failure_to_be_replayed_later_gives_no_experience_yet_and_its_card_stays() -> None:
    given(GAME, *PLAYING, FAILED).when(ScenarioCompleted()).then(
        table(**{"experience": 0, "scenarios.twilight-watch.zone": "stock", "step": "city"})
    )


def test_an_arena_scenario_stays_and_is_remembered_until_the_next() -> None:
    over = (ScenarioOutcomeRecorded(code="S"), ArenaScoreRecorded(score=7))
    spec = given(GAME, *AT_THE_ARENA, *over).when(ScenarioCompleted())
    spec = spec.then(table(**{"after_arena": True, "scenarios.A1.zone": "stock", "experience": 2}))


def test_experience_is_given_once_a_scenario() -> None:
    spec = given(GAME, *WON, ExperienceGained(scenario=WATCH)).when(ScenarioCompleted())
    spec.then(table(experience=1))


COUNTED = (ItemCopiesCounted(item="010", stock=1), ItemGained(hero="venia", item="010"))
ON_CARDS = ItemPlacedOnStoryCard(letter="A", item="080", count=2)


def test_a_counted_item_that_was_dropped_is_taken_again_at_the_end() -> None:
    dropped = (*PLAYING, *COUNTED, ItemDropped(hero="venia", item="010", area="A"), SUCCESS)
    spec = given(GAME, *dropped).when(LOOT.copy_with(stars=0))
    spec.then(
        followed(ItemGained(hero="venia", item="010", source="loot", came_from="ground")),
        table(**{"heroes.venia.items.010": 1, "heroes.venia.stars": 0, "stock.010": 0}),
    )


def test_what_nobody_takes_goes_back_to_the_stock() -> None:
    spec = given(GAME, *PLAYING, *COUNTED, ItemDropped(hero="venia", item="010", area="A"), SUCCESS)
    spec.when(ScenarioCompleted()).then(table(**{"stock.010": 1}))


def test_tokens_on_a_story_card_come_out_of_the_stock_first() -> None:
    counted = ItemCopiesCounted(item="080", stock=1, archive=3)
    spec = given(GAME, *PLAYING, counted).when(ON_CARDS).then(table(**{"stock.080": 0, "archive.080": 2}))
    spec = spec.and_then(SUCCESS).and_then(LOOT.copy_with(items=("080",), stars=0))
    spec.then(table(**{"heroes.venia.items.080": 1, "archive.080": 2}))
    spec.and_then(ScenarioCompleted()).then(table(**{"stock.080": 1, "archive.080": 2}))


def test_what_an_enemy_leaves_behind_comes_out_of_the_stock_too() -> None:
    counted = (ItemCopiesCounted(item="080", stock=1), *enemy(1))
    left = DefeatEffectResolved(enemy="skitterer", item="080")
    given(GAME, *PLAYING, *counted).when(left).then(table(**{"stock.080": 0}))


def test_a_scenario_that_is_played_again_has_its_tokens_back() -> None:
    counted = (ItemCopiesCounted(item="080", stock=2), ON_CARDS)
    given(GAME, *PLAYING, *counted, FAILED).when(ScenarioReplayed()).then(table(**{"stock.080": 2}))


def test_without_steps_a_scenario_is_over_when_it_is_cleared_up() -> None:
    played = (ScenarioCardGained(scenario=WATCH), ScenarioSelected(scenario=WATCH), SUCCESS)
    spec = given(GAME, *PARTY, *played).when(ScenarioCompleted())
    spec = spec.then(table(running=None, step="tutorial", round=0, experience=1))
    spec.and_then(ScenarioCardGained(scenario=VAULT)).and_then(ScenarioSelected(scenario=VAULT)).then()


@pytest.mark.parametrize("event", OF_A_CARD, ids=lambda event: type(event).__name__)
def test_what_belongs_to_a_scenario_card_is_not_for_a_table_without(event: Event[Any]) -> None:
    given(GAME, NO_SCENARIOS, *NO_CARD, ScenarioStarted()).when(event).then(refused("not-tracked"))


def test_without_scenario_cards_the_steps_go_on() -> None:
    spec = given(GAME, NO_SCENARIOS, *NO_CARD, ScenarioStarted(), FIRST, LOOT)
    spec.when(ScenarioCompleted()).then(
        followed(
            PostScenarioRecoveryApplied(),
            CampaignRoundCompleted(round=1),
            CampaignStepEntered(step="city"),
        )
    )
