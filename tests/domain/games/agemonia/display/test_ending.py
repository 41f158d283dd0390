"""The end of a scenario: how it went, and how each hero came out of it; until it is cleared up."""

import pytest

from domain.games.agemonia import GAME
from domain.games.agemonia.console.scenario import ScenarioOutcomeRecorded
from domain.games.agemonia.display.ending import ending
from domain.language.shown.sheet import Grid
from tests.domain.games.agemonia.moments import PLAYING
from tests.specs import given


@pytest.mark.parametrize(("code", "title", "won"), [("S1", "Success: S1", True), ("F1", "Failure: F1", False)])
def test_a_scenario_that_has_a_result_says_how_it_went(code: str, title: str, won: bool) -> None:
    table = given(GAME, *PLAYING, ScenarioOutcomeRecorded(code=code)).play.campaign.table
    found = ending(table)
    assert found
    assert (str(found.sheet.title), found.won) == (title, won)
    heroes = found.sheet.blocks[1]
    assert isinstance(heroes, Grid)
    assert len(heroes.rows) == len(table.heroes)


def test_a_scenario_without_a_result_has_no_end_yet() -> None:
    assert ending(given(GAME, *PLAYING).play.campaign.table) is None
