"""Opening a campaign file; read models of an older format are rebuilt from its log, and the old file is kept."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING

from companion.campaign_files import backups
from companion.campaign_files.file_permissions import close_to_others
from companion.campaign_files.head_note import open_unwritten
from domain.framework.events.chance import Chance
from domain.store import Busy, Damaged, FileStore, NeedsMigration, Pace, StoreError, watch_nothing
from projections import Models

if TYPE_CHECKING:
    from domain.framework.game import AnyGame

Watched = Callable[[int], AbstractContextManager[Pace]]
"""Shows the progress of an operation, given the number of entries."""
KEPT = "earlier"
"""The suffix of the kept old file, before its number."""


@contextmanager
def without_progress(_: int) -> Iterator[Pace]:
    """A progress that shows nothing."""
    yield watch_nothing


def check_is_ours(place: Path) -> None:
    """Refuse the database of another program before anything is changed in it.

    Raises:
        Damaged: it has tables, but none of a campaign file.
    """
    if not place.is_file():
        return
    with suppress(sqlite3.DatabaseError), open_unwritten(place) as db:
        tables = {table for (table,) in db.execute("SELECT name FROM sqlite_master")}
        if tables and "entries" not in tables:
            raise Damaged("{file} is a database of another program. Nothing was changed in it.", file=place.name)


def open_store(
    place: Path, models: Models, games: "Mapping[str, AnyGame]", watched: Watched = without_progress
) -> FileStore:
    """Open the store of a file, rebuilding read models of an older format.

    Raises:
        Busy: a later release made the file; or the rebuild failed because another program has the file open, it is
            read-only, or the disk is full. The file is not changed.
        Damaged: the file cannot be read; it is not changed.
    """
    try:
        return FileStore(place, models.setup)
    except NeedsMigration:
        pass
    try:
        return _open_rebuilt(place, models, games, watched)
    except Damaged:
        raise
    except (StoreError, OSError) as error:
        raise Busy(
            "The campaign file comes from an earlier release and could not be converted. It was not changed: {why}",
            why=error.text if isinstance(error, StoreError) else error,
        ) from error


def _open_rebuilt(place: Path, models: Models, games: "Mapping[str, AnyGame]", watched: Watched) -> FileStore:
    """Open the store after a rebuild in one transaction; if the program is killed, the next opening repeats it.

    No other program may have the file open: an earlier release would go on with tables it does not know.
    """
    from domain.campaigns import Campaigns  # noqa: PLC0415 - needed once per release
    from projections.rebuild import build_models  # noqa: PLC0415

    def rebuild(store: FileStore, db: sqlite3.Connection) -> None:
        campaigns = Campaigns(store, games, models, Chance(SystemRandom()))
        with watched(store.newest_row()) as progress:
            for id_ in store.campaigns():
                build_models(db, campaigns, models, id_, progress)

    backups.merge_journal(place)
    kept = backups.free_name(place, KEPT)
    try:
        shutil.copyfile(place, kept)
        close_to_others(kept)
        backups.sync_to_disk(kept)
        return FileStore(place, models.setup, rebuild=rebuild)
    except Exception:
        kept.unlink(missing_ok=True)  # the file itself was not changed
        raise


__all__ = ["Watched", "check_is_ours", "open_store", "without_progress"]
