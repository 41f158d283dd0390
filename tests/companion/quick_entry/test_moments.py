"""Moments: what can be said at a table is found once, and kept for as many tables and seats as there are at once."""

from collections import OrderedDict

import pytest

from companion.quick_entry import moments
from companion.quick_entry.moments import KEPT, Scope, current_scope
from tests.companion.quick_entry.tables import Typist
from tests.toy import GAME, SeatTaken

SAT = (SeatTaken(seat="Ann"), SeatTaken(seat="Bob"))


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> OrderedDict[object, Scope]:
    """The moments that are kept, none at first."""
    found = OrderedDict[object, Scope]()
    monkeypatch.setattr(moments, "_MOMENTS", found)
    return found


def now(seat: str = "") -> Scope:
    typist = Typist(GAME, *SAT, seat=seat)
    return current_scope(typist.here, typist.author)


def test_a_moment_is_found_once_for_each_who_sees_it_otherwise(kept: OrderedDict[object, Scope]) -> None:
    assert now("Ann") is now("Ann")
    assert now("Ann") is not now("Bob")
    assert len(kept) == 2


def test_the_moments_of_a_few_tables_are_kept_and_the_one_unused_longest_goes(kept: OrderedDict[object, Scope]) -> None:
    ann = now("Ann")
    for number in range(KEPT - 1):
        kept[number] = ann
    assert now("Ann") is ann
    assert (len(kept), 0 in kept) == (KEPT, True)
    bob = now("Bob")
    assert (len(kept), 0 in kept, 1 in kept) == (KEPT, False, True)
    assert (now("Bob") is bob, now("Ann") is ann) == (True, True)


def test_four_seats_at_eight_tables_are_kept() -> None:
    assert KEPT == 4 * 8
