"""Errors of the store, independent of SQLite and the library."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from eventsourcing import persistence

from domain.framework.refusal import Explained
from domain.framework.text import text


class StoreError(Explained):
    """The file cannot be used as requested; nothing was recorded, and the message of a failed write says so."""


class Conflict(StoreError):
    """Another writer recorded at that position in the meantime."""


class Busy(StoreError):
    """The file is locked, full, read-only or closed."""


class StoreMoved(Busy):
    """The file was moved or replaced since it was opened, so writes to it would be lost."""


class NeedsMigration(Busy):
    """The read models in the file have an older format and must be rebuilt from the log before it is used."""


class Damaged(StoreError):
    """The file is not a valid database, or no longer one."""


class Unsound(Damaged):
    """A verification of the file found a fault."""


FAULTS = (persistence.PersistenceError, persistence.ConnectionPoolClosedError, sqlite3.Error)
"""Errors that the library and SQLite raise."""
NOT_OF_THE_FILE = (
    persistence.InterfaceError,
    persistence.ProgrammingError,
    persistence.OperationalError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
    sqlite3.OperationalError,
)
"""Errors of how the file was used, or of the system; only the words of some of them mean damage."""


@contextmanager
def translated_errors(*, recording: bool = False) -> Iterator[None]:
    """Translate errors of SQLite and the library into `StoreError`; with `recording`, they say nothing was recorded."""
    try:
        yield
    except FAULTS as error:
        raise fault_of(error, recording=recording) from error


def fault_of(error: Exception, *, recording: bool) -> StoreError:
    """Translate one error."""
    also = text("Nothing was recorded.") if recording else ""
    if isinstance(error, persistence.IntegrityError | sqlite3.IntegrityError):
        return Conflict("Someone else recorded something at the same moment.")
    if isinstance(error, persistence.ConnectionPoolClosedError) or "closed database" in str(error):
        return Busy("The campaign file was closed.[ {also}]", also=also)
    if is_full(error):
        return Busy("The disk is full.[ {also}]", also=also)
    if isinstance(error, NOT_OF_THE_FILE):
        if any(word in str(error) for word in ("decode", "malformed", "corrupt")):
            return Damaged("The campaign file is damaged. Stop the companion and run: companion repair")
        return _busy(str(error), also)
    return Damaged("The campaign file is damaged, or not a campaign file. Stop the companion and run: companion repair")


def is_full(error: BaseException) -> bool:
    """Whether the disk is full, for the file or for the files that SQLite keeps next to it."""
    of_sqlite = next((one for one in (error, *error.args, error.__cause__) if isinstance(one, sqlite3.Error)), None)
    return getattr(of_sqlite, "sqlite_errorcode", None) in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE)


def _busy(error: str, also: object) -> Busy:
    if "locked" in error:
        return Busy("Another program is using the campaign file. Try again in a moment.")
    if "full" in error:
        return Busy("The disk is full.[ {also}]", also=also)
    if "readonly" in error:
        return Busy("The campaign file is read-only.[ {also}]", also=also)
    if any(word in error for word in ("no such column", "no column named", "columns but", "no such table")):
        return Busy("This release cannot read the whole campaign file. Open it with the newest release you have.")
    return Busy("The campaign file cannot be used ({error}).[ {also}]", error=error, also=also)
