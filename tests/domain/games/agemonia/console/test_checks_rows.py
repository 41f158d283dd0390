"""Rows 139 to 153 of the event catalogue by what they do: active checks, those of the group, reactions."""

from collections.abc import Mapping

import pytest

from companion.testing import followed, table
from domain.games.agemonia.campaign.gems import (
    AchievementGemGained,
    AchievementGemSpent,
    InspirationGemGained,
    InspirationGemSpent,
)
from domain.games.agemonia.campaign.items import ItemDiscarded, ItemGained, ItemSelectionForScenarioMade
from domain.games.agemonia.campaign.vitality import DamageSuffered, StaminaLost, StaminaSpent
from domain.games.agemonia.console.checks import (
    ActiveCheckStarted,
    CheckResolved,
    GroupCheckContribution,
    GroupCheckResolved,
    GroupCheckStarted,
    ProgressiveCheckAdvanced,
    ProgressiveCheckCompleted,
    RollPutAway,
)
from domain.games.agemonia.console.dice import DiceRolled, DieRerolled
from domain.games.agemonia.console.enemies import AllyDamaged, ScenarioAllyAdded
from domain.games.agemonia.console.enemy_turns import EnemyAttackDeclared, EnemyAttackResolved
from domain.games.agemonia.console.reactions import ReactionEnded, ReactiveCheckRolled
from domain.games.agemonia.console.rounds import RoundStarted
from domain.games.agemonia.console.story import TrapTokenPlaced
from domain.games.agemonia.console.turns import TurnStarted
from tests.domain.games.agemonia.console.fights import (
    BLUE_DIE,
    BOARDS,
    ENEMY_FIRST,
    FIGHTING,
    LUNARA,
    ONE,
    RED_DIE,
    VENIA,
    at,
    enemy,
    map_of,
    turns,
)
from tests.domain.games.agemonia.moments import CITY, DISKS, Events
from tests.domain.games.agemonia.rows import Case, Rows, barred, case, each, here, never

LIFT = ActiveCheckStarted(figure=LUNARA, check_name="Lift", ability="strength", target=3)
LIFTING: Events = (*FIGHTING, LIFT)
THREE_DICE = DiceRolled(faces=("one", "two", "stamina"))
LYING: Events = (*LIFTING, THREE_DICE)
TOLD = CheckResolved(rolled=3)
WOLF = ScenarioAllyAdded(ally="Wolf", health=3, controller="Ana", symbol="blue")
WOLF_LIFTS = LIFT.copy_with(figure="Wolf", dice=2)
WOLFS_TURN: Events = (*FIGHTING, WOLF, *turns("ally blue"), TurnStarted(figure="Wolf"))
GEM, INSPIRED = AchievementGemGained(hero=LUNARA), InspirationGemGained(hero=LUNARA)
HAS_ROPE = ItemGained(hero=LUNARA, item="Rope")
LEFT_ROPE = ItemSelectionForScenarioMade(hero=LUNARA, left=("Rope",))
TRAPS: Events = (*map_of("A", "B"), *at(lunara="A", venia="B"), TrapTokenPlaced(area="A"), TrapTokenPlaced(area="A"))
OF_A_TRAP = LIFT.copy_with(check_name="Trap", ability="agility", target=None, trap="A")
TOGETHER = GroupCheckStarted(check_name="Storm", ability="strength", target=6)
OUTSIDE: Events = (*CITY, *DISKS, *BOARDS)
GROUP: Events = (*OUTSIDE, TOGETHER)
HERS, VENIAS = GroupCheckContribution(hero=LUNARA, rolled=3), GroupCheckContribution(hero=VENIA, rolled=2)
LONG = LIFT.copy_with(progressive=True, target=5)
ATTACK = EnemyAttackDeclared(figure=ONE, target=LUNARA, attack="melee", value=3, ability="strength", ability_or="will")
STRUCK: Events = (*FIGHTING, *enemy(1), ATTACK)
REACTS = ReactiveCheckRolled(faces=("one", "special", "blank"))


