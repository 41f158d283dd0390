"""A law that is broken names all that breaks it, and none is kept that looks at nothing."""

import pytest

from tests.suite.laws import each_of, hold

HEAPS = {"small": [(1,), (2,)], "large": [(30,), (40,)]}


def even(number: int) -> None:
    assert number % 2 == 0, "odd"


def test_all_that_breaks_a_law_is_listed_each_by_its_name() -> None:
    with pytest.raises(ExceptionGroup, match="2 of 3 break the law") as broken:
        hold(even, [(1,), (2,), (3,)], named=lambda number: f"the number {number}")
    assert [fault.__notes__ for fault in broken.value.exceptions] == [
        ["That was the number 1."],
        ["That was the number 3."],
    ]


def test_what_goes_wrong_in_another_way_breaks_it_too() -> None:
    with pytest.raises(ExceptionGroup, match="1 of 2 break the law"):
        hold(lambda number: 1 // number, [(0,), (1,)], named=str)


def test_a_law_of_nothing_fails() -> None:
    with pytest.raises(AssertionError, match="nothing to look at"):
        hold(even, [], named=str)


@each_of(HEAPS, named=str)
def test_a_law_is_told_each_thing(number: int) -> None:
    """One test a heap, under the name of the law."""
    assert any((number,) in heap for heap in HEAPS.values())


def test_such_a_test_has_its_name_and_says_what_it_is() -> None:
    test = test_a_law_is_told_each_thing
    assert (test.__name__, test.__doc__) == (
        "test_a_law_is_told_each_thing",
        "One test a heap, under the name of the law.",
    )
