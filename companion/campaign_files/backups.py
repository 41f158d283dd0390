"""Backups: copying the whole file and restoring a copy; `nightly_backups` schedules and prunes them."""

import os
import re
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.campaign_files import head_note, removed_entries
from companion.campaign_files.file_permissions import close_to_others, make_folder
from domain.framework.refusal import NotFound
from domain.store import Busy, Damaged, LocalFile, Pace, interrupted_by, watch_nothing

MAGIC = b"SQLite format 3\x00"
OURS = {"entries", "commands"}
"""Tables that a campaign file must have."""
PATIENCE = 1.0
"""Seconds to wait until another program closes the file."""
FOLDER, DAY = "backups", len("2026-05-01")
KEPT = "kept"
"""The part of a backup's name that marks it as set aside because the next backup lacks some of its entries."""
JOURNALS = ("-wal", "-shm", "-journal")
PASSING = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
}
"""SQLite errors that prevent access to a file but say nothing about its contents."""


def write_backup(store: LocalFile, path: Path) -> None:
    """Write a copy of a store to a new file that only its owner can read."""
    store.backup(path)
    close_to_others(path)


def backup_path(file: Path, day: date) -> Path:
    """The path of a day's automatic backup."""
    return file.parent / FOLDER / f"{file.stem}-{day.isoformat()}.db"


def automatic_backups(file: Path) -> dict[date, Path]:
    """The automatic backups of a file by day, the newest first."""
    days = (_day_of(path.stem[-DAY:]) for path in (file.parent / FOLDER).glob("*.db"))
    places = {day: backup_path(file, day) for day in sorted({*filter(None, days)}, reverse=True)}
    return {day: place for day, place in places.items() if place.is_file()}


def latest_backup(file: Path, today: date) -> Path | None:
    """The newest automatic backup; one with a future date, from a wrong clock, only if there is no other."""
    kept = automatic_backups(file)
    return next((place for day, place in kept.items() if day <= today), next(iter(kept.values()), None))


def all_backups(file: Path, today: date) -> list[Path]:
    """All automatic backups, the newest first, each followed by those set aside for it.

    Backups with a future date were made while the clock was wrong, so they come last.
    """
    named = re.compile(rf"{re.escape(file.stem)}-(.{{{DAY}}})\.db(?:\.{KEPT}-(\d+))?")
    found = ((named.fullmatch(path.name), path) for path in (file.parent / FOLDER).glob("*.db*"))
    dated = [(_day_of(name[1]), int(name[2] or 0), path) for name, path in found if name]
    return [path for _, path in sorted((_sort_key(day, aside, today), path) for day, aside, path in dated if day)]


def _sort_key(day: date, aside: int, today: date) -> tuple[bool, int, bool, int]:
    """The sort key of a backup; of those set aside, the highest number comes first."""
    return day > today, -day.toordinal(), aside > 0, -aside


def _day_of(date_text: str) -> date | None:
    try:
        return date.fromisoformat(date_text)
    except ValueError:
        return None


def restore_backup(path: Path, place: Path) -> Path | None:
    """Replace a store by a backup; returns the path under which the old file is kept, or None if there was none.

    Raises:
        NotFound: there is no such backup.
        Damaged: the backup is damaged or not a campaign file; nothing was changed.
        Busy: another program has the store open, or the disk is full; nothing was changed.
    """
    if not path.is_file():
        raise NotFound("There is no file “{file}”.", file=path.name)
    make_folder(place.parent)
    with TemporaryDirectory(dir=place.parent, prefix=".restore-") as folder:
        fresh = Path(folder) / "fresh.db"
        _copy_for_inspection(path, fresh)
        check_store(fresh, path.name)
        close_to_others(fresh)
        give_to_owner_of(place, fresh)
        sync_to_disk(fresh)
        merge_journal(place)
        kept = set_aside(place, "before-restore")
        removed_entries.write_down_backups(place, fresh, all_backups(place, date.max))
        put_in_place(fresh, place)
        head_note.remove_note(place)
    return kept


def give_to_owner_of(place: Path, fresh: Path) -> None:
    """Give a file the owner of the one it replaces, who could not open it if an administrator runs this."""
    if hasattr(os, "chown") and place.exists():
        owner = place.stat()
        with suppress(PermissionError):  # only an administrator may
            os.chown(fresh, owner.st_uid, owner.st_gid)


def _copy_for_inspection(path: Path, copy: Path) -> None:
    """Copy a backup for inspection, because opening it as a database might write to it."""
    for suffix in ("", "-wal"):
        if (part := path.with_name(path.name + suffix)).exists():
            shutil.copyfile(part, copy.with_name(copy.name + suffix))


def check_store(path: Path, name: str, pace: Pace = watch_nothing) -> None:
    """Verify a file of our own as a store, and merge its journal.

    Raises:
        Damaged: it is not a sound campaign file; the message calls it `name`.
        Busy: it cannot be opened now.
    """
    with path.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise Damaged("{file} is not a backup of this companion.", file=name)
    try:
        with closing(sqlite3.connect(path)) as db, interrupted_by(db, pace):
            found = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
            tables = {table for (table,) in db.execute("SELECT name FROM sqlite_master")}
            db.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in PASSING:
            raise Busy("The campaign file cannot be used ({error}).", error=error) from error
        raise Damaged("{file} is damaged ({error}).", file=name, error=error) from error
    if found != "ok":
        raise Damaged("{file} is damaged ({error}).", file=name, error=found)
    if not tables >= OURS:
        raise Damaged("{file} is not a backup of this companion.", file=name)


def merge_journal(place: Path) -> None:
    """Merge the journal of the file that will be replaced, if possible.

    Raises:
        Busy: another program has the file open and would go on recording into it after it is set aside.
    """
    if not place.exists():
        return
    try:
        with closing(sqlite3.connect(place, timeout=PATIENCE)) as db:
            db.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise Busy("Another program is using the campaign file. Stop it first.") from error
    except sqlite3.DatabaseError:
        return  # damaged: it is kept unchanged, with its journal


def set_aside(place: Path, why: str) -> Path | None:
    """Rename the file to be replaced, and its journals, to a free name with the reason `why` it is kept.

    SQLite would otherwise apply a leftover journal to the file that takes its place.

    Returns:
        The new path of the file; None if there was none, or only journals.
    """
    there, kept = place.exists(), free_name(place, why)
    for suffix in ("", *JOURNALS):
        part = place.with_name(place.name + suffix)
        if part.exists():
            part.replace(kept.with_name(kept.name + suffix))
    return kept if there else None


def free_name(place: Path, why: str) -> Path:
    """A free name next to a file, with the reason for keeping it; no journal has that name either."""
    n = 1
    while (kept := place.with_name(f"{place.name}.{why}-{n}")).exists() or journals_of(kept):
        n += 1
    return kept


def journals_of(place: Path) -> list[Path]:
    """The journals of a database file, which may itself be missing."""
    found = (place.with_name(place.name + suffix) for suffix in JOURNALS)
    return [path for path in found if os.path.lexists(path)]


def put_in_place(fresh: Path, place: Path) -> None:
    """Move a complete file into place, and sync file and folder to the disk."""
    sync_to_disk(fresh)
    fresh.replace(place)
    with suppress(OSError):  # some systems cannot open folders and sync them automatically
        sync_to_disk(place.parent)


def sync_to_disk(path: Path) -> None:
    """Sync a file or a folder to the disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
