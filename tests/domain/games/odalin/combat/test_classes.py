"""What the classes of heroes can do beside their cards."""

from typing import Any

import pytest

from companion.testing import NOTHING, followed, given, refused, says, table
from domain.framework.events.event import Event
from domain.games.odalin import GAME
from domain.games.odalin.combat.actions import PointRecovered
from domain.games.odalin.combat.attacks import AttackCalledOff, AttackDeclared, AttackResolved, AttackRolled
from domain.games.odalin.combat.classes import (
    AllyGuarded,
    ArcaneSpent,
    AuraStruckBack,
    BlessingGiven,
    ClassTokensGained,
    CurseLaid,
    HolyAuraRaised,
    StealthEntered,
)
from domain.games.odalin.combat.conditions import ConditionsGained
from domain.games.odalin.combat.rounds import TurnEnded
from domain.games.odalin.combat.villains import AssaultEnded, BlowTaken, DefenseRolled, VillainAttacked
from domain.games.odalin.heroes.dials import (
    CorruptionGained,
    DamageTaken,
    Healed,
    HitPointsLost,
    PointTainted,
    SoulGained,
)
from domain.games.odalin.heroes.equipment import EquipmentGiven
from tests.domain.games.odalin.opening import (
    ANA,
    ATTACKING,
    BEN,
    BEN_AT_TURN,
    CARDS_ASIDE,
    DICE,
    IMP,
    IMP_AT_TURN,
    OGRE,
    PARTY,
    ROUND_TWO,
    Events,
    fight,
)

STRUCK = VillainAttacked(villain=IMP, hero=ANA, damage=5)


def test_a_mage_gains_arcane_power_up_to_eight() -> None:
    spec = given(GAME, *PARTY, ClassTokensGained(hero=BEN, token="arcane", amount=6))
    spec = spec.when(ClassTokensGained(hero=BEN, token="arcane", amount=4)).then(
        table(**{"heroes.Ben.tokens.arcane": 8})
    )
    spec.and_then(ClassTokensGained(hero=BEN, token="arcane")).then(
        table(**{"heroes.Ben.tokens.arcane": 8}), says("Ben gained 1 Arcane Power, 1 too many")
    )


@pytest.mark.parametrize(
    "event",
    [
        ClassTokensGained(hero=ANA, token="arcane"),
        ArcaneSpent(hero=ANA, damage=1),
        StealthEntered(hero=ANA),
        HolyAuraRaised(hero=ANA, aura="protection"),
        BlessingGiven(hero=ANA, whom=BEN, blessing="deer"),
        CurseLaid(hero=ANA, villain=IMP, curse="frailty"),
    ],
)
def test_abilities_are_for_their_class(event: Event[Any]) -> None:
    """6.1."""
    given(GAME, *PARTY).when(event).then(refused("other-class", bendable=True, says="Guardian"))


def test_who_is_of_no_known_class_may_do_what_it_says() -> None:
    given(GAME, *fight(first=None)).when(StealthEntered(hero=ANA)).then(table(**{"heroes.Ana.stealth": True}))


def test_a_guardian_gains_guard_up_to_five() -> None:
    spec = given(GAME, *PARTY).when(ClassTokensGained(hero=ANA, token="guard", amount=7))
    spec.then(table(**{"heroes.Ana.tokens.guard": 5}), says("Ana gained 7 Guard, 2 too many"))


def mage_attacks(*before: Any, **declared: Any) -> Events:
    """The mage with three tokens at turn, its attack declared."""
    tokens = ClassTokensGained(hero=BEN, token="arcane", amount=3)
    return (
        *ATTACKING,
        *BEN_AT_TURN,
        tokens,
        *before,
        AttackDeclared(hero=BEN, target=IMP, others=(ANA,), shape="area", **{"damage": 1, **declared}),
    )


