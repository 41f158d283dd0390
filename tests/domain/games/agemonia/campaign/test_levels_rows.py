"""Rows 78 to 97 of the event catalogue by what they do: experience and levels, then the journey."""

from collections.abc import Mapping

import pytest

from companion.testing import followed, table
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.city import CityStepEnded
from domain.games.agemonia.campaign.gems import (
    AchievementGemGained,
    InspirationConvertedToAchievement,
    InspirationGemGained,
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
    ActionSlotUnlocked,
    ActionTokensGained,
    ClassChosen,
    ClassSkillGained,
    ExperienceGained,
    LevelGained,
    LevelUpBecamePending,
    LevelUpCompleted,
)
from domain.games.agemonia.campaign.party import CampaignStepEntered, VitalityDiskReplaced
from domain.games.agemonia.console.scenario import ScenarioCompleted, ScenarioOutcomeRecorded
from tests.domain.games.agemonia.moments import (
    AFTER_THE_ARENA,
    ARENA,
    BEDS,
    CITY,
    CITY_OVER,
    DISKS,
    EVENT_DONE,
    JOURNEY,
    LEVEL_2,
    PLAYING,
    RULED,
    TRAINED,
    VAULT,
    WATCH,
    Events,
    typed_in,
)
from tests.domain.games.agemonia.rows import Case, Rows, barred, case, each, here, never

ONE_POINT = ExperienceGained(scenario=WATCH)
TWO_POINTS, NINE_POINTS = ExperienceGained(amount=2), ExperienceGained(amount=9)
SECOND = LevelGained(level=2)
DISK = VitalityDiskReplaced(hero="lunara", chips=7, wounded_cap=4, level=2)
KNIGHT = ClassChosen(hero="lunara", hero_class="knight")
FIRST_SKILL, OTHER_SKILL = GAME.pack.of("classes")["knight"]["skills"][:2]
SKILL = ClassSkillGained(hero="lunara", skill=FIRST_SKILL)
FOREIGN = next(
    id_
    for id_ in GAME.pack.of("classes")["witch"]["skills"]
    if "lunara" not in id_ and id_ not in GAME.pack.of("classes")["knight"]["skills"]
)
TOKENS = ActionTokensGained(hero="lunara", hero_token="Vow", class_token="charge")
COMPLETE: Events = (*TRAINED, LevelUpCompleted(level=2))
GEM = InspirationGemGained(hero="lunara")
FIVE_GEMS: Events = (*CITY, *(GEM for _ in range(5)))
LEVELS_3_AND_4: Events = (
    *CITY,
    NINE_POINTS,
    *(
        event
        for level in (2, 3)
        for event in (
            LevelGained(level=level),
            *(
                step
                for hero, classes in (("lunara", "knight"), ("venia", "witch"))
                for step in (
                    VitalityDiskReplaced(hero=hero, chips=level + 4, wounded_cap=3),
                    *((ClassChosen(hero=hero, hero_class=classes),) if level == 2 else ()),
                    ClassSkillGained(hero=hero, skill=GAME.pack.of("classes")[classes]["skills"][level - 2]),
                    ActionTokensGained(hero=hero, hero_token=f"Own {level}", class_token=f"Class {level}"),
                )
            ),
            LevelUpCompleted(level=level),
        )
    ),
)

STAGES = typed_in(
    "scenarios",
    WATCH,
    stages=[
        {"no": 1, "kind": "story entry", "branch": "A"},
        {"no": 1, "kind": "special location", "branch": "B"},
        {"no": 2, "kind": "story entry", "branch": "A"},
        {"no": 2, "kind": "story entry", "branch": "B"},
        {"no": 3, "kind": "story entry"},
        {"no": 4, "kind": "play the scenario"},
    ],
)
SPLIT: Events = (*JOURNEY, STAGES, ScenarioSelected(scenario=WATCH))
WAY_A = JourneyBranchChosen(branch="A")
STAGE = JourneyStageCompleted(kind="story entry")
WAY_B, THE_LAST = WAY_A.copy_with(branch="B"), STAGE.copy_with(kind="play the scenario")
WHOLE_WAY: Events = (*SPLIT, WAY_A, STAGE, WAY_A, STAGE, STAGE, THE_LAST)
TWO_EVENTS = typed_in(
    "scenarios", WATCH, stages=[{"no": 1, "kind": "world event", "count": 2}, {"no": 2, "kind": "play the scenario"}]
)
CALLED_TWICE: Events = (*JOURNEY, TWO_EVENTS, ScenarioSelected(scenario=WATCH))
WORLD = WorldEventRevealed(card="W1")
ONE_DONE: Events = (WORLD, WorldEventResolved())
OPTION = WorldEventOptionChosen(option="A")

