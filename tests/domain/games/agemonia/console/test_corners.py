"""Corners of the rules where two of them meet: what a first reading of the book gets wrong."""

import pytest

from companion.testing import NOTHING, followed, given, refused, says, table
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.gems import InspirationGemGained
from domain.games.agemonia.campaign.items import ItemCopiesCounted
from domain.games.agemonia.campaign.party import HeroLeftParty
from domain.games.agemonia.campaign.vitality import ConditionGained, DamageSuffered, StaminaSpent
from domain.games.agemonia.console.attacks import AttackDeclared, AttackResolved
from domain.games.agemonia.console.belongings import ItemPlacedOnStoryCard
from domain.games.agemonia.console.checks import (
    ActiveCheckStarted,
    CheckResolved,
    GroupCheckContribution,
    GroupCheckResolved,
    GroupCheckStarted,
    RollPutAway,
)
from domain.games.agemonia.console.class_skills import ClassSkillUsed, PassiveActionActivated
from domain.games.agemonia.console.dice import DiceRolled, DieRerolled
from domain.games.agemonia.console.enemies import EnemyDefeated, ScenarioAllyAdded
from domain.games.agemonia.console.enemy_turns import EnemyAttackDeclared, ProvokeDamageDealt
from domain.games.agemonia.console.movement import AreaRegistered
from domain.games.agemonia.console.preparing import TokenPlaced
from domain.games.agemonia.console.rounds import (
    HeroActionSelected,
    InitiativeChangedByTactics,
    RoundEnded,
    RoundStarted,
    SpecialInitiativeDeclared,
)
from domain.games.agemonia.console.spawning import EnemyCardRevealed, EnemySpawned
from domain.games.agemonia.console.story import (
    OverlayCardPlaced,
    StoryCardFlipped,
    StoryCardRevealed,
    TrapDisarmed,
    TrapTokenPlaced,
)
from domain.games.agemonia.console.turns import HeroActionPerformed, ManeuverSpent, RethinkPerformed
from tests.domain.games.agemonia.console.fights import (
    BOARDS,
    FIGHTING,
    LUNARA,
    ONE,
    RED_DIE,
    VENIA,
    at,
    blow,
    enemy,
    joined,
    map_of,
    skilled,
    turns,
)
from tests.domain.games.agemonia.moments import CITY, DISKS, typed_in

FELLED = tuple(DamageSuffered(hero=LUNARA, amount=9) for _ in range(2))


def test_tactics_holds_for_its_round_alone() -> None:
    spec = given(GAME, *skilled(VENIA, "tactics"), *turns()[:-1])
    spec = spec.and_then(InitiativeChangedByTactics(hero=VENIA, symbol="blue")).then()
    spec = spec.and_then(turns()[-1]).and_then(RoundEnded(), bend="short round").then()
    spec.and_then(HeroActionSelected(hero=VENIA, action="focus")).then(table(**{"scene.heroes.venia.symbol": "green"}))


def test_an_action_that_lies_face_down_leaks_into_no_other_entry() -> None:
    chosen = (RoundStarted(), HeroActionSelected(hero=VENIA, action="focus", symbol="red"))
    spec = given(GAME, *FIGHTING, *chosen)
    spec.when(HeroActionPerformed(hero=VENIA)).then(refused("which-action"))
    spec = spec.when(ActiveCheckStarted(figure=VENIA, check_name="Stare", ability="will", forced="card")).then()
    assert spec.outcome.events[0].thrown == 2  # type: ignore[attr-defined]


def test_an_enemy_reaches_into_a_full_area_beside_it() -> None:
    areas = (*map_of("A"), AreaRegistered(area="B", capacity=1), *joined(("A", "B")))
    spec = given(GAME, *FIGHTING, *enemy(1), *areas, *at(lunara="B", venia="A", skitterer_1="A"))
    strike = EnemyAttackDeclared(figure=ONE, target=LUNARA, attack="melee", value=1, ability="will")
    spec.when(strike).then()
    spec.when(strike.copy_with(target=VENIA)).then(refused("other-target"))


def test_nobody_drains_an_enemy_that_its_own_blow_defeated() -> None:
    attack = AttackDeclared(figure=LUNARA, attack="magic", targets=(ONE,), dice=2, drain=3)
    spec = given(GAME, *FIGHTING, *enemy(1), StaminaSpent(hero=LUNARA, amount=4), attack)
    spec.when(AttackResolved(rolled=9)).then(table(**{"heroes.lunara.spent": 4}))


