"""Attacks of heroes, step by step and at once."""

from typing import Any

import pytest

from companion.testing import NOTHING, followed, given, refused, says, table
from domain.framework.game import PUBLIC
from domain.framework.kernel import ContentAdded
from domain.games.odalin import GAME
from domain.games.odalin.campaign.party import HeroLeft
from domain.games.odalin.combat.actions import BasicMoveTaken, FirstAidGiven
from domain.games.odalin.combat.attacks import (
    AttackCalledOff,
    AttackDealt,
    AttackDeclared,
    AttackResolved,
    AttackRolled,
    DieRerolled,
)
from domain.games.odalin.combat.conditions import ConditionsGained
from domain.games.odalin.combat.defeats import OppositeAttackTold
from domain.games.odalin.combat.modes import AllyJoined
from domain.games.odalin.combat.rounds import InitiativeSet
from domain.games.odalin.combat.villains import VillainNumbersSet
from domain.games.odalin.dungeon.rest import DayLost
from domain.games.odalin.heroes.cards import CardMoved, SleeveNamed
from domain.games.odalin.heroes.dials import (
    ControlLost,
    CorruptionGained,
    DamageTaken,
    HitPointsLost,
    HitPointsPaid,
    SoulGained,
)
from domain.games.odalin.heroes.equipment import EquipmentGiven
from tests.domain.games.odalin.opening import ANA, ATTACKING, BEN, CARDS_ASIDE, DICE, IMP, OGRE, PARTY, Events, fight

DECLARED = (*ATTACKING, AttackDeclared(hero=ANA, target=IMP, damage=3))


def resolved(*events: Any, rolled: dict[str, int], **said: Any) -> Any:
    """The damage that an attack dealt, by whom it hit."""
    spec = given(GAME, *events, AttackRolled(**rolled)).when(AttackResolved(**said)).then()
    return spec.outcome.events[0].hit  # type: ignore[attr-defined]


def test_an_attack_is_declared_rolled_and_resolved() -> None:
    spec = given(GAME, *DECLARED).then(table(**{"attack.targets": [IMP], "heroes.Ana.spent": 1}))
    spec.then_asked_of(AttackRolled, ANA)
    spec = spec.and_then(AttackRolled(hits=2, damage=1, soul=1)).then_asked_of(AttackResolved, ANA)
    spec = spec.and_then(AttackResolved())
    spec.then(
        followed(
            SoulGained(hero=ANA, amount=1, source="dice"),
            DamageTaken(whom=IMP, amount=4, source="attack", by=ANA, in_attack=True),
        ),
        says("Ana's attack · hit Imp 1 for 4", "Ana gained 1 soul (dice)", "Imp 1 took 4 damage (attack)"),
        table(**{"attack": None, "villains.Imp 1.hp": 6}),
    )
    spec.and_undo().then(table(**{"villains.Imp 1.hp": 10, "attack.rolled": True}))


def test_an_attack_tells_whom_it_missed_and_hit_critically() -> None:
    both = AttackDeclared(hero=ANA, target=IMP, others=(OGRE,), damage=3)
    tough = fight(ogre={"defense": 4}, tracks=CARDS_ASIDE)
    given(GAME, *tough, both, AttackRolled(hits=1)).when(AttackResolved()).then(
        says("Ana's attack · missed Imp 1, Ogre 1")
    )
    given(GAME, *tough, both, AttackRolled(hits=3)).when(AttackResolved()).then(
        says("Ana's attack · hit Imp 1 for 3 · missed Ogre 1", "Imp 1 took 3 damage (attack)")
    )
    given(GAME, *DECLARED, AttackRolled(hits=5)).when(AttackResolved()).then(
        says("Ana's attack · hit Imp 1 for 5 · critical: Imp 1", "Imp 1 took 5 damage (attack)")
    )


