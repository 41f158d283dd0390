"""What playing by the rulebook showed: moves that were let through, and questions that were not asked."""

from typing import Any

import pytest

from companion.testing import PUBLIC, Spec, bent, given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.game import Prompt
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.city import CityEventResolved, CityEventRevealed, CityStepEnded
from domain.games.agemonia.campaign.gems import AchievementGemGained, AchievementGemSpent
from domain.games.agemonia.campaign.items import ItemCopiesCounted, ItemGained, ItemSelectionForScenarioMade
from domain.games.agemonia.campaign.journey import JourneyStepEnded, ScenarioCardGained, ScenarioSelected
from domain.games.agemonia.campaign.levels import ExperienceGained, LevelGained
from domain.games.agemonia.campaign.party import CampaignSetUp, HeroBoardRecorded
from domain.games.agemonia.campaign.vitality import StaminaLocked
from domain.games.agemonia.console.attacks import AttackDeclared
from domain.games.agemonia.console.belongings import ActiveItemsChanged, ItemDropped
from domain.games.agemonia.console.checks import GroupCheckContribution, GroupCheckResolved, GroupCheckStarted
from domain.games.agemonia.console.class_skills import ClassSkillUsed
from domain.games.agemonia.console.enemy_turns import EnemySpecialAbilityUsed, EnemyTurnResolved, ProvokeDamageDealt
from domain.games.agemonia.console.movement import FigureMoved
from domain.games.agemonia.console.preparing import ActionTokensAssigned
from domain.games.agemonia.console.rounds import (
    HeroActionSelected,
    InitiativeCardRevealed,
    RoundStarted,
    TurnOrderTieDecided,
)
from domain.games.agemonia.console.scenario import (
    ArenaScoreRecorded,
    ScenarioCompleted,
    ScenarioOutcomeRecorded,
    ScenarioStarted,
)
from domain.games.agemonia.console.spawning import EnemyCardRevealed, EnemySpawned
from domain.games.agemonia.console.turns import MoveManeuverStarted, TurnStarted
from tests.domain.games.agemonia.console.fights import (
    ENEMY_FIRST,
    FIGHTING,
    LUNARA,
    ONE,
    SKITTERER,
    TWO,
    VENIA,
    at,
    enemy,
    joined,
    map_of,
    skilled,
    turns,
)
from tests.domain.games.agemonia.moments import (
    AT_THE_ARENA,
    BEDS,
    CITY,
    EVENT_DONE,
    JOURNEY,
    LEVEL_2,
    PARTY,
    RULED,
    WATCH,
    Events,
    each_refusal,
    no,
    refuses,
    typed_in,
)

THEN = "a card says so"
FAR = (*map_of("A", "B", "C", "D"), *joined(("A", "B"), ("B", "C"), ("C", "D")), *at(lunara="A", skitterer_1="D"))
MELEE = (*FIGHTING, *enemy(1, attack="melee", damage=2, movement=2), *FAR)

HIT = EnemyTurnResolved(figure=ONE, target=LUNARA, damage=2)


# --- an enemy's turn -------------------------------------------------------------------------


def test_an_enemy_hits_nobody_out_of_its_reach_however_its_turn_is_told() -> None:
    spec = given(GAME, *MELEE, *turns(*ENEMY_FIRST))
    spec.when(HIT).then(refused("not-from-here", bendable=True))
    spec.when(HIT, bend=THEN).then(bent("not-from-here"))
    near = (*FIGHTING, *enemy(1, attack="melee", damage=2), *map_of("A"), *at(lunara="A", skitterer_1="A"))
    given(GAME, *near, *turns(*ENEMY_FIRST)).when(HIT).then(table(**{"heroes.lunara.wounds": 2}))


def signs(**card: tuple[str, ...]) -> Events:
    """A round in which the enemies' colour has these signs on the initiative card."""
    *before, shown = turns(*ENEMY_FIRST)
    return (*before, shown.copy_with(**card))


