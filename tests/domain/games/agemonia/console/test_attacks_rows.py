"""Rows 154 to 166 of the event catalogue by what they do: attacks of allies, what they come to, what strikes back."""

from collections.abc import Mapping

import pytest

from companion.testing import NOTHING, followed, table
from domain.games.agemonia.campaign.gems import AchievementGemGained, AchievementGemSpent
from domain.games.agemonia.campaign.items import ItemCopiesCounted, ItemSelectionForScenarioMade
from domain.games.agemonia.campaign.vitality import ConditionGained, DamageSuffered, StaminaRecovered, StaminaSpent
from domain.games.agemonia.console.attacks import AttackDeclared, AttackResolved
from domain.games.agemonia.console.dice import DiceRolled
from domain.games.agemonia.console.enemies import (
    DefeatEffectResolved,
    DrainResolved,
    EnemyDamaged,
    EnemyDefeated,
    EnemyHealed,
    ScenarioAllyAdded,
    StruckBack,
)
from domain.games.agemonia.console.rounds import RoundStarted
from tests.domain.games.agemonia.console.fights import (
    FIGHTING,
    LUNARA,
    ONE,
    SKITTERER,
    TWO,
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
from tests.domain.games.agemonia.moments import Events, typed_in
from tests.domain.games.agemonia.rows import Case, Rows, barred, case, each, here, never

HIT = AttackDeclared(figure=LUNARA, attack="melee", targets=(ONE,), dice=3, weapon_plus=0)
SHOT, SPELL = HIT.copy_with(attack="ranged"), HIT.copy_with(attack="magic")
ENDS = AttackResolved(rolled=3)
READY: Events = (*FIGHTING, *enemy(2))
AT_TURN: Events = (*READY, *turns(lunara="Strike"))
BOW, AXE = armed(LUNARA, "Bow", ranged=1, range=2, range_min=1), armed(LUNARA, "Axe", melee=1)
LINE: Events = (*map_of("A", "B", "C", "D"), *joined(("A", "B"), ("B", "C"), ("C", "D")), *at(lunara="A"))
MAGIC = typed_in("actions", "charge", attacks=["magic"], dice=2, range=1)
TWICE = typed_in("actions", "charge", attacks=["melee"], dice=2, times=2)
TWO_AXES: Events = (*armed("drenosh", "Axe", melee=2), *armed("drenosh", "Hook", melee=1))
IN_BOTH_HANDS = ItemSelectionForScenarioMade(hero="drenosh", active=("Axe", "Hook"))
SWINGS = HIT.copy_with(figure="drenosh", weapons=("Axe", "Hook"), weapon_plus=None)
WOLF = ScenarioAllyAdded(ally="Wolf", health=3, controller="Ana")
BITE = AttackDeclared(figure="Wolf", attack="melee", targets=(ONE,), damage=2)
CLEAVES: Events = (*READY, HIT.copy_with(targets=(ONE, TWO), shape="cleave"))
CLEAVING: Events = (*READY, *LINE, *at(skitterer_1="A"), HIT.copy_with(shape="cleave"))
SHARED = ENDS.copy_with(share={ONE: 2, TWO: 1})
BARE, PRINTED = typed_in("enemies", SKITTERER, base=5), typed_in("enemies", SKITTERER, base=5, defeat="2 stars")
LEFT = DefeatEffectResolved(enemy=SKITTERER)
LEAVES = LEFT.copy_with(stars=2, area="A")
HEALTH = "scene.enemies.skitterer.figures.1.health"


def by_lunara(amount: int, **more: object) -> EnemyDamaged:
    shown = {"by": LUNARA, "attack": "melee", "applied": amount, **more}
    return EnemyDamaged(figure=ONE, amount=amount).copy_with(**shown)


def back(kind: str, amount: int) -> StruckBack:
    return StruckBack(figure=ONE, to=LUNARA, kind="mirror", amount=amount).copy_with(kind=kind)


def hurts(amount: int) -> DamageSuffered:
    return DamageSuffered(hero=LUNARA, amount=amount)


ROWS: Rows = {
    154: [
        case(*AT_TURN, event=HIT, then=table(**{"scene.roll.dice": 3, "scene.heroes.lunara.did": "action"})),
        case(*READY, MAGIC, *turns(lunara="charge"), event=HIT, then=never("wrong-attack")),
        case(*READY, *turns(lunara="focus"), event=HIT, then=barred("wrong-attack")),
        case(*READY, *BOW, event=HIT, then=barred("no-weapon")),
        case(*READY, *AXE, event=SHOT, then=barred("no-weapon")),
        case(*READY, *AXE, event=SPELL, then=here("scene.roll.attack", "magic")),
        case(*READY, WOLF, event=BITE, then=here("scene.roll.dice", 0)),
        case(*READY, event=HIT.copy_with(weapons=("Axe",)), then=never("weapon-inactive")),
        case(*READY, *BOW, *LINE, *at(skitterer_1="C"), event=SHOT, then=here("scene.roll.targets", [ONE])),
        case(*READY, *BOW, *LINE, *at(skitterer_1="D"), event=SHOT, then=barred("out-of-range")),
        case(*READY, *BOW, *LINE, *at(skitterer_1="A"), event=SHOT, then=barred("out-of-range")),
        case(*READY, *AXE, *LINE, *at(skitterer_1="C"), event=HIT, then=barred("out-of-range")),
        case(
            *READY,
            MAGIC,
            *LINE,
            *at(skitterer_1="C"),
            *turns(lunara="charge"),
            event=SPELL,
            then=barred("out-of-range"),
        ),
        case(
            *READY,
            *map_of("A", "B"),
            *joined(("A", "B"), kind="obstacle"),
            event=SHOT.copy_with(line=("A", "B")),
            then=barred("no-sight"),
        ),
        case(
            *skilled("drenosh", "skirmisher"),
            *enemy(1),
            *TWO_AXES,
            IN_BOTH_HANDS,
            event=SWINGS,
            then=never("one-weapon"),
        ),
        case(
            *skilled("drenosh", "dual-wield"),
            *enemy(1),
            *TWO_AXES,
            IN_BOTH_HANDS,
            event=SWINGS,
            then=here("scene.roll.plus", [{"source": "Axe", "successes": 2}, {"source": "Hook", "successes": 1}]),
        ),
        case(*AT_TURN, HIT, event=HIT.copy_with(targets=(TWO,)), then=never("roll-open")),
        case(*AT_TURN, HIT, ENDS, event=HIT, then=barred("attacked")),
        case(*READY, TWICE, *turns(lunara="charge"), HIT, ENDS, event=HIT, then=here("scene.roll.targets", [ONE])),
        case(*AT_TURN, event=HIT.copy_with(figure=VENIA), then=barred("not-your-turn")),
        case(*READY, RoundStarted(), event=HIT, then=barred("not-your-turn")),
        case(*READY, event=HIT.copy_with(targets=()), then=never("no-target")),
        case(*READY, event=HIT.copy_with(targets=(ONE, TWO)), then=barred("one-target")),
    ],
    155: [
        case(*READY, HIT, event=DiceRolled(faces=("one", "one")), then=never("wrong-dice")),
        case(
            *READY,
            HIT,
            event=DiceRolled(faces=("one", "one", "two")),
            then=here("scene.roll.faces", ["one", "one", "two"]),
        ),
    ],
    156: [
        case(*READY, HIT, event=ENDS, then=(followed(by_lunara(3)), here(HEALTH, 2))),
        case(*READY, HIT.copy_with(harmless=True), event=ENDS, then=here(HEALTH, 5)),
        case(
            *READY,
            AchievementGemGained(hero=LUNARA),
            HIT,
            event=ENDS.copy_with(gem=True),
            then=followed(AchievementGemSpent(hero=LUNARA, use="roll"), by_lunara(4)),
        ),
        case(*READY, *AXE, HIT.copy_with(weapon_plus=None), event=ENDS, then=followed(by_lunara(4))),
        case(*READY, SHOT.copy_with(blocked=True), event=ENDS, then=followed(by_lunara(2, attack="ranged"))),
        case(
            *READY, SHOT.copy_with(blocked=True, shape="area"), event=ENDS, then=followed(by_lunara(3, attack="ranged"))
        ),
        case(
            *READY,
            HIT.copy_with(targets=(ONE, TWO), shape="adjacent areas"),
            DiceRolled(faces=("one", "one", "stamina")),
            event=AttackResolved(stamina=2),
            then=followed(
                StaminaSpent(hero=LUNARA, amount=2, purpose="dice"), by_lunara(4), by_lunara(4).copy_with(figure=TWO)
            ),
        ),
        case(*READY, event=ENDS, then=never("no-roll")),
    ],
    157: [
        case(
            *CLEAVES,
            event=ENDS.copy_with(share={ONE: 2, TWO: 1}),
            then=followed(by_lunara(2), by_lunara(1).copy_with(figure=TWO)),
        ),
        case(*CLEAVES, event=ENDS.copy_with(share={ONE: 1, TWO: 1}), then=never("cleave-sum")),
        case(*CLEAVING, *at(skitterer_2="C"), event=SHARED, then=barred("out-of-range")),
        case(*CLEAVING, *at(skitterer_2="A"), event=SHARED, then=here(HEALTH, 3)),
        case(*CLEAVING, event=SHARED, then=here(HEALTH, 3)),
        case(
            *READY,
            *armed(LUNARA, "Whip", melee=0, range=2),
            *LINE,
            *at(skitterer_1="A", skitterer_2="C"),
            HIT.copy_with(shape="cleave"),
            event=SHARED,
            then=here(HEALTH, 3),
        ),
    ],
    158: [
        case(*FIGHTING, *enemy(1, shield=2), event=blow(ONE, 4, pierce=1), then=here(HEALTH, 2)),
        case(*FIGHTING, *enemy(1, shield=2), event=blow(ONE, 3, source="other"), then=here(HEALTH, 2)),
        case(*FIGHTING, *enemy(1, endless=True), event=blow(ONE, 9), then=here(HEALTH, None)),
        case(*READY, EnemyDefeated(figure=ONE), event=blow(ONE, 1), then=never("not-offered")),
    ],
    159: [
        case(*READY, blow(ONE, 3), event=EnemyHealed(figure=ONE, amount=9), then=here(HEALTH, 5)),
        case(*READY, event=EnemyHealed(figure=ONE, amount=1), then=never("not-hurt")),
    ],
    160: [
        case(
            *READY,
            *map_of("A"),
            *at(skitterer_1="A"),
            event=blow(ONE, 5),
            then=table(**{"scene.enemies.skitterer.figures.1": NOTHING, "scene.places": {}}),
        ),
        case(*READY, event=EnemyDefeated(figure=ONE), then=here("scene.enemies.skitterer.defeated", 1)),
    ],
    161: [
        case(
            *READY,
            ItemCopiesCounted(item="lamp", stock=1),
            *map_of("A"),
            event=DefeatEffectResolved(enemy=SKITTERER, item="lamp", stars=2, area="A"),
            then=table(**{"scene.areas.A.items": {"lamp": 1}, "scene.areas.A.stars": 2, "stock.lamp": 0}),
        ),
        case(*FIGHTING, BARE, *enemy(2), event=LEAVES, then=barred("no-defeat-effect")),
        case(*FIGHTING, BARE, *enemy(2, defeat="2 stars"), event=LEAVES, then=here("scene.areas.A.stars", 2)),
        case(*FIGHTING, PRINTED, *enemy(2), event=LEAVES, then=here("scene.areas.A.stars", 2)),
        case(*FIGHTING, PRINTED, *enemy(2), event=EnemyDefeated(figure=ONE), then=(), asks=(LEFT,)),
        case(*FIGHTING, PRINTED, *enemy(2), event=blow(ONE, 1), then=(), silent=(DefeatEffectResolved,)),
        case(*READY, event=EnemyDefeated(figure=ONE), then=(), silent=(DefeatEffectResolved,)),
        case(
            *FIGHTING,
            PRINTED,
            *enemy(2),
            EnemyDefeated(figure=ONE),
            event=LEAVES,
            then=(),
            silent=(DefeatEffectResolved,),
        ),
    ],
    162: [
        case(
            *READY,
            HIT,
            event=AttackResolved(rolled=7),
            then=followed(by_lunara(7, overflow=2, over=2), EnemyDefeated(figure=ONE, by=LUNARA)),
        ),
    ],
    163: [
        case(
            *READY,
            StaminaSpent(hero=LUNARA, amount=4),
            event=DrainResolved(ally=LUNARA, figure=ONE, amount=3),
            then=table(**{HEALTH: 2, "heroes.lunara.spent": 1}),
        ),
        case(
            *READY,
            StaminaSpent(hero=LUNARA, amount=4),
            blow(ONE, 3),
            event=DrainResolved(ally=LUNARA, figure=ONE, amount=3),
            then=followed(
                EnemyDamaged(figure=ONE, amount=3, source="other", by=LUNARA, applied=3, over=1),
                EnemyDefeated(figure=ONE, by=LUNARA),
                StaminaRecovered(hero=LUNARA, amount=2, source="drain"),
            ),
        ),
    ],
    164: [
        case(
            *FIGHTING,
            *enemy(1, retaliate=2, shield=9),
            event=blow(ONE, 1, by=LUNARA, attack="melee"),
            then=followed(back("retaliate", 2), hurts(2)),
        )
    ],
    165: [
        case(
            *FIGHTING,
            *enemy(1, revenge=True, shield=1),
            event=blow(ONE, 3, by=LUNARA, attack="melee"),
            then=followed(back("revenge", 2), hurts(2)),
        ),
        case(*FIGHTING, *enemy(1, revenge=True, shield=9), event=blow(ONE, 3, by=LUNARA), then=followed()),
    ],
    166: [
        case(
            *FIGHTING,
            *enemy(1, mirror=True),
            event=blow(ONE, 3, by=LUNARA, attack="melee", condition="bleeding"),
            then=(followed(back("mirror", 3), hurts(3)), here(HEALTH, 5)),
        ),
        case(
            *FIGHTING,
            *enemy(1, mirror=True),
            event=blow(ONE, 0, by=LUNARA, condition="bleeding"),
            then=followed(ConditionGained(figure=ONE, condition="bleeding")),
        ),
    ],
}
WITHOUT_A_RULE: Mapping[int, str] = {}


@pytest.mark.parametrize("one", each(ROWS))
def test_a_row_does_what_it_says(one: Case) -> None:
    one.holds()
