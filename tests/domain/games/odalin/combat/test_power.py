"""The Power Track, and the Balance Track in its place."""

from typing import Any

import pytest

from companion.testing import followed, given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.game import PUBLIC
from domain.framework.kernel import ContentAdded
from domain.games.odalin import GAME
from domain.games.odalin.combat.actions import (
    AbilityUsed,
    AuraPlayed,
    BasicMoveTaken,
    DemonicFormTaken,
    InstantPlayed,
)
from domain.games.odalin.combat.attacks import AttackDeclared, AttackResolved, AttackRolled
from domain.games.odalin.combat.balance import BalanceEventRolled, BalanceMoved
from domain.games.odalin.combat.power import PowerKept, PowerRaised, PowerSpent
from domain.games.odalin.combat.rounds import TurnEnded
from domain.games.odalin.heroes.cards import SleeveNamed
from domain.games.odalin.heroes.dials import CorruptionReduced, DamageTaken, SoulGained
from tests.domain.games.odalin.opening import ANA, BEN, CARDS_ASIDE, IMP, OGRE, PARTY, ROUND_TWO, fight

FOUR = (*PARTY, PowerRaised(amount=4))
SPENT = PowerSpent(first=ANA, first_half="upper", second=BEN, second_half="lower")


def test_case_34_two_heroes_spend_all_power() -> None:
    spec = given(GAME, *FOUR).when(SPENT)
    spec.then(
        followed(
            SoulGained(hero=ANA, amount=4, source="power"),
            CorruptionReduced(hero=ANA, amount=1, source="power"),
            SoulGained(hero=BEN, amount=2, source="power"),
            CorruptionReduced(hero=BEN, amount=2, source="power", beyond=1),
        ),
        table(power=0),
    )
    spec.and_undo().then(table(power=4)).then_prompts(PowerSpent)


def test_power_is_kept_with_a_tap() -> None:
    given(GAME, *PARTY).when(PowerRaised(amount=4)).then_prompts(PowerSpent, PowerKept)


def test_power_is_spent_only_right_after_it_rose() -> None:
    """V-POWER."""
    given(GAME, *FOUR, PowerKept()).when(SPENT).then(refused("power-too-late"))
    given(GAME, *FOUR, TurnEnded(who=ANA)).when(SPENT).then(refused("power-too-late"))


def test_an_offer_of_power_stays_open_until_a_hero_does_something_else() -> None:
    """Issue 27, where the book is silent; a later spend is bendable."""
    later = given(GAME, *FOUR, BasicMoveTaken(hero=ANA)).then_no_prompt(PowerSpent).when(SPENT)
    later.then(refused("power-too-late", bendable=True), table(power=4))


def test_two_heroes_share_it() -> None:
    """V-POWER, Q41."""
    spec = given(GAME, *FOUR)
    spec.when(PowerSpent(first=ANA, first_half="upper", second=ANA, second_half="lower")).then(refused("two-heroes"))
    spec.when(PowerSpent(first=ANA, first_half="upper")).then(refused("two-heroes"))


def test_the_half_that_the_second_hero_takes_is_said() -> None:
    given(GAME, *FOUR).when(PowerSpent(first=ANA, first_half="upper", second=BEN)).then(refused("no-half"))


def recalled(level: int) -> list[str]:
    told = given(GAME, *PARTY, PowerRaised(amount=level)).play.campaign.table
    return [str(said) for said in PowerSpent.reminders(told, {})]


def test_what_a_level_brings_is_recalled_where_it_is_known() -> None:
    """C-POWERBEN."""
    assert recalled(4) == ["Upper half: 4 soul, 1 corruption off.", "Lower half: 2 soul, 2 corruption off."]
    assert recalled(3) == []


def test_what_a_level_brings_is_asked_once() -> None:
    """C-POWERBEN."""
    one = (*PARTY, PowerRaised(amount=1))
    assert "upper_soul" in list(PowerSpent.needed(given(GAME, *one).play.campaign.table, {}))
    said = SPENT.copy_with(upper_soul=1, upper_corruption=0, lower_soul=1, lower_corruption=0)
    again = given(GAME, *one, said, PowerRaised(amount=1)).play.campaign.table
    assert list(PowerSpent.needed(again, {})) == ["second", "second_half"]


def test_a_hero_alone_takes_one_half() -> None:
    alone = given(GAME, *PARTY, DamageTaken(whom=BEN, amount=30), PowerRaised(amount=4)).play.campaign.table
    assert list(PowerSpent.needed(alone, {})) == []


def test_no_power_is_not_spent() -> None:
    given(GAME, *PARTY).when(SPENT).then(refused("no-power", bendable=False))


def test_that_it_is_kept_is_offered_as_long_as_it_may_be_spent() -> None:
    told = given(GAME, *PARTY, PowerRaised(amount=2)).play.campaign.table
    assert [str(offer.words) for offer in PowerKept.offers(told)] == ["Keep power"]
    assert list(PowerKept.offers(given(GAME, *PARTY).play.campaign.table)) == []


