"""Limits and bounds that more than one event could get round."""

from typing import Any

import pytest

from companion.testing import given, refused, table
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.city import CityEventOptionChosen, CityEventRevealed, ServiceUsed
from domain.games.agemonia.campaign.gems import InspirationGemGained, InspirationGemSpent
from domain.games.agemonia.campaign.journey import WorldEventOptionChosen, WorldEventResolved, WorldEventRevealed
from domain.games.agemonia.campaign.levels import ExperienceGained
from domain.games.agemonia.console.attacks import AttackDeclared, AttackResolved
from domain.games.agemonia.console.checks import ActiveCheckStarted, CheckResolved
from domain.games.agemonia.console.class_skills import PassiveActionActivated
from domain.games.agemonia.console.dice import DiceRolled
from domain.games.agemonia.console.enemies import ScenarioAllyAdded
from domain.games.agemonia.console.enemy_turns import (
    EnemyAttackDeclared,
    EnemySpecialAbilityUsed,
    EnemyTurnResolved,
)
from domain.games.agemonia.console.rounds import HeroActionSelected, InitiativeCardRevealed, RoundStarted
from domain.games.agemonia.console.turns import AllyActionPerformed, HeroActionPerformed
from tests.domain.games.agemonia.console.fights import ENEMY_FIRST, FIGHTING, LUNARA, ONE, VENIA, enemy, turns
from tests.domain.games.agemonia.moments import CITY, PLAYING, RULED, WATCH, each_refusal, no, refuses, typed_in

UNDER_WAY = (*FIGHTING, *enemy(3), *turns(lunara="Aura"))
HIT = AttackDeclared(figure=LUNARA, attack="melee", targets=(ONE,), dice=3, weapon_plus=0)
DEALT = (DiceRolled(faces=("one", "one", "two")), AttackResolved())
AURA = PassiveActionActivated(hero=LUNARA, action="Aura", amount=1)


def test_an_action_that_is_kept_going_is_the_action_of_the_turn() -> None:
    """英雄回合: one action in a turn, and all passive actions are such."""
    given(GAME, *UNDER_WAY, AURA).when(HIT).then(refused("action-used"))
    given(GAME, *UNDER_WAY, AURA).when(AURA).then(refused("action-used"))
    given(GAME, *UNDER_WAY, HIT, *DEALT).when(AURA).then(refused("action-used"))
    given(GAME, *UNDER_WAY, HeroActionPerformed(hero=LUNARA, stamina=0)).when(AURA).then()
    both = typed_in("actions", "Aura", attacks=["melee"], dice=3)
    given(GAME, both, *UNDER_WAY, AURA).when(HIT).then()


WOLF = ScenarioAllyAdded(ally="Wolf", health=3, controller="Ana", symbol="blue")
WITH_WOLF = (*FIGHTING, *enemy(3), WOLF, *turns("ally blue", "enemy red", "ally red", "ally green"))
BITE = AttackDeclared(figure="Wolf", attack="melee", targets=(ONE,), damage=2)


def test_an_ally_attacks_once_in_its_turn() -> None:
    """非英雄盟友回合: one of its actions and one of its maneuvers."""
    bitten = (*WITH_WOLF, BITE, AttackResolved())
    given(GAME, *bitten).when(BITE).then(refused("ally-did"))
    given(GAME, *bitten).when(AllyActionPerformed(ally="Wolf")).then(refused("ally-did"))
    moved = (*WITH_WOLF, AllyActionPerformed(ally="Wolf", kind="maneuver"), BITE, AttackResolved())
    given(GAME, *moved).then(table(**{"scene.allies.Wolf.did": ["maneuver", "action"]}))
    given(GAME, *moved).when(AllyActionPerformed(ally="Wolf")).then(refused("ally-did"))
    given(GAME, *WITH_WOLF, AllyActionPerformed(ally="Wolf")).when(BITE).then()


AT_TURN = (*FIGHTING, *enemy(3), *turns(*ENEMY_FIRST))
CLAW = EnemyAttackDeclared(figure=ONE, target=LUNARA, attack="melee", value=1)
CLAWED = EnemyTurnResolved(figure=ONE, target=VENIA, damage=1)


@pytest.mark.parametrize("first", [CLAW, CLAWED], ids=["declared", "told"])
@pytest.mark.parametrize("second", [CLAW, CLAWED], ids=["declared", "told"])
def test_an_enemy_attacks_once_in_its_turn(first: Any, second: Any) -> None:
    """敌人回合: it performs the action of the initiative card."""
    code = "turn-taken" if first == second == CLAWED else "has-struck"
    given(GAME, *AT_TURN, first).when(second).then(refused(code, bendable=code == "has-struck"))
    given(GAME, *AT_TURN, CLAW).when(EnemyTurnResolved(figure=ONE)).then()


