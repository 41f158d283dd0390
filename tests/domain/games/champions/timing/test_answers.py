"""What may answer what happens now: proposed where it is known, in one tap, and in nobody's way."""

from typing import Any

import pytest

from companion.testing import given, says, table
from domain.framework.events.event import Event
from domain.framework.kernel import ContentAdded
from domain.framework.offers.prompt_list import next_prompt
from domain.framework.views.board import Piece
from domain.framework.views.visibility import table_seen_by
from domain.games.champions import GAME
from domain.games.champions.cards.entering import CardEntered, EnvironmentEntered, MinionEntered
from domain.games.champions.display.board import board
from domain.games.champions.endgame import GameAbandoned
from domain.games.champions.enemies.activations import ActivationStarted, EnemyActivated
from domain.games.champions.harm import DamageDealt
from domain.games.champions.heroes.playing import CardPlayed
from domain.games.champions.heroes.powers import HeroAttacked, HeroThwarted
from domain.games.champions.piles.players_decks import CardsDrawn
from domain.games.champions.rounds import PlayerPhaseEnded, RoundEnded, SchemeThreatPlaced
from domain.games.champions.setup.scenarios import GameBegun
from domain.games.champions.state.table import Champions
from domain.games.champions.statuses import StatusGiven
from domain.games.champions.threat import ThreatPlaced
from domain.games.champions.timing.abilities import AbilityTriggered, PerilBegun, WindowOpened
from domain.games.champions.timing.effects import DelayedEffectFired, DelayedEffectSet, LastingEffectBegun
from tests.domain.games.champions.moments import (
    HERO_FORM,
    IRON,
    PLAYING,
    SET_UP,
    SPIDER,
    activations,
    at,
    dials,
    tracking,
    turns_done,
)

VILLAIN, MAIN = "villain", "main scheme"
ATTACKED = (*activations("activations", "timing"), ActivationStarted(enemy=VILLAIN, seat=SPIDER))
SENSE = AbilityTriggered(card=SPIDER, seat=SPIDER, kind="interrupt", to="enemy attack")


def proposed(here: Champions) -> list[Piece]:
    return [piece for piece in board(here) if piece.key == "answers"]


def taps(*events: Event[Any]) -> list[Event[Any]]:
    return [button.event for piece in proposed(at(*events)) for button in piece.buttons]


def test_a_card_that_is_known_to_answer_an_attack_is_proposed_with_a_tap() -> None:
    (piece,) = proposed(at(*ATTACKED))
    assert str(piece.title) == "May answer now: an enemy attacks"
    assert [(str(one.label), one.event) for one in piece.buttons] == [
        ("Spider-Man: interrupt", SENSE),
        ("Ask all in player order", WindowOpened(condition="enemy attack")),
    ]


def test_where_activations_are_told_in_one_tap_it_is_proposed_before_it() -> None:
    assert SENSE in taps(*activations("timing"))
    both = (EnemyActivated(enemy=VILLAIN, seat=SPIDER), EnemyActivated(enemy=VILLAIN, seat=IRON))
    assert SENSE not in taps(*activations("timing"), *both)


def test_who_has_answered_is_proposed_no_more_until_the_next_thing_happens() -> None:
    assert taps(*ATTACKED, SENSE) == []
    assert SENSE in taps(*ATTACKED, SENSE, ActivationStarted(enemy=VILLAIN, seat=SPIDER, because="card"))


def test_a_table_that_tracks_no_timing_or_knows_no_answer_sees_nothing() -> None:
    assert proposed(at(*activations("activations"), ActivationStarted(enemy=VILLAIN, seat=SPIDER))) == []
    assert proposed(at(*dials(), DamageDealt(target=VILLAIN, amount=1))) == []
    assert proposed(at(*PLAYING, DamageDealt(target=VILLAIN, amount=1))) == []


def test_what_comes_next_is_the_same_whatever_may_answer() -> None:
    known, unknown = at(*ATTACKED), at(*ATTACKED, SENSE)
    assert proposed(known)
    assert not proposed(unknown)
    assert str(next_prompt(GAME.prompts(known))) == str(next_prompt(GAME.prompts(unknown)))
    assert [one.event for one in GAME.prompts(known)] == [one.event for one in GAME.prompts(unknown)]


WHIP = ContentAdded(kind="cards", id="whip", fields={"en": "Whip", "type": "upgrade", "forced": ["damage"]})


