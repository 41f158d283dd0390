"""Cards that nobody typed in: what is printed on them is asked for once, and never taken for nothing."""

from typing import Any

import pytest

from companion.testing import followed, given, refused, says, table
from domain.framework.events.event import Event
from domain.games.champions import GAME
from domain.games.champions.cards.entering import AttachmentEntered, CardEntered, MinionEntered, SideSchemeEntered
from domain.games.champions.defeats import VillainStageBegun
from domain.games.champions.endgame import GameWon
from domain.games.champions.enemies.activations import ActivationStarted, EnemyActivated
from domain.games.champions.enemies.boosts import AttackUndefended, BoostCardTurnedUp
from domain.games.champions.harm import DamageDealt, RetaliateDealt
from domain.games.champions.heroes.powers import FormChanged, HeroAttacked, HeroThwarted
from domain.games.champions.numbers import is_print_unknown, number_of
from domain.games.champions.printing import CardPrintSaid
from domain.games.champions.rounds import ActivationsEnded, PlayerPhaseEnded, SchemeThreatPlaced, StepCardsDealt
from domain.games.champions.setup.players import RulingMade, TableOpened
from domain.games.champions.setup.scenarios import GameBegun, NextGameSetUp
from domain.games.champions.state.table import MAIN, VILLAIN
from domain.games.champions.threat import ThreatPlaced, ThreatRemoved
from tests.domain.games.champions.moments import (
    HERO_FORM,
    HEROES,
    IRON,
    KLAW,
    PLAYING,
    RHINO_KNOWN,
    SPIDER,
    STEP_BY_STEP,
    at,
    turns_done,
)

DRONE = MinionEntered(name="Drone", seat=SPIDER, health=5, attack=1, scheme=1)
LAIR = SideSchemeEntered(name="Lair", threat=3)
STEAM = AttachmentEntered(name="Steam", host=VILLAIN)
KNOWN = (RHINO_KNOWN, *HERO_FORM)
UNKNOWN = refused("print-unknown", bendable=True)
ATTACK = HeroAttacked(seat=SPIDER, target="Drone")


def test_an_unknown_card_in_play_is_asked_for_first_and_known_from_then_on() -> None:
    given(GAME, *HERO_FORM, DRONE).then_next(CardPrintSaid)
    said = CardPrintSaid(card="Drone", keywords=("guard",), retaliate=1)
    again = at(*HERO_FORM, DRONE, said, MinionEntered(name="Drone", seat=IRON))
    assert not [copy for copy in again.play if is_print_unknown(again, copy)]
    assert again.play["Drone #2"].keywords == ["guard"]
    assert again.play["Drone #2"].printed["retaliate"] == 1


@pytest.mark.parametrize(
    "card", [MinionEntered(name="shocker", seat=SPIDER), MinionEntered(name="Card", seat=SPIDER, facedown=True)]
)
def test_a_card_that_is_known_or_face_down_is_not_asked_for(card: Event[Any]) -> None:
    here = at(*HERO_FORM, card)
    assert not [copy for copy in here.play if is_print_unknown(here, copy)]


def test_an_enemy_that_may_strike_back_is_asked_for_before_it_is_attacked() -> None:
    given(GAME, *HERO_FORM, DRONE).when(ATTACK).then(UNKNOWN)
    given(GAME, *HERO_FORM, DRONE, CardPrintSaid(card="Drone", retaliate=2)).when(ATTACK).then(
        followed(
            DamageDealt(target="Drone", amount=2, by=SPIDER), RetaliateDealt(target=SPIDER, amount=2, whose="Drone")
        )
    )


def test_an_enemy_that_does_not_survive_does_not_strike_back() -> None:
    given(GAME, *HERO_FORM, DRONE).when(ATTACK.copy_with(amount=5)).then(table(play={}))


