"""Every area works alone, and a table that keeps no steps is never held to them (1.2 of the digest)."""

from typing import Any

import pytest

from companion.testing import given, given_bent, table
from domain.framework.events.event import Event
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.city import (
    CityActivityPerformed,
    CityActivityPointsModified,
    CityEventOptionChosen,
    CityEventResolved,
    CityEventRevealed,
    CityStepEnded,
    LocationVisited,
    RoomRented,
    ServiceUsed,
    SleepingPlaceFound,
)
from domain.games.agemonia.campaign.factions import (
    FactionRankEntryRead,
    FactionReputationGained,
    FactionReputationRemoved,
    FactionSpaceLocked,
    FactionTrackConfigured,
)
from domain.games.agemonia.campaign.followers import (
    ArtifactCardGained,
    ArtifactProgressMarked,
    ArtifactPurchased,
    FollowerCardGained,
    FollowerExperienceGained,
    FollowerHired,
    FollowerOutcomeRead,
)
from domain.games.agemonia.campaign.gems import (
    AchievementGemGained,
    AchievementGemSpent,
    InspirationGemGained,
    InspirationGemSpent,
)
from domain.games.agemonia.campaign.items import (
    ArchiveCopiesMovedToStock,
    DiscardItemUsedOutsideScenario,
    ItemCopiesCounted,
    ItemDiscarded,
    ItemGained,
    ItemPurchased,
    ItemSelectionForScenarioMade,
    ItemSold,
    ItemStored,
    ItemTakenFromStock,
    ItemTransferred,
    StarsGained,
    StarsLost,
    StarsSpent,
    StarsStored,
    StarsTransferred,
    StoragePlaceGained,
    StoredItemRetrieved,
    StoredStarsRetrieved,
)
from domain.games.agemonia.campaign.journals import (
    CampaignBookLevelRead,
    HeroBookLevelRead,
    KeywordCheckAnswered,
    KeywordCrossedOut,
    KeywordTallyAdded,
    KeywordWritten,
    SpecialLocationVisited,
)
from domain.games.agemonia.campaign.journey import (
    JourneyBranchChosen,
    JourneyStageCompleted,
    JourneyStepEnded,
    ScenarioCardGained,
    ScenarioIntroductionRead,
    ScenarioSelected,
    WorldEventOptionChosen,
    WorldEventResolved,
    WorldEventRevealed,
)
from domain.games.agemonia.campaign.levels import (
    ActionTokensGained,
    ClassChosen,
    ClassSkillGained,
    ExperienceGained,
    LevelGained,
    LevelUpCompleted,
    ProfessionLearned,
    TalentLearned,
)
from domain.games.agemonia.campaign.party import (
    CampaignFinished,
    CampaignProperStarted,
    CampaignSetUp,
    CampaignStepEntered,
    HeroBoardRecorded,
    TutorialScenarioCompleted,
    VitalityDiskReplaced,
)
from domain.games.agemonia.campaign.vitality import (
    ConditionDiscarded,
    ConditionGained,
    DamageHealed,
    DamageSuffered,
    InjuryCardDrawn,
    InjuryCardRemoved,
    StaminaLost,
    StaminaRecovered,
    StaminaSpent,
)
from domain.games.agemonia.console.scenario import (
    AchievementCompleted,
    ArenaScoreRecorded,
    ScenarioCompleted,
    ScenarioLootTaken,
    ScenarioOutcomeRecorded,
    ScenarioReplayed,
    ScenarioStarted,
)
from domain.games.agemonia.state.table import AREAS
from tests.domain.games.agemonia.moments import PARTY