def test_snake_and_horn_are_asked_for_at_each_enemy_that_shows_the_sign() -> None:
    spec = given(GAME, *FIGHTING, *enemy(2), *signs(snake=("red",), horn=("red",)))
    spec.then_must(EnemySpecialAbilityUsed(figure=ONE, ability="snake"))
    used = spec.when(EnemySpecialAbilityUsed(figure=ONE, ability="snake"))
    used.then_no_prompt(EnemySpecialAbilityUsed(figure=ONE, ability="snake"))
    used.then_prompts(EnemySpecialAbilityUsed(figure=ONE, ability="horn"))
    used.then_must(EnemyTurnResolved(figure=ONE))
    horn = EnemySpecialAbilityUsed(figure=ONE, ability="horn")
    next_one = used.and_then(EnemyTurnResolved(figure=ONE)).then_must(horn).and_then(horn)
    next_one.then_must(EnemySpecialAbilityUsed(figure=TWO, ability="snake"))
    given(GAME, *FIGHTING, *enemy(1), *signs(horn=("green",))).then_no_prompt(EnemySpecialAbilityUsed)


def test_a_horn_comes_after_the_action_and_before_the_next_turn() -> None:
    horn = EnemySpecialAbilityUsed(figure=ONE, ability="horn")
    spec = given(GAME, *FIGHTING, *enemy(2), *signs(horn=("red",))).and_then(EnemyTurnResolved(figure=ONE))
    spec.then_must(horn).when(horn).then_no_prompt(horn)
    spec.when(TurnStarted(figure=TWO)).then_no_prompt(horn)


# --- whose turn ------------------------------------------------------------------------------

BOTH_RED = (
    RoundStarted(),
    HeroActionSelected(hero=LUNARA, action="focus", symbol="red"),
    HeroActionSelected(hero=VENIA, action="focus", symbol="red"),
    InitiativeCardRevealed(order=("ally red", "enemy red")),
)


def test_who_shares_a_symbol_is_offered_the_choice() -> None:
    spec = given(GAME, *FIGHTING, *enemy(1), *BOTH_RED)
    spec.then_prompts(TurnOrderTieDecided(actors=(LUNARA, VENIA)))
    spec.when(TurnStarted(figure=VENIA)).then(refused("out-of-order", says="Decide who acts first"))
    spec.when(TurnStarted(figure=ONE)).then(refused("out-of-order", says="comes first"))
    decided = spec.when(TurnOrderTieDecided(actors=(VENIA, LUNARA)))
    decided.then(table(**{"scene.order.0": VENIA})).then_no_prompt(TurnOrderTieDecided)
    spec.when(TurnStarted(figure=VENIA)).then_no_prompt(TurnOrderTieDecided)
    given(GAME, *FIGHTING, *enemy(1), *turns()).then_no_prompt(TurnOrderTieDecided)


def test_heroes_whose_colour_nobody_knows_are_asked_about() -> None:
    unknown = (
        *FIGHTING,
        *enemy(1),
        RoundStarted(),
        HeroActionSelected(hero=LUNARA, action="Vow"),
        HeroActionSelected(hero=VENIA, action="Vow", symbol="green"),
    )
    card = InitiativeCardRevealed(order=("enemy red", "ally green"))
    spec = given(GAME, *unknown)
    spec.when(card).then_prompts(TurnOrderTieDecided(actors=(SKITTERER, VENIA, LUNARA)))
    wrong = TurnOrderTieDecided(actors=(LUNARA, VENIA, SKITTERER))
    spec.when(wrong).then(refused("no-tie"))
    order = TurnOrderTieDecided(actors=(LUNARA, SKITTERER, VENIA))
    spec.when(order).then(table(**{"scene.order.0": LUNARA})).then_no_prompt(TurnOrderTieDecided)
    colour = HeroActionSelected(hero=LUNARA, action="Vow", symbol="red")
    given(GAME, *unknown, colour, card).then_no_prompt(TurnOrderTieDecided)


