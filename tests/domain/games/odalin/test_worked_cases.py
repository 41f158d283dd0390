"""Worked cases of the rules digest (part 8) that the table tells with its everyday events, each by its number.

Where miniatures stand, what they see and how they move is said at the table: a case about that is one that the table
decides and that nothing here stands in the way of.
"""

from typing import Any

import pytest

from companion.testing import followed, given, refused, table
from domain.framework.events.event import Event
from domain.framework.fields.fields import fields_of
from domain.games.odalin import GAME
from domain.games.odalin.combat.actions import AbilityUsed, BasicMoveTaken, PointRecovered
from domain.games.odalin.combat.attacks import AttackCalledOff, AttackDeclared, AttackResolved, AttackRolled
from domain.games.odalin.combat.conditions import ConditionsGained
from domain.games.odalin.combat.modes import AllyJoined
from domain.games.odalin.combat.villains import VillainAttacked, VillainPlaced
from domain.games.odalin.dungeon.rooms import HazardSuffered, SpecialRuleChanged, TokenPlaced
from domain.games.odalin.heroes.cards import CardMoved, CardsDrawn
from domain.games.odalin.heroes.dials import CorruptionGained, DamageTaken, Healed, HitPointsLost, HitPointsPaid
from domain.games.odalin.heroes.equipment import misfits
from domain.games.odalin.state.hero import Hero, Worn
from tests.domain.games.odalin.opening import ANA, ATTACKING, BEN, IMP, IMP_AT_TURN, OGRE, PARTY, fight

WEAK = (*fight(first="mage"), HitPointsLost(whom=ANA, amount=18), HitPointsLost(whom=BEN, amount=13))
"""Both heroes have two hit points."""


def test_case_5_a_hero_may_heal_itself() -> None:
    given(GAME, *WEAK).when(Healed(whom=ANA, amount=1)).then(table(**{"heroes.Ana.hp": 3}))


def test_case_6_an_ally_may_be_no_hero() -> None:
    events = (*WEAK, AllyJoined(name="Miller", hp=4), HitPointsLost(whom="Miller", amount=2))
    given(GAME, *events).when(Healed(whom="Miller", amount=1)).then(table(**{"allies.Miller.hp": 3}))


def test_case_17_an_attack_may_be_at_heroes() -> None:
    spec = given(GAME, *ATTACKING).when(AttackDeclared(hero=ANA, target=BEN, others=(ANA,), damage=2))
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
    given(GAME, *WEAK).when(HitPointsPaid(hero=ANA, amount=2, source="card")).then(refused("not-enough-hp"))


def test_case_63_who_is_poisoned_takes_five_more_and_who_is_not_becomes_so() -> None:
    poisoned = ConditionsGained(whom=IMP, tokens={"poisoned": 1})
    attack = (AttackDeclared(hero=ANA, target=IMP, damage=2), AttackRolled(hits=2))
    given(GAME, *ATTACKING, poisoned, *attack).when(AttackResolved(bonus=5)).then(table(**{"villains.Imp 1.hp": 3}))
    spec = given(GAME, *ATTACKING, *attack).when(AttackResolved()).and_then(poisoned)
    spec.then(table(**{"villains.Imp 1.hp": 8, "villains.Imp 1.conditions": {"poisoned": 1}}))


# === What an effect moves, and where: nothing here stands in its way ===============================


