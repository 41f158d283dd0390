"""Store: what campaigns, read models and pages ask of wherever entries are kept; and what only a file has."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from domain.language.content import Content
from domain.log.checkpoints import Checkpoint, Older
from domain.log.entries import Raw, Source
from domain.store.errors import Damaged
from domain.store.pace import Pace, watch_nothing
from domain.store.recorder import Recorded, Write


class Append(Protocol):
    """Stores entries, their commands and further writes; all or nothing."""

    def __call__(self, campaign: str, raws: Sequence[Raw], commands: Sequence[Recorded], *writes: Write) -> None: ...


class Store(Protocol):
    """Entries of all campaigns with what belongs to them, and the read models that go with them.

    What is read is read from a file of this computer, so that whoever looks waits for nobody.
    """

    stopped: Damaged | None
    """Why nothing more is recorded, where something is wrong."""
    reachable: bool
    """Whether what is recorded can be stored just now, as far as this process knows."""
    moved: Callable[[], None]
    """Called when another process recorded something, as far as this one hears of it."""

    def append(self, campaign: str, raws: Sequence[Raw], commands: Sequence[Recorded], *writes: Write) -> None:
        """Store entries of a campaign with their commands and further writes; all or nothing.

        Raises:
            Conflict: a position is taken, or a command was recorded before; nothing was stored.
            Busy, Damaged: it cannot be written; nothing was stored.
        """
        ...

    def block_recorders(self) -> AbstractContextManager[Append]:
        """Block other recorders until the block ends; reading goes on. Raises as `append`."""
        ...

    def would_record(self) -> bool:
        """Whether a write would succeed just now."""
        ...

    def heard(self, campaign: str) -> int:
        """The newest position of a campaign that this process heard of from others, without asking anybody."""
        ...

    def await_others(self) -> None:
        """Wait until all that others recorded by now can be read here."""
        ...

    def positions_of_command(self, campaign: str, command: str) -> tuple[int, int] | None:
        """The first and last position of a command, if it was recorded before."""
        ...

    def campaigns(self) -> list[str]:
        """The ids of all campaigns, the oldest first."""
        ...

    def newest_row(self) -> int:
        """The number of the newest entry of all campaigns; 0 where there is none. Numbers only grow."""
        ...

    def rows_after(self, row: int) -> list[tuple[int, str]]:
        """The numbers of the entries after one, each with its campaign."""
        ...

    def source(self, campaign: str) -> Source:
        """The entries of a campaign."""
        ...

    def keep_snapshot(self, campaign: str, checkpoint: Checkpoint, *writes: Write) -> None:
        """Store a snapshot and what goes with it; a failure is logged and ignored, since a snapshot is a cache."""
        ...

    def newest_snapshot_before(self, campaign: str) -> Older:
        """The lookup of a campaign's newest snapshot at or before a position, made by this very code."""
        ...

    def forget_snapshots(self) -> None:
        """Delete all snapshots; they are made anew."""
        ...

    def add_pack(self, game: str, pack: Content) -> None:
        """Store a content pack of a game, once."""
        ...

    def pack(self, digest: str) -> Content | None:
        """A content pack by its digest."""
        ...

    def add_photo(self, digest: str, body: bytes) -> None:
        """Store a picture, once."""
        ...

    def photo(self, digest: str) -> bytes | None:
        """A picture by its digest."""
        ...

    def has_photo(self, digest: str) -> bool:
        """Whether there is a picture of a digest."""
        ...

    def reading(self) -> AbstractContextManager[sqlite3.Cursor]:
        """A cursor that sees one state of the read models; rows are plain tuples."""
        ...

    def writing(self) -> AbstractContextManager[sqlite3.Connection]:
        """A transaction on the read models."""
        ...

    def close(self) -> None:
        """Wait for who reads or records, then close it."""
        ...


class Following(Protocol):
    """How far the copy of a shared log follows it."""

    followed: Callable[[], object]
    """Called when entries came into the copy, and it lacks nothing that was heard of."""

    def positions_behind(self) -> int:
        """How many positions of the log it lacks.

        Raises:
            Busy: the database cannot be reached.
        """
        ...


class LocalFile(Store, Protocol):
    """The file of this computer, as backups, verification and repair need it; a shared store has one as its copy."""

    path: Path
    doubtful: bool
    """Whether somebody stumbled over the file, and nobody looked after it yet."""
    mend: Callable[[], bool]
    """Builds the caches anew where only they are damaged; whether it did."""

    def quarantined(self, campaign: str) -> dict[int, str]:
        """The known damaged or lost entries, by position, each with its fault."""
        ...

    def faults(self) -> list[str]:
        """The faults that SQLite itself finds in the file."""
        ...

    def renew_caches(self, build: Write) -> bool:
        """Drop all caches, damaged or not, and rebuild them; False where more than caches is damaged, or nothing."""
        ...

    def backup(self, path: Path, pace: Pace = watch_nothing) -> None:
        """Write a copy of the whole file while it is in use; if `pace` interrupts it, half a copy is left."""
        ...


__all__ = ["Append", "LocalFile", "Store"]
