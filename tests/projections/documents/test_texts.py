"""Markdown, HTML, CSV, JSON and plain text: what players typed is shown, and does nothing."""

import csv
import re
from html.parser import HTMLParser
from io import BytesIO, StringIO

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from pypdf import PdfReader

from domain.framework.game import Viewer
from domain.framework.refusal import NotFound
from domain.framework.text import Term
from domain.framework.views.sheet import (
    Beside,
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
    number_fact,
)
from projections.documents.environment import document_environment
from projections.documents.export import EXPORTS, SHEET_FORMATS, render_sheets
from projections.documents.markdown import escape_markdown
from projections.documents.plain import plain_sheet
from projections.documents.safe import columns_of
from projections.documents.table import without_formula
from tests.house import House
from tests.projections.documents.evening import CHINESE, HOSTILE, Evening

SHEET = Sheet(
    "party",
    "Party",
    [
        Facts("Now", [Fact(Term("Day", "天"), 3, 9, "day/é"), Fact("Camp", None)]),
        Tracks("Coins", [[Track("贝丝", 2, 6, locked=1, marks=(3,), path="seats.Bess"), Track("Long", 50, 90)]]),
        Words("Words", [Word("ember", 8), Word("=wolf", crossed=True)]),
        Grid("Things", ["Name", "Cost"], [["铁塔", 12], ["Oak | <b>", None]]),
        Boxes("Goals", [Box("Done", True), Box("Open", False)]),
    ],
)


PRINTED = Sheet(
    "printed",
    "As printed",
    [
        Beside(
            "Side by side",
            [
                Boxes("Left", [Box("Camp", True, "camp")]),
                Grid(
                    "Right",
                    ["Name", Wide("Strength", 2)],
                    [
                        ["Ann", Fact("", 3, 5, "seats.Ann.strength"), Box("", True, "seats.Ann.ready")],
                        ["Bob", Wide(Track("", 2, 4, path="seats.Bob.wounds"), 2)],
                    ],
                ),
            ],
        )
    ],
)


UNKNOWN = Sheet(
    "unknown",
    "Unknown",
    [
        Facts("Facts", [number_fact("Life", None, 8), number_fact("Force", None)]),
        Tracks("Tracks", [[Track("Dial", None, 8), Track("Road", 2), Track("Both", None)]]),
        Grid("Grid", ["Name", "Life"], [["Ann", number_fact("", None, 7)], ["Bob", Track("", None, 4)]]),
    ],
)


