"""Hit points, soul, corruption and taints: what overflows, and who falls."""

import pytest

from companion.testing import followed, given, refused, says, table
from domain.framework.game import PUBLIC
from domain.games.odalin import GAME
from domain.games.odalin.campaign.party import HeroJoined, HitPointsSet
from domain.games.odalin.combat.actions import BasicMoveTaken, DemonicFormTaken, FirstAidGiven, HeroRevived
from domain.games.odalin.combat.classes import HolyAuraRaised
from domain.games.odalin.combat.conditions import ConditionsGained
from domain.games.odalin.combat.rounds import RoundStarted, TurnEnded
from domain.games.odalin.combat.villains import VillainHeldBack
from domain.games.odalin.heroes.dials import (
    ControlLost,
    CorruptionGained,
    CorruptionReduced,
    DamageTaken,
    Healed,
    HeroDefeated,
    HitPointsLost,
    HitPointsPaid,
    PointTainted,
    SoulGained,
    SoulSpent,
)
from domain.log.corrections import preview_amendment
from tests.domain.games.odalin.opening import ANA, BEN, BEN_AT_TURN, IMP, PARTY, fight

NO_CORRUPTION = (*PARTY, CorruptionReduced(hero=ANA, amount=1), CorruptionReduced(hero=BEN, amount=1))
"""As before the round began."""


def test_boundary_1_soul_above_ten_heals() -> None:
    events = (*fight(first="mage"), DamageTaken(whom=ANA, amount=10), SoulGained(hero=ANA, amount=7))
    spec = given(GAME, *events).when(SoulGained(hero=ANA, amount=3))
    spec.then(table(**{"heroes.Ana.soul": 10, "heroes.Ana.hp": 12}))
    spec.and_undo().then(table(**{"heroes.Ana.soul": 9, "heroes.Ana.hp": 10}))


def test_soul_above_ten_heals_nobody_who_is_whole() -> None:
    given(GAME, *PARTY, SoulGained(hero=ANA, amount=8)).when(SoulGained(hero=ANA, amount=3)).then(followed())


def test_boundary_3_corruption_above_ten_turns_to_none_and_taints() -> None:
    spec = given(GAME, *NO_CORRUPTION, CorruptionGained(hero=ANA, amount=10)).when(CorruptionGained(hero=ANA, amount=1))
    spec.then(table(**{"heroes.Ana.corruption": 0, "heroes.Ana.tainted": 1}))
    spec.then(followed(PointTainted(hero=ANA, spent=False)))


def test_boundary_4_ten_corruption_are_safe() -> None:
    spec = given(GAME, *NO_CORRUPTION, CorruptionGained(hero=ANA, amount=8)).when(CorruptionGained(hero=ANA, amount=2))
    spec.then(table(**{"heroes.Ana.corruption": 10, "heroes.Ana.tainted": 0}), followed())


def test_which_point_is_tainted_is_asked_where_there_is_a_choice() -> None:
    """Q6."""
    spec = given(GAME, *PARTY, BasicMoveTaken(hero=ANA)).when(CorruptionGained(hero=ANA, amount=10))
    spec.then_must(PointTainted).and_then(PointTainted(hero=ANA, spent=True)).then(
        table(**{"heroes.Ana.spent": 0, "heroes.Ana.tainted_spent": 1, "heroes.Ana.tainted": 1})
    )


def test_a_point_that_is_not_there_is_not_tainted() -> None:
    given(GAME, *PARTY).when(PointTainted(hero=ANA, spent=True)).then(refused("no-such-point"))


def test_the_third_taint_loses_control() -> None:
    events = (*PARTY, *(CorruptionGained(hero=ANA, amount=11) for _ in range(2)))
    spec = given(GAME, *events).when(CorruptionGained(hero=ANA, amount=11))
    assert ControlLost(hero=ANA, lord="beelzebub") in spec.outcome.events
    spec.and_undo().then(table(**{"heroes.Ana.status": "active", "heroes.Ana.tainted": 2}))


