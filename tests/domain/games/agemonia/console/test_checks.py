"""Checks: modifiers, dice, stamina, gems; progressive ones and those of the group."""

import pytest

from companion.testing import NOTHING, followed, given, says, table
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.gems import (
    AchievementGemGained,
    AchievementGemSpent,
    InspirationGemGained,
    InspirationGemSpent,
)
from domain.games.agemonia.campaign.items import ItemDiscarded, ItemGained
from domain.games.agemonia.campaign.journals import KeywordWritten
from domain.games.agemonia.campaign.levels import ProfessionLearned, TalentLearned
from domain.games.agemonia.campaign.party import HeroBoardRecorded
from domain.games.agemonia.campaign.vitality import StaminaSpent
from domain.games.agemonia.console.checks import (
    ActiveCheckStarted,
    CheckResolved,
    GroupCheckContribution,
    GroupCheckResolved,
    GroupCheckStarted,
    ProgressiveCheckAdvanced,
    ProgressiveCheckCompleted,
    RollPutAway,
    fulfils_requirement,
)
from domain.games.agemonia.console.dice import DiceRolled, DieRerolled
from domain.games.agemonia.console.enemies import ScenarioAllyAdded
from domain.games.agemonia.console.story import TrapTokenPlaced
from tests.domain.games.agemonia.console.fights import (
    BOARDS,
    EXTRA,
    FIGHTING,
    LUNARA,
    ONE_UP,
    PAID,
    RED_DIE,
    TWO_UP,
    VENIA,
    at,
    map_of,
    skilled,
    turns,
)
from tests.domain.games.agemonia.moments import CITY, DISKS, LEVEL_2, PARTY, Events, each_refusal, no, refuses, typed_in

LIFT = ActiveCheckStarted(figure=LUNARA, check_name="Lift the gate", ability="strength", target=4)
TOLD = CheckResolved(rolled=1)
ROLLING: Events = (*FIGHTING, LIFT)
ROLLED: Events = (*ROLLING, DiceRolled(faces=("one", "two", "stamina")))
WOLF = ScenarioAllyAdded(ally="Wolf", health=3, controller="Ana")
TOGETHER = GroupCheckStarted(check_name="Storm", ability="strength", target=6)
GROUP: Events = (*CITY, *DISKS, *BOARDS, TOGETHER)
OF_ONE = GroupCheckContribution(hero=LUNARA, faces=("one",))