def test_who_acts_alone_is_not_asked_who_is_first() -> None:
    alone = [event for event in FIGHTING if VENIA not in dict(event).values()]
    chosen = (RoundStarted(), HeroActionSelected(hero=LUNARA, action="Vow"))
    spec = given(GAME, *alone, *chosen, InitiativeCardRevealed(order=("enemy red", "ally green")))
    spec.then(table(**{"scene.order": [LUNARA]})).then_no_prompt(TurnOrderTieDecided)


# --- dodge -----------------------------------------------------------------------------------

MIST = "mist-archer"
TWO_PROVOKE = (
    *enemy(2, provoke=1),
    EnemyCardRevealed(enemy=MIST, symbol="green", base=3, models=2, provoke=2),
    EnemySpawned(enemy=MIST, numbers=(1,), at_setup=True),
    *map_of("A", "B"),
    *joined(("A", "B")),
    *at(venia="A", skitterer_1="A", **{"mist-archer_1": "A"}),
)
DODGES = (
    *skilled(VENIA, "dodge"),
    *TWO_PROVOKE,
    RoundStarted(),
    HeroActionSelected(hero=LUNARA, action="focus", symbol="red"),
    HeroActionSelected(hero=VENIA, action="focus", symbol="green"),
    InitiativeCardRevealed(order=("ally green", "ally red", "enemy red", "enemy green")),
    MoveManeuverStarted(hero=VENIA, points=3),
)
AWAY = FigureMoved(figure=VENIA, to="B")


def prompts_of(spec: Spec, event: type[Event[Any]]) -> list[Prompt]:
    """What comes next of such an event."""
    return [prompt for prompt in spec.play.campaign.prompts(PUBLIC) if prompt.event is event]


def test_who_has_dodge_is_asked_before_it_is_hurt() -> None:
    spec = given(GAME, *DODGES)
    spec.then_prompts(ClassSkillUsed(hero=VENIA, skill="dodge"))
    spec.when(AWAY).then(refused("dodge-unused", bendable=True, says="Dodge"))
    spec.when(AWAY, bend="she takes it").then(table(**{"heroes.venia.wounds": 3}))


def test_a_dodge_lets_the_hardest_blow_pass_unless_another_is_named() -> None:
    used = (*DODGES, ClassSkillUsed(hero=VENIA, skill="dodge"))
    given(GAME, *used).when(AWAY).then(table(**{"heroes.venia.wounds": 1, "scene.heroes.venia.dodge": 0}))
    named = AWAY.copy_with(dodged=(ONE,))
    given(GAME, *used).when(named).then(table(**{"heroes.venia.wounds": 2, "scene.heroes.venia.dodge": 0}))
    both = AWAY.copy_with(dodged=(ONE, f"{MIST} 1"))
    given(GAME, *used).when(both).then(refused("too-few-dodges", bendable=True))
    given(GAME, *used).and_then(AWAY.copy_with(dodged=(TWO,))).then(refused("no-blow"))


def test_a_dodge_point_is_kept_for_a_later_step() -> None:
    used = (*DODGES, ClassSkillUsed(hero=VENIA, skill="dodge"))
    spec = given(GAME, *used).when(AWAY.copy_with(saves=True))
    spec.then(table(**{"heroes.venia.wounds": 3, "scene.heroes.venia.dodge": 1}))


def test_the_next_step_asks_which_blows_are_dodged() -> None:
    used = (*DODGES, ClassSkillUsed(hero=VENIA, skill="dodge"))
    (step,) = prompts_of(given(GAME, *used), FigureMoved)
    assert step.fields == {"figure": VENIA, "dodged": (f"{MIST} 1",), "saves": True}
    assert step.opens_form
    (step,) = prompts_of(given(GAME, *used).and_then(AWAY), FigureMoved)
    assert step.fields == {"figure": VENIA}