def test_case_75_a_mage_splits_three_tokens_into_damage_and_a_spared_ally() -> None:
    spec = given(GAME, *mage_attacks(damage=4)).when(ArcaneSpent(hero=BEN, damage=2, spared=(ANA,)))
    spec.then(table(**{"heroes.Ben.tokens.arcane": 0, "attack.targets": [IMP], "attack.bonus": 2}))
    spec.then(says("Ben spent Arcane Power: 2 more damage, sparing Ana"))
    spec = spec.and_then(AttackRolled(hits=2)).and_then(AttackResolved())
    spec.then(followed(DamageTaken(whom=IMP, amount=3, source="attack", by=BEN, in_attack=True)))
    spec.and_undo().and_undo().and_undo().then(table(**{"heroes.Ben.tokens.arcane": 3, "attack.targets": [IMP, ANA]}))


def test_arcane_power_spent_before_the_attack_waits_for_it() -> None:
    events = mage_attacks(ArcaneSpent(hero=BEN, damage=3), damage=1)
    spec = given(GAME, *events, AttackRolled(hits=2)).when(AttackResolved())
    spec.then(table(**{"villains.Imp 1.hp": 8}))


def test_a_mage_cannot_spend_what_it_has_not() -> None:
    given(GAME, *mage_attacks()).when(ArcaneSpent(hero=BEN, damage=4)).then(refused("too-few-tokens", bendable=False))


def test_arcane_power_is_decided_before_rolling() -> None:
    spec = given(GAME, *mage_attacks(), AttackRolled(hits=2)).when(ArcaneSpent(hero=BEN, damage=1))
    spec.then(refused("before-rolling", says="before rolling"))


def test_allies_are_spared_once_the_attack_is_declared() -> None:
    events = (*PARTY, *BEN_AT_TURN, ClassTokensGained(hero=BEN, token="arcane", amount=3))
    given(GAME, *events).when(ArcaneSpent(hero=BEN, spared=(ANA,))).then(refused("declare-first"))


def test_arcane_power_comes_back_where_the_attack_finds_nobody() -> None:
    """Q47."""
    events = (*mage_attacks(), ArcaneSpent(hero=BEN, damage=1, spared=(ANA,)))
    given(GAME, *events).when(AttackCalledOff()).then(table(**{"heroes.Ben.tokens.arcane": 3}))


def test_arcane_power_is_spent_for_something() -> None:
    given(GAME, *mage_attacks()).when(ArcaneSpent(hero=BEN)).then(refused("nothing-spent"))


GUARDED = (*PARTY, ClassTokensGained(hero=ANA, token="guard", amount=3), *IMP_AT_TURN)


def test_boundary_11_three_guard_tokens_take_three_damage_off_and_one_is_removed() -> None:
    spec = given(GAME, *GUARDED, STRUCK).when(DefenseRolled(hero=ANA, shields=0))
    spec.then(table(**{"heroes.Ana.hp": 18, "heroes.Ana.tokens.guard": 2}))


def test_a_perfect_defense_removes_no_guard_token() -> None:
    spec = given(GAME, *GUARDED, STRUCK).when(DefenseRolled(hero=ANA, shields=2))
    spec.then(table(**{"heroes.Ana.hp": 20, "heroes.Ana.tokens.guard": 3}))


def test_a_guardian_is_attacked_instead_of_an_ally() -> None:
    spec = given(GAME, *GUARDED, VillainAttacked(villain=IMP, hero=BEN, damage=5))
    spec = spec.when(AllyGuarded(hero=ANA, ally=BEN)).then(
        table(**{"heroes.Ana.tokens.guard": 2, "assault.targets": [ANA]}), says("Ana guarded Ben")
    )
    spec = spec.and_then(DefenseRolled(hero=ANA, shields=0)).then(table(**{"heroes.Ana.hp": 17, "heroes.Ben.hp": 15}))
    spec.then(table(turn_of=BEN)).and_undo().and_undo().then(table(**{"assault.targets": [BEN]}))