SHOWN = InitiativeCardRevealed(order=ENEMY_FIRST, snake=("red",), horn=("red",))
SELECTED = (HeroActionSelected(hero=hero, action="focus", symbol="blue") for hero in (LUNARA, VENIA))
SNAKE = EnemySpecialAbilityUsed(figure=ONE, ability="snake")
USED = (*FIGHTING, *enemy(1), RoundStarted(), *SELECTED, SHOWN, SNAKE)


def test_an_enemy_uses_each_of_its_special_abilities() -> None:
    """蛇和角特殊能力: the snake before its action and the horn after it, each once."""
    given(GAME, *USED).when(EnemySpecialAbilityUsed(figure=ONE, ability="horn")).then()


INSPIRED = (InspirationGemGained(hero=LUNARA), InspirationGemGained(hero=LUNARA))


GEM = InspirationGemSpent(hero=LUNARA)


def test_an_inspiration_gem_is_spent_on_other_things_between_rolls() -> None:
    """灵感宝石: one before each roll, and none once dice were rolled."""
    given(GAME, *UNDER_WAY, *INSPIRED).when(GEM).then()
    given(GAME, *UNDER_WAY, *INSPIRED, HIT.copy_with(figure=LUNARA), *DEALT).when(GEM).then()


def test_a_check_is_tried_once_whatever_its_letters() -> None:
    """主动能力检定: each check once in a turn."""
    check = ActiveCheckStarted(figure=LUNARA, check_name="The lock", ability="strength", target=3)
    tried = (*UNDER_WAY, check, CheckResolved(rolled=1))
    given(GAME, *tried).when(check.copy_with(check_name="the Lock")).then(refused("check-tried", bendable=True))


MASSAGE = ServiceUsed(hero=LUNARA, service="Massage", once=True)


@pytest.mark.parametrize("first", ["the-inn", None])
@pytest.mark.parametrize("second", ["the-inn", None])
def test_a_service_is_used_once_whether_its_location_is_said_or_not(first: str | None, second: str | None) -> None:
    """地点和服务: as often as the service says."""
    spec = given(GAME, *CITY, MASSAGE.copy_with(location=first)).when(MASSAGE.copy_with(location=second))
    spec.then(refused("service-used", bendable=True))


def test_elsewhere_it_is_another_service() -> None:
    given(GAME, *CITY, MASSAGE.copy_with(location="the-inn")).when(MASSAGE.copy_with(location="the-baths")).then()


EVENT = WorldEventRevealed(card="W1")
CHOSEN = (*RULED, EVENT, WorldEventOptionChosen(option="A"))


def test_one_option_of_a_world_event_is_chosen() -> None:
    """结算世界事件卡: another event has options of its own."""
    other = (*CHOSEN, WorldEventResolved(), WorldEventRevealed(card="W2"))
    given(GAME, *other).when(WorldEventOptionChosen(option="B")).then(table(**{"journey.option": "B"}))


def test_a_scenario_gives_one_experience() -> None:
    """场景卡: completing it earns one experience point."""
    given(GAME, *PLAYING).when(ExperienceGained(amount=3)).then()


OPTION = (*CITY, CityEventRevealed(card="12"), CityEventOptionChosen(option="A"))
REFUSALS = [
    no("one-point", *PLAYING, event=ExperienceGained(scenario=WATCH, amount=3), bendable=True),
    no("option-chosen", *OPTION, event=CityEventOptionChosen(option="B"), bendable=True),
    no("option-chosen", *CHOSEN, event=WorldEventOptionChosen(option="B"), bendable=True),
    no("ability-used", *USED, event=SNAKE, bendable=True),
    no("has-struck", *AT_TURN, CLAW, event=CLAW, bendable=True),
    no("has-struck", *AT_TURN, CLAW, event=CLAWED, bendable=True),
    no("with-the-roll", *UNDER_WAY, *INSPIRED, HIT, event=GEM, bendable=True),
    no("with-the-roll", *UNDER_WAY, *INSPIRED, HIT.copy_with(inspired=True), event=GEM, bendable=True, why="inspired"),
    no("ally-did", *WITH_WOLF, BITE, AttackResolved(), event=BITE, bendable=False),
    no("action-used", *UNDER_WAY, AURA, event=HIT, bendable=False),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_what_is_refused(before, event, code, bendable) -> None:  # type: ignore[no-untyped-def]
    refuses(before, event, code, bendable)
