"""Chronicles and sheets as PDF, typeset with typst: A4, black on white, the same bytes for the same input.

Text typed by players reaches typst as JSON data and is shown as strings; it is never part of the source.
"""

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from shutil import copyfile
from subprocess import run
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

import noto_cjk_sans_otc
import orjson

from domain.bundle import TYPESET, is_bundled
from projections.documents.chronicle import Chronicle
from projections.documents.environment import templates_folder
from projections.documents.one_language import OneLanguage
from projections.documents.paper.filled import without_empty_parts
from projections.documents.safe import without_controls

FONTS = Path(str(noto_cjk_sans_otc.FONT_PATH)).parent
NONE: Mapping[str, bytes] = MappingProxyType({})
PROGRAM = Path(__file__).with_name("typeset.py")
LONGEST = 600.0
"""Seconds after which typesetting is considered hung."""


def chronicle_as_pdf(story: Chronicle, pictures: Mapping[str, bytes], names: OneLanguage) -> bytes:
    """A chronicle as PDF, with its pictures; `names` are marked as known in one language only."""
    fields = {**asdict(story), "sheets": [without_empty_parts(sheet) for sheet in story.sheets]}
    return _typeset("chronicle.typ", fields | _foreign(names, fields), pictures)


def sheets_pdf(sheets: Sequence[Mapping[str, Any]], title: str, language: str, names: OneLanguage) -> bytes:
    """Sheets as PDF, each on its own page, without empty parts; `language` is their language tag: `en`, `zh-Hant`."""
    fields = {"sheets": [without_empty_parts(sheet) for sheet in sheets], "title": title, "language": language}
    return _typeset("sheet.typ", fields | _foreign(names, fields))


def _foreign(names: OneLanguage, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The language of the foreign names that occur in a document, and a pattern for typst that matches them."""
    told = names.told_in(orjson.dumps(fields).decode())
    return {"foreign": {"language": names.language, "names": "|".join(map(re.escape, told))}}


def _typeset(template: str, data: Mapping[str, Any], pictures: Mapping[str, bytes] = NONE) -> bytes:
    """Typeset data with a template, in a temporary folder."""
    with TemporaryDirectory(prefix="companion-") as made:
        folder = Path(made)
        for part in (templates_folder() / "documents").glob("*.typ"):
            copyfile(part, folder / part.name)
        for digest, body in pictures.items():
            (folder / f"{digest}.jpg").write_bytes(body)
        cleaned = _without_unprintable({**data, "pictures": sorted(pictures)})
        return _run_typst(folder / template, orjson.dumps(cleaned))


def _run_typst(template: Path, data: bytes) -> bytes:
    """Run typst in a separate process, whose memory is freed when it ends."""
    line = [*_program(), str(template), str(FONTS)]
    made = run(line, input=data, capture_output=True, check=False, timeout=LONGEST)  # noqa: S603 - our own program
    if made.returncode != 0:
        raise RuntimeError(made.stderr.decode(errors="replace"))
    return made.stdout


def _program() -> list[str]:
    """The command line of the program that typesets; a bundled program calls itself, because it contains no Python."""
    return [sys.executable, TYPESET] if is_bundled() else [sys.executable, "-P", str(PROGRAM)]


def _without_unprintable(value: Any) -> Any:
    """A document without the characters that no font has."""
    match value:
        case str():
            return without_controls(value)
        case Mapping():
            return {key: _without_unprintable(part) for key, part in value.items()}
        case list() | tuple():
            return [_without_unprintable(part) for part in value]
    return value
