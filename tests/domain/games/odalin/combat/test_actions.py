"""What heroes do with their action points."""

from typing import Any

import pytest

from companion.testing import followed, given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.kernel import ContentAdded
from domain.games.odalin import GAME
from domain.games.odalin.combat.actions import (
    AbilityUsed,
    AuraPlayed,
    BasicMoveTaken,
    DemonicFormEnded,
    DemonicFormTaken,
    InstantPlayed,
    OtherCardPlayed,
    PenitenceDone,
    SpecialAbilityUsed,
)
from domain.games.odalin.combat.attacks import AttackDeclared, AttackResolved, AttackRolled
from domain.games.odalin.combat.rounds import TurnEnded
from domain.games.odalin.combat.villains import DefenseRolled, VillainAttacked, VillainHeldBack
from domain.games.odalin.dungeon.rooms import RelicDiscarded, RelicGained
from domain.games.odalin.heroes.cards import CardMoved, DiscardDemanded, SleeveNamed
from domain.games.odalin.heroes.dials import CorruptionGained, DamageTaken, HitPointsLost, HitPointsPaid, SoulGained
from domain.games.odalin.heroes.equipment import EquipmentGiven, EquipmentUsed
from tests.domain.games.odalin.opening import ANA, BEN, IMP, IMP_AT_TURN, PARTY, ROUND_TWO, Events, fight


def card(kind: str, **fields: object) -> ContentAdded:
    return ContentAdded(kind="action-cards", id="card", fields={"en": "Card", "kind": kind, **fields})


def with_card(kind: str, start: Events = PARTY, **fields: object) -> Events:
    """Ana's first sleeve is in her hand, with this card as both halves."""
    named = SleeveNamed(hero=ANA, sleeve="Ana 1", hero_card="card", demon_card="card")
    return (
        card(kind, **fields),
        *start[:-1],
        named,
        CardMoved(hero=ANA, sleeve="Ana 2", zone="removed"),
        start[-1],
    )


def holding(kind: str, *after: Any, start: Events = PARTY, **fields: object) -> Events:
    events = (*with_card(kind, start, **fields), *after)
    hand = given(GAME, *events).play.campaign.table.heroes[ANA].in_zone("hand")
    return events if "Ana 1" in hand else (*events, CardMoved(hero=ANA, sleeve="Ana 1", zone="hand"))


def test_a_basic_move_costs_a_point() -> None:
    given(GAME, *PARTY).when(BasicMoveTaken(hero=ANA)).then(
        table(**{"heroes.Ana.spent": 1}), says("Ana moved: 3 movement points")
    )


def test_a_card_that_the_table_keeps_costs_a_point_by_its_kind_alone() -> None:
    spec = given(GAME, *fight(tracks=("turns", "rooms"))).then_prompts("Ana: play an ability", "Ana: play an aura")
    spec = spec.then_prompts("Ben: play an instant").and_then(OtherCardPlayed(hero=ANA, kind="aura"))
    spec.then(says("Ana played an aura"), table(**{"heroes.Ana.spent": 1}))
    spec.when(OtherCardPlayed(hero=ANA, kind="instant")).then(refused("instant-in-own-turn"))
    spec.when(OtherCardPlayed(hero=BEN, kind="instant")).then(table(**{"heroes.Ben.spent": 1}))


def test_points_run_out() -> None:
    """V-AP."""
    events = (*PARTY, *(BasicMoveTaken(hero=ANA) for _ in range(3)))
    given(GAME, *events).when(BasicMoveTaken(hero=ANA)).then(refused("not-enough-points", bendable=False))


def test_a_tainted_point_is_used_last_and_brings_corruption() -> None:
    events = (*PARTY, CorruptionGained(hero=ANA, amount=10), *(BasicMoveTaken(hero=ANA) for _ in range(2)))
    spec = given(GAME, *events).when(BasicMoveTaken(hero=ANA))
    spec.then(followed(CorruptionGained(hero=ANA, amount=1, source="tainted point")))
    spec.then(table(**{"heroes.Ana.spent": 2, "heroes.Ana.tainted_spent": 1}))


