"""Enemies: cards, spawning, health, their attacks and what heroes answer; allies that fall; corrections."""

from typing import Any

import pytest

from companion.testing import NOTHING, followed, given, given_bent, refused, says, table
from domain.framework.game import PUBLIC
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.followers import FollowerCardGained, FollowerHired
from domain.games.agemonia.campaign.gems import (
    AchievementGemGained,
    AchievementGemSpent,
    InspirationGemGained,
    InspirationGemSpent,
)
from domain.games.agemonia.campaign.items import ItemGained
from domain.games.agemonia.campaign.party import HeroBoardRecorded
from domain.games.agemonia.campaign.vitality import (
    ConditionGained,
    DamageHealed,
    DamageSuffered,
    HeroExhausted,
    StaminaLost,
    StaminaRecovered,
    StaminaSpent,
)
from domain.games.agemonia.console.class_skills import ClassSkillUsed
from domain.games.agemonia.console.enemies import (
    AllyDamaged,
    AllyExhausted,
    AllyHealed,
    DefeatEffectResolved,
    EnemyCardTypedIn,
    EnemyDamaged,
    EnemyDefeated,
    EnemyHealed,
    ScenarioAllyAdded,
    StruckBack,
)
from domain.games.agemonia.console.enemy_turns import (
    EnemyAttackDeclared,
    EnemyAttackRedirected,
    EnemyAttackResolved,
    EnemySpecialAbilityUsed,
    EnemyTurnResolved,
    ProvokeDamageDealt,
    rightful_targets,
)
from domain.games.agemonia.console.movement import AreaRegistered
from domain.games.agemonia.console.reactions import (
    HarmResolved,
    ReactionEnded,
    ReactiveCheckCalled,
    ReactiveCheckRolled,
)
from domain.games.agemonia.console.rounds import HeroActionSelected, InitiativeCardRevealed, RoundStarted
from domain.games.agemonia.console.spawning import EnemyCardRevealed, EnemySpawned, EnemySpawnSkipped
from domain.games.agemonia.console.turns import TurnEnded
from domain.games.agemonia.state.kinds import EnemyCard
from domain.log.corrections import preview_amendment
from tests.domain.games.agemonia.console.fights import (
    BLUE_DIE,
    BOARDS,
    ENEMY_FIRST,
    FIGHTING,
    LUNARA,
    ONE,
    SKITTERER,
    THREE,
    TWO,
    VENIA,
    at,
    blow,
    enemy,
    joined,
    map_of,
    skilled,
    turns,
)
from tests.domain.games.agemonia.moments import (
    LEVEL_2,
    PARTY,
    Events,
    each_refusal,
    no,
    refuses,
    typed_in,
)

READY: Events = (*FIGHTING, *enemy(2))
ACTED = EnemyTurnResolved(figure=ONE, target=LUNARA, damage=2)
ATTACK = EnemyAttackDeclared(figure=ONE, target=LUNARA, attack="melee", value=3, ability="strength")
FELLED: Events = tuple(DamageSuffered(hero=LUNARA, amount=7) for _ in range(2))
APART: Events = (*map_of("A", "B"), *joined(("A", "B")), *at(lunara="A", venia="B", skitterer_1="A"))
WALL: Events = (*map_of("A", "B"), *joined(("A", "B"), kind="obstacle"))
GEMMED: Events = (BLUE_DIE, *READY, AchievementGemGained(hero=LUNARA), ATTACK)
ROLLED_HERE = ReactiveCheckRolled()
DART = ReactiveCheckCalled(target=LUNARA, value=3, ability="agility", condition="bleeding", source="a dart")
COMING: Events = (
    *FIGHTING,
    *enemy(1),
    *map_of("A", capacity=1),
    *map_of("B", "C", "D", capacity=2),
    *joined(("A", "B"), ("A", "C"), ("B", "D")),
    *at(skitterer_1="A", lunara="B", venia="C"),
)
SPAWN = EnemySpawned(enemy=SKITTERER, numbers=(2,))
BITTEN = AllyDamaged(ally="Wolf", amount=3)
BLEEDS = ConditionGained(figure="Wolf", condition="bleeding")
LINES: Events = (*map_of("C"), *joined(("B", "C")))
CROWD: Events = (*at(skitterer_1="Nook"), AreaRegistered(area="Nook", capacity=0))
SNAKE = EnemySpecialAbilityUsed(figure=ONE, ability="snake")
SNAKES: Events = (*turns()[:-1], InitiativeCardRevealed(order=("ally red", "enemy red"), snake=("red",)))
WOLF = ScenarioAllyAdded(ally="Wolf", health=3, controller="Ana")

