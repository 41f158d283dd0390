"""Rows 122 to 138 of the event catalogue by what they do: actions, maneuvers, moves, class skills, allies, tokens."""

from collections.abc import Mapping

import pytest

from companion.testing import followed, table
from domain.games.agemonia.campaign.gems import AchievementGemGained, AchievementGemSpent, InspirationGemGained
from domain.games.agemonia.campaign.vitality import (
    ConditionDiscarded,
    ConditionGained,
    DamageHealed,
    DamageSuffered,
    StaminaRecovered,
    StaminaSpent,
    StaminaUnlocked,
)
from domain.games.agemonia.console.attacks import AttackDeclared
from domain.games.agemonia.console.checks import ActiveCheckStarted
from domain.games.agemonia.console.class_skills import ClassSkillUsed, PassiveActionActivated
from domain.games.agemonia.console.enemies import AllyDamaged, EnemyDefeated, ScenarioAllyAdded
from domain.games.agemonia.console.movement import AreaRegistered, FigureMoved
from domain.games.agemonia.console.preparing import OnceAgreed, TokenPlaced, TokenRemoved
from domain.games.agemonia.console.rounds import InitiativeCardRevealed, RoundStarted
from domain.games.agemonia.console.turns import (
    ActionForgone,
    AllyActionPerformed,
    ExtraManeuverGained,
    HeroActionPerformed,
    ManeuverForgone,
    ManeuverSpent,
    MoveLengthened,
    MoveManeuverStarted,
    RecoverManeuverPerformed,
    RethinkPerformed,
    TurnEnded,
)
from domain.games.agemonia.figures import at_turn
from tests.domain.games.agemonia.console.fights import (
    FIGHTING,
    LUNARA,
    ONE,
    VENIA,
    at,
    enemy,
    joined,
    map_of,
    skilled,
    turns,
)
from tests.domain.games.agemonia.moments import CITY, Events, typed_in
from tests.domain.games.agemonia.rows import Case, Rows, barred, case, each, here, never, seen

AT_TURN: Events = (*FIGHTING, *turns())
NOT_YET: Events = (*FIGHTING, RoundStarted())
DID, RETHINKS = HeroActionPerformed(hero=LUNARA), RethinkPerformed(hero=LUNARA, choice="move 1")
RECOVERS = RETHINKS.copy_with(choice="recover 1")
GEM = AchievementGemGained(hero=LUNARA)
SPENT_ALL, SPENT_TWO = StaminaSpent(hero=LUNARA, amount=6), StaminaSpent(hero=LUNARA, amount=2)
HURT = DamageSuffered(hero=LUNARA, amount=1)
FELLED: Events = tuple(DamageSuffered(hero=LUNARA, amount=7) for _ in range(2))
CLIMB = ActiveCheckStarted(figure=LUNARA, check_name="Climb", ability="agility")
GOES, GIVES_UP = ActionForgone(hero=LUNARA), ManeuverForgone(hero=LUNARA)
TASK, MOVES = ManeuverSpent(hero=LUNARA), MoveManeuverStarted(hero=LUNARA, points=2)
BREATH = RecoverManeuverPerformed(hero=LUNARA, mode="recover", amount=2)
ROOMS: Events = (*map_of("A", "B", "C"), *joined(("A", "B"), ("B", "C")))
WALKS = FigureMoved(figure=LUNARA, to="B")
ON_THE_MAP: Events = (*FIGHTING, *ROOMS, *at(lunara="A"), *turns())
LONGER = MoveLengthened(hero=LUNARA)
MOVING: Events = (*ON_THE_MAP, MOVES)
WITH_AURA: Events = (*FIGHTING, *turns(lunara="Aura"))
AURA = PassiveActionActivated(hero=LUNARA, action="Aura", amount=2)
HEX = ClassSkillUsed(hero="matajam", skill="hex", figure=ONE)
HEXER: Events = (*skilled("matajam", "hex"), *enemy(1))
FAR: Events = (*map_of("A", "A2", "B", "C"), *joined(("A", "A2"), ("A2", "B"), ("B", "C")))
"""Two steps from A to B, three to C."""
INFUSES = ClassSkillUsed(hero="jonai", skill="energy-infusion", chip="spent to wound")
INFUSER: Events = (*skilled("jonai", "energy-infusion"), StaminaSpent(hero="jonai", amount=2))
WOLF = ScenarioAllyAdded(ally="Wolf", health=3, controller="Ana", symbol="blue")
BITES = AllyActionPerformed(ally="Wolf")
WOLFS_TURN: Events = (*FIGHTING, WOLF, *turns("ally blue", "ally red", "ally green"))
MARKS = TokenPlaced(token="Lunara 1", where=ONE)