def test_guard_tokens_take_damage_off_in_the_area_of_a_friend_too() -> None:
    """C-GUARD."""
    tokens = ClassTokensGained(hero=ANA, token="guard", amount=3)
    area = AttackDeclared(hero=BEN, target=ANA, shape="area", damage=10)
    spec = given(GAME, *ATTACKING, tokens, *BEN_AT_TURN, area, AttackRolled(hits=1)).when(AttackResolved())
    spec.then(table(**{"heroes.Ana.hp": 18, "heroes.Ana.tokens.guard": 2}))


def test_who_falls_by_sacrifice_defends_no_more() -> None:
    events = (*with_aura("sacrifice"), VillainAttacked(villain=IMP, hero=BEN, others=(ANA,), damage=30))
    spec = given(GAME, *events).when(DefenseRolled(hero=BEN, shields=0, instead=ANA))
    spec.then(table(**{"heroes.Ana.status": "defeated", "assault": None})).then_no_prompt(DefenseRolled)


def test_a_villain_attacks_once_while_retribution_is_not_said() -> None:
    events = (*with_aura("retribution"), VillainAttacked(villain=IMP, hero=BEN, damage=0))
    spec = given(GAME, *events, DefenseRolled(hero=BEN, shields=0)).then_no_prompt(VillainAttacked)
    spec.when(VillainAttacked(villain=IMP, hero=BEN)).then(refused("one-blow", bendable=True))


def test_who_is_attacked_itself_guards_nobody() -> None:
    spec = given(GAME, *GUARDED, VillainAttacked(villain=IMP, hero=BEN, others=(ANA,), damage=5))
    spec.when(AllyGuarded(hero=ANA, ally=BEN)).then(refused("attacked-itself"))


def test_guarding_takes_a_token() -> None:
    spec = given(GAME, *PARTY, *IMP_AT_TURN, VillainAttacked(villain=IMP, hero=BEN, damage=5))
    spec.when(AllyGuarded(hero=ANA, ally=BEN)).then(refused("too-few-tokens"))


@pytest.mark.parametrize(("name", "amount", "healed"), [("guardian", 5, 7), ("paladin", 7, 10), ("mage", 5, 5)])
def test_case_76_healing_at_a_guardian_or_paladin_grows_by_half(name: str, amount: int, healed: int) -> None:
    events = (*fight(first=name), DamageTaken(whom=ANA, amount=15))
    given(GAME, *events).when(Healed(whom=ANA, amount=amount)).then(table(**{"heroes.Ana.hp": 5 + healed}))


def test_defender_resolve_grows_invigoration_and_not_what_soul_heals() -> None:
    """Q55, by the usual ruling."""
    hurt = (*PARTY, DamageTaken(whom=ANA, amount=10), SoulGained(hero=ANA, amount=7))
    given(GAME, *hurt).when(SoulGained(hero=ANA, amount=3)).then(table(**{"heroes.Ana.hp": 12}))
    spec = given(GAME, *hurt, ConditionsGained(whom=ANA, tokens={"invigorated": 1})).when(TurnEnded(who=ANA))
    spec.then(table(**{"heroes.Ana.hp": 13}))


def test_defender_resolve_may_be_ruled_to_grow_every_recovery() -> None:
    events = (*fight("resolve-heals-all"), DamageTaken(whom=ANA, amount=10), SoulGained(hero=ANA, amount=8))
    given(GAME, *events).when(SoulGained(hero=ANA, amount=2)).then(table(**{"heroes.Ana.hp": 13}))


ROGUE = (*fight(first="rogue"), StealthEntered(hero=ANA), *IMP_AT_TURN)


def test_a_rogue_in_stealth_is_attacked_only_where_nobody_else_can_be() -> None:
    given(GAME, *ROGUE).when(STRUCK).then(refused("hidden", says="another target"))
    spec = given(GAME, *ROGUE).when(VillainAttacked(villain=IMP, hero=BEN, others=(ANA,), damage=2))
    spec.then(refused("hidden"))