def test_what_nobody_asked_is_not_kept() -> None:
    given(GAME, *PARTY).when(PowerKept()).then(refused("not-asked"))


def test_the_track_ends_at_six() -> None:
    spec = given(GAME, *FOUR).when(PowerRaised(amount=4)).then(table(power=6))
    spec.and_then(PowerRaised()).then(refused("power-at-the-top"))


def test_benefits_that_are_printed_on_the_track_are_typed_once() -> None:
    spent = SPENT.copy_with(upper_soul=1, upper_corruption=0, lower_soul=1, lower_corruption=0)
    events = (*PARTY, PowerRaised(amount=1), spent, PowerRaised(amount=1))
    given(GAME, *events).when(SPENT).then(table(**{"heroes.Ana.soul": 4, "heroes.Ben.soul": 4}))


# === The Balance Track ============================================================================

BALANCED = fight(system="balance track")


def hand_of_ana(*events: Event[Any]) -> list[str]:
    return list(given(GAME, *events).play.campaign.table.heroes[ANA].in_zone("hand"))


@pytest.mark.parametrize(("upper_is_demon", "balance"), [(False, -1), (True, 1)])
def test_a_lower_half_moves_the_balance_by_one_to_its_side(upper_is_demon: bool, balance: int) -> None:
    sleeve = hand_of_ana(*BALANCED)[0]
    named = SleeveNamed(hero=ANA, sleeve=sleeve, hero_card="Oath", demon_card="Sin", upper_is_demon=upper_is_demon)
    given(GAME, *BALANCED, named).when(AbilityUsed(hero=ANA, sleeve=sleeve)).then(table(balance=balance))


def test_an_upper_half_moves_it_by_twice_its_strength() -> None:
    sleeve = hand_of_ana(*BALANCED)[0]
    attack = AttackDeclared(hero=ANA, target=IMP, sleeve=sleeve, side="chaos", strength=2, damage=0)
    given(GAME, *BALANCED).when(attack).then(table(balance=-4))
    given(GAME, *BALANCED).when(attack.copy_with(strength=None)).then(refused("tilt-unknown"))
    given(GAME, *BALANCED).when(attack.copy_with(side=None)).then(refused("tilt-unknown"))


def test_beyond_its_end_it_does_not_move() -> None:
    """2.2 balance_limit."""
    spec = given(GAME, *BALANCED).when(BalanceMoved(side="order", amount=9))
    spec.then(table(balance=5), says("The balance moved by 5 to order"))


def test_an_aura_moves_it_too() -> None:
    halo = ContentAdded(kind="action-cards", id="halo", fields={"en": "Halo", "kind": "aura", "strength": 1})
    sleeve = hand_of_ana(halo, *BALANCED)[0]
    spec = given(GAME, halo, *BALANCED)
    spec = spec.when(SleeveNamed(hero=ANA, sleeve=sleeve, hero_card="halo")).and_then(
        AuraPlayed(hero=ANA, sleeve=sleeve)
    )
    spec.then(table(balance=2))


def test_a_basic_attack_does_not() -> None:
    """Q36."""
    given(GAME, *BALANCED).when(AttackDeclared(hero=ANA, target=IMP)).then(table(balance=0))


def test_a_defeat_moves_it_to_the_side_of_who_fell_and_an_event_is_rolled() -> None:
    """Q15."""
    spec = given(GAME, *BALANCED).when(DamageTaken(whom=IMP, amount=10)).then(table(balance=-2, power=0))
    spec.then_prompts(BalanceEventRolled).and_then(BalanceEventRolled(side="chaos", roll=12)).then(
        BalanceEventRolled(side="chaos", roll=12, applies=False)
    )


def test_the_turn_does_not_end_before_that_event_is_rolled() -> None:
    given(GAME, *BALANCED).when(DamageTaken(whom=IMP, amount=10)).then_must(BalanceEventRolled)


def test_the_event_of_one_is_rolled_before_the_next_one_falls() -> None:
    """Q7."""
    attack = AttackDeclared(hero=ANA, target=IMP, others=(OGRE,), side="chaos", strength=0, damage=20)
    aside = fight(system="balance track", tracks=CARDS_ASIDE)
    spec = given(GAME, *aside, attack, AttackRolled(hits=2), AttackResolved()).then(table(balance=-2))
    spec.when(BalanceEventRolled(side="chaos", roll=1)).then(table(balance=2, villains={}))


def test_an_event_is_rolled_of_the_side_that_the_balance_leans_to() -> None:
    spec = given(GAME, *BALANCED).when(DamageTaken(whom=IMP, amount=10))
    spec.and_then(BalanceEventRolled(side="order", roll=1)).then(refused("no-event-due", bendable=True))


def test_a_villain_of_no_strength_brings_an_event_too() -> None:
    """3.23."""
    events = (*fight(system="balance track", imp={"strength": 0}), BalanceMoved(side="order", amount=1))
    given(GAME, *events).when(DamageTaken(whom=IMP, amount=10)).then(table(balance=1)).then_must(BalanceEventRolled)


