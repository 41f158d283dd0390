"""Events that are tried along the golden logs have the listed outcomes: `tests/tried.py`."""

import pytest

from domain.framework.game import AnyGame
from domain.games import BY_KEY
from tests.tried import file_of, listed, told

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", BY_KEY.values(), ids=BY_KEY)
def test_events_have_the_listed_outcomes(game: AnyGame) -> None:
    assert told(game, listed(game)).splitlines() == file_of(game).read_text(encoding="utf-8").splitlines()
