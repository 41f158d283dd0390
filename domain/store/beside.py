"""Side tables in the database of a shared log: disposable data that belongs to no campaign."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from eventsourcing.postgres import PostgresDatastore
from psycopg import Connection
from psycopg.rows import tuple_row

from domain.store.reaching import reached

LOOK = 1.0
"""Seconds between checks whether to stop listening."""


class PortableDb:
    """A PostgreSQL transaction with SQLite's placeholders (`?`); each row is a tuple."""

    def __init__(self, db: Connection[Any]) -> None:
        self._cursor = db.cursor(row_factory=tuple_row)

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Any:
        return self._cursor.execute(statement.replace("?", "%s").encode(), values)


class BesideLog:
    """Transactions and notifications in the database of a log."""

    def __init__(self, datastore: PostgresDatastore) -> None:
        self._datastore = datastore

    @contextmanager
    def transaction(self) -> Iterator[PortableDb]:
        """A transaction; only one runs at a time.

        Raises:
            Busy: the database cannot be reached.
        """
        with reached(), self._datastore.get_connection() as db, db.transaction():
            db.execute("SELECT pg_advisory_xact_lock(hashtext('companion beside'))")
            yield PortableDb(db)

    def listen(self, channel: str, is_over: Callable[[], bool]) -> Iterator[None]:
        """Listen to a channel: yields once it listens, then after each notification, until `is_over()`.

        Raises:
            Busy: the database cannot be reached any more.
        """
        with reached(), self._datastore.get_connection() as db:
            db.execute(f"LISTEN {channel}".encode())
            yield
            while not is_over():
                if list(db.notifies(timeout=LOOK, stop_after=1)):
                    yield


__all__ = ["BesideLog", "PortableDb"]
