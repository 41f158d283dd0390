"""The full-text index of the log's lines. It follows the log in batches; `log_followed` has its position.

`log_fts` refers to `log`, so that Datasette and sqlite-utils find it, but it indexes more words than the column `text`
has: Chinese names, searched fields, reasons. SQLite's own `rebuild` of the index would lose these.

Recording does not wait for it; a search completes it first (`projections/following.py`).
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from domain.framework.events.marked_fields import search_fields_of
from domain.framework.text import Term, Text
from domain.log.entries import Entry
from projections.base import TOKENIZE, SqlTable
from projections.campaigns import POSITIONS, ids_of_campaigns
from projections.search.words import prefix_phrase, space_characters

TERMS = SqlTable("log_terms", {"number": int, "term": str}, ("number", "term"))
"""The indexed words of each campaign, by the campaign's number."""
LAST = "\U0010ffff"
"""The last code point: ends a range of words with a common prefix."""
MOST = 300
"""Words that are matched one by one; beyond that FTS5 expands the prefix."""


def words_of(sentence: Text, entry: Entry, fields: Mapping[str, Any]) -> str:
    """The indexed text of a line: its sentence, Chinese names, and other searched words."""
    return space_characters(" ".join((str(sentence), *chinese_names(sentence), *other_searched_words(entry, fields))))


def other_searched_words(entry: Entry, fields: Mapping[str, Any]) -> Iterator[str]:
    """Indexed words in addition to the sentence: searched fields, the reason of a bend, the remark of a later entry."""
    searched = search_fields_of(type(entry.event)) if entry.event else ()
    yield from (str(fields[name]) for name in searched if fields.get(name))
    if entry.bent:
        yield str(entry.bent.get("reason", ""))
    yield entry.later


def chinese_names(words: Text) -> Iterator[str]:
    """The Chinese names of the terms in a sentence, which is stored in English."""
    for value in words.values.values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Term):
                yield part.zh
            elif isinstance(part, Text):
                yield from chinese_names(part)


def index_lines(db: sqlite3.Connection, campaign: str, words: Sequence[tuple[int, str]]) -> None:
    """Add lines to the index: (position, words) in order, starting after the last indexed position."""
    base = ids_of_campaigns(db, campaign)[0] - 1
    db.executemany("INSERT INTO log_fts (rowid, text) VALUES (?,?)", [(base + n, words) for n, words in words])
    terms = _index_terms(db, {words for _, words in words})
    db.executemany("INSERT OR IGNORE INTO log_terms VALUES (?,?)", [(base >> POSITIONS, term) for term in terms])
    db.execute("INSERT OR REPLACE INTO log_followed VALUES (?,?)", (campaign, words[-1][0]))


def indexed_terms(cursor: sqlite3.Cursor, campaign: str) -> Iterator[str]:
    """All indexed words of a campaign, folded; each Chinese character is one."""
    number = ids_of_campaigns(cursor, campaign)[0] >> POSITIONS
    return (term for (term,) in cursor.execute("SELECT term FROM log_terms WHERE number=?", (number,)))


def prefix_query(cursor: sqlite3.Cursor, campaign: str, piece: str) -> str:
    """An FTS5 query for all words of a campaign that begin with a piece.

    FTS5's own prefix query would collect the lines of every campaign in the file before they are filtered.
    """
    starts = _index_terms(cursor.connection, [piece])
    if len(starts) != 1:
        return prefix_phrase(piece)
    number, start = ids_of_campaigns(cursor, campaign)[0] >> POSITIONS, starts[0]
    found = cursor.execute(
        "SELECT term FROM log_terms WHERE number=? AND term BETWEEN ? AND ? LIMIT ?",
        (number, start, start + LAST, MOST + 1),
    ).fetchall()
    if len(found) > MOST:
        return prefix_phrase(piece)
    return f"({' OR '.join(_quote_term(term) for (term,) in found or [(start,)])})"


def _quote_term(term: str) -> str:
    return f'"{term}"'


def _index_terms(db: sqlite3.Connection, texts: Iterable[str]) -> list[str]:
    """The words of some texts as FTS5 splits and folds them, found with a temporary index."""
    db.execute(f"CREATE VIRTUAL TABLE IF NOT EXISTS temp.told USING fts5(words, content='', tokenize='{TOKENIZE}')")
    db.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.told_terms USING fts5vocab('temp', 'told', 'row')")
    db.executemany("INSERT INTO temp.told (words) VALUES (?)", [(one,) for one in texts])
    terms = [term for (term,) in db.execute("SELECT term FROM temp.told_terms")]
    db.execute("INSERT INTO temp.told (told) VALUES ('delete-all')")
    return terms


__all__ = ["TERMS", "index_lines", "indexed_terms", "prefix_query", "words_of"]
