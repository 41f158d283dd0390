"""Sheets on paper: of every demo and golden log, nothing is printed over anything else, out of its cell or the margins.

The pages are read back, not compared as pictures: a picture changes with every version of a font,
and does not say where.
"""

import io
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
import typst
from pypdf import PdfReader

from companion.config import Settings
from companion.demo import make_demo
from companion.i18n import tongue_of
from companion.log_sentences import record_of
from companion.services import Services
from companion.view_context import ViewContext
from domain.framework.game import PUBLIC
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
from domain.games import BY_KEY
from projections import log
from projections.campaigns import find_campaign
from projections.documents import lossless
from projections.documents.arrivals import import_campaign
from projections.documents.export import render_sheets
from tests.projections.documents.cells import leaving
from tests.projections.documents.ink import Run, overprinted, runs

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).parent / "golden"
WAR = GOLDEN / "runewars" / "0.1.0-war.jsonl"
"""Six years, to the last winter."""
MOST = {"agemonia": 3, "champions": 3, "heroes3": 3, "odalin": 4, "own": 3, "runewars": 4, WAR.stem: 6}
"""Pages on which all sheets of a demo stand, and those of the war."""
LANGUAGES = ["en", pytest.param("zh_Hans", marks=pytest.mark.full)]
SEATS = ("Daqan Lords", "Latari Elves", "Uthuk Y'llan", "Waiqar the Undying")
WIDE, HIGH = 595.28, 841.89
SIDE, TOP, BOTTOM = (millimetres * 72 / 25.4 for millimetres in (16, 15, 18))


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    with closing(Services(Settings(tmp_path))) as services:
        yield services


def adopted(services: Services, path: Path) -> str:
    imported = lossless.read_lossless(io.BytesIO(path.read_bytes()), BY_KEY)
    return import_campaign(services.campaigns, imported).campaign


def printed(services: Services, id_: str, language: str) -> PdfReader:
    """All sheets of a campaign with its record, as anybody may print them."""
    with services.campaigns.open(id_) as campaign:
        with services.store.reading() as cursor:
            listed, lines = find_campaign(cursor, id_), log.select_lines(cursor, id_)
        here = ViewContext(listed, campaign, PUBLIC, tongue_of(language, game=campaign.game.key))
        sheets = [*campaign.game.sheets(here.table), *record_of(lines, here)]
        return PdfReader(io.BytesIO(render_sheets(sheets, "pdf", here.tongue, here.on_paper(), here.one_language)))


def faults(reader: PdfReader) -> list[str]:
    """What nobody could read, or a printer might leave out, page by page."""
    pages = [list(runs(page)) for page in reader.pages]
    found = ((n, fault) for n, text in enumerate(pages) for fault in (*overprinted(text), *beyond(text)))
    return [f"page {number + 1}: {fault}" for number, fault in (*found, *leaving(reader, pages))]


def beyond(text: Sequence[Run]) -> Iterator[str]:
    """What stands outside the margins; of the foot, only its one line may."""
    for run in text:
        if run.left < SIDE - 1 or run.right > WIDE - SIDE + 1 or run.top > HIGH - TOP + 1:
            yield f"{run} is beyond the margin"
    foot = {round(run.bottom) for run in text if run.bottom < BOTTOM}
    if len(foot) != 1:
        yield f"lines in the foot, at {sorted(foot)}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", BY_KEY)
def test_all_sheets_of_a_demo_can_be_read_on_few_pages(services: Services, game: str, language: str) -> None:
    key = make_demo(services, BY_KEY[game])
    reader = printed(services, services.find_campaign(key).campaign, language)
    assert faults(reader) == []
    assert len(reader.pages) <= MOST[game]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_sheets_of_a_war_of_six_years_stand_on_six_pages(services: Services, language: str) -> None:
    reader = printed(services, adopted(services, WAR), language)
    assert faults(reader) == []
    assert len(reader.pages) <= MOST[WAR.stem]