def test_a_revealed_rogue_has_a_shield_more_and_strikes_no_harder() -> None:
    spec = given(GAME, *ROGUE).when(STRUCK, bend="nobody else is reached").and_then(DefenseRolled(hero=ANA, shields=1))
    spec.then(table(**{"heroes.Ana.hp": 17, "heroes.Ana.stealth": False, "heroes.Ana.from_stealth": False}))


def test_a_table_may_rule_that_who_was_revealed_strikes_harder() -> None:
    events = (*fight("revealed-strikes-harder", first="rogue"), StealthEntered(hero=ANA), *IMP_AT_TURN)
    spec = given(GAME, *events).when(STRUCK, bend="nobody else is reached").and_then(DefenseRolled(hero=ANA, shields=1))
    spec.then(table(**{"heroes.Ana.from_stealth": True}))


def test_out_of_stealth_the_first_attack_hits_and_hurts_by_one_more() -> None:
    events = (*fight(first="rogue", tracks=CARDS_ASIDE), StealthEntered(hero=ANA), *ROUND_TWO)
    spec = given(GAME, *events).then(table(**{"heroes.Ana.stealth": False, "heroes.Ana.from_stealth": True}))
    spec = spec.when(AttackDeclared(hero=ANA, target=OGRE, damage=2)).and_then(AttackRolled(hits=1))
    spec.and_then(AttackResolved()).then(
        followed(DamageTaken(whom=OGRE, amount=3, source="attack", by=ANA, in_attack=True)),
        table(**{"heroes.Ana.from_stealth": False}),
    )


def test_nobody_enters_stealth_twice() -> None:
    given(GAME, *fight(first="rogue"), StealthEntered(hero=ANA)).when(StealthEntered(hero=ANA)).then(
        refused("hidden-already")
    )


RAISED = (*fight(first="paladin"), HolyAuraRaised(hero=ANA, aura="protection"))


def test_a_paladin_raises_an_aura_for_two_points() -> None:
    spec = given(GAME, *fight(first="paladin")).when(HolyAuraRaised(hero=ANA, aura="protection"))
    spec.then(table(**{"heroes.Ana.spent": 2, "heroes.Ana.aura": "protection"}), followed())
    spec.and_undo().then(table(**{"heroes.Ana.aura": ""}))


def test_an_aura_takes_two_points() -> None:
    given(GAME, *RAISED).when(HolyAuraRaised(hero=ANA, aura="sacrifice")).then(
        refused("not-enough-points", says="1 action point left, not 2")
    )


def test_the_same_aura_is_not_raised_again() -> None:
    events = (*RAISED, PointRecovered(hero=ANA, amount=2))
    given(GAME, *events).when(HolyAuraRaised(hero=ANA, aura="protection")).then(refused("other-aura"))


def test_case_78_changing_the_aura_heals_seven_with_defender_resolve() -> None:
    events = (*RAISED, PointRecovered(hero=ANA, amount=2), DamageTaken(whom=ANA, amount=10))
    spec = given(GAME, *events).when(HolyAuraRaised(hero=ANA, aura="retribution"))
    spec.then(followed(Healed(whom=ANA, amount=5, source="holy aura", healed=7)), table(**{"heroes.Ana.hp": 17}))


def test_the_aura_of_protection_is_a_shield_more() -> None:
    spec = given(GAME, *RAISED, *IMP_AT_TURN, VillainAttacked(villain=IMP, hero=BEN, damage=5))
    spec.when(DefenseRolled(hero=BEN, shields=0, protected=True)).then(table(**{"heroes.Ben.hp": 11}))


