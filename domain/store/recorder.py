"""The library's recorder of entries, as this store wants it: its tables; and what is written with them."""

import sqlite3
from collections.abc import Callable, Iterable, Sequence

from eventsourcing.sqlite import SQLiteApplicationRecorder

from domain.log.entries import CORRECTION_TOPICS, Break, Raw

Write = Callable[[sqlite3.Connection], None]
"""Something else to write in the transaction of the entries."""
Recorded = tuple[str, int, int]
"""A command's id with the first and last position it recorded."""
CORRECTIONS = ", ".join(f"'{topic}'" for topic in CORRECTION_TOPICS)
_TABLES = (
    "CREATE TABLE IF NOT EXISTS entries (rowid INTEGER PRIMARY KEY, originator_id TEXT NOT NULL,"
    " originator_version INTEGER NOT NULL, topic TEXT NOT NULL, state BLOB NOT NULL,"
    " UNIQUE (originator_id, originator_version))",
    "CREATE INDEX IF NOT EXISTS corrections ON entries (originator_id, originator_version)"
    f" WHERE topic IN ({CORRECTIONS})",
    "CREATE TABLE IF NOT EXISTS commands (campaign TEXT NOT NULL, command TEXT NOT NULL,"
    " first INTEGER NOT NULL, last INTEGER NOT NULL, PRIMARY KEY (campaign, command)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS packs (digest TEXT PRIMARY KEY, game TEXT NOT NULL, pack BLOB NOT NULL)",
    "CREATE TABLE IF NOT EXISTS photos (digest TEXT PRIMARY KEY, body BLOB NOT NULL)",
    "CREATE TABLE IF NOT EXISTS quarantine (campaign TEXT NOT NULL, position INTEGER NOT NULL, why TEXT NOT NULL,"
    " PRIMARY KEY (campaign, position)) WITHOUT ROWID",
)
_NEXT = (
    "INSERT INTO entries (originator_id, originator_version, topic, state)"
    " VALUES (?1, CASE WHEN ?2=1 OR EXISTS"
    " (SELECT 1 FROM entries WHERE originator_id=?1 AND originator_version=?2-1) THEN ?2 END, ?3, ?4)"
)
"""An entry; one that does not follow another has no position, which the table refuses: a statement less than to ask."""


def quarantining(campaign: str, found: Iterable[Break]) -> Write:
    """Write down what is known to be wrong with a log, so that it is told, and stops nothing from here on."""
    rows = [(campaign, one.position, one.what) for one in found]

    def write(db: sqlite3.Connection) -> None:
        db.executemany("INSERT OR REPLACE INTO quarantine VALUES (?,?,?)", rows)

    return write


class Recorder(SQLiteApplicationRecorder):
    """The library's recorder with tables of our own, and more in its transaction.

    Nothing deletes an entry, so the rows of the file count up without SQLite keeping a tally of them.
    """

    def construct_create_table_statements(self) -> list[str]:
        return list(_TABLES)


def insert(
    db: sqlite3.Connection, campaign: str, raws: Sequence[Raw], commands: Sequence[Recorded], *writes: Write
) -> None:
    """Entries, their commands and what else belongs to them, in a transaction that is open.

    Raises:
        IntegrityError: a position is taken, or the one before it is missing; or a command was recorded before.
    """
    c = db.cursor()
    c.executemany(_NEXT, [(campaign, *raw) for raw in raws])
    c.executemany("INSERT INTO commands VALUES (?,?,?,?)", [(campaign, *command) for command in commands])
    for write in writes:
        write(db)
