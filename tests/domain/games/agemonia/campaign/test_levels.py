"""Experience, levels and every sub-step of gaining one; professions and talents."""

from dataclasses import replace
from typing import Any

import pytest

from companion.testing import followed, given, given_bent, refused, says, table
from domain.framework.content import Content
from domain.framework.game import AnyGame
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.gems import InspirationGemGained
from domain.games.agemonia.campaign.items import StarsGained
from domain.games.agemonia.campaign.levels import (
    ActionSlotUnlocked,
    ActionTokensGained,
    ClassChosen,
    ClassSkillGained,
    ExperienceGained,
    LevelGained,
    LevelUpBecamePending,
    LevelUpCompleted,
    ProfessionLearned,
    TalentLearned,
)
from domain.games.agemonia.campaign.party import CampaignSetUp, HeroJoinedParty, VitalityDiskReplaced
from domain.games.agemonia.console.preparing import free_slots
from tests.domain.games.agemonia.moments import (
    CITY,
    EVENT_DONE,
    LEVEL_2,
    PARTY,
    POOR,
    RULED,
    VAULT,
    WATCH,
    each_refusal,
    no,
    refuses,
    typed_in,
)

KNIGHT = ClassChosen(hero="lunara", hero_class="knight")
SKILLS = GAME.pack.of("classes")["knight"]["skills"]
OTHERS = next(s for s in GAME.pack.of("classes")["witch"]["skills"] if s not in SKILLS)
SKILL = ClassSkillGained(hero="lunara", skill=SKILLS[0])
TOKENS = ActionTokensGained(hero="lunara", hero_token="Vow", class_token="charge")
HEALER = ProfessionLearned(hero="lunara", profession="Healer")
TALENT = TalentLearned(hero="lunara", talent="Herbs")
REFUSALS = [
    no(
        "experience-given",
        *RULED,
        ExperienceGained(scenario=WATCH),
        event=ExperienceGained(scenario=WATCH),
        bendable=True,
    ),
    no(
        "no-experience-symbol",
        typed_in("scenarios", WATCH, xp=False),
        *RULED,
        event=ExperienceGained(scenario=WATCH),
        bendable=True,
    ),
    no("never-played", *CITY, event=ExperienceGained(scenario=WATCH), bendable=True),
    no("past-the-start", *CITY, *EVENT_DONE, ExperienceGained(amount=2), event=LevelGained(level=2), bendable=True),
    no("class-first", *LEVEL_2, event=SKILL, bendable=False, why="skill"),
    no("after-the-reveal", *LEVEL_2, *EVENT_DONE, event=HEALER, bendable=True),
    no("not-next-level", *CITY, ExperienceGained(amount=9), event=LevelGained(level=3), bendable=False),
    no("not-next-level", *CITY, event=LevelGained(level=1), bendable=False, why="again"),
    no("not-enough-experience", *CITY, ExperienceGained(), event=LevelGained(level=2), bendable=False),
    no("wrong-step", *PARTY, *CITY[2:5], ExperienceGained(amount=2), event=LevelGained(level=2), bendable=True),
    no("class-chosen", *LEVEL_2, KNIGHT, event=KNIGHT.copy_with(hero_class="paladin"), bendable=False),
    no("not-offered", *LEVEL_2, event=KNIGHT.copy_with(hero_class="witch"), bendable=False),
    no("level-too-low", *CITY, event=KNIGHT, bendable=False, why="class"),
    no("skill-owned", *LEVEL_2, KNIGHT, SKILL, event=SKILL, bendable=False),
    no("not-offered", *LEVEL_2, KNIGHT, event=SKILL.copy_with(skill=OTHERS), bendable=False),
    no("not-offered", *LEVEL_2, event=SKILL.copy_with(skill=OTHERS), bendable=False, why="of-neither-class"),
    no("one-skill-a-level", *LEVEL_2, KNIGHT, SKILL, event=SKILL.copy_with(skill=SKILLS[1]), bendable=False),
    no("class-first", *LEVEL_2, event=TOKENS, bendable=False),
    no("tokens-taken", *LEVEL_2, KNIGHT, TOKENS, event=TOKENS, bendable=True),
    no("no-level-up", *CITY, event=LevelUpCompleted(level=2), bendable=False),
    no("no-level-up", *LEVEL_2, event=LevelUpCompleted(level=3), bendable=False, why="another"),
    no("level-up-unfinished", *LEVEL_2, event=LevelUpCompleted(level=2), bendable=True),
    no("level-too-low", *CITY, event=HEALER, bendable=False, why="profession"),
    no("has-profession", *LEVEL_2, HEALER, event=HEALER.copy_with(profession="Smith"), bendable=False),
    no("profession-taken", *LEVEL_2, HEALER, event=HEALER.copy_with(hero="venia"), bendable=False),
    no("not-enough-stars", *LEVEL_2, POOR, event=HEALER.copy_with(price=1), bendable=False, why="profession"),
    no("not-enough-points", *LEVEL_2, event=HEALER.copy_with(points=1), bendable=False, why="profession"),
    no("level-too-low", *CITY, event=TALENT, bendable=False, why="talent"),
    no("talent-owned", *LEVEL_2, TALENT, event=TALENT, bendable=False),
    no("not-enough-stars", *LEVEL_2, POOR, event=TALENT.copy_with(price=1), bendable=False, why="talent"),
]


