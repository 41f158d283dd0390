"""Class skills: each of the 70 on the class cards does something by itself, or is told at its moment."""

import re
from pathlib import Path

import pytest

import domain.games.agemonia.console as package
from companion.testing import Spec, followed, given, refused, table
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.party import HeroBoardRecorded
from domain.games.agemonia.campaign.vitality import DamageHealed, DamageSuffered, StaminaRecovered, StaminaSpent
from domain.games.agemonia.console.attacks import AttackDeclared, AttackResolved
from domain.games.agemonia.console.checks import RollPutAway
from domain.games.agemonia.console.class_skills import ClassSkillUsed
from domain.games.agemonia.console.dice import DiceRolled, DieRerolled
from domain.games.agemonia.console.enemy_turns import EnemyAttackDeclared
from domain.games.agemonia.console.initiative import Slots
from domain.games.agemonia.console.movement import HeroPlaced
from domain.games.agemonia.console.reactions import ReactiveCheckRolled
from domain.games.agemonia.console.rounds import HeroActionSelected, InitiativeCardRevealed, RoundStarted
from domain.games.agemonia.console.skills import Act, ability_rank, most_weapons, skills_to_remind
from domain.games.agemonia.console.turns import (
    MoveManeuverStarted,
    RecoverManeuverPerformed,
    RethinkPerformed,
    TurnEnded,
)
from tests.domain.games.agemonia.console.fights import ONE, enemy, skilled
from tests.domain.games.agemonia.moments import Events
from tests.forgotten import Reads, Value

EFFECTS = {
    "aims", "amount", "agility", "clears", "condition", "dice", "dodge", "face_rerolls", "face_retaliate",
    "face_successes", "gems", "heal", "infuses", "maneuvers", "points", "range", "recover", "retaliate", "stamina",
    "successes", "unhindered", "weapons", "will", "damage",
}  # fmt: skip
ROWS = [(class_, skill) for class_, known in GAME.pack.of("classes").items() for skill in known["skills"]]


def hero_of(class_: str) -> str:
    return str(GAME.pack.of("classes")[class_]["hero"])


def test_there_are_seventy() -> None:
    assert len(ROWS) == 70


@pytest.mark.parametrize(("class_", "skill"), ROWS)
def test_a_skill_is_applied_by_its_numbers_or_told_in_few_words(class_: str, skill: str) -> None:
    known = GAME.pack.of("skills")[skill]
    assert known.get("reminds") or EFFECTS & known.keys()
    assert 0 < len(known["does"]) <= 80
    assert 0 < len(known["does_zh"]) <= 30


def test_every_moment_of_a_skill_is_one_the_console_knows() -> None:
    sources = [path.read_text("utf-8") for path in Path(package.__file__).parent.rglob("*.py")]
    asked = {found for source in sources for found in re.findall(r'Act\(\s*"(\w+)"|"at"\) == "(\w+)"', source)}
    moments = {moment for pair in asked for moment in pair if moment} | {"action", "turn", "move", "always"}
    shown = {"lock", "select", "provoke"}
    assert {known["at"] for known in GAME.pack.of("skills").values()} <= moments | shown


def fighting(hero: str, skill: str, action: str = "Strike") -> Events:
    """A hero with a skill in its turn, against one enemy."""
    board = HeroBoardRecorded(hero=hero, strength=2, agility=2, will=2)
    chosen = [
        HeroActionSelected(
            hero=other, action=action if other == hero else "focus", symbol="red" if other == hero else "green"
        )
        for other in dict.fromkeys(("lunara", "venia", hero))
    ]
    return (*skilled(hero, skill), board, *enemy(1), RoundStarted(), *chosen)


def at_turn(
    hero: str, skill: str, action: str = "Strike", order: Slots = ("ally green", "ally red", "enemy red")
) -> Spec:
    """The same, with all others' turns over."""
    spec = given(GAME, *fighting(hero, skill, action), InitiativeCardRevealed(order=order))
    for other in ("lunara", "venia"):
        if other != hero:
            spec = spec.and_then(TurnEnded(figure=other)).then()
    return spec


def attack(hero: str, kind: str) -> AttackDeclared:
    return AttackDeclared(figure=hero, attack=kind, targets=(ONE,), dice=2, weapon_plus=0)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("hero", "skill", "kind"),
    [
        ("drenosh", "immolate", "melee"),
        ("drenosh", "immolate", "magic"),
        ("lunara", "power-strike", "melee"),
        ("zuvasai", "arcane-focus", "magic"),
    ],
)
def test_a_maneuver_buys_a_die_for_the_turn(hero: str, skill: str, kind: str) -> None:
    spec = at_turn(hero, skill)
    spec.when(attack(hero, kind)).then(table(**{"scene.roll.dice": 2})).and_then(RollPutAway())
    spec = spec.and_then(ClassSkillUsed(hero=hero, skill=skill)).then(table(**{f"scene.heroes.{hero}.used": 1}))
    spec.and_then(attack(hero, kind)).then(table(**{"scene.roll.dice": 3}))


