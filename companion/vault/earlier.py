"""Files of earlier releases: brought over to the tables of this one before they are used; the former file is kept.

All that cannot be made again is copied into a file beside it, every byte and every row number as it was; the read
models are built there anew. Only a file that is whole takes the place of the former one. What was done before somebody
stopped it, or the power went, need not be done again.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING

from companion.vault import backups
from companion.vault.private import BESIDE, close_to_others, keep_private
from domain.language.chance import Chance
from domain.store import Busy, Damaged, Pace, Store, StoreError, quiet
from domain.store.errors import in_our_words
from projections import PROJECTIONS, Models

if TYPE_CHECKING:
    from domain.language.game import AnyGame

Watched = Callable[[int], AbstractContextManager[Pace]]
"""Shows how far something is that goes through so many entries."""
HALF, KEPT = "bringing-over", "earlier"
"""What the names of the file that is not whole yet, and of the former one, end with."""
SLICE = 20_000
"""Entries that are copied in one go."""
BESIDES = ("commands", "packs", "photos", "quarantine")
"""Tables that cannot be made again, besides the entries."""


@contextmanager
def unwatched(_: int) -> Iterator[Pace]:
    """Nobody looks on."""
    yield quiet


def bring_over(place: Path, games: "Mapping[str, AnyGame]", watched: Watched = unwatched) -> Path:
    """Put a file of today in the place of one of an earlier release; returns where that one is kept.

    Raises:
        Busy: another program has it open, or there is no room; the file stays as it is.
        Damaged: it cannot be read; the file stays as it is.
    """
    try:
        with in_our_words():
            return _brought_over(place, games, watched)
    except Damaged:
        raise
    except (StoreError, OSError) as error:
        raise Busy(
            "The campaign file is of an earlier release and stays as it was, for it could not be brought over: {why}",
            why=error.text if isinstance(error, StoreError) else error,
        ) from error


def _brought_over(place: Path, games: "Mapping[str, AnyGame]", watched: Watched) -> Path:
    backups.settle(place)
    half = place.with_name(f"{place.name}.{HALF}")
    with closing(_ours_alone(place)) as old:
        try:
            (entries,) = old.execute("SELECT COUNT(*) FROM entries").fetchone()
            with watched(2 * entries) as progress:
                _take_along(old, half, progress)
                _build(half, games, progress)
            backups.check(half, place.name)
            close_to_others(half)
            backups.sync(half)
        except Exception:
            _let_go(half)
            raise
    return _put_in_place(half, place)


def _let_go(half: Path) -> None:
    """Remove what was begun, with its journal."""
    for suffix in BESIDE:
        half.with_name(half.name + suffix).unlink(missing_ok=True)


def _ours_alone(place: Path) -> sqlite3.Connection:
    """The former file, which nobody else reads or writes until it is closed."""
    db = sqlite3.connect(place, timeout=backups.PATIENCE, isolation_level=None)
    try:
        db.execute("PRAGMA main.locking_mode=EXCLUSIVE")
        db.execute("BEGIN EXCLUSIVE")
        db.execute("COMMIT")
    except BaseException:
        db.close()
        raise
    return db


def _take_along(old: sqlite3.Connection, half: Path, progress: Pace) -> None:
    """Copy what cannot be made again, from where it was left off if that was this very file."""
    if half.exists() and not _begins(old, half):
        _let_go(half)
    models = Models(PROJECTIONS)
    keep_private(half)
    Store(half, models.setup).close()
    old.execute("ATTACH ? AS half", (str(half),))
    if _copy_entries(old, progress):
        old.execute("DELETE FROM half.campaigns")  # of what was built of fewer entries, nothing is believed
    present = {name for (name,) in old.execute("SELECT name FROM main.sqlite_master WHERE type='table'")}
    for table in BESIDES:
        if table in present:
            old.execute(f"INSERT OR IGNORE INTO half.{table} SELECT * FROM main.{table}")  # noqa: S608 - our own names
    old.execute("DETACH half")


def _begins(old: sqlite3.Connection, half: Path) -> bool:
    """Whether a file that was begun has the first entries of the old one, and nothing else."""
    last = "SELECT rowid, originator_id, originator_version, topic, state FROM entries"
    try:
        with closing(sqlite3.connect(half)) as db:
            newest = db.execute(f"{last} ORDER BY rowid DESC LIMIT 1").fetchone()
    except sqlite3.DatabaseError:
        return False
    return newest is not None and old.execute(f"{last} WHERE rowid=?", newest[:1]).fetchone() == newest


def _copy_entries(old: sqlite3.Connection, progress: Pace) -> int:
    """The entries that are not there yet, each in its row; returns how many."""
    copied = 0
    while True:
        before = old.total_changes
        old.execute(
            "INSERT INTO half.entries SELECT rowid, originator_id, originator_version, topic, state FROM main.entries"
            " WHERE rowid > (SELECT COALESCE(MAX(rowid), 0) FROM half.entries) ORDER BY rowid LIMIT ?",
            (SLICE,),
        )
        done = old.total_changes - before
        if not done:
            return copied
        copied += done
        progress(done)


def _build(half: Path, games: "Mapping[str, AnyGame]", progress: Pace) -> None:
    """The read models, campaign by campaign; those that are there already are whole."""
    from domain.campaigns import Campaigns  # noqa: PLC0415 - once in the life of a file
    from projections.rebuild import build  # noqa: PLC0415

    models = Models(PROJECTIONS)
    with closing(Store(half, models.setup)) as store:
        with store.writing() as db:
            there = {id_ for (id_,) in db.execute("SELECT campaign FROM campaigns")}
            if not there:
                models.drop(db)
                models.setup(db)
        campaigns = Campaigns(store, games, models, Chance(SystemRandom()))
        for id_ in store.campaigns():
            if id_ not in there:
                with store.writing() as db:
                    build(db, campaigns, models, id_, progress)


def _put_in_place(half: Path, place: Path) -> Path:
    """Let a file take the place of the former one, which is kept; at no moment is there none."""
    kept = backups.free_name(place, KEPT)
    try:
        os.link(place, kept)
    except OSError:  # not every disk knows a file by two names
        place.replace(kept)
    backups.put(half, place)
    return kept


__all__ = ["Watched", "bring_over", "unwatched"]