class Page(HTMLParser):
    """What a browser would see: elements with their attributes, and text."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data


# --- unknown numbers ---


@pytest.mark.parametrize("form", ["text", "md", "html", "pdf"])
def test_an_unknown_number_is_a_question_mark_in_each_format(form: str) -> None:
    document = render_sheets([UNKNOWN], form, title="Unknown")
    if form == "pdf":
        shown = PdfReader(BytesIO(document)).pages[0].extract_text().replace(" ", "").removesuffix("1/1")
    else:
        shown = Page(document.decode().partition("<article")[2]).words if form == "html" else document.decode()
    numbers = re.findall(r"[\d?]+(?:/[\d?]+)?", re.sub(r"[ *]|\[.*?\]", "", shown))
    assert sorted(numbers) == sorted(["?/8", "?", "?/8", "2/?", "?/?", "?/7", "?/4"])


def test_an_unknown_number_is_null_in_json() -> None:
    facts, tracks, _ = plain_sheet(UNKNOWN)["blocks"]
    assert [(fact["value"], fact["of"], fact["unknown"]) for fact in facts["facts"]] == [
        (None, 8, True),
        (None, None, True),
    ]
    assert [(track["value"], track["length"]) for track in tracks["groups"][0]] == [(None, 8), (2, None), (None, None)]


# --- markdown ---


def test_markdown_shows_hostile_names_and_renders_no_html_of_theirs(played: Evening) -> None:
    source = played.exported(".md").decode()
    seen = Page(MarkdownIt("gfm-like", {"html": True, "linkify": False}).render(source))
    assert not {"img", "script", "a"} & {tag for tag, _ in seen.elements}
    assert HOSTILE in seen.words
    assert "[so](javascript:alert(1))" in seen.words
    assert "# no heading" in seen.words


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Zl", "Zp")), max_size=40))
def test_any_line_comes_out_of_markdown_as_it_went_in(line: str) -> None:
    rendered = MarkdownIt("gfm-like", {"html": True, "linkify": False}).render(f"- {escape_markdown(line)}")
    seen = Page(rendered)
    assert {tag for tag, _ in seen.elements} <= {"ul", "li"}
    assert seen.words.split() == line.split()


@pytest.mark.parametrize("line", ["http://a.example", "www.a.example", "HTTPS://a.example", "a@b.example"])
def test_markdown_makes_no_links_of_what_was_typed(line: str) -> None:
    assert re.search(r"\\[:.@]", escape_markdown(line))


def test_markdown_leaves_out_what_was_taken_back(played: Evening) -> None:
    assert "Ann gained 2 coins" not in played.exported(".md").decode()


# --- html ---


def test_a_page_stands_alone_without_script_and_with_one_style(played: Evening) -> None:
    seen = Page(played.exported(".html").decode())
    tags = [tag for tag, _ in seen.elements]
    assert tags.count("style") == 1
    assert not {"script", "img", "link", "iframe", "a"} & set(tags)
    assert not any(name.startswith("on") or name in ("src", "style") for _, a in seen.elements for name in a)
    assert HOSTILE in seen.words
    assert "<script>alert(1)</script>" in seen.words


def test_a_page_names_its_language(played: Evening) -> None:
    assert Page(played.exported(".html", CHINESE).decode()).elements[0] == ("html", {"lang": "zh"})


def test_values_of_a_sheet_link_to_their_why_where_there_is_one() -> None:
    template = document_environment().from_string(
        '{% from "documents/blocks.html" import sheet %}{{ sheet(plain, why_url="/why?path=") }}{{ sheet(plain) }}'
    )
    seen = Page(template.render(plain=plain_sheet(SHEET)))
    links = [attributes["href"] for tag, attributes in seen.elements if tag == "a"]
    assert links == ["/why?path=day%2F%C3%A9", "/why?path=seats.Bess"]


def test_a_track_is_drawn_space_by_space() -> None:
    seen = Page(render_sheets([SHEET], "html", title="T").decode())
    spaces = [
        attributes["class"] for tag, attributes in seen.elements if (attributes.get("class") or "").startswith("space ")
    ]
    assert spaces == ["space filled", "space filled", "space marked", "space locked"]


# --- csv ---


def test_the_table_has_a_row_for_every_entry_and_keeps_every_script(played: Evening, house: House) -> None:
    data = played.exported(".csv")
    assert data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(StringIO(data.decode("utf-8-sig"), newline="")))
    assert [int(row["entry"]) for row in rows] == list(range(1, house.head(played.id) + 1))
    assert rows[3]["text"] == "贝丝 sat down"
    assert orjson.loads(rows[5]["fields"]) == {"seat": "Ann", "amount": 3}
    assert [row["counts"] for row in rows].count("no") == 1
    assert {row["bent"] for row in rows} == {"", "the card says [so](javascript:alert(1))"}


def test_a_name_that_is_a_formula_is_not_run(evening: Evening) -> None:
    evening.sits("=HYPERLINK(1)")
    rows = list(csv.DictReader(StringIO(evening.exported(".csv").decode("utf-8-sig"), newline="")))
    assert rows[1]["text"] == "'=HYPERLINK(1) sat down"


@given(st.text(max_size=10))
def test_no_cell_begins_like_a_formula(cell: str) -> None:
    assert not without_formula(cell).startswith(("=", "+", "-", "@", "\t", "\r"))


@given(st.text(alphabet="=+-@;|\t\n\r\"' ab", max_size=12))
def test_no_cell_begins_like_a_formula_where_semicolons_part_them(cell: str) -> None:
    parts = re.split(r"[;|\t\r\n]", without_formula(cell))
    assert not any(
        part.lstrip("\"' ")[:1] in ("=", "+", "-", "@") and "'" not in part for part in parts if part.strip()
    )


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("a;=1+1", "a;'=1+1"),
        ('{"a":"b;@c"}', '{"a":"b;\'@c"}'),
        ('a; "=1+1', "a; \"'=1+1"),
        ("a\n-b", "a\n'-b"),
        ("a; b\n\nc - d", "a; b\n\nc - d"),
    ],
)
def test_only_what_begins_a_cell_is_marked(typed: str, kept: str) -> None:
    assert without_formula(typed) == kept


def test_secrets_stand_in_no_document_but_the_lossless_one(evening: Evening, house: House) -> None:
    evening.sits("Ann")
    drawn = evening.plays("card-drawn", seat="Ann", card=41)
    house.amend(evening.id, drawn, card=47)
    for suffix in (".md", ".html", ".csv", ".json"):
        sentences = evening.exported(suffix).decode()
        assert not re.search(r"card\W{1,4}4[17]\b", sentences), suffix
    assert b'"card":47' in evening.exported(".jsonl")


@pytest.mark.parametrize("suffix", [".md", ".html", ".csv", ".json"])
def test_a_document_for_a_seat_tells_what_that_seat_knows(evening: Evening, suffix: str) -> None:
    evening.sits("Ann", "Bob")
    evening.plays("card-drawn", seat="Ann", card=41)
    sentences = {seat: evening.exported(suffix, viewer=Viewer.on(seat)).decode() for seat in ("Ann", "Bob")}
    found = {seat: bool(re.search(r"card\W{1,4}41\b", text)) for seat, text in sentences.items()}
    assert found == {"Ann": True, "Bob": False}


# --- json ---


def test_the_data_holds_state_log_and_sheets(played: Evening) -> None:
    sentences = orjson.loads(played.exported(".json"))
    assert list(sentences) == ["game", "name", "key", "state", "log", "sheets"]
    assert (sentences["game"], sentences["name"], sentences["key"]) == (
        "toy",
        "The Long Winter 长冬",
        "the-long-winter-长冬",
    )
    assert sentences["state"]["seats"]["Ann"]["card"] is None
    assert [line["entry"] for line in sentences["log"]] == list(range(1, len(sentences["log"]) + 1))
    assert sentences["sheets"][0]["title"] == "Harbour"


# --- plain text ---


def test_a_sheet_in_the_terminal_is_aligned_though_chinese_is_wide() -> None:
    assert (
        render_sheets([SHEET], "text", CHINESE).decode()
        == """\