@pytest.mark.parametrize(
    "effect",
    [
        pytest.param("leaves a villain for 1 movement point", id="EX-02 the card says that it costs no more"),
        pytest.param("past the corner of rubble", id="EX-10 a movement point more"),
        pytest.param("PUSH 2 an enemy", id="EX-36 over at once"),
        pytest.param("PUSH 2 the target", id="EX-46 whom the action is aimed at"),
        pytest.param("PULL 4 another enemy", id="EX-47 another one"),
        pytest.param("You MOVE 3", id="EX-48 oneself, seen or not"),
        pytest.param("MOVE 5 an ally within [2]", id="EX-52 none to five squares"),
        pytest.param("Transfer across spikes", id="EX-66 not hurt by what it passes"),
        pytest.param("PULL 2 who is within [1]", id="EX-69 stops"),
        pytest.param("RUN 6 towards a barrel", id="EX-70 stops beside it"),
    ],
)
def test_an_effect_that_only_moves_costs_its_point_and_leaves_nothing_behind(effect: str) -> None:
    spec = given(GAME, *PARTY, TokenPlaced(token="barrel"))
    card = spec.play.campaign.table.heroes[ANA].in_zone("hand")[0]
    spec = spec.when(AbilityUsed(hero=ANA, sleeve=card, effect=effect)).then(followed())
    spec.then(table(**{"heroes.Ana.spent": 1, "heroes.Ana.effects": [], "heroes.Ana.hp": 20}))
    spec.then(table(**{"villains.Imp 1.hp": 10, "rooms.1.tokens": {"barrel": 1}}))


@pytest.mark.parametrize(
    ("whom", "terrain"),
    [
        pytest.param(ANA, "spikes", id="EX-11 past a corner of spikes"),
        pytest.param(BEN, "lava", id="EX-54 moved by a villain as far as the lava"),
        pytest.param(ANA, "spikes", id="EX-66 lands on spikes"),
        pytest.param(IMP, "lava", id="EX-68 runs through what lies on its shortest way"),
    ],
)
def test_terrain_hurts_who_enters_it_for_one(whom: str, terrain: str) -> None:
    spec = given(GAME, *PARTY).when(HazardSuffered(whom=whom, terrain=terrain))
    spec.then(followed(DamageTaken(whom=whom, amount=1, source="terrain")))


@pytest.mark.parametrize(
    ("whom", "path"),
    [
        pytest.param(ANA, "heroes.Ana.hp", id="EX-49 a hero: oneself"),
        pytest.param(BEN, "heroes.Ben.hp", id="EX-49 a hero: another one"),
        pytest.param("Miller", "allies.Miller.hp", id="EX-50 an ally who is no hero"),
        pytest.param(BEN, "heroes.Ben.hp", id="EX-62 an ally at one, two or three squares"),
        pytest.param(BEN, "heroes.Ben.hp", id="EX-71 the chosen ally itself"),
    ],
)
def test_an_effect_heals_whom_it_is_aimed_at(whom: str, path: str) -> None:
    events = (*WEAK, AllyJoined(name="Miller", hp=9), HitPointsLost(whom="Miller", amount=7))
    given(GAME, *events).when(Healed(whom=whom, amount=5)).then(table(**{path: 7}))


# === Whom an attack reaches ========================================================================


@pytest.mark.parametrize(
    ("aimed", "targets"),
    [
        pytest.param({"target": OGRE}, [OGRE], id="EX-12 within its range"),
        pytest.param({"target": IMP}, [IMP], id="EX-14 one line that nothing crosses is enough"),
        pytest.param({"target": IMP, "others": (BEN,), "shape": "area"}, [IMP, BEN], id="EX-18 five squares of nine"),
        pytest.param({"target": IMP, "others": (OGRE,), "shape": "line"}, [IMP, OGRE], id="EX-19 a line of five"),
    ],
)
def test_an_attack_is_at_whom_the_table_finds_in_range_and_sight(aimed: dict[str, Any], targets: list[str]) -> None:
    given(GAME, *ATTACKING).when(AttackDeclared(hero=ANA, damage=2, **aimed)).then(table(**{"attack.targets": targets}))


@pytest.mark.parametrize(
    "shape", [pytest.param("targets", id="EX-13 no line of sight"), pytest.param("area", id="EX-18b four squares seen")]
)
def test_an_attack_that_turns_out_to_reach_nobody_was_that_of_the_turn(shape: Any) -> None:
    declared = AttackDeclared(hero=ANA, target=IMP, shape=shape, damage=2)
    spec = given(GAME, *ATTACKING, declared).when(AttackCalledOff()).then(table(attack=None))
    spec.and_then(declared).then(refused("one-attack"))