REFUSALS = [
    no("enemy-revealed", *enemy(1), event=EnemyCardRevealed(enemy=SKITTERER), bendable=False),
    no("no-model", *enemy(2, models=2), event=EnemySpawned(enemy=SKITTERER), bendable=False),
    no("model-out", *enemy(2), event=EnemySpawned(enemy=SKITTERER, numbers=(2,)), bendable=False),
    no("too-few-heroes", *PARTY, *enemy(1), event=EnemySpawned(enemy=SKITTERER, heroes_needed=3), bendable=False),
    no(
        "area-full",
        *enemy(1),
        *map_of("A", capacity=0),
        event=EnemySpawned(enemy=SKITTERER, area="A"),
        bendable=True,
    ),
    no("figure-gone", *FIGHTING, WOLF, BITTEN, event=BLEEDS, bendable=False),
    no("come-elsewhere", *COMING, event=SPAWN.copy_with(area="C", around="A"), bendable=True),
    no("against-whom", *READY, event=EnemyTurnResolved(figure=ONE, damage=2), bendable=False),
    no("hero-exhausted", *READY, *FELLED, event=ACTED, bendable=False),
    no("turn-taken", *READY, *turns(*ENEMY_FIRST), ACTED, event=ACTED, bendable=False),
    no("out-of-order", *READY, *turns(), event=ACTED, bendable=True, why="enemy turn"),
    no("out-of-order", *READY, *turns(), event=ATTACK, bendable=True, why="enemy attack"),
    no("too-full", *READY, *turns(*ENEMY_FIRST), *CROWD, event=EnemyTurnResolved(figure=ONE), bendable=True),
    no("out-of-order", *READY, *SNAKES, event=SNAKE, bendable=True, why="special ability"),
    no(
        "no-special-ability",
        *READY,
        *turns(*ENEMY_FIRST),
        event=SNAKE,
        bendable=True,
    ),
    no("other-target", *READY, *APART, event=ATTACK.copy_with(target=VENIA), bendable=True),
    no("other-target", *READY, *APART, event=ACTED.copy_with(target=VENIA), bendable=True, why="in one line"),
    no("not-from-here", *READY, *APART, *at(skitterer_1="C"), *LINES, event=ATTACK, bendable=True),
    no("strike-open", *READY, ATTACK, event=ATTACK.copy_with(target=VENIA), bendable=False),
    no("how-much", *READY, event=ATTACK.copy_with(value=None), bendable=False),
    no("how-much", *READY, event=ATTACK.copy_with(value=None, effect="stamina loss"), bendable=False, why="stamina"),
    no("how-much", *READY, event=ProvokeDamageDealt(ally=LUNARA, enemy=ONE), bendable=False, why="provoked"),
    no("one-target", *READY, event=ATTACK.copy_with(others=(VENIA,)), bendable=True),
    no("no-sight", *READY, *WALL, event=ATTACK.copy_with(attack="ranged", line=("A", "B")), bendable=True),
    no("wrong-ability", *READY, ATTACK, event=ReactiveCheckRolled(shields=1, ability="will"), bendable=False),
    no("reacted", *GEMMED[:-1], ATTACK.copy_with(value=9), ROLLED_HERE, event=ROLLED_HERE, bendable=False),
    no("not-reacted", *GEMMED, event=ReactionEnded(), bendable=False),
    no("no-attack", *READY, event=ReactionEnded(), bendable=False, why="end"),
    no("no-gem", *READY, ATTACK, event=ReactiveCheckRolled(shields=1, gem=True), bendable=False),
    no("focus-not-chosen", *READY, ATTACK, event=ReactiveCheckRolled(shields=1, focus=True), bendable=False),
    no("strike-open", *READY, ATTACK, event=DART, bendable=False, why="trap"),
    no("hero-exhausted", *READY, *FELLED, event=DART, bendable=False, why="trap"),
    no("no-attack", *READY, event=ReactiveCheckRolled(shields=1), bendable=False),
    no("no-attack", *READY, event=EnemyAttackRedirected(hero=VENIA), bendable=False, why="elsewhere"),
    no("other-area", *READY, *APART, ATTACK, event=EnemyAttackRedirected(hero=VENIA), bendable=False),
    no("rank-unknown", *PARTY, *enemy(1), ATTACK, event=ReactiveCheckRolled(), bendable=False),
    no("wrong-dice", *READY, ATTACK, event=ReactiveCheckRolled(faces=("one",)), bendable=False),
    no("die-unknown", *READY, ATTACK, event=ReactiveCheckRolled(), bendable=False),
    no("no-inspiration", *READY, ATTACK, event=ReactiveCheckRolled(shields=1, inspired=True), bendable=False),
    no("not-hurt", *enemy(1), event=EnemyHealed(figure=ONE, amount=1), bendable=False),
    no("not-hurt", *enemy(1, endless=True), event=EnemyHealed(figure=ONE, amount=1), bendable=False, why="endless"),
    no("not-hurt", *PARTY, WOLF, event=AllyHealed(ally="Wolf", amount=1), bendable=False),
    no(
        "hero-exhausted",
        *FIGHTING,
        *FELLED,
        *enemy(1),
        event=ProvokeDamageDealt(ally=LUNARA, enemy=ONE),
        bendable=False,
    ),
    no(
        "provoked-already",
        *FIGHTING,
        *enemy(1, provoke=1),
        ProvokeDamageDealt(ally=LUNARA, enemy=ONE),
        event=ProvokeDamageDealt(ally=LUNARA, enemy=ONE),
        bendable=False,
    ),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_what_is_refused(before, event, code, bendable) -> None:  # type: ignore[no-untyped-def]
    refuses(before, event, code, bendable)


def health(number: int, left: object) -> dict[str, object]:
    return {f"scene.enemies.skitterer.figures.{number}.health": left}


# --- cards and models ------------------------------------------------------------------------


def test_a_card_takes_its_numbers_from_the_content() -> None:
    numbers = {"per_hero": 2, "base": 1, "symbol": "red", "attack": "melee", "models": 4, "size": "large"}
    card = typed_in("enemies", SKITTERER, **numbers)
    spec = given(GAME, *PARTY, card, EnemyCardRevealed(enemy=SKITTERER, base=3))
    spec.then(
        table(
            **{
                "scene.enemies.skitterer.per_hero": 2,
                "scene.enemies.skitterer.base": 3,
                "scene.enemies.skitterer.attack": "melee",
                "scene.enemies.skitterer.size": "large",
            }
        )
    )


def test_numbers_that_fit_no_card_are_left_out() -> None:
    card = typed_in("enemies", SKITTERER, per_hero="many", models=99, shield=1)
    spec = given_bent(GAME, card, EnemyCardRevealed(enemy=SKITTERER))
    spec.then(table(**{"scene.enemies.skitterer.shield": 1, "scene.enemies.skitterer.models": 0}))


def test_a_table_that_keeps_only_enemies_says_how_many_heroes_there_are() -> None:
    spec = given(GAME, EnemyCardRevealed(enemy=SKITTERER, per_hero=2, base=1, heroes=3))
    spec.when(EnemySpawned(enemy=SKITTERER, numbers=(1,))).then(table(**health(1, 7)))


def test_models_come_at_random_among_those_that_are_left() -> None:
    spec = given(GAME, *enemy(2, models=4)).when(EnemySpawned(enemy=SKITTERER, count=3))
    event = spec.then().outcome.events[0]
    assert (event.numbers, event.count) == ((3, 4), 2)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("asked", "area"),
    [({"around": "A"}, "B"), ({"around": "D"}, "D"), ({"around": "D", "within": 2}, "B"), ({"around": "C"}, "C")],
    ids=["the highest taunt of those next to a full area", "room", "the nearest to an ally in range", "there"],
)
def test_models_come_where_the_rules_send_them(asked: dict[str, Any], area: str) -> None:
    spec = given(GAME, *COMING).when(SPAWN.copy_with(**asked))
    spec.then(table(**{"scene.places.skitterer 2": area}))


