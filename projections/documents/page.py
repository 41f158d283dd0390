"""Chronicles and sheets as standalone HTML: one file, no script, readable on screen and on paper."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Any

from projections.documents.chronicle import Chronicle
from projections.documents.environment import document_environment
from projections.documents.safe import without_controls

GENERATOR = b'<meta name="generator" content="companion">'
"""The mark by which the program knows a page that it wrote."""


def chronicle_as_html(story: Chronicle, pictures: Mapping[str, bytes]) -> str:
    """A chronicle as HTML, with its pictures embedded."""
    drawn = {digest: f"data:image/jpeg;base64,{b64encode(body).decode()}" for digest, body in pictures.items()}
    return without_controls(
        document_environment().get_template("documents/chronicle.html").render(story=story, pictures=drawn)
    )


def site_page(rows: Sequence[tuple[str, str, str, str]], title: str, language: str) -> str:
    """The list of chronicles that lie beside it: the address, name and game of each, and when it was played last."""
    template = document_environment().get_template("documents/site.html")
    return without_controls(template.render(rows=rows, title=title, language=language))


def sheets_page(sheets: Sequence[Mapping[str, Any]], title: str, language: str) -> str:
    """Sheets as HTML, one after the other; `language` is that of their words: `en`, `zh-Hant`."""
    template = document_environment().get_template("documents/sheets.html")
    return without_controls(template.render(sheets=sheets, title=title, language=language))
