"""Lasting and delayed effects: they count while they last, and end by themselves."""

import pytest

from companion.testing import given, refused, says, table
from domain.games.champions import GAME
from domain.games.champions.endgame import GameAbandoned
from domain.games.champions.enemies.activations import ActivationStarted, EnemyActivated, EnemyAttackResolved
from domain.games.champions.enemies.boosts import AttackUndefended, BoostCardTurnedUp
from domain.games.champions.heroes.powers import HeroAttacked
from domain.games.champions.numbers import modified_number, number_of
from domain.games.champions.piles.hands import hand_size
from domain.games.champions.rounds import PlayerPhaseEnded, RoundEnded, SchemeThreatPlaced
from domain.games.champions.setup.scenarios import NextGameSetUp
from domain.games.champions.state.parts import Effect, Operation
from domain.games.champions.timing.abilities import AbilityTriggered
from domain.games.champions.timing.effects import (
    DelayedEffectFired,
    DelayedEffectSet,
    LastingEffectBegun,
    LastingEffectEnded,
    hit_points_gained,
)
from tests.domain.games.champions.moments import HERO_FORM, PLAYING, SPIDER, activations, tracking, turns_done

VILLAIN = "villain"
STRONGER = LastingEffectBegun(effect="+1 ATK", target=SPIDER, number="attack", amount=1, until="phase")


def test_e10_an_effect_changes_a_number_while_it_lasts() -> None:
    lasting = given(GAME, *HERO_FORM).when(STRONGER)
    lasting.then(says("Lasting effect: +1 ATK, for Spider-Man, until the end of the phase"))
    assert number_of(lasting.play.campaign.table, SPIDER, "attack") == 3
    lasting.and_then(HeroAttacked(seat=SPIDER, target=VILLAIN)).then(table(**{"villain.damage": 3}))
    over = lasting.and_then(LastingEffectEnded(effect="+1 ATK"))
    assert number_of(over.play.campaign.table, SPIDER, "attack") == 2


def test_e11_what_lasts_for_the_phase_ends_with_it() -> None:
    spec = given(GAME, tracking("timing"), *PLAYING, STRONGER).when(PlayerPhaseEnded())
    spec.then(table(effects={}))


def test_e11_the_end_of_the_round_lets_go_of_all_that_is_shorter() -> None:
    lasting = (
        LastingEffectBegun(effect="until the round ends"),
        LastingEffectBegun(effect="for good", until="game"),
        DelayedEffectSet(waits_for="the villain activates", effect="draw a card"),
    )
    spec = given(GAME, tracking("timing"), *PLAYING, *lasting, PlayerPhaseEnded(), SchemeThreatPlaced())
    after = spec.when(RoundEnded()).play.campaign.table
    assert list(after.effects) == ["for good", "draw a card"]


def test_what_lasts_for_a_turn_ends_with_the_turn() -> None:
    spec = given(GAME, *PLAYING, LastingEffectBegun(effect="+1 THW", until="turn"), *turns_done(SPIDER))
    assert spec.play.campaign.table.effects == {}


def test_what_lasts_for_an_attack_counts_for_it_and_ends_with_it() -> None:
    for_attack = LastingEffectBegun(effect="+2 ATK", target=SPIDER, number="attack", amount=2, until="attack")
    given(GAME, *HERO_FORM, for_attack).when(HeroAttacked(seat=SPIDER, target=VILLAIN)).then(
        table(**{"villain.damage": 4}, effects={})
    )


def test_a_card_may_change_a_hand_size() -> None:
    smaller = LastingEffectBegun(effect="hand size −1", target=SPIDER, number="hand", amount=-1)
    assert hand_size(given(GAME, *HERO_FORM, smaller).play.campaign.table, SPIDER) == 4


def test_a_keyword_is_gained_and_goes_with_its_effect() -> None:
    gains = given(GAME, *PLAYING).when(LastingEffectBegun(effect="gains guard", target=VILLAIN, keyword="guard"))
    gains.then(table(**{"villain.keywords": ["guard"]}))
    gains.and_then(LastingEffectEnded(effect="gains guard")).then(table(**{"villain.keywords": []}))


