"""Chronicles and sheets as standalone HTML: one file without scripts, for screen and paper."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Any

from projections.documents.chronicle import Chronicle
from projections.documents.environment import document_environment
from projections.documents.safe import without_controls

GENERATOR = b'<meta name="generator" content="companion">'
"""The tag by which the program recognises a page that it wrote."""


def chronicle_as_html(story: Chronicle, pictures: Mapping[str, bytes]) -> str:
    """A chronicle as HTML, with its pictures embedded."""
    drawn = {digest: f"data:image/jpeg;base64,{b64encode(body).decode()}" for digest, body in pictures.items()}
    return without_controls(
        document_environment().get_template("documents/chronicle.html").render(story=story, pictures=drawn)
    )


def site_page(rows: Sequence[tuple[str, str, str, str]], title: str, language: str) -> str:
    """The index page of a folder of chronicles; a row is (address, name, game, date last played)."""
    template = document_environment().get_template("documents/site.html")
    return without_controls(template.render(rows=rows, title=title, language=language))


def sheets_page(sheets: Sequence[Mapping[str, Any]], title: str, language: str) -> str:
    """Sheets as HTML below each other; `language` is their language tag: `en`, `zh-Hant`."""
    template = document_environment().get_template("documents/sheets.html")
    return without_controls(template.render(sheets=sheets, title=title, language=language))
