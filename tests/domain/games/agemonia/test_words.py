"""How Agemonia tells things: nobody's dash, names in place of ids, heroes where they went, words that fit a number."""

from typing import Any

import pytest

from companion.testing import given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.game import PUBLIC
from domain.framework.kernel import ContentAdded
from domain.framework.text import value_as_words
from domain.framework.views.changes import value_words
from domain.framework.views.sheet import Grid
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.city import CityEventResolved, CityEventRevealed, LocationVisited
from domain.games.agemonia.campaign.factions import FactionReputationGained, FactionTrackConfigured
from domain.games.agemonia.campaign.levels import ActionTokensGained, ExperienceGained
from domain.games.agemonia.campaign.party import StoryCardKept
from domain.games.agemonia.console.attacks import AttackDeclared
from domain.games.agemonia.console.dice import DiceRolled
from domain.games.agemonia.console.preparing import TokenRemoved
from domain.games.agemonia.console.scenario import AchievementCompleted
from domain.games.agemonia.console.story import StoryCardFlipped
from tests.domain.games.agemonia.console.fights import FIGHTING, LUNARA, ONE, VENIA, enemy, turns
from tests.domain.games.agemonia.moments import CITY, PARTY, PLAYING, TRAINED, WATCH, Events

MARKET = ContentAdded(kind="locations", id="market", fields={"en": "Harbour Market", "zh": "港口市场"})


@pytest.mark.parametrize(
    ("heroes", "sentences"),
    [
        ((), "Visited Harbour Market"),
        ((VENIA,), "Visited Harbour Market: Venia"),
        ((LUNARA, VENIA), "Visited Harbour Market: Lunara, Venia"),
    ],
)
def test_a_visit_names_the_heroes(heroes: tuple[str, ...], sentences: str) -> None:
    given(GAME, *CITY, MARKET).when(LocationVisited(location="market", heroes=heroes)).then(says(sentences))


@pytest.mark.parametrize(
    ("event", "sentences"),
    [
        (ExperienceGained(amount=2), "The heroes gained 2 experience"),
        (ExperienceGained(scenario=WATCH), "The heroes gained 1 experience from Twilight Watch"),
        (
            AchievementCompleted(achievement="Swift", heroes=(LUNARA,)),
            "Achievement (personal): Swift. Completed by Lunara",
        ),
        (AchievementCompleted(achievement="Swift", kind="group"), "Achievement (group): Swift"),
    ],
    ids=["of no scenario", "of a scenario", "personal", "group"],
)
def test_what_nobody_said_is_left_out(event: Event[Any], sentences: str) -> None:
    spec = given(GAME, *PLAYING).when(event)
    assert str(spec.then().outcome.events[0].describe(spec.play.campaign.table)) == sentences


def test_a_sentence_after_another_begins_with_a_capital() -> None:
    spec = given(GAME, *CITY, CityEventRevealed(card="C1")).when(CityEventResolved(outcome="the mill burns"))
    assert str(spec.outcome.events[0].describe(spec.play.campaign.table)) == "City event resolved. The mill burns"


@pytest.mark.parametrize(
    ("event", "sentences"),
    [
        (StoryCardFlipped(letter="Q"), "“Q” is not one of the story cards here."),
        (TokenRemoved(token="Flag"), "“Flag” is not one of the map tokens here."),
    ],
)
def test_what_is_not_there_is_told_without_the_name_of_a_kind(event: Event[Any], sentences: str) -> None:
    given(GAME, *FIGHTING).when(event).then(refused("not-offered", says=sentences))


ROLLING: Events = (
    *FIGHTING,
    *enemy(1),
    *turns(lunara="Strike"),
    AttackDeclared(figure=LUNARA, attack="melee", targets=(ONE,), dice=1, weapon_plus=0),
)


def test_one_die_is_one_die() -> None:
    spec = given(GAME, *ROLLING)
    spec.when(DiceRolled(faces=("one", "one"))).then(refused("wrong-dice", says="Expected 1 die."))
    spec.when(DiceRolled(faces=("one_extra",))).then(refused("wrong-dice", says="Expected 2 dice."))


def test_faces_of_dice_have_names_wherever_they_are_told() -> None:
    spec = given(GAME, *ROLLING).when(DiceRolled(faces=("one_extra", "two"))).then(says("Rolled: one extra, two"))
    assert (
        value_as_words(value_words("scene.roll.faces", ["one_extra", "two"], spec.play.campaign.table))
        == "one extra, two"
    )


def test_action_tokens_have_names_on_the_sheet() -> None:
    known = ContentAdded(kind="actions", id="vow", fields={"en": "Solemn Vow", "zh": "誓言"})
    taken = ActionTokensGained(hero=LUNARA, hero_token="vow", class_token="focus")
    spec = given(GAME, known, *PARTY, *TRAINED[len(PARTY) :]).when(taken, bend="a card says so")
    (sheet,) = [one for one in GAME.sheets(spec.play.campaign.table) if one.key == LUNARA]
    grid = next(block for block in sheet.blocks if isinstance(block, Grid) and "slots" in value_as_words(block.title))
    assert {"Solemn Vow", "Focus"} <= {value_as_words(row[0]) for row in grid.rows}
    assert "Solemn Vow and Focus" in str(spec.outcome.events[0].describe(spec.play.campaign.table))


def test_a_kept_story_card_is_told_with_the_name_of_its_scenario() -> None:
    kept = StoryCardKept(hero=LUNARA, scenario=WATCH, letter="C")
    (sheet,) = [one for one in GAME.sheets(given(GAME, *PARTY, kept).play.campaign.table) if one.key == LUNARA]
    grid = next(
        block for block in sheet.blocks if isinstance(block, Grid) and value_as_words(block.title) == "Kept story cards"
    )
    assert [[value_as_words(cell) for cell in row] for row in grid.rows] == [["Twilight Watch", "C"]]


def test_a_faction_is_told_by_the_name_that_the_table_gave_it() -> None:
    named = FactionTrackConfigured(faction="faction-3", name="House Aster")
    spec = given(GAME, *PARTY, named).when(FactionReputationGained(faction="faction-3", amount=1))
    spec.then(says("House Aster: +1 reputation"), table(**{"factions.faction-3.reputation": 1}))
    assert spec.play.campaign.prompts(PUBLIC)
