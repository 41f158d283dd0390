"""Turns: the action, rethink, maneuvers, passive actions, class skills, and what allies do."""

import pytest

from companion.testing import followed, given, refused, table
from domain.framework.game import PUBLIC
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.gems import (
    AchievementGemGained,
    AchievementGemSpent,
    InspirationGemGained,
    InspirationGemSpent,
)
from domain.games.agemonia.campaign.vitality import (
    ConditionDiscarded,
    ConditionGained,
    DamageHealed,
    DamageSuffered,
    HeroExhaustedRemoved,
    StaminaLocked,
    StaminaRecovered,
    StaminaSpent,
    StaminaUnlocked,
)
from domain.games.agemonia.console.class_skills import ClassSkillUsed, PassiveActionActivated
from domain.games.agemonia.console.enemies import AllyDamaged, ScenarioAllyAdded
from domain.games.agemonia.console.enemy_turns import EnemyAttackDeclared, EnemyTurnResolved
from domain.games.agemonia.console.movement import AreaRegistered
from domain.games.agemonia.console.preparing import OnceAgreed
from domain.games.agemonia.console.reactions import ReactiveCheckRolled
from domain.games.agemonia.console.rounds import (
    HeroActionSelected,
    InitiativeCardRevealed,
    RoundEnded,
    RoundStarted,
    SpecialInitiativeDeclared,
)
from domain.games.agemonia.console.spawning import EnemySpawned
from domain.games.agemonia.console.turns import (
    ActionForgone,
    AllyActionPerformed,
    ExtraManeuverGained,
    HeroActionPerformed,
    ManeuverForgone,
    ManeuverSpent,
    MoveManeuverStarted,
    RecoverManeuverPerformed,
    RethinkPerformed,
    TurnEnded,
    TurnStarted,
)
from domain.games.agemonia.figures import at_turn
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
    map_of,
    skilled,
    turns,
)
from tests.domain.games.agemonia.moments import PARTY, Events, each_refusal, no, refuses, typed_in

UNDER_WAY: Events = (*FIGHTING, *enemy(1), *turns())
WOLF = ScenarioAllyAdded(ally="Wolf", health=3, controller="Ana", symbol="red")
BITE = AllyActionPerformed(ally="Wolf")
DODGES = ClassSkillUsed(hero=VENIA, skill="dodge", amount=1)
INFUSES = ClassSkillUsed(hero="jonai", skill="energy-infusion", chip="spent to wound")
SPENT = StaminaSpent(hero=LUNARA, amount=6)
FELLED: Events = tuple(DamageSuffered(hero=LUNARA, amount=7) for _ in range(2))
BREATH = RecoverManeuverPerformed(hero=LUNARA, mode="recover", amount=2)
DID = HeroActionPerformed(hero=LUNARA)
TOKEN_AT_TURN: Events = (*FIGHTING, *turns(lunara="Vow"))
STRUCK: Events = (
    *FIGHTING,
    *enemy(1),
    *turns(*ENEMY_FIRST),
    EnemyAttackDeclared(figure=ONE, target=LUNARA, attack="melee", value=1, ability="strength"),
    ReactiveCheckRolled(faces=("blank",) * 4, focus=True),
    TurnEnded(figure=ONE),
)