HERO = "lunara"
CITY_STEP: list[Event[Any]] = [
    LocationVisited(location="inn"),
    ServiceUsed(hero=HERO, service="Bath"),
    CityActivityPointsModified(hero=HERO, delta=1),
    CityEventRevealed(card="C1"),
    CityEventOptionChosen(option="A"),
    CityEventResolved(),
    CityActivityPerformed(hero=HERO, activity="Train", limit="once this city step"),
]
ALONE: dict[str, list[Event[Any]]] = {
    "steps": [
        CampaignProperStarted(),
        *CITY_STEP,
        CityStepEnded(),
        ScenarioIntroductionRead(),
        JourneyBranchChosen(branch="A"),
        SpecialLocationVisited(location="Quarry"),
        JourneyStageCompleted(kind="world event"),
        WorldEventRevealed(card="W1"),
        WorldEventOptionChosen(option="B"),
        WorldEventResolved(),
        JourneyStepEnded(),
        ScenarioStarted(),
        ScenarioCompleted(),
        *CITY_STEP,
        CityStepEnded(),
        JourneyStepEnded(),
        CampaignStepEntered(step="city"),
        CampaignFinished(),
    ],
    "reputation": [
        FactionReputationGained(faction="gramask", amount=4),
        FactionTrackConfigured(faction="gramask", length=9, ranks=(2, 4)),
        FactionReputationGained(faction="gramask", amount=1),
        FactionRankEntryRead(faction="gramask", rank=1),
        FactionSpaceLocked(faction="pennark"),
        FactionReputationRemoved(faction="gramask", amount=5),
    ],
    "journals": [
        KeywordWritten(journal="party", keyword="Key"),
        KeywordTallyAdded(journal=HERO, keyword="Debt"),
        KeywordCheckAnswered(keyword="Key"),
        KeywordCrossedOut(journal="party", keyword="Key"),
    ],
    "scenarios": [
        TutorialScenarioCompleted(number=1),
        ScenarioCardGained(scenario="11"),
        ScenarioSelected(scenario="11", arena=True),
        ScenarioStarted(),
        ScenarioOutcomeRecorded(code="F1", replay=True),
        ScenarioReplayed(),
        ScenarioOutcomeRecorded(code="S1"),
        ArenaScoreRecorded(score=7),
        ScenarioCompleted(),
        ScenarioCardGained(scenario="12"),
        ScenarioSelected(scenario="12"),
        ScenarioOutcomeRecorded(code="S"),
        AchievementCompleted(achievement="Swift", kind="group"),
        ScenarioCompleted(),
    ],
    "levels": [
        ExperienceGained(amount=5),
        LevelGained(level=2),
        HeroBookLevelRead(hero=HERO, level=2),
        CampaignBookLevelRead(level=2),
        LevelUpCompleted(level=2),
        LevelGained(level=3),
        LevelUpCompleted(level=3),
    ],
    "builds": [
        HeroBoardRecorded(hero=HERO, strength=3),
        ClassChosen(hero=HERO, hero_class="knight"),
        ClassSkillGained(hero=HERO, skill=GAME.pack.of("classes")["knight"]["skills"][0]),
        ClassSkillGained(hero=HERO, skill=GAME.pack.of("classes")["knight"]["skills"][1]),
        ActionTokensGained(hero=HERO, hero_token="Vow", class_token="Charge"),
        ProfessionLearned(hero=HERO, profession="Healer", price=3, points=1),
        TalentLearned(hero=HERO, talent="Herbs", price=1),
        AchievementGemGained(hero=HERO),
        AchievementGemSpent(hero=HERO),
        InspirationGemGained(hero=HERO),
        InspirationGemSpent(hero=HERO),
        AchievementCompleted(achievement="Swift", kind="group"),
    ],
    "items": [
        ItemCopiesCounted(item="017", stock=1, archive=1),
        ArchiveCopiesMovedToStock(items=("017",)),
        ItemPurchased(hero=HERO, item="017", price=7),
        ItemTakenFromStock(hero=HERO, item="017"),
        ItemGained(hero=HERO, item="Rope"),
        ItemTransferred(hero=HERO, to="venia", item="017"),
        StoragePlaceGained(hero=HERO, place="Hideout"),
        ItemStored(hero=HERO, place="Hideout", item="017"),
        StoredItemRetrieved(hero=HERO, place="Hideout", item="017"),
        ItemSelectionForScenarioMade(hero=HERO, active=("Rope",)),
        ScenarioLootTaken(hero=HERO, items=("031",)),
        ConditionGained(figure=HERO, condition="bleeding"),
        DiscardItemUsedOutsideScenario(hero=HERO, item="031", effect="remove condition", condition="bleeding"),
        ItemSold(hero=HERO, item="017", price=3),
        ItemDiscarded(hero=HERO, item="Rope"),
    ],
    "stars": [
        StarsGained(hero=HERO, amount=9),
        StarsTransferred(hero=HERO, to="venia", amount=2),
        StoragePlaceGained(hero=HERO, place="Hideout"),
        StarsStored(hero=HERO, place="Hideout", amount=3),
        StoredStarsRetrieved(hero=HERO, place="Hideout", amount=3),
        StarsSpent(hero=HERO, amount=1),
        StarsLost(hero=HERO, amount=1),
        ScenarioLootTaken(hero=HERO, stars=4),
    ],
    "vitality": [
        VitalityDiskReplaced(hero=HERO, chips=6),
        DamageSuffered(hero=HERO, amount=9),
        StaminaLost(hero=HERO, amount=2),
        StaminaSpent(hero=HERO, amount=2),
        StaminaRecovered(hero=HERO, amount=1),
        DamageSuffered(hero=HERO, amount=1),
        DamageHealed(hero=HERO, amount=1),
        ConditionGained(figure=HERO, condition="bleeding"),
        ConditionDiscarded(figure=HERO, condition="bleeding"),
        InjuryCardDrawn(hero=HERO, injury="Rib"),
        InjuryCardRemoved(hero=HERO, injury="Rib"),
        RoomRented(hero=HERO, location="inn", price=2),
        SleepingPlaceFound(hero="venia", location="inn"),
    ],
    "followers": [
        FollowerCardGained(follower="Mossy"),
        FollowerHired(hero=HERO, follower="Mossy", price=3),
        FollowerOutcomeRead(follower="Mossy", exhausted=False),
        FollowerExperienceGained(follower="Mossy"),
        FollowerOutcomeRead(follower="Mossy", exhausted=True),
        ArtifactCardGained(artifact="Lens"),
        ArtifactPurchased(hero=HERO, artifact="Lens", price=9),
        ArtifactProgressMarked(hero=HERO, artifact="Lens", mark="2"),
    ],
}


