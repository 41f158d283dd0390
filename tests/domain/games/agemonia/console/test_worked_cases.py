"""The worked cases of the rules digest (part 8) that the console of a scenario knows, each by its number."""

import pytest

from companion.testing import NOTHING, Spec, followed, given, refused, table
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.party import HeroBoardRecorded, HeroJoinedParty
from domain.games.agemonia.campaign.vitality import (
    DamageSuffered,
    StaminaLocked,
    StaminaRecovered,
    StaminaSpent,
    StaminaUnlocked,
)
from domain.games.agemonia.console.attacks import AttackDeclared, AttackResolved
from domain.games.agemonia.console.checks import (
    ActiveCheckStarted,
    CheckResolved,
    GroupCheckContribution,
    GroupCheckStarted,
)
from domain.games.agemonia.console.dice import DiceRolled
from domain.games.agemonia.console.enemies import (
    AllyDamaged,
    AllyHealed,
    DrainResolved,
    EnemyDamaged,
    EnemyDefeated,
    ScenarioAllyAdded,
)
from domain.games.agemonia.console.enemy_turns import EnemyAttackDeclared, EnemyAttackResolved
from domain.games.agemonia.console.movement import AreaRegistered, HeroPlaced
from domain.games.agemonia.console.preparing import TokenPlaced
from domain.games.agemonia.console.reactions import ReactiveCheckRolled
from domain.games.agemonia.console.scenario import ScenarioCompleted, ScenarioOutcomeRecorded
from domain.games.agemonia.console.spawning import EnemyCardRevealed, EnemySpawned
from domain.games.agemonia.console.story import (
    ConnectingCardPlaced,
    StoryCardFlipped,
    StoryCardRevealed,
    TrapDisarmed,
    TrapTokenPlaced,
    TrapTriggered,
)
from domain.games.agemonia.console.terrain import adjacent_areas, advances_of, distance_between, sees_along
from domain.games.agemonia.console.timers import FateCardRevealed, TimerStarted, TimerTargetReached
from domain.games.agemonia.console.turns import ManeuverSpent, MoveManeuverStarted
from domain.games.agemonia.figures import is_hindered
from tests.domain.games.agemonia.console.fights import (
    BOARDS,
    FIGHTING,
    LUNARA,
    ONE,
    SKITTERER,
    VENIA,
    armed,
    at,
    blow,
    enemy,
    joined,
    map_of,
    skilled,
    turns,
)
from tests.domain.games.agemonia.moments import CITY, DISKS, PARTY, PLAYING

FACES = ("one", "two", "one_extra", "two", "stamina")
"""A 1, a 2, a 1 with an extra die that shows 2, and a stamina face: four dice and one more."""


def board(spec: Spec):  # type: ignore[no-untyped-def]
    return spec.play.campaign.table


def test_case_4_an_area_is_named_by_the_story_point_in_it() -> None:
    spec = given(GAME, AreaRegistered(area="Hall", points=("B",)), *map_of("Cellar"), *joined(("Hall", "Cellar")))
    assert adjacent_areas(board(spec), "B") == ["Cellar"]


def test_case_5_whom_the_start_area_does_not_hold_starts_next_to_it() -> None:
    start = AreaRegistered(area="Gate", capacity=1, start=True)
    spec = given(GAME, *PARTY, start, *map_of("Yard", "Tower"), *joined(("Gate", "Yard")), *at(lunara="Gate"))
    spec.when(HeroPlaced(hero=VENIA, area="Gate")).then(refused("start-full"))
    spec.when(HeroPlaced(hero=VENIA, area="Tower")).then(refused("not-the-start"))
    spec.when(HeroPlaced(hero=VENIA, area="Yard")).then(table(**{"scene.places.venia": "Yard"}))


def test_case_6_movement_points_are_lost_when_a_maneuver_is_spent() -> None:
    spec = given(GAME, *FIGHTING, *turns(), MoveManeuverStarted(hero=LUNARA, points=3))
    spec.then(table(**{"scene.heroes.lunara.points": 3}))
    spec.when(ManeuverSpent(hero=LUNARA), bend="a card grants one").then(refused("no-maneuver", bendable=False))
    lone = given(GAME, *PARTY, MoveManeuverStarted(hero=LUNARA, points=3))
    lone.when(ManeuverSpent(hero=LUNARA, purpose="a lever")).then(table(**{"scene.heroes.lunara.points": 0}))