@pytest.mark.full
@pytest.mark.parametrize("language", ["en", "zh_Hans", "zh_Hant"])
@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*/*.jsonl")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_all_sheets_of_a_golden_log_can_be_read(services: Services, path: Path, language: str) -> None:
    assert faults(printed(services, adopted(services, path), language)) == []


WORD = "unbreakable" * 20
SENTENCE = "A few words that would like to stand on a line of their own, of which there is none, for it is taken. " * 3
ROWS = [[n, "some words"] for n in range(90)]
ODD: dict[str, Block] = {
    "long words": Beside(
        WORD, [Facts("", [Fact(WORD, WORD)]), Words(WORD, [Word(WORD)]), Boxes(WORD, [Box(WORD, True)])]
    ),
    "long words in a grid": Grid(WORD, [WORD, "n"], [[WORD, 1], [Box(WORD, True), Track(WORD, 9, 12)]]),
    "many columns": Grid("Wide", [f"Column {n}" for n in range(24)], [["words"] * 24] * 3),
    "one long column among many": Grid("Uneven", list("abcdefgh"), [[*"abcdefg", SENTENCE]] * 3),
    "long columns": Grid("Long", list("abcd"), [[SENTENCE] * 4] * 12),
    "what stands in several columns": Grid("Over", [Wide(SENTENCE, 3)], [[1, Wide("considerably", 2)]]),
    "more than a page beside each other": Beside(
        "", [Grid("This", list("ab"), ROWS), Grid("That", list("ab"), ROWS[1:])]
    ),
    "four numbers of four seats": Beside(
        "By season",
        [
            Grid(f"Number {n}", ["Season", *SEATS], [[f"Year 1, Season {m}", *range(4)] for m in range(24)])
            for n in range(4)
        ],
    ),
    "many facts": Facts("Facts", [Fact(SENTENCE, n) for n in range(9)] + [Fact("short", SENTENCE)]),
    "long notes": Grid("Notes", ["Note"], [[SENTENCE * 12]] * 3),
    "long tracks": Tracks(WORD, [[Track(SENTENCE, 5, 60), Track(WORD, 500, 400)]]),
}


def odd(*names: str) -> PdfReader:
    sheets = [Sheet(name, name, [ODD[name], Facts("Facts", [Fact("a", 1)])]) for name in names]
    return PdfReader(io.BytesIO(render_sheets(sheets, "pdf", title="Odd")))


def test_what_no_sheet_has_yet_can_be_read_as_well() -> None:
    assert faults(odd(*ODD)) == []


@pytest.mark.full
@pytest.mark.parametrize("name", ODD)
def test_what_no_sheet_has_yet_can_be_read_alone(name: str) -> None:
    assert faults(odd(name)) == []


LEAVES = {
    "into a column in which nothing stands": (
        "#table(columns: 2, [first], [second], table.cell(box(width: 0pt)[far~too~long~for~it]), [])",
        "reaches into the next column",
    ),
    "beyond the line below it": (
        "#block(width: 30pt, stroke: (bottom: 0.4pt), box(width: 0pt)[far~too~long~for~it])",
        "leaves its line",
    ),
    "beyond where it is cut": ("#box(clip: true, width: 30pt, height: 9pt)[far~too~long~for~it]", "something is cut"),
}


@pytest.mark.parametrize(("drawn", "fault"), LEAVES.values(), ids=LEAVES)
def test_text_that_leaves_its_cell_is_noticed(drawn: str, fault: str) -> None:
    reader = PdfReader(io.BytesIO(typst.compile(f"#set box(height: 9pt)\n{drawn}".encode())))
    ((page, found),) = leaving(reader, [list(runs(page)) for page in reader.pages])
    assert (page, fault in found) == (0, True)


def test_text_over_text_is_noticed() -> None:
    page = PdfReader(io.BytesIO(typst.compile(b"#place[Over]Under#h(2cm)Alone"))).pages[0]
    text = list(runs(page))
    assert [run.words for run in text] == ["Over", "Under", "Alone"]
    (fault,) = overprinted(text)
    assert "Over" in fault
    assert "Under" in fault
    assert len(list(beyond([replace(run, left=0) for run in text]))) == len(text) + 1
