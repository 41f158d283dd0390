"""The noted head: the newest entry, written to a separate file, so that a truncated log is noticed.

If a journal disappears, the latest entries are lost, but the file looks sound. The note is never ahead of the file,
because it is written after the acknowledgement.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from companion.campaign_files.file_permissions import OURS
from domain.log.entries import Raw, digest_of
from domain.store import LocalFile


class Noted(NamedTuple):
    """The newest entry of a file: row id, campaign, position and digest."""

    row: int
    campaign: str
    position: int
    digest: str


def note_path(file: Path) -> Path:
    """The path of the note of a file."""
    return file.with_name(f"{file.name}.head")


def read_note(file: Path) -> Noted | None:
    """The note of a file; None if there is none or it is invalid."""
    with suppress(OSError, ValueError):
        row, campaign, position, digest = note_path(file).read_text(encoding="ascii").split()
        return Noted(int(row), campaign, int(position), digest)
    return None


def missing_entry(store: LocalFile) -> Noted | None:
    """The noted entry, if the file does not contain it."""
    known = read_note(store.path)
    return None if known is None or holds_entry(store, known) else known


def holds_entry(store: LocalFile, head: Noted) -> bool:
    """Whether the file contains exactly this entry; its digest covers all earlier ones in its campaign."""
    found = next(store.source(head.campaign).read(head.position - 1, head.position), None)
    return found is not None and digest_of(found) == head.digest


def newest_entry(db: sqlite3.Connection | sqlite3.Cursor) -> Noted | None:
    """The newest entry of a file; None if there is none."""
    return next(_heads(db, "WHERE rowid=(SELECT MAX(rowid) FROM entries)"), None)


def newest_of_each(db: sqlite3.Connection | sqlite3.Cursor) -> list[Noted]:
    """The newest entry of each campaign of a file."""
    last = "(SELECT originator_id, MAX(originator_version) FROM entries GROUP BY originator_id)"
    return list(_heads(db, f"WHERE (originator_id, originator_version) IN {last}"))


def _heads(db: sqlite3.Connection | sqlite3.Cursor, where: str) -> Iterator[Noted]:
    rows = db.execute(
        "SELECT rowid, originator_id, originator_version, topic, CAST(state AS BLOB)"  # noqa: S608 - `where` is our own
        f" FROM entries {where}"
    ).fetchall()
    return (Noted(row, campaign, raw[0], digest_of(Raw(*raw))) for row, campaign, *raw in rows)


def write_note(store: LocalFile) -> None:
    """Note the newest entry, unless the previously noted one is missing; a failure to write is ignored."""
    with store.reading() as cursor:
        head = newest_entry(cursor)
    if head and head != read_note(store.path) and missing_entry(store) is None:
        _write(note_path(store.path), head)


def open_unwritten(file: Path) -> closing[sqlite3.Connection]:
    """Open a database without a journal for reading, so that no files are created next to it."""
    return closing(sqlite3.connect(f"{file.absolute().as_uri()}?immutable=1", uri=True))


def remove_note(file: Path) -> None:
    """Delete the note of a file that is replaced."""
    note_path(file).unlink(missing_ok=True)


def _write(path: Path, head: Noted) -> None:
    half = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(OSError):
        with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OURS), "w", encoding="ascii") as file:
            file.write(" ".join(map(str, head)) + "\n")
        half.replace(path)
        return
    half.unlink(missing_ok=True)  # the disk is full or read-only


__all__ = [
    "Noted",
    "holds_entry",
    "missing_entry",
    "newest_entry",
    "newest_of_each",
    "note_path",
    "open_unwritten",
    "read_note",
    "remove_note",
    "write_note",
]
