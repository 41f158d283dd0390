"""Pure geometry: C-37 how tiles touch, C-38 how far home markers are apart."""

import pytest

from domain.components.map_geometry import Hex
from domain.framework.events.choice import Known
from domain.games.runewars import GAME
from domain.games.runewars.setup.hexes import (
    MIDDLE,
    OPEN,
    Cell,
    Sides,
    colours_meet,
    distance_apart,
    far_enough,
    move_tile,
    open_borders,
    overlaps_map,
    places_around,
    touches_enough,
    turned_sides,
    two_from,
)
from domain.games.runewars.setup.laying import places_covered
from domain.games.runewars.state.table import Runewars

PAIR = [Cell("A", Hex(0, 0)), Cell("B", Hex(1, 0))]
ROW = {Hex(q, 0): OPEN for q in range(4)}


def with_side(side: int) -> Sides:
    return tuple("mountain" if n == side else "open" for n in range(6))


@pytest.mark.parametrize(
    ("known", "covered"),
    [
        ({"tile": "1", "shows": 2}, [Hex(0, 0), Hex(1, 0)]),
        ({"tile": "1", "shows": 2, "turned": 0}, [Hex(0, 0), Hex(1, 0)]),
        ({"tile": "1", "shows": 2, "turned": "1"}, [Hex(0, 0), Hex(0, 1)]),
        ({"tile": "1"}, []),
        ({}, []),
        ({"side": "0"}, list(two_from(MIDDLE, 0))),
    ],
)
def test_what_is_about_to_be_laid_covers_as_much_as_is_known_of_it(known: Known, covered: list[Hex]) -> None:
    """A tile that nobody turned lies as it is printed; a home marker lies on two places."""
    assert places_covered(Runewars().with_pack(GAME.pack), known) == covered


def test_a_turn_goes_round_to_the_right() -> None:
    assert [Hex(1, 0).turned(sixths) for sixths in range(6)] == list(MIDDLE.around())
    assert Hex(2, -1).turned(6) == Hex(2, -1)
    assert [turned_sides(with_side(0), sixths).index("mountain") for sixths in range(6)] == [0, 1, 2, 3, 4, 5]


def test_a_tile_is_turned_and_then_moved() -> None:
    lying = move_tile([Cell("A", Hex(0, 0)), Cell("B", Hex(1, 0), with_side(0))], Hex(5, 5), 1)
    assert lying == [Cell("A", Hex(5, 5)), Cell("B", Hex(5, 6), with_side(1))]


@pytest.mark.parametrize(
    ("to", "enough"),
    [
        pytest.param(Hex(0, 1), True, id="two areas beside three"),
        pytest.param(Hex(3, 1), False, id="two areas beside one"),
        pytest.param(Hex(4, 0), False, id="one area beside one"),
        pytest.param(Hex(9, 9), False, id="far away"),
    ],
)
def test_c37_two_areas_touch_two(to: Hex, enough: bool) -> None:
    assert touches_enough(move_tile(PAIR, to, 0), ROW) == enough


def test_c37_one_area_that_touches_two_is_not_enough() -> None:
    upright = move_tile(PAIR, Hex(0, 1), 1)
    assert not touches_enough(upright, ROW)


def test_c37_coloured_borders_do_not_meet() -> None:
    ground = {**ROW, Hex(0, 0): with_side(1)}
    assert colours_meet([Cell("A", Hex(0, 1), with_side(4))], ground)
    assert not colours_meet([Cell("A", Hex(0, 1), with_side(5))], ground)
    assert not colours_meet([Cell("A", Hex(0, 1))], ground)


def test_nothing_lies_on_what_lies() -> None:
    assert overlaps_map(move_tile(PAIR, Hex(3, 0), 0), ROW)
    assert not overlaps_map(move_tile(PAIR, Hex(4, 0), 0), ROW)


def test_a_hole_is_part_of_the_edge() -> None:
    ring = dict.fromkeys(MIDDLE.around(), OPEN)
    assert MIDDLE in places_around(ring)
    assert len(places_around(ring)) == 1 + 12


def test_c38_a_marker_counts_the_open_borders_it_touches() -> None:
    cover = two_from(Hex(0, 1), 0)
    assert cover == (Hex(0, 1), Hex(1, 1))
    assert open_borders(cover, ROW) == 4
    assert open_borders(cover, {**ROW, Hex(1, 0): with_side(1)}) == 3
    assert open_borders(two_from(Hex(4, 0), 0), ROW) == 1


def test_c38_markers_are_apart_by_areas_over_the_map() -> None:
    assert distance_apart(two_from(Hex(-2, 0), 0), two_from(Hex(4, 0), 0), ROW) == 5
    assert distance_apart(two_from(Hex(-2, 0), 0), two_from(Hex(9, 9), 0), ROW) is None


@pytest.mark.parametrize(
    ("gaps", "spent", "enough"),
    [
        ([4, 5], False, True),
        ([3, 4], False, True),
        ([3, 4], True, False),
        ([2, 9], False, False),
        ([], False, True),
        ([None], True, True),
    ],
)
def test_c38_four_apart_one_of_them_three(gaps: list[int | None], spent: bool, enough: bool) -> None:
    assert far_enough(gaps, spent) == enough
