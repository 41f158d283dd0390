"""Chronicles and sheets as PDF, typeset with typst: A4, black on white, the same bytes for the same input.

A chronicle that is longer than one part (`parts.py`) is typeset part by part, and joined from files in a temporary
folder. So neither this process nor the one that typesets takes more memory for a longer chronicle.
Text typed by players reaches typst as JSON data and is shown as strings; it is never part of the source.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import chain
from pathlib import Path
from shutil import copyfile
from subprocess import run
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, NamedTuple

import noto_cjk_sans_otc
import orjson

from domain.bundle import JOIN, TYPESET, is_bundled
from projections.documents.chronicle import Chapter, Chronicle
from projections.documents.environment import templates_folder
from projections.documents.one_language import OneLanguage
from projections.documents.paper.filled import without_empty_parts
from projections.documents.paper.parts import divide_into_parts, last_position
from projections.documents.safe import without_controls

FONTS = Path(str(noto_cjk_sans_otc.FONT_PATH)).parent
NONE: Mapping[str, bytes] = MappingProxyType({})
PROGRAMS = {TYPESET: Path(__file__).with_name("typeset.py"), JOIN: Path(__file__).with_name("join.py")}
LONGEST = 600.0
"""Seconds after which typesetting is considered hung."""
PicturesOf = Callable[[Sequence[Chapter]], Mapping[str, bytes]]
"""Reads the photos of some chapters, by digest."""


class Typeset(NamedTuple):
    """A document, and the number of its last page."""

    document: bytes
    last_page: int


def chronicle_as_pdf(
    story: Chronicle,
    chapters: Iterable[Chapter],
    pictures_of: PicturesOf,
    names: OneLanguage,
    progressed: Callable[[int], None],
) -> Iterator[bytes]:
    """A chronicle as PDF, with its pictures; `names` are marked as known in one language only.

    After each part an empty piece is yielded, so that others can go first, and `progressed` is called with the
    position of the part's last entry; never if there is only one part.
    """
    parts = divide_into_parts(chapters)
    first, second = next(parts, []), next(parts, None)
    if second is None:
        yield _typeset_chronicle(replace(story, chapters=first), None, pictures_of, names).document
        return
    with TemporaryDirectory(prefix="companion-") as folder:
        files: list[Path] = []
        for document in _typeset_parts(story, chain([first, second], parts), pictures_of, names, progressed):
            files.append(Path(folder, f"{len(files)}.pdf"))
            files[-1].write_bytes(document)
            yield b""
        yield join_documents(files, story.name, story.language)


def _typeset_parts(
    story: Chronicle,
    parts: Iterable[list[Chapter]],
    pictures_of: PicturesOf,
    names: OneLanguage,
    progressed: Callable[[int], None],
) -> Iterator[bytes]:
    """The documents of the parts, each when it is taken; the head is in the first, the sheets are in the last."""
    page = 1
    for part in parts:
        head = story.head if page == 1 else []
        made = _typeset_chronicle(replace(story, head=head, chapters=part, sheets=[]), page, pictures_of, names)
        page = made.last_page + 1
        progressed(last_position(part))
        yield made.document
    if story.sheets:
        yield _typeset_chronicle(replace(story, head=[]), page, pictures_of, names).document


def _typeset_chronicle(story: Chronicle, page: int | None, pictures_of: PicturesOf, names: OneLanguage) -> Typeset:
    """A whole chronicle, whose pages have their number and the number of all; or the part that begins at a page."""
    fields = {**asdict(story), "sheets": [without_empty_parts(sheet) for sheet in story.sheets], "page": page}
    return _typeset("chronicle.typ", fields | _foreign(names, fields), pictures_of(story.chapters))


def sheets_pdf(sheets: Sequence[Mapping[str, Any]], title: str, language: str, names: OneLanguage) -> bytes:
    """Sheets as PDF, each on its own page, without empty parts; `language` is their language tag: `en`, `zh-Hant`."""
    fields = {"sheets": [without_empty_parts(sheet) for sheet in sheets], "title": title, "language": language}
    return _typeset("sheet.typ", fields | _foreign(names, fields)).document


def _foreign(names: OneLanguage, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The language of the foreign names that occur in a document, and a pattern for typst that matches them."""
    told = names.told_in(orjson.dumps(fields).decode())
    return {"foreign": {"language": names.language, "names": "|".join(map(re.escape, told))}}


def _typeset(template: str, data: Mapping[str, Any], pictures: Mapping[str, bytes] = NONE) -> Typeset:
    """Typeset data with a template, in a temporary folder."""
    with TemporaryDirectory(prefix="companion-") as made:
        folder = Path(made)
        for part in (templates_folder() / "documents").glob("*.typ"):
            copyfile(part, folder / part.name)
        for digest, body in pictures.items():
            (folder / f"{digest}.jpg").write_bytes(body)
        last_page, _, document = _run_program(
            TYPESET, {**data, "pictures": sorted(pictures)}, str(folder / template), str(FONTS)
        ).partition(b"\n")
        return Typeset(document, int(last_page))


def join_documents(files: Sequence[Path], title: str, language: str) -> bytes:
    """The documents of some files in one, with their bookmarks; `language` is its language tag."""
    return _run_program(JOIN, {"parts": [str(file) for file in files], "title": title, "language": language})


def _run_program(name: str, data: Mapping[str, Any], *words: str) -> bytes:
    """The output of a separate process, whose memory is freed when it ends, for data on its stdin.

    A bundled program calls itself, because it contains no Python.

    Raises:
        RuntimeError: it failed; with what it wrote to stderr.
    """
    program = [sys.executable, name] if is_bundled() else [sys.executable, "-P", str(PROGRAMS[name])]
    asked = orjson.dumps(_without_unprintable(data))
    made = run([*program, *words], input=asked, capture_output=True, check=False, timeout=LONGEST)  # noqa: S603 - ours
    if made.returncode != 0:
        raise RuntimeError(made.stderr.decode(errors="replace"))
    return made.stdout


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
