"""Villains that fall: second lives, power, runes, bursts, the end of a combat."""

from typing import Any

import pytest

from companion.testing import NOTHING, followed, given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.events.marked_fields import is_marked
from domain.framework.events.marks import Settled
from domain.framework.game import PUBLIC
from domain.framework.kernel import ContentAdded
from domain.games.odalin import GAME
from domain.games.odalin.campaign.party import HitPointsSet
from domain.games.odalin.combat.attacks import AttackDeclared, AttackResolved, AttackRolled
from domain.games.odalin.combat.conditions import ConditionsGained
from domain.games.odalin.combat.defeats import (
    BurstResolved,
    CombatEnded,
    DemonLordSubdued,
    OppositeAttackTold,
    RuneFed,
    SecondLifeUsed,
    VillainDefeated,
    VillainRevived,
    villain_gone,
)
from domain.games.odalin.combat.power import PowerKept, PowerRaised, PowerSpent
from domain.games.odalin.combat.rounds import InitiativeSet
from domain.games.odalin.combat.villains import AttackCardDrawn, EliteMade, VillainLeft, VillainPlaced
from domain.games.odalin.dungeon.rooms import RoomSetUp
from domain.games.odalin.heroes.dials import CorruptionGained, DamageTaken, SoulGained
from tests.domain.games.odalin.opening import (
    ANA,
    ATTACKING,
    BEN,
    CARDS_ASIDE,
    IMP,
    IMP_AT_TURN,
    OGRE,
    PARTY,
    Events,
    fight,
    party,
)


def killed(whom: str = IMP, **by: Any) -> DamageTaken:
    return DamageTaken(whom=whom, amount=10, **by)


def in_attack(side: str, strength: int, whom: str = IMP) -> DamageTaken:
    return killed(whom, by=ANA, in_attack=True, side=side, strength=strength)


def test_a_defeat_raises_power_and_leaves_a_burst() -> None:
    spec = (
        given(GAME, *PARTY)
        .when(killed(by=ANA))
        .then(
            table(**{"villains.Imp 1": NOTHING, "power": 1, "track": [ANA, BEN, OGRE], "defeated": {"Imp": 1}}),
            says("Imp 1 took 10 damage", "Imp 1 was defeated by Ana: power rose by 1"),
        )
    )
    spec.and_undo().then(table(**{"villains.Imp 1.hp": 10, "power": 0, "bursts": {}}))


@pytest.mark.parametrize(
    ("imp", "side", "strength", "power"),
    [
        pytest.param(("chaos", 1), "order", 1, 2, id="EX-30 equal strength"),
        pytest.param(("chaos", 2), "order", 2, 2, id="EX-30 both two"),
        pytest.param(("chaos", 2), "order", 1, 1, id="EX-31 and D-08 too weak"),
        pytest.param(("chaos", 1), "order", 2, 2, id="EX-32 stronger"),
        pytest.param(("chaos", 1), "chaos", 2, 1, id="D-09 the same side"),
        pytest.param(("order", 1), "chaos", 1, 2, id="chaos against order"),
    ],
)
def test_an_attack_of_the_opposite_side_raises_power_by_one_more(
    imp: tuple[str, int], side: str, strength: int, power: int
) -> None:
    events = fight(imp={"side": imp[0], "strength": imp[1]})
    given(GAME, *events).when(in_attack(side, strength)).then(table(power=power))


def test_other_damage_of_a_hero_raises_power_by_one() -> None:
    """A4: an instant or the environment is no attack."""
    given(GAME, *PARTY).when(killed(by=ANA, side="order", strength=2)).then(table(power=1))


def test_what_side_an_attack_was_of_is_asked_where_nobody_said() -> None:
    spec = given(GAME, *PARTY, killed(by=ANA, in_attack=True)).then_must(OppositeAttackTold)
    spec.when(OppositeAttackTold(villain=IMP, stronger=True)).then(table(power=2))


