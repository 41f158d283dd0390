"""Paper: nothing empty is printed, nothing else is left out, and a sheet stands on one page."""

from collections.abc import Sequence
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from companion.config import Settings
from companion.demo import demo
from companion.services import Services
from domain.games import BY_KEY
from domain.language.game import ANYBODY
from domain.language.shown.sheet import (
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
from projections.documents.paper.filled import for_paper
from projections.documents.plain import plain_sheet
from projections.documents.written import render_sheets

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
    return [block["title"] for block in for_paper(plain_sheet(Sheet("s", "S", blocks)))["blocks"]]


@pytest.mark.parametrize("block", EMPTY, ids=lambda block: str(block.title))
def test_a_part_that_is_empty_is_left_out(block: Block) -> None:
    assert kept(block) == []


@pytest.mark.parametrize("block", FULL, ids=lambda block: str(block.title))
def test_a_part_in_which_something_stands_is_printed_as_it_is(block: Block) -> None:
    sheet = plain_sheet(Sheet("s", "S", [block]))
    assert for_paper(sheet) == sheet


def test_a_column_in_which_nothing_stands_is_left_out() -> None:
    grid = Grid("Items", ["Item", "Mark", "Copies"], [["Oak Shield", None, 1], ["Dagger", "", 2]])
    (block,) = for_paper(plain_sheet(Sheet("s", "S", [grid])))["blocks"]
    assert (block["columns"], block["rows"]) == (["Item", "Copies"], [["Oak Shield", 1], ["Dagger", 2]])


def test_every_sheet_of_a_long_campaign_stands_on_one_page(tmp_path: Path) -> None:
    with closing(Services(Settings(tmp_path))) as services:
        key = demo(services, BY_KEY["agemonia"])
        with services.campaigns.open(services.find(key).campaign) as campaign:
            sheets = campaign.game.sheets(campaign.game.view(campaign.table, ANYBODY))
            assert pages(sheets) == len(sheets)


def test_a_sheet_that_is_a_little_too_long_is_set_smaller() -> None:
    rows = [[f"row {n}", n, n, n, n] for n in range(48)]
    assert pages([Sheet("s", "S", [Grid("Grid", list("abcde"), rows)])]) == 1


def test_a_sheet_that_would_be_too_small_to_read_goes_on_overleaf() -> None:
    rows = [[f"row {n}", n, n, n, n] for n in range(120)]
    assert pages([Sheet("s", "S", [Grid("Grid", list("abcde"), rows)])]) > 1


def pages(sheets: Sequence[Sheet]) -> int:
    return len(PdfReader(BytesIO(render_sheets(sheets, "pdf", title="All"))).pages)