def test_a_hero_at_no_hit_points_is_defeated() -> None:
    """A3: its corruption goes by usual."""
    poisoned = ConditionsGained(whom=BEN, tokens={"poisoned": 1})
    spec = given(GAME, *PARTY, poisoned).when(DamageTaken(whom=BEN, amount=20))
    spec.then(
        followed(HeroDefeated(hero=BEN), PointTainted(hero=BEN, spent=False)),
        table(**{"heroes.Ben.hp": 0, "heroes.Ben.corruption": 0, "heroes.Ben.conditions": {}, "heroes.Ben.tainted": 1}),
    )


def test_a_table_may_rule_that_a_defeated_hero_keeps_its_corruption() -> None:
    spec = given(GAME, *fight("defeat-keeps-corruption")).when(DamageTaken(whom=BEN, amount=20))
    spec.then(table(**{"heroes.Ben.corruption": 1}))


def test_who_is_defeated_with_two_taints_loses_control() -> None:
    events = (*PARTY, *(CorruptionGained(hero=BEN, amount=11) for _ in range(2)))
    spec = given(GAME, *events).when(DamageTaken(whom=BEN, amount=20))
    assert [type(event) for event in spec.outcome.events] == [DamageTaken, HeroDefeated, PointTainted, ControlLost]


def test_nobody_at_no_hit_points_is_healed() -> None:
    """V-HEAL."""
    spec = given(GAME, *PARTY, DamageTaken(whom=BEN, amount=15)).when(Healed(whom=BEN, amount=3))
    spec.then(refused("not-healed", says="give First Aid first"))
    spec.when(DamageTaken(whom=BEN, amount=3)).then(refused("hero-down", says="Ben is down"))
    given(GAME, *PARTY).when(Healed(whom=ANA, amount=3)).then(table(**{"heroes.Ana.hp": 20}))


def test_healing_stops_at_the_most() -> None:
    spec = given(GAME, *PARTY, DamageTaken(whom=BEN, amount=2)).when(Healed(whom=BEN, amount=5))
    spec.then(says("Ben healed 2"), table(**{"heroes.Ben.hp": 15}))


def test_boundary_6_first_aid_brings_a_hero_back_with_half_rounded_down() -> None:
    spec = given(GAME, *PARTY, DamageTaken(whom=BEN, amount=15)).when(FirstAidGiven(hero=ANA, patient=BEN))
    spec.then(
        table(**{"heroes.Ben.hp": 7, "heroes.Ben.status": "active", "heroes.Ben.tainted": 1, "heroes.Ana.spent": 1})
    )
    spec.then(says("Ana gave First Aid: Ben came back with 7 hit points"))


def test_first_aid_is_for_the_defeated() -> None:
    """V-REVIVE."""
    given(GAME, *PARTY).when(FirstAidGiven(hero=ANA, patient=BEN)).then(refused("not-defeated"))
    lost = (*PARTY, *(CorruptionGained(hero=BEN, amount=11) for _ in range(3)))
    given(GAME, *lost).when(FirstAidGiven(hero=ANA, patient=BEN)).then(refused("lord-first"))
    given(GAME, *lost).when(HeroRevived(hero=BEN)).then(refused("lord-first"))


def test_who_is_back_recovers_no_points() -> None:
    moved = (
        *PARTY,
        *BEN_AT_TURN,
        BasicMoveTaken(hero=BEN),
        DamageTaken(whom=BEN, amount=15),
        PointTainted(hero=BEN, spent=False),
    )
    round_two = (VillainHeldBack(villain="Ogre 1"), RoundStarted(), FirstAidGiven(hero=ANA, patient=BEN))
    given(GAME, *moved, *round_two).then(table(**{"heroes.Ben.spent": 1, "heroes.Ben.tainted": 1}))


def test_case_72_what_is_paid_nothing_reduces() -> None:
    events = (*PARTY, ConditionsGained(whom=ANA, tokens={"toughened": 1}))
    given(GAME, *events).when(HitPointsPaid(hero=ANA, amount=4)).then(table(**{"heroes.Ana.hp": 16}))


@pytest.mark.parametrize("hp", [5, 1])
def test_case_55_who_pays_five_keeps_a_hit_point(hp: int) -> None:
    """V-COST."""
    paid = HitPointsPaid(hero=BEN, amount=5)
    poor = (*PARTY, HitPointsLost(whom=BEN, amount=15 - hp))
    given(GAME, *poor).when(paid).then(refused("not-enough-hp", bendable=False))
    given(GAME, *PARTY, HitPointsLost(whom=BEN, amount=9)).when(paid).then(table(**{"heroes.Ben.hp": 1}))