REFUSALS = [
    no("no-turns", *FIGHTING, event=TurnEnded(figure=LUNARA), bendable=True),
    no("no-turns", *FIGHTING, event=TurnStarted(figure=LUNARA), bendable=True, why="start"),
    no("turn-taken", *UNDER_WAY, TurnEnded(figure=LUNARA), event=TurnEnded(figure=LUNARA), bendable=False),
    no(
        "turn-taken",
        *UNDER_WAY,
        TurnEnded(figure=LUNARA),
        event=TurnStarted(figure=LUNARA),
        bendable=False,
        why="again",
    ),
    no(
        "spawned-now",
        *UNDER_WAY,
        EnemySpawned(enemy=SKITTERER, numbers=(2,)),
        event=TurnEnded(figure=TWO),
        bendable=False,
    ),
    no("out", *UNDER_WAY, *FELLED, event=TurnStarted(figure=LUNARA), bendable=False),
    no("out-of-order", *UNDER_WAY, event=TurnStarted(figure=VENIA), bendable=True),
    no("out-of-order", *UNDER_WAY, event=TurnEnded(figure=VENIA), bendable=True, why="end"),
    no("out-of-order", *FIGHTING, WOLF, *turns("ally green"), event=BITE, bendable=True, why="ally"),
    no(
        "too-full",
        *UNDER_WAY,
        *at(lunara="Nook"),
        AreaRegistered(area="Nook", capacity=0),
        event=TurnEnded(figure=LUNARA),
        bendable=True,
    ),
    no("not-your-turn", *UNDER_WAY, event=HeroActionPerformed(hero=VENIA), bendable=True),
    no("not-your-turn", *UNDER_WAY, event=RethinkPerformed(hero=VENIA, choice="move 1"), bendable=True, why="rethink"),
    no("not-your-turn", *UNDER_WAY, event=ManeuverSpent(hero=VENIA), bendable=True, why="maneuver"),
    no("action-used", *UNDER_WAY, DID, event=DID, bendable=False),
    no(
        "action-used",
        *UNDER_WAY,
        DID,
        event=RethinkPerformed(hero=LUNARA, choice="move 1"),
        bendable=False,
        why="rethink",
    ),
    no("action-used", *UNDER_WAY, DID, event=ActionForgone(hero=LUNARA), bendable=False, why="let go"),
    no("what-it-costs", *TOKEN_AT_TURN, event=DID, bendable=False),
    no("which-action", *PARTY, event=HeroActionPerformed(hero=LUNARA), bendable=False),
    no("not-enough-stamina", *UNDER_WAY, SPENT, event=HeroActionPerformed(hero=LUNARA, stamina=1), bendable=False),
    no("no-inspiration", *UNDER_WAY, event=HeroActionPerformed(hero=LUNARA, gem=True), bendable=False),
    no("focus-used", *STRUCK, event=RethinkPerformed(hero=LUNARA, choice="recover 1"), bendable=False),
    no("no-such-skill", *UNDER_WAY, event=RethinkPerformed(hero=LUNARA, choice="a maneuver"), bendable=False),
    no("no-gem", *UNDER_WAY, event=RethinkPerformed(hero=LUNARA, choice="move 1", gem=True), bendable=False),
    no("no-maneuver", *UNDER_WAY, ManeuverSpent(hero=LUNARA), event=ManeuverSpent(hero=LUNARA), bendable=False),
    no("how-far", *UNDER_WAY, event=MoveManeuverStarted(hero=LUNARA), bendable=False),
    no("how-much", *UNDER_WAY, event=RecoverManeuverPerformed(hero=LUNARA, mode="heal"), bendable=False),
    no("nothing-back", *UNDER_WAY, event=BREATH, bendable=True),
    no(
        "not-enough-to-lock",
        *UNDER_WAY,
        SPENT,
        event=PassiveActionActivated(hero=LUNARA, action="Aura", amount=1),
        bendable=False,
    ),
    no(
        "not-offered",
        *UNDER_WAY,
        event=MoveManeuverStarted(hero=LUNARA, skill="sprint"),
        bendable=False,
        why="move",
    ),
    no("not-offered", *UNDER_WAY, event=ClassSkillUsed(hero=LUNARA, skill="hex"), bendable=False),
    no(
        "skill-used",
        *skilled("jonai", "energy-infusion"),
        StaminaSpent(hero="jonai", amount=2),
        ClassSkillUsed(hero="jonai", skill="energy-infusion", chip="spent to wound"),
        event=ClassSkillUsed(hero="jonai", skill="energy-infusion", chip="spent to wound"),
        bendable=False,
    ),
    no(
        "skill-used",
        *skilled(VENIA, "dodge"),
        DODGES,
        event=DODGES,
        bendable=False,
        why="dodge does not add up",
    ),
    no(
        "skill-used",
        *skilled("jonai", "energy-infusion"),
        OnceAgreed(per="turn"),
        *(StaminaSpent(hero="jonai", amount=2), INFUSES),
        event=INFUSES,
        bendable=False,
        why="once a turn",
    ),
    no(
        "no-such-chip",
        *skilled("jonai", "energy-infusion"),
        event=ClassSkillUsed(hero="jonai", skill="energy-infusion", chip="wound to spent"),
        bendable=False,
    ),
    no("on-whom", *skilled("matajam", "hex"), event=ClassSkillUsed(hero="matajam", skill="hex"), bendable=False),
    no(
        "ally-did",
        *FIGHTING,
        WOLF,
        *turns("ally red"),
        TurnEnded(figure=LUNARA),
        BITE,
        event=BITE,
        bendable=False,
    ),
    no("who-controls", *PARTY, event=ScenarioAllyAdded(ally="Wolf", health=3), bendable=False),
    no("which-health", *PARTY, event=ScenarioAllyAdded(ally="Wolf", controller="Ana"), bendable=False),
    no("ally-there", *PARTY, WOLF, event=WOLF, bendable=False),
    no("name-taken", *PARTY, event=ScenarioAllyAdded(ally=VENIA, health=3, controller="Ana"), bendable=False),
    no(
        "ally-exhausted",
        WOLF,
        AllyDamaged(ally="Wolf", amount=3),
        event=AllyDamaged(ally="Wolf", amount=1),
        bendable=False,
    ),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_what_is_refused(before, event, code, bendable) -> None:  # type: ignore[no-untyped-def]
    refuses(before, event, code, bendable)


def test_turns_follow_one_another() -> None:
    spec = given(GAME, *UNDER_WAY)
    for figure in (LUNARA, ONE, VENIA):
        assert at_turn(spec.play.campaign.table) == figure
        spec = spec.and_then(TurnEnded(figure=figure)).then()
    assert at_turn(spec.play.campaign.table) == ""


def test_the_end_of_an_enemys_turn_may_be_told_after_what_it_did() -> None:
    first = (*FIGHTING, *enemy(1), *turns(*ENEMY_FIRST), EnemyTurnResolved(figure=ONE))
    spec = given(GAME, *first).when(TurnEnded(figure=ONE)).then(table(**{"scene.done": [ONE]}))
    spec.and_then(TurnEnded(figure=LUNARA)).when(TurnEnded(figure=ONE)).then(refused("turn-taken", bendable=False))


def test_who_is_exhausted_in_its_turn_may_end_it() -> None:
    spec = given(GAME, *UNDER_WAY, *FELLED).when(TurnEnded(figure=LUNARA)).then(table(**{"scene.done": [LUNARA]}))
    spec.when(TurnEnded(figure=LUNARA)).then(refused("turn-taken", bendable=False))


def test_who_acts_after_any_ally_may_step_in_right_after_one() -> None:
    early = (*turns("ally red", "enemy red"), SpecialInitiativeDeclared(hero=VENIA, kind="after any ally"))
    spec = given(GAME, *FIGHTING, *enemy(1), *early, TurnEnded(figure=LUNARA))
    spec = spec.when(TurnStarted(figure=VENIA)).then()
    assert at_turn(spec.play.campaign.table) == VENIA


def test_what_lasts_for_a_turn_ends_with_it() -> None:
    moved = MoveManeuverStarted(hero=LUNARA, points=3)
    spec = given(GAME, *UNDER_WAY, moved).when(TurnEnded(figure=LUNARA))
    spec.then(table(**{"scene.heroes.lunara.points": 0}))


def test_an_action_costs_what_its_content_says() -> None:
    vow = typed_in("actions", "Vow", stamina=2, gem=True)
    chosen = turns(lunara="Vow")
    spec = given(GAME, *FIGHTING, vow, InspirationGemGained(hero=LUNARA), *chosen).when(DID)
    spec.then(
        followed(
            StaminaSpent(hero=LUNARA, amount=2, purpose="Vow"),
            InspirationGemSpent(hero=LUNARA, use="Vow"),
        )
    )


def test_what_a_token_costs_is_asked_once() -> None:
    spec = given(GAME, *TOKEN_AT_TURN)
    (perform,) = [prompt for prompt in spec.play.campaign.prompts(PUBLIC) if prompt.event is HeroActionPerformed]
    assert perform.keypad == "stamina"
    spec = spec.when(DID.copy_with(stamina=2)).then(followed(StaminaSpent(hero=LUNARA, amount=2, purpose="Vow")))
    again = (TurnEnded(figure=LUNARA), TurnEnded(figure=VENIA), RoundEnded(), *turns(lunara="Vow")[1:])
    for event in again:
        spec = spec.and_then(event)
    spec.when(DID).then(followed(StaminaSpent(hero=LUNARA, amount=2, purpose="Vow")))


def test_the_extra_maneuver_action_gives_one() -> None:
    spec = given(GAME, *FIGHTING, *turns(lunara="extra-maneuver")).when(DID)
    spec.then(table(**{"scene.heroes.lunara.maneuvers": 2}))
    used = spec.and_then(ManeuverSpent(hero=LUNARA)).and_then(ManeuverSpent(hero=LUNARA))
    used.then(table(**{"scene.heroes.lunara.used": 2}))


def test_rethinking_recovers_and_a_gem_adds_one() -> None:
    spec = given(GAME, *UNDER_WAY, SPENT, AchievementGemGained(hero=LUNARA))
    spec.when(RethinkPerformed(hero=LUNARA, choice="recover 1", gem=True)).then(
        followed(AchievementGemSpent(hero=LUNARA, use="rethink"), StaminaRecovered(hero=LUNARA, amount=2)),
        table(**{"scene.heroes.lunara.did": "rethink"}),
    )


def test_rethinking_moves() -> None:
    spec = given(GAME, *UNDER_WAY).when(RethinkPerformed(hero=LUNARA, choice="move 1"))
    spec.then(table(**{"scene.heroes.lunara.points": 1}))


def test_the_gem_of_a_rethink_may_heal_instead() -> None:
    worn = (StaminaSpent(hero=LUNARA, amount=2), DamageSuffered(hero=LUNARA, amount=2))
    spec = given(GAME, *UNDER_WAY, *worn, AchievementGemGained(hero=LUNARA))
    spec.when(RethinkPerformed(hero=LUNARA, choice="recover 1", gem=True, gem_for="heal")).then(
        followed(
            AchievementGemSpent(hero=LUNARA, use="rethink"),
            StaminaRecovered(hero=LUNARA, amount=1),
            DamageHealed(hero=LUNARA, amount=1),
        )
    )


def test_a_maneuver_that_is_let_go_is_gone() -> None:
    given(GAME, *UNDER_WAY).when(ManeuverForgone(hero=LUNARA)).then(table(**{"scene.heroes.lunara.used": 1}))


def test_letting_the_action_go_uses_it_up() -> None:
    spec = given(GAME, *UNDER_WAY).when(ActionForgone(hero=LUNARA))
    spec.then(table(**{"scene.heroes.lunara.did": "nothing"}))


def test_a_gained_maneuver_may_be_used() -> None:
    more = (ManeuverSpent(hero=LUNARA), ExtraManeuverGained(hero=LUNARA))
    given(GAME, *UNDER_WAY, *more).when(ManeuverSpent(hero=LUNARA, purpose="a lever")).then()


def test_moving_is_paid_first_and_a_gem_adds_a_point() -> None:
    spec = given(GAME, *UNDER_WAY, AchievementGemGained(hero=LUNARA))
    spec.when(MoveManeuverStarted(hero=LUNARA, points=3, stamina=2, gem=True)).then(
        followed(
            StaminaSpent(hero=LUNARA, amount=2, purpose="movement"),
            AchievementGemSpent(hero=LUNARA, use="movement"),
        ),
        table(**{"scene.heroes.lunara.points": 4}),
    )


def test_who_is_hindered_recovers_one_less() -> None:
    crowd = (*map_of("Hall"), *at(lunara="Hall", skitterer_1="Hall"))
    spec = given(GAME, *UNDER_WAY, SPENT, *crowd)
    spec.when(RecoverManeuverPerformed(hero=LUNARA, mode="recover", amount=3)).then(
        followed(StaminaRecovered(hero=LUNARA, amount=2))
    )


def test_no_more_comes_back_than_was_spent() -> None:
    spec = given(GAME, *UNDER_WAY, StaminaSpent(hero=LUNARA, amount=1)).when(BREATH)
    spec.then(followed(StaminaRecovered(hero=LUNARA, amount=1)))


def test_who_rethinks_with_nothing_spent_recovers_nothing() -> None:
    given(GAME, *UNDER_WAY).when(RethinkPerformed(hero=LUNARA, choice="recover 1")).then(followed())


def test_a_gem_adds_to_what_is_healed() -> None:
    hurt = (DamageSuffered(hero=LUNARA, amount=4), AchievementGemGained(hero=LUNARA))
    spec = given(GAME, *UNDER_WAY, *hurt)
    spec.when(RecoverManeuverPerformed(hero=LUNARA, mode="heal", amount=2, gem=True)).then(
        followed(AchievementGemSpent(hero=LUNARA, use="recovery"), DamageHealed(hero=LUNARA, amount=3))
    )


def test_a_passive_action_performed_again_starts_anew() -> None:
    aura = PassiveActionActivated(hero=LUNARA, action="Aura", amount=1)
    kept = StaminaLocked(hero=LUNARA, amount=2, source="Aura")
    spec = given(GAME, *FIGHTING, kept, *turns(lunara="Aura")).when(aura)
    spec.then(
        followed(StaminaLocked(hero=LUNARA, amount=1, source="Aura", needs=1)),
        table(**{"heroes.lunara.locked.Aura": {"chips": 1, "needs": 1}, "heroes.lunara.spent": 2}),
    )


def test_a_lock_may_be_let_go() -> None:
    aura = PassiveActionActivated(hero=LUNARA, action="Aura", amount=2)
    spec = given(GAME, *FIGHTING, *turns(lunara="Aura"), aura).when(StaminaUnlocked(hero=LUNARA, source="Aura"))
    spec.then(table(**{"heroes.lunara.locked": {}, "heroes.lunara.spent": 2}))


def test_the_table_says_which_lock_breaks_first() -> None:
    locks = (StaminaLocked(hero=LUNARA, amount=2, source="Aura"), StaminaLocked(hero=LUNARA, amount=2, source="Shield"))
    spec = given(GAME, *FIGHTING, *locks).when(DamageSuffered(hero=LUNARA, amount=3, locks=("Shield",)))
    spec.then(
        followed(StaminaUnlocked(hero=LUNARA, source="Shield", reason="damage")),
        table(**{"heroes.lunara.locked.Aura.chips": 2, "heroes.lunara.spent": 1}),
    )


def test_who_stands_up_acts_from_the_next_round_on() -> None:
    spec = given(GAME, *FIGHTING, *turns(), *FELLED).when(HeroExhaustedRemoved(hero=LUNARA)).then()
    assert at_turn(spec.play.campaign.table) == VENIA
    spec = spec.and_then(TurnEnded(figure=VENIA)).and_then(RoundEnded()).then()
    spec.and_then(HeroActionSelected(hero=LUNARA, action="focus")).then(table(**{"scene.heroes.lunara.chosen": True}))


def test_abolish_takes_all_conditions_of_one_figure() -> None:
    ill = (ConditionGained(figure=LUNARA, condition="bleeding"), ConditionGained(figure=LUNARA, condition="stunned"))
    spec = given(GAME, *skilled("matajam", "abolish"), *ill)
    spec.when(ClassSkillUsed(hero="matajam", skill="abolish", figure=LUNARA)).then(
        followed(
            ConditionDiscarded(figure=LUNARA, condition="bleeding"),
            ConditionDiscarded(figure=LUNARA, condition="stunned"),
        )
    )


def test_hex_weakens_an_enemy() -> None:
    spec = given(GAME, *skilled("matajam", "hex"), *enemy(1))
    spec.when(ClassSkillUsed(hero="matajam", skill="hex", figure=ONE)).then(
        followed(ConditionGained(figure=ONE, condition="weakened")),
        table(**{"scene.enemies.skitterer.figures.1.conditions": ["weakened"]}),
    )


def test_energy_infusion_is_good_once_a_round_whosever_turn_it_is() -> None:
    chosen = [HeroActionSelected(hero=hero, action="focus", symbol="red") for hero in (LUNARA, VENIA, "jonai")]
    begun = (StaminaSpent(hero="jonai", amount=3), RoundStarted(), INFUSES, *chosen)
    turn = (InitiativeCardRevealed(order=("ally red",)), *(TurnEnded(figure=hero) for hero in (LUNARA, VENIA, "jonai")))
    given(GAME, *skilled("jonai", "energy-infusion"), *begun, *turn).when(INFUSES).then(refused("skill-used"))
    given(GAME, *skilled("jonai", "energy-infusion"), OnceAgreed(per="turn"), *begun, *turn).when(INFUSES).then()


def test_energy_infusion_turns_a_chip() -> None:
    spec = given(GAME, *skilled("jonai", "energy-infusion"), StaminaSpent(hero="jonai", amount=2))
    spec.when(ClassSkillUsed(hero="jonai", skill="energy-infusion", chip="spent to wound")).then(
        table(**{"heroes.jonai.spent": 3, "heroes.jonai.wounds": 1})
    )