def test_case_9_movement_that_is_left_when_an_attack_begins_is_lost() -> None:
    spec = given(GAME, *PARTY, AttackDeclared(hero=ANA, target=IMP)).when(BasicMoveTaken(hero=ANA))
    spec.then(refused("wrong-step"))


def test_case_15_an_attack_is_asked_for_its_enemies_first() -> None:
    """A friend is no target of “1 enemy”; it is offered below, for texts that say otherwise."""
    now = given(GAME, *PARTY).play.campaign.table
    target = next(field for field in fields_of(AttackDeclared) if field.name == "target")
    assert target.choice is not None
    assert list(target.choice.closest([ANA, BEN, IMP, OGRE], now, {"hero": ANA})) == [IMP, OGRE]


@pytest.mark.parametrize(
    ("ruling", "hero"),
    [
        pytest.param((), ANA, id="EX-35 more corruption breaks a tie"),
        pytest.param(("theme-first",), BEN, id="EX-04 whoever wears the most metal"),
    ],
)
def test_a_tie_between_targets_is_broken_at_the_table(ruling: tuple[str, ...], hero: str) -> None:
    events: tuple[Event[Any], ...] = (*fight(*ruling), CorruptionGained(hero=ANA, amount=3), *IMP_AT_TURN)
    given(GAME, *events).when(VillainAttacked(villain=IMP, hero=hero, damage=1)).then(
        table(**{"assault.targets": [hero]})
    )


# === Stats, equipment, cards, villains and rooms ====================================================


def test_case_7_equipment_adds_to_a_stat() -> None:
    hero = Hero(stats={"vigor": 2}, worn={"Mail": Worn(stats={"vigor": 2}), "Ring": Worn(stats={"vigor": 1})})
    assert hero.stat("vigor") == 5


def test_case_27_damage_that_a_trait_halves_is_told_halved() -> None:
    spec = given(GAME, *PARTY).when(DamageTaken(whom=IMP, amount=7 // 2, source="instant", by=BEN))
    spec.then(table(**{"villains.Imp 1.hp": 7}))


def test_case_29_a_second_ring_does_not_fit_and_an_amulet_does() -> None:
    now = given(GAME, *PARTY).play.campaign.table
    wears = Hero(worn={"Band": Worn(slot="ring")})
    assert list(misfits(now, ANA, wears, "ring"))
    assert not list(misfits(now, ANA, wears, "amulet"))


def test_case_58_who_drew_four_says_which_two_go() -> None:
    spec = given(GAME, *PARTY, CardsDrawn(hero=ANA, count=4, source="card"))
    first, *_, last = spec.play.campaign.table.heroes[ANA].in_zone("hand")
    spec = spec.when(CardMoved(hero=ANA, sleeve=first, zone="discard"))
    spec = spec.and_then(CardMoved(hero=ANA, sleeve=last, zone="discard"))
    hero = spec.play.campaign.table.heroes[ANA]
    assert (len(hero.in_zone("hand")), hero.in_zone("discard")) == (6, [first, last])


def test_case_64_a_villain_that_an_effect_places_is_a_new_one() -> None:
    spec = given(GAME, *PARTY, DamageTaken(whom=IMP, amount=3)).when(VillainPlaced(name="Imp", hp=10))
    spec.then(table(**{"villains.Imp 1.hp": 7, "villains.Imp 2.hp": 10}))


def test_case_67_what_squares_are_valid_for_is_a_rule_of_the_room() -> None:
    spec = given(GAME, *PARTY).when(SpecialRuleChanged(rule="Blue squares only with the blue token"))
    spec.then(table(**{"rooms.1.rules": ["Blue squares only with the blue token"]}))