def test_where_several_areas_are_right_the_table_says_which() -> None:
    even = (*COMING, HeroBoardRecorded(hero=VENIA, taunt=4))
    spec = given(GAME, *even).when(SPAWN.copy_with(around="A", area="C"))
    spec.then(table(**{"scene.places.skitterer 2": "C"}))


def test_a_condition_is_not_gained_by_who_falls_to_the_blow() -> None:
    bite = EnemyTurnResolved(figure=ONE, target="Wolf", damage=3, condition="bleeding")
    spec = given(GAME, *READY, WOLF).when(bite)
    spec.then(followed(AllyDamaged(ally="Wolf", amount=3), AllyExhausted(ally="Wolf")))


UNKNOWN: Events = (
    *FIGHTING,
    EnemyCardRevealed(enemy=SKITTERER, symbol="red"),
    EnemySpawned(enemy=SKITTERER, numbers=(1,), at_setup=True),
)
"""An enemy of whose card the table typed no number."""


NO_SHIELD = EnemyCardTypedIn(enemy=SKITTERER, shield=0)


def test_what_the_card_shows_is_typed_once_and_kept() -> None:
    spec = given(GAME, *UNKNOWN).when(EnemyCardTypedIn(enemy=SKITTERER, shield=1, provoke=2))
    spec.then(table(**{"scene.enemies.skitterer.shield": 1, "scene.enemies.skitterer.provoke": 2}))
    again = spec.then(says("Typed in the card of Skitterer: shield 1: provoke 2")).play.campaign.table
    assert (EnemyCard.of(again, SKITTERER).shield, EnemyCard.of(again, SKITTERER).provoke) == (1, 2)


def test_an_enemy_of_unknown_health_is_not_defeated_until_the_table_says_so() -> None:
    spec = given(GAME, *UNKNOWN).then(table(**health(1, None))).then_no_prompt(EnemyDefeated)
    spec.when(blow(ONE, 40)).then(refused("shield-unknown"))
    spec = spec.when(NO_SHIELD).and_then(blow(ONE, 40)).then(followed(), table(**health(1, None)))
    spec.and_then(EnemyDefeated(figure=ONE)).then(table(**{"scene.enemies.skitterer.figures": {}}))


@pytest.mark.parametrize(
    "said",
    [{"value": 0}, {"condition": "stunned"}, {"effect": "condition", "condition": "stunned"}],
    ids=["no damage", "a condition", "a condition alone"],
)
def test_an_attack_of_unknown_strength_is_said_or_gives_a_condition(said: dict[str, Any]) -> None:
    spec = given(GAME, *UNKNOWN).when(EnemyAttackDeclared(figure=ONE, target=LUNARA, attack="melee", **said))
    assert spec.outcome.reasons == ()


