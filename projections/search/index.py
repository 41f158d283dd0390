"""The full-text index: what every line of the log is found by. It follows the log in batches, and says how far it is.

A command does not wait for it; whoever searches lets it catch up first (`projections/following.py`).
"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.event import searched_in
from domain.log.entries import Entry
from domain.text import Term, Text
from projections.base import SqlTable
from projections.campaigns import ids
from projections.search.words import spaced

FOLLOWED = SqlTable("log_followed", {"campaign": str, "position": int}, ("campaign",))
"""Up to which position the words of a campaign are in the index."""
INDEX = "CREATE VIRTUAL TABLE IF NOT EXISTS log_words USING fts5(words, content='', tokenize='unicode61')"


def words_of(told: Text, entry: Entry, fields: Mapping[str, Any]) -> str:
    """What a line is found by."""
    return spaced(" ".join((str(told), *chinese(told), *besides(entry, fields))))


def besides(entry: Entry, fields: Mapping[str, Any]) -> Iterator[str]:
    """What else a line is remembered by: what its event marks as searched, why it was bent, when it really was."""
    searched = searched_in(type(entry.event)) if entry.event else ()
    yield from (str(fields[name]) for name in searched if fields.get(name))
    if entry.bent:
        yield str(entry.bent.get("reason", ""))
    yield entry.later


def chinese(words: Text) -> Iterator[str]:
    """The Chinese names in a sentence, so that a line is found by them too."""
    for value in words.values.values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Term):
                yield part.zh
            elif isinstance(part, Text):
                yield from chinese(part)


def followed(cursor: sqlite3.Connection | sqlite3.Cursor, campaign: str) -> int:
    """Up to which position the words of a campaign are in the index."""
    found = cursor.execute("SELECT position FROM log_followed WHERE campaign=?", (campaign,)).fetchone()
    return int(found[0]) if found else 0


def add(db: sqlite3.Connection, campaign: str, words: Sequence[tuple[int, str]]) -> None:
    """Put the words of some lines into the index, each with its position, in order: those that come next."""
    base = ids(db, campaign)[0] - 1
    db.executemany("INSERT INTO log_words (rowid, words) VALUES (?,?)", [(base + n, told) for n, told in words])
    db.execute("INSERT OR REPLACE INTO log_followed VALUES (?,?)", (campaign, words[-1][0]))


def lagging(cursor: sqlite3.Connection | sqlite3.Cursor) -> list[str]:
    """The campaigns of which not all words are in the index."""
    rows = cursor.execute(
        "SELECT campaign FROM campaigns LEFT JOIN log_followed USING (campaign) WHERE entries > COALESCE(position, 0)"
    )
    return [campaign for (campaign,) in rows]


__all__ = ["FOLLOWED", "INDEX", "add", "followed", "lagging", "words_of"]
