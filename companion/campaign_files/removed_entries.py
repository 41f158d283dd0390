"""Entries that a restore removed: they are still in backups next to the file, but not in the restored file.

The first of them is noted per campaign in a separate file, so that a repair does not bring them back from the backups.
"""

import os
import sqlite3
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.campaign_files.file_permissions import OURS
from companion.campaign_files.head_note import open_unwritten
from domain.log.entries import Raw, digest_of
from domain.store.salvage import Kept, Salvaged


class First(NamedTuple):
    """The first removed entry of a campaign."""

    campaign: str
    position: int
    digest: str


def removed_note_path(file: Path) -> Path:
    """The path of the note of removed entries."""
    return file.with_name(f"{file.name}.put-away")


def write_down_backups(file: Path, restored: Path, kept: Iterable[Path]) -> None:
    """Note the first entry of each campaign that a kept backup has and the restored one lacks.

    Raises:
        OSError: the note cannot be written.
    """
    firsts = sorted({first for backup in kept for first in first_entries_beyond(backup, restored)})
    if not firsts:
        removed_note_path(file).unlink(missing_ok=True)
        return
    half = file.with_name(f"{removed_note_path(file).name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OURS), "w", encoding="ascii") as written:
            written.writelines(f"{' '.join(map(str, first))}\n" for first in firsts)
            written.flush()
            os.fsync(written.fileno())
        half.replace(removed_note_path(file))
    finally:
        half.unlink(missing_ok=True)


def read_removed(file: Path) -> list[First]:
    """The noted first entries; invalid lines are skipped."""
    firsts = list[First]()
    with suppress(OSError, ValueError):
        for line in removed_note_path(file).read_text(encoding="ascii").splitlines():
            with suppress(ValueError):
                campaign, position, digest = line.split()
                firsts.append(First(campaign, int(position), digest))
    return firsts


def first_entries_beyond(backup: Path, restored: Path) -> Iterator[First]:
    """The first entry of each campaign that a backup has and another file lacks; empty if either cannot be read."""
    with suppress(sqlite3.DatabaseError), open_unwritten(backup) as there, open_unwritten(restored) as here:
        last = "SELECT originator_id, MAX(originator_version) FROM entries GROUP BY originator_id"
        for campaign, head in there.execute(last).fetchall():

            def differs_at(position: int, campaign: str = campaign) -> bool:
                return _entry_at(there, campaign, position) != _entry_at(here, campaign, position)

            position = bisect_left(range(1, head + 1), x=True, key=differs_at) + 1  # each entry has those before it
            if position <= head and (raw := _entry_at(there, campaign, position)):
                yield First(campaign, position, digest_of(raw))


def _entry_at(db: sqlite3.Connection, campaign: str, position: int) -> Raw | None:
    found = db.execute(
        "SELECT originator_version, topic, CAST(state AS BLOB) FROM entries"
        " WHERE originator_id=? AND originator_version=?",
        (campaign, position),
    ).fetchone()
    return found and Raw(*found)


def without_removed_entries(backup: Salvaged, firsts: Sequence[First], own: Salvaged) -> Salvaged:
    """A backup's entries without those that a restore removed, unless the file has some of them again by import."""
    for first in firsts:
        said = backup.entries.get(first.campaign, {})
        if not any(digest_of(one.raw) == first.digest for one in said.get(first.position, ())):
            continue
        ours = {one.raw for one in _flatten_kept(own.entries.get(first.campaign, {}).values())}
        away = [position for position in said if position >= first.position]
        if not any(one.raw in ours for one in _flatten_kept(said[position] for position in away)):
            for position in away:
                del said[position]
            if not said:
                del backup.entries[first.campaign]
    return backup


def _flatten_kept(kept: Iterable[Sequence[Kept]]) -> Iterator[Kept]:
    return (one for some in kept for one in some)


__all__ = ["read_removed", "without_removed_entries", "write_down_backups"]
