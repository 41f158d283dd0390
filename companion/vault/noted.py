"""The noted head: which entry was the newest, written down beside the file, so that a lost end does not go unnoticed.

A journal that disappears takes with it what was recorded last, and leaves a file behind that looks sound. The note is
never ahead of the file: it is made after the acknowledgement, so whatever it names was there.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.vault.private import OURS
from domain.log.entries import Raw, digest
from domain.store import Store


class Noted(NamedTuple):
    """The newest entry of a file: its place in it, its campaign, its position and its digest."""

    row: int
    campaign: str
    position: int
    digest: str


def place_of(file: Path) -> Path:
    """Where the head of a file is noted."""
    return file.with_name(f"{file.name}.head")


def noted(file: Path) -> Noted | None:
    """What was noted of a file; None where nothing was, or nothing that makes sense."""
    with suppress(OSError, ValueError):
        row, campaign, position, told = place_of(file).read_text(encoding="ascii").split()
        return Noted(int(row), campaign, int(position), told)
    return None


def missing(store: Store) -> Noted | None:
    """The entry that was noted as the newest, if it is not there."""
    known = noted(store.path)
    if known is None:
        return None
    found = next(store.source(known.campaign).read(known.position - 1, known.position), None)
    return None if found and digest(found) == known.digest else known


def note(store: Store) -> None:
    """Note the newest entry, unless what was noted before is missing; that it cannot be written stops nobody."""
    known = noted(store.path)
    with store.reading() as cursor:
        newest = cursor.execute(
            "SELECT rowid, originator_id, originator_version, topic, CAST(state AS BLOB) FROM entries"
            " WHERE rowid=(SELECT MAX(rowid) FROM entries) AND rowid<>?",
            (known.row if known else 0,),
        ).fetchone()
    if newest and missing(store) is None:
        row, campaign, *raw = newest
        _write(place_of(store.path), Noted(row, campaign, raw[0], digest(Raw(*raw))))


def forget(file: Path) -> None:
    """Let go of what was noted: another file stands there now."""
    place_of(file).unlink(missing_ok=True)


def _write(path: Path, head: Noted) -> None:
    half = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(OSError):
        with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OURS), "w", encoding="ascii") as file:
            file.write(" ".join(map(str, head)) + "\n")
        half.replace(path)


__all__ = ["Noted", "forget", "missing", "note", "noted"]
