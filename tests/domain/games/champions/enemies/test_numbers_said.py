"""ATK, SCH, DEF and the powers of allies and heroes that nobody typed in: asked for once, kept on the card."""

from typing import Any

import pytest

from companion.testing import given, refused, table
from domain.framework.events.event import Event
from domain.games.champions import GAME
from domain.games.champions.cards.entering import AttachmentEntered, CardEntered, MinionEntered
from domain.games.champions.cards.leaving import CardLeft
from domain.games.champions.defeats import VillainStageBegun
from domain.games.champions.endgame import GameWon
from domain.games.champions.enemies.activations import ActivationStarted, EnemyActivated, EnemyAttackResolved
from domain.games.champions.enemies.boosts import BoostCardTurnedUp, DefenderDeclared
from domain.games.champions.enemies.numbers_said import PrintedNumberSaid
from domain.games.champions.harm import DamageDealt, consequential_damage
from domain.games.champions.heroes.powers import AllyAttacked, AllyThwarted, FormChanged, HeroAttacked, RecoveryTaken
from domain.games.champions.printing import CardPrintSaid
from domain.games.champions.rounds import TurnEnded
from domain.games.champions.setup.scenarios import NextGameSetUp
from domain.games.champions.state.table import MAIN, VILLAIN
from domain.games.champions.threat import ThreatPlaced
from tests.domain.games.champions.moments import (
    HERO_FORM,
    IRON,
    PLAYING,
    SPIDER,
    STEP_BY_STEP,
    activations,
    against_klaw,
    asked_next,
    at,
    villain_phase,
)

KLAW_COMES = against_klaw(*villain_phase(FormChanged(seat=SPIDER)))
ATK = PrintedNumberSaid(card=VILLAIN, number="attack", value=2)
SCH = PrintedNumberSaid(card=VILLAIN, number="scheme", value=1)


def test_the_atk_of_an_unknown_villain_is_asked_for_before_he_attacks_and_never_again() -> None:
    assert asked_next(*KLAW_COMES) == ["Klaw: which ATK is printed?"]
    first = asked_next(*KLAW_COMES, ATK)[0]
    assert first == "Klaw attacks Spider-Man, no defender: 2, and how many boost icons?"
    attacked = (*KLAW_COMES, ATK, EnemyActivated(enemy=VILLAIN, seat=SPIDER, boost=1))
    given(GAME, *attacked).then(table(**{"seats.spider-man.damage": 3}))
    assert asked_next(*attacked) == ["Klaw: which SCH is printed?"]
    assert asked_next(*attacked, SCH) == ["Klaw schemes against Iron Man: 1, and how many boost icons?"]


def test_a_number_that_is_said_again_as_it_is_is_refused() -> None:
    given(GAME, *KLAW_COMES, ATK).when(ATK).then(refused("already-so", bendable=False))


def test_the_next_stage_of_a_villain_that_nobody_typed_in_has_numbers_of_its_own() -> None:
    beaten = (*KLAW_COMES, ATK, DamageDealt(target=VILLAIN, amount=28), VillainStageBegun(health=30))
    assert asked_next(*beaten) == ["Klaw: which ATK is printed?"]


def test_the_def_of_a_hero_is_asked_for_once_and_taken_off_from_then_on() -> None:
    iron = (*activations(), EnemyActivated(enemy=VILLAIN, seat=SPIDER), FormChanged(seat=IRON, by_card=True))
    assert asked_next(*iron) == ["Iron Man: which DEF is printed?"]
    said = (*iron, PrintedNumberSaid(card=IRON, number="defense", value=1))
    given(GAME, *said).when(EnemyActivated(enemy=VILLAIN, seat=IRON, defender=IRON, boost=1)).then(
        table(**{"seats.Iron Man.damage": 2})
    )
    again = at(*said, GameWon(reason="card"), NextGameSetUp())
    assert again.seats[IRON].printed["defense"] == 1