def test_a_tainted_point_may_be_used_first() -> None:
    events = (*PARTY, CorruptionGained(hero=ANA, amount=10))
    given(GAME, *events).when(BasicMoveTaken(hero=ANA, tainted=1)).then(table(**{"heroes.Ana.tainted_spent": 1}))
    given(GAME, *PARTY).when(BasicMoveTaken(hero=ANA, tainted=1)).then(refused("not-so-tainted"))


def test_penitence_takes_three_points_and_two_corruption_after_the_taints() -> None:
    """Q4: each tainted point adds one first."""
    events = (*PARTY, CorruptionGained(hero=ANA, amount=10), CorruptionGained(hero=ANA, amount=5))
    given(GAME, *events).when(PenitenceDone(hero=ANA)).then(table(**{"heroes.Ana.corruption": 4}))
    given(GAME, *PARTY, BasicMoveTaken(hero=ANA)).when(PenitenceDone(hero=ANA)).then(
        refused("not-enough-points", says="2 action points left, not 3")
    )


def test_an_ability_is_discarded_and_its_cost_paid() -> None:
    spec = given(GAME, *holding("ability", pays_hp=3)).when(AbilityUsed(hero=ANA, sleeve="Ana 1"))
    spec.then(followed(HitPointsPaid(hero=ANA, amount=3, source="cost")))
    spec.then(table(**{"heroes.Ana.sleeves.Ana 1.zone": "discard", "heroes.Ana.hp": 17}))


@pytest.mark.parametrize(("upper_is_demon", "soul"), [(False, 4), (True, 2)])
def test_a_hero_card_of_a_higher_level_gives_soul_for_the_demons_lower_half(upper_is_demon: bool, soul: int) -> None:
    """2.6, hero_card.soul_bonus."""
    named = SleeveNamed(hero=ANA, sleeve="Ana 1", hero_card="card", upper_is_demon=upper_is_demon)
    events = holding("instant ability", named, demon_bonus=2)
    given(GAME, *events).when(AbilityUsed(hero=ANA, sleeve="Ana 1")).then(table(**{"heroes.Ana.soul": soul}))


def test_case_20_an_instant_that_cannot_be_paid_is_not_played() -> None:
    events = holding("instant", HitPointsLost(whom=ANA, amount=17), TurnEnded(who=ANA), pays_hp=3)
    given(GAME, *events).when(InstantPlayed(hero=ANA, sleeve="Ana 1")).then(refused("cannot-pay", bendable=False))


def test_instants_are_for_the_turns_of_others() -> None:
    """V-INSTANT."""
    instant = InstantPlayed(hero=ANA, sleeve="Ana 1")
    given(GAME, *holding("instant")).when(instant).then(refused("instant-in-own-turn"))
    given(GAME, *holding("instant", *IMP_AT_TURN)).when(instant).then(table(**{"heroes.Ana.spent": 1}))
    given(GAME, *holding("instant ability")).when(instant).then(table(**{"heroes.Ana.spent": 1}))
    given(GAME, *holding("ability", *IMP_AT_TURN)).when(instant).then(refused("no-instant"))


def test_abilities_and_auras_are_what_they_are() -> None:
    given(GAME, *holding("instant")).when(AbilityUsed(hero=ANA, sleeve="Ana 1")).then(refused("no-ability"))
    given(GAME, *holding("ability")).when(AuraPlayed(hero=ANA, sleeve="Ana 1")).then(refused("no-aura"))


def test_an_aura_stays_in_play_until_the_combat_ends() -> None:
    spec = given(GAME, *holding("aura")).when(AuraPlayed(hero=ANA, sleeve="Ana 1"))
    spec = spec.then(table(**{"heroes.Ana.sleeves.Ana 1.zone": "aura"})).and_then(DamageTaken(whom=IMP, amount=10))
    spec.and_then(DamageTaken(whom="Ogre 1", amount=10)).then(table(**{"heroes.Ana.sleeves.Ana 1.zone": "discard"}))


