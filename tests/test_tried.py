"""What comes of things that are tried along the golden logs is what it was: `tests/tried.py`."""

import pytest

from domain.games import BY_KEY
from domain.language.game import AnyGame
from tests.shown import moments_told
from tests.tried import file_of, told

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", BY_KEY.values(), ids=BY_KEY)
def test_what_is_recorded_refused_and_changed_is_what_it_was(game: AnyGame) -> None:
    assert (
        told(game, moments_told(file_of(game))).splitlines() == file_of(game).read_text(encoding="utf-8").splitlines()
    )
