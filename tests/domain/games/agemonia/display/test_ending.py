"""The end of a scenario: how it went, and how each hero came out of it; until it is cleared up."""

import pytest

from companion.testing import given
from domain.framework.views.sheet import Facts, Grid
from domain.games.agemonia import GAME
from domain.games.agemonia.console.scenario import ScenarioOutcomeRecorded
from domain.games.agemonia.display.ending import ending
from domain.games.agemonia.state.table import Running
from tests.domain.games.agemonia.moments import PLAYING


@pytest.mark.parametrize(("code", "title", "won"), [("S1", "Success: S1", True), ("F1", "Failure: F1", False)])
def test_a_scenario_that_has_a_result_says_how_it_went(code: str, title: str, won: bool) -> None:
    table = given(GAME, *PLAYING, ScenarioOutcomeRecorded(code=code)).play.campaign.table
    found = ending(table)
    assert found
    assert (str(found.sheet.title), found.won) == (title, won)
    heroes = found.sheet.blocks[1]
    assert isinstance(heroes, Grid)
    assert len(heroes.rows) == len(table.heroes)


def test_it_says_the_score_and_whether_it_is_to_be_played_again() -> None:
    table = given(GAME, *PLAYING).play.campaign.table
    table.running = Running(scenario="11", started=True, result="F2", score=7, replay=True)
    found = ending(table)
    assert found
    facts = found.sheet.blocks[0]
    assert isinstance(facts, Facts)
    assert [(str(fact.label), str(fact.value)) for fact in facts.facts][1:] == [
        ("Attempt", "1"),
        ("Score", "7"),
        ("Next", "to be played again"),
    ]


def test_a_scenario_without_a_result_has_no_end_yet() -> None:
    assert ending(given(GAME, *PLAYING).play.campaign.table) is None
