"""Backups: a copy of the whole file, and putting one back."""

import sqlite3
from pathlib import Path

from domain.refusal import NotFound
from domain.store import Conflict, Damaged, Store

MAGIC = b"SQLite format 3\x00"


def backup(store: Store, path: Path) -> int:
    """Write a copy of a store, whole or not at all; returns its size in bytes.

    Raises:
        Conflict: there is a file of that name already.
    """
    if path.exists():
        raise Conflict(f"There is already a file {path.name}.")
    if not path.parent.is_dir():
        raise NotFound("There is no folder “{folder}”.", folder=str(path.parent))
    store.backup(path)
    return path.stat().st_size


def restore(path: Path, place: Path) -> Path | None:
    """Put a backup in a store's place; returns where the former file is kept, if there was one.

    Raises:
        NotFound: there is no such backup.
        Damaged: it is no good database of ours; nothing was touched.
    """
    if not path.is_file():
        raise NotFound("There is no file “{file}”.", file=path.name)
    check(path)
    place.parent.mkdir(parents=True, exist_ok=True)
    fresh = place.with_name(f"{place.name}.restored")
    fresh.unlink(missing_ok=True)
    Store(path).backup(fresh)
    kept = _set_aside(place)
    fresh.replace(place)
    return kept


def check(path: Path) -> None:
    """Make sure that a file is a sound store.

    Raises:
        Damaged: it is not.
    """
    with path.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise Damaged(f"{path.name} is no backup of ours.")
    try:
        db = sqlite3.connect(f"file:{path.absolute()}?mode=ro&immutable=1", uri=True)
        try:
            sound = db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
        finally:
            db.close()
    except sqlite3.DatabaseError as error:
        raise Damaged(f"{path.name} is damaged ({error}).") from error
    if not sound or not {"entries", "commands"} <= tables:
        raise Damaged(f"{path.name} is damaged or no backup of ours.")


def _set_aside(place: Path) -> Path | None:
    """Keep the file that is replaced, with its journal, under a free name."""
    if not place.exists():
        return None
    n = 1
    while (kept := place.with_name(f"{place.name}.before-restore-{n}")).exists():
        n += 1
    for suffix in ("", "-wal", "-shm"):
        part = place.with_name(place.name + suffix)
        if part.exists():
            part.replace(kept.with_name(kept.name + suffix))
    return kept
