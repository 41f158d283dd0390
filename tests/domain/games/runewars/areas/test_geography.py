"""Where areas lie: what is beside one, what lies between two, how far one is from another."""

import pytest

from domain.games.runewars.areas import (
    border_between,
    distance_between,
    is_passable,
    neighbours_of,
    opposite_side,
    side_to,
)
from domain.games.runewars.state.kinds import Border
from domain.games.runewars.state.table import Area, Runewars


def a_table() -> Runewars:
    """A row of three, one below the first two, one apart, and one that has no place."""
    table = Runewars()
    table.land = {
        "1A": Area(q=0, r=0, borders={"0": "water"}),
        "1B": Area(q=1, r=0, borders={"0": "mountain", "3": "mountain"}),
        "2A": Area(q=2, r=0, borders={"3": "water"}),
        "2B": Area(q=0, r=1),
        "3A": Area(q=9, r=9),
        "attic": Area(),
    }
    return table


def test_around_are_the_areas_that_touch() -> None:
    assert neighbours_of(a_table(), "1B") == ["2A", "2B", "1A"]
    assert neighbours_of(a_table(), "3A") == []


def test_an_area_without_a_place_has_nothing_beside_it() -> None:
    assert neighbours_of(a_table(), "attic") == []
    assert neighbours_of(a_table(), "nowhere") == []
    assert side_to(a_table(), "attic", "1A") is None


def test_an_area_that_is_put_elsewhere_has_others_beside_it_at_once() -> None:
    """Where areas lie is kept from one look to the next, as long as none of them moves."""
    table = a_table()
    assert neighbours_of(table, "3A") == []
    table.land["3A"].q, table.land["3A"].r = 3, 0
    assert neighbours_of(table, "3A") == ["2A"]
    assert neighbours_of(table, "2A") == ["3A", "1B"]
    table.land["3A"].q = None
    assert neighbours_of(table, "2A") == ["1B"]


@pytest.mark.parametrize(
    ("a", "b", "shown"),
    [
        ("1A", "2B", "open"),
        ("1A", "1B", "mountain"),
        ("1B", "2A", "mountain"),
        ("2A", "2B", "open"),
        ("attic", "1A", "open"),
        ("nowhere", "elsewhere", "open"),
    ],
)
def test_a_border_is_what_either_side_shows(a: str, b: str, shown: Border) -> None:
    assert border_between(a_table(), a, b) == border_between(a_table(), b, a) == shown


def test_a_side_and_the_one_it_touches_lie_across() -> None:
    table = a_table()
    assert (side_to(table, "1A", "1B"), side_to(table, "1B", "1A")) == (0, 3)
    assert [opposite_side(side) for side in range(6)] == [3, 4, 5, 0, 1, 2]


@pytest.mark.parametrize(
    ("shown", "on_foot", "flying", "over_ice"),
    [("open", True, True, True), ("mountain", False, True, False), ("water", False, True, True)],
)
def test_c21_who_crosses_a_border(shown: Border, on_foot: bool, flying: bool, over_ice: bool) -> None:
    assert is_passable(shown) == on_foot
    assert is_passable(shown, flying=True) == flying
    assert is_passable(shown, frozen=True) == over_ice


def test_distance_goes_over_areas_alone() -> None:
    table = a_table()
    assert [distance_between(table, "1A", area) for area in ("1A", "1B", "2A", "2B")] == [0, 1, 2, 1]
    assert distance_between(table, "1A", "3A") is None
    assert distance_between(table, "attic", "1A") is None
    assert distance_between(table, "attic", "attic") == 0
