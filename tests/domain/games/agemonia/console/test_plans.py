"""Plans of long events: what would happen and why not, computed once for the rule, the record and the board."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.testing import given
from domain.framework.events.event import Event
from domain.framework.table import as_json
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.gems import InspirationGemGained
from domain.games.agemonia.console.attacks import AttackDeclared, AttackPlan, AttackResolved, attack_plan, damage_plan
from domain.games.agemonia.console.checks import ActiveCheckStarted, CheckPlan, CheckResolved, check_plan
from domain.games.agemonia.console.class_skills import ClassSkillUsed, SkillPlan, skill_plan
from domain.games.agemonia.console.dice import DiceRolled, Rolled, roll_plan
from domain.games.agemonia.console.enemy_turns import EnemyAttackDeclared, StrikePlan, strike_plan
from domain.games.agemonia.console.initiative import initiative_plan
from domain.games.agemonia.console.movement import FigureMoved, MovePlan, move_plan
from domain.games.agemonia.console.reactions import ReactionPlan, ReactiveCheckRolled, reaction_plan
from domain.games.agemonia.console.rounds import InitiativeCardRevealed
from domain.games.agemonia.state.table import Agemonia
from tests.domain.games.agemonia.console.fights import (
    BLUE_DIE,
    FIGHTING,
    LUNARA,
    ONE,
    TWO,
    VENIA,
    armed,
    at,
    enemy,
    joined,
    map_of,
    skilled,
    turns,
)
from tests.domain.games.agemonia.moments import Events, typed_in

READY: Events = (*FIGHTING, *enemy(2, attack="ranged", damage=3, ability="agility", condition="bleeding"))
HIT = AttackDeclared(figure=LUNARA, attack="melee", targets=(ONE,), dice=3, weapon_plus=0)
LIFT = ActiveCheckStarted(figure=LUNARA, check_name="Lift", ability="strength")
SHOT = EnemyAttackDeclared(figure=ONE, target=VENIA, blocked=True)
DOWN: Events = (*map_of("A", "B"), *joined(("A", "B"), kind="double line", higher="A"), *at(lunara="A"))


def table_after(*events: Event[Any]) -> Agemonia:
    table = given(GAME, *events).play.campaign.table
    assert isinstance(table, Agemonia)
    return table


def codes(plan: Any) -> list[str]:
    return [reason.code for reason in plan.reasons]


def test_an_attack_uses_the_weapon_at_hand_and_the_dice_of_its_action() -> None:
    charge = typed_in("actions", "charge", attacks=["melee"], dice=4)
    table = table_after(*READY, *armed(LUNARA, "Axe", melee=2), charge, *turns(lunara="Charge"))
    plan = attack_plan(HIT.copy_with(dice=None, plus=1, weapon_plus=None), table)
    assert plan == AttackPlan(weapons=("Axe",), dice=4, adds={"Axe": 2, "besides": 1}, reasons=())


def test_an_attack_that_is_not_made_has_a_plan_all_the_same() -> None:
    plan = attack_plan(HIT.copy_with(targets=(ONE, TWO), inspired=True), table_after(*READY))
    assert (codes(plan), plan.dice) == (["one-target", "no-inspiration"], 5)


def test_a_check_adds_what_the_hero_board_skills_and_gems_give() -> None:
    table = table_after(*READY, InspirationGemGained(hero=LUNARA), *turns())
    plan = check_plan(LIFT.copy_with(inspired=True, focus=True, plus=2, hindered=True), table)
    adds = {"besides": 2, "hindered": -1}
    assert plan == CheckPlan(target=None, dice=3 + 1 + 2, focused=True, hindered=True, adds=adds, reasons=())


def test_a_strike_is_what_the_card_says() -> None:
    plan = strike_plan(SHOT, table_after(*READY))
    assert plan == StrikePlan(
        attack="ranged",
        effect="damage",
        value=3,
        strength=2,
        ability="agility",
        ability_or=None,
        shape=None,
        condition="bleeding",
        reasons=(),
    )


def test_a_reaction_knows_its_dice_where_the_hero_board_was_typed_in() -> None:
    plan = reaction_plan(ReactiveCheckRolled(), table_after(BLUE_DIE, *READY, SHOT))
    assert plan == ReactionPlan(dice=3, focused=False, plus=0, special=0, back=0, rerolls=False, reasons=())


def test_a_reaction_counts_what_skills_make_of_its_faces() -> None:
    strike = EnemyAttackDeclared(figure=ONE, target=LUNARA, attack="melee", value=3, ability="strength")
    plan = reaction_plan(ReactiveCheckRolled(), table_after(*skilled(LUNARA, "retaliate"), *enemy(1), strike))
    assert (plan.back, codes(plan)) == (1, ["die-unknown"])


def test_a_move_down_a_double_line_ends_in_a_fall() -> None:
    table = table_after(*READY, *DOWN)
    assert move_plan(FigureMoved(figure=LUNARA, to="B"), table) == MovePlan("A", cost=1, falls=True, reasons=())
    assert not move_plan(FigureMoved(figure=LUNARA, to="B", way="teleport"), table).falls


def test_a_skill_takes_what_its_content_says() -> None:
    hexed = ClassSkillUsed(hero="matajam", skill="hex", figure=ONE)
    table = table_after(*skilled("matajam", "hex"), *enemy(1))
    plan = SkillPlan(maneuver=True, once=False, chip=None, dodge=0, reasons=())
    assert skill_plan(hexed, table) == plan
    assert codes(skill_plan(hexed.copy_with(figure=None), table)) == ["on-whom"]


def test_a_card_says_who_acts_when_and_who_gets_a_maneuver_more() -> None:
    table = table_after(*READY, *turns()[:-1])
    card = InitiativeCardRevealed(order=("ally green", "ally red"), bonus=("red",))
    plan = initiative_plan(table, card.as_card())
    assert (plan.turns, plan.granted) == ((VENIA, LUNARA, "skitterer"), (LUNARA,))


LONG: list[tuple[Events, Event[Any], Callable[[Any, Agemonia], Any]]] = [
    ((*READY, *turns()), HIT, attack_plan),
    ((*READY, *turns()), HIT.copy_with(figure=VENIA, inspired=True), attack_plan),
    ((*READY, HIT), AttackResolved(stamina=2), lambda event, table: damage_plan(event, table, table.scene.roll)),
    ((*READY, *turns(), LIFT), LIFT, check_plan),
    ((*READY, *at(venia="A", skitterer_1="A", lunara="B")), SHOT.copy_with(target=LUNARA), strike_plan),
    ((*READY, SHOT), ReactiveCheckRolled(faces=("one",)), reaction_plan),
    ((*READY, *DOWN, *turns()), FigureMoved(figure=LUNARA, to="B"), move_plan),
    ((*READY, *turns()), ClassSkillUsed(hero=VENIA, skill="hex"), skill_plan),
]
ROLL: tuple[Events, Event[Any], Callable[[Any, Agemonia], Any]] = (
    (*READY, LIFT),
    CheckResolved(gem=True),
    lambda event, table: roll_plan(event, table, table.scene.roll),
)


@pytest.mark.parametrize(("before", "event", "planned"), LONG)
def test_a_plan_holds_the_reasons_for_which_its_event_is_refused(
    before: Events, event: Event[Any], planned: Callable[[Any, Agemonia], Any]
) -> None:
    table = table_after(*before)
    assert codes(planned(event, table)) == [reason.code for reason in event.check(table)]


def test_the_plan_of_a_roll_holds_the_reasons_of_every_result_of_a_roll() -> None:
    before, event, planned = ROLL
    table = table_after(*before)
    assert isinstance(event, Rolled)
    assert codes(planned(event, table)) == [reason.code for reason in Rolled.check(event, table)] != []


@pytest.mark.parametrize(("before", "event", "planned"), [*LONG, ROLL])
def test_a_plan_changes_nothing(before: Events, event: Event[Any], planned: Callable[[Any, Agemonia], Any]) -> None:
    table = table_after(*before)
    standing = as_json(table)
    planned(event, table)
    assert as_json(table) == standing


def test_reading_a_campaign_again_makes_no_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    play = given(GAME, *READY, HIT, DiceRolled(faces=("one", "one", "two")), AttackResolved(), LIFT).play
    now = as_json(play.campaign.table)

    def planned(*_: object) -> None:
        raise AssertionError("a fold applies what was settled")

    for event in (AttackDeclared, AttackResolved, ActiveCheckStarted):
        monkeypatch.setattr(event, "check", planned)
        monkeypatch.setattr(event, "settle", planned)
    assert as_json(play.reopen().table) == now
