"""What players are offered along the golden logs, and what their sheets say, is what it was: `tests/shown.py`."""

import pytest

from domain.games import BY_KEY
from domain.language.game import AnyGame
from tests.shown import file_of, moments_told, told

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", BY_KEY.values(), ids=BY_KEY)
def test_what_is_offered_and_written_down_is_what_it_was(game: AnyGame) -> None:
    assert (
        told(game, moments_told(file_of(game))).splitlines() == file_of(game).read_text(encoding="utf-8").splitlines()
    )