def unknown(level: str, field: str) -> AnyGame:
    """The game without a field of a level."""
    levels = {id_: dict(card) for id_, card in GAME.pack.of("levels").items()}
    del levels[level][field]
    return replace(GAME, pack=Content({**GAME.pack.kinds, "levels": levels}))


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


@pytest.mark.parametrize(("level", "total"), [(2, 2), (3, 5), (4, 9), (5, 14)])
def test_a_level_is_ticked_with_the_last_point_it_takes(level: int, total: int) -> None:
    spec = given(GAME, ExperienceGained(amount=total - 1)).then(table(levels_ticked=list(range(1, level))))
    spec.when(ExperienceGained()).then(followed(LevelUpBecamePending(level=level)), table(experience=total))


def test_many_points_at_once_tick_every_level_they_reach() -> None:
    given(GAME).when(ExperienceGained(amount=9, source="campaign start")).then(
        followed(*[LevelUpBecamePending(level=level) for level in (2, 3, 4)]), table(levels_ticked=[1, 2, 3, 4])
    )


def test_a_level_of_an_unknown_total_is_not_ticked_automatically() -> None:
    spec = given(unknown("3", "xp_total"), ExperienceGained(amount=4))
    spec.then(table(levels_ticked=[1, 2]))
    spec.when(ExperienceGained()).then(followed())
    spec.when(ExperienceGained(amount=5)).then(followed(LevelUpBecamePending(level=4)))


def test_a_level_of_an_unknown_total_is_gained_as_the_players_say() -> None:
    given(unknown("2", "xp_total"), *CITY).when(LevelGained(level=2)).then(table(level=2))


def test_an_action_slot_of_an_unknown_kind_takes_a_token_as_either_kind() -> None:
    gained = given(unknown("2", "slot"), *CITY[:1], *CITY[2:], ExperienceGained(amount=14)).when(LevelGained(level=2))
    gained.then(followed(ActionSlotUnlocked(hero="lunara", level=2, kind="")))
    shown = "The party reached level 2", "Lunara unlocked the level 2 action slot"
    gained.then(table(**{"heroes.lunara.slots": {"2": ""}}), says(*shown))
    board: Any = gained.play.campaign.table
    assert free_slots(board, "lunara") == ["2"]


def test_beyond_level_5_there_is_nothing() -> None:
    spec = given_bent(GAME, *CITY, ExperienceGained(amount=14), *[LevelGained(level=level) for level in (2, 3, 4, 5)])
    spec.when(ExperienceGained()).then(followed())


@pytest.mark.parametrize(
    ("level", "slot", "gems"), [(2, "normal", 0), (3, "open", 0), (4, "normal", 1), (5, "open", 0)]
)
def test_a_level_brings_a_slot_and_level_4_a_gem(level: int, slot: str, gems: int) -> None:
    spec = given(GAME, *CITY[:1], *CITY[2:], ExperienceGained(amount=14))
    for before in range(2, level):
        spec = spec.and_then(LevelGained(level=before), bend="begun in the middle")
    expected: list[Any] = [ActionSlotUnlocked(hero="lunara", level=level, kind=slot)]
    expected += [InspirationGemGained(hero="lunara", source="level 4")] * gems
    spec.and_then(LevelGained(level=level), bend="begun in the middle" if level > 2 else "").then(
        followed(*expected), table(**{"level": level, "level_up.level": level, f"heroes.lunara.slots.{level}": slot})
    )


def test_experience_is_not_asked_for_where_scenarios_are_not_tracked() -> None:
    spec = given(GAME, CampaignSetUp(tracks=("levels",)), *PARTY).when(LevelGained(level=2))
    spec.then(table(level=2, levels_ticked=[1, 2], experience=0))