@pytest.mark.parametrize(
    "said",
    [pytest.param({}, id="neither"), pytest.param({"side": "order"}, id="its strength")],
)
def test_an_attack_of_which_not_enough_is_known_is_asked_about(said: dict[str, Any]) -> None:
    """C-POWER."""
    given(GAME, *PARTY).when(killed(by=ANA, in_attack=True, **said)).then_must(OppositeAttackTold)


@pytest.mark.parametrize(
    ("before", "told"),
    [
        pytest.param(PARTY, BurstResolved(villain=IMP, heroes=(BEN,)), id="its burst"),
        pytest.param((*PARTY, VillainLeft(villain=OGRE)), BurstResolved(villain=IMP), id="after the combat"),
        pytest.param(PARTY, VillainRevived(villain=IMP), id="that it is back"),
    ],
)
def test_what_killed_it_is_still_asked_once_something_else_of_it_was_said(before: Events, told: Event[Any]) -> None:
    """C-POWER: what is asked about one villain is answered in any order."""
    spec = given(GAME, *before, killed(by=ANA, in_attack=True), told).then_must(OppositeAttackTold)
    spec.when(OppositeAttackTold(villain=IMP, stronger=True)).then(table(power=2))


def test_an_attack_of_its_own_side_is_not_asked_about() -> None:
    """C-POWER: its strength does not matter."""
    given(GAME, *PARTY).when(killed(by=ANA, in_attack=True, side="chaos")).then_no_prompt(OppositeAttackTold)


def test_power_is_spent_only_once_it_is_said_how_far_it_rose() -> None:
    """Q7: both points are one increase."""
    spec = given(GAME, *PARTY, killed(by=ANA, in_attack=True)).then_no_prompt(PowerSpent)
    spec.when(OppositeAttackTold(villain=IMP, stronger=False)).then(table(power=1)).then_prompts(PowerSpent)


def test_the_next_one_falls_only_after_that_power_was_decided_about() -> None:
    """Q7."""
    blow = {"amount": 10, "by": ANA, "in_attack": True}
    attack = AttackDeclared(hero=ANA, target=IMP, others=(OGRE,), damage=20)
    struck = (*ATTACKING, attack, DamageTaken(whom=IMP, **blow), DamageTaken(whom=OGRE, **blow), AttackRolled(hits=0))
    spec = given(GAME, *struck, AttackResolved()).then(table(**{"villains.Imp 1": NOTHING, "villains.Ogre 1.hp": 0}))
    spec = spec.when(OppositeAttackTold(villain=IMP, stronger=True)).then(
        table(**{"villains.Ogre 1.hp": 0, "power": 2})
    )
    spec.and_then(PowerKept()).then(table(**{"villains.Ogre 1": NOTHING})).then_must(OppositeAttackTold)


def test_what_would_not_fit_on_the_track_is_not_asked_about() -> None:
    events = (*PARTY, PowerRaised(amount=5), PowerKept())
    given(GAME, *events).when(killed(by=ANA, in_attack=True)).then_no_prompt(OppositeAttackTold)


def power_six(*rulings: str) -> Events:
    return (*fight(*rulings), PowerRaised(amount=6), PowerKept())


def test_boundary_7_a_full_track_opens_the_window_again() -> None:
    """Q48."""
    given(GAME, *power_six(), killed()).then(table(power=6)).then_prompts(PowerSpent)
    given(GAME, *power_six("full-power-waits"), killed()).then_no_prompt(PowerSpent)


def test_the_power_of_one_is_decided_about_before_the_next_one_falls() -> None:
    """Q7."""
    spec = given(GAME, *ATTACKING, *both()).then(table(**{"villains.Imp 1": NOTHING, "villains.Ogre 1.hp": 0}))
    spec.when(PowerKept()).then(table(**{"villains.Ogre 1": NOTHING, "power": 2}))


def both() -> Events:
    attack = AttackDeclared(hero=ANA, target=IMP, others=(OGRE,), side="chaos", strength=0, damage=20)
    return (attack, AttackRolled(hits=2), AttackResolved())


def test_a_table_may_rule_that_power_is_offered_after_the_attack() -> None:
    given(GAME, *fight("power-after-attack", tracks=CARDS_ASIDE), *both()).then(table(power=2, villains={}))


