"""One SQL query of a campaign file: it only reads, sees no secrets, and is bounded in time and size."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from time import monotonic

from domain.framework.refusal import Misfit
from domain.framework.text import Text, text
from domain.store import FileStore
from projections.descriptions import DESCRIPTIONS

SECONDS = 30
"""The longest time that a query may take."""
MOST_ROWS = 100_000
MOST_BYTES = 64_000_000
"""The most rows, and the most bytes of texts, that a query may give."""
ONLY_READS = text("This command only reads. Give one SELECT.")
STEPS = 10_000
"""Instructions of SQLite between two looks at the clock: less than a millisecond."""
READS = frozenset((sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE))
OF_FULL_TEXT = frozenset(((sqlite3.SQLITE_UPDATE, "sqlite_master"), (sqlite3.SQLITE_PRAGMA, "data_version")))
"""Actions by which SQLite opens a full-text table; a query cannot write into `sqlite_master`."""
SECRET = frozenset(("sqlite_dbpage", *(name for name, described in DESCRIPTIONS.items() if described.secret)))
"""Tables that are not read; the first is SQLite's own table of raw pages."""


@dataclass(frozen=True)
class QueryResult:
    """The columns and rows that a query gives; bytes are hexadecimal."""

    columns: Sequence[str]
    rows: Sequence[Sequence[object]]


class QueryGuard:
    """What SQLite asks before it prepares a query; `refused` is the reason of a denial."""

    def __init__(self) -> None:
        self.refused: Text | None = None

    def __call__(self, action: int, first: str | None, second: str | None, *_: object) -> int:
        if action == sqlite3.SQLITE_READ and first in SECRET and second:  # rows can be counted without a column
            return self._deny(
                text(
                    "The table “{table}” can hold the secrets of a seat, so this command does not read it.", table=first
                )
            )
        if action in READS or (action, first) in OF_FULL_TEXT:
            return sqlite3.SQLITE_OK
        return self._deny(ONLY_READS)

    def _deny(self, why: Text) -> int:
        self.refused = self.refused or why
        return sqlite3.SQLITE_DENY


class OpenFile:
    """A campaign file that is open for queries."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        from sqlite_utils import Database  # noqa: PLC0415 - only queries need it

        self._connection = connection
        self.db = Database(connection, recursive_triggers=False, execute_plugins=False)

    def ask(self, sql: str, values: Mapping[str, str] | None = None) -> QueryResult:
        """The answer to a query; `values` are those of its names, such as `:campaign`.

        Raises:
            Misfit: it is no query, would change or reveal something, or gives too much.
        """
        guard, end = QueryGuard(), monotonic() + SECONDS
        self._connection.set_authorizer(guard)
        self._connection.set_progress_handler(lambda: monotonic() > end, STEPS)
        try:
            with closing(self.db.execute(sql, dict(values or {}))) as cursor:
                return QueryResult(_columns_of(cursor), list(_bounded_rows(cursor)))
        except (sqlite3.Error, sqlite3.Warning) as error:
            if type(error) is sqlite3.DatabaseError and not guard.refused:  # the file is damaged
                raise
            raise Misfit({"sql": guard.refused or _reason_of(error)}) from error
        finally:
            self._connection.set_authorizer(None)
            self._connection.set_progress_handler(None, 0)


@contextmanager
def open_for_queries(store: FileStore) -> Iterator[OpenFile]:
    """Open one state of a campaign file for queries, with a connection that cannot write meanwhile."""
    with store.reading() as cursor:
        connection = cursor.connection
        connection.execute("PRAGMA query_only=ON")
        longest = connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
        try:
            yield OpenFile(connection)
        finally:
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, longest)
            connection.execute("PRAGMA query_only=OFF")


def _columns_of(cursor: sqlite3.Cursor) -> Sequence[str]:
    """The names of the columns, each once."""
    from sqlite_utils.utils import dedupe_keys  # noqa: PLC0415 - only queries need it

    if cursor.description is None:
        raise Misfit({"sql": ONLY_READS})
    return list(dedupe_keys(name for name, *_ in cursor.description))


def _bounded_rows(cursor: sqlite3.Cursor) -> Iterator[Sequence[object]]:
    """The rows of an answer.

    Raises:
        Misfit: they are too many or too large.
    """
    size = 0
    for count, row in enumerate(cursor, 1):
        size += sum(len(cell) for cell in row if isinstance(cell, (str, bytes)))
        if count > MOST_ROWS or size > MOST_BYTES:
            raise Misfit(
                {
                    "sql": text(
                        "The query gives more than {rows} rows or {size} MB. Add a LIMIT.",
                        rows=MOST_ROWS,
                        size=MOST_BYTES // 1_000_000,
                    )
                }
            )
        yield [cell.hex() if isinstance(cell, bytes) else cell for cell in row]


def _reason_of(error: Exception) -> Text:
    """Why a query failed, as a sentence."""
    words = str(error)
    if "one statement" in words or "within a transaction" in words:
        return ONLY_READS
    if "interrupted" in words:
        return text("The query was stopped after {seconds} seconds.", seconds=SECONDS)
    if "binding" in words:
        return text("The query needs a value for each name that begins with a colon: -p NAME VALUE ({why})", why=words)
    return text("The query cannot be run: {why}", why=words)


__all__ = ["OpenFile", "QueryResult", "open_for_queries"]