def test_what_misses_still_gains_soul_and_corruption() -> None:
    spec = given(GAME, *DECLARED, AttackRolled(hits=1, soul=1, corruption=1)).when(AttackResolved())
    spec.then(table(**{"villains.Imp 1.hp": 10, "heroes.Ana.soul": 3, "heroes.Ana.corruption": 2}))


@pytest.mark.parametrize(("hits", "damage"), [(6, 5), (5, 3), (3, 3)])
def test_case_21_and_boundary_12_three_hits_above_the_defense_are_critical(hits: int, damage: int) -> None:
    """Luck 0 adds 2 damage."""
    events = (*fight(imp={"defense": 3}, tracks=CARDS_ASIDE), AttackDeclared(hero=ANA, target=IMP, damage=3))
    assert resolved(*events, rolled={"hits": hits}) == {IMP: damage}


def test_case_22_luck_one_adds_three() -> None:
    events = (*PARTY[:-1], InitiativeSet(order=(BEN, ANA, IMP, OGRE)), AttackDeclared(hero=BEN, target=IMP, damage=1))
    assert resolved(*events, rolled={"hits": 5}) == {IMP: 4}


def test_conditions_of_both_count() -> None:
    tokens = (
        ConditionsGained(whom=ANA, tokens={"empowered": 1}),
        ConditionsGained(whom=IMP, tokens={"vulnerable": 1}),
        ConditionsGained(whom=OGRE, tokens={"toughened": 1}),
    )
    events = (*ATTACKING, *tokens, AttackDeclared(hero=ANA, target=IMP, others=(OGRE,), damage=3))
    assert resolved(*events, rolled={"hits": 2}) == {IMP: 7, OGRE: 3}


def test_case_59_less_damage_never_goes_below_none() -> None:
    assert resolved(*DECLARED, rolled={"hits": 2}, less=2) == {IMP: 1}
    assert resolved(*DECLARED, rolled={"hits": 2}, less=9) == {IMP: 0}


def test_flanking_adds_one_against_who_is_flanked() -> None:
    events = (*ATTACKING, AttackDeclared(hero=ANA, target=IMP, others=(OGRE,), damage=2))
    assert resolved(*events, rolled={"hits": 2}, flanked=(OGRE,)) == {IMP: 2, OGRE: 3}


def test_that_a_target_is_flanked_is_said_as_the_attack_is_resolved() -> None:
    """C-FLANK: who stands where the table alone knows; a hero without a friend on the board flanks nobody."""
    flanked = AttackResolved(flanked=(IMP,))
    spec = given(GAME, *DECLARED, AttackRolled(hits=2)).then_must(AttackResolved()).then_prompts(flanked)
    spec.when(flanked).then(table(**{"villains.Imp 1.hp": 6}))
    both = AttackDeclared(hero=ANA, target=IMP, others=(OGRE,), damage=3)
    given(GAME, *ATTACKING, both, AttackRolled(hits=2)).then_prompts("Some are flanked: resolve the attack")
    alone = (*ATTACKING, HitPointsLost(whom=BEN, amount=15), DECLARED[-1], AttackRolled(hits=2))
    given(GAME, *alone).then_must(AttackResolved).then_no_prompt(flanked)
    given(GAME, *alone[:-2], AllyJoined(name="Guide"), *alone[-2:]).then_prompts(flanked)
    given(GAME, *ATTACKING, AttackDeclared(hero=ANA, target=BEN, damage=3), AttackRolled(hits=2)).then_no_prompt(
        flanked
    )


AREA = AttackDeclared(hero=ANA, target=IMP, others=(OGRE,), shape="area", damage=5)


def test_an_area_deals_half_rounded_down_and_conditions_count_after_that() -> None:
    """A1, Q26."""
    assert resolved(*ATTACKING, AREA, rolled={"hits": 2}) == {IMP: 2, OGRE: 2}
    vulnerable = ConditionsGained(whom=IMP, tokens={"vulnerable": 1})
    assert resolved(*ATTACKING, vulnerable, AREA, rolled={"hits": 2}) == {IMP: 4, OGRE: 2}


