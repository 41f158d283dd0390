"""Layouts: areas of which only the neighbours are known."""

from itertools import combinations

import pytest

from domain.components.layouts import layout_of
from domain.components.map_geometry import Square

MAPS = {
    "none": "",
    "a row": "bank-ford ford-mill mill-marsh",
    "a ring": "a-b b-c c-d d-e e-f f-a",
    "a star": "a-b a-c a-d a-e a-f a-g a-h",
    "a long way": "a-b b-c c-d d-e e-f f-g g-h h-i i-j j-k",
    "two parts": "a-b b-c x-y",
    "a town": "bank-ford ford-island ford-mill island-mill mill-marsh mill-gate marsh-gate bank-road road-tower"
    " ford-road reeds-island reeds-ford gate-tower",
    "all with all": "a-b a-c a-d a-e b-c b-d b-e c-d c-e d-e",
}
FLAT = tuple(name for name in MAPS if name != "all with all")
"""Those that can be drawn without a crossing."""


def neighbours(ways: str) -> dict[str, list[str]]:
    """The neighbours of each area, in both directions."""
    found: dict[str, list[str]] = {}
    for one, other in (way.split("-") for way in ways.split()):
        found.setdefault(one, []).append(other)
        found.setdefault(other, []).append(one)
    return found


def ways_of(name: str) -> list[tuple[Square, Square]]:
    cells = layout_of(neighbours(MAPS[name]))
    return [(cells[one], cells[other]) for one, other in (way.split("-") for way in MAPS[name].split())]


def covers(cell: Square, way: tuple[Square, Square]) -> bool:
    """Whether one sees an area on a way between two others: the way passes its middle half."""
    (x, y), (to_x, to_y) = way
    points = ((x + (to_x - x) * n / 100, y + (to_y - y) * n / 100) for n in range(101))
    return cell not in way and any(max(abs(a - cell.column), abs(b - cell.row)) < 0.4 for a, b in points)


def meet(one: tuple[Square, Square], other: tuple[Square, Square]) -> bool:
    """Whether two ways without a common end cross."""

    def side(at: Square, way: tuple[Square, Square]) -> int:
        (x, y), (to_x, to_y) = way
        return (to_x - x) * (at.row - y) - (to_y - y) * (at.column - x)

    apart = [side(a, way) * side(b, way) < 0 for (a, b), way in ((one, other), (other, one))]
    return not {*one} & {*other} and all(apart)


@pytest.mark.parametrize("name", MAPS)
def test_each_area_has_a_cell_of_its_own(name: str) -> None:
    areas = neighbours(MAPS[name])
    cells = layout_of(areas)
    assert (list(cells), len(set(cells.values()))) == (list(areas), len(areas))


@pytest.mark.parametrize("name", MAPS)
def test_a_layout_begins_at_the_left_and_at_the_top(name: str) -> None:
    cells = list(layout_of(neighbours(MAPS[name])).values()) or [Square(0, 0)]
    assert (min(cell.column for cell in cells), min(cell.row for cell in cells)) == (0, 0)


@pytest.mark.parametrize("name", FLAT)
def test_no_way_is_covered_by_an_area_or_crosses_another(name: str) -> None:
    ways, cells = ways_of(name), layout_of(neighbours(MAPS[name])).values()
    assert [(cell, way) for cell in cells for way in ways if covers(cell, way)] == []
    assert [two for two in combinations(ways, 2) if meet(*two)] == []


@pytest.mark.parametrize("name", ["a row", "a ring", "a star", "a long way"])
def test_neighbours_lie_next_to_each_other_where_they_can(name: str) -> None:
    assert {max(abs(a.column - b.column), abs(a.row - b.row)) for a, b in ways_of(name)} == {1}


@pytest.mark.parametrize("name", FLAT)
def test_a_layout_is_no_wider_than_a_phone(name: str) -> None:
    assert all(cell.column < 3 for cell in layout_of(neighbours(MAPS[name])).values())


def test_the_same_neighbours_are_always_laid_out_alike_whichever_side_names_them() -> None:
    both = neighbours(MAPS["a town"])
    once = {area: [other for other in others if other > area] for area, others in both.items()}
    assert layout_of(both) == layout_of(once)


def test_an_area_without_neighbours_begins_a_row() -> None:
    cells = layout_of({"a": ["b"], "b": [], "isle": []})
    assert cells["isle"].row == 1 + max(cells["a"].row, cells["b"].row)