def test_a_card_may_forbid_a_power_while_it_lasts() -> None:
    webbed = LastingEffectBegun(effect="cannot attack", target=SPIDER, forbids="attack")
    given(GAME, *HERO_FORM, webbed).when(HeroAttacked(seat=SPIDER, target=VILLAIN)).then(
        refused("cannot", bendable=True, says="Spider-Man cannot do that now: cannot attack.")
    )


def test_a_change_says_whom_it_is_for_and_how_much() -> None:
    given(GAME, *PLAYING).when(LastingEffectBegun(effect="+1 ATK", number="attack", amount=1)).then(
        refused("nobody-named")
    )
    given(GAME, *PLAYING).when(LastingEffectBegun(effect="ATK", target=SPIDER, number="attack")).then(
        refused("no-change")
    )


def test_a_delayed_effect_happens_when_its_moment_comes() -> None:
    waiting = given(GAME, *PLAYING).when(DelayedEffectSet(waits_for="the villain attacks", effect="draw a card"))
    waiting.then(says("Planned for when the villain attacks: draw a card"))
    waiting.and_then(DelayedEffectFired(effect="draw a card")).then(table(effects={}))


def test_e15_of_several_effects_that_replace_a_number_the_most_recent_wins() -> None:
    instead = LastingEffectBegun(effect="3 instead", target=SPIDER, number="attack", operation="set", amount=3)
    two = given(GAME, *HERO_FORM, instead, instead.copy_with(effect="1 instead", amount=1), STRONGER)
    assert number_of(two.play.campaign.table, SPIDER, "attack") == 1


def test_two_effects_with_one_text_both_last() -> None:
    twice = given(GAME, *HERO_FORM, STRONGER, STRONGER)
    assert list(twice.play.campaign.table.effects) == ["+1 ATK", "+1 ATK #2"]
    assert number_of(twice.play.campaign.table, SPIDER, "attack") == 4


@pytest.mark.parametrize(("plus", "expected"), [(0, 4), (1, 6), (3, 10)])
def test_d44_doubling_comes_after_all_that_is_added(plus: int, expected: int) -> None:
    assert modified_number(2, [Effect(text="double", operation="times", amount=2)], plus) == expected


def test_effects_do_not_go_on_into_the_next_game() -> None:
    spec = given(GAME, *PLAYING, LastingEffectBegun(effect="for good", until="game"), GameAbandoned(), NextGameSetUp())
    assert spec.play.campaign.table.effects == {}


@pytest.mark.parametrize("areas", [("timing",), ("timing", "activations")], ids=["at once", "step by step"])
def test_what_lasts_for_an_enemys_attack_counts_for_it_and_ends_with_it(areas: tuple[str, ...]) -> None:
    webs = AbilityTriggered(card=SPIDER, seat=SPIDER, kind="interrupt", limit=1, per="attack")
    angry = LastingEffectBegun(effect="+2 ATK", target=VILLAIN, number="attack", amount=2, until="attack")
    begun = (
        (*activations(*areas), angry, webs)
        if "activations" not in areas
        else (*activations(*areas), ActivationStarted(enemy=VILLAIN, seat=SPIDER), angry, webs)
    )
    attack = (
        (EnemyActivated(enemy=VILLAIN, seat=SPIDER),)
        if "activations" not in areas
        else (AttackUndefended(), BoostCardTurnedUp(icons=0), EnemyAttackResolved())
    )
    given(GAME, *begun).when(webs).then(refused("limit-used"))
    given(GAME, *begun, *attack).then(table(**{"seats.spider-man.damage": 4}, effects={}, usage={}))


@pytest.mark.parametrize(
    ("number", "operation", "gained"), [("health", "plus", 2), ("health", "set", 0), ("attack", "plus", 0)]
)
def test_hit_points_are_gained_by_what_adds_to_health_alone(number: str, operation: Operation, gained: int) -> None:
    assert hit_points_gained(Effect(text="Stronger", number=number, operation=operation, amount=2)) == gained