ROWS: Rows = {
    122: [
        case(
            *AT_TURN,
            event=DID.copy_with(stamina=1),
            then=table(**{"scene.heroes.lunara.did": "action", "heroes.lunara.spent": 1}),
        ),
        case(*AT_TURN, event=DID.copy_with(hero=VENIA), then=barred("not-your-turn")),
        case(*NOT_YET, event=DID.copy_with(action="focus"), then=barred("not-your-turn")),
        case(*AT_TURN, DID, event=DID, then=never("action-used")),
        case(*AT_TURN, SPENT_ALL, event=DID.copy_with(stamina=1), then=never("not-enough-stamina")),
        case(*AT_TURN, event=DID.copy_with(gem=True), then=never("no-inspiration")),
        case(
            *FIGHTING,
            typed_in("actions", "Vow", gem=True),
            *turns(lunara="Vow"),
            event=DID,
            then=never("no-inspiration"),
        ),
        case(
            *AT_TURN,
            InspirationGemGained(hero=LUNARA),
            event=DID.copy_with(gem=True),
            then=here("heroes.lunara.inspiration_gems", 0),
        ),
        case(*AT_TURN, CLIMB, event=DID, then=barred("unfinished")),
        case(*AT_TURN, event=DID.copy_with(action="charge"), then=barred("other-action")),
        case(*CITY, event=DID.copy_with(action="focus"), then=barred("wrong-step")),
    ],
    123: [
        case(
            *AT_TURN,
            event=RETHINKS,
            then=table(**{"scene.heroes.lunara.did": "rethink", "scene.heroes.lunara.points": 1}),
        ),
        case(*AT_TURN, SPENT_TWO, event=RECOVERS, then=here("heroes.lunara.spent", 1)),
        case(*AT_TURN, DID, event=RETHINKS, then=never("action-used")),
        case(*AT_TURN, CLIMB.copy_with(focus=True), event=RETHINKS, then=never("focus-used")),
        case(*AT_TURN, event=RETHINKS.copy_with(hero=VENIA), then=barred("not-your-turn")),
        case(*FIGHTING, WOLF, *turns(), event=RETHINKS.copy_with(hero="Wolf"), then=never("not-offered")),
        case(*AT_TURN, event=RETHINKS.copy_with(gem=True), then=never("no-gem")),
        case(
            *AT_TURN,
            GEM,
            event=RETHINKS.copy_with(gem=True),
            then=table(**{"scene.heroes.lunara.points": 2, "heroes.lunara.achievement_gems": 0}),
        ),
        case(*AT_TURN, GEM, SPENT_TWO, event=RECOVERS.copy_with(gem=True), then=here("heroes.lunara.spent", 0)),
        case(
            *AT_TURN,
            GEM,
            SPENT_TWO,
            HURT,
            event=RECOVERS.copy_with(gem=True, gem_for="heal"),
            then=table(**{"heroes.lunara.spent": 1, "heroes.lunara.wounds": 0}),
        ),
        case(*AT_TURN, GEM, event=RETHINKS.copy_with(gem=True, gem_for="heal"), then=barred("gem-for-another")),
        case(
            *AT_TURN, GEM, SPENT_TWO, event=RECOVERS.copy_with(gem=True, gem_for="move"), then=barred("gem-for-another")
        ),
        case(*AT_TURN, event=RETHINKS.copy_with(choice="a maneuver"), then=never("no-such-skill")),
        case(
            *skilled("jonai", "lightning-reflexes"),
            event=RETHINKS.copy_with(hero="jonai", choice="a maneuver"),
            then=here("scene.heroes.jonai.maneuvers", 2),
        ),
    ],
    124: [
        case(*AT_TURN, event=GOES, then=here("scene.heroes.lunara.did", "nothing")),
        case(*AT_TURN, DID, event=GOES, then=never("action-used")),
        case(*AT_TURN, event=GOES.copy_with(hero=VENIA), then=barred("not-your-turn")),
        case(*AT_TURN, GOES, event=DID, then=never("action-used")),
        case(*AT_TURN, event=GIVES_UP, then=here("scene.heroes.lunara.used", 1)),
        case(*AT_TURN, TASK, event=GIVES_UP, then=never("no-maneuver")),
        case(*AT_TURN, event=GIVES_UP.copy_with(hero=VENIA), then=barred("not-your-turn")),
    ],
    125: [
        case(*AT_TURN, event=MOVES, then=here("scene.heroes.lunara.points", 2)),
        case(*AT_TURN, event=MOVES.copy_with(stamina=2), then=here("heroes.lunara.spent", 2)),
        case(*AT_TURN, TASK, event=MOVES, then=never("no-maneuver")),
        case(*AT_TURN, SPENT_ALL, event=MOVES.copy_with(stamina=2), then=never("not-enough-stamina")),
        case(*AT_TURN, GEM, event=MOVES.copy_with(gem=True), then=here("scene.heroes.lunara.points", 3)),
        case(*AT_TURN, CLIMB, event=MOVES, then=barred("unfinished")),
        case(*CITY, event=MOVES, then=barred("wrong-step")),
    ],
    126: [
        case(
            *MOVING[:-1],
            GEM,
            MOVES.copy_with(points=1),
            WALKS,
            event=LONGER,
            then=(
                followed(AchievementGemSpent(hero=LUNARA, use="movement")),
                table(**{"scene.heroes.lunara.points": 1, "heroes.lunara.achievement_gems": 0}),
            ),
            silent=(MoveLengthened,),
        ),
        case(*MOVING[:-1], GEM, event=MOVES, then=here("scene.heroes.lunara.lengthens", value=True), asks=(LONGER,)),
        case(*MOVING, event=LONGER, then=never("no-gem")),
        case(*MOVING, GEM, GEM, LONGER, event=LONGER, then=never("no-move")),
        case(*ON_THE_MAP, GEM, GEM, MOVES.copy_with(gem=True), event=LONGER, then=never("no-move")),
        case(*MOVING, GEM, DID, event=LONGER, then=never("no-move")),
        case(*MOVING, GEM, RETHINKS, event=LONGER, then=never("no-move")),
        case(*ON_THE_MAP, GEM, event=LONGER, then=never("no-move")),
        case(*MOVING, GEM, event=LONGER.copy_with(hero=VENIA), then=barred("not-your-turn")),
        case(*MOVING, event=WALKS, then=table(**{"scene.places.lunara": "B", "scene.heroes.lunara.points": 1})),
        case(*ON_THE_MAP, event=WALKS, then=never("no-points")),
        case(*MOVING, event=WALKS.copy_with(to="C"), then=barred("no-way")),
        case(*MOVING, AreaRegistered(area="B", capacity=0), event=WALKS, then=here("scene.places.lunara", "B")),
        case(
            *FIGHTING,
            *ROOMS,
            *enemy(1),
            *at(lunara="A", skitterer_1="B"),
            AreaRegistered(area="B", capacity=1),
            *turns(),
            MOVES,
            event=WALKS,
            then=barred("area-full"),
        ),
    ],
    127: [
        case(*AT_TURN, ExtraManeuverGained(hero=LUNARA), MOVES, event=TASK, then=here("scene.heroes.lunara.points", 0)),
        case(*AT_TURN, MOVES, event=DID, then=here("scene.heroes.lunara.points", 0)),
        case(*AT_TURN, MOVES, event=RETHINKS, then=here("scene.heroes.lunara.points", 1)),
        case(
            *FIGHTING,
            *enemy(1),
            *turns(lunara="Strike"),
            MOVES,
            event=AttackDeclared(figure=LUNARA, attack="melee", targets=(ONE,), dice=2, weapon_plus=0),
            then=here("scene.heroes.lunara.points", 0),
        ),
        case(*AT_TURN, MOVES, event=TurnEnded(figure=LUNARA), then=here("scene.heroes.lunara.points", 0)),
    ],
    128: [
        case(*AT_TURN, SPENT_TWO, event=BREATH, then=followed(StaminaRecovered(hero=LUNARA, amount=2))),
        case(*AT_TURN, HURT, event=BREATH.copy_with(mode="heal"), then=followed(DamageHealed(hero=LUNARA, amount=1))),
        case(
            *AT_TURN,
            SPENT_TWO,
            event=BREATH.copy_with(hindered=True),
            then=followed(StaminaRecovered(hero=LUNARA, amount=1)),
        ),
        case(*AT_TURN, SPENT_TWO, TASK, event=BREATH, then=never("no-maneuver")),
        case(*AT_TURN, event=BREATH, then=barred("nothing-back")),
        case(*AT_TURN, SPENT_TWO, GEM, event=BREATH.copy_with(amount=1, gem=True), then=here("heroes.lunara.spent", 0)),
    ],
    129: [
        case(*AT_TURN, event=TASK, then=here("scene.heroes.lunara.used", 1)),
        case(*AT_TURN, TASK, event=TASK, then=never("no-maneuver")),
        case(*AT_TURN, event=TASK.copy_with(hero=VENIA), then=barred("not-your-turn")),
        case(*NOT_YET, event=TASK, then=barred("not-your-turn")),
    ],
    130: [
        case(*AT_TURN, event=ExtraManeuverGained(hero=LUNARA), then=here("scene.heroes.lunara.maneuvers", 2)),
        case(*FIGHTING, *turns(lunara="extra-maneuver"), event=DID, then=here("scene.heroes.lunara.maneuvers", 2)),
    ],
    131: [
        case(*WITH_AURA, event=AURA, then=here("heroes.lunara.locked.Aura.chips", 2)),
        case(*WITH_AURA, AURA, event=AURA.copy_with(action="Ward"), then=barred("other-action")),
        case(*AT_TURN, SPENT_ALL, event=AURA, then=never("not-enough-to-lock")),
        case(
            *FIGHTING,
            AURA,
            event=AURA.copy_with(amount=1),
            then=table(**{"heroes.lunara.locked.Aura.chips": 1, "heroes.lunara.spent": 2}),
        ),
        case(*AT_TURN, event=AURA.copy_with(hero=VENIA), then=barred("not-your-turn")),
        case(*AT_TURN, RETHINKS, event=AURA, then=never("action-used")),
    ],
    132: [
        case(
            *WITH_AURA,
            AURA,
            TokenPlaced(token="Ward", where="A", source="Aura"),
            event=StaminaUnlocked(hero=LUNARA, source="Aura"),
            then=table(**{"heroes.lunara.spent": 2, "heroes.lunara.locked": {}, "scene.tokens": {}}),
        ),
        case(
            *WITH_AURA,
            AURA,
            event=DamageSuffered(hero=LUNARA, amount=5),
            then=table(**{"heroes.lunara.locked": {}, "heroes.lunara.spent": 1}),
        ),
    ],
    133: [
        case(*HEXER, event=HEX, then=followed(ConditionGained(figure=ONE, condition="weakened"))),
        case(*HEXER, event=HEX.copy_with(figure=None), then=never("on-whom")),
        case(*HEXER, event=HEX.copy_with(figure=VENIA), then=barred("other-side")),
        case(*HEXER, *FAR, *at(matajam="A", skitterer_1="C"), event=HEX, then=barred("out-of-range")),
        case(*HEXER, *FAR, *at(matajam="A", skitterer_1="B"), event=HEX, then=here("scene.places.matajam", "A")),
        case(
            *skilled("matajam", "abolish"), *enemy(1), event=HEX.copy_with(skill="abolish"), then=barred("other-side")
        ),
        case(*HEXER, event=HEX.copy_with(hero=LUNARA), then=never("not-offered")),
        case(*HEXER, *turns(matajam="focus"), event=HEX, then=barred("not-your-turn")),
        case(
            *skilled("matajam", "abolish"),
            ConditionGained(figure=VENIA, condition="bleeding"),
            event=HEX.copy_with(skill="abolish", figure=VENIA),
            then=followed(ConditionDiscarded(figure=VENIA, condition="bleeding")),
        ),
        case(*INFUSER, event=INFUSES, then=table(**{"heroes.jonai.spent": 3, "heroes.jonai.wounds": 1})),
        case(*INFUSER, INFUSES, event=INFUSES, then=never("skill-used")),
        case(*INFUSER, OnceAgreed(per="turn"), INFUSES, event=INFUSES, then=never("skill-used")),
        case(
            *INFUSER,
            *(DamageSuffered(hero="jonai", amount=7) for _ in range(2)),
            event=INFUSES.copy_with(chip="wound to spent"),
            then=never("hero-exhausted"),
        ),
    ],
    134: [
        case(*WOLFS_TURN, event=BITES, then=here("scene.allies.Wolf.did", ["action"])),
        case(*WOLFS_TURN, BITES, event=BITES, then=never("ally-did")),
        case(*WOLFS_TURN, TurnEnded(figure="Wolf"), event=BITES, then=barred("out-of-order")),
        case(*FIGHTING, WOLF, AllyDamaged(ally="Wolf", amount=3), event=BITES, then=never("hero-exhausted")),
    ],
    135: [
        case(*WOLFS_TURN, event=BITES.copy_with(kind="maneuver"), then=here("scene.allies.Wolf.did", ["maneuver"])),
        case(
            *WOLFS_TURN,
            BITES.copy_with(kind="maneuver"),
            event=BITES.copy_with(kind="maneuver"),
            then=never("ally-did"),
        ),
        case(
            *WOLFS_TURN[:-1],
            InitiativeCardRevealed(order=("ally blue",), bonus=("blue",)),
            BITES.copy_with(kind="maneuver"),
            event=BITES.copy_with(kind="maneuver"),
            then=here("scene.allies.Wolf.did", ["maneuver", "maneuver"]),
        ),
    ],
    136: [
        case(
            *WOLFS_TURN,
            event=BITES.copy_with(kind="special ability"),
            then=here("scene.allies.Wolf.did", ["special ability"]),
        ),
    ],
    137: [
        case(
            *ON_THE_MAP, AreaRegistered(area="A", capacity=0), event=TurnEnded(figure=LUNARA), then=barred("too-full")
        ),
        case(*ON_THE_MAP, event=TurnEnded(figure=LUNARA), then=seen(at_turn, VENIA)),
    ],
    138: [
        case(*FIGHTING, *enemy(1), event=MARKS, then=here("scene.tokens.Lunara 1.where", ONE)),
        case(
            *FIGHTING,
            *enemy(1),
            MARKS,
            event=MARKS.copy_with(where=VENIA),
            then=here("scene.tokens.Lunara 1.where", VENIA),
        ),
        case(*FIGHTING, *enemy(1), MARKS, event=TokenRemoved(token="Lunara 1"), then=here("scene.tokens", {})),
        case(*FIGHTING, *enemy(1), MARKS, event=EnemyDefeated(figure=ONE), then=here("scene.tokens", {})),
    ],
}
WITHOUT_A_RULE: Mapping[int, str] = {}


@pytest.mark.parametrize("one", each(ROWS))
def test_a_row_does_what_it_says(one: Case) -> None:
    one.holds()