def test_a_table_may_rule_that_half_rounds_up() -> None:
    assert resolved(*fight("area-rounds-up", tracks=CARDS_ASIDE), AREA, rolled={"hits": 2}) == {IMP: 3, OGRE: 3}


def test_a_line_is_halved_too() -> None:
    line = AttackDeclared(hero=ANA, target=IMP, shape="line", damage=6)
    assert resolved(*ATTACKING, line, rolled={"hits": 2}) == {IMP: 3}


def test_friends_in_an_area_are_hit_without_a_critical() -> None:
    """Q49."""
    area = AttackDeclared(hero=ANA, target=BEN, others=(ANA,), shape="area", damage=6)
    assert resolved(*ATTACKING, area, rolled={"hits": 9}) == {BEN: 3, ANA: 3}


def test_a_table_may_rule_that_friends_defend() -> None:
    area = AttackDeclared(hero=ANA, target=BEN, others=(ANA,), shape="area", damage=6)
    ruled = fight("friends-defend", tracks=CARDS_ASIDE)
    assert resolved(*ruled, area, rolled={"hits": 1}, shields={BEN: 1, ANA: 2}) == {BEN: 2, ANA: 0}
    given(GAME, *ATTACKING, area, AttackRolled(hits=1)).when(AttackResolved(shields={BEN: 1})).then(
        refused("no-friendly-defense")
    )


def test_a_table_may_rule_that_lines_spare_friends() -> None:
    """A16."""
    line = AttackDeclared(hero=ANA, target=IMP, others=(BEN,), shape="line", damage=2)
    given(GAME, *fight("lines-spare-friends", tracks=CARDS_ASIDE)).when(line).then(refused("line-spares"))
    given(GAME, *ATTACKING).when(line).then()


def test_case_16_nobody_is_hit_twice_by_one_attack() -> None:
    given(GAME, *ATTACKING).when(AttackDeclared(hero=ANA, target=IMP, others=(IMP, OGRE), damage=2)).then(
        table(**{"attack.targets": [IMP, OGRE]})
    )


def test_case_53_one_target_is_enough() -> None:
    assert resolved(*DECLARED, rolled={"hits": 2}) == {IMP: 3}


def test_a_basic_attack_deals_one_damage_besides_its_dice() -> None:
    events = (*PARTY, AttackDeclared(hero=ANA, target=IMP))
    assert resolved(*events, rolled={"hits": 2, "damage": 2}) == {IMP: 3}


def test_there_is_one_attack_a_turn() -> None:
    """V-ATTACK1."""
    events = (*DECLARED, AttackRolled(hits=0), AttackResolved())
    given(GAME, *events).when(AttackDeclared(hero=ANA, target=IMP)).then(refused("one-attack", says="only one attack"))


def test_nobody_attacks_in_the_turn_of_another() -> None:
    """V-TURN."""
    given(GAME, *PARTY).when(AttackDeclared(hero=BEN, target=IMP)).then(refused("not-your-turn"))


def test_an_attack_that_finds_nobody_was_the_attack_of_the_turn() -> None:
    spec = given(GAME, *DECLARED).when(AttackCalledOff()).then(followed(), table(attack=None))
    spec.and_then(AttackDeclared(hero=ANA, target=IMP)).then(refused("one-attack"))


def test_within_an_attack_nothing_else_is_done() -> None:
    """V-ABILITY."""
    given(GAME, *DECLARED).when(BasicMoveTaken(hero=ANA)).then(refused("wrong-step"))


def test_dice_are_rolled_here_and_again() -> None:
    start = fight(simple=True)
    events = (*DICE, *start[:3], WAND, *start[3:], AttackDeclared(hero=ANA, target=IMP))
    spec = given(GAME, *events).when(AttackRolled(), rolled=("", "corruption")).then(table(**{"attack.corruption": 1}))
    spec = spec.and_then(DieRerolled(die="blue"), rolled=("hit+hit",))
    spec.then(table(**{"attack.hits": 2, "attack.corruption": 0, "attack.faces": ["", "hit+hit"]}))