# --- gems and locks --------------------------------------------------------------------------

WITH_A_GEM = (*FIGHTING, *enemy(1), AchievementGemGained(hero=LUNARA), AchievementGemGained(hero=VENIA), *turns())


@pytest.mark.parametrize("use", ["move", "attack", "recover"])
def test_a_gem_is_not_thrown_away_on_what_nobody_does(use: str) -> None:
    spec = given(GAME, *WITH_A_GEM)
    for hero in (LUNARA, VENIA):
        spec.when(AchievementGemSpent(hero=hero, use=use)).then(refused("nothing-under-way", bendable=True))
    given(GAME, *JOURNEY[:-1], AchievementGemGained(hero=LUNARA)).when(AchievementGemSpent(hero=LUNARA, use=use)).then(
        refused("nothing-under-way")
    )


def test_a_gem_counts_for_the_move_or_the_attack_that_is_under_way() -> None:
    moving = given(GAME, *WITH_A_GEM, MoveManeuverStarted(hero=LUNARA, points=2))
    spent = moving.when(AchievementGemSpent(hero=LUNARA, use="move"))
    spent.then(table(**{"scene.heroes.lunara.points": 3, "heroes.lunara.achievement_gems": 0}))
    strike = AttackDeclared(figure=LUNARA, attack="melee", targets=(ONE,), dice=2, weapon_plus=0)
    attacking = given(GAME, *FIGHTING, *enemy(1), AchievementGemGained(hero=LUNARA), *turns(lunara="Strike"), strike)
    attacking.when(AchievementGemSpent(hero=LUNARA, use="attack")).then(table(**{"scene.roll.plus.0.successes": 1}))
    given(GAME, *WITH_A_GEM).when(AchievementGemSpent(hero=LUNARA, use="check")).then()


def test_stamina_is_locked_by_something() -> None:
    spec = given(GAME, *FIGHTING, ItemGained(hero=LUNARA, item="010"))
    spec.when(StaminaLocked(hero=LUNARA, amount=1, source="nothing at all")).then(refused("what-locks", bendable=True))
    spec.when(StaminaLocked(hero=LUNARA, amount=1, source="010")).then()
    spec.when(StaminaLocked(hero=LUNARA, amount=1, source="raging-nalam")).then()


# --- before the scenario ---------------------------------------------------------------------

HEAVY = (typed_in("items", "099", en="Anvil", encumbrance=6), ItemGained(hero=LUNARA, item="099"))
WAITING = (*RULED, JourneyStepEnded())


def test_who_carries_too_much_packs_before_the_scenario() -> None:
    spec = given(GAME, *WAITING, *HEAVY)
    spec.when(ScenarioStarted()).then(refused("too-heavy", bendable=True, says="Lunara"))
    spec.when(ItemSelectionForScenarioMade(hero=LUNARA, left=("099",))).then()
    spec.when(ScenarioStarted()).then()


def test_who_carries_too_much_is_asked_what_stays() -> None:
    spec = given(GAME, *WAITING, *HEAVY, typed_in("items", "010", hands=1), ItemGained(hero=LUNARA, item="010"))
    leaves = ItemSelectionForScenarioMade(hero=LUNARA, active=("010",), left=("099",))
    spec.then_must(leaves).when(leaves).then_must(ScenarioStarted)
    more = spec.and_then(leaves).and_then(typed_in("items", "098", en="Safe", encumbrance=9))
    more.and_then(ItemGained(hero=LUNARA, item="098")).then_must(leaves.copy_with(left=("098", "099")))


def test_no_round_begins_before_its_scenario() -> None:
    spec = given(GAME, *WAITING)
    spec.when(RoundStarted()).then(refused("not-begun", bendable=True))
    spec.when(ScenarioStarted()).and_then(RoundStarted()).then(table(**{"scene.round": 1}))


