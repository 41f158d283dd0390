"""Whom everybody waits for, as the strip at the top tells it."""

from typing import Any

import pytest

from domain.framework.events.event import Event
from domain.framework.kernel import ContentAdded
from domain.games.champions import GAME
from domain.games.champions.cards.entering import MinionEntered
from domain.games.champions.display.enemies import enemy_prompts
from domain.games.champions.encounter import EncounterCardRevealed
from domain.games.champions.enemies.activations import ActivationStarted, EnemyActivated
from domain.games.champions.enemies.boosts import DefenseAbilityUsed
from domain.games.champions.piles.encounter_deck import EncounterCounted
from domain.games.champions.rounds import ActivationsEnded, StepCardsDealt, TurnEnded
from tests.domain.games.champions.moments import HERO_FORM, IRON, PLAYING, SPIDER, STEP_BY_STEP, activations, at, dials

VILLAIN = "villain"


def strip(*events: Event[Any]) -> str:
    table = at(*events)
    return str(GAME.turn_words(table))


def test_on_a_turn_it_is_the_player_at_turn() -> None:
    assert strip(*PLAYING) == "Spider-Man"
    assert strip(*PLAYING, TurnEnded(seat=SPIDER)) == "Iron Man"
    assert strip(*dials()) == ""


def test_at_the_villains_it_is_the_next_enemy_and_how_many_come_after_it() -> None:
    one = EnemyActivated(enemy=VILLAIN, seat=SPIDER)
    assert strip(*activations()) == "Rhino I attacks Spider-Man, and 1 more"
    assert strip(*activations(), one) == "Rhino I schemes against Iron Man"
    assert strip(*activations(), one, EnemyActivated(enemy=VILLAIN, seat=IRON)) == ""


def test_an_attack_at_hand_is_told_with_who_is_attacked_by_now() -> None:
    attacked = (*STEP_BY_STEP, ActivationStarted(enemy=VILLAIN, seat=SPIDER))
    assert strip(*attacked) == "Rhino I attacks Spider-Man, and 1 more"
    assert GAME.turn(at(*attacked)) is None
    assert strip(*attacked, DefenseAbilityUsed(seat=IRON)) == "Rhino I attacks Iron Man, and 1 more"


def test_of_encounter_cards_it_is_who_reveals_or_resolves_one() -> None:
    revealing = (*activations("encounter", "minions"), EncounterCounted(deck=9), ActivationsEnded())
    dealt = (*revealing, StepCardsDealt())
    assert strip(*dealt) == "Spider-Man"
    assert strip(*dealt, EncounterCardRevealed(seat=SPIDER)) == "Iron Man"
    assert strip(*dealt, EncounterCardRevealed(seat=SPIDER, name="business-problems")) == "Iron Man"
    assert strip(*dealt, EncounterCardRevealed(seat=SPIDER, name="explosion")) == "Spider-Man"


STRIKER = ContentAdded(
    kind="cards", id="striker", fields={"en": "Striker", "type": "minion", "attack": 2, "keywords": ["quickstrike"]}
)


@pytest.mark.parametrize("so_far", [STEP_BY_STEP, HERO_FORM], ids=["step by step", "in one tap"])
def test_a_minion_that_strikes_at_once_comes_before_what_may_wait(so_far: tuple[Event[Any], ...]) -> None:
    found = enemy_prompts(at(*so_far, STRIKER, MinionEntered(name="striker", seat=SPIDER)))
    assert [one.required for one in found if one.fields.get("because") == "quickstrike"] == [True]


def test_a_minion_that_strikes_at_once_is_told_in_the_strip() -> None:
    came = (STRIKER, MinionEntered(name="striker", seat=SPIDER))
    assert strip(*HERO_FORM, *came) == "Quickstrike: Striker attacks Spider-Man"
    assert strip(*HERO_FORM, *came, EnemyActivated(enemy="striker", seat=SPIDER, because="quickstrike")) == "Spider-Man"
    assert strip(*activations("minions"), *came) == "Quickstrike: Striker attacks Spider-Man, and 3 more"
    assert strip(*HERO_FORM, came[0], MinionEntered(name="striker", seat=IRON)) == "Spider-Man"