def test_every_area_is_tried() -> None:
    assert tuple(ALONE) == AREAS


@pytest.mark.parametrize("area", AREAS)
def test_an_area_works_alone(area: Any) -> None:
    spec = given(GAME, CampaignSetUp(tracks=(area,)), *PARTY, *ALONE[area])
    assert not any(entry.bent for entry in spec.play.campaign.entries())
    GAME.sheets(spec.play.campaign.table)


@pytest.mark.parametrize("area", [area for area in AREAS if area not in ("steps", "levels")])
def test_an_area_is_held_to_no_step_before_the_first_is_recorded(area: str) -> None:
    """Everything is tracked, and the party has the level and the stars that it takes."""
    rich = [StarsGained(hero=hero, amount=99) for hero in ("lunara", "venia")]
    levels = [ExperienceGained(amount=14), *[LevelGained(level=level) for level in (2, 3, 4, 5)]]
    events = [event for event in ALONE[area] if not isinstance(event, TutorialScenarioCompleted)]
    spec = given(GAME, CampaignSetUp(), *PARTY, *rich, *levels, *_selected(area), *events)
    spec.then(table(step="tutorial", round=0))


def _selected(area: str) -> list[Event[Any]]:
    """An achievement is one of a scenario, where scenarios are tracked."""
    return [ScenarioCardGained(scenario="10"), ScenarioSelected(scenario="10")] if area == "builds" else []


def test_levels_are_gained_where_no_steps_are_recorded() -> None:
    events = [event for event in ALONE["levels"] if not isinstance(event, LevelUpCompleted)]
    given(GAME, *PARTY, *events).then(table(level=3, step="tutorial"))


def test_what_happens_once_a_city_step_may_happen_again_where_no_steps_are_recorded() -> None:
    bath = ServiceUsed(hero=HERO, service="Bath", once=True)
    worse = CityActivityPointsModified(hero=HERO, delta=-2)
    stage = JourneyStageCompleted(kind="world event", stage=7)
    scenario = (ScenarioCardGained(scenario="10"), ScenarioSelected(scenario="10"))
    world = (WorldEventRevealed(card="W1"), WorldEventRevealed(card="W2"), stage)
    spec = given_bent(GAME, *PARTY, *CITY_STEP)
    for event in (*CITY_STEP, bath, bath, worse, worse, *scenario, *world):
        spec = spec.and_then(event)
        spec.then()
    spec.then(table(step="tutorial", round=0))