def test_an_aura_costs_what_stands_on_it() -> None:
    """V-COST."""
    spec = given(GAME, *holding("aura", pays_hp=3)).when(AuraPlayed(hero=ANA, sleeve="Ana 1"))
    spec.then(followed(HitPointsPaid(hero=ANA, amount=3, source="cost")))
    given(GAME, *holding("aura", pays_hp=20)).when(AuraPlayed(hero=ANA, sleeve="Ana 1")).then(refused("cannot-pay"))


def instant(timing: str) -> InstantPlayed:
    return InstantPlayed(hero=ANA, sleeve="Ana 1", timing=timing)  # type: ignore[arg-type]


STRUCK = VillainAttacked(villain=IMP, hero=BEN, damage=2)


def test_the_start_of_a_turn_is_over_once_somebody_acted() -> None:
    given(GAME, *holding("instant", *IMP_AT_TURN)).when(instant("start of turn")).then()
    given(GAME, *holding("instant", *IMP_AT_TURN, STRUCK)).when(instant("start of turn")).then(refused("already-acted"))


SWORD = EquipmentGiven(hero=BEN, item="Sword", slot="one-hand melee", active=True)


@pytest.mark.parametrize("event", [EquipmentUsed(hero=BEN, item="Sword"), RelicDiscarded(hero=BEN)])
def test_what_costs_no_point_is_an_act_too(event: Event[Any]) -> None:
    """3.24: the start of a turn is over once its owner did anything."""
    ben_at_turn = (RelicGained(), RelicGained(), *IMP_AT_TURN, VillainHeldBack(villain=IMP))
    start = holding("instant", *ben_at_turn, start=(*PARTY[:3], SWORD, *PARTY[3:]))
    given(GAME, *start).when(instant("start of turn")).then()
    given(GAME, *start, event).when(instant("start of turn")).then(refused("already-acted"))


def test_where_nobody_counts_turns_none_has_begun() -> None:
    """3.24."""
    tracks = ("cards", "rooms")
    events = holding("instant", STRUCK, DefenseRolled(hero=BEN, shields=2), start=fight(tracks=tracks)[:-1])
    for timing in ("start of turn", "before roll"):
        given(GAME, *events).when(instant(timing)).then()


def test_an_instant_ability_is_not_used_within_ones_own_attack() -> None:
    """V-ABILITY."""
    attack = AttackDeclared(hero=ANA, target=IMP)
    given(GAME, *holding("instant ability", attack)).when(instant("any")).then(refused("attack-first"))


def test_where_attacks_have_no_steps_nobody_asks_whether_it_is_rolled() -> None:
    """3.24."""
    start = fight(tracks=("turns", "cards", "rooms"))
    attack = (*IMP_AT_TURN, VillainHeldBack(villain=IMP), AttackDeclared(hero=BEN, target=IMP))
    given(GAME, *holding("instant", *attack, start=start)).when(instant("before roll")).then()
    given(GAME, *holding("instant", *attack, start=start)).when(instant("after roll")).then()


def test_after_a_roll_comes_once_it_is_rolled() -> None:
    """Q62: in a villain's turn while heroes defend."""
    given(GAME, *holding("instant", *IMP_AT_TURN)).when(instant("after roll")).then(refused("not-after-roll"))
    given(GAME, *holding("instant", *IMP_AT_TURN, STRUCK)).when(instant("after roll")).then()


def test_before_a_roll_is_too_late_after_it() -> None:
    attack = (*IMP_AT_TURN, VillainHeldBack(villain=IMP), AttackDeclared(hero=BEN, target=IMP))
    given(GAME, *holding("instant", *attack)).when(instant("before roll")).then()
    rolled = (*attack, AttackRolled(hits=1))
    given(GAME, *holding("instant", *rolled)).when(instant("before roll")).then(refused("not-before-roll"))
    done = (*rolled, AttackResolved())
    given(GAME, *holding("instant", *done)).when(instant("before roll")).then(refused("not-before-roll"))


SOULFUL = (*PARTY, SoulGained(hero=ANA, amount=8))