Party
=====

Now
  天    3/9
  Camp  –

Coins
  贝丝  [##...x]  2/5
  Long  50/90

Words
  ember  ||||| |||
  ~~=wolf~~

Things
  Name       Cost
  ---------  ----
  铁塔       12
  Oak | <b>  –

Goals
  [x] Done
  [ ] Open
"""
    )


def test_a_terminal_tells_one_below_the_other_what_is_printed_side_by_side() -> None:
    assert (
        render_sheets([PRINTED], "text").decode()
        == """\
As printed
==========

Side by side
  Left
    [x] Camp

  Right
    Name  Strength
    ----  ----------  ---
    Ann   3/5         [x]
    Bob   [##..] 2/4
"""
    )


def test_what_stands_in_cells_is_told_in_markdown() -> None:
    sentences = render_sheets([PRINTED], "md").decode().splitlines()
    assert "| Name | Strength |  |" in sentences
    assert r"| Ann | 3/5 | \[x\] |" in sentences
    assert r"| Bob | \[\#\#..\] 2/4 |  |" in sentences


def test_markdown_shows_what_stands_beyond_the_heads_of_a_grid() -> None:
    ragged = Sheet("s", "S", [Grid("", ["One"], [[Wide("wide", 2), "last"], []])])
    sentences = render_sheets([ragged], "md").decode().splitlines()
    assert sentences[-4:] == ["| One |  |  |", "| --- | --- | --- |", "| wide |  | last |", "|  |  |  |"]


@pytest.mark.parametrize(("title", "below"), [("Side by side", "####"), ("", "###")])
def test_markdown_has_what_is_side_by_side_below_its_heading(title: str, below: str) -> None:
    sheet = Sheet("s", "S", [Beside(title, [Boxes("Left", [])])])
    assert f"{below} Left" in render_sheets([sheet], "md").decode().splitlines()


def test_control_characters_do_not_reach_the_terminal() -> None:
    sheet = Sheet("s", "\x1b[2J", [Words("W", [Word("a\x9bb")]), Facts("", [Fact("line", "one\ntwo")])])
    sentences = render_sheets([sheet], "text").decode()
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", sentences)
    assert "one two" in sentences


def test_width_counts_columns() -> None:
    assert [columns_of(word) for word in ("abc", "铁塔", "é", "e\u0301")] == [3, 4, 1, 1]


@pytest.mark.parametrize("value", [-3, 0, 4, 99])
@pytest.mark.parametrize("locked", [0, 2, 9])
def test_a_bar_is_as_long_as_its_track(value: int, locked: int) -> None:
    sheet = Sheet("s", "S", [Tracks("", [[Track("t", value, 6, locked)]])])
    found = re.search(r"\[(.*)\]", render_sheets([sheet], "text").decode())
    assert found is not None
    assert len(found[1]) == 6


# --- all of them ---


@pytest.mark.parametrize("format_", SHEET_FORMATS)
def test_every_format_draws_every_block_and_an_empty_sheet(format_: str) -> None:
    assert render_sheets([SHEET, Sheet("empty", "Empty", [])], format_, CHINESE, "Title")


@pytest.mark.parametrize("suffix", EXPORTS)
def test_a_campaign_that_has_just_begun_can_leave_in_every_format(evening: Evening, suffix: str) -> None:
    assert evening.exported(suffix)


def test_an_unknown_suffix_or_format_names_the_known_ones(evening: Evening) -> None:
    with pytest.raises(NotFound, match=r"\.jsonl"):
        evening.exported(".docx")
    with pytest.raises(NotFound, match="pdf"):
        render_sheets([SHEET], "docx")
