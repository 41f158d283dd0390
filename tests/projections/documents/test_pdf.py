"""PDF: what is on the paper, in which fonts, and that nothing typed is ever read as source."""

import subprocess
import sys
from io import BytesIO
from pathlib import Path
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
from projections.documents.paper import pdf
from tests.projections.documents.evening import CHINESE, HOSTILE, Evening
from tests.suite.patience import HANG

A4 = (595, 842)


def paper(data: bytes) -> PdfReader:
    return PdfReader(BytesIO(data))


def words(reader: PdfReader) -> str:
    return "\n".join(page.extract_text() for page in reader.pages)


def fonts(reader: PdfReader) -> dict[str, bool]:
    """Every font by its name, and whether its outlines are in the file."""
    found = {}
    for page in reader.pages:
        resources: Any = page["/Resources"]
        for font in resources["/Font"].values():
            inner = font["/DescendantFonts"][0].get_object()
            descriptor = inner["/FontDescriptor"]
            found[str(inner["/BaseFont"])] = "/FontFile3" in descriptor or "/FontFile2" in descriptor
    return found


def test_the_chronicle_on_paper_tells_the_evening_in_every_script(played: Evening) -> None:
    reader = paper(played.exported(".pdf", CHINESE))
    sentences = words(reader)
    assert "The Long Winter 长冬" in sentences
    assert "贝丝" in sentences
    assert "橡木塔" in sentences
    assert HOSTILE.partition(" ")[0] in sentences
    assert tuple(round(side) for side in reader.pages[0].mediabox[2:]) == A4


def test_the_chronicle_on_paper_stands_in_two_columns(evening: Evening) -> None:
    evening.sits("Ann", "Bob")
    for _ in range(100):
        for seat in ("Ann", "Bob"):
            evening.plays("coins-gained", seat=seat, amount=1)
    first = paper(evening.exported(".pdf")).pages[0].extract_text(extraction_mode="layout")
    assert any(line.count("gained 1 coins") == 2 for line in first.splitlines())


def test_all_fonts_are_in_the_file(played: Evening) -> None:
    found = fonts(paper(played.exported(".pdf")))
    assert all(found.values())
    assert any("NotoSansCJK" in name for name in found)
    assert any("Libertinus" in name for name in found)


def test_the_same_campaign_gives_the_same_bytes(played: Evening) -> None:
    assert played.exported(".pdf") == played.exported(".pdf")


@pytest.mark.parametrize(
    "typed", ["#panic()", '"); #read("/etc/passwd")', "$x$", "*bold* _it_ `c` <a> @b", "\\u{41}", "// no"]
)
def test_what_was_typed_is_shown_and_never_run(typed: str) -> None:
    sheet = Sheet(typed, typed, [Words(typed, [Word(typed, 3)]), Facts(typed, [Fact(typed, typed)])])
    sentences = words(paper(render_sheets([sheet], "pdf", title=typed))).replace("\n", "").replace(" ", "")
    assert sentences.count(typed.replace(" ", "")) >= 5


def test_what_has_no_room_on_the_rest_of_a_page_begins_the_next(played: Evening) -> None:
    facts = [Facts("", [Fact("n", n)]) for n in range(16)]
    sheets = [Sheet(str(n), f"Sheet {n}", facts) for n in range(3)]
    pages = [page.extract_text() for page in paper(render_sheets(sheets, "pdf", title="All")).pages]
    assert [[n for n in range(3) if f"Sheet {n}" in page] for page in pages] == [[0, 1], [2]]


def test_odd_blocks_can_be_drawn() -> None:
    blocks: list[Block] = [
        Facts("", []),
        Grid("", [], []),
        Grid("Ragged", ["One"], [[1, 2, 3], []]),
        Grid("Not that wide", [Wide("head", 1)], [[Wide("cell", 1)]]),
        Tracks("", []),
        Tracks(
            "Odd", [[], [Track("over", 9, 4, 7, (0, 9)), Track("under", -3, 0), Track("long", 5, 500), Track("?", 7)]]
        ),
        Words("", []),
        Words("Many", [Word("often", 500, True)]),
        Boxes("", []),
        Boxes("Some", [Box(None, True)]),
    ]
    sentences = words(paper(render_sheets([Sheet("odd", None, blocks)], "pdf")))
    assert "often" in sentences
    assert "500" in sentences


def test_what_is_printed_side_by_side_stands_side_by_side() -> None:
    cells = [[Fact("", 7, 9), Box("ready", True)], [Wide(Track("", 2, 4), 2)]]
    blocks: list[Block] = [Beside("", [Facts("", [Fact("left", "L")]), Grid("", [Wide("right", 2)], cells)])]
    page = paper(render_sheets([Sheet("s", "S", blocks)], "pdf")).pages[0]
    lines = page.extract_text(extraction_mode="layout").splitlines()
    assert [line.split() for line in lines if "left" in line] == [["left", "right"]]
    assert "ready" in page.extract_text()


def test_the_language_is_that_of_the_words() -> None:
    reader = paper(render_sheets([Sheet("s", "表", [])], "pdf", CHINESE))
    root: Any = reader.trailer["/Root"]
    assert str(root["/Lang"]).startswith("zh")


RENDERED = """
import sys
from domain.framework.views.sheet import Sheet
from projections.documents.export import render_sheets
assert render_sheets([Sheet("s", "S", [])], "pdf").startswith(b"%PDF")
print("typst" in sys.modules, "typst._typst" in sys.modules)
"""


def test_what_typesetting_remembers_ends_with_the_program_that_did_it() -> None:
    sentences = subprocess.run(
        [sys.executable, "-c", RENDERED], capture_output=True, text=True, check=True, timeout=HANG
    )
    assert sentences.stdout == "False False\n"


def test_a_document_that_cannot_be_set_says_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pdf, "templates_folder", lambda: tmp_path)
    with pytest.raises(RuntimeError, match="No such file"):
        render_sheets([Sheet("s", "S", [])], "pdf")