def test_an_attack_of_unknown_strength_is_asked_for() -> None:
    play = given(GAME, *UNKNOWN, *turns(*ENEMY_FIRST)).play
    (asked,) = [one for one in play.campaign.prompts(PUBLIC) if one.event is EnemyAttackDeclared]
    assert asked.also_required == ("value", "ability")


def test_the_reactive_check_that_is_typed_for_an_attack_is_kept_on_the_card() -> None:
    strike = EnemyAttackDeclared(figure=ONE, target=LUNARA, value=2, ability="agility")
    spec = given(GAME, *UNKNOWN, *turns(*ENEMY_FIRST)).when(strike)
    spec.then(table(**{"scene.strike.ability": "agility", f"scene.enemies.{SKITTERER}.ability": "agility"}))
    assert EnemyCard.of(spec.play.campaign.table, SKITTERER).ability == "agility"


def test_who_has_an_unknown_taunt_may_be_the_one_who_is_attacked() -> None:
    places = (*map_of("A"), *at(skitterer_1="A", lunara="A", venia="A"))
    known = given(GAME, *FIGHTING, *enemy(1), *places).play.campaign.table
    assert rightful_targets(known, ONE) == [LUNARA]
    known.heroes[VENIA].taunt = None
    assert rightful_targets(known, ONE) == [LUNARA, VENIA]


def test_models_come_to_an_ally_of_unknown_taunt_as_well() -> None:
    venia = {"hero": VENIA, "strength": 1, "agility": 3, "will": 2}
    party = (*(one for one in COMING if getattr(one, "taunt", None) != 2), HeroBoardRecorded(**venia))
    given(GAME, *party).when(SPAWN.copy_with(around="A", area="C")).then(table(**{"scene.places.skitterer 2": "C"}))


def test_endless_health_is_never_used_up() -> None:
    spec = given(GAME, *enemy(1, endless=True)).when(blow(ONE, 40))
    spec.then(followed(), table(**health(1, None)))


def test_an_enemy_is_healed_up_to_its_full_health() -> None:
    spec = given(GAME, *enemy(1), blow(ONE, 2)).when(EnemyHealed(figure=ONE, amount=9))
    spec.then(says("Skitterer 1 healed 2"), table(**health(1, 5)))


@pytest.mark.parametrize(
    ("hit", "sentences"),
    [
        (blow(ONE, 3), "Skitterer 1 took 2 damage"),
        (blow(ONE, 1), "Skitterer 1 took 0 damage"),
        (blow(ONE, 9, by=LUNARA), "Skitterer 1 took 8 damage from Lunara, 3 more than its health"),
        (blow(ONE, 9, source="other"), "Skitterer 1 took 9 damage, 4 more than its health"),
    ],
    ids=["shield", "all of it", "overflow", "other"],
)
def test_what_is_told_of_a_blow_is_what_it_took(hit: Any, sentences: str) -> None:
    outcome = given(GAME, *PARTY, *enemy(1, shield=1)).when(hit).then().outcome
    assert str(outcome.events[0].describe(outcome.play.campaign.table)) == sentences


def test_what_is_told_of_an_ally_is_what_happened_to_its_health() -> None:
    spec = given(GAME, *PARTY, WOLF, AllyDamaged(ally="Wolf", amount=1))
    spec.when(AllyHealed(ally="Wolf", amount=9)).then(says("Wolf healed 1"))
    spec.when(AllyDamaged(ally="Wolf", amount=9)).then(
        says("Wolf took 9 damage, 6 more than its health", "Wolf was exhausted and left the map")
    )


def test_who_is_exhausted_by_it_suffers_no_more() -> None:
    hurt = DamageSuffered(hero=LUNARA, amount=7)
    spec = given(GAME, *READY, hurt).when(EnemyTurnResolved(figure=ONE, target=LUNARA, damage=9, stamina=2))
    spec.then(
        followed(
            DamageSuffered(hero=LUNARA, amount=9, source=ONE, over=6),
            HeroExhausted(hero=LUNARA),
        )
    )


def test_nobody_strikes_back_at_who_is_out() -> None:
    spec = given(GAME, *FIGHTING, *enemy(1, mirror=True, retaliate=1), FELLED[0])
    events = spec.when(blow(ONE, 9, by=LUNARA)).then().outcome.events
    assert [event.kind for event in events if isinstance(event, StruckBack)] == ["mirror"]


def test_what_hurt_nobody_is_not_avenged() -> None:
    spec = given(GAME, *FIGHTING, *enemy(1, revenge=True, shield=3)).when(blow(ONE, 2, by=LUNARA))
    spec.then(followed())


def test_a_defeated_enemy_leaves_the_map_with_what_was_put_on_it() -> None:
    spec = given(GAME, *enemy(1, defeat="2 stars"), *at(skitterer_1="A")).when(blow(ONE, 5))
    spec.then(
        followed(EnemyDefeated(figure=ONE, area="A", defeat="2 stars")),
        table(**{"scene.enemies.skitterer.figures": {}, "scene.places": {}, "scene.enemies.skitterer.defeated": 1}),
    )


