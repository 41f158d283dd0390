"""Paper: nothing empty is printed, nothing else is left out, and no sheet is torn apart that fits on a page."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from domain.framework.views.sheet import (
    Beside,
    Block,
    Box,
    Boxes,
    Fact,
    Facts,
    Grid,
    Sheet,
    Track,
    Tracks,
    Wide,
    Word,
    Words,
)
from projections.documents.export import render_sheets
from projections.documents.paper.filled import without_empty_parts
from projections.documents.plain import plain_sheet

EMPTY: list[Block] = [
    Facts("Facts", [Fact("a", None), Fact("b", "")]),
    Grid("Grid", ["One", "Two"], []),
    Grid("Dashes", ["One", "Two"], [[None, ""], ["–", Fact("", None)]]),
    Tracks("Tracks", [[Track("unknown", 0)], []]),
    Words("Words", []),
    Boxes("Boxes", [Box("not yet", False)]),
    Beside("Beside", [Words("inner", []), Boxes("inner", [])]),
]
FULL: list[Block] = [
    Facts("Facts", [Fact("none of it", 0)]),
    Grid("Grid", ["One"], [[0]]),
    Grid("Ticks", ["One"], [[Box("", False)]]),
    Grid("Wide", [Wide("both", 2)], [[1, None]]),
    Tracks("Tracks", [[Track("begun", 1)], [Track("known", 0, 12)]]),
    Words("Words", [Word("key", 0, True)]),
    Boxes("Boxes", [Box("done", True), Box("not yet", False)]),
    Beside("Beside", [Words("inner", [Word("key")])]),
]


def kept(*blocks: Block) -> list[str]:
    return [block["title"] for block in without_empty_parts(plain_sheet(Sheet("s", "S", blocks)))["blocks"]]


@pytest.mark.parametrize("block", EMPTY, ids=lambda block: str(block.title))
def test_a_part_that_is_empty_is_left_out(block: Block) -> None:
    assert kept(block) == []


@pytest.mark.parametrize("block", FULL, ids=lambda block: str(block.title))
def test_a_part_in_which_something_stands_is_printed_as_it_is(block: Block) -> None:
    sheet = plain_sheet(Sheet("s", "S", [block]))
    assert without_empty_parts(sheet) == sheet


def test_a_column_in_which_nothing_stands_is_left_out() -> None:
    grid = Grid("Items", ["Item", "Mark", "Copies"], [["Oak Shield", None, 1], ["Dagger", "", 2]])
    (block,) = without_empty_parts(plain_sheet(Sheet("s", "S", [grid])))["blocks"]
    assert (block["columns"], block["rows"]) == (["Item", "Copies"], [["Oak Shield", 1], ["Dagger", 2]])


SEASONS = [["Spring", 1, 2], ["Summer", 3, 4]]
"""Rows that begin alike."""


def beside(*grids: Grid) -> list[dict[str, Any]]:
    (block,) = without_empty_parts(plain_sheet(Sheet("s", "S", [Beside("By season", grids)])))["blocks"]
    blocks: list[dict[str, Any]] = block["blocks"]
    return blocks


def test_grids_of_the_same_rows_become_one_under_their_titles() -> None:
    heads = ["Season", "Ann", "Ben"]
    (grid,) = beside(Grid("Runes", heads, SEASONS), Grid("Units", heads, [["Spring", 5, 6], ["Summer", 7, 8]]))
    over = [None, *({"kind": "wide", "cell": title, "columns": 2} for title in ("Runes", "Units"))]
    assert grid["over"] == over
    assert grid["columns"] == ["Season", "Ann", "Ben", "Ann", "Ben"]
    assert grid["rows"] == [["Spring", 1, 2, 5, 6], ["Summer", 3, 4, 7, 8]]


@pytest.mark.parametrize(
    "other",
    [
        Grid("Other heads", ["Year", "Ann", "Ben"], SEASONS),
        Grid("Other rows", ["Season", "Ann", "Ben"], [["Spring", 5, 6], ["Autumn", 7, 8]]),
        Grid("Fewer rows", ["Season", "Ann", "Ben"], SEASONS[:1]),
        Grid("Ragged", ["Season", "Ann", "Ben"], [["Spring", 5, 6], ["Summer", 7]]),
    ],
    ids=lambda grid: str(grid.title),
)
def test_grids_of_other_rows_stay_beside_each_other(other: Grid) -> None:
    assert len(beside(Grid("Runes", ["Season", "Ann", "Ben"], SEASONS), other)) == 2


LONG = "what stands in a cell, a few words at least, and then some more of them, so that it is a line of its own"


def sheet_of(rows: int) -> Sheet:
    return Sheet(
        "s", "S", [Facts("", [Fact("rows", rows)]), Grid("Grid", list("ab"), [[n, LONG] for n in range(rows)])]
    )


def test_a_sheet_that_is_a_little_too_long_is_set_smaller() -> None:
    assert pages([sheet_of(60)]) == 1


def test_a_sheet_that_would_be_too_small_to_read_goes_on_overleaf() -> None:
    assert pages([sheet_of(100)]) == 2


def test_sheets_share_a_page_and_none_is_torn_apart() -> None:
    assert pages([sheet_of(15)] * 2) == 1
    assert pages([sheet_of(35)] * 2) == 2


def pages(sheets: Sequence[Sheet]) -> int:
    return len(PdfReader(BytesIO(render_sheets(sheets, "pdf", title="All"))).pages)
