"""What whoever is at turn would do next: attack, act, move, take breath, and only then end it."""

from typing import Any

import pytest

from companion.testing import Spec, given, table
from domain.framework.events.event import Event
from domain.framework.game import PUBLIC
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.party import HeroJoinedParty
from domain.games.agemonia.campaign.vitality import DamageSuffered, StaminaSpent
from domain.games.agemonia.console.attacks import AttackDeclared, AttackResolved
from domain.games.agemonia.console.checks import RollPutAway
from domain.games.agemonia.console.dice import DiceRolled
from domain.games.agemonia.console.enemies import ScenarioAllyAdded
from domain.games.agemonia.console.enemy_turns import EnemyAttackDeclared, EnemyAttackRedirected, EnemyTurnResolved
from domain.games.agemonia.console.movement import FigureMoved
from domain.games.agemonia.console.reactions import ReactiveCheckRolled
from domain.games.agemonia.console.rounds import SpecialInitiativeDeclared
from domain.games.agemonia.console.turns import (
    AllyActionPerformed,
    HeroActionPerformed,
    ManeuverSpent,
    MoveManeuverStarted,
    RecoverManeuverPerformed,
    RethinkPerformed,
    TurnEnded,
)
from tests.domain.games.agemonia.console.fights import (
    ENEMY_FIRST,
    FIGHTING,
    LUNARA,
    ONE,
    at,
    enemy,
    joined,
    map_of,
    turns,
)
from tests.domain.games.agemonia.moments import typed_in

STRIKE = typed_in("actions", "strike", attacks=["melee"], dice=2, symbol="red")
UNDER_WAY = (*FIGHTING, STRIKE, *enemy(1), *turns(lunara="strike"))
"""Lunara is at turn with an action that attacks; she has spent nothing, and stands nowhere."""
DID = HeroActionPerformed(hero=LUNARA)
ATTACK = (
    AttackDeclared(figure=LUNARA, attack="melee", targets=(ONE,), weapon_plus=0),
    DiceRolled(faces=("one", "one")),
)
SPENT = StaminaSpent(hero=LUNARA, amount=2)
ON_THE_MAP = (*map_of("Bank", "Ford"), *joined(("Bank", "Ford")), *at(lunara="Bank"))


def test_a_hero_attacks_acts_moves_and_then_ends_its_turn() -> None:
    given(GAME, *UNDER_WAY, SPENT).then_prompts(
        AttackDeclared,
        "Lunara: perform the action strike",
        "Lunara: move",
        "Lunara: recover stamina",
        TurnEnded(figure=LUNARA),
        RethinkPerformed,
    )


def test_an_attack_is_offered_until_the_action_is_done() -> None:
    token = typed_in("actions", "strike", symbol="red", stamina=0)
    spec = given(GAME, *FIGHTING, token, *enemy(1), *turns(lunara="strike")).then_prompts(AttackDeclared)
    given(GAME, *FIGHTING, *enemy(1), *turns()).then_no_prompt(AttackDeclared)
    done = HeroActionPerformed(hero=LUNARA)
    spec.and_then(done).then_no_prompt(AttackDeclared, HeroActionPerformed, RethinkPerformed)
    spec = given(GAME, *UNDER_WAY, DID).then_prompts(AttackDeclared)
    for event in (*ATTACK, AttackResolved()):
        spec = spec.and_then(event)
    spec.then_no_prompt(AttackDeclared)


def test_an_action_whose_token_nobody_typed_in_may_attack_after_its_stamina_is_paid() -> None:
    spec = given(GAME, *FIGHTING, *enemy(1), *turns(lunara="Strike"), DID.copy_with(stamina=0))
    spec.then_prompts(AttackDeclared)
    declared = AttackDeclared(figure=LUNARA, attack="melee", targets=(ONE,), dice=2, weapon_plus=0)
    spec.and_then(declared).and_then(AttackResolved(rolled=1)).then_no_prompt(AttackDeclared)


def test_an_attack_whose_dice_nobody_typed_in_is_offered_too() -> None:
    of_unknown_dice = typed_in("actions", "strike", attacks=["melee"], symbol="red")
    given(GAME, *FIGHTING, of_unknown_dice, *enemy(1), *turns(lunara="strike")).then_prompts(AttackDeclared)


def test_the_dice_of_the_action_are_known_where_they_are_typed_in() -> None:
    given(GAME, *UNDER_WAY).then_prompts(AttackDeclared(figure=LUNARA, attack="melee", targets=(ONE,), dice=2))


def seats_asked(spec: Spec, event: type[Event[Any]]) -> frozenset[str]:
    """For whom an event is that could come next."""
    return next(prompt.seats for prompt in spec.play.campaign.prompts(PUBLIC) if prompt.event is event)


def test_the_dice_on_the_table_are_for_whoever_attacks() -> None:
    spec = given(GAME, *UNDER_WAY, *ATTACK)
    assert seats_asked(spec, AttackResolved) == seats_asked(spec, RollPutAway) == {LUNARA}


def test_a_reaction_is_for_whoever_is_hit_and_others_may_step_in() -> None:
    strike = EnemyAttackDeclared(figure=ONE, target=LUNARA, attack="melee", value=2, ability="strength")
    spec = given(GAME, *FIGHTING, *enemy(1), *turns(*ENEMY_FIRST), strike)
    assert seats_asked(spec, ReactiveCheckRolled) == {LUNARA}
    assert seats_asked(spec, EnemyAttackRedirected) == frozenset()


def test_who_comes_in_without_an_action_is_asked_for_one() -> None:
    came_in = (HeroJoinedParty(hero="torrax"), SpecialInitiativeDeclared(hero="torrax", kind="first"))
    given(GAME, *UNDER_WAY, *came_in).then_prompts("Torrax: perform the action")