def test_what_it_leaves_lies_in_its_area() -> None:
    spec = given(GAME, *enemy(1), *map_of("A")).when(
        DefeatEffectResolved(enemy=SKITTERER, item="010", stars=2, area="A")
    )
    spec.then(table(**{"scene.areas.A.items": {"010": 1}, "scene.areas.A.stars": 2}))


def test_conditions_of_enemies_are_two_at_most_too() -> None:
    cards = [typed_in("conditions", f"No {n}", number=n) for n in (6, 9, 3)]
    gained = [ConditionGained(figure=ONE, condition=f"No {n}") for n in (6, 9, 3)]
    spec = given(GAME, *enemy(1), *cards, *gained)
    spec.then(table(**{"scene.enemies.skitterer.figures.1.conditions": ["No 6", "No 9"]}))


# --- what enemies do -------------------------------------------------------------------------


def test_an_enemys_turn_in_one_line() -> None:
    spec = given(GAME, *FIGHTING, *enemy(2, attack="melee", condition="bleeding"), *turns(*ENEMY_FIRST)).when(ACTED)
    spec.then(
        followed(
            DamageSuffered(hero=LUNARA, amount=2, source=ONE),
            ConditionGained(figure=LUNARA, condition="bleeding"),
        ),
        table(**{"scene.done": [ONE], "heroes.lunara.wounds": 2}),
    )


def test_an_enemy_that_does_nothing_has_had_its_turn() -> None:
    spec = given(GAME, *READY, *turns(*ENEMY_FIRST)).when(EnemyTurnResolved(figure=ONE))
    spec.then(followed(), table(**{"scene.done": [ONE]}))


def test_stamina_loss_is_damage_to_who_has_none() -> None:
    spec = given(GAME, *READY, WOLF).when(EnemyTurnResolved(figure=ONE, target="Wolf", stamina=2))
    spec.then(followed(AllyDamaged(ally="Wolf", amount=2)))
    spec = given(GAME, *READY).when(EnemyTurnResolved(figure=ONE, target=LUNARA, stamina=2))
    spec.then(followed(StaminaLost(hero=LUNARA, amount=2, source=ONE)))


def test_an_ally_without_health_leaves_the_map() -> None:
    spec = given(GAME, *READY, WOLF, *at(Wolf="A")).when(EnemyTurnResolved(figure=ONE, target="Wolf", damage=3))
    spec.then(
        followed(AllyDamaged(ally="Wolf", amount=3), AllyExhausted(ally="Wolf")),
        table(**{"scene.allies.Wolf.exhausted": True, "scene.places": {}}),
    )


def test_an_attack_is_what_the_card_says_less_what_the_reaction_takes() -> None:
    card = enemy(1, attack="ranged", damage=4, ability="agility", condition="bleeding")
    spec = given(GAME, *FIGHTING, *card, EnemyAttackDeclared(figure=ONE, target=LUNARA, blocked=True))
    spec.when(ReactiveCheckRolled(shields=1)).then(
        followed(
            EnemyAttackResolved(
                figure=ONE, target=LUNARA, value=2, effect="damage", attack="ranged", condition="bleeding"
            ),
            DamageSuffered(hero=LUNARA, amount=2, source=ONE),
            ConditionGained(figure=LUNARA, condition="bleeding"),
        ),
        table(**{"scene.strike": None}),
    )


def test_an_attack_without_a_reactive_check_hits_at_once() -> None:
    spec = given(GAME, *READY).when(ATTACK.copy_with(ability=None))
    assert DamageSuffered(hero=LUNARA, amount=3, source=ONE) in spec.then().outcome.events


def test_what_a_reaction_takes_off_entirely_leaves_no_condition() -> None:
    spec = given(GAME, *READY, ATTACK.copy_with(condition="bleeding")).when(ReactiveCheckRolled(shields=3))
    spec.then(table(**{"heroes.lunara.wounds": 0, "heroes.lunara.conditions": []}))


def test_an_attack_that_only_gives_a_condition_gives_it() -> None:
    curse = ATTACK.copy_with(effect="condition", value=None, ability=None, condition="bleeding")
    given(GAME, *READY).when(curse).then(table(**{"heroes.lunara.conditions": ["bleeding"]}))


def test_an_achievement_gem_adds_a_shield() -> None:
    spec = given(GAME, *READY, AchievementGemGained(hero=LUNARA), ATTACK)
    events = (
        spec.when(ReactiveCheckRolled(shields=1, gem=True)).then(table(**{"heroes.lunara.wounds": 1})).outcome.events
    )
    assert AchievementGemSpent(hero=LUNARA, use="check") in events


def test_who_rolls_here_decides_about_a_gem_once_the_dice_lie_there() -> None:
    spec = (
        given(GAME, *GEMMED)
        .when(ROLLED_HERE, rolled=[1, 2, 1])
        .then(followed(), table(**{"scene.strike.successes": 1}))
    )
    spec.and_then(ReactionEnded(gem=True)).then(
        followed(
            AchievementGemSpent(hero=LUNARA, use="check"),
            EnemyAttackResolved(figure=ONE, target=LUNARA, value=1, effect="damage", attack="melee"),
            DamageSuffered(hero=LUNARA, amount=1, source=ONE),
        ),
        table(**{"scene.strike": None, "heroes.lunara.achievement_gems": 0}),
    )