@pytest.mark.parametrize("power", [HeroAttacked(seat=SPIDER, target=VILLAIN), HeroThwarted(seat=SPIDER, scheme=MAIN)])
def test_a_minion_of_unknown_keywords_may_be_in_the_way(power: Event[Any]) -> None:
    start = (*KNOWN, ThreatPlaced(scheme=MAIN, amount=3), DRONE)
    given(GAME, *start).when(power).then(UNKNOWN)
    given(GAME, *start, CardPrintSaid(card="Drone")).when(power).then()
    given(GAME, *start, CardPrintSaid(card="Drone", keywords=("guard", "patrol"))).when(power).then(
        refused("guarded" if isinstance(power, HeroAttacked) else "patrolled", bendable=True)
    )


def test_threat_stays_until_it_is_known_that_no_crisis_icon_is_in_play() -> None:
    start, removed = (*HERO_FORM, ThreatPlaced(scheme=MAIN, amount=3), LAIR), ThreatRemoved(scheme=MAIN, amount=1)
    given(GAME, *start).when(removed).then(UNKNOWN)
    given(GAME, *start, CardPrintSaid(card="Lair", crisis=1)).when(removed).then(refused("crisis", bendable=True))
    given(GAME, *start, CardPrintSaid(card="Lair")).when(removed).then(table(**{"main.threat": 2}))


def test_icons_of_an_unknown_scheme_are_asked_for_before_they_count() -> None:
    opened = (TableOpened(tracks=("schemes", "encounter")), *PLAYING, LAIR)
    threat, said = (*opened, PlayerPhaseEnded()), CardPrintSaid(card="Lair", acceleration=1, hazard=2)
    given(GAME, *threat).when(SchemeThreatPlaced()).then(UNKNOWN)
    given(GAME, *threat, said).when(SchemeThreatPlaced()).then(table(**{"main.threat": 3}))
    activated = [EnemyActivated(enemy=VILLAIN, seat=seat, value=0) for seat in (SPIDER, IRON)]
    dealing = (*threat, said, SchemeThreatPlaced(), *activated, ActivationsEnded())
    given(GAME, *dealing).when(StepCardsDealt()).then(table(**{f"seats.{SPIDER}.dealt": 2}))
    given(GAME, *dealing, SideSchemeEntered(name="Cave", threat=1)).when(StepCardsDealt()).then(UNKNOWN)


def test_amplify_icons_are_asked_for_if_the_table_plays_with_them() -> None:
    ruled = RulingMade(ruling="amplify")
    boosts = (ruled, *STEP_BY_STEP, STEAM, ActivationStarted(enemy=VILLAIN, seat=SPIDER), AttackUndefended())
    given(GAME, *boosts).when(BoostCardTurnedUp(icons=1)).then(UNKNOWN)
    given(GAME, *boosts, CardPrintSaid(card="Steam", amplify=1)).when(BoostCardTurnedUp(icons=1)).then(
        says("Boost card: 2 icons")
    )


def test_what_an_unknown_attachment_gives_is_not_nothing() -> None:
    assert number_of(at(*KNOWN), VILLAIN, "attack") == 2
    assert number_of(at(*KNOWN, STEAM), VILLAIN, "attack") is None
    assert number_of(at(*KNOWN, STEAM, CardPrintSaid(card="Steam", attack_bonus=1)), VILLAIN, "attack") == 3


def test_hit_points_of_an_unknown_attachment_are_lent_once_they_are_said() -> None:
    here = at(*KNOWN, STEAM, CardPrintSaid(card="Steam", health_bonus=5))
    assert here.villain.health == (at(*KNOWN).villain.health or 0) + 5


def test_toughness_and_quickstrike_count_for_a_minion_that_has_just_come() -> None:
    said = CardPrintSaid(card="Drone", keywords=("toughness", "quickstrike"))
    drone = at(*HERO_FORM, DRONE, said).play["Drone"]
    assert (drone.tough, drone.strikes) == (True, True)
    later = at(*HERO_FORM, DRONE, ThreatPlaced(scheme=MAIN, amount=1), *turns_done(SPIDER), said).play["Drone"]
    assert (later.tough, later.strikes) == (False, False)