def left(value: int) -> EnemyAttackResolved:
    return EnemyAttackResolved(figure=ONE, target=LUNARA, value=value, effect="damage", attack="melee")


ROWS: Rows = {
    139: [
        case(*FIGHTING, event=LIFT, then=table(**{"scene.roll.dice": 3, "scene.roll.target": 3})),
        case(*FIGHTING, *turns(), event=LIFT.copy_with(figure=VENIA), then=barred("out-of-order")),
        case(*FIGHTING, RoundStarted(), event=LIFT, then=barred("no-turns")),
        case(*FIGHTING, *turns(), LIFT, TOLD, event=LIFT, then=barred("check-tried")),
        case(*WOLFS_TURN, WOLF_LIFTS, TOLD, event=WOLF_LIFTS, then=barred("check-tried")),
        case(
            *FIGHTING, *turns(), LIFT, TOLD, event=LIFT.copy_with(forced="enemy"), then=here("scene.roll.what", "Lift")
        ),
        case(
            *FIGHTING,
            *turns(),
            event=LIFT.copy_with(figure=VENIA, forced="card"),
            then=here("scene.roll.figure", VENIA),
        ),
        case(
            *FIGHTING,
            *TRAPS,
            *turns(),
            OF_A_TRAP,
            CheckResolved(rolled=6),
            event=OF_A_TRAP,
            then=here("scene.roll.trap", "A"),
        ),
        case(*FIGHTING, event=LIFT.copy_with(focus=True), then=never("focus-not-chosen")),
        case(
            *FIGHTING,
            *turns(),
            event=LIFT.copy_with(focus=True),
            then=table(**{"scene.roll.dice": 4, "scene.heroes.lunara.focused": True}),
        ),
        case(*FIGHTING, *turns(), event=LIFT, then=here("scene.heroes.lunara.focused", value=False)),
        case(
            *FIGHTING,
            HAS_ROPE,
            event=LIFT.copy_with(modifiers={"Rope": 2}),
            then=here("scene.roll.plus", [{"source": "Rope", "successes": 2}]),
        ),
        case(*FIGHTING, HAS_ROPE, event=LIFT.copy_with(for_discards={"Rope": 2}), then=here("scene.roll.plus", [])),
        case(
            *FIGHTING,
            HAS_ROPE,
            event=LIFT.copy_with(for_discards={"Rope": 2}, discards=("Rope",)),
            then=(
                followed(ItemDiscarded(hero=LUNARA, item="Rope", reason="for a check")),
                here("scene.roll.plus", [{"source": "Rope", "successes": 2}]),
            ),
        ),
        case(
            *FIGHTING,
            HAS_ROPE,
            LEFT_ROPE,
            event=LIFT.copy_with(modifiers={"Rope": 2}),
            then=here("scene.roll.plus", []),
        ),
        case(*FIGHTING, HAS_ROPE, LEFT_ROPE, event=LIFT.copy_with(discards=("Rope",)), then=barred("left-behind")),
        case(
            *FIGHTING,
            *enemy(1),
            *map_of("A"),
            *at(lunara="A", skitterer_1="A"),
            event=LIFT,
            then=here("scene.roll.plus", [{"source": "hindered", "successes": -1}]),
        ),
        case(*LIFTING, event=LIFT.copy_with(check_name="Climb"), then=never("roll-open")),
        case(*FIGHTING, *map_of("A"), *at(lunara="A"), event=OF_A_TRAP, then=never("no-trap")),
    ],
    140: [
        case(
            *FIGHTING,
            INSPIRED,
            event=LIFT.copy_with(inspired=True),
            then=(followed(InspirationGemSpent(hero=LUNARA, use="dice")), here("scene.roll.dice", 5)),
        ),
        case(*FIGHTING, event=LIFT.copy_with(inspired=True), then=never("no-inspiration")),
        case(*CITY, event=InspirationGemSpent(hero=LUNARA), then=never("no-inspiration")),
    ],
    141: [
        case(*LIFTING, event=THREE_DICE, then=here("scene.roll.faces", ["one", "two", "stamina"])),
        case(*LIFTING, event=DiceRolled(faces=("one", "two")), then=never("wrong-dice")),
        case(*FIGHTING, event=THREE_DICE, then=never("no-roll")),
        case(*LYING, event=THREE_DICE, then=never("rolled")),
        case(
            RED_DIE,
            *LIFTING,
            event=DiceRolled(),
            then=here("scene.roll.faces", ["one", "two", "stamina"]),
            rolled=(1, 3, 6),
        ),
    ],
    142: [
        case(*LIFTING, event=DiceRolled(faces=("one", "one_extra", "two")), then=never("wrong-dice")),
        case(*LIFTING, event=DiceRolled(faces=("one", "one_extra", "two", "two")), then=here("scene.roll.dice", 3)),
        case(*LYING, event=DieRerolled(face="one", into="one_extra"), then=never("wrong-dice")),
    ],
    143: [
        case(
            *LYING, event=DieRerolled(face="one", into="two"), then=here("scene.roll.faces", ["two", "two", "stamina"])
        ),
        case(
            *LYING,
            event=DieRerolled(face="one", into="one_extra", more=("two",)),
            then=here("scene.roll.faces", ["one_extra", "two", "stamina", "two"]),
        ),
        case(*LYING, event=DieRerolled(face="one", into="two", more=("two",)), then=never("wrong-dice")),
        case(*LYING, event=DieRerolled(face="one_extra", into="two"), then=never("no-such-face")),
    ],
    144: [
        case(
            *LYING,
            event=CheckResolved(stamina=2),
            then=(followed(StaminaSpent(hero=LUNARA, amount=2, purpose="dice")),),
        ),
        case(*LYING, event=CheckResolved(stamina=3), then=never("too-much-stamina")),
        case(
            *LYING,
            StaminaSpent(hero=LUNARA, amount=6),
            event=CheckResolved(stamina=1),
            then=never("not-enough-stamina"),
        ),
        case(*OUTSIDE, LIFT, THREE_DICE, event=CheckResolved(stamina=1), then=never("no-stamina-here")),
        case(
            *FIGHTING,
            WOLF,
            LIFT.copy_with(figure="Wolf", dice=3),
            THREE_DICE,
            event=CheckResolved(stamina=1),
            then=never("no-stamina-here"),
        ),
    ],
    145: [
        case(*LYING, GEM, event=CheckResolved(gem=True), then=followed(AchievementGemSpent(hero=LUNARA, use="roll"))),
        case(*LYING, event=CheckResolved(gem=True), then=never("no-gem")),
        case(*CITY, event=AchievementGemSpent(hero=LUNARA), then=never("no-gem")),
    ],
    146: [
        case(*LIFTING, event=TOLD, then=here("scene.roll", None)),
        case(*LIFTING, event=CheckResolved(), then=never("not-rolled")),
        case(*FIGHTING, event=TOLD, then=never("no-roll")),
        case(*LIFTING, event=RollPutAway(), then=here("scene.roll", None)),
    ],
    147: [
        case(*OUTSIDE, event=TOGETHER, then=here("scene.group.order", [LUNARA, VENIA])),
        case(*OUTSIDE, event=TOGETHER.copy_with(heroes=(VENIA,)), then=here("scene.group.order", [VENIA, LUNARA])),
        case(*FIGHTING, event=TOGETHER, then=barred("outside-scenarios")),
        case(*GROUP, event=TOGETHER.copy_with(check_name="Sea"), then=never("roll-open")),
    ],
    148: [
        case(*GROUP, event=HERS, then=here("scene.group.successes", {LUNARA: 3})),
        case(
            *GROUP,
            event=HERS.copy_with(rolled=None, faces=("one", "stamina", "stamina")),
            then=here("scene.group.successes", {LUNARA: 5}),
        ),
        case(*GROUP, event=VENIAS, then=barred("other-first")),
        case(*GROUP, HERS, event=HERS, then=never("rolled-already")),
        case(*GROUP, HERS, event=GroupCheckResolved(gems=(LUNARA,)), then=never("waiting-for")),
    ],
    149: [
        case(*GROUP, HERS, VENIAS, event=GroupCheckResolved(), then=here("scene.group", None)),
        case(
            *GROUP,
            HERS,
            VENIAS,
            GEM,
            event=GroupCheckResolved(gems=(LUNARA,)),
            then=followed(AchievementGemSpent(hero=LUNARA, use="check")),
        ),
        case(*GROUP, HERS, event=GroupCheckResolved(), then=never("waiting-for")),
    ],
    150: [
        case(
            *FIGHTING,
            LONG,
            event=TOLD,
            then=(
                followed(ProgressiveCheckAdvanced(check_name="Lift", successes=3, target=5, total=3)),
                here("scene.progress.Lift.successes", 3),
            ),
        ),
        case(*FIGHTING, WOLF, event=LONG.copy_with(figure="Wolf", dice=2), then=barred("heroes-only")),
    ],
    151: [
        case(
            *FIGHTING,
            LONG,
            TOLD,
            LONG,
            event=CheckResolved(rolled=2),
            then=followed(
                ProgressiveCheckAdvanced(check_name="Lift", successes=2, target=5, total=5),
                ProgressiveCheckCompleted(check_name="Lift"),
            ),
        )
    ],
    152: [
        case(*STRUCK, event=REACTS, then=followed(left(2), DamageSuffered(hero=LUNARA, amount=2, source=ONE))),
        case(*STRUCK, event=REACTS.copy_with(ability="agility"), then=never("wrong-ability")),
        case(*STRUCK, event=REACTS.copy_with(ability="will", faces=("two", "two")), then=followed(left(0))),
        case(*STRUCK, event=REACTS.copy_with(faces=("one",)), then=never("wrong-dice")),
        case(*STRUCK, event=REACTS.copy_with(focus=True), then=never("focus-not-chosen")),
        case(
            *FIGHTING,
            *enemy(1),
            *turns(*ENEMY_FIRST),
            ATTACK,
            event=REACTS.copy_with(focus=True, faces=("one", "one", "one", "blank")),
            then=here("scene.heroes.lunara.focused", value=True),
        ),
        case(*STRUCK, event=REACTS.copy_with(gem=True), then=never("no-gem")),
        case(
            *STRUCK,
            GEM,
            event=REACTS.copy_with(gem=True, faces=("one", "one", "blank")),
            then=here("heroes.lunara.achievement_gems", 0),
        ),
        case(
            BLUE_DIE,
            *FIGHTING,
            *enemy(1),
            GEM,
            ATTACK,
            ReactiveCheckRolled(gem=True),
            event=ReactionEnded(gem=True),
            then=never("no-attack"),
        ),
        case(*FIGHTING, *enemy(1), event=REACTS, then=never("no-attack")),
    ],
    153: [
        case(
            *FIGHTING,
            *enemy(1),
            ATTACK.copy_with(effect="stamina loss"),
            event=REACTS,
            then=followed(left(2).copy_with(effect="stamina loss"), StaminaLost(hero=LUNARA, amount=2, source=ONE)),
        ),
        case(
            *FIGHTING,
            WOLF,
            *enemy(1),
            ATTACK.copy_with(target="Wolf", effect="stamina loss"),
            event=ReactiveCheckRolled(shields=1),
            then=followed(
                left(2).copy_with(target="Wolf", effect="stamina loss"),
                AllyDamaged(ally="Wolf", amount=2),
            ),
        ),
    ],
}
WITHOUT_A_RULE: Mapping[int, str] = {}


@pytest.mark.parametrize("one", each(ROWS))
def test_a_row_does_what_it_says(one: Case) -> None:
    one.holds()