def test_case_23_a_villain_of_order_gives_soul_to_who_stands_there() -> None:
    spec = given(GAME, *PARTY, killed(OGRE)).when(BurstResolved(villain=OGRE, heroes=(ANA, BEN)))
    spec.then(followed(SoulGained(hero=ANA, amount=2, source="burst"), SoulGained(hero=BEN, amount=2, source="burst")))


def test_case_24_a_villain_of_chaos_gives_corruption() -> None:
    events = fight(imp={"strength": 2})
    spec = given(GAME, *events, killed()).when(BurstResolved(villain=IMP, heroes=(ANA,)))
    spec.then(followed(CorruptionGained(hero=ANA, amount=2, source="burst")), table(bursts={}))


def test_a_rune_feeds_who_hurt_it_last_in_this_turn() -> None:
    runes = (*fight()[:-4], RoomSetUp(entry="1", tile="1", terrain=("order-rune",), quiet=True), *fight()[-3:])
    spec = given(GAME, *runes, DamageTaken(whom=IMP, amount=3, by=ANA), killed(source="trap"))
    spec = spec.then_prompts(RuneFed(villain=IMP, hero=ANA, rune="order"))
    spec = spec.when(RuneFed(villain=IMP, hero=ANA, rune="order")).then(table(**{"heroes.Ana.soul": 4}))
    spec.then_no_prompt(RuneFed).and_then(RuneFed(villain=IMP, hero=ANA, rune="order")).then(refused("fed-already"))


def test_who_dealt_the_damage_of_an_instant_may_be_said() -> None:
    """3.9: the hero who hurt it last feeds the rune."""
    assert not is_marked(DamageTaken.model_fields["by"], Settled)


ELITE = (*PARTY, EliteMade(villain=IMP, card="Fast"))


def test_an_elite_rises_once_with_its_conditions_and_raises_no_power() -> None:
    """Q9, Q60."""
    poisoned = ConditionsGained(whom=IMP, tokens={"poisoned": 1})
    spec = given(GAME, *ELITE, poisoned).when(killed()).then(followed(SecondLifeUsed(villain=IMP)))
    spec.then(table(**{"villains.Imp 1.hp": 10, "power": 0, "villains.Imp 1.conditions": {"poisoned": 1}}))
    spec.and_then(killed()).then(table(**{"villains.Imp 1": NOTHING, "power": 1}))


def test_a_second_life_is_used_once_and_by_elites() -> None:
    """V-ELITE."""
    given(GAME, *ELITE, killed()).when(SecondLifeUsed(villain=IMP)).then(refused("second-life-used"))
    given(GAME, *PARTY).when(SecondLifeUsed(villain=IMP)).then(refused("not-elite"))


def test_a_villain_comes_back_whole() -> None:
    spec = given(GAME, *PARTY, killed()).when(VillainRevived(villain=IMP))
    spec.then(table(**{"villains.Imp 1.hp": 10, "villains.Imp 1.side": "chaos", "bursts": {}, "fallen": {}}))


def test_a_villain_comes_back_as_what_it_was() -> None:
    bat = ContentAdded(kind="villains", id="bat", fields={"en": "Bat", "hp": 6, "flying": True})
    placed = VillainPlaced(name="bat", boss=True, rare=True, elite=True)
    spec = given(GAME, bat, *PARTY, placed, killed("bat 1"), killed("bat 1"), PowerKept())
    spec = spec.when(VillainRevived(villain="bat 1"))
    told = dict.fromkeys(("boss", "rare", "elite", "flying"), True) | {"hp": 6, "conditions": {}}
    spec.then(table(**{f"villains.bat 1.{name}": value for name, value in told.items()}))
    spec.then(table(waiting=[ANA, IMP, BEN, OGRE, "bat 1", "bat 1"]))


def lich(*rulings: str) -> Events:
    """A boss in Hell, with its elite card."""
    placed = VillainPlaced(name="Lich", hp=10, defense=1, boss=True)
    order = InitiativeSet(order=(ANA, "Lich 1", BEN, "Lich 1", IMP, OGRE))
    return (*fight(*rulings, difficulty="hell")[:-1], placed, order, EliteMade(villain="Lich 1"))