ROWS: Rows = {
    78: [
        case(*RULED, event=ONE_POINT, then=table(**{"experience": 1, f"scenarios.{WATCH}.experience_given": True})),
        case(*RULED, ONE_POINT, event=ONE_POINT, then=barred("experience-given")),
        case(typed_in("scenarios", WATCH, xp=False), *RULED, event=ONE_POINT, then=barred("no-experience-symbol")),
        case(*CITY, event=ExperienceGained(scenario=VAULT), then=barred("never-played")),
        case(*PLAYING, ScenarioOutcomeRecorded(code="F1"), event=ScenarioCompleted(), then=here("experience", 1)),
        case(
            *PLAYING,
            ScenarioOutcomeRecorded(code="F1", replay=True),
            event=ScenarioCompleted(),
            then=here("experience", 0),
        ),
    ],
    79: [
        case(
            *CITY,
            ONE_POINT.copy_with(scenario="–"),
            event=ExperienceGained(),
            then=followed(LevelUpBecamePending(level=2)),
        ),
        case(*CITY, event=ExperienceGained(), then=followed()),
    ],
    80: [
        case(*CITY, TWO_POINTS, event=SECOND, then=here("level", 2)),
        case(*CITY, ExperienceGained(), event=SECOND, then=never("not-enough-experience")),
        case(*CITY, NINE_POINTS, event=LevelGained(level=3), then=never("not-next-level")),
        case(*CITY, TWO_POINTS, *EVENT_DONE, event=SECOND, then=here("level", 2)),
        case(*CITY, *EVENT_DONE, TWO_POINTS, event=SECOND, then=barred("past-the-start")),
        case(*JOURNEY, TWO_POINTS, event=SECOND, then=barred("wrong-step")),
        case(*CITY, NINE_POINTS, SECOND, event=LevelGained(level=3), then=barred("level-up-unfinished")),
    ],
    81: [
        case(
            *CITY,
            *DISKS,
            TWO_POINTS,
            SECOND,
            event=DISK,
            then=table(**{"heroes.lunara.chips": 7, "heroes.lunara.wounded_cap": 4}),
        ),
        case(*CITY, *DISKS, TWO_POINTS, SECOND, event=DISK.copy_with(chips=5), then=barred("disk-lower")),
        case(*CITY, event=DISK.copy_with(chips=3), then=barred("disk-numbers")),
    ],
    82: [
        case(*LEVEL_2, event=KNIGHT, then=here("heroes.lunara.hero_class", "knight")),
        case(*LEVEL_2, KNIGHT, event=KNIGHT.copy_with(hero_class="paladin"), then=never("class-chosen")),
        case(*LEVEL_2, event=KNIGHT.copy_with(hero_class="witch"), then=never("not-offered")),
        case(*CITY, event=KNIGHT, then=never("level-too-low")),
    ],
    83: [
        case(*LEVEL_2, KNIGHT, event=SKILL, then=here("heroes.lunara.skills", [FIRST_SKILL])),
        case(*LEVEL_2, event=SKILL, then=never("class-first")),
        case(*LEVEL_2, KNIGHT, event=SKILL.copy_with(skill=FOREIGN), then=never("not-offered")),
        case(*LEVEL_2, KNIGHT, SKILL, event=SKILL, then=never("skill-owned")),
        case(*LEVEL_2, KNIGHT, SKILL, event=SKILL.copy_with(skill=OTHER_SKILL), then=never("one-skill-a-level")),
    ],
    84: [
        case(*LEVEL_2, KNIGHT, event=TOKENS, then=here("heroes.lunara.tokens", ["Vow", "charge"])),
        case(*LEVEL_2, event=TOKENS, then=never("class-first")),
        case(*LEVEL_2, KNIGHT, TOKENS, event=TOKENS, then=barred("tokens-taken")),
        case(*COMPLETE, event=TOKENS, then=barred("tokens-taken")),
    ],
    85: [
        case(
            *CITY,
            TWO_POINTS,
            event=SECOND,
            then=followed(*(ActionSlotUnlocked(hero=hero, level=2, kind="normal") for hero in ("lunara", "venia"))),
        ),
        case(
            *LEVELS_3_AND_4,
            event=LevelGained(level=4),
            then=here("heroes.lunara.slots", {"2": "normal", "3": "open", "4": "normal"}),
        ),
    ],
    86: [
        case(*CITY, event=GEM, then=here("heroes.lunara.inspiration_gems", 1)),
        case(*LEVELS_3_AND_4, event=LevelGained(level=4), then=here("heroes.venia.inspiration_gems", 1)),
    ],
    87: [
        case(
            *FIVE_GEMS,
            event=GEM,
            then=(
                followed(
                    InspirationConvertedToAchievement(hero="lunara"),
                    AchievementGemGained(hero="lunara", source="a sixth inspiration gem"),
                ),
                table(**{"heroes.lunara.inspiration_gems": 5, "heroes.lunara.achievement_gems": 1}),
            ),
        )
    ],
    88: [
        case(*TRAINED, event=LevelUpCompleted(level=2), then=here("level_up", None)),
        case(*LEVEL_2, KNIGHT, SKILL, event=LevelUpCompleted(level=2), then=barred("level-up-unfinished")),
        case(*CITY, event=LevelUpCompleted(level=2), then=never("no-level-up")),
    ],
    89: [
        case(*CITY, *EVENT_DONE, event=CityStepEnded(), then=here("step", "journey")),
        case(*PLAYING, event=CampaignStepEntered(step="journey"), then=barred("step-order")),
    ],
    90: [
        case(*JOURNEY, event=ScenarioSelected(scenario=WATCH), then=here("running.scenario", WATCH)),
        case(*JOURNEY, event=ScenarioSelected(scenario=VAULT), then=never("card-not-in-stock")),
        case(
            *JOURNEY, event=ScenarioSelected(scenario=WATCH, requirement_met=False), then=barred("requirement-not-met")
        ),
        case(
            *AFTER_THE_ARENA, *BEDS, CityStepEnded(), event=ScenarioSelected(scenario="A1"), then=never("arena-twice")
        ),
        case(
            *CITY,
            ARENA,
            ScenarioCardGained(scenario="A1"),
            *CITY_OVER,
            event=ScenarioSelected(scenario="A1"),
            then=never("arena-level"),
        ),
    ],
    91: [
        case(*RULED, event=ScenarioIntroductionRead(), then=here("journey.introduced", value=True)),
        case(*JOURNEY, event=ScenarioIntroductionRead(), then=never("no-scenario")),
    ],
    92: [
        case(*SPLIT, event=WAY_A, then=here("journey.branch", "A")),
        case(*SPLIT, event=WAY_A.copy_with(requirement_met=False), then=barred("requirement-not-met")),
        case(*SPLIT, WAY_A, STAGE, event=WAY_B, then=never("keep-the-letter")),
        case(*SPLIT, WAY_A, STAGE, WAY_A, STAGE, event=WAY_A, then=barred("not-split")),
    ],
    93: [
        case(*SPLIT, WAY_A, event=STAGE, then=table(**{"journey.stage": 1, "journey.kept": "A"})),
        case(*SPLIT, WAY_A, event=STAGE.copy_with(stage=2), then=never("stage-order")),
        case(*SPLIT, event=STAGE, then=barred("choose-a-way")),
        case(*SPLIT, WAY_B, event=STAGE, then=barred("other-stage")),
        case(*WHOLE_WAY, event=STAGE, then=barred("no-such-stage")),
    ],
    94: [
        case(*RULED, event=WORLD, then=here("journey.event", "W1"), asks=(WorldEventResolved,)),
        case(*SPLIT, event=WORLD, then=barred("no-event-called-for")),
        case(*CALLED_TWICE, *ONE_DONE, event=WORLD.copy_with(card="W2"), then=here("journey.event", "W2")),
        case(*CALLED_TWICE, *ONE_DONE, *ONE_DONE, event=WORLD, then=barred("no-event-called-for")),
    ],
    95: [
        case(*RULED, WORLD, event=OPTION, then=followed()),
        case(*RULED, event=OPTION, then=never("no-world-event")),
        case(*RULED, WORLD, event=OPTION.copy_with(requirement_met=False), then=barred("requirement-not-met")),
    ],
    96: [
        case(*RULED, WORLD, event=WorldEventResolved(), then=table(**{"journey.event": None, "world_events": ["W1"]})),
        case(*RULED, event=WorldEventResolved(), then=never("no-world-event")),
        case(*RULED, WORLD, event=WORLD.copy_with(card="W2"), then=never("world-event-open")),
    ],
    97: [
        case(*RULED, event=JourneyStepEnded(), then=here("step", "scenario")),
        case(*WHOLE_WAY, event=JourneyStepEnded(), then=here("step", "scenario")),
        case(*SPLIT, WAY_A, STAGE, event=JourneyStepEnded(), then=never("stages-remain")),
        case(*RULED, WORLD, event=JourneyStepEnded(), then=never("world-event-open")),
        case(*JOURNEY, event=JourneyStepEnded(), then=never("no-scenario")),
    ],
}
WITHOUT_A_RULE: Mapping[int, str] = {}


@pytest.mark.parametrize("one", each(ROWS))
def test_a_row_does_what_it_says(one: Case) -> None:
    one.holds()
