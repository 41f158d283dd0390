"""Bonuses of stat tokens: unknown ones are asked for, or left to the table, and never 0."""

from typing import Any

import pytest

from companion.testing import NOTHING, followed, given, refused, says, table
from domain.framework.game import PUBLIC
from domain.framework.kernel import ContentCorrected
from domain.games.odalin import GAME
from domain.games.odalin.campaign.journey import StatTested
from domain.games.odalin.campaign.party import HeroJoined, HitPointsSet, StatsSet
from domain.games.odalin.combat.attacks import AttackDeclared, AttackResolved, AttackRolled
from domain.games.odalin.combat.villains import BlowTaken, DefenseRolled, VillainAttacked
from domain.games.odalin.heroes.equipment import EquipmentGiven
from tests.domain.games.odalin.display.test_sheets import sheets, told
from tests.domain.games.odalin.opening import ANA, DICE, IMP, IMP_AT_TURN, NO_BONUSES, PARTY

COIN = EquipmentGiven(item="Lucky Coin", hero=ANA, slot="amulet", stats={"luck": 1, "agility": 1})
LUCKY = (*PARTY, StatsSet(hero=ANA, stat="luck", value=1), StatsSet(hero=ANA, stat="agility", value=4))
STRIKE = (AttackDeclared(hero=ANA, target=IMP, basic=True), AttackRolled(hits=5))
BLOW = (*IMP_AT_TURN, VillainAttacked(villain=IMP, hero=ANA, damage=6))


def with_coin(*before: Any) -> Any:
    """The same with an item that raises Luck and Agility to values with unknown tokens."""
    return given(GAME, *before).when(COIN, bend="found on the way")


def test_the_luck_of_a_critical_hit_is_asked_for_once_its_token_is_unknown() -> None:
    """C-CRIT: a better item does not make the hero worse."""
    known = given(GAME, *LUCKY, *STRIKE).when(AttackResolved())
    known.then(table(**{"villains.Imp 1.hp": 10 - 1 - 3}))
    spec = with_coin(*LUCKY).and_then(STRIKE[0]).and_then(STRIKE[1])
    spec.then_must(AttackResolved).when(AttackResolved()).then(
        refused("bonus-unknown", bendable=False, says="Luck 2 of Ana")
    )
    said = spec.when(AttackResolved(luck=4)).then(table(**{"villains.Imp 1.hp": 10 - 1 - 4}))
    again = said.and_then(AttackDeclared(hero=ANA, target=IMP, basic=True), bend="once more")
    again.and_then(AttackRolled(hits=5)).when(AttackResolved()).then(table(**{"villains.Imp 1": NOTHING}))


def test_luck_is_not_asked_for_without_a_critical_hit() -> None:
    spec = with_coin(*LUCKY).and_then(STRIKE[0]).and_then(AttackRolled(hits=2))
    spec.when(AttackResolved(hits=3)).then(refused("bonus-unknown"))
    spec.when(AttackResolved()).then(table(**{"villains.Imp 1.hp": 9}))


def test_the_power_of_an_attack_is_asked_for_and_known_from_then_on() -> None:
    """C-DMG."""
    spec = given(GAME, *PARTY, StatsSet(hero=ANA, stat="power", value=2), *STRIKE[:1], AttackRolled(hits=2))
    spec.when(AttackResolved()).then(refused("bonus-unknown", says="Power 2 of Ana"))
    said = spec.when(AttackResolved(power=3)).then(table(**{"villains.Imp 1.hp": 6}))
    said.then(table(**{"library.stats.power.bonus": {"0": 0, "2": 3}}))
    missed = given(GAME, *PARTY, StatsSet(hero=ANA, stat="power", value=2), *STRIKE[:1], AttackRolled(hits=0))
    missed.when(AttackResolved()).then(table(**{"villains.Imp 1.hp": 10}))


def test_the_agility_of_a_defense_is_asked_for() -> None:
    """C-VDMG."""
    given(GAME, *LUCKY, *BLOW).when(DefenseRolled(hero=ANA, shields=1)).then(table(**{"heroes.Ana.hp": 20 - 3}))
    spec = with_coin(*LUCKY).and_then(BLOW[0]).and_then(BLOW[1])
    spec.when(DefenseRolled(hero=ANA, shields=1)).then(refused("bonus-unknown", says="Agility 5 of Ana"))
    spec.when(DefenseRolled(hero=ANA, shields=1, agility=3)).then(table(**{"heroes.Ana.hp": 20 - 2}))