def test_a_reaction_that_stops_all_of_it_waits_for_no_gem() -> None:
    given(GAME, *GEMMED).when(ROLLED_HERE, rolled=[4, 4, 1]).then(table(**{"scene.strike": None}))


def test_the_target_chooses_between_two_abilities() -> None:
    choice = ATTACK.copy_with(ability="will", ability_or="strength")
    spec = given(GAME, *READY, choice).when(ReactiveCheckRolled(ability="strength", faces=("one",) * 3))
    spec.then(table(**{"heroes.lunara.wounds": 0}))


def test_a_trap_or_a_story_card_may_call_for_a_reaction() -> None:
    spec = given(GAME, *READY, DART).when(ReactiveCheckRolled(shields=1))
    spec.then(
        followed(
            HarmResolved(target=LUNARA, value=2, effect="damage", condition="bleeding", source="a dart"),
            DamageSuffered(hero=LUNARA, amount=2, source="a dart"),
            ConditionGained(figure=LUNARA, condition="bleeding"),
        ),
        table(**{"scene.strike": None}),
    )


def test_stamina_that_a_trap_takes_is_lost() -> None:
    spec = given(GAME, *READY, DART.copy_with(effect="stamina loss", condition=None)).when(
        ReactiveCheckRolled(shields=1)
    )
    assert StaminaLost(hero=LUNARA, amount=2, source="a dart") in spec.then().outcome.events


def test_an_area_attack_hits_one_after_the_other() -> None:
    blast = ATTACK.copy_with(shape="area", attack="magic", others=(VENIA,))
    spec = given(GAME, *READY, blast).when(ReactiveCheckRolled(shields=1))
    spec.then(table(**{"heroes.lunara.wounds": 2, "scene.strike.target": VENIA}))
    spec.and_then(ReactiveCheckRolled(shields=3)).then(table(**{"heroes.venia.wounds": 0, "scene.strike": None}))


def test_an_area_attack_without_a_reaction_hits_all_at_once() -> None:
    blast = ATTACK.copy_with(shape="area", ability=None, others=(VENIA,))
    given(GAME, *READY, blast).then(
        table(**{"heroes.lunara.wounds": 3, "heroes.venia.wounds": 3, "scene.strike": None})
    )


@pytest.mark.parametrize(("shape", "strength"), [("area", 3), ("one", 2)])
def test_nothing_blocks_the_aim_of_an_area_attack(shape: str, strength: int) -> None:
    card = enemy(1, attack="magic", damage=3, shape=shape, ability="will")
    near = (*map_of("A"), *at(lunara="A", skitterer_1="A"))
    spec = given(GAME, *FIGHTING, *card, *near).when(EnemyAttackDeclared(figure=ONE, target=LUNARA))
    spec.then(table(**{"scene.strike.value": strength}))


def test_an_enemy_shoots_the_nearest_it_surely_sees() -> None:
    hall = (*map_of("A", "B", "C"), *joined(("A", "B"), ("B", "C")), *at(skitterer_1="A", lunara="C", venia="B"))
    spec = given(GAME, *FIGHTING, *enemy(1, attack="ranged", damage=2, attack_range=3), *hall)
    spec.when(EnemyAttackDeclared(figure=ONE, target=LUNARA)).then(refused("other-target", says="Venia"))
    spec.when(EnemyAttackDeclared(figure=ONE, target=VENIA)).then()


def test_whom_nobody_knows_it_sees_keeps_no_enemy_from_another() -> None:
    hall = (*map_of("A", "B", "C", "D"), *joined(("A", "B"), ("B", "C"), ("C", "D")))
    far = (*hall, *at(skitterer_1="A", venia="C", lunara="D"))
    spec = given(GAME, *FIGHTING, *enemy(1, attack="ranged", damage=2), *far)
    spec.when(EnemyAttackDeclared(figure=ONE, target=LUNARA)).then()


def test_whom_it_reaches_over_a_full_border_counts_as_those_beside_it() -> None:
    hall = (*map_of("A", capacity=3), *map_of("B", capacity=1), *joined(("A", "B")))
    spec = given(GAME, *READY, *hall, *at(skitterer_1="A", venia="A", lunara="B"))
    spec.when(ATTACK.copy_with(target=VENIA)).then(refused("other-target", says="Lunara"))
    spec.when(ATTACK).then()


def test_a_spawn_that_does_not_come_is_told() -> None:
    skipped = EnemySpawnSkipped(enemy=SKITTERER, reason="no model is left")
    given(GAME, *enemy(1)).when(skipped).then(says("Skitterer: none spawned: no model is left"))


def test_reaction_dice_are_rolled_here() -> None:
    spec = given(GAME, BLUE_DIE, *READY, ATTACK).when(ReactiveCheckRolled(), rolled=[1, 2, 6])
    event = spec.then().outcome.events[0]
    assert (event.faces, event.successes) == (("blank", "one", "special"), 1)  # type: ignore[attr-defined]


