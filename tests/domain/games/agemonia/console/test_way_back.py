"""Areas that are too full at the end of a turn: the way back to the last one that was not (最大容量)."""

import pytest

from companion.testing import given, refused, table
from domain.framework.game import PUBLIC
from domain.games.agemonia import GAME
from domain.games.agemonia.console.movement import AreaRegistered, FigureMoved
from domain.games.agemonia.console.turns import TurnEnded
from tests.domain.games.agemonia.console.fights import FIGHTING, LUNARA, ONE, VENIA, at, enemy, joined, map_of, turns
from tests.domain.games.agemonia.moments import Events

WAY: Events = (
    *map_of("A", "B", "C", "D"),
    AreaRegistered(area="C", capacity=1),
    AreaRegistered(area="B", capacity=1),
    *joined(("A", "B"), ("B", "C"), ("C", "D")),
)
BACK = FigureMoved(figure=LUNARA, to="A", way="put", points=0)


def test_a_hero_in_an_area_that_is_too_full_is_offered_the_way_back() -> None:
    """Areas on the way that were too full as well are none to go back to."""
    crowded = (*FIGHTING, *WAY, *at(lunara="A", venia="B"))
    spec = given(GAME, *crowded, *turns(), FigureMoved(figure=LUNARA, to="B", points=0))
    spec.then_must(BACK).when(TurnEnded(figure=LUNARA)).then(refused("too-full"))
    spec.when(BACK).then(table(**{"scene.places.lunara": "A"})).then_must(TurnEnded(figure=LUNARA))


def test_a_hero_that_was_never_elsewhere_is_asked_for_the_way_back() -> None:
    spec = given(GAME, *FIGHTING, *map_of("A"), *at(lunara="A"), AreaRegistered(area="A", capacity=0), *turns())
    asked = next(prompt for prompt in spec.play.campaign.prompts(PUBLIC) if prompt.required)
    assert (asked.event, "to" in asked.fields, asked.complete) == (FigureMoved, False, False)


@pytest.mark.parametrize("figure", [LUNARA, ONE])
def test_a_figure_that_may_stay_is_not_sent_back(figure: str) -> None:
    order = ("ally red", "enemy red", "ally green") if figure == LUNARA else ("enemy red", "ally red", "ally green")
    places = at(lunara="A", venia="A", skitterer_1="D")
    given(GAME, *FIGHTING, *enemy(1), *WAY, *places, *turns(*order)).then_no_prompt(BACK.copy_with(figure=figure))


def test_an_enemy_goes_back_before_its_turn_is_over() -> None:
    places = at(lunara="A", venia="A", skitterer_1="B", skitterer_2="C")
    fight = (*FIGHTING, *enemy(2, movement=3), *WAY, *places, *turns("enemy red", "ally red", "ally green"))
    spec = given(GAME, *fight, FigureMoved(figure=ONE, to="C"))
    spec.then_must(FigureMoved(figure=ONE, to="B", way="put", points=0))
    spec.then_no_prompt(FigureMoved(figure=VENIA, to="A"))
