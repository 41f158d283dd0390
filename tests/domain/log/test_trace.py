"""Trace: of a stretch that is noted again, the names that are gone are said, so that nobody keeps their numbers."""

from types import SimpleNamespace
from typing import Any

import pytest

from domain.log.trace import Trace


def noted(*moments: dict[str, int]) -> Trace:
    """A trace of one round whose numbers were noted at each of these moments."""
    table: Any = SimpleNamespace(chapter=1, place=(2, "day"), sitting=None, numbers={}, played=[])
    game: Any = SimpleNamespace(series=lambda at: at.numbers)
    trace = Trace(game, table)
    for numbers in moments:
        table.numbers = numbers
        trace.note_numbers(table)
    return trace


@pytest.mark.parametrize(
    ("later", "left"),
    [
        ({"Ann": 3}, [{"Ann", "Bob"}, {"Ann"}]),
        ({"Ann": 3, "Bob": 1}, [{"Ann", "Bob"}]),
        ({"Ann": 3, "Bob": 1, "Cy": 0}, [{"Ann", "Bob"}]),
    ],
)
def test_who_is_gone_within_a_round_is_left_out_of_it(later: dict[str, int], left: list[set[str]]) -> None:
    trace = noted({"Ann": 3, "Bob": 1}, later)
    assert [set(names) for _stretch, names in trace.left] == left


def test_only_numbers_that_changed_are_noted_again() -> None:
    trace = noted({"Ann": 3, "Bob": 1}, {"Ann": 4, "Bob": 1})
    assert [(name, value) for *_moment, name, value in trace.numbers] == [("Ann", 3), ("Bob", 1), ("Ann", 4)]


def test_who_comes_back_is_noted_with_the_same_number_again() -> None:
    trace = noted({"Ann": 3, "Bob": 1}, {"Ann": 3}, {"Ann": 3, "Bob": 1})
    assert [name for *_moment, name, _value in trace.numbers] == ["Ann", "Bob", "Bob"]
