"""The local copy of a shared log, and moving campaigns between a file and a database."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from importlib import import_module
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import TYPE_CHECKING, Any

from companion.campaign_files.backups import check_store, journals_of, put_in_place
from companion.campaign_files.file_permissions import close_to_others
from companion.config import DISTRIBUTION
from domain.framework.refusal import NotFound
from domain.log.entries import Raw, chain_breaks
from domain.store import Busy, Damaged, FileStore, NeedsMigration, Pace, quarantine_write
from projections import Models

if TYPE_CHECKING:
    from domain.framework.game import AnyGame
    from domain.store.postgres import SharedRecorder
    from domain.store.shared import SharedStore

CHUNK = 1_000
"""Entries that are moved at a time."""


def open_copy(url: str, place: Path, models: Models, games: "Mapping[str, AnyGame]") -> "SharedStore":
    """Open the copy of a shared log and follow it; a damaged or outdated copy is deleted and made again.

    Raises:
        Busy: the database cannot be reached and there is no copy to read; or it has no tables yet.
    """
    shared = _needing_driver("domain.store.shared")
    from domain.following import Followers  # noqa: PLC0415 - imports all events

    try:
        store: SharedStore = shared.SharedStore(url, place, models.setup)
    except (Damaged, NeedsMigration):
        with open_database(url) as recorder:
            recorder.has_tables()  # raises if the database cannot be reached, so that the copy is kept
        _remove(place)
        store = shared.SharedStore(url, place, models.setup)
    store.follow(Followers(store, games, models).project)
    return store


def move_to_database(source: FileStore, url: str, progress: Pace) -> int:
    """Copy a whole file into a database without entries, byte for byte; returns the number of entries.

    Raises:
        Busy: the database has entries, or cannot be reached.
    """
    with open_database(url) as recorder:
        recorder.create_tables()
        if recorder.newest_number():
            raise Busy("The database already has campaigns. Move into an empty one.")
        for digest, game, pack in _rows(source, "SELECT digest, game, CAST(pack AS BLOB) FROM packs"):
            recorder.add_pack(digest, game, pack)
        for (digest,) in _rows(source, "SELECT digest FROM photos"):
            recorder.add_photo(digest, source.photo(digest) or b"")
        return sum(_add_entries(recorder, found, progress) for found in _pages(source))


def move_to_file(url: str, place: Path, models: Models, games: "Mapping[str, AnyGame]", progress: Pace) -> int:
    """Copy a whole database into a new file, byte for byte; returns the number of entries.

    Raises:
        NotFound: the folder does not exist.
        Busy: the file exists, or the database cannot be reached.
    """
    if not place.parent.is_dir():
        raise NotFound("There is no folder “{folder}”.", folder=place.parent)
    for found in (place, *journals_of(place)):
        if os.path.lexists(found):
            raise Busy("The file “{name}” already exists. Move into a new file.", name=found.name)
    with TemporaryDirectory(dir=place.parent, prefix=".move-") as folder:
        fresh = Path(folder) / "fresh.db"
        entries = _follow_into(fresh, url, models, games, progress)
        check_store(fresh, place.name)
        close_to_others(fresh)
        put_in_place(fresh, place)
    return entries


def _follow_into(fresh: Path, url: str, models: Models, games: "Mapping[str, AnyGame]", progress: Pace) -> int:
    """Copy a whole database into a file; returns the number of entries."""
    with closing(open_copy(url, fresh, models, games)) as store:
        for digest in store.shared.digests("packs"):
            store.pack(digest)
        for digest in store.shared.digests("photos"):
            store.photo(digest)
        entries = 0
        for id_ in store.campaigns():
            raws = list(store.source(id_).read())
            with store.writing() as db:
                quarantine_write(id_, chain_breaks(raws))(db)
            progress(len(raws))
            entries += len(raws)
    return entries


def return_entries(store: "SharedStore") -> int:
    """Add the entries that only this copy has to the database; returns their number.

    Raises:
        Busy: the database cannot be reached.
        Damaged: database and copy recorded different entries at the same position.
    """
    with _needing_driver("domain.store.reaching").reached(recording=True):
        return _return_missing(store)


def _return_missing(store: "SharedStore") -> int:
    missing: list[tuple[str, Sequence[Raw]]] = []
    for id_ in store.campaigns():
        here = list(store.source(id_).read())
        there = [Raw(one.originator_version, one.topic, one.state) for one in store.shared.select_events(id_)]
        if here[: len(there)] != there[: len(here)]:
            raise Damaged(
                "The database and this copy have different entries after entry {entry} of a campaign.",
                entry=next(n for n, (mine, its) in enumerate(zip(here, there, strict=False)) if mine != its),
            )
        if here[len(there) :]:
            missing.append((id_, here[len(there) :]))
    for digest, game, pack in _rows(store, "SELECT digest, game, CAST(pack AS BLOB) FROM packs"):
        store.shared.add_pack(digest, game, pack)
    for (digest,) in _rows(store, "SELECT digest FROM photos"):
        store.shared.add_photo(digest, FileStore.photo(store, digest) or b"")
    for id_, raws in missing:
        store.shared.append(id_, raws)
    return sum(len(raws) for _, raws in missing)


def forget_copy(place: Path) -> None:
    """Delete the copy of a shared log; the next start makes a new one."""
    _remove(place)


def _remove(place: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        place.with_name(place.name + suffix).unlink(missing_ok=True)


@contextmanager
def open_database(url: str) -> "Iterator[SharedRecorder]":
    """The recorder of the log in a database, closed afterwards.

    Raises:
        Busy: the database cannot be reached, or its driver is not installed.
    """
    postgres = _needing_driver("domain.store.postgres")
    recorder: SharedRecorder = postgres.SharedRecorder(postgres.open_datastore(url))
    try:
        with _needing_driver("domain.store.reaching").reached(recording=True):
            yield recorder
    finally:
        recorder.datastore.close()


def _needing_driver(name: str) -> ModuleType:
    """A module that needs the driver of the database.

    Raises:
        Busy: the driver is not installed.
    """
    try:
        return import_module(name)
    except ImportError as error:
        raise Busy(
            "A shared database needs one more package. Install it with: {command}",
            command=f"pip install '{DISTRIBUTION}[postgresql]'",
        ) from error


def _rows(store: FileStore, statement: str) -> list[tuple[Any, ...]]:
    with store.reading() as cursor:
        return cursor.execute(statement).fetchall()


def _pages(source: FileStore) -> Iterator[Sequence[tuple[str, Raw]]]:
    """The entries of all campaigns in the order they were recorded, in chunks."""
    after = 0
    while found := source.entries.select_notifications(after, CHUNK, inclusive_of_start=False):
        yield [(str(one.originator_id), Raw(one.originator_version, one.topic, one.state)) for one in found]
        after = found[-1].id


def _add_entries(recorder: "SharedRecorder", found: Sequence[tuple[str, Raw]], progress: Pace) -> int:
    for campaign, rows in groupby(found, lambda row: row[0]):
        recorder.append(campaign, [raw for _, raw in rows])
    progress(len(found))
    return len(found)


__all__ = ["forget_copy", "move_to_database", "move_to_file", "open_copy", "open_database", "return_entries"]