def test_inspiration_adds_two_reaction_dice() -> None:
    inspired = ReactiveCheckRolled(faces=("one",) * 5, inspired=True)
    spec = given(GAME, *READY, InspirationGemGained(hero=LUNARA), ATTACK.copy_with(value=9)).when(inspired)
    events = spec.then(table(**{"heroes.lunara.wounds": 4})).outcome.events
    assert InspirationGemSpent(hero=LUNARA, use="reaction") in events


def test_another_hero_may_step_in() -> None:
    near = (*map_of("A"), *at(lunara="A", venia="A", skitterer_1="A"))
    spec = given(GAME, *READY, *near, ATTACK, EnemyAttackRedirected(hero=VENIA)).when(ReactiveCheckRolled(shields=0))
    spec.then(table(**{"heroes.venia.wounds": 3, "heroes.lunara.wounds": 0}))


def test_the_card_says_when_special_abilities_come() -> None:
    shown = (*turns()[:-1], InitiativeCardRevealed(order=ENEMY_FIRST, horn=("red",)))
    given(GAME, *READY, *shown).when(EnemySpecialAbilityUsed(figure=ONE, ability="horn", note="hits twice")).then()


def test_dodging_lets_a_provocation_pass() -> None:
    dodges = ClassSkillUsed(hero=VENIA, skill="dodge", amount=1)
    spec = given(GAME, *skilled(VENIA, "dodge"), *enemy(2, provoke=2), dodges)
    spec = spec.and_then(ProvokeDamageDealt(ally=VENIA, enemy=ONE))
    spec = spec.then(followed(), says("Skitterer 1 provoked Venia (dodged: yes)"))
    spec.and_then(ProvokeDamageDealt(ally=VENIA, enemy=TWO)).then(
        followed(DamageSuffered(hero=VENIA, amount=2, source=TWO))
    )


def test_a_follower_brings_what_its_card_says_and_who_moves_it() -> None:
    card = typed_in("followers", "Nalam", health=4, taunt=2, symbol="green")
    hired = (FollowerCardGained(follower="Nalam"), FollowerHired(hero=LUNARA, follower="Nalam"))
    spec = given(GAME, *LEVEL_2, card, *hired).when(ScenarioAllyAdded(ally="Nalam"))
    spec.then(
        table(
            **{
                "scene.allies.Nalam.kind": "follower",
                "scene.allies.Nalam.controller": "Ana",
                "scene.allies.Nalam.symbol": "green",
                "scene.allies.Nalam.health": 4,
            }
        )
    )


# --- class skills ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hero", "skill", "what"),
    [
        ("drenosh", "fiery-heart", DamageHealed(hero="drenosh", amount=2, source="fiery-heart")),
        ("drenosh", "fiery-soul", StaminaRecovered(hero="drenosh", amount=3, source="fiery-soul")),
        ("jonai", "chosen-one", AchievementGemGained(hero="jonai", source="chosen-one")),
    ],
)
def test_defeating_an_enemy_helps_some(hero: str, skill: str, what: object) -> None:
    worn = (StaminaSpent(hero=hero, amount=3), DamageSuffered(hero=hero, amount=3))
    spec = given(GAME, *skilled(hero, skill), *worn, *enemy(1)).when(blow(ONE, 5, by=hero))
    spec.then(followed(EnemyDefeated(figure=ONE, by=hero), what))  # type: ignore[arg-type]


def test_flame_shield_burns_who_hurts_its_hero_in_melee() -> None:
    spec = given(GAME, *skilled("drenosh", "flame-shield"), *enemy(1, attack="melee"))
    events = spec.when(EnemyTurnResolved(figure=ONE, target="drenosh", damage=1)).then().outcome.events
    assert StruckBack(figure="drenosh", to=ONE, kind="retaliate", amount=1) in events
    assert EnemyDamaged(figure=ONE, amount=1, source="other", applied=1) in events


def test_vigor_recovers_when_hurt_in_melee() -> None:
    spec = given(GAME, *skilled(LUNARA, "vigor"), StaminaSpent(hero=LUNARA, amount=1), *enemy(1, attack="melee"))
    events = spec.when(EnemyTurnResolved(figure=ONE, target=LUNARA, damage=1)).then().outcome.events
    assert StaminaRecovered(hero=LUNARA, amount=1, source="vigor") in events


@pytest.mark.parametrize(
    ("hero", "skill", "more"),
    [("torrax", "crystal-shell", 1), ("torrax", "willpower", 0), ("zuvasai", "tough-coral", 0)],
)
def test_some_react_better(hero: str, skill: str, more: int) -> None:
    ability = {"crystal-shell": "agility", "willpower": "will", "tough-coral": "strength"}[skill]
    attack = ATTACK.copy_with(target=hero, ability=ability)
    spec = given(GAME, *skilled(hero, skill), *enemy(1), attack).when(ReactiveCheckRolled(shields=1))
    spec.then(table(**{f"heroes.{hero}.wounds": 2 - more}))


def test_retaliate_uses_special_faces() -> None:
    spec = given(GAME, *skilled(LUNARA, "retaliate"), *enemy(1), ATTACK)
    events = spec.when(ReactiveCheckRolled(faces=("special", "special", "blank"))).then().outcome.events
    assert StruckBack(figure=LUNARA, to=ONE, kind="retaliate", amount=2) in events