def test_a_boss_has_a_second_life_only_by_ruling() -> None:
    """Q52."""
    given(GAME, *lich()).when(killed("Lich 1")).then(table(**{"villains.Lich 1": NOTHING}))
    spec = given(GAME, *lich("boss-is-elite")).when(killed("Lich 1")).then(table(**{"villains.Lich 1.hp": 10}))
    spec.and_then(killed("Lich 1")).then(table(**{"villains.Lich 1": NOTHING, "boss_beaten": "Lich"}))


def test_a_combat_ends_with_the_last_villain() -> None:
    tokens = ConditionsGained(whom=ANA, tokens={"vulnerable": 1})
    spec = given(GAME, *PARTY, tokens, killed(IMP)).when(killed(OGRE))
    assert type(spec.outcome.events[-1]) is CombatEnded
    spec.then(table(**{"fighting": False, "heroes.Ana.conditions": {}, "rooms.1.cleared": True}))


def test_a_combat_does_not_end_while_a_villain_stands() -> None:
    given(GAME, *PARTY).when(CombatEnded()).then(refused("villains-left"))


LOST = (*PARTY, *(CorruptionGained(hero=ANA, amount=11) for _ in range(3)))
LORD = "beelzebub 1"


def test_a_demon_lord_that_took_over_acts_last_and_belongs_to_nobody() -> None:
    given(GAME, *LOST).then(
        table(**{"heroes.Ana.status": "lost control", "track": [ANA, IMP, BEN, OGRE, LORD], "turn_of": IMP})
    )


def test_a_demon_lord_draws_here_once_all_six_of_its_cards_are_known() -> None:
    """3.11."""
    spec = given(GAME, *LOST)
    for n in range(6):
        spec = spec.when(AttackCardDrawn(villain=LORD), bend="as it is").then(refused("no-cards"))
        spec = spec.when(AttackCardDrawn(villain=LORD, card=f"Bite {n}"), bend="as it is").then()
    spec.when(AttackCardDrawn(villain=LORD), bend="as it is").then()


@pytest.mark.parametrize("event", [VillainDefeated(villain=LORD), VillainLeft(villain=LORD)])
def test_a_demon_lord_is_subdued_and_does_not_leave_otherwise(event: Event[Any]) -> None:
    given(GAME, *LOST).when(event).then(refused("not-offered"))


def test_a_villain_that_comes_later_acts_before_a_demon_lord() -> None:
    """3.14.3."""
    spec = given(GAME, *LOST).when(VillainPlaced(name="Bat", hp=3, boss=True))
    spec.then(
        table(waiting=[IMP, BEN, OGRE, "Bat 1", "Bat 1", LORD], track=[ANA, IMP, BEN, OGRE, *["Bat 1"] * 2, LORD])
    )


def test_a_subdued_demon_lord_leaves_its_hero_to_first_aid() -> None:
    """Q8: no power, no burst."""
    spec = given(GAME, *LOST).when(DamageTaken(whom=LORD, amount=1))
    spec = spec.and_then(DemonLordSubdued(villain=LORD, hero=ANA)).then(
        table(**{"heroes.Ana.status": "defeated", "heroes.Ana.hp": 0, "heroes.Ana.soul": 0, "heroes.Ana.corruption": 0})
    )
    spec.then(table(**{"heroes.Ana.tainted": 2, "power": 0, "bursts": {}, f"villains.{LORD}": NOTHING}))


def test_a_table_may_rule_that_a_freed_hero_is_back_with_half() -> None:
    lost = (*fight("subdued-returns-at-half"), *LOST[len(PARTY) :])
    spec = given(GAME, *lost).when(DemonLordSubdued(villain=LORD, hero=ANA))
    spec.then(table(**{"heroes.Ana.status": "active", "heroes.Ana.hp": 10}))