def test_excess_damage_is_lost() -> None:
    """Q38."""
    given(GAME, *PARTY).when(HitPointsLost(whom=BEN, amount=99)).then(table(**{"heroes.Ben.hp": 0}))


def test_soul_that_is_not_there_is_not_spent() -> None:
    given(GAME, *PARTY).when(SoulSpent(hero=ANA, amount=3)).then(refused("not-enough-soul"))


def test_case_26_conditions_do_not_change_other_damage() -> None:
    events = (*PARTY, ConditionsGained(whom=ANA, tokens={"weakened": 1}))
    given(GAME, *events).when(DamageTaken(whom=IMP, amount=3, by=ANA)).then(table(**{"villains.Imp 1.hp": 7}))


def test_corruption_never_goes_below_none() -> None:
    given(GAME, *PARTY).when(CorruptionReduced(hero=ANA, amount=5)).then(table(**{"heroes.Ana.corruption": 0}))


def test_auras_of_a_defeated_hero_stay_unless_ruled_otherwise() -> None:
    """Q57."""
    for ruling, aura in (((), "protection"), (("auras-fall",), "")):
        raised = (*fight(*ruling, first="paladin"), HolyAuraRaised(hero=ANA, aura="protection"), TurnEnded(who=ANA))
        fallen = (DamageTaken(whom=ANA, amount=20), PointTainted(hero=ANA, spent=True))
        given(GAME, *raised, *fallen).then(table(**{"heroes.Ana.aura": aura}))


def test_nobody_is_defeated_twice() -> None:
    given(GAME, *PARTY, DamageTaken(whom=BEN, amount=15)).when(HeroDefeated(hero=BEN)).then(refused("hero-is-down"))


def test_a_defeat_is_no_more_once_the_damage_is_put_right() -> None:
    spec = given(GAME, *PARTY, DamageTaken(whom=BEN, amount=9), DamageTaken(whom=BEN, amount=6))
    campaign = spec.play.campaign
    entry = next(e.position for e in campaign.entries() if isinstance(e.event, DamageTaken))
    preview = preview_amendment(campaign, entry, {"amount": 3}, spec.play.command())
    assert HeroDefeated in [type(one.event) for one in preview.lapsed]
    spec.and_amend(entry, "those", amount=3).then(table(**{"heroes.Ben.status": "active"}))


def test_healing_of_unknown_hit_points_has_no_number() -> None:
    spec = given(GAME, *fight(hp=None)).when(Healed(whom=ANA, amount=3))
    spec.then(says("Ana healed ?"), table(**{"heroes.Ana.hp": None, "heroes.Ana.today.healed": 0}))


def test_a_hero_who_was_hurt_before_its_hit_points_were_known_is_asked_what_is_left() -> None:
    spec = given(GAME, *fight(hp=None), DamageTaken(whom=ANA, amount=3))
    (asked,) = [one for one in spec.play.campaign.prompts(PUBLIC) if one.event is HitPointsSet]
    assert asked.missing == ["most", "now"]
    spec.when(HitPointsSet(hero=ANA, most=20, now=17)).then(table(**{"heroes.Ana.hp": 17}))
    given(GAME, *fight(hp=None)).when(HitPointsSet(hero=ANA, most=20)).then(table(**{"heroes.Ana.hp": 20}))


def test_soul_without_the_base_of_its_tile_is_asked_for_before_it_is_spent() -> None:
    unsaid = given(GAME, *PARTY, HeroJoined(hero="Cleo", hp=9), SoulGained(hero="Cleo", amount=2))
    unsaid.when(SoulSpent(hero="Cleo", amount=3)).then(refused("base-soul-unknown", says="base soul of Cleo"))
    unsaid.when(SoulSpent(hero="Cleo", amount=2)).then(table(**{"heroes.Cleo.soul": 0}))
    form = unsaid.when(DemonicFormTaken(hero="Cleo"), bend="its turn")
    form.then(refused("base-soul-unknown"))