def test_the_dice_of_a_weapon_that_nobody_typed_in_are_not_none() -> None:
    """C-HIT: what they show is said, instead of a miss without dice."""
    bare = given(GAME, *DICE, *DECLARED)
    bare.when(AttackRolled()).then(refused("weapon-unknown", bendable=False))
    rolls = next(one for one in bare.play.campaign.prompts(PUBLIC) if one.event is AttackRolled)
    assert rolls.also_required == ("hits",)
    stick = EquipmentGiven(hero=ANA, item="Stick", slot="off-hand melee", dice={"red": 1})
    blank = EquipmentGiven(hero=ANA, item="Blade", slot="one-hand melee")
    armed = (*ATTACKING[:3], stick, blank, *ATTACKING[3:], AttackDeclared(hero=ANA, target=IMP, damage=2))
    given(GAME, *DICE, *armed).when(AttackRolled()).then(refused("weapon-unknown"))


WAND = EquipmentGiven(hero=ANA, item="Wand", slot="one-hand caster", dice={"white": 1})
SWORDS = EquipmentGiven(hero=ANA, item="Swords", slot="two-hand melee", dice={"red": 2})


def test_of_two_dice_of_a_colour_either_is_rolled_again() -> None:
    events = (*DICE, *PARTY[:3], SWORDS, *PARTY[3:], AttackDeclared(hero=ANA, target=IMP))
    spec = given(GAME, *events).when(AttackRolled(), rolled=("hit+hit", "soul"))
    again = spec.and_then(DieRerolled(die="red", number=2), rolled=("corruption",))
    again.then(table(**{"attack.faces": ["hit+hit", "corruption"]}))
    spec.and_then(DieRerolled(die="red", number=3)).then(refused("no-such-die", says="2 dice"))


def test_what_was_rolled_is_resolved_and_not_called_off() -> None:
    given(GAME, *DECLARED, AttackRolled(hits=0, soul=1)).when(AttackCalledOff()).then(refused("rolled-already"))


def test_an_attack_is_over_with_its_hero_gone() -> None:
    given(GAME, *DECLARED).when(HeroLeft(hero=ANA)).then(table(attack=None))


def test_who_left_is_hit_by_nobody() -> None:
    area = AttackDeclared(hero=ANA, target=IMP, others=(BEN,), shape="area", damage=2)
    given(GAME, *ATTACKING, area).when(HeroLeft(hero=BEN)).then(table(**{"attack.targets": [IMP]}))


def test_dice_are_rolled_once() -> None:
    given(GAME, *DECLARED, AttackRolled(hits=1)).when(AttackRolled(hits=3)).then(refused("rolled-already"))


def test_what_is_not_rolled_is_not_resolved() -> None:
    given(GAME, *DECLARED).when(AttackResolved()).then(refused("not-rolled"))


def test_unknown_dice_are_asked_for() -> None:
    events = (*fight(simple=True), AttackDeclared(hero=ANA, target=IMP))
    given(GAME, *events).when(AttackRolled()).then(refused("die-unknown"))


# === Cards and what they cost =====================================================================

CLEAVE = ContentAdded(
    kind="action-cards",
    id="cleave",
    fields={"en": "Cleave", "kind": "attack", "half": "upper", "strength": 2, "damage": 3, "pays_hp": 4},
)
FURY = ContentAdded(
    kind="action-cards", id="fury", fields={"en": "Fury", "kind": "attack", "damage": 3, "pays_cards": 2}
)


def attacks_with(card: Any, *rulings: str) -> Events:
    return (*named(card, *rulings), AttackDeclared(hero=ANA, sleeve="Ana 1", target=IMP))


