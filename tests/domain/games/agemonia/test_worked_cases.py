"""The worked cases of the rules digest (part 8), each by its number."""

import re
import sys
from collections.abc import Mapping

from companion.testing import NOTHING, followed, given, refused, table
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.city import CityEventRevealed, CityStepEnded, UneasySleepSuffered
from domain.games.agemonia.campaign.factions import FactionTrackConfigured, rival_of
from domain.games.agemonia.campaign.gems import AchievementGemGained, AchievementGemLost
from domain.games.agemonia.campaign.items import (
    ItemCopiesCounted,
    ItemGained,
    ItemSelectionForScenarioMade,
    ItemSold,
    ItemTakenFromStock,
)
from domain.games.agemonia.campaign.journals import KeywordTallyAdded, KeywordWritten
from domain.games.agemonia.campaign.journey import JourneyStepEnded, ScenarioCardGained, ScenarioSelected
from domain.games.agemonia.campaign.levels import (
    ClassChosen,
    ClassSkillGained,
    ExperienceGained,
    LevelGained,
    LevelUpBecamePending,
)
from domain.games.agemonia.campaign.party import CampaignStepEntered
from domain.games.agemonia.campaign.vitality import (
    ConditionDiscarded,
    ConditionGained,
    DamageSuffered,
    HeroExhaustedRemoved,
    StaminaLost,
    StaminaRecovered,
    StaminaSpent,
)
from domain.games.agemonia.console.scenario import (
    ArenaScoreRecorded,
    ScenarioCompleted,
    ScenarioOutcomeRecorded,
    ScenarioStarted,
)
from domain.games.agemonia.display.sheets import rival_pairs
from tests.domain.games.agemonia.console import test_worked_cases as of_scenarios
from tests.domain.games.agemonia.moments import (
    AFTER_THE_ARENA,
    AT_THE_ARENA,
    BEDS,
    CITY,
    CITY_OVER,
    DISKS,
    LEVEL_2,
    PARTY,
    PLAYING,
    VAULT,
    WATCH,
    typed_in,
)

CASES = (
    *range(1, 18),
    *(19, 20, 21, 23, 25, 27, 29, 30, 31, 32, 34, 35, 37, 38, 39, 41, 42, 44, 46, 47, 48, 50, 51, 52, 53, 55, 58, 59),
)
"""Every number of the table."""


def test_every_case_is_done() -> None:
    done = [
        int(number)
        for module in (sys.modules[__name__], of_scenarios)
        for name in dir(module)
        if (number := re.sub(r"^test_case_(\d+)_.*|.*", r"\1", name))
    ]
    assert sorted(done) == sorted(CASES)


def test_case_1_a_result_is_recorded_as_its_letter_and_number() -> None:
    spec = given(GAME, *PLAYING).when(ScenarioOutcomeRecorded(code="S2"))
    spec.then(table(**{"scenarios.twilight-watch.results": ["S2"]}))


def test_case_2_the_best_arena_score_is_written_in_its_space() -> None:
    spec = given(GAME, *AT_THE_ARENA, ScenarioOutcomeRecorded(code="S"), ArenaScoreRecorded(score=14))
    spec.when(ArenaScoreRecorded(score=9)).then(table(**{"scenarios.A1.best_score": 14}))


def test_case_3_gramask_and_pennark_are_one_of_five_pairs_of_rivals() -> None:
    spec = given(GAME).when(FactionTrackConfigured(faction="gramask", rival="pennark"))
    spec.then(followed(), table(**{"factions.gramask.rival": "pennark", "factions.pennark.rival": "gramask"}))
    board = spec.play.campaign.table
    assert rival_of(board, "pennark") == "gramask"
    assert [len(pair) for pair in rival_pairs(board)] == [2] * 5
    assert ("gramask", "pennark") in rival_pairs(board)