def test_a_paladin_stands_within_its_own_aura_of_protection() -> None:
    """6.9: yourself too."""
    spec = given(GAME, *RAISED, *IMP_AT_TURN, STRUCK).then_no_prompt(DefenseRolled(hero=ANA, protected=True))
    spec.when(DefenseRolled(hero=ANA, shields=1)).then(table(**{"heroes.Ana.hp": 17}))


def test_whether_a_hero_stands_near_an_aura_is_said_with_the_shields() -> None:
    """Where models stand the table alone knows: one tap says that and the shields."""
    struck = VillainAttacked(villain=IMP, hero=BEN, damage=5)
    spec = given(GAME, *RAISED, *IMP_AT_TURN, struck).then_must(DefenseRolled(hero=BEN))
    spec.then_prompts(DefenseRolled(hero=BEN, protected=True))
    given(GAME, *with_aura("sacrifice"), struck).then_prompts(DefenseRolled(hero=BEN, instead=ANA))
    unsaid = struck.copy_with(damage=None)
    given(GAME, *with_aura("sacrifice"), unsaid).then_prompts(BlowTaken, "Ana takes it for Ben")


def test_where_nobody_has_that_aura_nobody_is_protected() -> None:
    spec = given(GAME, *PARTY, *IMP_AT_TURN, STRUCK)
    spec.when(DefenseRolled(hero=ANA, shields=0, protected=True)).then(refused("no-such-aura"))


def with_aura(aura: str) -> Events:
    return (*fight(first="paladin"), HolyAuraRaised(hero=ANA, aura=aura), *IMP_AT_TURN)


def test_the_aura_of_retribution_strikes_back_after_the_attack() -> None:
    events = (*with_aura("retribution"), VillainAttacked(villain=IMP, hero=BEN, damage=1))
    spec = given(GAME, *events).when(DefenseRolled(hero=BEN, shields=1)).then(followed(AssaultEnded(villain=IMP)))
    spec.then_must(AuraStruckBack)
    spec.and_then(AuraStruckBack(hero=ANA, villain=IMP, near=True)).then(table(**{"villains.Imp 1.hp": 8}, turn_of=BEN))


def test_who_attacked_farther_off_is_not_struck_back() -> None:
    events = (*with_aura("retribution"), VillainAttacked(villain=IMP, hero=BEN, damage=1))
    spec = given(GAME, *events, DefenseRolled(hero=BEN, shields=1))
    spec.when(AuraStruckBack(hero=ANA, villain=IMP, near=False)).then(table(**{"villains.Imp 1.hp": 10}))


def test_an_imp_that_retribution_kills_ends_its_turn() -> None:
    events = (*fight(first="paladin", imp={"hp": 2}), HolyAuraRaised(hero=ANA, aura="retribution"), *IMP_AT_TURN)
    events = (*events, VillainAttacked(villain=IMP, hero=BEN, damage=0), DefenseRolled(hero=BEN, shields=0))
    spec = given(GAME, *events).when(AuraStruckBack(hero=ANA, villain=IMP, near=True))
    spec.then(table(**{"villains.Imp 1": NOTHING, "power": 1, "bursts.Imp 1.killer": ANA}, turn_of=IMP))


def test_an_aura_that_falls_before_it_struck_back_holds_up_nobody() -> None:
    """Q57."""
    raised = (*fight("auras-fall", first="paladin"), HolyAuraRaised(hero=ANA, aura="retribution"), *IMP_AT_TURN)
    events = (*raised, VillainAttacked(villain=IMP, hero=BEN, damage=1), DefenseRolled(hero=BEN, shields=1))
    spec = given(GAME, *events).when(DamageTaken(whom=ANA, amount=20, source="card"))
    spec.and_then(PointTainted(hero=ANA, spent=False)).then(table(turn_of=BEN, agenda={"due": {}}))


