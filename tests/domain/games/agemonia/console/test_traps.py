"""Traps that a hero walks into: disarmed, or set off as it goes on or ends its turn (陷阱指示物)."""

from typing import Any

import pytest

from companion.testing import followed, given, table
from domain.framework.game import PUBLIC
from domain.framework.offers.prompt_list import answers_with, next_prompt
from domain.games.agemonia import GAME
from domain.games.agemonia.console.checks import ActiveCheckStarted, CheckResolved
from domain.games.agemonia.console.movement import FigureMoved
from domain.games.agemonia.console.story import TrapCardResolved, TrapTokenPlaced, TrapTriggered
from domain.games.agemonia.console.turns import MoveManeuverStarted, TurnEnded
from tests.domain.games.agemonia.console.fights import FIGHTING, LUNARA, at, enemy, joined, map_of, turns
from tests.domain.games.agemonia.moments import Events

TRAP = TrapTokenPlaced(area="B")
WAY: Events = (*map_of("A", "B", "C"), *joined(("A", "B"), ("B", "C")), *at(lunara="A", venia="A", skitterer_1="C"))
MOVING: Events = (*FIGHTING, *enemy(1), *WAY, *turns("ally red", "enemy red", "ally green"))
WALKS: Events = (MoveManeuverStarted(hero=LUNARA, points=3), FigureMoved(figure=LUNARA, to="B"))
TRIES = ActiveCheckStarted(figure=LUNARA, check_name="B", ability="agility", trap="B")
GOES_OFF = TrapTriggered(area="B", by=LUNARA)
ON, OVER = FigureMoved(figure=LUNARA, to="C"), TurnEnded(figure=LUNARA)


@pytest.mark.parametrize("then", [ON, OVER], ids=["and-on", "and-stays"])
@pytest.mark.parametrize("traps", [1, 2])
def test_a_trap_that_a_hero_does_not_try_to_disarm_goes_off(then: Any, traps: int) -> None:
    spec = given(GAME, *MOVING, *[TRAP] * traps, *WALKS).then_no_prompt(TrapCardResolved).when(then)
    spec.then(followed(*[GOES_OFF] * traps), table(**{"scene.areas.B.traps": 0}))
    spec.then_must(TrapCardResolved)


def test_a_hero_that_walks_into_a_trap_is_asked_whether_it_tries_to_disarm_it() -> None:
    prompts = given(GAME, *MOVING, TRAP, *WALKS).play.campaign.prompts(PUBLIC)
    first = next_prompt(prompts)
    assert first is not None
    assert str(first.question) == "Does Lunara try to disarm the trap?"
    assert [str(one.title) for one in answers_with(first, prompts)] == ["Disarm the trap", "Set off the trap"]


def test_a_trap_that_was_tried_is_not_asked_about_again() -> None:
    tried = given(GAME, *MOVING, TRAP, *WALKS, TRIES, CheckResolved(rolled=6))
    tried.then_no_prompt("Disarm the trap", "Set off the trap")


@pytest.mark.parametrize("then", [ON, OVER], ids=["and-on", "and-stays"])
@pytest.mark.parametrize("rolled", [0, 6], ids=["failed", "disarmed"])
def test_a_trap_that_was_tried_does_not_go_off_again(then: Any, rolled: int) -> None:
    tried = given(GAME, *MOVING, TRAP, *WALKS, TRIES, CheckResolved(rolled=rolled))
    tried.when(then, bend="the card is read later").then(followed())


def test_of_two_traps_the_one_that_was_not_tried_goes_off() -> None:
    given(GAME, *MOVING, TRAP, TRAP, *WALKS, TRIES, CheckResolved(rolled=6)).when(ON).then(followed(GOES_OFF))


@pytest.mark.parametrize(
    "before",
    [
        pytest.param((*MOVING, TRAP), id="elsewhere"),
        pytest.param((*MOVING, *WALKS, TRAP), id="laid-where-a-hero-stands"),
        pytest.param((*MOVING, TRAP, FigureMoved(figure=LUNARA, to="B", way="put")), id="put-there"),
    ],
)
def test_a_trap_that_no_hero_walked_into_stays(before: Events) -> None:
    given(GAME, *before).when(OVER).then(followed(), table(**{"scene.areas.B.traps": 1}))
