"""Heroes come to the table one after the other, until it says that they are all."""

from companion.testing import given
from domain.games.champions import GAME
from domain.games.champions.setup.players import FirstPlayerChosen, HeroTaken, unplayed_heroes
from tests.domain.games.champions.moments import HEROES, RHINO


def test_another_hero_may_be_taken_until_the_scenario_is_chosen() -> None:
    given(GAME).then_next("Take a hero")
    two = given(GAME, *HEROES).then_next("Who begins?")
    two.then_prompts(HeroTaken, FirstPlayerChosen)
    two.when(RHINO).then_no_prompt(HeroTaken)


def test_a_hero_that_somebody_plays_is_not_offered_again() -> None:
    assert list(unplayed_heroes(given(GAME).play.campaign.table)) == ["spider-man"]
    assert list(unplayed_heroes(given(GAME, *HEROES).play.campaign.table)) == []