def test_forced_abilities_come_first_and_into_the_moment_that_all_are_asked_in() -> None:
    shield = ContentAdded(
        kind="cards", id="shield", fields={"en": "Shield", "type": "upgrade", "responses": ["damage"]}
    )
    armed = (*PLAYING, shield, WHIP, CardEntered(name="shield", seat=IRON), CardEntered(name="whip", seat=SPIDER))
    assert taps(*armed, DamageDealt(target=VILLAIN, amount=2)) == [
        AbilityTriggered(card="whip", seat=SPIDER, kind="forced", to="damage"),
        AbilityTriggered(card="shield", seat=IRON, kind="response", to="damage"),
        WindowOpened(condition="damage", forced=("whip",)),
    ]


def test_e5_damage_and_the_defeat_it_brings_are_one_thing_that_happens() -> None:
    drones = (EnvironmentEntered(name="ultron-drones"), MinionEntered(name="Drone", seat=SPIDER, health=1))
    (piece,) = proposed(at(*HERO_FORM, *drones, HeroAttacked(seat=SPIDER, target="Drone", amount=1)))
    assert str(piece.title) == "May answer now: a hero or an ally attacks, damage is dealt, a character is defeated"
    assert piece.buttons[0].event == AbilityTriggered(card="ultron-drones", kind="forced", to="defeat")


def test_what_was_before_is_over_once_somebody_does_something_else_or_ends_the_turn() -> None:
    thwarted = (
        *HERO_FORM,
        CardEntered(name="daredevil", seat=SPIDER),
        ThreatPlaced(scheme=MAIN, amount=3),
        HeroThwarted(seat=SPIDER, scheme=MAIN),
    )
    answer = AbilityTriggered(card="daredevil", seat=SPIDER, kind="response", to="thwart")
    assert answer in taps(*thwarted)
    assert taps(*thwarted, HeroAttacked(seat=SPIDER, target=VILLAIN, by_ability=True)) == []
    assert taps(*thwarted, *turns_done(SPIDER)) == []


def test_nobody_but_who_resolves_a_card_with_peril_is_proposed() -> None:
    assert taps(*HERO_FORM, ActivationStarted(enemy=VILLAIN, seat=SPIDER, because="card")) != []
    assert taps(*HERO_FORM, ActivationStarted(enemy=VILLAIN, seat=SPIDER, because="card"), PerilBegun(seat=IRON)) == []


def test_in_an_open_moment_what_answers_it_stands_beside_who_passes() -> None:
    opened = at(*ATTACKED, WindowOpened(condition="enemy attack"))
    (piece,) = [one for one in board(opened) if one.key == "window"]
    assert str(piece.note) == "an enemy attacks"
    assert piece.buttons[0].event == SENSE
    assert proposed(opened) == []


STUNNED = StatusGiven(target=SPIDER, status="stunned")
VILLAIN_STUNNED = StatusGiven(target=VILLAIN, status="stunned")
BY_CARD = EnemyActivated(enemy=VILLAIN, seat=SPIDER, because="card")


@pytest.mark.parametrize(
    ("before", "nothing"),
    [
        (STUNNED, HeroAttacked(seat=SPIDER, target=VILLAIN, by_ability=True)),
        (STUNNED, DamageDealt(target=SPIDER, amount=2, prevented=2)),
        (VILLAIN_STUNNED, BY_CARD),
    ],
    ids=["stunned hero", "prevented", "stunned villain"],
)
def test_what_does_not_come_about_is_nothing_to_answer(before: Event[Any], nothing: Event[Any]) -> None:
    assert at(*HERO_FORM, *turns_done(SPIDER, IRON), before, nothing).happened == ["turn"]


def test_what_comes_of_it_twice_happens_once_and_nothing_of_the_setup_is_left() -> None:
    twice = (DamageDealt(target=SPIDER, amount=1), DamageDealt(target=IRON, amount=1))
    assert at(*PLAYING, *twice).happened == ["damage"]
    assert at(*SET_UP, CardEntered(name="daredevil", seat=SPIDER), GameBegun()).happened == []


def test_a_card_that_lies_face_down_answers_nothing() -> None:
    hidden = (*PLAYING, WHIP, MinionEntered(name="whip", seat=SPIDER, facedown=True, health=1))
    assert taps(*hidden, DamageDealt(target=VILLAIN, amount=2)) == []


# --- what a table learns, hands --------------------------------------------------------------

WEBBING = AbilityTriggered(card="Web #2", seat=SPIDER, kind="response", to="damage")


def test_a_table_learns_from_use_what_a_card_answers() -> None:
    used = given(GAME, *PLAYING, CardEntered(name="Web", seat=IRON, type="upgrade")).when(WEBBING)
    used.then(
        says("An ability of Web 2 was used: response by Spider-Man, when damage is dealt"),
        table(answers={"Web": {"damage": "response"}}),
    )
    learned = (*PLAYING, CardEntered(name="Web", seat=IRON, type="upgrade"), WEBBING, *turns_done(SPIDER))
    assert taps(*learned, DamageDealt(target=VILLAIN, amount=1))[0] == WEBBING.copy_with(card="Web", seat=IRON)


