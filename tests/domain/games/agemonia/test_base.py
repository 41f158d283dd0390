"""When a scenario is played: between its start and its result, or in rounds alone where no campaign is kept."""

import pytest

from companion.testing import given
from domain.games.agemonia import GAME
from domain.games.agemonia.base import is_played
from tests.domain.games.agemonia.moments import PARTY, PLAYING, RULED, WON, Events


@pytest.mark.parametrize(
    ("before", "played"), [(PARTY, False), (RULED, False), (PLAYING, True), (WON, False)], ids=lambda one: ""
)
def test_a_scenario_is_played_from_its_start_to_its_result(before: Events, played: bool) -> None:
    assert is_played(given(GAME, *before).play.campaign.table) is played  # type: ignore[arg-type]


@pytest.mark.parametrize(("rounds", "played"), [(0, False), (1, True), (2, True)])
def test_where_no_campaign_is_kept_a_scenario_is_played_from_its_first_round(rounds: int, played: bool) -> None:
    table = given(GAME, *PARTY).play.campaign.table
    table.scene.round = rounds  # type: ignore[attr-defined]
    assert is_played(table) is played  # type: ignore[arg-type]
