"""Parts: a long chronicle on paper is made piece by piece, and reads as if it were made at once."""

import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader

from domain.framework.kernel import PhotoTaken
from domain.log.command import Command
from projections.documents.chronicle import Chapter, Item, Round, Step
from projections.documents.export import export_campaign
from projections.documents.paper import parts, pdf
from projections.photos import Photo
from tests.house import House
from tests.projections.documents.evening import Evening
from tests.projections.documents.test_pdf import paper, words

MOST = 30
"""Lines of a part in these tests."""
SESSIONS = 3


@pytest.fixture(autouse=True)
def short_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "MOST_LINES", MOST)


def remarks(evening: Evening, numbers: range) -> None:
    """Notes that each have words of their own."""
    for number in numbers:
        evening.plays("note-added", text=f"«{number}» 贝丝说")


def played_for_long(evening: Evening, lines: int = 20) -> Evening:
    """Sessions of some lines each."""
    evening.sits("Ann", "贝丝")
    for session in range(SESSIONS):
        evening.plays("session-started", players=["Ann", "贝丝"])
        remarks(evening, range(session * lines, (session + 1) * lines))
        evening.plays("session-ended", note=f"End of {session + 1}")
    return evening


def told_once(reader: PdfReader) -> list[int]:
    """The numbers of the notes in a file, in its order."""
    return [int(number) for number in re.findall(r"«(\d+)»", words(reader))]


def numbers_of_pages(reader: PdfReader) -> list[str]:
    """The right of the foot of each page."""
    return [page.extract_text().splitlines()[-1].removeprefix("The Long Winter 长冬").strip() for page in reader.pages]


def bookmarks(reader: PdfReader) -> list[tuple[Any, int | None]]:
    """The bookmarks with the numbers of their pages, from 1."""
    found: Any = reader.outline
    return [(one.title, (reader.get_destination_page_number(one) or 0) + 1) for one in found]


