"""Attacks of heroes and allies: weapons, shapes, aim, what they come to, and what enemies give back."""

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
from domain.games.agemonia.campaign.items import ItemGained, ItemSelectionForScenarioMade
from domain.games.agemonia.campaign.vitality import ConditionGained, DamageSuffered, StaminaRecovered, StaminaSpent
from domain.games.agemonia.console.attacks import AttackDeclared, AttackResolved
from domain.games.agemonia.console.checks import RollPutAway
from domain.games.agemonia.console.dice import DiceRolled
from domain.games.agemonia.console.enemies import (
    DrainResolved,
    EnemyCardTypedIn,
    EnemyDamaged,
    EnemyDefeated,
    ScenarioAllyAdded,
    StruckBack,
)
from domain.games.agemonia.console.movement import HeroPlaced
from domain.games.agemonia.console.rounds import HeroActionSelected, InitiativeCardRevealed, RoundStarted
from domain.games.agemonia.console.skills import Act, skills_to_remind
from domain.games.agemonia.console.turns import TurnEnded
from tests.domain.games.agemonia.console.fights import (
    FIGHTING,
    LUNARA,
    ONE,
    SKITTERER,
    THREE,
    TWO,
    VENIA,
    armed,
    at,
    enemy,
    joined,
    map_of,
    skilled,
    turns,
)
from tests.domain.games.agemonia.moments import Events, each_refusal, no, refuses, typed_in

HIT = AttackDeclared(figure=LUNARA, attack="melee", targets=(ONE,), dice=3, weapon_plus=0)
SHOT = HIT.copy_with(attack="ranged")
READY: Events = (*FIGHTING, *enemy(3))
WOLF = ScenarioAllyAdded(ally="Wolf", health=3, controller="Ana")
FAR: Events = (*map_of("A", "B", "C"), *joined(("A", "B"), ("B", "C")), *at(lunara="A", skitterer_1="C"))
BOW = typed_in("items", "Bow", ranged=1)
BITE = AttackDeclared(figure="Wolf", attack="melee", targets=(ONE,), damage=2)
NEAR: Events = (*map_of("A", "B", capacity=2), *joined(("A", "B")), *at(lunara="A", skitterer_1="B"))
UPHILL: Events = (*NEAR[:2], *joined(("A", "B"), higher="B"), *NEAR[3:], *at(skitterer_2="B"))
CLEAVE: Events = (*READY, HIT.copy_with(targets=(ONE, TWO), shape="cleave"))

GEMS: Events = (AchievementGemGained(hero=LUNARA), AchievementGemGained(hero=LUNARA))
HELPS = AchievementGemSpent(hero=LUNARA, use="attack")
ADDED: Events = (*READY, *GEMS, HIT, HELPS)

UNREAD: Events = (ItemGained(hero=LUNARA, item="Axe"), ItemSelectionForScenarioMade(hero=LUNARA, active=("Axe",)))