def test_what_a_row_says_is_told() -> None:
    """6.17."""
    events = (*BALANCED, DamageTaken(whom=IMP, amount=10))
    given(GAME, *events).when(BalanceEventRolled(side="chaos", roll=10)).then(
        says(
            "Balance event of chaos: 10, it counts. The hero with fewest HP: 6 damage (test passed: 3); "
            "Power test against 12"
        )
    )


def test_there_is_no_power_on_the_balance_track() -> None:
    given(GAME, *BALANCED).when(PowerRaised()).then(refused("no-power-track", bendable=True))


def test_without_cards_an_attack_moves_the_balance_too() -> None:
    """C-BAL."""
    events = fight(system="balance track", tracks=("turns", "rooms", "power"))
    attack = AttackDeclared(hero=ANA, target=IMP, side="chaos", strength=1)
    given(GAME, *events).when(attack).then(table(balance=-2))
    given(GAME, *events).when(attack.copy_with(basic=True)).then(table(balance=0))


def test_a_row_counts_from_its_balance_on() -> None:
    """Q16."""
    events = (*BALANCED, BalanceMoved(side="chaos", amount=1), DamageTaken(whom=IMP, amount=10))
    spec = given(GAME, *events).when(BalanceEventRolled(side="chaos", roll=11))
    spec.then(BalanceEventRolled(side="chaos", roll=11, row="chaos-11", applies=True, stat="vigor", target=18))


def test_the_d20_shows_what_it_can() -> None:
    """V-DIE."""
    with pytest.raises(ValueError, match="less than or equal to 20"):
        BalanceEventRolled(side="chaos", roll=21)


def test_at_balance_every_hero_gains_soul() -> None:
    events = (*BALANCED, BalanceMoved(side="order", amount=2))
    spec = given(GAME, *events).when(DamageTaken(whom=IMP, amount=10))
    spec.then(table(**{"balance": 0, "heroes.Ana.soul": 3, "heroes.Ben.soul": 3})).then_no_prompt(BalanceEventRolled)


def test_no_event_is_rolled_unless_somebody_fell() -> None:
    given(GAME, *BALANCED).when(BalanceEventRolled(side="order", roll=1)).then(refused("no-event-due"))
    given(GAME, *PARTY).when(BalanceMoved(side="order", amount=1)).then(refused("no-balance-track"))


def test_the_track_has_ends() -> None:
    given(GAME, *BALANCED).when(BalanceMoved(side="order", amount=9)).then(table(balance=5))


def test_demonic_form_costs_corruption_there_adds_it_to_damage_and_ends_as_the_next_turn_begins() -> None:
    """Q14."""
    events = (*BALANCED, SoulGained(hero=ANA, amount=8))
    spec = given(GAME, *events).when(DemonicFormTaken(hero=ANA)).then(table(**{"heroes.Ana.corruption": 5}))
    spec = spec.and_then(AttackDeclared(hero=ANA, target=IMP)).and_then(AttackRolled(hits=2)).and_then(AttackResolved())
    spec.then(table(**{"villains.Imp 1.hp": 4}))
    given(GAME, *events, DemonicFormTaken(hero=ANA), *ROUND_TWO).then(table(**{"heroes.Ana.form": "hero"}))


def test_benefits_that_are_not_known_are_asked_for() -> None:
    """能量轨: the rulebook gives those of level 4 only."""
    spec = given(GAME, *PARTY, PowerRaised(amount=3)).when(SPENT)
    spec.then(refused("benefit-unknown", bendable=True, says="3 power"))
    said = spec.when(SPENT.copy_with(upper_soul=3, upper_corruption=0, lower_soul=1, lower_corruption=2))
    said.then(table(**{"heroes.Ana.soul": 2 + 3, "power": 0}))


def test_a_card_of_unknown_side_or_strength_is_asked_for_it_before_it_tilts_the_balance() -> None:
    """平衡轨: an upper half moves it by twice its strength, a lower half by one."""
    sleeve = hand_of_ana(*BALANCED)[0]
    ability, aura = AbilityUsed(hero=ANA, sleeve=sleeve), AuraPlayed(hero=ANA, sleeve=sleeve, side="order")
    given(GAME, *BALANCED).when(ability).then(refused("side-unknown", bendable=False))
    given(GAME, *BALANCED).when(ability.copy_with(side="chaos")).then(table(balance=-1))
    given(GAME, *BALANCED).when(aura).then(refused("tilt-unknown", bendable=False))
    given(GAME, *BALANCED).when(aura.copy_with(strength=2)).then(table(balance=4))
    asked = next(one for one in given(GAME, *BALANCED).play.campaign.prompts(PUBLIC) if one.event is AbilityUsed)
    assert "side" in asked.missing


def test_an_instant_of_unknown_side_is_asked_for_it() -> None:
    sleeve = hand_of_ana(*BALANCED)[0]
    spec = given(GAME, *BALANCED, TurnEnded(who=ANA))
    spec.when(InstantPlayed(hero=ANA, sleeve=sleeve)).then(refused("side-unknown"))
    spec.when(InstantPlayed(hero=ANA, sleeve=sleeve, side="order")).then(table(balance=1))