def test_case_7_an_enemy_moves_to_the_highest_taunt_of_the_nearest() -> None:
    torrax = HeroJoinedParty(hero="torrax"), HeroBoardRecorded(hero="torrax", taunt=5)
    ways = joined(("Den", "West"), ("Den", "East"), ("Den", "North"), ("West", "Camp"), ("East", "Camp"))
    areas = (*map_of("Den", "West", "East"), AreaRegistered(area="Camp", capacity=2), *map_of("North"), *ways)
    placed = at(skitterer_1="Den", torrax="Camp", venia="Camp", lunara="North")
    spec = given(GAME, *PARTY, *torrax, *BOARDS, *enemy(1), *areas, *placed)
    (option,) = advances_of(board(spec), ONE)
    assert (option.target, sorted(option.areas), option.steps) == ("torrax", ["East", "West"], 1)


def test_case_8_any_part_of_an_area_may_be_seen_from_any_other() -> None:
    walls = joined(("Here", "Wall side"), kind="obstacle")
    ways = (*joined(("Here", "Open side"), ("Open side", "There"), ("Wall side", "There")), *walls)
    spec = given(GAME, *FIGHTING, *enemy(1), *map_of("Here", "There", "Wall side", "Open side"), *ways)
    shot = AttackDeclared(figure=LUNARA, attack="ranged", targets=(ONE,), dice=2, weapon_plus=0)
    spec.when(shot.copy_with(line=("Here", "Wall side", "There"))).then(refused("no-sight"))
    spec.when(shot.copy_with(line=("Here", "Open side", "There"))).then()


def test_case_9_no_line_of_sight_over_a_border_to_a_higher_area_between() -> None:
    ways = (*joined(("Here", "Hill"), higher="Hill"), *joined(("Hill", "There")))
    spec = given(GAME, *FIGHTING, *enemy(1), *map_of("Here", "Hill", "There"), *ways)
    shot = AttackDeclared(
        figure=LUNARA, attack="ranged", targets=(ONE,), dice=2, line=("Here", "Hill", "There"), weapon_plus=0
    )
    spec.when(shot).then(refused("no-sight", bendable=True))


def test_case_10_a_higher_area_between_hides_nothing_without_a_border_of_height() -> None:
    ways = joined(("Here", "Hill"), ("Hill", "There"))
    spec = given(GAME, *FIGHTING, *enemy(1), *map_of("Here", "Hill", "There"), *ways)
    shot = AttackDeclared(
        figure=LUNARA, attack="ranged", targets=(ONE,), dice=2, line=("Here", "Hill", "There"), weapon_plus=0
    )
    spec.when(shot).then()
    assert sees_along(board(spec), shot.line)


def test_case_11_a_connecting_card_joins_its_area_to_that_of_the_point() -> None:
    spec = given(
        GAME, AreaRegistered(area="Bridge", points=("L",)), StoryCardRevealed(letter="K"), StoryCardFlipped(letter="K")
    )
    spec = spec.when(ConnectingCardPlaced(letter="K", area="Tower", to="L")).then()
    assert (
        distance_between(board(spec), "Tower", "Bridge", spawning=True)
        == distance_between(board(spec), "Bridge", "Tower")
        == 1
    )
    assert sees_along(board(spec), ("Bridge", "Tower"))


@pytest.mark.parametrize(("rolled", "gone"), [(4, True), (3, False)], ids=["disarmed", "triggered"])
def test_case_13_a_trap_is_disarmed_by_6_with_what_helps(rolled: int, gone: bool) -> None:
    spec = given(GAME, *skilled(LUNARA, "tactics"), TrapTokenPlaced(area="Door"))
    printed = {"Tactics": 2}
    attempt = ActiveCheckStarted(
        figure=LUNARA, check_name="Trap", ability="agility", target=6, modifiers=printed, trap="Door"
    )
    spec = spec.and_then(attempt).and_then(CheckResolved(rolled=rolled))
    spec.then(
        followed(TrapDisarmed(area="Door", by=LUNARA) if gone else TrapTriggered(area="Door", by=LUNARA)),
        table(**{"scene.areas.Door.traps": 0, "scene.traps_due": [] if gone else ["Door"]}),
    )


