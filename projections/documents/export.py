"""Rendering of documents: the log and the sheets in each file format.

`export_campaign` writes a whole campaign in the format of a file suffix; `render_sheets` renders sheets in a format.
Only `.jsonl` contains everything; every other document contains what its viewer may see (default: any guest).
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath
from typing import Any

from domain.framework.game import PUBLIC, Viewer
from domain.framework.refusal import Misfit, NotFound
from domain.framework.text import ENGLISH, Tongue, text
from domain.framework.views.sheet import Sheet
from domain.log.campaign import Campaign
from projections import log
from projections.campaigns import Listed
from projections.documents import (
    data,
    evening_calendar,
    lossless,
    markdown,
    page,
    plain,
    play_table,
    plays,
    table,
)
from projections.documents import text as text_sheets
from projections.documents.chronicle import Chapter, Chronicle, begin_chronicle
from projections.documents.one_language import OneLanguage, one_language
from projections.documents.paper import parts, pdf
from projections.placed import place_lines

__all__ = [
    "EXPORTS",
    "SHEET_FORMATS",
    "Reading",
    "Subject",
    "export_campaign",
    "may_have_parts",
    "render_sheets",
    "suffix_of_export",
]


MOST_ON_PAPER = 20_000
"""Entries of a campaign that can be exported as PDF: two hundred pages and eight seconds of CPU."""
Reading = Callable[[], AbstractContextManager[sqlite3.Cursor]]
"""Opens a cursor on the read models (`FileStore.reading`)."""

Progressed = Callable[[int, int], None]
"""Is called while a long file is made: the entries that are in it so far, and all."""


def ignore_progress(_: int, __: int) -> None:
    """Do nothing with the progress."""


@dataclass(frozen=True)
class Subject:
    """The campaign of a document: a private copy, its row in the list and access to its read models.

    Each query fetches all its rows at once, so that the file is not held while the document is made.
    """

    campaign: Campaign
    listed: Listed
    reading: Reading
    tongue: Tongue = ENGLISH
    viewer: Viewer = PUBLIC
    progressed: Progressed = ignore_progress

    def pictures_of(self, chapters: Sequence[Chapter]) -> dict[str, bytes]:
        """The stored photos of some chapters, by digest."""
        wanted = {photo.digest for chapter in chapters for photo in chapter.photos}
        with self.reading() as cursor:
            rows = cursor.execute(
                f"SELECT digest, CAST(body AS BLOB) FROM photos WHERE digest IN ({','.join('?' * len(wanted))})",
                sorted(wanted),
            ).fetchall()
        return {digest: bytes(body) for digest, body in rows}

    @cached_property
    def one_language(self) -> OneLanguage:
        return one_language(self.campaign.table, self.tongue)

    @cached_property
    def lines(self) -> list[log.LogLine]:
        """The lines of the log up to the table's position, as corrections left them and the viewer may see them."""
        with self.reading() as cursor:
            found = log.select_lines_until_now(cursor, self.campaign)
        return place_lines(found, self.campaign, self.viewer.seats)

    @cached_property
    def remarks(self) -> Mapping[int, Sequence[log.LogLine]]:
        """The notes on entries, by the entry they are about."""
        with self.reading() as cursor:
            return log.notes_by_entry(cursor, self.campaign.id)

    @property
    def begun(self) -> tuple[Chronicle, Iterator[Chapter]]:
        """The chronicle without its chapters, and these one by one as they are taken."""
        return begin_chronicle(self.campaign, self.lines, self.remarks, self.tongue, self.viewer)


Writer = Callable[[Subject], Iterator[bytes]]


def _jsonl(subject: Subject) -> Iterator[bytes]:
    yield from lossless.write_lossless(subject.campaign, subject.listed.key)


def _json(subject: Subject) -> Iterator[bytes]:
    yield data.campaign_as_json(subject.campaign, subject.listed.key, subject.lines, subject.tongue, subject.viewer)


def _md(subject: Subject) -> Iterator[bytes]:
    for piece in markdown.chronicle_as_markdown(*subject.begun):
        yield piece.encode()


def _html(subject: Subject) -> Iterator[bytes]:
    for piece in page.chronicle_as_html(*subject.begun, subject.pictures_of):
        yield subject.one_language.marked(piece).encode()


def _csv(subject: Subject) -> Iterator[bytes]:
    names = subject.campaign.game.view(subject.campaign.table, subject.viewer)
    yield from table.log_as_csv(subject.lines, subject.campaign, names, subject.tongue)