def test_a_freed_hero_of_unknown_hit_points_is_back_and_asked_for_them() -> None:
    fallen = (*fight("subdued-returns-at-half", hp=None), DamageTaken(whom=ANA, amount=3))
    lost = (*fallen, *(CorruptionGained(hero=ANA, amount=11) for _ in range(3)))
    spec = given(GAME, *lost).when(DemonLordSubdued(villain=LORD, hero=ANA))
    spec.then(table(**{"heroes.Ana.status": "active", "heroes.Ana.hp": None}))
    spec.and_then(HitPointsSet(hero=ANA, most=20)).then(refused("now-unknown", says="how many hit points Ana has now"))
    spec.and_then(HitPointsSet(hero=ANA, most=20, now=21)).then(refused("now-above"))
    spec.and_then(HitPointsSet(hero=ANA, most=20, now=10)).then(table(**{"heroes.Ana.hp": 10, "heroes.Ana.most": 20}))


def test_power_waits_for_the_party_in_the_turn_of_a_villain() -> None:
    spec = given(GAME, *PARTY, *IMP_AT_TURN, killed(OGRE)).then_prompts(PowerSpent)
    spec.then(table(turn_of=IMP))
    defeated = given(GAME, *PARTY).when(killed()).outcome.events[1]
    assert isinstance(defeated, VillainDefeated)


def test_a_combat_that_is_not_does_not_end() -> None:
    given(GAME, *PARTY[:5]).when(CombatEnded()).then(refused("no-fight"))


def test_with_a_villain_goes_what_an_aura_would_do_to_it_and_its_burst_stays() -> None:
    there = given(GAME, *PARTY).play.campaign.table.model_copy(deep=True)
    for due, villain in (("aura-struck-back", IMP), ("aura-struck-back", OGRE), ("burst-resolved", IMP)):
        there.agenda.put(due, villain=villain)
    villain_gone(there, IMP)
    assert [(due.event, due.fields["villain"]) for due in there.agenda.due.values()] == [
        ("burst-resolved", IMP),
        ("aura-struck-back", OGRE),
    ]


UNSAID: Events = (*party(), RoomSetUp(entry="1", tile="1", quiet=True), VillainPlaced(name="Imp", hp=10, defense=2))
"""A villain whose side and strength nobody said."""


def test_the_burst_of_a_villain_of_unknown_side_asks_for_it_and_remembers_it() -> None:
    spec = given(GAME, *UNSAID, InitiativeSet(order=(ANA, IMP, BEN))).when(killed())
    burst = next(one for one in spec.play.campaign.prompts(PUBLIC) if one.event is BurstResolved)
    assert {*burst.missing} == {"villain", "side", "amount"} - {*burst.fields}
    spec.when(BurstResolved(villain=IMP, heroes=(ANA,))).then(refused("burst-unknown", bendable=False))
    told = spec.when(BurstResolved(villain=IMP, heroes=(ANA,), side="order", amount=2))
    told.then(table(**{"heroes.Ana.soul": 4, "heroes.Ana.corruption": 1}))
    again = told.and_then(VillainPlaced(name="Imp", hp=3))
    again.then(table(**{"villains.Imp 1.side": "order", "villains.Imp 1.strength": 2, "villains.Imp 1.unsaid": False}))


def test_nobody_near_a_burst_needs_no_side() -> None:
    given(GAME, *UNSAID).when(killed()).and_then(BurstResolved(villain=IMP)).then(table(bursts={}))


def test_whether_an_attack_was_of_the_opposite_side_is_asked_if_the_villains_is_unknown() -> None:
    given(GAME, *UNSAID).when(in_attack("chaos", 3)).then(table(power=1)).then_must(OppositeAttackTold)


def test_the_balance_moves_once_the_side_of_a_defeated_villain_is_said() -> None:
    unsaid = (*party(system="balance track"), *UNSAID[-2:])
    spec = given(GAME, *unsaid).when(killed()).then(table(balance=0))
    spec.when(BurstResolved(villain=IMP)).then(refused("burst-unknown"))
    spec.when(BurstResolved(villain=IMP, side="chaos", amount=1)).then(table(balance=-2))