@dataclass(frozen=True)
class Exported:
    """A long evening, and its file."""

    evening: Evening
    file: bytes

    @cached_property
    def reader(self) -> PdfReader:
        return paper(self.file)


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Exported]:
    """A long evening, exported once for all tests that read its file."""
    with (
        closing(House(tmp_path_factory.mktemp("long") / "campaigns.db")) as house,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(parts, "MOST_LINES", MOST)
        evening = played_for_long(Evening(house))
        yield Exported(evening, evening.exported(".pdf"))


@pytest.fixture
def temporary(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of temporary files."""
    made = tmp_path / "temporary"
    made.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(made))
    return made


@pytest.fixture
def typeset(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, Any]]:
    """What each program that typesets is given."""
    given: list[Mapping[str, Any]] = []
    run_program = pdf._run_program

    def watched(name: str, data: Mapping[str, Any], *rest: str) -> bytes:
        if name == pdf.TYPESET:
            given.append(data)
        return run_program(name, data, *rest)

    monkeypatch.setattr(pdf, "_run_program", watched)
    return given


def lines_in(data: Mapping[str, Any]) -> int:
    def below(item: Mapping[str, Any]) -> int:
        return 1 + sum(map(below, (*item["notes"], *item["followed"])))

    rounds = [round_ for chapter in data["chapters"] for round_ in chapter["rounds"]]
    return sum(below(item) for round_ in rounds for step in round_["steps"] for item in step["items"])


# --- the file ---


def test_every_line_of_a_long_chronicle_is_in_its_file_once_and_in_order(long: Exported) -> None:
    assert told_once(long.reader) == list(range(SESSIONS * 20))
    assert words(long.reader).count("贝丝说") == SESSIONS * 20


def test_the_pages_of_all_parts_are_counted_through(long: Exported) -> None:
    assert numbers_of_pages(long.reader) == [str(n + 1) for n in range(SESSIONS + 1)]


def test_a_chronicle_of_one_part_says_how_many_pages_it_has(evening: Evening) -> None:
    evening.sits("Ann")
    assert numbers_of_pages(paper(evening.exported(".pdf"))) == ["1 / 2", "2 / 2"]


def test_every_chapter_of_all_parts_has_a_bookmark(long: Exported) -> None:
    titles = ["The beginning", *(f"Session {n + 1}" for n in range(SESSIONS)), "Save sheets"]
    assert bookmarks(long.reader) == list(zip(titles, [1, 1, 2, 3, 4], strict=True))


def test_a_long_chronicle_has_its_language_and_its_title(long: Exported) -> None:
    root: Any = long.reader.trailer["/Root"]
    assert root["/Lang"] == "en"
    assert long.reader.metadata is not None
    assert long.reader.metadata.title == "The Long Winter 长冬"


def test_the_head_is_on_the_first_page_and_the_sheets_are_on_the_last(long: Exported) -> None:
    pages = [page.extract_text() for page in long.reader.pages]
    assert [n for n, page in enumerate(pages) if "Entries" in page] == [0]
    assert [n for n, page in enumerate(pages) if "Save sheets" in page] == [SESSIONS]


def test_a_long_chronicle_is_made_twice_with_the_same_bytes(long: Exported) -> None:
    assert long.evening.exported(".pdf") == long.file


def test_the_photos_of_all_parts_are_in_the_file(evening: Evening) -> None:
    evening.sits("Ann")
    for session in range(3):
        evening.plays("session-started", players=["Ann"])
        remarks(evening, range(session * 5, (session + 1) * 5))
        made = BytesIO()
        Image.new("RGB", (60, 40), (80 * session, 10, 10)).save(made, "JPEG")
        command = Command(f"photo-{session}", "2026-11-20T19:00:00.000Z", "Ann", "")
        evening.house.campaigns.record_picture(
            evening.id, made.getvalue(), lambda digest: PhotoTaken(photo=digest), command
        )
        evening.plays("session-ended")
    reader = paper(evening.exported(".pdf"))
    shown = {image.data for page in reader.pages for image in page.images}
    assert [len(list(page.images)) for page in reader.pages] == [1, 1, 1, 0]
    assert len(shown) == 3
    assert told_once(reader) == list(range(15))


# --- the programs ---


def test_short_chapters_share_a_part(evening: Evening, typeset: list[Mapping[str, Any]]) -> None:
    played_for_long(evening, lines=12).exported(".pdf")
    assert [len(data["chapters"]) for data in typeset] == [3, 1, 0]
    assert max(map(lines_in, typeset)) <= MOST


def test_a_chapter_that_is_longer_than_a_part_is_cut(evening: Evening, typeset: list[Mapping[str, Any]]) -> None:
    evening.sits("Ann")
    evening.plays("session-started", players=["Ann"])
    remarks(evening, range(2 * MOST))
    reader = paper(evening.exported(".pdf"))
    assert [lines_in(data) for data in typeset] == [1, MOST, MOST, 0]
    assert told_once(reader) == list(range(2 * MOST))
    assert len(re.findall(r"Session 1\b", words(reader))) == 1
    titles = [round_["title"] for data in typeset for chapter in data["chapters"] for round_ in chapter["rounds"]]
    assert [bool(title) for title in titles] == [True, True, False]


def test_a_program_that_fails_leaves_nothing_behind(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, temporary: Path
) -> None:
    played_for_long(evening)
    monkeypatch.setattr(pdf, "PROGRAMS", {**pdf.PROGRAMS, pdf.JOIN: temporary / "missing.py"})
    with pytest.raises(RuntimeError, match=r"missing\.py"):
        evening.exported(".pdf")
    assert list(temporary.iterdir()) == []


def test_a_file_that_is_given_up_leaves_nothing_behind(evening: Evening, temporary: Path) -> None:
    played_for_long(evening)
    with evening.subject() as s:
        pieces = export_campaign(s.campaign, s.listed, s.reading, ".pdf")
        assert next(pieces) == b""
        assert [len(list(folder.iterdir())) for folder in temporary.iterdir()] == [1]
        pieces.close()  # type: ignore[attr-defined]
    assert list(temporary.iterdir()) == []


# --- progress ---


def followed(evening: Evening, suffix: str) -> list[tuple[int, int]]:
    """The progress that is reported while a file is made."""
    told: list[tuple[int, int]] = []
    with evening.subject() as s:
        for _ in export_campaign(
            s.campaign, s.listed, s.reading, suffix, progressed=lambda done, of: told.append((done, of))
        ):
            pass
    return told


def test_a_long_chronicle_reports_each_part_up_to_the_last_entry(evening: Evening) -> None:
    told = followed(played_for_long(evening, lines=16), ".pdf")
    with evening.subject() as s:
        entries = s.campaign.position
    assert {of for _, of in told} == {entries}
    done = [part for part, _ in told]
    assert done == sorted(set(done))
    assert (len(done), done[-1] > entries - 3) == (SESSIONS, True)


@pytest.mark.parametrize("suffix", [".pdf", ".md", ".html"])
def test_a_short_file_reports_nothing(evening: Evening, suffix: str) -> None:
    evening.sits("Ann")
    assert followed(evening, suffix) == []


# --- chapters ---


def chapter_of(*items: Item, photos: tuple[Photo, ...] = ()) -> Chapter:
    """A chapter with one round."""
    return Chapter("Session 1", "", "", "", "", [Round("Round 1", [Step("Day", list(items))])], list(photos))


def lines(count: int, first: int = 1) -> Iterator[Item]:
    return (Item(n, "event", str(n)) for n in range(first, first + count))


def test_a_chapter_that_fits_is_never_cut() -> None:
    chapters = [chapter_of(*lines(20)), chapter_of(*lines(20, 21))]
    assert list(parts.divide_into_parts(chapters)) == [[chapters[0]], [chapters[1]]]


def test_an_entry_stays_with_its_notes_and_consequences() -> None:
    cause = Item(30, "event", "cause", notes=list(lines(2, 40)), followed=list(lines(MOST, 50)))
    found = list(parts.divide_into_parts([chapter_of(*lines(29), cause, *lines(3, 100))]))
    assert [[item.position for item in parts._items(part[0])] for part in found] == [
        list(range(1, 30)),
        [30],
        [100, 101, 102],
    ]


def test_photos_take_the_room_of_many_lines() -> None:
    photos = tuple(Photo(f"{n}", "", None, n) for n in range(3))
    found = list(parts.divide_into_parts([chapter_of(*lines(11), photos=photos)]))
    assert [[photo.digest for photo in part[0].photos] for part in found] == [["0"], ["1"], ["2"], []]


def test_a_chapter_without_lines_is_kept() -> None:
    empty = Chapter("Session 1", "", "", "", "", [], [])
    assert list(parts.divide_into_parts([empty])) == [[empty]]
