"""The prompts, boards and sheets along the golden logs are the listed ones: `tests/shown.py`."""

import pytest

from domain.framework.game import AnyGame
from domain.games import BY_KEY
from tests.shown import file_of, listed_prompts, told

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", BY_KEY.values(), ids=BY_KEY)
def test_players_see_the_listed_lines(game: AnyGame) -> None:
    listed = file_of(game).read_text(encoding="utf-8").splitlines()
    assert told(game, listed_prompts(game)).splitlines() == listed