def named(card: Any, *rulings: str) -> Events:
    """Ana holds a card as her first sleeve, and no other."""
    start = fight(*rulings)
    sleeve = SleeveNamed(hero=ANA, sleeve="Ana 1", hero_card=card.id)
    others = (CardMoved(hero=ANA, sleeve=f"Ana {n}", zone="removed") for n in range(2, 13))
    return (card, *start[:-1], sleeve, *others, start[-1])


def test_what_stands_on_a_card_counts_and_the_cost_is_paid_with_the_roll() -> None:
    spec = given(GAME, *attacks_with(CLEAVE)).then(
        table(**{"heroes.Ana.hp": 20, "attack.damage": 3, "attack.side": "order"})
    )
    spec = spec.when(AttackRolled(hits=2)).then(followed(HitPointsPaid(hero=ANA, amount=4, source="cost")))
    spec.and_then(AttackResolved()).then(
        followed(DamageTaken(whom=IMP, amount=3, source="attack", by=ANA, in_attack=True, side="order", strength=2))
    )


@pytest.mark.parametrize(("upper_is_demon", "damage"), [(True, 4), (False, 3)])
def test_c_dmg_a_hero_card_of_a_higher_level_adds_damage_to_the_demons_attack(
    upper_is_demon: bool, damage: int
) -> None:
    """2.6, hero_card.damage_bonus."""
    cards = (
        ContentAdded(kind="action-cards", id="oath", fields={"en": "Oath", "demon_bonus": 1}),
        ContentAdded(kind="action-cards", id="bite", fields={"en": "Bite"}),
    )
    named_so = SleeveNamed(hero=ANA, sleeve="Ana 1", hero_card="oath", demon_card="bite", upper_is_demon=upper_is_demon)
    attack = AttackDeclared(hero=ANA, sleeve="Ana 1", target=IMP, damage=3)
    assert resolved(*cards, *named(CLEAVE), named_so, attack, rolled={"hits": 2}) == {IMP: damage}


def test_case_20_a_cost_that_cannot_be_paid_forbids_the_attack() -> None:
    poor = (*named(CLEAVE), HitPointsLost(whom=ANA, amount=16))
    given(GAME, *poor).when(AttackDeclared(hero=ANA, sleeve="Ana 1", target=IMP)).then(
        refused("cannot-pay", bendable=False)
    )
    given(GAME, *named(FURY)).when(AttackDeclared(hero=ANA, sleeve="Ana 1", target=IMP)).then(refused("cannot-pay"))


def test_cards_that_an_attack_costs_are_chosen_by_their_player() -> None:
    events = (*named(FURY), *(CardMoved(hero=ANA, sleeve=f"Ana {n}", zone="hand") for n in (2, 3)))
    spec = given(GAME, *events, AttackDeclared(hero=ANA, sleeve="Ana 1", target=IMP)).when(AttackRolled(hits=2))
    spec.then_must(CardMoved)
    spec = spec.and_then(CardMoved(hero=ANA, sleeve="Ana 2", zone="discard"))
    spec.and_then(CardMoved(hero=ANA, sleeve="Ana 3", zone="discard")).then_must(AttackResolved)


def test_without_a_target_no_cost_is_paid_unless_the_table_rules_so() -> None:
    """Q47."""
    given(GAME, *attacks_with(CLEAVE)).when(AttackCalledOff()).then(table(**{"heroes.Ana.hp": 20}))
    given(GAME, *attacks_with(CLEAVE, "costs-without-target")).when(AttackCalledOff()).then(
        table(**{"heroes.Ana.hp": 16})
    )


def test_a_cost_that_can_no_longer_be_paid_is_not_paid_with_the_last_hit_point() -> None:
    """Q47."""
    events = (*attacks_with(CLEAVE, "costs-without-target"), HitPointsLost(whom=ANA, amount=17))
    spec = given(GAME, *events).when(AttackRolled(hits=2)).then(refused("cannot-pay"))
    spec.and_then(AttackCalledOff()).then(table(**{"heroes.Ana.hp": 3, "heroes.Ana.status": "active"}))