def test_who_falls_with_its_aura_still_has_its_other_questions_to_answer() -> None:
    raised = (*fight("auras-fall", first="paladin"), HolyAuraRaised(hero=ANA, aura="retribution"), *IMP_AT_TURN)
    events = (*raised, VillainAttacked(villain=IMP, hero=BEN, damage=1), DefenseRolled(hero=BEN, shields=1))
    given(GAME, *events).when(DamageTaken(whom=ANA, amount=20, source="card")).then_must(PointTainted)


def test_only_the_aura_of_retribution_strikes_back() -> None:
    given(GAME, *with_aura("protection")).when(AuraStruckBack(hero=ANA, villain=IMP, near=True)).then(
        refused("no-such-aura")
    )


def test_the_aura_of_sacrifice_takes_the_damage_over() -> None:
    spec = given(GAME, *with_aura("sacrifice"), VillainAttacked(villain=IMP, hero=BEN, damage=4))
    spec.when(DefenseRolled(hero=BEN, shields=0, instead=ANA)).then(table(**{"heroes.Ben.hp": 15, "heroes.Ana.hp": 16}))


DRUID = (*fight(first="druid"), AttackDeclared(hero=ANA, target=IMP), AttackRolled(hits=0), AttackResolved())


def test_the_wolf_costs_the_druid_a_point_and_gives_one() -> None:
    spec = given(GAME, *DRUID).when(BlessingGiven(hero=ANA, whom=ANA, blessing="wolf"))
    spec.then(
        followed(
            ConditionsGained(
                whom=ANA, tokens={"empowered": 1}, unlimited=True, source="blessing", held={"empowered": 1}
            ),
            PointRecovered(hero=ANA, amount=1, source="blessing"),
        ),
        table(**{"heroes.Ana.spent": 1}),
    )


def test_the_bear_costs_two_points_and_takes_a_bad_token_off() -> None:
    events = (*fight(first="druid"), ConditionsGained(whom=BEN, tokens={"poisoned": 1}))
    spec = given(GAME, *events).when(BlessingGiven(hero=ANA, whom=BEN, blessing="bear", removes="poisoned"))
    spec.then(table(**{"heroes.Ana.spent": 2, "heroes.Ben.conditions": {"toughened": 1}}))


def test_the_bear_takes_a_token_off_before_it_toughens() -> None:
    events = (*fight(first="druid"), ConditionsGained(whom=BEN, tokens={"vulnerable": 1}))
    spec = given(GAME, *events).when(BlessingGiven(hero=ANA, whom=BEN, blessing="bear", removes="vulnerable"))
    spec.then(table(**{"heroes.Ben.conditions": {"toughened": 1}}))


def test_the_bear_takes_no_good_token_off() -> None:
    events = (*fight(first="druid"), ConditionsGained(whom=BEN, tokens={"empowered": 1}))
    spec = given(GAME, *events).when(BlessingGiven(hero=ANA, whom=BEN, blessing="bear", removes="empowered"))
    spec.then(refused("not-negative"))


def test_the_deer_is_free_and_lets_the_hero_draw() -> None:
    spec = given(GAME, *fight(first="druid")).when(BlessingGiven(hero=ANA, whom=BEN, blessing="deer"))
    spec.then(table(**{"heroes.Ana.spent": 0, "heroes.Ben.conditions": {"quickened": 1}}))
    assert len(spec.play.campaign.table.heroes[BEN].in_zone("hand")) == 5


def test_the_salamander_ignores_token_limits() -> None:
    events = (*fight(first="druid"), ConditionsGained(whom=BEN, tokens={"invigorated": 1}))
    spec = given(GAME, *events).when(BlessingGiven(hero=ANA, whom=BEN, blessing="salamander"))
    spec.then(table(**{"heroes.Ben.conditions": {"invigorated": 2}, "heroes.Ana.spent": 1}))


CURSED = (*fight(first="necromancer"), ConditionsGained(whom=IMP, tokens={"weakened": 1}))


