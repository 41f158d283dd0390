"""The interfaces of a store for campaigns, read models and pages, and of the local file."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from domain.framework.content import Content
from domain.log.checkpoints import Checkpoint, Older
from domain.log.entries import Raw, Source
from domain.store.errors import Damaged
from domain.store.pace import Pace, watch_nothing
from domain.store.recorder import Recorded, Write


class Append(Protocol):
    """Stores entries, their commands and further writes in one transaction."""

    def __call__(self, campaign: str, raws: Sequence[Raw], commands: Sequence[Recorded], *writes: Write) -> None: ...


class Store(Protocol):
    """The entries of all campaigns, their packs, photos and snapshots, and their read models.

    Reads always come from a local file, so that they never wait for the network.
    """

    stopped: Damaged | None
    """Why recording has stopped; None while all is well."""
    reachable: bool
    """Whether entries can be stored now, as far as this process knows."""
    moved: Callable[[], None]
    """Called when this process learns that another one recorded something."""

    def append(self, campaign: str, raws: Sequence[Raw], commands: Sequence[Recorded], *writes: Write) -> None:
        """Store entries of a campaign with their commands and further writes in one transaction.

        Raises:
            Conflict: a position is taken, or a command was recorded before; nothing was stored.
            Busy, Damaged: the store cannot be written; nothing was stored.
        """
        ...

    def block_recorders(self) -> AbstractContextManager[Append]:
        """Block other recorders until the `with` block ends; reads continue. Raises as `append`."""
        ...

    def would_record(self) -> bool:
        """Whether a write would succeed now."""
        ...

    def heard(self, campaign: str) -> int:
        """The newest position of a campaign that this process learned of from others, without any I/O."""
        ...

    def await_others(self) -> None:
        """Wait until everything that others have recorded by now can be read here."""
        ...

    def positions_of_command(self, campaign: str, command: str) -> tuple[int, int] | None:
        """The first and last position of a command; None if it was not recorded."""
        ...

    def campaigns(self) -> list[str]:
        """The ids of all campaigns, the oldest first."""
        ...

    def newest_row(self) -> int:
        """The number of the newest entry of all campaigns; 0 if there is none. Numbers only grow."""
        ...

    def rows_after(self, row: int) -> list[tuple[int, str]]:
        """The numbers of the entries after `row`, each with its campaign."""
        ...

    def source(self, campaign: str) -> Source:
        """The entries of a campaign."""
        ...

    def keep_snapshot(self, campaign: str, checkpoint: Checkpoint, *writes: Write) -> None:
        """Store a snapshot with further writes; a failure is logged and ignored, because a snapshot is a cache."""
        ...

    def newest_snapshot_before(self, campaign: str) -> Older:
        """A function that finds the newest snapshot at or before a position, if this version of the code made it."""
        ...

    def forget_snapshots(self) -> None:
        """Delete all snapshots; new ones are made when needed."""
        ...

    def add_pack(self, game: str, pack: Content) -> None:
        """Store a content pack of a game, if it is new."""
        ...

    def pack(self, digest: str) -> Content | None:
        """The content pack with a digest; None if there is none."""
        ...

    def add_photo(self, digest: str, body: bytes) -> None:
        """Store a photo, if it is new."""
        ...

    def photo(self, digest: str) -> bytes | None:
        """The photo with a digest; None if there is none."""
        ...

    def has_photo(self, digest: str) -> bool:
        """Whether a photo with a digest is stored."""
        ...

    def reading(self) -> AbstractContextManager[sqlite3.Cursor]:
        """A cursor that sees one state of the read models; rows are plain tuples."""
        ...

    def writing(self) -> AbstractContextManager[sqlite3.Connection]:
        """A transaction on the read models."""
        ...

    def close(self) -> None:
        """Wait for readers and the writer, then close the store."""
        ...


class Following(Protocol):
    """The progress of a local copy that follows a shared log."""

    followed: Callable[[], object]
    """Called when new entries are in the copy and it is complete as far as this process knows."""

    def positions_behind(self) -> int:
        """The number of entries in the log that the copy does not have.

        Raises:
            Busy: the database cannot be reached.
        """
        ...


class LocalFile(Store, Protocol):
    """The local file, with the methods for backup, verification and repair; a shared store has one as its copy."""

    path: Path
    doubtful: bool
    """Whether an error of the file was found and the file has not been verified since."""
    mend: Callable[[], bool]
    """Rebuilds the caches if only they are damaged; returns whether it did."""

    def quarantined(self, campaign: str) -> dict[int, str]:
        """The known damaged or lost entries: each position with its fault."""
        ...

    def faults(self) -> list[str]:
        """The faults that SQLite finds in the file."""
        ...

    def renew_caches(self, build: Write) -> bool:
        """Drop and rebuild all caches if only caches are damaged; returns whether it did."""
        ...

    def backup(self, path: Path, pace: Pace = watch_nothing) -> None:
        """Write a copy of the whole file while it is in use; an interrupted copy is incomplete and must be deleted."""
        ...


__all__ = ["Append", "LocalFile", "Store"]
