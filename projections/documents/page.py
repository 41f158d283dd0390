"""Chronicles and sheets as standalone HTML: one file without scripts, for screen and paper."""

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from projections.documents.chronicle import Chapter, Chronicle
from projections.documents.environment import document_environment
from projections.documents.safe import without_controls

GENERATOR = b'<meta name="generator" content="companion">'
"""The tag by which the program recognises a page that it wrote."""
CHAPTERS = "<!-- chapters -->\n"
"""The place of the chapters in their page. No typed text is equal to it, because typed text is escaped."""


def chronicle_as_html(
    story: Chronicle, chapters: Iterable[Chapter], pictures_of: Callable[[Sequence[Chapter]], Mapping[str, bytes]]
) -> Iterator[str]:
    """A chronicle as HTML, in pieces: its head, each of the chapters when it is there, its sheets.

    The pictures of a chapter are embedded in it. Each piece has whole elements.
    """
    environment = document_environment()
    page, one_chapter = map(environment.get_template, ("documents/chronicle.html", "documents/chapter.html"))
    before, _, after = page.render(story=story).partition(CHAPTERS)
    yield without_controls(before)
    for chapter in chapters:
        pictures = {
            digest: f"data:image/jpeg;base64,{b64encode(body).decode()}"
            for digest, body in pictures_of([chapter]).items()
        }
        yield without_controls(one_chapter.render(chapter=chapter, pictures=pictures)) + "\n"
    yield without_controls(after)


def site_page(rows: Sequence[tuple[str, str, str, str]], title: str, language: str) -> str:
    """The index page of a folder of chronicles; a row is (address, name, game, date last played)."""
    template = document_environment().get_template("documents/site.html")
    return without_controls(template.render(rows=rows, title=title, language=language))


def sheets_page(sheets: Sequence[Mapping[str, Any]], title: str, language: str) -> str:
    """Sheets as HTML below each other; `language` is their language tag: `en`, `zh-Hant`."""
    template = document_environment().get_template("documents/sheets.html")
    return without_controls(template.render(sheets=sheets, title=title, language=language))
