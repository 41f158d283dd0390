"""Ranks: the name of a number from thresholds on."""

import pytest

from domain.components.ranks import rank_at, rank_reached

LEVELS = {"second": 20, "first": 0, "third": 50}


@pytest.mark.parametrize(("value", "rank"), [(-1, ""), (0, "first"), (19, "first"), (20, "second"), (99, "third")])
def test_a_value_has_the_rank_of_the_highest_threshold_that_it_reaches(value: int, rank: str) -> None:
    assert rank_at(LEVELS, value) == rank


@pytest.mark.parametrize(
    ("before", "after", "reached"), [(19, 20, "second"), (20, 21, ""), (60, 10, "first"), (0, -1, "")]
)
def test_a_rank_is_reached_if_it_is_another_one_than_before(before: int, after: int, reached: str) -> None:
    assert rank_reached(LEVELS, before, after) == reached