@pytest.mark.parametrize(("worn", "wounds"), [(False, 1), (True, 3)])
def test_barkskin_turns_special_faces_to_shields_without_armor(worn: bool, wounds: int) -> None:
    armor = (typed_in("items", "Coat", kind="armor"), ItemGained(hero="matajam", item="Coat")) if worn else ()
    attack = ATTACK.copy_with(target="matajam")
    spec = given(GAME, *skilled("matajam", "barkskin"), *armor, *enemy(1), *ranks("matajam", 2), attack)
    spec.when(ReactiveCheckRolled(faces=("special", "special"))).then(table(**{"heroes.matajam.wounds": wounds}))


def ranks(hero: str, strength: int) -> Events:
    return (BOARDS[0].copy_with(hero=hero, strength=strength),)


def test_blurred_form_rolls_special_faces_again() -> None:
    attack = ATTACK.copy_with(target="zuvasai")
    ready = (*skilled("zuvasai", "blurred-form"), BLUE_DIE, *enemy(1), *ranks("zuvasai", 2), attack)
    event = given(GAME, *ready).when(ReactiveCheckRolled(), rolled=[6, 2, 6, 4]).then().outcome.events[0]
    assert (event.faces, event.rerolled) == (("two", "one"), 2)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("hero", "skill", "action"), [("drenosh", "gut", "charge"), (VENIA, "forbidden-magic", "void-bolt")]
)
def test_some_actions_make_bleed_whom_they_hurt(hero: str, skill: str, action: str) -> None:
    heroes = dict.fromkeys((LUNARA, VENIA, hero))
    chosen = (HeroActionSelected(hero=one, action=action if one == hero else "focus", symbol="red") for one in heroes)
    round_ = (RoundStarted(), *chosen, InitiativeCardRevealed(order=("ally red",)))
    spec = given(GAME, *skilled(hero, skill), *enemy(1), *round_).when(blow(ONE, 1, by=hero))
    spec.then(followed(ConditionGained(figure=ONE, condition="bleeding")))


# --- corrections in the middle of a fight ----------------------------------------------------

FOUR_AGO: Events = (
    *FIGHTING,
    *enemy(3, attack="melee"),
    *turns("ally red", "enemy red", "ally green"),
    blow(ONE, 2, by=LUNARA),
    TurnEnded(figure=LUNARA),
    EnemyTurnResolved(figure=ONE, target=VENIA, damage=4),
    EnemyTurnResolved(figure=TWO, target=VENIA, damage=3),
    EnemyTurnResolved(figure=THREE, target=LUNARA, damage=1),
    blow(ONE, 3, by=VENIA),
)


def test_a_wrong_damage_four_figures_ago_is_previewed_and_the_rest_repaired() -> None:
    spec = given(GAME, *FOUR_AGO).then(table(**{"heroes.venia.wounded": True}))
    first = next(entry.position for entry in spec.play.campaign.entries() if isinstance(entry.event, EnemyDamaged))
    repaired = spec.and_amend(first, "those", amount=5)
    repaired.then(
        table(
            **{
                "scene.enemies.skitterer.figures.1": NOTHING,
                "heroes.venia.wounded": False,
                "heroes.venia.wounds": 3,
                "scene.done": [LUNARA, TWO, THREE],
            }
        )
    )


def test_the_preview_names_what_would_no_longer_happen() -> None:
    spec = given(GAME, *FOUR_AGO)
    campaign = spec.play.campaign
    first = next(entry.position for entry in campaign.entries() if isinstance(entry.event, EnemyDamaged))
    found = preview_amendment(campaign, first, {"amount": 5}, spec.play.command())
    lost = {type(entry.event).__name__: reasons[0].code for entry, reasons in found.dropped}
    assert lost == {"EnemyTurnResolved": "not-offered", "EnemyDamaged": "not-offered"}
    assert "HeroWounded" in [type(entry.event).__name__ for entry in found.lapsed]


def test_a_defeat_that_a_correction_undoes_is_no_more() -> None:
    spec = given(GAME, *enemy(1), blow(ONE, 3), blow(ONE, 2)).then(table(**{"scene.enemies.skitterer.figures": {}}))
    first = next(entry.position for entry in spec.play.campaign.entries() if isinstance(entry.event, EnemyDamaged))
    spec.and_amend(first, "those", amount=1).then(table(**health(1, 2)))


def test_an_ally_that_a_correction_saves_stands() -> None:
    bites = (AllyDamaged(ally="Wolf", amount=2), AllyDamaged(ally="Wolf", amount=1))
    spec = given(GAME, *PARTY, WOLF, *bites).then(table(**{"scene.allies.Wolf.exhausted": True}))
    first = next(entry.position for entry in spec.play.campaign.entries() if isinstance(entry.event, AllyDamaged))
    spec.and_amend(first, "those", amount=1).then(
        table(**{"scene.allies.Wolf.exhausted": False, "scene.allies.Wolf.health": 1})
    )


def test_a_defeat_by_an_effect_needs_no_damage() -> None:
    given(GAME, *enemy(1)).when(EnemyDefeated(figure=ONE)).then(table(**{"scene.enemies.skitterer.figures": {}}))