def test_a_level_reaches_only_heroes_who_are_there_after_all() -> None:
    spec = given(GAME, CampaignSetUp(tracks=("levels",)), HeroJoinedParty(hero="lunara"), LevelGained(level=2))
    spec.and_undo(3, "those").then(table(heroes={}, level=2))


def test_level_5_is_the_highest() -> None:
    spec = given_bent(GAME, *CITY, ExperienceGained(amount=14), *[LevelGained(level=level) for level in (2, 3, 4, 5)])
    spec.when(LevelGained(level=5)).then(refused("not-next-level", says="level 5 is the highest"))


def test_every_hero_does_its_sub_steps_before_the_level_is_complete() -> None:
    spec = given(
        GAME,
        *CITY[:1],
        *CITY[2:],
        ExperienceGained(amount=2),
        LevelGained(level=2),
        VitalityDiskReplaced(hero="lunara", chips=7, level=2),
        KNIGHT,
        SKILL,
    )
    spec.when(LevelUpCompleted(level=2)).then(refused("level-up-unfinished", says="Lunara (tokens)"))
    spec = spec.and_then(TOKENS).then(TOKENS.copy_with(level=2)).and_then(LevelUpCompleted(level=2))
    spec.then(
        table(
            **{
                "level_up": None,
                "heroes.lunara.hero_class": "knight",
                "heroes.lunara.skills": [SKILLS[0]],
                "heroes.lunara.tokens": ["Vow", "charge"],
                "heroes.lunara.level_steps": [],
            }
        )
    )


def test_the_class_is_chosen_once_so_level_3_asks_for_none() -> None:
    spec = given_bent(GAME, *LEVEL_2, KNIGHT, ExperienceGained(amount=3), LevelGained(level=3))
    spec.when(LevelUpCompleted(level=3)).then(
        refused("level-up-unfinished", says="Lunara (disk, skill, tokens), Venia (disk, class, skill, tokens)")
    )


@pytest.mark.parametrize(
    ("tracks", "left"),
    [(("levels",), ""), (("levels", "vitality"), "disk"), (("levels", "builds"), "class, skill, tokens")],
    ids=", ".join,
)
def test_a_level_asks_only_for_what_is_tracked(tracks: Any, left: str) -> None:
    spec = given(GAME, CampaignSetUp(tracks=tracks), *PARTY, ExperienceGained(amount=2), LevelGained(level=2))
    done = spec.when(LevelUpCompleted(level=2))
    done.then(refused("level-up-unfinished", says=f"Lunara ({left})") if left else table(level_up=None))


@pytest.mark.parametrize("hero_class", ["knight", "paladin"])
def test_a_skill_of_either_class_will_do_while_none_is_chosen(hero_class: str) -> None:
    skill = GAME.pack.of("classes")[hero_class]["skills"][2]
    builds = (CampaignSetUp(tracks=("builds",)), *PARTY)
    given(GAME, *builds).when(SKILL.copy_with(skill=skill)).then(table(**{"heroes.lunara.skills": [skill]}))


def test_a_level_that_is_ticked_names_what_was_never_played_of_it() -> None:
    ford = typed_in("scenarios", "S9", en="Lost Ford", level=1, xp=True)
    spec = given_bent(GAME, ford, *RULED, ExperienceGained(scenario=WATCH))
    spec = spec.when(ExperienceGained(scenario=VAULT), bend="played elsewhere")
    spec.then(followed(LevelUpBecamePending(level=2, missing=("S9",))))


def test_where_some_experience_has_no_scenario_nothing_is_missed() -> None:
    given(GAME, *CITY).when(ExperienceGained(amount=2)).then(followed(LevelUpBecamePending(level=2)))


def test_professions_and_talents_are_paid_for() -> None:
    spec = given(GAME, *LEVEL_2, StarsGained(hero="lunara", amount=9), TALENT.copy_with(price=2), *EVENT_DONE)
    spec = spec.and_then(HEALER.copy_with(price=3, points=1))
    spec.then(
        table(
            **{
                "heroes.lunara.profession": "Healer",
                "heroes.lunara.talents": ["Herbs"],
                "heroes.lunara.stars": 4,
                "heroes.lunara.activity_tokens": 1,
            }
        )
    )


def test_a_hero_who_joins_later_has_the_level_of_the_party() -> None:
    spec = given(GAME, *LEVEL_2, HeroJoinedParty(hero="torrax"))
    spec.when(ClassChosen(hero="torrax", hero_class="guardian")).then()
