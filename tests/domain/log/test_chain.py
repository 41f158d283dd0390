"""The chain of a log: each place where it does not hold is told by its number, once."""

from collections.abc import Sequence

import pytest

from domain.log.entries import Raw, chain_breaks
from tests.house import House
from tests.toy import CoinsGained, SeatTaken


@pytest.fixture
def raws(house: House, harbour: str) -> Sequence[Raw]:
    """A log of five entries."""
    house.record(harbour, SeatTaken(seat="Ann"), *[CoinsGained(seat="Ann", amount=1)] * 3)
    return list(house.store.source(harbour).read())


def told(raws: Sequence[Raw]) -> list[tuple[int, str]]:
    return [(one.position, one.what) for one in chain_breaks(raws)]


def test_a_whole_log_has_no_break(raws: Sequence[Raw]) -> None:
    assert told(raws) == []


def test_an_entry_that_is_missing_is_told_and_what_stands_after_it_follows_from_another(raws: Sequence[Raw]) -> None:
    assert told([*raws[:2], *raws[3:]]) == [
        (3, "entry 3 is missing"),
        (4, "entry 4 does not follow from entry 3: one of them was changed"),
    ]


def test_what_was_recorded_after_a_damaged_entry_is_not_held_against_it(raws: Sequence[Raw]) -> None:
    noise = Raw(3, raws[2].topic, b"noise")
    assert told([*raws[:2], noise, *raws[3:]]) == [(3, "entry 3 is damaged")]


def test_an_entry_that_was_changed_is_told_where_the_next_one_stands(raws: Sequence[Raw]) -> None:
    changed = Raw(3, raws[2].topic, raws[2].state.replace(b'"amount":1', b'"amount":7'))
    assert [position for position, _ in told([*raws[:2], changed, *raws[3:]])] == [4]
