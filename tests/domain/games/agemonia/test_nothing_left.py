"""Where nothing is left: what is taken once more, since what came before it was taken back, leaves no less than none.

An entry stays whatever is corrected before it. So each number is looked at where there is some, where the last of it
goes, and where there was none.
"""

from collections.abc import Callable

import pytest

from domain.framework.events.chance import NO_CHANCE
from domain.framework.events.event import Event
from domain.games.agemonia.campaign.city import CityActivityPointsModified, CityActivityTokensTaken
from domain.games.agemonia.campaign.factions import FactionReputationRemoved, free_spaces
from domain.games.agemonia.campaign.gems import AchievementGemSpent, InspirationGemSpent
from domain.games.agemonia.campaign.vitality import HeroWounded, InjuryCardDrawn, StaminaLost, left_over
from domain.games.agemonia.console.attacks import AttackDeclared
from domain.games.agemonia.console.enemies import EnemyDamaged, health_missing
from domain.games.agemonia.console.enemy_turns import EnemyAttackDeclared, ProvokeDamageDealt, strike_plan
from domain.games.agemonia.console.movement import FigureMoved
from domain.games.agemonia.console.reactions import left_of
from domain.games.agemonia.console.rounds import SpecialInitiativeDeclared
from domain.games.agemonia.console.story import TrapDisarmed, TrapTriggered
from domain.games.agemonia.console.turns import HeroActionPerformed, RethinkPerformed, maneuvers_left
from domain.games.agemonia.figures import clamped_to
from domain.games.agemonia.goods import from_zone
from domain.games.agemonia.state.scenario import Enemy, Figure, Ground, HeroTurn, InitiativeCard, Strike
from domain.games.agemonia.state.table import Agemonia, Faction, Hero

WHO, FOE, HERE = "lunara", "wolf 1", "1"


def fight(there: int) -> Agemonia:
    """A table where everything that is counted is there so many times."""
    table = Agemonia()
    table.heroes[WHO] = Hero(achievement_gems=there, inspiration_gems=there, injuries_due=there, activity_tokens=there)
    table.city.resolved = True
    table.factions["guild"] = Faction(reputation=there)
    table.scene.heroes[WHO] = HeroTurn(points=there, dodge=there, maneuvers=there, symbol="red")
    table.scene.enemies["wolf"] = Enemy(damage=there, attack="ranged", figures={"1": Figure(health=there, most=9)})
    table.scene.areas[HERE] = Ground(traps=there)
    table.scene.initiative, table.scene.phase = InitiativeCard(bonus=["red"]), "turns"
    return table


ONE_LESS = [
    (AchievementGemSpent(hero=WHO, use="check"), lambda table: table.heroes[WHO].achievement_gems),
    (InspirationGemSpent(hero=WHO), lambda table: table.heroes[WHO].inspiration_gems),
    (InjuryCardDrawn(hero=WHO, injury="Broken Rib"), lambda table: table.heroes[WHO].injuries_due),
    (CityActivityPointsModified(hero=WHO, delta=-1), lambda table: table.heroes[WHO].activity_tokens),
    (FactionReputationRemoved(faction="guild", amount=1), lambda table: table.factions["guild"].reputation),
    (TrapDisarmed(area=HERE), lambda table: table.scene.areas[HERE].traps),
    (TrapTriggered(area=HERE), lambda table: table.scene.areas[HERE].traps),
    (EnemyDamaged(figure=FOE, amount=1, applied=1), lambda table: table.scene.enemies["wolf"].figures["1"].health),
    (FigureMoved(figure=WHO, to=HERE, points=1), lambda table: table.scene.heroes[WHO].points),
    (HeroActionPerformed(hero=WHO, lost=1), lambda table: table.scene.heroes[WHO].points),
    (
        AttackDeclared(figure=WHO, attack="melee", targets=(FOE,), lost=1, weapon_plus=0),
        lambda table: table.scene.heroes[WHO].points,
    ),
    (RethinkPerformed(hero=WHO, choice="recover 1", lost=1), lambda table: table.scene.heroes[WHO].points),
    (ProvokeDamageDealt(ally=WHO, enemy=FOE, dodged=True), lambda table: table.scene.heroes[WHO].dodge),
]


@pytest.mark.parametrize("there", [0, 1, 2])
@pytest.mark.parametrize(("event", "number"), ONE_LESS, ids=lambda value: getattr(value, "topic", ""))
def test_one_less_is_none_at_the_least(event: Event[Agemonia], number: Callable[[Agemonia], int], there: int) -> None:
    table = fight(there)
    event.apply(table)
    assert number(table) == max(0, there - 1)


def test_what_is_spent_while_points_are_left_costs_only_those_that_get_lost() -> None:
    table = fight(3)
    RethinkPerformed(hero=WHO, choice="move 1", lost=2).apply(table)
    assert table.scene.heroes[WHO].points == 2


@pytest.mark.parametrize(("there", "left"), [(3, 2), (2, 1), (1, 1)])
def test_who_acts_out_of_the_order_gives_back_its_bonus_and_keeps_the_maneuver_of_everybody(
    there: int, left: int
) -> None:
    table = fight(there)
    SpecialInitiativeDeclared(hero=WHO, kind="last").apply(table)
    assert table.scene.heroes[WHO].maneuvers == left