@pytest.mark.parametrize(("hero", "skill", "kind"), [("matajam", "aim", "ranged"), ("torrax", "earth-link", "magic")])
def test_a_maneuver_buys_a_success_for_the_turn(hero: str, skill: str, kind: str) -> None:
    spec = at_turn(hero, skill).and_then(ClassSkillUsed(hero=hero, skill=skill)).then()
    spec.and_then(attack(hero, kind)).then(table(**{"scene.roll.plus": [{"source": skill, "successes": 1}]}))


@pytest.mark.parametrize(
    ("hero", "skill", "kind", "most"),
    [
        ("jonai", "dual-wield", "melee", 2),
        ("jonai", "dual-wield", "ranged", 1),
        ("matajam", "sharp-claws", "melee", 1),  # a die more is no weapon more
        ("lunara", "vigor", "melee", 1),
    ],
)
def test_an_attack_has_one_weapon_unless_a_skill_says_so(hero: str, skill: str, kind: str, most: int) -> None:
    spec = at_turn(hero, skill, "raging-nalam")
    assert most_weapons(spec.play.campaign.table, Act("attack", hero, attack=kind)) == most


def test_what_was_bought_for_a_turn_is_gone_after_it() -> None:
    spec = at_turn("lunara", "power-strike").and_then(ClassSkillUsed(hero="lunara", skill="power-strike")).then()
    spec.and_then(TurnEnded(figure="lunara")).then(table(**{"scene.heroes.lunara.boosts": []}))


def test_melee_weapon_mastery_is_for_who_has_yet_to_act() -> None:
    spec = at_turn("jonai", "melee-weapon-mastery", order=("ally green", "enemy red", "ally red"))
    plus = [{"source": "melee-weapon-mastery", "successes": 1}]
    first = given(GAME, *fighting("jonai", "melee-weapon-mastery"), InitiativeCardRevealed(order=("ally red",)))
    first.when(attack("jonai", "melee")).then(table(**{"scene.roll.plus": plus}))
    spec = spec.and_then(TurnEnded(figure=ONE)).then()
    spec.and_then(attack("jonai", "melee")).then(table(**{"scene.roll.plus": []}))


@pytest.mark.parametrize(
    ("hero", "skill", "action"), [("jonai", "precision", "blade-fury"), ("matajam", "sharp-claws", "raging-nalam")]
)
def test_some_skills_belong_to_an_action(hero: str, skill: str, action: str) -> None:
    at_turn(hero, skill, action).when(attack(hero, "melee")).then(table(**{"scene.roll.dice": 3}))
    at_turn(hero, skill).when(attack(hero, "melee")).then(table(**{"scene.roll.dice": 2}))


def test_precision_is_for_the_first_attack() -> None:
    spec = at_turn("jonai", "precision", "blade-fury").and_then(attack("jonai", "melee"))
    spec = spec.and_then(AttackResolved(rolled=1)).then()
    spec.and_then(attack("jonai", "melee")).then(table(**{"scene.roll.dice": 2}))


def test_blood_pact_takes_four_wounds() -> None:
    spec = at_turn("venia", "blood-pact")
    spec.when(attack("venia", "magic")).then(table(**{"scene.roll.plus": []})).and_then(RollPutAway())
    spec = spec.and_then(DamageSuffered(hero="venia", amount=4)).then()
    spec.and_then(attack("venia", "magic")).then(
        table(**{"scene.roll.plus": [{"source": "blood-pact", "successes": 1}]})
    )


@pytest.mark.parametrize(
    ("hero", "skill", "ability"), [("torrax", "willpower", "will"), ("zuvasai", "tough-coral", "strength")]
)
def test_some_react_with_a_die_more(hero: str, skill: str, ability: str) -> None:
    strike = EnemyAttackDeclared(figure=ONE, target=hero, attack="magic", value=9, ability=ability)  # type: ignore[arg-type]
    spec = given(GAME, *skilled(hero, skill), HeroBoardRecorded(hero=hero, strength=2, will=2), *enemy(1), strike)
    spec.when(ReactiveCheckRolled(faces=("one",) * 3)).then(table(**{f"heroes.{hero}.wounds": 6}))


@pytest.mark.parametrize(("skill", "ability"), [("clarity", "will"), ("molten-joints", "agility")])
def test_some_raise_an_ability(skill: str, ability: str) -> None:
    hero = {"clarity": "matajam", "molten-joints": "torrax"}[skill]
    spec = given(GAME, *skilled(hero, skill), HeroBoardRecorded(hero=hero, will=2, agility=2))
    assert ability_rank(spec.play.campaign.table, hero, ability) == 3


def crowded(hero: str, skill: str) -> Spec:
    """At turn, hindered, with 6 chips spent or hurt."""
    spec = (
        at_turn(hero, skill).and_then(StaminaSpent(hero=hero, amount=3)).and_then(DamageSuffered(hero=hero, amount=2))
    )
    return spec.and_then(HeroPlaced(hero=hero, area="Nook")).and_then(HeroPlaced(hero=ONE, area="Nook")).then()