def test_a_card_that_is_no_attack_does_not_attack() -> None:
    aura = ContentAdded(kind="action-cards", id="halo", fields={"en": "Halo", "kind": "aura"})
    given(GAME, *named(aura)).when(AttackDeclared(hero=ANA, sleeve="Ana 1", target=IMP)).then(refused("no-attack-card"))


def test_the_card_of_an_attack_is_discarded() -> None:
    given(GAME, *attacks_with(CLEAVE)).then(table(**{"heroes.Ana.sleeves.Ana 1.zone": "discard"}))


# === Who falls ====================================================================================


def test_who_loses_control_in_its_own_attack_finishes_it() -> None:
    tainted = (*ATTACKING, *(CorruptionGained(hero=ANA, amount=11) for _ in range(2)))
    attack = AttackDeclared(hero=ANA, target=IMP, damage=3, tainted=1)
    ready = (*tainted, CorruptionGained(hero=ANA, amount=10))
    spec = given(GAME, *ready).when(attack).then(table(**{"heroes.Ana.tainted": 3, "heroes.Ana.status": "active"}))
    spec = spec.and_then(AttackRolled(hits=2)).and_then(AttackResolved())
    assert [type(event) for event in spec.outcome.events][:3] == [AttackResolved, DamageTaken, ControlLost]
    spec.then(
        table(**{"heroes.Ana.status": "lost control", "villains.Imp 1.hp": 7, "villains.beelzebub 1.lord_of": ANA})
    )


def at_once(**kwargs: Any) -> Events:
    return (*fight(tracks=("turns", "conditions", "rooms", "power")), AttackDeclared(hero=ANA, **kwargs))


def test_at_a_table_without_steps_the_damage_is_told_at_once() -> None:
    spec = given(GAME, *at_once(target=IMP, others=(OGRE,), side="order", strength=1)).then_must(AttackDealt)
    spec = spec.when(AttackDealt(hero=ANA, target=IMP, damage=10, side="order", strength=1))
    spec.then(table(**{"villains.Imp 1.hp": 0, "power": 0})).and_then(
        AttackDealt(hero=ANA, target=OGRE, damage=0, side="order", strength=1)
    ).then(table(**{"villains.Imp 1": NOTHING, "power": 2}))


NO_CARDS = ("turns", "attacks", "conditions", "rooms", "power")


@pytest.mark.parametrize(
    "tracks", [NO_CARDS, ("turns", "conditions", "rooms", "power"), ("turns", "cards", "rooms", "power")]
)
def test_a_basic_attack_is_of_no_side(tracks: Any) -> None:
    """Q33."""
    spec = given(GAME, *fight(tracks=tracks, imp={"hp": 1})).when(AttackDeclared(hero=ANA, basic=True, target=IMP))
    if "attacks" in tracks:
        spec = spec.and_then(AttackRolled(hits=2)).and_then(AttackResolved())
    else:
        spec = spec.and_then(AttackDealt(hero=ANA, target=IMP, damage=10, basic=True))
    spec.then(table(**{"villains.Imp 1": NOTHING, "power": 1})).then_no_prompt(OppositeAttackTold)


def test_a_basic_attack_deals_one_without_cards_too() -> None:
    """C-BASIC."""
    events = (*fight(tracks=NO_CARDS), AttackDeclared(hero=ANA, basic=True, target=IMP))
    assert resolved(*events, rolled={"hits": 2, "damage": 2}) == {IMP: 3}


def test_the_strength_that_nobody_said_is_asked_where_it_counts() -> None:
    """C-POWER."""
    events = (*fight(tracks=NO_CARDS), AttackDeclared(hero=ANA, target=IMP, damage=20, side="order"))
    spec = given(GAME, *events, AttackRolled(hits=2)).when(AttackResolved())
    spec.then(table(power=1)).then_must(OppositeAttackTold)