def test_demonic_form_costs_ten_soul_and_lasts_to_the_end_of_the_next_turn() -> None:
    spec = given(GAME, *SOULFUL).when(DemonicFormTaken(hero=ANA))
    spec.then(table(**{"heroes.Ana.soul": 0, "heroes.Ana.form": "demon", "heroes.Ana.spent": 0}))
    given(GAME, *SOULFUL, DemonicFormTaken(hero=ANA), *ROUND_TWO).then(table(**{"heroes.Ana.form": "demon"}))
    given(GAME, *SOULFUL, DemonicFormTaken(hero=ANA), *ROUND_TWO, TurnEnded(who=ANA)).then(
        table(**{"heroes.Ana.form": "hero"})
    )


def test_demonic_form_takes_ten_soul() -> None:
    """V-DEMON."""
    given(GAME, *PARTY).when(DemonicFormTaken(hero=ANA)).then(refused("ten-soul", says="This takes 10 soul; Ana has 2"))
    given(GAME, *SOULFUL, *IMP_AT_TURN).when(DemonicFormTaken(hero=ANA)).then(refused("wrong-step"))
    given(GAME, *SOULFUL, AttackDeclared(hero=ANA, target=IMP)).when(DemonicFormTaken(hero=ANA)).then(
        refused("wrong-step")
    )


def test_a_demon_uses_one_special_ability_a_turn() -> None:
    demon = (*SOULFUL, DemonicFormTaken(hero=ANA), SpecialAbilityUsed(hero=ANA, which=1))
    given(GAME, *demon).when(SpecialAbilityUsed(hero=ANA, which=2)).then(refused("one-special"))
    given(GAME, *demon, *ROUND_TWO).when(SpecialAbilityUsed(hero=ANA, which=1)).then()
    given(GAME, *PARTY).when(SpecialAbilityUsed(hero=ANA)).then(refused("not-demon"))
    given(GAME, *demon).when(DemonicFormEnded(hero=ANA)).then(table(**{"heroes.Ana.form": "hero"}))


def test_a_demonic_form_ends_with_a_defeat() -> None:
    """Q13."""
    given(GAME, *SOULFUL, DemonicFormTaken(hero=ANA), DamageTaken(whom=ANA, amount=20)).then(
        table(**{"heroes.Ana.form": "hero", "heroes.Ana.status": "defeated"})
    )


def test_nobody_becomes_a_demon_twice() -> None:
    events = (*SOULFUL, DemonicFormTaken(hero=ANA), SoulGained(hero=ANA, amount=10))
    given(GAME, *events).when(DemonicFormTaken(hero=ANA)).then(refused("demon-already"))


def test_an_empty_hand_discards_nothing() -> None:
    given(GAME, *fight()[:-1]).when(DiscardDemanded(hero=ANA, count=2)).then(refused("no-hand"))


def test_an_empty_hand_is_asked_for_nothing_more() -> None:
    """What it was asked for may have been used by then, or asked for twice."""
    spec = given(GAME, *PARTY, DiscardDemanded(hero=ANA, count=2), DiscardDemanded(hero=ANA, count=4))
    for sleeve in spec.play.campaign.table.heroes[ANA].in_zone("hand"):
        spec = spec.then_must(CardMoved).when(CardMoved(hero=ANA, sleeve=sleeve, zone="discard"))
    spec.then_no_prompt("Ana: which card goes to the discard?").and_then(TurnEnded(who=ANA)).then(table(turn_of=IMP))


def test_no_more_cards_are_discarded_than_there_are() -> None:
    spec = given(GAME, *PARTY).when(DiscardDemanded(hero=ANA, count=9, source="event")).then_must(CardMoved)
    spec.then(says("Ana discarded 4 cards (event)"))


def test_a_card_may_cost_corruption() -> None:
    """支付费用: attacks, instants and abilities may cost it."""
    spec = given(GAME, *holding("ability", pays_corruption=2)).when(AbilityUsed(hero=ANA, sleeve="Ana 1"))
    spec.then(followed(CorruptionGained(hero=ANA, amount=2, source="cost")))