@pytest.mark.parametrize("dagger", ["010", "080", "081"])
def test_case_14_shadow_stalker_adds_one_to_each_attack_with_a_dagger(dagger: str) -> None:
    attack = AttackDeclared(figure=VENIA, attack="melee", targets=(ONE,), weapons=(dagger,), dice=2)
    spec = given(GAME, *skilled(VENIA, "shadow-stalker"), *armed(VENIA, dagger, melee=0), *enemy(1))
    spec.when(attack).then(table(**{"scene.roll.plus": [{"source": "shadow-stalker", "successes": 1}]}))
    spec.and_then(AttackResolved(rolled=2)).then(table(**{"scene.enemies.skitterer.figures.1.health": 2}))


def test_case_16_a_timer_counts_beyond_ten() -> None:
    spec = given(GAME, TimerStarted(timer="Flood", target=12, effect="The gate opens"))
    for value in (4, 7):
        spec = spec.and_then(FateCardRevealed(value=value)).then(table(**{"scene.timers.Flood.due": False}))
    last = spec.when(FateCardRevealed(value=1))
    assert TimerTargetReached(timer="Flood", effect="The gate opens") in last.then().outcome.events
    last.then(table(**{"scene.timers.Flood.due": True}))


def test_case_17_tokens_of_a_scenario_are_gone_when_it_is_cleared_up() -> None:
    spec = given(GAME, *PLAYING, TokenPlaced(token="Rune tablet", where=LUNARA), ScenarioOutcomeRecorded(code="S1"))
    spec.when(ScenarioCompleted()).then(table(**{"scene.tokens": {}}))


def test_case_23_broken_locks_count_as_spent() -> None:
    before = (
        DamageSuffered(hero=LUNARA, amount=2),
        StaminaSpent(hero=LUNARA, amount=1),
        StaminaLocked(hero=LUNARA, amount=2, source="Aura"),
    )
    spec = given(GAME, *PARTY, *DISKS, *before)
    spec.then(table(**{"heroes.lunara.wounds": 2, "heroes.lunara.spent": 1, "heroes.lunara.locked.Aura.chips": 2}))
    spec.when(DamageSuffered(hero=LUNARA, amount=3)).then(
        followed(StaminaUnlocked(hero=LUNARA, source="Aura", reason="damage")),
        table(**{"heroes.lunara.spent": 1, "heroes.lunara.locked": {}, "heroes.lunara.wounds": 5}),
    )
    assert board(spec).heroes[LUNARA].available == 0


def test_case_30_stamina_loss_is_damage_to_an_ally_that_is_no_hero() -> None:
    wolf = ScenarioAllyAdded(ally="Wolf", health=6, controller="Ana")
    spec = (
        given(GAME, *PARTY, wolf)
        .when(AllyDamaged(ally="Wolf", amount=2))
        .then(table(**{"scene.allies.Wolf.health": 4}))
    )
    spec.and_then(AllyHealed(ally="Wolf", amount=5)).then(table(**{"scene.allies.Wolf.health": 6}))


def test_case_31_in_a_scenario_stamina_faces_are_worth_what_is_paid() -> None:
    check = ActiveCheckStarted(figure=LUNARA, check_name="Lift", ability="strength", dice=4)
    spec = given(GAME, *FIGHTING, check, DiceRolled(faces=FACES)).when(CheckResolved(stamina=2))
    spec.then(followed(StaminaSpent(hero=LUNARA, amount=2, purpose="dice")))
    assert spec.outcome.events[0].successes == 8  # type: ignore[attr-defined]


def test_case_32_elsewhere_a_stamina_face_is_worth_two() -> None:
    board_of_four = HeroBoardRecorded(hero=LUNARA, strength=4)
    check = GroupCheckStarted(check_name="Barricade", ability="strength", target=8, heroes=(LUNARA,))
    spec = given(GAME, *CITY, *DISKS, board_of_four, check)
    spec.when(GroupCheckContribution(hero=LUNARA, faces=FACES)).then(
        followed(), table(**{"scene.group.successes.lunara": 8, "heroes.lunara.spent": 0})
    )


def test_case_34_a_hindered_hero_has_one_success_less() -> None:
    check = ActiveCheckStarted(figure=LUNARA, check_name="Jump", ability="agility", target=3, hindered=True)
    spec = given(GAME, *FIGHTING, check).when(CheckResolved(rolled=3))
    made = spec.outcome.events[0]
    assert (made.successes, made.told) == (2, "no")  # type: ignore[attr-defined]