@pytest.mark.parametrize(("copies", "left"), [(2, 1), (1, 0), (0, 0)])
def test_a_shelf_has_no_less_than_no_copies(copies: int, left: int) -> None:
    shelf = {"rope": copies}
    from_zone(Agemonia(), "rope", shelf)
    assert shelf == {"rope": left}


@pytest.mark.parametrize(("bonus", "tokens"), [(1, 3), (0, 2), (-1, 1), (-2, 0), (-3, 0)])
def test_a_hero_takes_two_activity_tokens_and_what_effects_add_or_take_off(bonus: int, tokens: int) -> None:
    table = Agemonia()
    table.heroes[WHO] = Hero(activity_bonus=bonus)
    taken = CityActivityTokensTaken(hero=WHO).settle(table, NO_CHANCE)
    assert taken.tokens == tokens


@pytest.mark.parametrize(("reputation", "locked", "free"), [(0, 0, 5), (3, 1, 1), (4, 1, 0), (4, 2, 0), (9, 0, 0)])
def test_a_track_has_room_for_what_is_neither_gained_nor_locked(reputation: int, locked: int, free: int) -> None:
    table = Agemonia()
    table.factions["guild"] = Faction(length=5, reputation=reputation, locked=locked)
    assert free_spaces(table, "guild") == free


def test_nobody_knows_the_room_of_a_track_that_was_not_typed_in() -> None:
    assert free_spaces(Agemonia(), "guild") is None


@pytest.mark.parametrize(("spent", "wounds", "available"), [(0, 0, 6), (2, 1, 3), (5, 1, 0), (6, 1, 0)])
def test_stamina_at_hand_is_the_chips_that_are_neither_spent_nor_wounds(
    spent: int, wounds: int, available: int
) -> None:
    assert Hero(chips=6, spent=spent, wounds=wounds).available == available


@pytest.mark.parametrize(("damage", "over"), [(3, 0), (6, 0), (7, 1)])
def test_damage_is_too_much_only_beyond_the_last_chip(damage: int, over: int) -> None:
    assert left_over(Hero(chips=6, spent=2), damage) == over


@pytest.mark.parametrize(("lost", "turned"), [(3, None), (4, None), (5, 1), (6, 2)])
def test_stamina_lost_beyond_what_is_at_hand_is_damage(lost: int, turned: int | None) -> None:
    table = Agemonia()
    table.heroes[WHO] = Hero(chips=6, spent=2)
    assert StaminaLost(hero=WHO, amount=lost).settle(table, NO_CHANCE).turned == turned


@pytest.mark.parametrize(("chips", "cap", "wounds"), [(6, 3, 3), (6, 6, 0), (6, 7, 0), (6, None, 0), (None, None, 0)])
def test_a_wounded_hero_has_wounds_on_what_its_other_side_lacks(
    chips: int | None, cap: int | None, wounds: int
) -> None:
    table = Agemonia()
    table.heroes[WHO] = Hero(chips=chips, wounded_cap=cap)
    HeroWounded(hero=WHO).apply(table)
    assert table.heroes[WHO].wounds == wounds


@pytest.mark.parametrize(
    ("health", "most", "missing"),
    [(0, 9, 9), (8, 9, 1), (9, 9, 0), (10, 9, 0), (0, None, 0), (3, None, 0), (None, 9, 0), (None, None, 0)],
)
def test_an_enemy_is_healed_up_to_its_full_health_as_far_as_that_is_known(
    health: int | None, most: int | None, missing: int
) -> None:
    table = fight(9)
    model = table.scene.figure(FOE)
    assert model is not None
    model.health, model.most = health, most
    assert health_missing(table, FOE) == missing


def test_who_is_no_enemy_lacks_no_health() -> None:
    assert health_missing(fight(9), "nobody") == 0


@pytest.mark.parametrize(("successes", "left"), [(0, 3), (2, 1), (3, 0), (4, 0)])
def test_a_reaction_stops_no_more_than_there_is_of_an_attack(successes: int, left: int) -> None:
    rest = left_of(Strike(figure=FOE, target=WHO, value=3), successes)
    assert getattr(rest, "value", None) == left


@pytest.mark.parametrize(("value", "blocked", "strength"), [(2, False, 2), (2, True, 1), (1, True, 0), (0, True, 0)])
def test_an_attack_whose_aim_is_blocked_is_one_weaker_but_not_less_than_nothing(
    value: int, blocked: bool, strength: int
) -> None:
    struck = EnemyAttackDeclared(figure=FOE, target=WHO, blocked=blocked)
    assert strike_plan(struck, fight(value)).strength == strength


@pytest.mark.parametrize(("used", "left"), [(0, 2), (1, 1), (2, 0), (3, 0)])
def test_a_maneuver_that_was_used_is_not_left(used: int, left: int) -> None:
    assert maneuvers_left(HeroTurn(maneuvers=2, used=used)) == left


@pytest.mark.parametrize(("amount", "held"), [(-1, 0), (0, 0), (1, 1), (30, 30), (31, 30)])
def test_a_field_holds_no_more_than_its_most_and_no_less_than_none(amount: int, held: int) -> None:
    assert clamped_to(amount) == held
