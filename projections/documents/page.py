"""Standalone HTML of a chronicle and of sheets: one file, no script, made for reading and for paper."""

from collections.abc import Mapping, Sequence
from typing import Any

from projections.documents.chronicle import Chronicle
from projections.documents.environment import environment
from projections.documents.safe import printable


def page(story: Chronicle) -> str:
    """A chronicle."""
    return printable(environment().get_template("documents/chronicle.html").render(story=story))


def sheets_page(sheets: Sequence[Mapping[str, Any]], title: str, language: str) -> str:
    """Sheets, one after the other; `language` is that of their words: `en`, `zh-Hant`."""
    template = environment().get_template("documents/sheets.html")
    return printable(template.render(sheets=sheets, title=title, language=language))