REFUSALS = [
    no("check-tried", *FIGHTING, *turns(), LIFT, TOLD, event=LIFT, bendable=True),
    no("out-of-order", *FIGHTING, *turns(), event=LIFT.copy_with(figure=VENIA), bendable=True),
    no("focus-not-chosen", *FIGHTING, event=LIFT.copy_with(focus=True), bendable=False),
    no("roll-open", *FIGHTING, LIFT, event=LIFT.copy_with(check_name="Climb"), bendable=False),
    no(
        "heroes-only",
        *FIGHTING,
        WOLF,
        event=LIFT.copy_with(figure="Wolf", progressive=True, dice=2),
        bendable=True,
    ),
    no("rank-not-known", *PARTY, event=LIFT, bendable=True),
    no("item-not-carried", *FIGHTING, event=LIFT.copy_with(discards=("010",)), bendable=False),
    no("no-inspiration", *FIGHTING, event=LIFT.copy_with(inspired=True), bendable=False),
    no("no-roll", *FIGHTING, event=DiceRolled(faces=("one",)), bendable=False, why="dice"),
    no("no-roll", *FIGHTING, event=CheckResolved(rolled=1), bendable=False),
    no("no-roll", *FIGHTING, event=RollPutAway(), bendable=False, why="nothing"),
    no("rolled", *ROLLED, event=DiceRolled(faces=("one", "one", "one")), bendable=False),
    no("wrong-dice", *ROLLING, event=DiceRolled(faces=("one", "one_extra", "two")), bendable=False),
    no("die-unknown", *ROLLING, event=DiceRolled(), bendable=False),
    no("die-unknown", *ROLLED, event=DieRerolled(face="one"), bendable=False, why="again"),
    no("no-such-face", *ROLLED, event=DieRerolled(face="one_extra", into="one"), bendable=False),
    no("not-rolled", *ROLLING, event=CheckResolved(), bendable=False),
    no("too-much-stamina", *ROLLED, event=CheckResolved(stamina=3), bendable=False),
    no(
        "not-enough-stamina",
        *ROLLED,
        StaminaSpent(hero=LUNARA, amount=5),
        event=CheckResolved(stamina=2),
        bendable=False,
    ),
    no("no-gem", *ROLLED, event=CheckResolved(gem=True), bendable=False),
    no(
        "no-stamina-here",
        *CITY,
        *DISKS,
        *BOARDS,
        LIFT,
        DiceRolled(faces=("one", "two", "stamina")),
        event=CheckResolved(stamina=1),
        bendable=False,
    ),
    no("outside-scenarios", *FIGHTING, event=TOGETHER, bendable=True),
    no("no-heroes", event=TOGETHER, bendable=False),
    no("no-group-check", *CITY, event=GroupCheckResolved(), bendable=False),
    no("no-group-check", *CITY, event=GroupCheckContribution(hero=LUNARA, rolled=1), bendable=False, why="alone"),
    no(
        "rolled-already",
        *GROUP,
        GroupCheckContribution(hero=LUNARA, rolled=1),
        event=GroupCheckContribution(hero=LUNARA, rolled=1),
        bendable=False,
    ),
    no("other-first", *GROUP, event=GroupCheckContribution(hero=VENIA, rolled=1), bendable=True),
    no(
        "rank-unknown",
        *CITY,
        TOGETHER,
        event=GroupCheckContribution(hero=LUNARA),
        bendable=False,
    ),
    no("waiting-for", *GROUP, event=GroupCheckResolved(), bendable=False),
    no(
        "wrong-dice",
        *GROUP,
        event=GroupCheckContribution(hero=LUNARA, faces=("one",)),
        bendable=False,
        why="of a group",
    ),
    no("die-unknown", *GROUP, event=GroupCheckContribution(hero=LUNARA), bendable=False, why="of a group"),
    no(
        "no-gem",
        *GROUP,
        *(GroupCheckContribution(hero=hero, rolled=1) for hero in (LUNARA, VENIA)),
        event=GroupCheckResolved(gems=(VENIA,)),
        bendable=False,
        why="of a group",
    ),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_what_is_refused(before, event, code, bendable) -> None:  # type: ignore[no-untyped-def]
    if code == "no-heroes":
        before = ()
    refuses(before, event, code, bendable)


# --- modifiers -------------------------------------------------------------------------------

SWORD = typed_in("items", "Sword", hands=1)
HAS: Events = (
    *LEVEL_2,
    SWORD,
    ItemGained(hero=LUNARA, item="Sword"),
    ItemGained(hero=LUNARA, item="010"),
    KeywordWritten(journal="party", keyword="Silver Key"),
    KeywordWritten(journal=VENIA, keyword="Debt"),
    ProfessionLearned(hero=LUNARA, profession="Smith"),
    TalentLearned(hero=LUNARA, talent="Steady Hand"),
)


@pytest.mark.parametrize(
    ("asked", "met"),
    [
        ("Lunara", True),
        ("卢娜拉", True),
        ("Venia", False),
        ("Smith", True),
        ("steady hand", True),
        ("“Silver Key”", True),
        ("Debt", False),
        ("Dagger", True),
        ("Sword", True),
        ("Knight", False),
        ("nonsense", False),
    ],
)
def test_a_printed_modifier_is_met_by_what_the_hero_is_and_has(asked: str, met: bool) -> None:
    assert fulfils_requirement(given(GAME, *HAS).play.campaign.table, LUNARA, asked) is met


def test_in_a_scenario_an_item_with_a_hand_must_be_active() -> None:
    spec = given(GAME, *FIGHTING, SWORD, ItemGained(hero=LUNARA, item="Sword"))
    assert not fulfils_requirement(spec.play.campaign.table, LUNARA, "Sword")


def test_a_class_skill_counts_by_its_name() -> None:
    assert fulfils_requirement(given(GAME, *skilled(LUNARA, "tactics")).play.campaign.table, LUNARA, "战术")


def test_all_modifiers_that_are_met_add_up_and_may_take_away() -> None:
    printed = {"Lunara": 2, "Venia": 4, "010": -1}
    spec = given(GAME, *FIGHTING, ItemGained(hero=LUNARA, item="010"), LIFT.copy_with(modifiers=printed))
    spec.when(CheckResolved(rolled=1)).then(says("Lunara got 2 successes for “Lift the gate”, target 4, passed: no"))


def test_a_discarded_item_counts_and_goes() -> None:
    spec = given(GAME, *FIGHTING, ItemGained(hero=LUNARA, item="010"))
    spec.when(LIFT.copy_with(for_discards={"Dagger": 2}, discards=("010",))).then(
        followed(ItemDiscarded(hero=LUNARA, item="010", reason="for a check")),
        table(**{"scene.roll.plus": [{"source": "Dagger", "successes": 2}]}),
    )


def test_carrying_what_should_be_discarded_is_not_enough() -> None:
    spec = given(GAME, *FIGHTING, ItemGained(hero=LUNARA, item="010"))
    spec.when(LIFT.copy_with(for_discards={"Dagger": 2})).then(table(**{"scene.roll.plus": []}))


def test_what_should_be_carried_is_not_met_by_what_is_out_of_hand() -> None:
    sword = typed_in("items", "Sword", hands=1)
    spec = given(GAME, *FIGHTING, sword, ItemGained(hero=LUNARA, item="Sword"))
    spec.when(LIFT.copy_with(modifiers={"Sword": 2}, discards=("Sword",))).then(table(**{"scene.roll.plus": []}))


# --- dice ------------------------------------------------------------------------------------


def test_the_rank_says_how_many_dice_and_inspiration_adds_two() -> None:
    spec = given(GAME, *FIGHTING, InspirationGemGained(hero=LUNARA)).when(LIFT.copy_with(inspired=True))
    spec.then(followed(InspirationGemSpent(hero=LUNARA, use="dice")), table(**{"scene.roll.dice": 5}))


def test_the_focus_die_is_there_for_who_wants_it() -> None:
    spec = given(GAME, *FIGHTING, *turns()).when(LIFT)
    spec = spec.then(table(**{"scene.roll.dice": 3, "scene.heroes.lunara.focused": False})).and_then(RollPutAway())
    spec = spec.and_then(LIFT.copy_with(focus=True, check_name="Climb"))
    spec.then(table(**{"scene.roll.dice": 4, "scene.heroes.lunara.focused": True}))


def test_a_skill_may_raise_an_ability() -> None:
    will = ActiveCheckStarted(figure="matajam", check_name="Stare", ability="will", target=3)
    spec = given(GAME, *skilled("matajam", "clarity"), HeroBoardRecorded(hero="matajam", will=2))
    spec.when(will).then(table(**{"scene.roll.dice": 3}))


def test_dice_are_rolled_here_once_their_faces_were_typed_in() -> None:
    spec = given(GAME, RED_DIE, *ROLLING)
    spec.when(DiceRolled(), rolled=[ONE_UP, EXTRA, TWO_UP, PAID]).then(
        table(**{"scene.roll.faces": ["one", "one_extra", "two", "stamina"]})
    )


def test_a_die_is_rolled_again() -> None:
    spec = given(GAME, *ROLLED).when(DieRerolled(face="one", into="two"))
    spec.then(table(**{"scene.roll.faces": ["two", "two", "stamina"]}))


def test_a_gem_adds_a_success_after_the_dice() -> None:
    spec = given(GAME, *ROLLED, AchievementGemGained(hero=LUNARA)).when(CheckResolved(gem=True))
    spec.then(
        followed(AchievementGemSpent(hero=LUNARA, use="roll")),
        table(**{"scene.roll": None, "heroes.lunara.achievement_gems": 0}),
    )


def test_a_stamina_face_is_worth_nothing_to_an_ally() -> None:
    check = LIFT.copy_with(figure="Wolf", dice=2)
    spec = given(GAME, *FIGHTING, WOLF, check, DiceRolled(faces=("one", "stamina"))).when(CheckResolved())
    spec.then(says("Wolf got 1 success for “Lift the gate”, target 4, passed: no"))


def test_a_check_without_a_target_only_counts() -> None:
    spec = given(GAME, *FIGHTING, LIFT.copy_with(target=None)).when(CheckResolved(rolled=3))
    spec.then(says("Lunara got 3 successes for “Lift the gate”"))


def test_a_roll_that_nobody_wants_is_put_away() -> None:
    given(GAME, *ROLLING).when(RollPutAway()).then(table(**{"scene.roll": None}))


# --- progressive, group ----------------------------------------------------------------------


def test_a_progressive_check_gathers_successes_until_they_are_enough() -> None:
    dig = LIFT.copy_with(check_name="Dig", progressive=True, target=5)
    spec = given(GAME, *FIGHTING, dig).when(CheckResolved(rolled=3))
    spec.then(
        followed(ProgressiveCheckAdvanced(check_name="Dig", successes=3, target=5, total=3)),
        table(**{"scene.progress.Dig": {"successes": 3, "target": 5}}),
    )
    spec.and_then(dig).and_then(CheckResolved(rolled=2)).then(
        followed(
            ProgressiveCheckAdvanced(check_name="Dig", successes=2, target=5, total=5),
            ProgressiveCheckCompleted(check_name="Dig"),
        ),
        table(**{"scene.progress.Dig": NOTHING}),
    )


@pytest.mark.parametrize(
    ("successes", "target", "completed"),
    [
        (9, None, False),  # nobody knows how many are enough
        (4, 5, False),
        (5, 5, True),
        (6, 5, True),
    ],
)
def test_a_progressive_check_is_completed_by_enough_successes_alone(
    successes: int, target: int | None, completed: bool
) -> None:
    added = ProgressiveCheckAdvanced(check_name="Dig", successes=successes, target=target)
    end = [ProgressiveCheckCompleted(check_name="Dig")] if completed else []
    given(GAME, *FIGHTING).when(added).then(followed(*end))


def test_a_progressive_check_that_a_correction_leaves_short_goes_on() -> None:
    dig = LIFT.copy_with(check_name="Dig", progressive=True, target=5)
    spec = given(GAME, *FIGHTING, dig, CheckResolved(rolled=3), dig, CheckResolved(rolled=2))
    first = next(e.position for e in spec.play.campaign.entries() if isinstance(e.event, CheckResolved))
    spec.and_amend(first, "those", rolled=1).then(table(**{"scene.progress.Dig.successes": 3}))


def test_a_group_rolls_by_taunt_and_its_sum_counts() -> None:
    spec = given(GAME, *GROUP).then(table(**{"scene.group.order": [LUNARA, VENIA]}))
    for hero in (LUNARA, VENIA):
        spec = spec.and_then(GroupCheckContribution(hero=hero, rolled=2)).then()
    spec = spec.and_then(AchievementGemGained(hero=VENIA)).then()
    spec.and_then(GroupCheckResolved(gems=(VENIA,))).then(
        says(
            "Group check “Storm”: 5 successes, target 6, passed: no",
            "Venia spent an achievement gem",
        ),
        table(**{"scene.group": None}),
    )


def test_a_part_of_a_group_check_may_be_rolled_here() -> None:
    spec = given(GAME, RED_DIE, *GROUP)
    spec.when(GroupCheckContribution(hero=LUNARA), rolled=[ONE_UP, TWO_UP, PAID]).then(
        table(**{"scene.group.successes.lunara": 5})
    )


def test_what_is_forced_is_checked_whosever_turn_it_is_and_however_often() -> None:
    forced = LIFT.copy_with(figure=VENIA, forced="card")
    spec = given(GAME, *FIGHTING, *turns(), forced, TOLD).when(forced)
    spec.then(table(**{"scene.roll.figure": VENIA}))


def test_two_traps_are_two_checks() -> None:
    traps = (*map_of("Hall"), TrapTokenPlaced(area="Hall"), TrapTokenPlaced(area="Hall"), *at(lunara="Hall"))
    check = LIFT.copy_with(check_name="Trap", trap="Hall", target=None)
    spec = given(GAME, *FIGHTING, *turns(), *traps, check, CheckResolved(rolled=6)).when(check)
    spec.then(table(**{"scene.roll.trap": "Hall", "scene.areas.Hall.traps": 1}))