def test_who_rethought_attacks_no_more() -> None:
    given(GAME, *UNDER_WAY, RethinkPerformed(hero=LUNARA, choice="move 1")).then_no_prompt(AttackDeclared)


def test_a_maneuver_is_offered_as_long_as_there_is_one() -> None:
    spec = given(GAME, *UNDER_WAY, SPENT).then_prompts(MoveManeuverStarted, RecoverManeuverPerformed)
    spec.and_then(ManeuverSpent(hero=LUNARA)).then_no_prompt(MoveManeuverStarted, RecoverManeuverPerformed)


def test_who_could_take_breath_is_not_held_up_by_that() -> None:
    """Who moved on the table alone took none."""
    spec = given(GAME, *FIGHTING, *turns(), SPENT, DID).then_next(TurnEnded(figure=LUNARA)).then_skips(TurnEnded)
    spec.then_prompts("Lunara: recover stamina")


@pytest.mark.parametrize(
    ("before", "shown"),
    [
        ((), None),
        ((DamageSuffered(hero=LUNARA, amount=2),), "Lunara: heal damage"),
        ((SPENT, DamageSuffered(hero=LUNARA, amount=5)), "Lunara: recover stamina, or heal damage"),
    ],
    ids=["nothing", "damage", "both"],
)
def test_what_could_come_back_is_named(before: tuple[StaminaSpent | DamageSuffered, ...], shown: str | None) -> None:
    spec = given(GAME, *FIGHTING, *turns(), *before)
    spec.then_prompts(shown) if shown else spec.then_no_prompt(RecoverManeuverPerformed)


def test_on_a_map_the_points_of_a_move_are_next() -> None:
    spec = given(GAME, *FIGHTING, *ON_THE_MAP, *turns(), DID).then_prompts("Lunara: move")
    spec = spec.and_then(MoveManeuverStarted(hero=LUNARA, points=2))
    spec.then_next("Lunara: on to the next area (2 points left)").then_skips(TurnEnded, "Lunara has 2 movement points")
    spec.and_then(FigureMoved(figure=LUNARA, to="Ford", points=2)).then_next(TurnEnded(figure=LUNARA))


def test_a_table_without_a_map_is_not_held_up_by_moves() -> None:
    given(GAME, *FIGHTING, *turns(), DID).then_next(TurnEnded(figure=LUNARA)).then_prompts(MoveManeuverStarted)


def test_another_ally_has_an_action_and_a_maneuver() -> None:
    wolf = ScenarioAllyAdded(ally="Wolf", health=3, controller="Ana", symbol="red")
    first = ("ally red", "ally green")
    spec: Spec = given(GAME, *FIGHTING, wolf, *turns(*first), TurnEnded(figure=LUNARA))
    spec.then_prompts("Wolf: use the action", "Wolf: spend the maneuver").then_next("Wolf: use the action")
    spec = spec.and_then(AllyActionPerformed(ally="Wolf")).then_no_prompt("Wolf: use the action")
    spec = spec.then_prompts("Wolf: spend the maneuver").and_then(AllyActionPerformed(ally="Wolf", kind="maneuver"))
    spec.then_no_prompt(AllyActionPerformed)


def test_another_ally_attacks_with_the_damage_on_its_card() -> None:
    wolf = ScenarioAllyAdded(ally="Wolf", health=3, controller="Ana", symbol="red")
    fought = (*FIGHTING, wolf, *enemy(1), *turns("ally red", "ally green"), TurnEnded(figure=LUNARA))
    spec = given(GAME, *fought).then_prompts("Wolf attacks")
    (offered,) = [p for p in spec.play.campaign.prompts(PUBLIC) if p.event is AttackDeclared]
    assert "damage" in offered.missing
    assert "dice" not in offered.missing
    attack = AttackDeclared(figure="Wolf", attack="melee", targets=(ONE,), damage=2)
    spec.and_then(AllyActionPerformed(ally="Wolf")).then_no_prompt("Wolf attacks")
    spec.and_then(attack).then_prompts(AttackResolved)


def test_an_action_that_attacked_first_is_paid_for_afterwards() -> None:
    strike = AttackDeclared(figure=LUNARA, attack="melee", targets=(ONE,), dice=2, weapon_plus=0)
    attacked = (*FIGHTING, *enemy(1), *turns("ally red", lunara="Strike"), strike, AttackResolved(rolled=1))
    spec = given(GAME, *attacked).then_next("Lunara performs Strike: for how much stamina?")
    paid = spec.and_then(HeroActionPerformed(hero=LUNARA, stamina=2)).then(table(**{"heroes.lunara.spent": 2}))
    paid.then_no_prompt(HeroActionPerformed).then_next(TurnEnded(figure=LUNARA))


def test_an_enemy_that_has_attacked_is_not_asked_what_it_did() -> None:
    spec = given(GAME, *FIGHTING, *enemy(1), *turns(*ENEMY_FIRST))
    asked = f"{spec.play.campaign.table.called('figures', ONE)}: what it did"
    spec.then_next(asked)
    strike = EnemyAttackDeclared(figure=ONE, target=LUNARA, attack="melee", value=2, ability="strength")
    spec = spec.and_then(strike).and_then(ReactiveCheckRolled(shields=1)).then_no_prompt(asked, EnemyAttackDeclared)
    ends = next(prompt for prompt in spec.play.campaign.prompts(PUBLIC) if prompt.event is EnemyTurnResolved)
    assert ends.complete
    spec.and_then(EnemyTurnResolved(figure=ONE)).then_next(HeroActionPerformed)
