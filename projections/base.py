"""Projections: the tables of the read models and how they follow a batch of entries."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product, starmap, zip_longest
from operator import eq
from types import MappingProxyType
from typing import TYPE_CHECKING

from domain.store import Write

if TYPE_CHECKING:
    import sqlite_utils

    from domain.framework.table import Table
    from domain.log.campaign import Batch, Campaign

Columns = Mapping[str, type]
LeftOut = Mapping[str, tuple[int, int]]
"""Campaigns that a comparison leaves out, by id, each with the lowest and highest row id of its log lines."""
NO_CAMPAIGNS: LeftOut = MappingProxyType({})
TABLES = frozenset(
    (
        "campaigns",
        "evenings",
        "log",
        "log_followed",
        "log_fts",
        "log_terms",
        "numbers",
        "participants",
        "persons",
        "played",
        "plays",
        "series",
        "series_behind",
        "sheets",
        "sitters",
        "sittings",
        "state",
    )
)
"""The tables and views of all read models; a file that has them all is opened without importing the projections."""
TOKENIZE = "unicode61"
"""How full-text tables split and fold words."""
WORDS, PLACES = 1_000, 50_000
"""How many words of a full-text table, and how many of their positions, are compared at a time."""


@dataclass(frozen=True)
class SqlTable:
    """A table of a read model: its columns, its key, its indexes."""

    name: str
    columns: Columns
    key: Sequence[str]
    refers: Sequence[tuple[str, str, str]] = ()
    indexes: Sequence[Sequence[str]] = ()
    searched: Sequence[str] = ()
    """The columns of its full-text table, which the projection fills; the table has none if there are no columns."""
    in_step: bool = True
    """Whether its rows are current after every command; otherwise each row says which entry it belongs to."""

    @property
    def full_text(self) -> str:
        """The name of its full-text table, as sqlite-utils forms it."""
        return f"{self.name}_fts"


@dataclass(frozen=True)
class SqlView:
    """A view for people who query the file; the program itself does not read it."""

    name: str
    sql: str


def write_nothing(db: sqlite3.Connection, batch: "Batch") -> None:
    """Write nothing; for a projection that is not updated in the transaction of a command."""


@dataclass(frozen=True)
class Projection:
    """One read model: its tables, and the rows that a batch yields.

    `write` runs in the transaction of a command. When a whole log is projected (its first command, an import or a
    rebuild), `project` runs instead if there is one, and also writes the rows that are normally written later. `ready`
    does the slow part of that before the file is locked, and returns the write.
    """

    tables: Sequence[SqlTable]
    write: Callable[[sqlite3.Connection, "Batch"], None]
    views: Sequence[SqlView] = ()
    also: Sequence[str] = ()
    """SQL that sqlite-utils cannot express: a partial index."""
    project: Callable[[sqlite3.Connection, "Batch"], None] | None = None
    ready: Callable[["Batch"], Write] | None = None
    keep: Callable[[sqlite3.Connection, str, int, "Table"], None] | None = None
    """Writes rows along with a snapshot, given the campaign's id, the position and the table."""

    def projector(self, batch: "Batch") -> Write:
        """The write for a batch that is replayed from a log."""
        project = self.project or self.write
        return self.ready(batch) if self.ready else lambda db: project(db, batch)


class Models:
    """The read models of a store, kept in step with its log."""

    def __init__(self, projections: Iterable[Projection]) -> None:
        self._all = projections

    @cached_property
    def _projections(self) -> Sequence[Projection]:
        return tuple(self._all)

    def setup(self, db: sqlite3.Connection) -> None:
        """Create the tables and views that are missing."""
        present = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")}
        if present >= TABLES:
            return
        for projection in self._projections:
            for table in projection.tables:
                if table.name not in present:
                    _create(_with_sqlite_utils(db), table)
                if table.searched and table.full_text not in present:
                    _enable_search(_with_sqlite_utils(db), table)
            for statement in projection.also:
                db.execute(statement)
            for view in projection.views:
                _with_sqlite_utils(db).create_view(view.name, view.sql, ignore=True)

    def drop(self, db: sqlite3.Connection) -> None:
        """Drop every view and table of the read models before a rebuild."""
        self._drop_views(db)
        names = [table.name for projection in self._projections for table in projection.tables]
        for name in (*self._virtual(), *reversed(names)):
            db.execute(f"DROP TABLE IF EXISTS {name}")

    def _drop_views(self, db: sqlite3.Connection) -> None:
        """Drop the views; SQLite would point them to the new name of a table that is renamed."""
        for projection in self._projections:
            for view in projection.views:
                db.execute(f"DROP VIEW IF EXISTS {view.name}")

    def _virtual(self) -> list[str]:
        """The names of the full-text tables."""
        return [table.full_text for each in self._projections for table in each.tables if table.searched]

    def writer(self, batch: "Batch") -> Write:
        """The write for the transaction of a batch."""

        def write(db: sqlite3.Connection) -> None:
            for projection in self._projections:
                projection.write(db, batch)

        return write

    def projector(self, batch: "Batch") -> Write:
        """The write for a batch that is replayed from a log."""
        writes = [projection.projector(batch) for projection in self._projections]

        def project(db: sqlite3.Connection) -> None:
            for write in writes:
                write(db)

        return project

    def keeper(self, campaign: "Campaign") -> Write:
        """The write that goes with a snapshot of a campaign."""

        def keep(db: sqlite3.Connection) -> None:
            for projection in self._projections:
                if projection.keep:
                    projection.keep(db, campaign.id, campaign.position, campaign.table)

        return keep

    def set_aside(self, db: sqlite3.Connection) -> None:
        """Rename every table that is current after each command, to compare it with a rebuilt one."""
        self._drop_views(db)
        names = [*(table.name for table in self._in_step()), *self._virtual()]
        marks = ",".join("?" * len(names))
        indexes = f"SELECT name FROM sqlite_master WHERE type='index' AND sql IS NOT NULL AND tbl_name IN ({marks})"
        for (index,) in db.execute(indexes, names).fetchall():  # the rebuilt table needs the same index names
            db.execute(f'DROP INDEX "{index}"')
        for name in names:
            db.execute(f"ALTER TABLE {name} RENAME TO {name}_before")

    def differing(self, db: sqlite3.Connection, left_out: LeftOut = NO_CAMPAIGNS) -> Iterator[str]:
        """The names of the tables that differ from those set aside, compared in pieces because they may be large.

        Args:
            left_out: the campaigns that are not compared. Tables that campaigns share are compared only if there are
                none.
        """
        tables = [table for table in self._in_step() if not left_out or "campaign" in table.columns]
        for table in tables if left_out else ():
            _delete_rows(db, table, left_out)
        for table in tables:
            if _table_differs(db, table):
                yield table.name
        for name in self._virtual():
            if not _is_same_index(db, name, left_out):
                yield name

    def _in_step(self) -> Iterator[SqlTable]:
        return (table for projection in self._projections for table in projection.tables if table.in_step)