def test_a_trap_is_disarmed_with_six_unless_its_check_says_otherwise() -> None:
    check = ActiveCheckStarted(figure=LUNARA, check_name="Trap", ability="agility", trap="A")
    spec = given(GAME, *FIGHTING, TrapTokenPlaced(area="A"), check)
    spec.when(CheckResolved(rolled=6)).then(followed(TrapDisarmed(area="A", by=LUNARA)))


def test_only_the_skill_that_turns_chips_turns_chips() -> None:
    spec = given(GAME, *skilled(VENIA, "tactics"), DamageSuffered(hero=VENIA, amount=2))
    spec.when(ClassSkillUsed(hero=VENIA, skill="tactics", chip="wound to spent")).then(
        table(**{"heroes.venia.wounds": 2})
    )


def test_what_is_mirrored_gives_no_condition() -> None:
    spec = given(GAME, *FIGHTING, *enemy(1, mirror=True)).when(blow(ONE, 3, by=LUNARA, condition="stunned"))
    spec.then(table(**{"scene.enemies.skitterer.figures.1.conditions": []}))


def test_a_card_with_nothing_but_a_condition_gives_it() -> None:
    spec = given(GAME, *FIGHTING, *enemy(1, condition="stunned", attack="melee"))
    spec.when(EnemyAttackDeclared(figure=ONE, target=LUNARA)).then(table(**{"heroes.lunara.conditions": ["stunned"]}))


def test_huge_enemies_take_all_their_room_when_they_come() -> None:
    spec = given(GAME, *FIGHTING, *map_of("A", capacity=2), EnemyCardRevealed(enemy="troll", base=3, size="huge"))
    spec.when(EnemySpawned(enemy="troll", area="A")).then(refused("area-full", bendable=True))


def test_many_heroes_make_an_enemy_very_healthy() -> None:
    card = EnemyCardRevealed(enemy="troll", per_hero=30, base=30, heroes=8)
    given(GAME, card).when(EnemySpawned(enemy="troll", numbers=(1,))).then(
        table(**{"scene.enemies.troll.figures.1.health": 270})
    )


def test_a_group_check_waits_for_nobody_who_left() -> None:
    check = GroupCheckStarted(check_name="Storm", ability="will")
    spec = given(GAME, *CITY, *DISKS, *BOARDS, check, GroupCheckContribution(hero=LUNARA, rolled=2))
    spec = spec.and_then(HeroLeftParty(hero=VENIA)).then()
    spec.and_then(GroupCheckResolved()).then(table(**{"scene.group": None}))


def test_whatever_was_begun_with_dice_may_be_put_away() -> None:
    strike = EnemyAttackDeclared(figure=ONE, target=LUNARA, attack="melee", value=1, ability="will")
    given(GAME, *FIGHTING, *enemy(1), strike).when(RollPutAway()).then(table(**{"scene.strike": None}))


def test_the_copies_that_there_are_lie_on_the_card() -> None:
    spec = given(GAME, typed_in("items", "010", price=3), ItemCopiesCounted(item="010", stock=2))
    spec.when(ItemPlacedOnStoryCard(letter="B", item="010", count=3)).then(
        says("On story card B: 3× Dagger (1 not there), 3 stars instead"),
        table(**{"scene.areas.B.items": {"010": 2}, "scene.areas.B.stars": 3}),
    )


def test_what_lies_under_an_overlay_lies_on_it() -> None:
    lies = (
        *map_of("A"),
        TrapTokenPlaced(area="A"),
        TokenPlaced(token="Mark", where="A"),
        StoryCardRevealed(letter="Z"),
        StoryCardFlipped(letter="Z"),
    )
    spec = given(GAME, *lies).when(OverlayCardPlaced(letter="Z", areas=("A",), becomes=("N",)))
    spec.then(table(**{"scene.areas.N.traps": 1, "scene.tokens.Mark.where": "N"}))


def test_items_that_lie_under_an_overlay_lie_on_it_together() -> None:
    piles = tuple(ItemPlacedOnStoryCard(letter=area, item="010", count=count) for area, count in (("A", 2), ("B", 1)))
    counted = (typed_in("items", "010", price=3), ItemCopiesCounted(item="010", stock=5))
    shown = (StoryCardRevealed(letter="Z"), StoryCardFlipped(letter="Z"))
    spec = given(GAME, *map_of("A", "B"), *counted, *piles, *shown)
    spec.when(OverlayCardPlaced(letter="Z", areas=("A", "B"), becomes=("N",))).then(
        table(**{"scene.areas.N.items": {"010": 3}})
    )


