"""The letters of names on plans: as large as the longest word fits its space, within bounds."""

import pytest

from companion.web.pages.table.plans import LARGEST, SMALLEST, letter_size

SPACE = 112


def test_a_short_name_has_the_largest_letters() -> None:
    assert letter_size("U1", SPACE) == letter_size("", SPACE) == LARGEST


@pytest.mark.parametrize(
    ("shorter", "longer"),
    [("Settlement", "Troglodytes"), ("Mine of gold", "Observatory"), ("红木瞭望台的", "红木瞭望台的守卫")],
)
def test_the_longest_word_decides(shorter: str, longer: str) -> None:
    assert letter_size(shorter, SPACE) > letter_size(longer, SPACE)


def test_wide_letters_take_more_room_than_narrow_ones() -> None:
    assert letter_size("illicitly", 60) > letter_size("mammamwam", 60)


def test_of_a_word_without_end_the_letters_stay_legible() -> None:
    assert letter_size("x" * 60, SPACE) == SMALLEST