@pytest.mark.parametrize(("skill", "mode"), [("melee-focus", "heal"), ("diligence", "recover")])
def test_some_take_breath_though_hindered(skill: str, mode: str) -> None:
    breath = RecoverManeuverPerformed(hero="torrax", mode=mode, amount=2)  # type: ignore[arg-type]
    shown = {"heal": DamageHealed(hero="torrax", amount=2), "recover": StaminaRecovered(hero="torrax", amount=2)}[mode]
    crowded("torrax", skill).when(breath).then(followed(shown))


def test_auxs_touch_heals_three() -> None:
    spec = at_turn("venia", "auxs-touch").and_then(DamageSuffered(hero="venia", amount=4)).then()
    spec.and_then(RecoverManeuverPerformed(hero="venia", mode="heal")).then(
        followed(DamageHealed(hero="venia", amount=3))
    )


def test_infuse_recovers_four_after_magic() -> None:
    spec = at_turn("zuvasai", "infuse").and_then(StaminaSpent(hero="zuvasai", amount=4)).then()
    spec = spec.and_then(attack("zuvasai", "magic")).and_then(AttackResolved(rolled=0)).then()
    spec.and_then(RecoverManeuverPerformed(hero="zuvasai", mode="recover")).then(
        followed(StaminaRecovered(hero="zuvasai", amount=4))
    )


@pytest.mark.parametrize(
    ("hero", "skill", "stamina", "points"),
    [("torrax", "forced-march", 2, 3), ("venia", "sprint", 3, 4), ("zuvasai", "levitate", 1, 3)],
)
def test_some_move_farther(hero: str, skill: str, stamina: int, points: int) -> None:
    spec = at_turn(hero, skill).when(MoveManeuverStarted(hero=hero, skill=skill))
    spec.then(
        followed(StaminaSpent(hero=hero, amount=stamina, purpose="movement")),
        table(**{f"scene.heroes.{hero}.points": points}),
    )


def test_a_move_by_a_skill_of_unknown_points_asks_for_them_and_keeps_them_on_the_card() -> None:
    spec = at_turn("venia", "sprint")
    with Reads(forgotten=Value("skills", "sprint", "points")).recorded():
        spec.when(MoveManeuverStarted(hero="venia", skill="sprint")).then(refused("how-far", bendable=False))
        moved = spec.when(MoveManeuverStarted(hero="venia", skill="sprint", points=4)).then()
    assert moved.play.campaign.table.typed["skills"]["sprint"]["points"] == 4


def test_lightning_reflexes_turn_a_rethink_into_a_maneuver() -> None:
    spec = at_turn("jonai", "lightning-reflexes").when(RethinkPerformed(hero="jonai", choice="a maneuver"))
    spec.then(table(**{"scene.heroes.jonai.maneuvers": 2}))


def test_twist_fate_rerolls_for_damage() -> None:
    spec = at_turn("venia", "twist-fate").and_then(attack("venia", "magic")).then()
    spec = spec.and_then(DiceRolled(faces=("one", "one"))).then()
    spec.and_then(DieRerolled(face="one", into="two", source="twist-fate")).then(
        followed(DamageSuffered(hero="venia", amount=1, source="twist-fate"))
    )


@pytest.mark.parametrize(
    ("owner", "skill", "act"),
    [
        ("lunara", "aura-of-mercy", Act("recover", "venia", mode="heal")),
        ("matajam", "spirit-link", Act("recover", "venia", mode="recover")),
        ("zuvasai", "psychic-aura", Act("recover", "venia", mode="recover")),
        ("torrax", "protective-ward", Act("reaction", "venia", attack="melee")),
    ],
)
def test_what_helps_those_nearby_is_told_when_they_need_it(owner: str, skill: str, act: Act) -> None:
    spec = given(GAME, *skilled(owner, skill))
    assert skills_to_remind(spec.play.campaign.table, act) == [skill]
    assert skills_to_remind(spec.play.campaign.table, Act(act.at, owner, mode=act.mode, attack=act.attack)) == []


@pytest.mark.parametrize(
    ("hero", "skill", "kind", "action"),
    [
        ("drenosh", "skirmisher", "melee", "focus"),
        ("drenosh", "burning", "magic", "fire-blast"),
        ("torrax", "swing-weapon", "melee", "focus"),
        ("zuvasai", "explosive-rune", "magic", "runic-trajection"),
    ],
)
def test_what_has_no_number_is_told_with_the_attack(hero: str, skill: str, kind: str, action: str) -> None:
    spec = at_turn(hero, skill, action)
    assert skill in skills_to_remind(spec.play.campaign.table, Act("attack", hero, attack=kind))


@pytest.mark.parametrize(
    ("skill", "action"), [("redemption", "resuscitate"), ("redemption", "quick-heal"), ("blessing", "quick-heal")]
)
def test_what_comes_with_an_action_is_told_with_it(skill: str, action: str) -> None:
    spec = at_turn("lunara", skill, action)
    assert skills_to_remind(spec.play.campaign.table, Act("action", "lunara")) == [skill]