def _pdf(subject: Subject) -> Iterator[bytes]:
    def progressed(position: int) -> None:
        subject.progressed(position, subject.campaign.position)

    return pdf.chronicle_as_pdf(*subject.begun, subject.pictures_of, subject.one_language, progressed)


def _bgsplay(subject: Subject) -> Iterator[bytes]:
    yield plays.plays_as_bg_stats(subject.campaign, subject.lines, subject.tongue)


def _plays_csv(subject: Subject) -> Iterator[bytes]:
    yield from play_table.plays_as_csv(subject.campaign, subject.lines, subject.tongue)


def _ics(subject: Subject) -> Iterator[bytes]:
    yield evening_calendar.evenings_as_calendar(subject.campaign, subject.lines, subject.tongue)


EXPORTS: Mapping[str, Writer] = {
    ".jsonl": _jsonl,
    ".json": _json,
    ".md": _md,
    ".html": _html,
    ".csv": _csv,
    ".pdf": _pdf,
    ".bgsplay": _bgsplay,
    ".plays.csv": _plays_csv,
    ".ics": _ics,
}


def may_have_parts(campaign: Campaign) -> bool:
    """Whether the PDF of a campaign may be typeset in parts, so that it takes more than a moment."""
    return campaign.position > parts.MOST_LINES


def suffix_of_export(name: str) -> str:
    """The suffix of a file's name that decides its format: `.plays.csv` for `plays.csv` and `lanterns.plays.csv`."""
    lowered = f".{name.lower()}"
    longest = max((suffix for suffix in EXPORTS if lowered.endswith(suffix)), key=len, default="")
    return longest or PurePath(name).suffix.lower()


def export_campaign(
    campaign: Campaign,
    listed: Listed,
    reading: Reading,
    suffix: str,
    tongue: Tongue = ENGLISH,
    viewer: Viewer = PUBLIC,
    progressed: Progressed = ignore_progress,
) -> Iterator[bytes]:
    """A whole campaign in the format of a suffix (`.md`), in pieces, as a viewer may see it.

    The campaign must not change until the last piece is taken. `progressed` is called after each part of a PDF that
    has more than one.

    Raises:
        NotFound: there is no such suffix; raised at once, not at the first piece.
        Misfit: the campaign is too long for a PDF; raised at once.
    """
    if suffix not in EXPORTS:
        raise NotFound("There is no export “{suffix}”. Known: {known}.", suffix=suffix, known=tuple(EXPORTS))
    if suffix == ".pdf" and campaign.position > MOST_ON_PAPER:
        raise Misfit(
            {
                "": text(
                    "This campaign has {count|entry|entries}, and a PDF can have at most {most}. Export it as .html and"
                    " print that in a browser, or export it as .md.",
                    count=campaign.position,
                    most=MOST_ON_PAPER,
                )
            }
        )
    return EXPORTS[suffix](Subject(campaign, listed, reading, tongue, viewer, progressed))


Drawn = Sequence[dict[str, Any]]
ALL_KNOWN = OneLanguage()
SHEET_FORMATS: Mapping[str, Callable[[Drawn, str, str, OneLanguage], str | bytes]] = {
    "text": lambda sheets, *_: text_sheets.sheets_text(sheets),
    "md": lambda sheets, title, *_: markdown.sheets_markdown(sheets, title),
    "html": lambda sheets, title, language, names: names.marked(page.sheets_page(sheets, title, language)),
    "json": lambda sheets, *_: data.sheets_data(sheets),
    "pdf": pdf.sheets_pdf,
}


def render_sheets(
    sheets: Sequence[Sheet],
    format: str,
    tongue: Tongue = ENGLISH,
    title: str = "",
    names: OneLanguage = ALL_KNOWN,
) -> bytes:
    """Sheets in a format (`text`, `md`, `html`, `json`, `pdf`), under the title of their campaign.

    The sheets are rendered as given: take them from `game.view(table, viewer)`. `names` are marked as known in one
    language only, if the format can show that.

    Raises:
        NotFound: there is no such format.
    """
    if format not in SHEET_FORMATS:
        raise NotFound("There is no format “{format}”. Known: {known}.", format=format, known=tuple(SHEET_FORMATS))
    made = SHEET_FORMATS[format]([plain.plain_sheet(sheet, tongue) for sheet in sheets], title, tongue.document, names)
    return made if isinstance(made, bytes) else made.encode()
