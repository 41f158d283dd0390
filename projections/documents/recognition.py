"""The kind of a file that someone wants to import, recognised by its content."""

import re
import tomllib
from codecs import BOM_UTF8
from enum import Enum
from typing import Any, BinaryIO
from zipfile import BadZipFile, ZipFile

import orjson

from domain.framework.text import Text, text

START, MOST = 4096, 16 * 1024 * 1024
"""Bytes that are read first, and bytes that are read to recognise a text."""
SQLITE, ZIP, PDF = b"SQLite format 3\0", b"PK\x03\x04", b"%PDF-"
_COUNTED = re.compile(r"^(?:[-*]\s*)?(?:\d{1,2}\s*[x×]?\s+\S|[^,;:]*\S\s+[x×]\s?\d{1,2}$)")
"""A line of a deck list: `2x Energy`, `1 Black Cat (Core Set)`, `Energy x2`."""


class FileKind(Enum):
    """What a file is."""

    CAMPAIGN = "campaign"
    ARCHIVE = "archive"
    BACKUP = "backup"
    PACK = "pack"
    DATA = "data"
    BG_STATS = "bg-stats"
    CARDS = "cards"
    DECK = "deck"
    DOCUMENT = "document"
    EMPTY = "empty"
    UNKNOWN = "unknown"


ADVICE: dict[FileKind, Text] = {
    FileKind.BACKUP: text(
        "This is a backup of all campaigns. On the computer of the host, stop the program and run: {command}",
        command="companion restore FILE",
    ),
    FileKind.PACK: text(
        "This is a content pack. Add it on the page Content of a campaign, or run: {command}",
        command="companion pack add CAMPAIGN FILE",
    ),
    FileKind.DATA: text(
        "This is a campaign as data for other programs, without its secrets. A campaign is imported from a .jsonl."
    ),
    FileKind.BG_STATS: text(
        "This file is for BG Stats: plays without a log. Import it there. A campaign is imported from a .jsonl."
    ),
    FileKind.CARDS: text(
        "This is a list of cards in JSON. To make a content pack of it, run: {command}",
        command="companion pack from FILE",
    ),
    FileKind.DECK: text("This is a deck list. Paste it in the campaign that uses it."),
    FileKind.DOCUMENT: text("This is a document to read or print. A campaign is imported from a .jsonl."),
    FileKind.EMPTY: text("This file is empty."),
    FileKind.UNKNOWN: text("This is not a file that can be imported. A campaign is imported from a .jsonl."),
}
"""What a file is and what takes it, for each kind that is not imported."""


def recognise_file(stream: BinaryIO) -> FileKind:
    """The kind of a file that can be read again; afterwards it is at its beginning."""
    try:
        return _kind_of_stream(stream)
    finally:
        stream.seek(0)


def _kind_of_stream(stream: BinaryIO) -> FileKind:
    start = stream.read(START)
    if start.startswith(ZIP):
        return _kind_of_zip(stream)
    for sign, kind in ((SQLITE, FileKind.BACKUP), (PDF, FileKind.DOCUMENT)):
        if start.startswith(sign):
            return kind
    if start.removeprefix(BOM_UTF8).lstrip().startswith(b"{") and b'"companion"' in start:
        return FileKind.CAMPAIGN
    return _kind_of_content((start + stream.read(MOST)).removeprefix(BOM_UTF8).lstrip())


def _kind_of_content(content: bytes) -> FileKind:
    if not content:
        return FileKind.EMPTY
    if content[:1] in b"{[" and (found := _kind_of_json(content)):
        return found
    try:
        return _kind_of_text(content.decode())
    except UnicodeDecodeError:
        return FileKind.UNKNOWN


def _kind_of_zip(stream: BinaryIO) -> FileKind:
    try:
        with ZipFile(stream) as archive:
            names = archive.namelist()
    except (BadZipFile, ValueError, NotImplementedError):
        return FileKind.UNKNOWN
    return FileKind.ARCHIVE if any(name.endswith(".jsonl") for name in names) else FileKind.UNKNOWN


def _kind_of_json(content: bytes) -> FileKind | None:
    """The kind of a JSON document; None if it is another one, or no JSON."""
    match _parse(content):
        case {"plays": list(), "players": list()}:
            return FileKind.BG_STATS
        case {"game": str(), "state": dict(), "log": list()}:
            return FileKind.DATA
        case {"slots": dict()}:
            return FileKind.DECK
        case [{"name": str()}, *_]:
            return FileKind.CARDS
    return None


def _parse(content: bytes) -> Any:
    try:
        return orjson.loads(content)
    except orjson.JSONDecodeError:
        return None


def _kind_of_text(content: str) -> FileKind:
    start = content[:500].lower()
    if start.startswith(("<!doctype html", "<html")):
        return FileKind.DOCUMENT
    if start.startswith("<?xml") or "<deck" in start:
        return FileKind.DECK if "<deck" in start else FileKind.UNKNOWN
    if _is_pack(content):
        return FileKind.PACK
    lines = [line.strip() for line in content.splitlines() if line.strip()]
    if 2 * sum(1 for line in lines if _COUNTED.match(line)) >= len(lines):
        return FileKind.DECK
    return FileKind.DOCUMENT if content.startswith("# ") else FileKind.UNKNOWN


def _is_pack(content: str) -> bool:
    """Whether a text is TOML with kinds of content, each with named things."""
    try:
        found = tomllib.loads(content)
    except (tomllib.TOMLDecodeError, RecursionError):
        return False
    kinds = [kind for kind in found.values() if isinstance(kind, dict)]
    return any(isinstance(thing, dict) and {"en", "zh"} & thing.keys() for kind in kinds for thing in kind.values())


__all__ = ["ADVICE", "FileKind", "recognise_file"]