def test_case_12_both_first_scenarios_make_level_2_at_the_next_city_step() -> None:
    spec = given(GAME, *CITY, ScenarioCardGained(scenario=WATCH), ScenarioCardGained(scenario=VAULT))
    for scenario in (WATCH, VAULT):
        for event in (
            *CITY_OVER,
            ScenarioSelected(scenario=scenario),
            JourneyStepEnded(),
            ScenarioStarted(),
            ScenarioOutcomeRecorded(code="S1"),
        ):
            spec = spec.and_then(event).then()
        spec = spec.and_then(ScenarioCompleted()).then()
    spec.then(table(level=1, levels_ticked=[1, 2], step="city")).then_must(LevelGained(level=2))
    spec.when(LevelGained(level=2)).then(table(level=2))


def test_case_15_a_hero_of_level_5_has_four_of_the_five_skills() -> None:
    skills = GAME.pack.of("classes")["knight"]["skills"]
    spec = given(GAME, *LEVEL_2, ClassChosen(hero="lunara", hero_class="knight"))
    spec = spec.and_then(ExperienceGained(amount=12)).and_then(ClassSkillGained(hero="lunara", skill=skills[0])).then()
    for level in (3, 4, 5):
        spec = spec.and_then(LevelGained(level=level), bend="begun in the middle").then()
        spec = spec.and_then(ClassSkillGained(hero="lunara", skill=skills[level - 2])).then()
    spec.then(table(**{"heroes.lunara.skills": skills[:4]}))
    spec.when(ClassSkillGained(hero="lunara", skill=skills[4])).then(refused("one-skill-a-level", bendable=False))


def test_case_19_a_keyword_is_not_written_twice() -> None:
    key = KeywordWritten(journal="party", keyword="Silver Key")
    given(GAME, key).when(key).then(refused("keyword-present", bendable=False))


def test_case_20_a_tally_mark_writes_the_keyword_first() -> None:
    given(GAME).when(KeywordTallyAdded(journal="party", keyword="Debt")).then(
        table(**{"journal.words.debt": {"keyword": "Debt", "tally": 1, "crossed_out": False}})
    )


def chips(available: int, spent: int, wounds: int, wounded: bool) -> Mapping[str, object]:
    return {
        "heroes.lunara.spent": spent,
        "heroes.lunara.wounds": wounds,
        "heroes.lunara.wounded": wounded,
        "heroes.lunara.chips": available + spent + wounds,
    }


def test_case_21_damage_takes_stamina_at_hand_then_spent_stamina() -> None:
    spec = given(GAME, *PARTY, *DISKS, StaminaSpent(hero="lunara", amount=2))
    spec.when(DamageSuffered(hero="lunara", amount=5)).then(followed(), table(**chips(0, 1, 5, wounded=False)))


def test_case_25_no_blue_chip_left_is_not_yet_wounded() -> None:
    spec = given(GAME, *PARTY, *DISKS, DamageSuffered(hero="lunara", amount=4))
    spec.when(DamageSuffered(hero="lunara", amount=2)).then(followed(), table(**chips(0, 0, 6, wounded=False)))


def test_case_27_a_wounded_hero_recovers_no_more_than_its_disk_holds() -> None:
    spec = given(GAME, *PARTY, *DISKS, DamageSuffered(hero="lunara", amount=7))
    spec = spec.then(table(**chips(3, 0, 3, wounded=True)))
    spec = spec.when(StaminaRecovered(hero="lunara", amount=2))
    spec.then(refused("nothing-to-recover"), table(**chips(3, 0, 3, wounded=True)))


def test_case_29_who_stands_up_again_is_whole() -> None:
    blow = DamageSuffered(hero="lunara", amount=7)
    spec = given(GAME, *PARTY, *DISKS, blow, blow).then(table(**{"heroes.lunara.exhausted": True}))
    spec.when(HeroExhaustedRemoved(hero="lunara")).then(
        table(**{**chips(6, 0, 0, wounded=False), "heroes.lunara.exhausted": False})
    )


