"""The single write connection and its lock."""

import sqlite3
from collections.abc import Callable
from threading import Lock

from eventsourcing.persistence import ConnectionPoolClosedError

from domain.store.place import FilePlace


class Writer:
    """A write transaction for one thread at a time: `with writer as db`.

    A plain lock, because the library's pool is too slow (docs/develop/speed.md, choices).
    """

    _in_use: sqlite3.Connection
    """The connection of the current transaction."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], place: FilePlace) -> None:
        self._connect = connect
        self._place = place
        self._turn = Lock()
        self._db: sqlite3.Connection | None = None
        self._closed = False

    def __enter__(self) -> sqlite3.Connection:
        """Wait for the lock and begin a transaction.

        Raises:
            StoreMoved: the file is no longer at its path.
            ConnectionPoolClosedError, sqlite3.Error: the writer was closed, or the file cannot be written.
        """
        self._turn.acquire()
        try:
            self._in_use = db = self._opened()
            self._place.check()
            db.execute("BEGIN")
            return db
        except BaseException:
            self._pass_on()
            raise

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Commit, or roll back if an exception was raised.

        Raises:
            StoreMoved: the file was moved meanwhile, and the write is lost with it.
        """
        try:
            self._end(self._in_use, error)
        finally:
            if isinstance(error, sqlite3.OperationalError) and "readonly" in str(error):
                self._reopen_later()
            self._pass_on()

    def _reopen_later(self) -> None:
        """Close the connection: one opened on a read-only file stays read-only after the file becomes writable."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def _end(self, db: sqlite3.Connection, error: BaseException | None) -> None:
        try:
            if error is None:
                db.execute("COMMIT")  # a cached statement; `commit()` is parsed each time
        finally:
            db.rollback()  # does nothing unless a transaction is still open
        if error is None:
            self._place.remember_inodes()
            self._place.check()

    def _opened(self) -> sqlite3.Connection:
        if self._closed:
            raise ConnectionPoolClosedError
        if self._db is None:
            self._db = self._connect()
        return self._db

    def _pass_on(self) -> None:
        self._turn.release()
        if self._closed:
            self._let_go()

    def finish(self, seconds: float) -> None:
        """Wait until no thread writes, at most `seconds`."""
        if self._turn.acquire(timeout=seconds):
            self._turn.release()

    def close(self) -> None:
        """Close the connection; a thread that is writing closes it when it is done."""
        self._closed = True
        self._let_go()

    def _let_go(self) -> None:
        if self._turn.acquire(blocking=False):
            if self._db is not None:
                self._db.close()
                self._db = None
            self._turn.release()


__all__ = ["Writer"]