def test_no_city_event_is_revealed_in_a_tutorial() -> None:
    given(GAME, *PARTY).when(CityEventRevealed(card="C1")).then(refused("in-the-tutorial", bendable=True))
    given(GAME, *CITY).when(CityEventRevealed(card="C1")).then()


def test_after_a_group_check_in_the_city_nobody_packs_tokens() -> None:
    started = GroupCheckStarted(check_name="Gate", ability="strength", target=3)
    rolled = [GroupCheckContribution(hero=hero, rolled=2) for hero in (LUNARA, VENIA)]
    before = given(GAME, *CITY, HeroBoardRecorded(hero=LUNARA, tokens=("Vow",)))
    before.then_no_prompt(ActionTokensAssigned)
    spec = before.when(started)
    for event in rolled:
        spec.then_prompts(GroupCheckContribution).then_no_prompt(ActionTokensAssigned, RoundStarted)
        spec = spec.and_then(event)
    spec.then_must(GroupCheckResolved)
    spec.and_then(GroupCheckResolved()).then_no_prompt(ActionTokensAssigned, RoundStarted)


def test_a_table_without_steps_checks_as_a_group_and_is_asked_for_nothing_of_a_scenario() -> None:
    loose = (CampaignSetUp(tracks=("builds", "items")), *PARTY, HeroBoardRecorded(hero=LUNARA, tokens=("Vow",)))
    spec = given(GAME, *loose).when(GroupCheckStarted(check_name="Gate", ability="strength", target=3))
    spec.then_must(GroupCheckContribution(hero=LUNARA))
    spec.then_no_prompt(ActionTokensAssigned, EnemyCardRevealed, RoundStarted)


# --- the level that is due -------------------------------------------------------------------


def test_a_level_that_is_due_is_not_walked_past() -> None:
    spec = given(GAME, *CITY, ScenarioCardGained(scenario=WATCH), ExperienceGained(amount=2), *BEDS, *EVENT_DONE)
    spec.when(CityStepEnded()).then(refused("level-due", bendable=True, says="2"))
    later = spec.when(CityStepEnded(), bend="Ana is late")
    later.then(bent("level-due"))
    played = (ScenarioSelected(scenario=WATCH), JourneyStepEnded(), ScenarioStarted())
    for event in (*played, ScenarioOutcomeRecorded(code="F"), ScenarioCompleted()):
        later = later.and_then(event)
    later.then_must(LevelGained(level=2))
    for event in (*BEDS, CityEventRevealed(card="C2"), CityEventResolved()):
        later = later.and_then(event)
    later.and_then(CityStepEnded()).then(refused("level-due"))


def test_a_level_that_is_due_is_gained_late_as_well() -> None:
    spec = given(GAME, *CITY, ExperienceGained(amount=2), *BEDS, *EVENT_DONE)
    spec.then_must(LevelGained(level=2))
    spec.when(LevelGained(level=2)).then(table(level=2))


def test_a_level_that_is_ticked_in_the_middle_of_a_city_step_comes_with_the_next() -> None:
    spec = given(GAME, *JOURNEY[:-1], ExperienceGained(amount=2)).then_no_prompt(LevelGained)
    spec.when(LevelGained(level=2)).then(refused("past-the-start", bendable=True))
    played = (ScenarioSelected(scenario=WATCH), JourneyStepEnded(), ScenarioStarted())
    for event in (CityStepEnded(), *played, ScenarioOutcomeRecorded(code="F"), ScenarioCompleted()):
        spec = spec.and_then(event)
    spec.then_must(LevelGained(level=2))


def test_a_level_up_that_is_not_finished_is_told_hero_by_hero() -> None:
    left = "Lunara (disk, class, skill, tokens), Venia (disk, class, skill, tokens)"
    spec = given(GAME, *LEVEL_2, *BEDS, *EVENT_DONE)
    spec.when(CityStepEnded()).then(refused("level-up-unfinished", says=left))


# --- the end ---------------------------------------------------------------------------------