def test_step_by_step_the_def_is_asked_for_with_the_result() -> None:
    hero = (*STEP_BY_STEP, FormChanged(seat=IRON, by_card=True), CardPrintSaid(card=IRON))
    attacked = (*hero, ActivationStarted(enemy=VILLAIN, seat=IRON, because="card"))
    defended = (*attacked, DefenderDeclared(defender=IRON), BoostCardTurnedUp(icons=1))
    assert asked_next(*defended) == ["Iron Man: which DEF is printed?"]
    said = (*defended, PrintedNumberSaid(card=IRON, number="defense", value=1))
    assert asked_next(*said) == ["Rhino I strikes Iron Man: 2 damage"]
    given(GAME, *said).when(EnemyAttackResolved()).then(table(**{"seats.Iron Man.damage": 2}))


def test_the_atk_of_a_minion_is_kept_on_all_copies_of_its_card() -> None:
    come = (
        *activations("minions"),
        EnemyActivated(enemy=VILLAIN, seat=SPIDER),
        MinionEntered(name="Blob", seat=SPIDER),
    )
    assert asked_next(*come) == ["Blob: which ATK is printed?"]
    said = (*come, CardPrintSaid(card="Blob"), PrintedNumberSaid(card="Blob", number="attack", value=2))
    later = at(*said, CardLeft(card="Blob"), MinionEntered(name="Blob", seat=IRON))
    assert later.play["Blob"].printed["attack"] == 2


ALLY = (*HERO_FORM, CardEntered(name="Hawkeye", seat=SPIDER, type="ally", health=4), CardPrintSaid(card="Hawkeye"))


@pytest.mark.parametrize(
    ("used", "known"),
    [
        (AllyAttacked(card="Hawkeye", target=VILLAIN, amount=1, consequential=1), {"attack": 1, "attack_damage": 1}),
        (AllyThwarted(card="Hawkeye", scheme=MAIN, amount=1, consequential=2), {"thwart": 1, "thwart_damage": 2}),
    ],
)
def test_what_is_said_for_the_power_of_an_ally_is_kept_on_its_card(used: Event[Any], known: dict[str, int]) -> None:
    done = (*ALLY, ThreatPlaced(scheme=MAIN, amount=2), used)
    assert at(*done).play["Hawkeye"].printed == known
    again = at(*done, CardLeft(card="Hawkeye"), CardEntered(name="Hawkeye", seat=SPIDER, type="ally"))
    assert again.play["Hawkeye"].printed == known


def test_no_consequential_damage_is_an_answer_too() -> None:
    used = AllyAttacked(card="Hawkeye", target=VILLAIN, amount=1, consequential=0)
    again = (*ALLY, used, CardLeft(card="Hawkeye"), CardEntered(name="Hawkeye", seat=SPIDER, type="ally"))
    assert consequential_damage(at(*again), "Hawkeye", "attack") == 0
    assert consequential_damage(at(*again), "Hawkeye", "thwart") is None


def test_an_amount_that_something_else_may_have_changed_is_not_kept() -> None:
    used = AllyAttacked(card="Hawkeye", target=VILLAIN, amount=3, consequential=1)
    attached = at(*ALLY, AttachmentEntered(name="Steam", host="Hawkeye"), used)
    assert attached.play["Hawkeye"].printed == {"attack_damage": 1}
    by_ability = at(*ALLY, used.copy_with(by_ability=True))
    assert by_ability.play["Hawkeye"].printed == {"attack_damage": 1}


def test_the_powers_of_a_hero_that_nobody_typed_in_are_asked_for_once() -> None:
    iron = (*PLAYING, TurnEnded(seat=SPIDER))
    hurt = at(*iron, DamageDealt(target=IRON, amount=3), RecoveryTaken(seat=IRON, amount=3))
    assert hurt.seats[IRON].printed["recover"] == 3
    fights = at(*iron, FormChanged(seat=IRON), HeroAttacked(seat=IRON, target=VILLAIN, amount=1))
    assert fights.seats[IRON].printed["attack"] == 1
    assert fights.typed["identities"][IRON]["attack"] == 1
