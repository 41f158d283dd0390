"""The numbers in the rules of each game are those of its rulebook: `tests/numbers.py`."""

import pytest

from domain.games import BY_KEY
from tests.numbers import file_of, numbers_of


@pytest.mark.parametrize("game", BY_KEY)
def test_the_numbers_that_the_rules_name_are_what_they_were(game: str) -> None:
    assert [*numbers_of(game)] == file_of(game).read_text(encoding="utf-8").splitlines()