def test_there_too_control_is_lost_after_the_attack() -> None:
    tainted = (CorruptionGained(hero=ANA, amount=11) for _ in range(2))
    start = fight(tracks=("turns", "conditions", "rooms", "power"))
    attack = AttackDeclared(hero=ANA, target=IMP, tainted=1)
    spec = given(GAME, *start, *tainted, CorruptionGained(hero=ANA, amount=10), attack)
    spec = spec.then(table(**{"heroes.Ana.status": "active"})).when(AttackDealt(hero=ANA, target=IMP, damage=4))
    spec.then(table(**{"heroes.Ana.status": "lost control", "villains.Imp 1.hp": 6}))


def test_villains_fall_in_the_order_they_were_aimed_at() -> None:
    attack = AttackDeclared(hero=ANA, target=OGRE, others=(IMP,), damage=20)
    spec = given(GAME, *ATTACKING, attack, AttackRolled(hits=2)).when(AttackResolved())
    spec.then(table(**{"villains.Ogre 1": NOTHING, "villains.Imp 1.hp": 0}))


def test_the_day_is_lost_with_the_last_hero() -> None:
    spec = given(GAME, *PARTY, HitPointsLost(whom=BEN, amount=15)).when(HitPointsLost(whom=ANA, amount=20))
    assert [type(event) for event in spec.outcome.events][-1] is DayLost
    spec.then(table(**{"villains": {}, "heroes.Ana.hp": 20, "days_lost": 1}))


def test_where_there_is_no_attack_nothing_is_rolled() -> None:
    given(GAME, *PARTY).when(AttackRolled(hits=1), bend="as it is").then(refused("no-attack", bendable=False))


def test_the_damage_of_a_card_that_nobody_knows_is_asked_for() -> None:
    card = next(iter(given(GAME, *PARTY).play.campaign.table.heroes[ANA].in_zone("hand")))
    unknown = AttackDeclared(hero=ANA, sleeve=card, target=IMP)
    given(GAME, *PARTY).when(unknown).then(refused("damage-unknown"))
    given(GAME, *PARTY, unknown.copy_with(damage=0), AttackRolled(hits=9)).when(AttackResolved()).then(
        table(**{"villains.Imp 1.hp": 8})
    )
    without_cards = given(GAME, *fight(tracks=("turns", "attacks", "rooms")))
    (asked,) = [one for one in without_cards.play.campaign.prompts(PUBLIC) if str(one.title) == "Ana attacks: whom?"]
    assert asked.also_required == ("damage",)


def test_no_attack_is_resolved_against_a_defense_that_nobody_said() -> None:
    unsaid = fight(imp={"defense": None}, tracks=CARDS_ASIDE)
    rolled = (*unsaid, AttackDeclared(hero=ANA, target=IMP, damage=3), AttackRolled(hits=1))
    given(GAME, *rolled).when(AttackResolved()).then(refused("defense-unknown"))
    spec = given(GAME, *rolled, VillainNumbersSet(villain=IMP, defense=2)).when(AttackResolved())
    spec.then(says("Ana's attack · missed Imp 1"))


def test_without_turns_an_attack_is_finished_first() -> None:
    events = (*fight(tracks=("attacks", "rooms"))[:-1], AttackDeclared(hero=ANA, target=IMP, damage=1))
    given(GAME, *events).when(FirstAidGiven(hero=ANA, patient=BEN)).then(refused("attack-first"))


def test_an_attack_without_damage_missed() -> None:
    away = fight(tracks=("turns", "conditions", "rooms", "power"))
    attack = AttackDeclared(hero=ANA, target=IMP)
    given(GAME, *away, attack).when(AttackDealt(hero=ANA, target=IMP, damage=0)).then(
        says(f"{ANA}'s attack on {IMP}: 0 damage, missed")
    )
    assert 7 in AttackDealt.layout.keypad_numbers
