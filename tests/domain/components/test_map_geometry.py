"""Spaces: the shortest way, and where shapes lie."""

from itertools import pairwise
from math import dist, isclose

import pytest

from domain.components.map_geometry import HEXAGON, SQUARE, Hex, Square, count_steps
from domain.framework.views.board import Point

WAYS = {"quay": ("mole",), "mole": ("quay", "reef", "isle"), "reef": ("mole", "deep"), "deep": ("reef",), "isle": ()}


def test_every_space_that_can_be_reached_is_told_with_its_fewest_steps() -> None:
    assert count_steps("quay", WAYS.__getitem__) == {"quay": 0, "mole": 1, "reef": 2, "isle": 2, "deep": 3}


def test_a_way_may_lead_in_one_direction_only() -> None:
    assert count_steps("isle", WAYS.__getitem__) == {"isle": 0}


def test_a_walk_ends_where_its_steps_are_used_up() -> None:
    assert count_steps("quay", WAYS.__getitem__, most=1) == {"quay": 0, "mole": 1}


def test_a_space_that_nobody_passes_through_may_be_where_a_walk_ends() -> None:
    assert "deep" not in count_steps("quay", WAYS.__getitem__, through=lambda space: space != "reef")
    assert count_steps("quay", WAYS.__getitem__, through=lambda space: space != "reef")["reef"] == 2


def test_who_stands_where_nobody_passes_may_leave() -> None:
    assert count_steps("reef", WAYS.__getitem__, through=lambda space: space != "reef")["deep"] == 1


def test_shapes_are_spaces_too() -> None:
    assert count_steps(Hex(0, 0), Hex.around, most=2).keys() >= {Hex(2, 0), Hex(1, 1), Hex(-2, 1)}
    assert len(count_steps(Hex(0, 0), Hex.around, most=2)) == 19
    assert len(count_steps(Square(0, 0), Square.beside, most=2)) == 13
    assert len(count_steps(Square(0, 0), Square.around, most=2)) == 25


@pytest.mark.parametrize("around", [tuple(Hex(2, -1).around()), tuple(Square(3, 3).beside())])
def test_neighbours_are_told_in_a_circle_and_are_drawn_as_far_as_their_sides_ask(
    around: tuple[Hex | Square, ...],
) -> None:
    apart = 3**0.5 if isinstance(around[0], Hex) else 8**0.5
    assert all(isclose(dist(a.middle, b.middle), apart) for a, b in pairwise((*around, around[0])))


def test_a_shape_is_drawn_to_the_right_and_down() -> None:
    assert Hex(0, 0).middle == (0, 0)
    assert Hex(0, 1).middle == pytest.approx((3**0.5 / 2, 1.5))
    assert Square(1, 0).middle == (2, 0)


@pytest.mark.parametrize(
    ("here", "there", "corners"),
    [
        (Hex(0, 0), Hex(1, 0), HEXAGON),
        (Hex(2, -1), Hex(2, 0), HEXAGON),
        (Square(0, 0), Square(1, 0), SQUARE),
    ],
)
def test_shapes_beside_each_other_are_drawn_with_two_corners_in_common(
    here: Hex | Square, there: Hex | Square, corners: tuple[Point, ...]
) -> None:
    one, two = (
        {(round(shape.middle[0] + x, 6), round(shape.middle[1] + y, 6)) for x, y in corners} for shape in (here, there)
    )
    assert len(one & two) == 2