def test_an_ally_that_defends_may_strike_back() -> None:
    ally = CardEntered(name="Hawkeye", seat=SPIDER, type="ally", health=4)
    attack = EnemyActivated(enemy=VILLAIN, seat=SPIDER, defender="Hawkeye", because="card")
    given(GAME, *KNOWN, ally).when(attack).then(UNKNOWN)
    given(GAME, *KNOWN, ally, CardPrintSaid(card="Hawkeye", retaliate=1)).when(attack).then(
        table(**{"villain.damage": 1})
    )


NOBODY_KNOWS = (*HEROES, KLAW, GameBegun())
"""A villain, a hero and a main scheme that nobody typed in."""


def test_the_print_of_an_unknown_villain_and_of_an_unknown_hero_is_asked_for_once_they_may_fight() -> None:
    begun = (TableOpened(), *NOBODY_KNOWS)
    given(GAME, *begun).then_no_prompt(CardPrintSaid)
    fights = (*begun, FormChanged(seat=IRON))
    given(GAME, *fights).then_next("Klaw: what is printed on it?")
    said = (*fights, CardPrintSaid(card=VILLAIN, keywords=("toughness",), retaliate=1))
    given(GAME, *said).then_next("Iron Man: which Retaliate is printed on the hero, 0 for none?")
    assert (at(*said).villain.tough, at(*said).villain.printed["retaliate"]) == (True, 1)
    given(GAME, *said, CardPrintSaid(card=IRON)).then_no_prompt(CardPrintSaid)


def test_an_unknown_villain_may_strike_back_and_so_may_an_unknown_hero() -> None:
    attack = HeroAttacked(seat=SPIDER, target=VILLAIN)
    begun = (*NOBODY_KNOWS, FormChanged(seat=SPIDER))
    given(GAME, *begun).when(attack).then(UNKNOWN)
    given(GAME, *begun, CardPrintSaid(card=VILLAIN, retaliate=2)).when(attack).then(
        table(**{"seats.spider-man.damage": 2})
    )
    hero = (*NOBODY_KNOWS, FormChanged(seat=IRON, by_card=True), CardPrintSaid(card=VILLAIN))
    strikes = EnemyActivated(enemy=VILLAIN, seat=IRON, because="card", value=1)
    given(GAME, *hero).when(strikes).then(UNKNOWN)
    given(GAME, *hero, CardPrintSaid(card=IRON, retaliate=1)).when(strikes).then(table(**{"villain.damage": 1}))


def test_the_next_stage_of_a_villain_is_another_card() -> None:
    stage = (*HERO_FORM, DamageDealt(target=VILLAIN, amount=28), VillainStageBegun(health=30))
    given(GAME, *stage).then_next(CardPrintSaid)


def test_the_hazard_icons_of_an_unknown_main_scheme_are_asked_for_before_cards_are_dealt() -> None:
    tracks = TableOpened(tracks=("encounter",))
    activated = [EnemyActivated(enemy=VILLAIN, seat=seat, value=0) for seat in (SPIDER, IRON)]
    dealing = (tracks, *NOBODY_KNOWS, PlayerPhaseEnded(), SchemeThreatPlaced(), *activated, ActivationsEnded())
    given(GAME, *dealing).when(StepCardsDealt()).then(UNKNOWN)
    given(GAME, *dealing).then_next("How many hazard icons are printed on the main scheme?")
    given(GAME, *dealing, CardPrintSaid(card=MAIN, hazard=1)).when(StepCardsDealt()).then(
        table(**{f"seats.{SPIDER}.dealt": 2, f"seats.{IRON}.dealt": 1})
    )


def test_what_is_printed_on_a_hero_is_known_in_the_next_game_too() -> None:
    won = (*NOBODY_KNOWS, CardPrintSaid(card=IRON, retaliate=1), GameWon(reason="card"), NextGameSetUp())
    assert at(*won).seats[IRON].printed["retaliate"] == 1
    assert not is_print_unknown(at(*won), IRON)
