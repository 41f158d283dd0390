"""What a projection is, and how all of them follow a batch of entries."""

import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from domain.log.campaign import Batch
from domain.store import Write

if TYPE_CHECKING:
    import sqlite_utils

Columns = Mapping[str, type]
_VIRTUAL = re.compile(r"CREATE VIRTUAL TABLE IF NOT EXISTS (\w+)")


@dataclass(frozen=True)
class SqlTable:
    """A table of a read model: its columns, its key, and what it is also looked up by."""

    name: str
    columns: Columns
    key: Sequence[str]
    refers: Sequence[tuple[str, str, str]] = ()
    indexes: Sequence[Sequence[str]] = ()


@dataclass(frozen=True)
class Projection:
    """One read model: its tables, and the rows that a batch means.

    The same `write` serves a command, an import and a rebuild.
    """

    tables: Sequence[SqlTable]
    write: Callable[[sqlite3.Connection, Batch], None]
    also: Sequence[str] = ()
    """Statements that sqlite-utils has no word for (full-text tables)."""


class Models:
    """The read models of a store, in step with its log."""

    def __init__(self, projections: Sequence[Projection]) -> None:
        self._projections = projections

    def setup(self, db: sqlite3.Connection) -> None:
        """Create the tables that are missing."""
        present = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type='table'")}
        for projection in self._projections:
            for table in projection.tables:
                if table.name not in present:
                    _create(_handy(db), table)
            for statement in projection.also:
                db.execute(statement)

    def drop(self, db: sqlite3.Connection) -> None:
        """Drop every table of the read models, to build them anew."""
        names = [table.name for projection in self._projections for table in projection.tables]
        for name in (*self._virtual(), *reversed(names)):
            db.execute(f"DROP TABLE IF EXISTS {name}")

    def _virtual(self) -> list[str]:
        """The full-text tables."""
        also = "\n".join(statement for projection in self._projections for statement in projection.also)
        return _VIRTUAL.findall(also)

    def writer(self, batch: Batch) -> Write:
        """What to write in the transaction of a batch."""

        def write(db: sqlite3.Connection) -> None:
            for projection in self._projections:
                projection.write(db, batch)

        return write

    def rows(self, db: sqlite3.Connection) -> dict[str, list[tuple[Any, ...]]]:
        """Every row of every table, by table in the order of its key: to compare two builds."""
        found = {}
        for projection in self._projections:
            for table in projection.tables:
                order = ", ".join(table.key)
                cursor = db.execute(f"SELECT * FROM {table.name} ORDER BY {order}")
                found[table.name] = cursor.fetchall()
        for name in self._virtual():
            db.execute(f"CREATE VIRTUAL TABLE temp.terms USING fts5vocab('main', '{name}', 'instance')")
            cursor = db.execute("SELECT doc, offset, term FROM temp.terms ORDER BY doc, offset")
            found[name] = cursor.fetchall()
            db.execute("DROP TABLE temp.terms")
        return found


def _handy(db: sqlite3.Connection) -> "sqlite_utils.Database":
    """The connection as sqlite-utils sees it; only making tables needs that, so only then is it loaded."""
    import sqlite_utils  # noqa: PLC0415

    return sqlite_utils.Database(db, recursive_triggers=False, execute_plugins=False)


def _create(db: "sqlite_utils.Database", table: SqlTable) -> None:
    made = db.table(table.name)
    made.create(
        dict(table.columns),
        pk=tuple(table.key) if len(table.key) > 1 else table.key[0],
        foreign_keys=list(table.refers),
    )
    for columns in table.indexes:
        made.create_index(columns)