def test_a_curse_hurts_for_each_bad_token_the_new_one_among_them() -> None:
    spec = given(GAME, *CURSED).when(CurseLaid(hero=ANA, villain=IMP, curse="frailty"))
    spec.then(table(**{"villains.Imp 1.hp": 8, "villains.Imp 1.conditions": {"weakened": 1, "vulnerable": 1}}))


def test_a_curse_is_not_laid_twice_unless_it_is_suffering() -> None:
    given(GAME, *CURSED).when(CurseLaid(hero=ANA, villain=IMP, curse="weakness")).then(refused("has-condition"))
    suffering = CurseLaid(hero=ANA, villain=IMP, curse="suffering")
    given(GAME, *CURSED, suffering).when(suffering).then(table(**{"villains.Imp 1.hp": 5}))


CLERIC = fight(first="cleric", tracks=CARDS_ASIDE)
HEALING = AttackDeclared(hero=ANA, target=BEN, keyword="sacred healing", damage=0)


@pytest.mark.parametrize(("rolled", "healed"), [({"hits": 4}, 2), ({"hits": 3, "damage": 1}, 2), ({"hits": 3}, 1)])
def test_case_73_sacred_healing_heals_one_for_each_pair(rolled: dict[str, int], healed: int) -> None:
    events = (*CLERIC, DamageTaken(whom=BEN, amount=9), HEALING, AttackRolled(**rolled))
    spec = given(GAME, *events).when(AttackResolved())
    spec.then(followed(Healed(whom=BEN, amount=healed, source="sacred healing", healed=healed)))


def test_sacred_healing_counts_bonuses_and_still_gains_soul() -> None:
    hurt = (DamageTaken(whom=BEN, amount=9), ConditionsGained(whom=ANA, tokens={"empowered": 1}))
    events = (*CLERIC, *hurt, HEALING, AttackRolled(hits=2, soul=1))
    given(GAME, *events).when(AttackResolved()).then(table(**{"heroes.Ben.hp": 8, "heroes.Ana.soul": 3}))


def test_sacred_healing_that_shows_nothing_is_the_attack_of_the_turn() -> None:
    spec = given(GAME, *CLERIC, HEALING, AttackRolled(hits=1)).when(AttackResolved()).then(followed())
    spec.and_then(AttackDeclared(hero=ANA, target=IMP)).then(refused("one-attack"))


PROFANE = (
    *fight(first="black-knight", imp={"hp": 30}, tracks=CARDS_ASIDE),
    AttackDeclared(hero=ANA, target=IMP, keyword="profane strike", damage=1),
)


def test_boundary_16_a_profane_strike_bleeds_and_hurts_by_its_corruption() -> None:
    spec = given(GAME, *PROFANE, AttackRolled(hits=2, corruption=2)).when(AttackResolved())
    spec.then(
        followed(
            HitPointsLost(whom=ANA, amount=2, source="profane strike"),
            CorruptionGained(hero=ANA, amount=2, source="dice"),
            DamageTaken(whom=IMP, amount=9, source="attack", by=ANA, in_attack=True),
        ),
        table(**{"heroes.Ana.hp": 18, "heroes.Ana.corruption": 3}),
    )


def test_only_a_profane_strike_changes_a_die_to_a_black_one() -> None:
    wand = EquipmentGiven(hero=ANA, item="Wand", slot="one-hand caster", dice={"white": 1})
    start = fight(first="black-knight", simple=True, tracks=CARDS_ASIDE)
    armed = (*DICE, *start[:3], wand, *start[3:])
    rolled = ("hit", "hit")
    spec = given(GAME, *armed, AttackDeclared(hero=ANA, target=IMP, damage=2)).when(
        AttackRolled(black="blue"), rolled=rolled
    )
    spec.then(refused("not-profane"))
    strike = AttackDeclared(hero=ANA, target=IMP, keyword="profane strike", damage=1)
    given(GAME, *armed, strike).when(AttackRolled(black="blue"), rolled=rolled).then(
        table(**{"attack.dice": ["white", "black"]})
    )