REFUSALS = [
    no("no-target", *READY, event=HIT.copy_with(targets=()), bendable=False),
    no("one-target", *READY, event=HIT.copy_with(targets=(ONE, TWO)), bendable=True),
    no("how-many-dice", *READY, event=HIT.copy_with(dice=None), bendable=False),
    no("printed-damage", *READY, WOLF, event=HIT.copy_with(figure="Wolf", dice=None), bendable=False),
    no(
        "wrong-attack",
        *READY,
        typed_in("actions", "charge", attacks=["magic"]),
        *turns(lunara="Charge"),
        event=HIT,
        bendable=False,
    ),
    no(
        "one-weapon",
        *READY,
        *(ItemGained(hero=LUNARA, item=item) for item in ("010", "080")),
        ItemSelectionForScenarioMade(hero=LUNARA, active=("010", "080")),
        event=HIT.copy_with(weapons=("010", "080")),
        bendable=False,
    ),
    no("weapon-inactive", *READY, event=HIT.copy_with(weapons=("010",)), bendable=False),
    no("no-weapon", *READY, *armed(LUNARA, "Bow", ranged=1), event=HIT, bendable=True),
    no("no-weapon", *READY, BOW, ItemGained(hero=LUNARA, item="Bow"), event=HIT, bendable=True, why="in the pack"),
    no("what-it-adds", *READY, *UNREAD, event=HIT.copy_with(weapons=("Axe",), weapon_plus=None), bendable=False),
    no("weapon-unknown", *READY, event=HIT.copy_with(weapon_plus=None), bendable=True),
    no("roll-open", *READY, HIT, event=HIT.copy_with(targets=(TWO,)), bendable=False),
    no("attacked", *READY, *turns(lunara="Strike"), HIT, AttackResolved(rolled=1), event=HIT, bendable=True),
    no("out-of-order", *READY, WOLF, *turns(), event=BITE, bendable=True),
    no("out-of-range", *READY, *armed(LUNARA, "Bow", ranged=1, range=1), *FAR, event=SHOT, bendable=True),
    no("out-of-range", *READY, *NEAR, event=HIT, bendable=True, why="melee into an area with room"),
    no("out-of-range", *READY, *UPHILL, event=HIT, bendable=True, why="melee at another height"),
    no(
        "no-sight",
        *READY,
        *map_of("A", "B"),
        *joined(("A", "B"), kind="obstacle"),
        event=SHOT.copy_with(line=("A", "B")),
        bendable=True,
    ),
    no("not-your-turn", *READY, *turns(venia="Strike"), event=HIT.copy_with(figure=VENIA), bendable=True),
    no("item-not-carried", *READY, event=HIT.copy_with(discards=("010",)), bendable=False),
    no("no-inspiration", *READY, event=HIT.copy_with(inspired=True), bendable=False),
    no("no-roll", *READY, event=AttackResolved(rolled=2), bendable=False),
    no("shield-unknown", *FIGHTING, *enemy(1, shield=None), HIT, event=AttackResolved(rolled=2), bendable=False),
    no("not-rolled", *READY, HIT, event=AttackResolved(), bendable=False),
    no("cleave-sum", *CLEAVE, event=AttackResolved(rolled=4, share={ONE: 2, TWO: 1}), bendable=False),
    no("no-such-skill", *READY, HIT, event=AttackResolved(rolled=2, pact=1), bendable=False),
    no(
        "too-much-stamina",
        *READY,
        HIT,
        DiceRolled(faces=("one", "one", "one")),
        event=AttackResolved(stamina=1),
        bendable=False,
    ),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_what_is_refused(before, event, code, bendable) -> None:  # type: ignore[no-untyped-def]
    refuses(before, event, code, bendable)


def damaged(figure: str, amount: int, **more: object) -> EnemyDamaged:
    shown = {"by": LUNARA, "attack": "melee", "applied": amount, **more}
    return EnemyDamaged(figure=figure, amount=amount, **shown)  # type: ignore[arg-type]


def test_an_attack_deals_its_successes() -> None:
    spec = given(GAME, *READY, HIT).when(AttackResolved(rolled=4))
    spec.then(followed(damaged(ONE, 4)), table(**{"scene.enemies.skitterer.figures.1.health": 1, "scene.roll": None}))


def test_stamina_for_dice_hurts_every_target() -> None:
    swing = HIT.copy_with(targets=(ONE, TWO), shape="adjacent areas")
    spec = given(GAME, *READY, swing, DiceRolled(faces=("one", "one", "stamina"))).when(AttackResolved(stamina=2))
    spec.then(
        followed(StaminaSpent(hero=LUNARA, amount=2, purpose="dice"), damaged(ONE, 4), damaged(TWO, 4)),
    )


def test_a_cleave_is_shared_out() -> None:
    spec = given(GAME, *CLEAVE).when(AttackResolved(rolled=4, share={ONE: 3, THREE: 1}))
    spec.then(followed(damaged(ONE, 3), damaged(THREE, 1)))


def test_the_active_weapon_adds_its_modifier() -> None:
    spec = given(GAME, *READY, *armed(LUNARA, "Axe", melee=2)).when(HIT.copy_with(weapon_plus=None))
    spec.then(table(**{"scene.roll.plus": [{"source": "Axe", "successes": 2}]}))


def test_dual_wield_uses_two_weapons() -> None:
    two = (*armed("drenosh", "Axe", melee=2), *armed("drenosh", "Hook", melee=1))
    both = ItemSelectionForScenarioMade(hero="drenosh", active=("Axe", "Hook"))
    attack = HIT.copy_with(figure="drenosh", weapons=("Axe", "Hook"), weapon_plus=None)
    spec = given(GAME, *skilled("drenosh", "dual-wield"), *enemy(1), *two, both, attack)
    spec.when(AttackResolved(rolled=1)).then(
        table(**{"scene.enemies.skitterer.figures.1.health": 1}),
    )


def test_the_action_says_how_many_dice() -> None:
    charge = typed_in("actions", "charge", attacks=["melee"], dice=4)
    spec = given(GAME, *READY, charge, InspirationGemGained(hero=LUNARA), *turns(lunara="Charge"))
    spec.when(HIT.copy_with(dice=None, inspired=True)).then(
        followed(InspirationGemSpent(hero=LUNARA, use="dice")),
        table(**{"scene.roll.dice": 6, "scene.heroes.lunara.did": "action"}),
    )


BLOCKED = [{"source": "blocked aim", "successes": -1}]


@pytest.mark.parametrize(
    ("attack", "shape", "minus"),
    [("melee", "one", []), ("ranged", "one", BLOCKED), ("magic", "cleave", BLOCKED), ("magic", "area", [])],
)
def test_a_blocked_aim_takes_one_off_once(attack: str, shape: str, minus: list[object]) -> None:
    shot = HIT.copy_with(attack=attack, shape=shape, blocked=True)
    given(GAME, *READY).when(shot).then(table(**{"scene.roll.plus": minus}))


def test_the_map_knows_when_an_aim_is_blocked() -> None:
    beside = (*map_of("A", "C"), *joined(("A", "C")), *at(lunara="A", skitterer_2="A", skitterer_1="C"))
    given(GAME, *READY, *beside).when(SHOT).then(table(**{"scene.roll.plus": BLOCKED}))
    clear = (*map_of("A", "C"), *joined(("A", "C")), *at(lunara="A", skitterer_1="C"))
    given(GAME, *READY, *clear).when(SHOT).then(table(**{"scene.roll.plus": []}))


def test_melee_reaches_into_a_full_area_next_to_its_own() -> None:
    given(GAME, *READY, *NEAR, *at(skitterer_2="B")).when(HIT).then()


def test_melee_asks_nothing_of_what_nobody_wrote_down() -> None:
    given(GAME, *READY, *map_of("A", "B"), *joined(("A", "B")), *at(lunara="A", skitterer_1="B")).when(HIT).then()
    given(GAME, *READY, *map_of("A", "B", capacity=2), *at(lunara="A", skitterer_1="B")).when(HIT).then()


def test_what_a_weapon_adds_is_asked_once() -> None:
    axe = HIT.copy_with(weapons=("Axe",))
    spec = given(GAME, *READY, *UNREAD).when(axe.copy_with(weapon_plus=2))
    spec.then(table(**{"scene.roll.plus": [{"source": "Axe", "successes": 2}]}))
    spec.and_then(AttackResolved(rolled=1)).when(HIT.copy_with(weapon_plus=None)).then(
        table(**{"scene.roll.plus": [{"source": "Axe", "successes": 2}], "scene.roll.weapons": ["Axe"]})
    )


def test_without_a_weapon_written_down_the_table_says_what_it_adds() -> None:
    spec = given(GAME, *READY, *turns(lunara="Strike"))
    (attack,) = [prompt for prompt in spec.play.campaign.prompts(PUBLIC) if prompt.event is AttackDeclared]
    assert "weapon_plus" in attack.missing
    spec.when(HIT.copy_with(weapon_plus=1)).then(table(**{"scene.roll.plus": [{"source": "besides", "successes": 1}]}))


def test_a_hero_with_an_item_for_its_hands_attacks_with_an_active_weapon() -> None:
    rope = (typed_in("items", "Rope", encumbrance=1), ItemGained(hero=LUNARA, item="Rope"))
    given(GAME, *READY, *rope).when(HIT).then()
    club = (typed_in("items", "Club", hands=1), ItemGained(hero=LUNARA, item="Club"))
    given(GAME, *READY, *club).when(HIT).then(refused("no-weapon", bendable=True))


def test_a_skill_or_a_long_weapon_reaches_farther_in_melee() -> None:
    near = (*NEAR[:3], *at(torrax="A", skitterer_1="B"))
    swing = HIT.copy_with(figure="torrax")
    given(GAME, *skilled("torrax", "swing-weapon"), *enemy(1), *near).when(swing).then()
    given(GAME, *READY, *armed(LUNARA, "Pike", melee=1, range=1), *NEAR).when(HIT).then()


def test_an_aim_at_who_stands_in_ones_own_area_is_blocked() -> None:
    given(GAME, *READY, *map_of("A"), *at(lunara="A", skitterer_1="A")).when(SHOT).then(
        table(**{"scene.roll.plus": BLOCKED})
    )


RUNE = HIT.copy_with(figure="zuvasai", attack="magic", targets=(ONE, TWO), shape="adjacent areas")


def test_explosive_rune_is_hampered_where_the_aim_is_blocked() -> None:
    line = (*map_of("A", "B", "C"), *joined(("A", "B"), ("B", "C")))
    apart = (*line, *at(zuvasai="A", skitterer_1="B", skitterer_2="C", skitterer_3="C"))
    chosen = [
        HeroActionSelected(hero=hero, action="runic-trajection", symbol="red" if hero == "zuvasai" else "green")
        for hero in (LUNARA, VENIA, "zuvasai")
    ]
    begun = (RoundStarted(), *chosen, InitiativeCardRevealed(order=("ally red", "ally green")))
    spec = given(GAME, *skilled("zuvasai", "explosive-rune"), *enemy(3), *apart, *begun).when(RUNE)
    spec = spec.then(table(**{"scene.roll.plus": [], "scene.roll.hampered": [TWO]}))
    by = {"by": "zuvasai", "attack": "magic"}
    spec.and_then(AttackResolved(rolled=3)).then(followed(damaged(ONE, 3, **by), damaged(TWO, 2, **by)))


@pytest.mark.parametrize(
    ("hero", "skill", "attack"), [("jonai", "sniper", "ranged"), ("zuvasai", "spell-sniper", "magic")]
)
def test_some_aim_better(hero: str, skill: str, attack: str) -> None:
    shot = HIT.copy_with(figure=hero, attack=attack, blocked=True)
    given(GAME, *skilled(hero, skill), *enemy(1)).when(shot).then(table(**{"scene.roll.plus": []}))


def test_a_range_that_a_skill_lengthens_reaches_farther() -> None:
    spark = typed_in("actions", "Spark", attacks=["magic"], dice=2, range=1)
    spot = (*map_of("A", "B", "C"), *joined(("A", "B"), ("B", "C")), *at(zuvasai="A", skitterer_1="C"))
    shot = HIT.copy_with(figure="zuvasai", attack="magic")
    spec = given(
        GAME,
        *skilled("zuvasai", "mind-tendrils"),
        spark,
        *enemy(1),
        *spot,
        *turns("ally red", "ally green", zuvasai="Spark"),
    )
    spec = spec.and_then(TurnEnded(figure=LUNARA)).and_then(TurnEnded(figure=VENIA)).then()
    spec.when(shot).then().and_then(RollPutAway())
    assert skills_to_remind(spec.play.campaign.table, Act("attack", "zuvasai", attack="magic")) == ["mind-tendrils"]
    spec.and_then(HeroPlaced(hero=ONE, area="A")).and_then(shot).then()


def test_an_ally_deals_its_printed_damage_without_dice() -> None:
    spec = given(GAME, *READY, WOLF, BITE).when(AttackResolved())
    spec.then(followed(damaged(ONE, 2, by="Wolf")))


def test_an_attack_without_damage_still_does_the_rest() -> None:
    net = HIT.copy_with(harmless=True, condition="stunned")
    spec = given(GAME, *READY, net).when(AttackResolved(rolled=4))
    spec.then(followed(damaged(ONE, 0, condition="stunned"), ConditionGained(figure=ONE, condition="stunned")))


def test_draining_comes_with_the_attack() -> None:
    spent = StaminaSpent(hero=LUNARA, amount=2)
    spec = given(GAME, *READY, spent, HIT.copy_with(drain=2)).when(AttackResolved(rolled=1))
    events = spec.then().outcome.events
    assert DrainResolved(ally=LUNARA, figure=ONE, amount=2) in events
    assert StaminaRecovered(hero=LUNARA, amount=2, source="drain") in events


def test_what_is_left_over_when_an_enemy_falls_is_told() -> None:
    spec = given(GAME, *READY, HIT).when(AttackResolved(rolled=7))
    spec.then(followed(damaged(ONE, 7, overflow=2, over=2), EnemyDefeated(figure=ONE, by=LUNARA)))


@pytest.mark.parametrize(
    ("card", "kind", "back", "health"),
    [
        ({"mirror": True}, "mirror", 3, 5),
        ({"revenge": True, "shield": 1}, "revenge", 2, 3),
        ({"retaliate": 1, "shield": 1}, "retaliate", 1, 3),
    ],
)
def test_enemies_strike_back(card: dict[str, object], kind: str, back: int, health: int) -> None:
    spec = given(GAME, *FIGHTING, *enemy(1, **card), HIT).when(AttackResolved(rolled=3))
    events = spec.then(table(**{"scene.enemies.skitterer.figures.1.health": health})).outcome.events
    assert StruckBack(figure=ONE, to=LUNARA, kind=kind, amount=back) in events  # type: ignore[arg-type]
    assert DamageSuffered(hero=LUNARA, amount=back) in events


def test_damage_that_is_no_attack_is_not_answered() -> None:
    spec = given(GAME, *FIGHTING, *enemy(1, retaliate=2)).when(
        EnemyDamaged(figure=ONE, amount=1, source="other", by=LUNARA)
    )
    spec.then(followed())


def test_dark_pact_pays_faces_with_damage() -> None:
    bolt = HIT.copy_with(figure=VENIA, attack="magic")
    spec = given(GAME, *skilled(VENIA, "dark-pact"), *enemy(1), bolt, DiceRolled(faces=("one", "stamina", "stamina")))
    spec.when(AttackResolved(pact=2)).then(
        followed(
            DamageSuffered(hero=VENIA, amount=2),
            damaged(ONE, 5, by=VENIA, attack="magic", overflow=0),
            EnemyDefeated(figure=ONE, by=VENIA),
        )
    )


@pytest.mark.parametrize("again", [HELPS, AttackResolved(rolled=3, gem=True)], ids=["by-itself", "with-the-result"])
def test_one_gem_adds_to_an_attack(again: AchievementGemSpent | AttackResolved) -> None:
    spec = given(GAME, *ADDED).when(again).then(refused("nothing-under-way", bendable=True, says="one is the most"))
    spec.when(AttackResolved(rolled=3)).then(table(**{"heroes.lunara.achievement_gems": 1}))


def test_a_shield_that_nobody_typed_is_asked_for_before_an_attack_counts() -> None:
    spec = given(GAME, *FIGHTING, *enemy(1, shield=None), HIT).then_must(EnemyCardTypedIn(enemy=SKITTERER))
    spec.when(AttackResolved(rolled=4)).then(refused("shield-unknown"))
    known = spec.when(EnemyCardTypedIn(enemy=SKITTERER, shield=1)).then_must(AttackResolved)
    known.and_then(AttackResolved(rolled=4)).then(table(**{"scene.enemies.skitterer.figures.1.health": 2}))