def test_case_35_a_special_face_without_an_effect_is_worth_nothing() -> None:
    strong = HeroBoardRecorded(hero=LUNARA, strength=2)
    attack = EnemyAttackDeclared(figure=ONE, target=LUNARA, attack="melee", value=3, ability="strength")
    spec = given(GAME, *FIGHTING, strong, *enemy(1), attack)
    spec.when(ReactiveCheckRolled(faces=("one", "special"))).then(
        followed(
            EnemyAttackResolved(figure=ONE, target=LUNARA, value=2, effect="damage", attack="melee"),
            DamageSuffered(hero=LUNARA, amount=2, source=ONE),
        )
    )


def test_case_37_weapon_and_blocked_aim_even_out() -> None:
    shot = AttackDeclared(figure=LUNARA, attack="ranged", targets=(ONE,), dice=2, blocked=True)
    spec = given(GAME, *FIGHTING, *armed(LUNARA, "Bow", ranged=1), *enemy(1), shot)
    spec.when(AttackResolved(rolled=3)).then(
        followed(EnemyDamaged(figure=ONE, amount=3, by=LUNARA, attack="ranged", applied=3))
    )


def test_case_38_what_pierces_a_shield_gets_through() -> None:
    spec = given(GAME, *enemy(1, base=9, shield=2))
    spec.when(blow(ONE, 5, pierce=1)).then(table(**{"scene.enemies.skitterer.figures.1.health": 5}))


def test_case_39_a_shield_stops_no_trap() -> None:
    spec = given(GAME, *enemy(1, base=9, shield=2))
    spec.when(blow(ONE, 3, source="other")).then(table(**{"scene.enemies.skitterer.figures.1.health": 6}))


def test_case_41_draining_gives_back_what_it_takes() -> None:
    spec = given(GAME, *FIGHTING, StaminaSpent(hero=LUNARA, amount=4), *enemy(1))
    spec.when(DrainResolved(ally=LUNARA, figure=ONE, amount=3)).then(
        followed(
            EnemyDamaged(figure=ONE, amount=3, source="other", by=LUNARA, applied=3),
            StaminaRecovered(hero=LUNARA, amount=3, source="drain"),
        ),
        table(**{"heroes.lunara.spent": 1, "scene.enemies.skitterer.figures.1.health": 2}),
    )


def test_case_42_draining_gives_back_no_more_than_it_took_to_defeat() -> None:
    spec = given(GAME, *FIGHTING, StaminaSpent(hero=LUNARA, amount=4), *enemy(1, base=2))
    spec.when(DrainResolved(ally=LUNARA, figure=ONE, amount=3)).then(
        followed(
            EnemyDamaged(figure=ONE, amount=3, source="other", by=LUNARA, applied=3, over=1),
            EnemyDefeated(figure=ONE, by=LUNARA),
            StaminaRecovered(hero=LUNARA, amount=2, source="drain"),
        ),
        table(**{"heroes.lunara.spent": 2, "scene.enemies.skitterer.figures.1": NOTHING}),
    )


def test_case_46_two_against_two_are_hindered_until_a_third_comes() -> None:
    spec = given(GAME, *PARTY, HeroJoinedParty(hero="torrax"), *enemy(2))
    spec = given(
        GAME,
        *PARTY,
        HeroJoinedParty(hero="torrax"),
        *enemy(2),
        *at(lunara="Hall", venia="Hall", skitterer_1="Hall", skitterer_2="Hall"),
    )
    assert [is_hindered(board(spec), hero) for hero in (LUNARA, VENIA)] == [True, True]
    spec = spec.when(HeroPlaced(hero="torrax", area="Hall")).then()
    assert not any(is_hindered(board(spec), hero) for hero in (LUNARA, VENIA, "torrax"))


def test_case_58_the_health_of_an_enemy_grows_with_the_heroes() -> None:
    card = EnemyCardRevealed(enemy=SKITTERER, per_hero=3, base=2)
    spec = given(GAME, *PARTY, HeroJoinedParty(hero="torrax"), card)
    spec.when(EnemySpawned(enemy=SKITTERER, numbers=(1,))).then(
        table(**{"scene.enemies.skitterer.figures.1.health": 11})
    )


def test_case_59_some_enemies_come_only_for_more_heroes() -> None:
    spec = given(GAME, *PARTY, EnemyCardRevealed(enemy=SKITTERER, base=2))
    spec.when(EnemySpawned(enemy=SKITTERER, heroes_needed=3)).then(
        refused("too-few-heroes", bendable=False), table(**{"scene.enemies.skitterer.figures": {}})
    )