def test_a_scenario_ends_when_its_condition_is_met_in_the_middle_of_a_round() -> None:
    given(GAME, *FIGHTING, *enemy(1), *turns()).when(ScenarioOutcomeRecorded(code="S1")).then()


# --- words -----------------------------------------------------------------------------------


def test_a_spawn_says_how_many_models_were_missing() -> None:
    card = EnemyCardRevealed(enemy=SKITTERER, symbol="red", base=5, models=3)
    spec = given(GAME, *FIGHTING, card).when(EnemySpawned(enemy=SKITTERER, count=5))
    spec.then(says("Skitterer: 3 models spawned, number 1, 2, 3 (2 missing)"))


def test_a_second_change_of_items_says_what_it_costs() -> None:
    spec = given(GAME, *FIGHTING, *enemy(1), *turns())
    spec.when(ActiveItemsChanged(hero=LUNARA)).then(says("Lunara changed active items"))
    spec.and_then(ActiveItemsChanged(hero=LUNARA)).then(says("Lunara changed active items for a maneuver"))


def test_stars_for_an_item_are_told_as_that() -> None:
    none_left = (*PARTY, typed_in("items", "099", en="Round Shield", price=6), ItemCopiesCounted(item="099"))
    spec = given(GAME, *none_left).when(ItemGained(hero=LUNARA, item="099"))
    spec.then(says("Lunara found no copy of Round Shield", "Lunara took 6 stars instead of Round Shield"))


def test_the_card_of_an_arena_comes_back() -> None:
    spec = given(GAME, *AT_THE_ARENA, ScenarioOutcomeRecorded(code="S"), ArenaScoreRecorded(score=7))
    sentences = [
        str(event.describe(spec.play.campaign.table)) for event in spec.when(ScenarioCompleted()).outcome.events
    ]
    assert "The card of Ring of Sand was put away. Kept: it is an arena" in sentences
    assert "The last scenario was an arena" in sentences


def test_what_is_not_known_is_not_told() -> None:
    spec = given(GAME, *FIGHTING, ItemGained(hero=LUNARA, item="010"), *turns())
    spec.when(ItemDropped(hero=LUNARA, item="010")).then(says("Lunara dropped Dagger"))


# --- each refusal, as it stands --------------------------------------------------------------

LEVEL_TICKED = (*CITY, ExperienceGained(amount=2), *BEDS, *EVENT_DONE)
PROVOKED = ProvokeDamageDealt(ally=VENIA, enemy=ONE, dodged=True)
CARRIES = (*FIGHTING, ItemGained(hero=LUNARA, item="010"))
DODGED = (*DODGES, ClassSkillUsed(hero=VENIA, skill="dodge"))
REFUSALS = [
    no("level-due", *LEVEL_TICKED, event=CityStepEnded(), bendable=True),
    no("in-the-tutorial", *PARTY, event=CityEventRevealed(card="C1"), bendable=True),
    no("not-begun", *WAITING, event=RoundStarted(), bendable=True),
    no("nothing-under-way", *WITH_A_GEM, event=AchievementGemSpent(hero=LUNARA, use="move"), bendable=True),
    no("what-locks", *CARRIES, event=StaminaLocked(hero=LUNARA, amount=1, source="Aura"), bendable=True),
    no("dodge-unused", *DODGES, event=AWAY, bendable=True),
    no("too-few-dodges", *DODGED, event=AWAY.copy_with(dodged=(ONE, f"{MIST} 1")), bendable=True),
    no("no-blow", *DODGED, event=AWAY.copy_with(dodged=(TWO,)), bendable=False),
    no("no-dodge", *DODGES, event=PROVOKED, bendable=True),
    no("not-from-here", *MELEE, *turns(*ENEMY_FIRST), event=HIT, bendable=True),
    no("too-heavy", *WAITING, *HEAVY, event=ScenarioStarted(), bendable=True),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Events, event: Event[Any], code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)