@pytest.mark.parametrize(
    ("defense", "left"),
    [
        pytest.param(DefenseRolled(hero=ANA, shields=2), 20, id="a-perfect-defense"),
        pytest.param(DefenseRolled(hero=ANA, shields=1, more=5), 20, id="shields-enough"),
        pytest.param(BlowTaken(hero=ANA, damage=2), 18, id="what-gets-through"),
    ],
)
def test_agility_is_not_asked_for_if_it_changes_nothing(defense: Any, left: int) -> None:
    with_coin(*LUCKY).and_then(BLOW[0]).and_then(BLOW[1]).when(defense).then(table(**{"heroes.Ana.hp": left}))


def test_the_prompts_ask_for_what_is_unknown() -> None:
    struck = with_coin(*LUCKY).and_then(STRIKE[0]).and_then(STRIKE[1]).play.campaign
    resolve = next(prompt for prompt in struck.prompts(PUBLIC) if prompt.event is AttackResolved)
    assert (resolve.required, tuple(resolve.also_required)) == (True, ("luck",))
    defends = with_coin(*LUCKY, *DICE).and_then(BLOW[0]).and_then(BLOW[1]).play.campaign
    defend = next(prompt for prompt in defends.prompts(PUBLIC) if prompt.event is DefenseRolled)
    assert "agility" in defend.also_required


PLAIN = tuple(
    HeroJoined(hero=one.hero, hp=20, soul=2) if isinstance(one, HeroJoined) else one
    for one in PARTY
    if one not in NO_BONUSES
)
"""The same party, of whose stats nobody said anything."""
PLAIN_STRIKE = (*PLAIN, STRIKE[0], AttackRolled(hits=2))


def test_a_stat_that_nobody_said_is_asked_for_and_never_left_out_without_a_word() -> None:
    spec = given(GAME, *PLAIN_STRIKE).when(AttackResolved())
    spec.then(refused("stat-unknown", bendable=True, says="Power of Ana"))
    bent = given(GAME, *PLAIN_STRIKE).when(AttackResolved(), bend="we add it ourselves")
    without = "Ana's attack · hit Imp 1 for 1 · without the unknown bonus of Power"
    bent.then(says(without, "Imp 1 took 1 damage (attack)"))


def test_the_bonus_of_a_stat_that_nobody_said_is_typed_once_for_its_hero() -> None:
    spec = given(GAME, *PLAIN_STRIKE)
    asked = next(one for one in spec.play.campaign.prompts(PUBLIC) if one.event is AttackResolved)
    assert asked.also_required == ("power",)
    said = spec.when(AttackResolved(power=2)).then(
        table(**{"villains.Imp 1.hp": 7, "heroes.Ana.bonuses": {"power": 2}})
    )
    again = said.and_then(STRIKE[0], bend="once more").and_then(AttackRolled(hits=2))
    again.when(AttackResolved()).then(table(**{"villains.Imp 1.hp": 4}))
    told = said.and_then(StatsSet(hero=ANA, stat="power", value=1)).then(table(**{"heroes.Ana.bonuses": {}}))
    item = EquipmentGiven(item="Gauntlet", hero=ANA, slot="gloves", stats={"power": 1})
    told.play.again()
    said.and_then(item, bend="found").then(table(**{"heroes.Ana.bonuses": {}}))


def test_an_unknown_luck_is_no_luck_of_0() -> None:
    struck = (*PLAIN, STRIKE[0], AttackRolled(hits=5))
    given(GAME, *struck).when(AttackResolved(power=0)).then(refused("stat-unknown", says="Luck of Ana"))


def test_a_stat_of_0_has_a_token_too() -> None:
    """The token of Luck 0 adds 2, so that of Power 0 is not known to add nothing."""
    nothing = (*PLAIN, StatsSet(hero=ANA, stat="power", value=0), STRIKE[0], AttackRolled(hits=2))
    given(GAME, *nothing).when(AttackResolved()).then(refused("bonus-unknown", says="Power 0 of Ana"))


