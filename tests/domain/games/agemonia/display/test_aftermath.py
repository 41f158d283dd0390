"""What a result may bring is asked on the same card, as far as it is still to come."""

from typing import Any

import pytest

from companion.testing import given
from domain.games.agemonia import GAME
from domain.games.agemonia.console.scenario import ScenarioOutcomeRecorded
from domain.games.agemonia.display.prompts import prompts
from domain.games.agemonia.state.table import Agemonia
from tests.domain.games.agemonia.moments import PLAYING


def asked(level: int = 1, **running: Any) -> list[str]:
    """The events on the card of the result, in a scenario under way at a level."""
    table = given(GAME, *PLAYING).play.campaign.table
    assert isinstance(table, Agemonia)
    assert table.running
    table.level = level
    for name, value in {"experience": False, **running}.items():
        setattr(table.running, name, value)
    card = next((one.then for one in prompts(table) if one.event is ScenarioOutcomeRecorded), prompts(table))
    return [one.event.__name__ for one in card]


@pytest.mark.parametrize(
    ("running", "due"),
    [({}, True), ({"experience": True}, False), ({"arena": True}, False), ({"arena": True, "experience": True}, False)],
)
def test_experience_is_asked_for_once_and_never_in_an_arena(running: dict[str, Any], due: bool) -> None:
    assert ("ExperienceGained" in asked(**running)) is due


@pytest.mark.parametrize(
    ("running", "due"), [({}, False), ({"arena": True}, True), ({"arena": True, "score": 3}, False)]
)
def test_an_arena_asks_for_its_score_once(running: dict[str, Any], due: bool) -> None:
    assert ("ArenaScoreRecorded" in asked(**running)) is due


@pytest.mark.parametrize(
    ("level", "running", "gems"),
    [(3, {}, 0), (4, {}, 2), (5, {}, 2), (4, {"arena": True}, 0), (4, {"result": "F1"}, 0), (4, {"result": "S1"}, 2)],
)
def test_from_level_four_on_a_success_may_give_each_hero_an_inspiration_gem(
    level: int, running: dict[str, Any], gems: int
) -> None:
    assert asked(level, **running).count("InspirationGemGained") == gems
