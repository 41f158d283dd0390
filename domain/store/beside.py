"""Tables beside the log in a shared database: what is no part of a campaign, and may be forgotten."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from eventsourcing.postgres import PostgresDatastore
from psycopg import Connection
from psycopg.rows import tuple_row

from domain.store.reaching import reached

LOOK = 1.0
"""Seconds between looks whether listening is over."""


class PortableDb:
    """A transaction that takes statements as SQLite does; each row is a tuple."""

    def __init__(self, db: Connection[Any]) -> None:
        self._cursor = db.cursor(row_factory=tuple_row)

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Any:
        return self._cursor.execute(statement.replace("?", "%s").encode(), values)


class BesideLog:
    """What is kept beside a log, in its database."""

    def __init__(self, datastore: PostgresDatastore) -> None:
        self._datastore = datastore

    @contextmanager
    def transaction(self) -> Iterator[PortableDb]:
        """A transaction, one at a time.

        Raises:
            Busy: the database cannot be reached.
        """
        with reached(), self._datastore.get_connection() as db, db.transaction():
            db.execute("SELECT pg_advisory_xact_lock(hashtext('companion beside'))")
            yield PortableDb(db)

    def listen(self, channel: str, is_over: Callable[[], bool]) -> Iterator[None]:
        """Yield once it listens to a channel, and again whenever something is said there, until it is over.

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
