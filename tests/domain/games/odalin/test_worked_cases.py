"""Worked cases of the rules digest (part 8) that the table tells with its everyday events, each by its number."""

from domain.games.odalin import GAME
from domain.games.odalin.combat.actions import PointRecovered
from domain.games.odalin.combat.attacks import AttackDeclared
from domain.games.odalin.combat.conditions import ConditionsGained
from domain.games.odalin.combat.modes import AllyJoined
from domain.games.odalin.heroes.dials import DamageTaken, Healed, HitPointsLost, HitPointsPaid
from tests.domain.games.odalin.opening import ANA, BEN, IMP, OGRE, PARTY, fight
from tests.specs import followed, given, table

WEAK = (*fight(first="mage"), HitPointsLost(whom=ANA, amount=18), HitPointsLost(whom=BEN, amount=13))
"""Both heroes have two hit points."""


def test_case_5_a_hero_may_heal_itself() -> None:
    given(GAME, *WEAK).when(Healed(whom=ANA, amount=1)).then(table(**{"heroes.Ana.hp": 3}))


def test_case_6_an_ally_may_be_no_hero() -> None:
    events = (*WEAK, AllyJoined(name="Miller", hp=4), HitPointsLost(whom="Miller", amount=2))
    given(GAME, *events).when(Healed(whom="Miller", amount=1)).then(table(**{"allies.Miller.hp": 3}))


def test_case_17_an_attack_may_be_at_heroes() -> None:
    spec = given(GAME, *PARTY).when(AttackDeclared(hero=ANA, target=BEN, others=(ANA,)))
    spec.then(table(**{"attack.targets": [BEN, ANA]}))


def test_case_28_one_effect_is_over_before_the_next_and_not_looked_at_again() -> None:
    spec = given(GAME, *WEAK).when(Healed(whom=BEN, amount=3, source="card")).then(followed())
    spec = spec.and_then(Healed(whom=BEN, amount=5, source="item")).and_then(PointRecovered(hero=BEN))
    spec.then(table(**{"heroes.Ben.hp": 10, "heroes.Ana.hp": 2, "heroes.Ben.extra": 1}))


def test_case_56_enemies_are_hurt_and_then_an_ally_is_healed() -> None:
    spec = given(GAME, *WEAK)
    for enemy in (IMP, OGRE):
        spec = spec.when(DamageTaken(whom=enemy, amount=5, source="card", by=ANA))
    spec = spec.when(Healed(whom=BEN, amount=5))
    spec.then(table(**{"villains.Imp 1.hp": 5, "villains.Ogre 1.hp": 5, "heroes.Ben.hp": 7}))


def test_case_60_all_heroes_take_damage() -> None:
    spec = given(GAME, *PARTY).when(DamageTaken(whom=ANA, amount=10)).and_then(DamageTaken(whom=BEN, amount=10))
    spec.then(table(**{"heroes.Ana.hp": 10, "heroes.Ben.hp": 5}))


def test_case_61_what_is_paid_comes_first() -> None:
    spec = given(GAME, *PARTY).when(HitPointsPaid(hero=ANA, amount=2, source="card"))
    spec.and_then(DamageTaken(whom=IMP, amount=5, source="card", by=ANA)).then(
        table(**{"heroes.Ana.hp": 18, "villains.Imp 1.hp": 5})
    )


def test_case_63_who_is_not_poisoned_becomes_so() -> None:
    given(GAME, *PARTY).when(ConditionsGained(whom=IMP, tokens={"poisoned": 1})).then(
        table(**{"villains.Imp 1.conditions": {"poisoned": 1}})
    )