def test_who_rethought_has_no_action_left() -> None:
    spec = given(GAME, *FIGHTING, *enemy(1), *turns(), RethinkPerformed(hero=LUNARA, choice="move 1"))
    attack = AttackDeclared(figure=LUNARA, attack="melee", targets=(ONE,), dice=2, weapon_plus=0)
    spec.when(attack).then(refused("action-used", bendable=False))
    spec.when(PassiveActionActivated(hero=LUNARA, action="Aura", amount=1)).then(refused("action-used"))


@pytest.mark.parametrize(
    "event",
    [
        AttackDeclared(figure=LUNARA, attack="melee", targets=(ONE,), dice=2, weapon_plus=0),
        ActiveCheckStarted(figure=LUNARA, check_name="Lift", ability="strength"),
        ManeuverSpent(hero=LUNARA),
        PassiveActionActivated(hero=LUNARA, action="Aura", amount=1),
        ConditionGained(figure=LUNARA, condition="stunned"),
    ],
    ids=lambda event: type(event).__name__,
)
def test_who_is_exhausted_does_nothing(event) -> None:  # type: ignore[no-untyped-def]
    given(GAME, *FIGHTING, *enemy(1), *FELLED).when(event).then(refused("hero-exhausted", bendable=False))


def test_a_passive_kept_going_before_the_turns_is_not_the_action_of_the_turn() -> None:
    kept = PassiveActionActivated(hero=LUNARA, action="Aura", amount=1)
    given(GAME, *FIGHTING).when(kept).then(table(**{f"scene.heroes.{LUNARA}.did": NOTHING}))


def test_a_passive_that_starts_anew_takes_its_tokens_back() -> None:
    aura = PassiveActionActivated(hero=LUNARA, action="Aura", amount=1)
    spec = given(GAME, *FIGHTING, aura, TokenPlaced(token="Halo", where=VENIA, source="Aura"))
    spec.when(aura).then(table(**{"scene.tokens": {}}))


def test_inspiration_adds_dice_to_those_that_were_said() -> None:
    check = ActiveCheckStarted(figure=LUNARA, check_name="Lift", ability="strength", dice=3, inspired=True)
    given(GAME, *FIGHTING, InspirationGemGained(hero=LUNARA)).when(check).then(table(**{"scene.roll.dice": 5}))


def test_a_die_rolled_again_may_bring_another() -> None:
    check = ActiveCheckStarted(figure=LUNARA, check_name="Lift", ability="strength", dice=1)
    spec = given(GAME, RED_DIE, *FIGHTING, check, DiceRolled(faces=("one",)))
    spec.when(DieRerolled(face="one", into="one_extra"), rolled=[3]).then(
        table(**{"scene.roll.faces": ["one_extra", "two"]})
    )


def test_special_initiative_moves_its_hero_and_nobody_else() -> None:
    spec = given(GAME, *FIGHTING, *enemy(1), *turns("ally green", "enemy red", "ally red"))
    spec.when(SpecialInitiativeDeclared(hero=VENIA, kind="last")).then(
        table(**{"scene.order": ["skitterer", LUNARA, VENIA]})
    )


def test_an_ally_is_provoked_once_a_turn_by_each_enemy() -> None:
    wolf = ScenarioAllyAdded(ally="Wolf", health=6, controller="Ana")
    spec = given(GAME, *FIGHTING, *enemy(1, provoke=1), wolf, ProvokeDamageDealt(ally="Wolf", enemy=ONE))
    spec.when(ProvokeDamageDealt(ally="Wolf", enemy=ONE)).then(refused("provoked-already"))


def test_an_enemys_aim_is_blocked_by_who_stands_beside_its_target() -> None:
    places = (*map_of("A", "B"), *joined(("A", "B")), *at(lunara="A", venia="A", skitterer_1="B"))
    strike = EnemyAttackDeclared(figure=ONE, target=LUNARA, attack="ranged", value=3, ability="agility")
    spec = given(GAME, *FIGHTING, *enemy(1), *places).when(strike)
    spec.then(table(**{"scene.strike.value": 2}))


def test_a_defeated_enemy_leaves_the_others() -> None:
    given(GAME, *enemy(2)).when(EnemyDefeated(figure=ONE)).then(table(**{"scene.places": {}}))