def test_what_is_used_in_an_open_moment_answers_that() -> None:
    used = given(GAME, *ATTACKED, WindowOpened(condition="enemy attack")).when(
        AbilityTriggered(card="A card", seat=SPIDER, kind="interrupt")
    )
    used.then(table(answers={"A card": {"enemy attack": "interrupt"}}))
    own_words = given(GAME, *ATTACKED, WindowOpened(condition="Rhino charges")).when(
        AbilityTriggered(card="A card", seat=SPIDER, kind="interrupt")
    )
    own_words.then(table(answers={}))


def test_an_action_answers_nothing() -> None:
    given(GAME, *PLAYING).when(WEBBING.copy_with(kind="action")).then(table(answers={}))


def test_what_a_table_has_learned_stays_for_the_next_game() -> None:
    assert at(*PLAYING, WEBBING, GameAbandoned()).answers == {"Web": {"damage": "response"}}


BACKFLIP = ContentAdded(
    kind="cards", id="backflip", fields={"en": "Backflip", "type": "event", "interrupts": ["damage"]}
)
HOLDING = (*PLAYING, BACKFLIP, CardsDrawn(seat=SPIDER, count=1, cards=("backflip",)))


def test_a_card_in_hand_is_proposed_to_who_holds_it_and_to_nobody_else() -> None:
    here = at(*HOLDING, DamageDealt(target=SPIDER, amount=1))
    (piece,) = proposed(table_seen_by(here, (SPIDER,)))
    assert [(str(ask.label), ask.event, ask.fields) for ask in piece.asks] == [
        ("Spider-Man: play Backflip", CardPlayed, {"seat": SPIDER, "card": "backflip", "to": "damage"})
    ]
    assert proposed(table_seen_by(here, (IRON,))) == []
    assert proposed(table_seen_by(here, ())) == []


def test_a_card_that_was_played_in_answer_is_known_for_it() -> None:
    played = given(GAME, *HOLDING).when(CardPlayed(seat=SPIDER, card="backflip", to="threat"))
    played.then(table(answers={"backflip": {"threat": "event"}}))


def test_a_hand_that_nobody_counts_any_more_is_not_looked_into() -> None:
    assert proposed(at(*HOLDING, DamageDealt(target=SPIDER, amount=1), tracking("timing"))) == []


def test_a_card_that_nobody_named_teaches_nothing() -> None:
    given(GAME, *HOLDING).when(CardPlayed(seat=SPIDER, to="damage")).then(table(answers={}))


def test_e11_what_waits_for_the_end_of_the_round_comes_after_what_lasted_until_then() -> None:
    waiting = (
        DelayedEffectSet(waits_for="round", effect="draw a card"),
        LastingEffectBegun(effect="+1 ATK", until="round"),
    )
    over = (tracking("timing"), *PLAYING, *waiting, PlayerPhaseEnded(), SchemeThreatPlaced(), RoundEnded())
    assert list(at(*over).effects) == ["draw a card"]
    (piece,) = proposed(at(*over))
    assert str(piece.title) == "May answer now: a phase is over, a round is over"
    assert piece.buttons[0].event == DelayedEffectFired(effect="draw a card")


@pytest.mark.parametrize("ends", ["turn", "phase"])
def test_the_end_of_a_turn_and_of_a_phase_may_be_answered(ends: str) -> None:
    over = (*PLAYING, *turns_done(SPIDER)) if ends == "turn" else (tracking("timing"), *PLAYING, PlayerPhaseEnded())
    assert at(*over).happened == [ends]


def test_a_lasting_effect_that_waits_for_something_does_not_happen() -> None:
    until = LastingEffectBegun(effect="steady", waits_for="damage")
    assert taps(*PLAYING, until, DamageDealt(target=VILLAIN, amount=1)) == []


def test_a_delayed_effect_is_proposed_when_its_moment_has_come() -> None:
    waiting = (*PLAYING, DelayedEffectSet(waits_for="damage", effect="draw a card"))
    assert DelayedEffectFired(effect="draw a card") not in taps(*waiting)
    assert taps(*waiting, DamageDealt(target=VILLAIN, amount=1))[0] == DelayedEffectFired(effect="draw a card")


def test_of_a_game_that_is_over_nothing_is_proposed() -> None:
    assert proposed(at(tracking("timing"), *ATTACKED, GameAbandoned())) == []