def _delete_rows(db: sqlite3.Connection, table: SqlTable, campaigns: LeftOut) -> None:
    """Delete the rows of some campaigns from a table and from the one set aside."""
    marks = ",".join("?" * len(campaigns))
    for name in (table.name, f"{table.name}_before"):
        db.execute(f"DELETE FROM {name} WHERE campaign IN ({marks})", [*campaigns])


def _table_differs(db: sqlite3.Connection, table: SqlTable) -> bool:
    """Whether a table has other columns or rows than the one set aside; SQLite compares them."""
    now, before = (db.execute(f"SELECT * FROM {name} LIMIT 0") for name in (table.name, f"{table.name}_before"))
    if now.description != before.description:
        return True
    same_key = " AND ".join(f"a.{name} IS b.{name}" for name in table.key)
    here, there = (", ".join(f"{side}.{name}" for name in table.columns) for side in "ab")
    others = (
        f"SELECT 1 FROM {table.name} a LEFT JOIN {table.name}_before b ON {same_key} WHERE ({here}) IS NOT ({there})"
    )
    counts = f"(SELECT COUNT(*) FROM {table.name}) <> (SELECT COUNT(*) FROM {table.name}_before)"
    return bool(db.execute(f"SELECT {counts} OR EXISTS ({others})").fetchone()[0])


def _is_same_index(db: sqlite3.Connection, name: str, left_out: LeftOut) -> bool:
    """Whether a full-text index has the same words as the one set aside, equally often, at the same positions.

    SQLite joins the positions of a run of words into one text per side, and those texts are compared
    (docs/develop/speed.md, choices).
    """
    sides = (name, f"{name}_before")
    for side, kind in product(sides, ("row", "instance")):
        db.execute(f"CREATE VIRTUAL TABLE IF NOT EXISTS temp.{side}_{kind} USING fts5vocab('main', '{side}', '{kind}')")
    compared = " AND ".join(("TRUE", *(f"doc NOT BETWEEN {first} AND {last}" for first, last in left_out.values())))
    counts = "SELECT term, COUNT(*) FROM temp.{}_instance WHERE " + compared + " GROUP BY term"
    words = counts if left_out else "SELECT term, cnt FROM temp.{}_row"
    now, before = (db.execute(words.format(side)).fetchmany for side in sides)
    while found := now(WORDS):
        if found != before(WORDS):
            return False
        if not all(_are_same_places(db, sides, compared, *stretch) for stretch in _stretches(found)):
            return False
    return not before(1)


def _stretches(words: Iterable[tuple[str, int]]) -> Iterator[tuple[str, str, int]]:
    """Runs of adjacent words with at most `PLACES` positions, or a single word: (first, last, positions)."""
    first, last, places = "", "", 0
    for word, times in words:
        if places and places + times > PLACES:
            yield first, last, places
            places = 0
        first, last, places = first if places else word, word, places + times
    if places:
        yield first, last, places


def _are_same_places(
    db: sqlite3.Connection, sides: Sequence[str], compared: str, first: str, last: str, places: int
) -> bool:
    """Whether the words of a run are at the same positions in two full-text tables."""
    columns = "json_group_array(doc), json_group_array(offset)" if places <= PLACES else "doc, offset"
    rows = (
        db.execute(
            f"SELECT {columns} FROM temp.{side}_instance WHERE term BETWEEN ? AND ? AND {compared}", (first, last)
        )
        for side in sides
    )
    return all(starmap(eq, zip_longest(*rows)))


def _with_sqlite_utils(db: sqlite3.Connection) -> "sqlite_utils.Database":
    """The connection wrapped for sqlite-utils, imported late because only table creation needs it."""
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


def _enable_search(db: "sqlite_utils.Database", table: SqlTable) -> None:
    """Create an empty full-text table that refers to its table, so that other programs offer a search."""
    db.table(table.name).enable_fts(table.searched, tokenize=TOKENIZE)
    db.execute(f"INSERT INTO {table.full_text} ({table.full_text}) VALUES ('delete-all')")
