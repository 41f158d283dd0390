"""Which of several entries stood at a position: the one that its neighbours' digests tell of."""

from collections.abc import Sequence

import pytest

from companion.campaign_files.repair import entries_by_links
from domain.log.entries import Raw
from tests.house import House
from tests.toy import CoinsGained, SeatTaken

LAST = 4


@pytest.fixture
def told(house: House) -> list[Sequence[Raw]]:
    """The entries of two campaigns that differ from the third one on."""
    found = []
    for name, amount in (("Harbour", 1), ("Quay", 2)):
        campaign = house.new(name)
        house.record(campaign, SeatTaken(seat="Ann"), *[CoinsGained(seat="Ann", amount=amount)] * (LAST - 2))
        found.append(list(house.store.source(campaign).read()))
    return found


def said(raws: Sequence[Raw]) -> dict[int, list[Raw]]:
    return {raw.position: [raw] for raw in raws}


def test_at_the_end_the_one_that_follows_from_the_one_before(told: list[Sequence[Raw]]) -> None:
    own, other = told
    both = {**said(own), LAST: [other[-1], own[-1]]}
    assert list(entries_by_links(both, {}).values()) == own


def test_at_the_beginning_the_one_that_follows_from_nothing(told: list[Sequence[Raw]]) -> None:
    own, other = told
    assert entries_by_links({1: [other[2], own[0]]}, {}) == {1: own[0]}


def test_after_a_gap_nobody_knows_and_the_first_one_counts(told: list[Sequence[Raw]]) -> None:
    own, other = told
    assert entries_by_links({1: [own[0]], LAST: [other[-1], own[-1]]}, {})[LAST] == other[-1]


def test_after_a_gap_the_one_that_the_next_one_tells_of(told: list[Sequence[Raw]]) -> None:
    own, other = told
    assert entries_by_links({3: [other[2], own[2]], LAST: [own[-1]]}, {})[3] == own[2]


def test_one_that_the_next_one_tells_of_comes_from_elsewhere(told: list[Sequence[Raw]]) -> None:
    own, other = told
    torn = {**said(own), 3: [other[2]]}
    assert list(entries_by_links(torn, said(own)).values()) == own