def test_case_44_the_lowest_of_three_conditions_is_discarded() -> None:
    cards = [typed_in("conditions", f"Number {number}", number=number) for number in (6, 9, 3)]
    six, nine, three = (ConditionGained(figure="lunara", condition=f"Number {number}") for number in (6, 9, 3))
    given(GAME, *PARTY, *cards, six, nine).when(three).then(
        followed(ConditionDiscarded(figure="lunara", condition="Number 3", reason="lowest of three")),
        table(**{"heroes.lunara.conditions": ["Number 6", "Number 9"]}),
    )


def test_case_47_an_active_item_weighs_nothing_the_others_too_much() -> None:
    cards = [typed_in("items", f"of {weight}", encumbrance=weight) for weight in (3, 2, 1)]
    active = typed_in("items", "Sword", encumbrance=2, hands=1)
    carried = [ItemGained(hero="lunara", item=item) for item in ("of 3", "of 2", "of 1", "Sword")]
    spec = given(GAME, *PARTY, *cards, active, *carried)
    brings = ItemSelectionForScenarioMade(hero="lunara", active=("Sword",), others=("of 3", "of 2", "of 1"))
    spec.when(brings).then(refused("too-heavy", bendable=False, says="Encumbrance 6 exceeds the limit 5."))
    spec.when(brings.copy_with(others=("of 3", "of 2"), left=("of 1",))).then()


def test_case_48_a_pentagon_token_sells_for_five_stars() -> None:
    spec = given(GAME, *CITY, ItemGained(hero="lunara", item="pentagon"))
    spec.when(ItemSold(hero="lunara", item="pentagon")).then(table(**{"heroes.lunara.stars": 5}))


def test_case_50_nothing_is_taken_from_a_stock_without_a_copy() -> None:
    spec = given(GAME, *PARTY, ItemCopiesCounted(item="010", stock=0, archive=2))
    spec.when(ItemTakenFromStock(hero="lunara", item="010")).then(
        refused("not-in-stock", bendable=False), table(**{"archive.010": 2, "heroes.lunara.items.010": NOTHING})
    )


def test_case_51_level_2_takes_two_points_and_level_3_five() -> None:
    spec = given(GAME, *CITY).when(ExperienceGained(amount=2)).then(followed(LevelUpBecamePending(level=2)))
    spec = spec.and_then(LevelGained(level=2)).then(table(level=2))
    spec = spec.and_then(ExperienceGained(amount=2)).then(followed(), table(experience=4, level=2))
    spec.and_then(LevelGained(level=3)).then(refused("not-enough-experience", bendable=False, says="4/5"))


def test_case_52_two_arena_scenarios_are_not_played_in_a_row() -> None:
    spec = given(GAME, *AFTER_THE_ARENA, *BEDS, CityStepEnded())
    spec.when(ScenarioSelected(scenario="A1")).then(refused("arena-twice", bendable=False))


def test_case_53_after_an_arena_scenario_no_event_no_tokens_but_the_night_is_the_night() -> None:
    spec = given(GAME, *AFTER_THE_ARENA, *BEDS[:1])
    spec.when(CityEventRevealed(card="C1")).then(refused("after-arena", bendable=False))
    spec.then(table(**{"heroes.lunara.activity_tokens": 0, "heroes.venia.activity_tokens": 0}))
    spec.when(CityStepEnded()).then(
        followed(
            UneasySleepSuffered(hero="venia"),
            StaminaLost(hero="venia", amount=2, source="uneasy sleep"),
            CampaignStepEntered(step="journey"),
        )
    )


def test_case_55_a_sixteenth_achievement_gem_is_lost_and_the_table_is_told() -> None:
    gem = AchievementGemGained(hero="lunara")
    given(GAME, *PARTY, *[gem] * 15).when(gem).then(
        followed(AchievementGemLost(hero="lunara")), table(**{"heroes.lunara.achievement_gems": 15})
    )