def test_a_defense_and_a_test_ask_for_a_stat_that_nobody_said() -> None:
    struck = given(GAME, *PLAIN, *BLOW)
    struck.when(DefenseRolled(hero=ANA, shields=1)).then(refused("stat-unknown", says="Agility of Ana"))
    struck.when(DefenseRolled(hero=ANA, shields=1, agility=1)).then(table(**{"heroes.Ana.hp": 20 - 4}))
    tested = StatTested(stat="mind", target=5, heroes=(ANA,), dice={ANA: 4})
    given(GAME, *PLAIN).when(tested).then(refused("stat-unknown", bendable=True, says="Mind of Ana"))
    bent = given(GAME, *PLAIN).when(tested, bend="we add it ourselves")
    bent.then(says("Mind test against 5: Ana 4; without the unknown stat of Ana"))


def test_hit_points_with_an_unknown_vigor_are_asked_for_once() -> None:
    joined = given(GAME, HeroJoined(hero=ANA, hp=20)).then_prompts("Ana: how many hit points with Vigor?")
    said = joined.when(HitPointsSet(hero=ANA, most=24)).then_no_prompt(HitPointsSet)
    told = said.and_then(StatsSet(hero=ANA, stat="vigor", value=3)).then(table(**{"heroes.Ana.most": 24}))
    told.then_prompts(HitPointsSet)


def test_hit_points_that_are_typed_as_one_have_an_unknown_vigor_in_them() -> None:
    said = given(GAME, HeroJoined(hero=ANA, vigor=3)).when(HitPointsSet(hero=ANA, most=24))
    said.then_no_prompt(HitPointsSet).then(table(**{"heroes.Ana.most": 24, "library": {}}))


def test_a_sheet_lists_bonuses_that_are_known_and_marks_those_that_are_not() -> None:
    hero = HeroJoined(hero=ANA, hp=20, power=2, agility=4)
    grid = next(rows for rows in told(sheets(hero)["hero-Ana"]).values() if "Power" in str(rows))
    assert grid == [
        {"Stats": "Value", "Power": "2", "Agility": "4"},
        {"Stats": "Bonus", "Power": "unknown", "Agility": "2"},
    ]


VIGOROUS = (HeroJoined(hero=ANA, hp=20, vigor=3), HeroJoined(hero="Ben", hp=15, vigor=3))


def test_what_vigor_adds_is_asked_for_and_known_from_then_on() -> None:
    """C-MAXHP: the most hit points that a table types are those on its tray, with vigor in them."""
    spec = given(GAME, VIGOROUS[0]).when(VIGOROUS[1])
    spec = spec.then(says("Ben joined the party; what Vigor adds to the hit points is unknown"))
    spec.then_prompts(HitPointsSet, HitPointsSet)
    told = spec.when(HitPointsSet(hero=ANA, most=24)).then_no_prompt(HitPointsSet)
    told.then(table(**{"heroes.Ana.most": 24, "heroes.Ana.base_hp": 20, "heroes.Ben.most": 19, "heroes.Ben.hp": 19}))
    told.and_then(HeroJoined(hero="Cleo", hp=10, vigor=3)).then(table(**{"heroes.Cleo.most": 14}))


def test_a_better_item_does_not_lower_hit_points() -> None:
    """If the token of the new value is unknown, the old bonus stays until the new one is given."""
    known = ContentCorrected(kind="stats", id="vigor", fields={"bonus": {"3": 4}})
    belt = EquipmentGiven(item="Belt", hero=ANA, slot="belt", stats={"vigor": 1}, hp=2)
    spec = given(GAME, known, *VIGOROUS).when(belt).then(table(**{"heroes.Ana.most": 26}))
    spec.then_prompts(HitPointsSet).when(HitPointsSet(hero=ANA, most=28)).then(
        table(**{"library.stats.vigor.bonus": {"3": 4, "4": 6}})
    )


def test_who_fails_a_test_without_an_unknown_stat_is_left_to_the_table() -> None:
    tested = StatTested(stat="mind", target=5, heroes=(ANA,), dice={ANA: 4}, failed_damage=3)
    given(GAME, *PLAIN).when(tested, bend="we add it ourselves").then(followed(), table(**{"heroes.Ana.hp": 20}))
    enough = tested.model_copy(update={"dice": {ANA: 5}})
    given(GAME, *PLAIN).when(enough, bend="enough anyway").then(
        says("Mind test against 5: Ana 5; passed by Ana; without the unknown stat of Ana")
    )
