"""The full-text index: what every line of the log is found by. It follows the log in batches, and says how far it is.

A command does not wait for it; whoever searches lets it catch up first (`projections/following.py`).
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from domain.language.event import searched_in
from domain.language.text import Term, Text
from domain.log.entries import Entry
from projections.base import SqlTable
from projections.campaigns import POSITIONS, ids
from projections.search.words import begun, spaced

TERMS = SqlTable("log_terms", {"number": int, "term": str}, ("number", "term"))
"""The words that the index has of each campaign, by the campaign's number."""
LAST = "\U0010ffff"
"""What no sign comes behind."""
MOST = 300
"""Words that are looked for one by one; of more, FTS5 finds out itself which begin like that."""
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


def add(db: sqlite3.Connection, campaign: str, words: Sequence[tuple[int, str]]) -> None:
    """Put the words of some lines into the index, each with its position, in order: those that come next."""
    base = ids(db, campaign)[0] - 1
    db.executemany("INSERT INTO log_words (rowid, words) VALUES (?,?)", [(base + n, told) for n, told in words])
    terms = _terms(db, {told for _, told in words})
    db.executemany("INSERT OR IGNORE INTO log_terms VALUES (?,?)", [(base >> POSITIONS, term) for term in terms])
    db.execute("INSERT OR REPLACE INTO log_followed VALUES (?,?)", (campaign, words[-1][0]))


def beginning(cursor: sqlite3.Cursor, campaign: str, piece: str) -> str:
    """All words of a campaign's lines that begin like a piece, as an FTS5 query.

    By itself, FTS5 would put together where any of them stands in the whole file, and then look at one campaign.
    """
    starts = _terms(cursor.connection, [piece])
    if len(starts) != 1:
        return begun(piece)
    number, start = ids(cursor, campaign)[0] >> POSITIONS, starts[0]
    found = cursor.execute(
        "SELECT term FROM log_terms WHERE number=? AND term BETWEEN ? AND ? LIMIT ?",
        (number, start, start + LAST, MOST + 1),
    ).fetchall()
    if len(found) > MOST:
        return begun(piece)
    return f"({' OR '.join(_quoted(term) for (term,) in found or [(start,)])})"


def _quoted(term: str) -> str:
    return f'"{term}"'


def _terms(db: sqlite3.Connection, told: Iterable[str]) -> list[str]:
    """The words of some texts exactly as the index has them: an index of these alone tells."""
    db.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.told USING fts5(words, content='', tokenize='unicode61')")
    db.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.told_terms USING fts5vocab('temp', 'told', 'row')")
    db.executemany("INSERT INTO temp.told (words) VALUES (?)", [(one,) for one in told])
    terms = [term for (term,) in db.execute("SELECT term FROM temp.told_terms")]
    db.execute("INSERT INTO temp.told (told) VALUES ('delete-all')")
    return terms


__all__ = ["INDEX", "TERMS", "add", "beginning", "words_of"]
