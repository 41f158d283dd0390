"""The log: one line per entry, whether or not it counts."""

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, NamedTuple

import orjson

from domain.framework.events.event import sentence_of_event, texts_for_hidden
from domain.framework.table import Table as GameTable
from domain.framework.text import Tongue
from domain.log.campaign import Batch, Campaign
from domain.log.effective_entries import Standing
from domain.log.entries import LARGEST, Entry
from projections.base import Projection, SqlTable
from projections.behind import FOLLOWED
from projections.campaigns import POSITIONS, ids_of_campaigns
from projections.search.index import TERMS, index_lines, prefix_query
from projections.search.public_fields import DescribedEntry, KeptLines, describe_entries
from projections.search.words import Meanings, PrefixQuery, fts_query, no_other_meanings

TABLE = SqlTable(
    "log",
    {
        "id": int,
        "campaign": str,
        "position": int,
        "time": str,
        "session": int,
        "chapter": int,
        "round": int,
        "step": str,
        "actor": str,
        "topic": str,
        "text": str,
        "fields": str,
        "cause": int,
        "bent": str,
        "later": str,
        "about": int,
        "withdrawn_by": int,
        "replaced_by": int,
        "amended_by": int,
        "unreadable": str,
    },
    ("id",),
    refers=(("campaign", "campaigns", "campaign"),),
    searched=("text",),
)
_OF_CORRECTIONS = ("withdrawn_by", "replaced_by", "amended_by")
"""The columns that corrections set (`update_struck_lines`); they are NULL before."""
_COLUMNS = [name for name in TABLE.columns if name not in _OF_CORRECTIONS]
_INSERT = f"INSERT INTO log ({', '.join(_COLUMNS)}) VALUES ({', '.join(f'?{n}' for n, _ in enumerate(_COLUMNS, 1))})"
_NUMBER = "COALESCE((SELECT number FROM campaigns WHERE campaign=?2), 0)"
_RECORD = _INSERT.replace("?1,", f"{_NUMBER} << {POSITIONS} | ?1,")
"""`_INSERT` with the position in place of the id: saves the query for the campaign's first row id."""
_HIDDEN = ("id", "campaign", "about")
_SHOWN = ", ".join(name for name in TABLE.columns if name not in _HIDDEN)


class LogLine(NamedTuple):
    """A row of the log; `fields` and `bent` are JSON.

    A tuple, because each tap reads sixty of them and a chronicle reads all. The last three fields are not stored:
    `place_lines` fills them in for lines that a correction changed or added.
    """

    position: int
    time: str
    session: int | None
    chapter: int
    round: int
    step: str
    actor: str
    topic: str
    text: str
    fields: str
    cause: int | None
    bent: str | None
    later: str
    withdrawn_by: int | None
    replaced_by: int | None
    amended_by: int | None
    unreadable: str
    number: int = 0
    """The number of a line that a correction added after an entry, from 1; 0 for the line of the entry itself."""
    now: str = ""
    """The fields that count instead of the recorded ones, as JSON; empty if the recorded ones count."""
    now_text: str = ""
    """The sentence of these fields, with names as in stored lines."""

    @property
    def key(self) -> tuple[int, int]:
        """The entry and the number of the line, which identify it together."""
        return self.position, self.number

    @property
    def address(self) -> str:
        """The line's name in addresses: `63`, or `63.1` for one that a correction added."""
        return f"{self.position}.{self.number}" if self.number else str(self.position)

    @property
    def place(self) -> tuple[int, int, str]:
        """The chapter, round and step of the table before the entry."""
        return self.chapter, self.round, self.step

    @property
    def counts(self) -> bool:
        return self.withdrawn_by is None and self.replaced_by is None

    @property
    def struck(self) -> bool:
        return not self.counts

    @property
    def values(self) -> Mapping[str, Any]:
        """The recorded fields."""
        values: Mapping[str, Any] = orjson.loads(self.fields)
        return values

    @property
    def values_that_count(self) -> Mapping[str, Any]:
        """The fields as a correction left them."""
        values: Mapping[str, Any] = orjson.loads(self.now or self.fields)
        return values

    @property
    def as_it_counts(self) -> "LogLine":
        """The line with the fields and sentence that count."""
        return self._replace(fields=self.now, text=self.now_text, now="", now_text="") if self.now else self

    @property
    def reason(self) -> str:
        """Why a refusal was bent; empty if none was."""
        return str(orjson.loads(self.bent)["reason"]) if self.bent else ""


def write(db: sqlite3.Connection, batch: Batch) -> None:
    db.executemany(_RECORD, [_row(0, batch.campaign, line) for line in describe_entries(batch.game, batch.entries)])
    if batch.standing is not None:
        update_struck_lines(db, _row_offset(db, batch.campaign), batch.standing, batch.restood)


def project(db: sqlite3.Connection, batch: Batch) -> None:
    """Write the lines of a batch, and index their words."""
    words: list[tuple[int, str]] = []

    def noting() -> Iterator[DescribedEntry]:
        for line in describe_entries(batch.game, batch.entries, _kept_lines(db, batch)):
            words.append(line.words)
            yield line

    base = _row_offset(db, batch.campaign)
    db.executemany(_INSERT, (_row(base, batch.campaign, line) for line in noting()))
    if batch.standing is not None:
        update_struck_lines(db, base, batch.standing, batch.restood)
    index_lines(db, batch.campaign, words)


KEPT = "lines_kept"
"""The temporary table of `keep_lines`."""


def keep_lines(db: sqlite3.Connection, campaigns: Sequence[str]) -> None:
    """Copy the lines of some campaigns aside before a rebuild, because their games are not installed."""
    db.execute(f"DROP TABLE IF EXISTS temp.{KEPT}")
    if campaigns and _exists(db, "main", TABLE.name):
        db.execute(
            f"CREATE TEMP TABLE {KEPT} AS SELECT campaign, position, text, fields FROM log"
            f" WHERE campaign IN ({_marks(campaigns)}) ORDER BY id",
            [*campaigns],
        )


def _kept_lines(db: sqlite3.Connection, batch: Batch) -> KeptLines | None:
    """The lines of a batch that were copied aside; None if there are none."""
    if batch.game.origin != "missing" or not _exists(db, "temp", KEPT):
        return None
    rows = db.execute(
        f"SELECT position, text, fields FROM temp.{KEPT} WHERE campaign=? AND position BETWEEN ? AND ?",
        (batch.campaign, batch.entries[0].position, batch.entries[-1].position),
    )
    return {position: (said, fields) for position, said, fields in rows}


def _exists(db: sqlite3.Connection, schema: str, table: str) -> bool:
    return bool(db.execute(f"SELECT 1 FROM {schema}.sqlite_master WHERE name=?", (table,)).fetchone())


def _row_offset(db: sqlite3.Connection, campaign: str) -> int:
    """The difference between the row ids and the positions of a campaign's lines."""
    return ids_of_campaigns(db, campaign)[0] - 1


def update_struck_lines(db: sqlite3.Connection, base: int, now: Standing, positions: Iterable[int]) -> None:
    """Update the marks of withdrawn, replaced and amended lines."""
    db.executemany(
        "UPDATE log SET withdrawn_by=?, replaced_by=?, amended_by=? WHERE id=?",
        [(*now.marks(position), base + position) for position in positions],
    )


def _row(base: int, campaign: str, line: DescribedEntry) -> tuple[Any, ...]:
    """The values of `_COLUMNS` for a line."""
    entry = line.entry
    return (
        base + entry.position,
        campaign,
        entry.position,
        entry.time,
        entry.session,
        entry.chapter,
        entry.round,
        entry.step,
        entry.actor,
        entry.topic,
        line.said.words,
        line.said.json,
        entry.cause,
        orjson.dumps(entry.bent).decode() if entry.bent else None,
        entry.later,
        _entry_of_note(entry) if entry.topic == "table.note-added" else None,
        entry.unreadable,
    )


def _entry_of_note(note: Entry) -> int | None:
    """The entry that a note is about; None if it names none or an invalid one."""
    about = note.fields.get("entry")
    return about if type(about) is int and 0 < about < LARGEST else None


LOG = Projection(
    (TABLE, FOLLOWED, TERMS),
    write,
    also=("CREATE INDEX IF NOT EXISTS log_notes ON log (campaign, about) WHERE about IS NOT NULL",),
    project=project,
)


# A longer number cannot be a position, so it is searched for as text.
MOST_DIGITS = 10


@dataclass(frozen=True, slots=True)
class Wanted:
    """A query for lines of a log; unset fields do not filter, and only the newest `limit` lines are kept.

    `search` finds words, or one entry as `#22`; `means` adds synonyms (see `Meaning`), and `also` are positions that
    match outside the index. `about` is an id that the fields contain; `topics` are the only ones wanted, if any;
    `placed` are positions of lines that match both through a correction. The depth `chronicle` leaves out entries
    taken back, the topics in `left_out` and notes on entries.
    """

    session: int | None = None
    search: str = ""
    before: int | None = None
    limit: int | None = None
    after: int = 0
    about: str = ""
    topics: Collection[str] = ()
    also: Collection[int] = ()
    placed: Collection[int] = ()
    depth: Literal["everything", "chronicle"] = "everything"
    left_out: Collection[str] = ()
    means: Meanings = no_other_meanings
    oldest: bool = False
    """Whether `limit` keeps the oldest lines instead of the newest."""


def select_lines(cursor: sqlite3.Cursor, campaign: str, wanted: Wanted | None = None) -> list[LogLine]:
    """The wanted lines of a campaign, the oldest first."""
    wanted = wanted or Wanted()
    where, values = _condition_of(cursor, campaign, wanted)
    rows = cursor.execute(
        f"SELECT {_SHOWN} FROM log WHERE {where} ORDER BY id {'ASC' if wanted.oldest else 'DESC'} LIMIT ?",
        (*values, -1 if wanted.limit is None else wanted.limit),
    ).fetchall()
    return [LogLine(*row) for row in (rows if wanted.oldest else reversed(rows))]


def select_lines_until_now(cursor: sqlite3.Cursor, campaign: Campaign, wanted: Wanted | None = None) -> list[LogLine]:
    """The wanted lines of an open campaign, without those that another process recorded since."""
    wanted, newest = wanted or Wanted(), campaign.position + 1
    before = newest if wanted.before is None else min(wanted.before, newest)
    return select_lines(cursor, campaign.id, replace(wanted, before=before))


def topics_lately(cursor: sqlite3.Cursor, campaign: str, size: int) -> list[str]:
    """The topics of the newest lines, each once, the newest first."""
    rows = cursor.execute(
        "SELECT topic FROM (SELECT topic, id FROM log WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT ?)"
        " GROUP BY topic ORDER BY MAX(id) DESC",
        (*ids_of_campaigns(cursor, campaign), size),
    )
    return [topic for (topic,) in rows]


def count_lines(cursor: sqlite3.Cursor, campaign: str, wanted: Wanted) -> int:
    """The number of wanted lines of a campaign."""
    where, values = _condition_of(cursor, campaign, replace(wanted, before=None, after=0))
    found: int = cursor.execute(f"SELECT COUNT(*) FROM log WHERE {where}", values).fetchone()[0]
    return found


def texts_lately(cursor: sqlite3.Cursor, campaign: str, size: int) -> Iterator[str]:
    """The stored sentences of the newest lines, each once, without secrets."""
    rows = cursor.execute(
        "SELECT DISTINCT text FROM (SELECT text FROM log WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT ?)",
        (*ids_of_campaigns(cursor, campaign), size),
    )
    return (text for (text,) in rows)


def positions_by_words(cursor: sqlite3.Cursor, campaign: str, search: str, means: Meanings) -> set[int]:
    """The positions of the lines whose indexed words match a search."""
    first, last = ids_of_campaigns(cursor, campaign)
    query = fts_query(search, means, partial(prefix_query, cursor, campaign))
    rows = cursor.execute(
        "SELECT rowid FROM log_fts WHERE log_fts MATCH ? AND rowid BETWEEN ? AND ?", (query, first, last)
    )
    return {rowid - first + 1 for (rowid,) in rows}


def newer_page_position(cursor: sqlite3.Cursor, campaign: str, wanted: Wanted, size: int) -> int | None:
    """The position after the last line of the next newer page; None if there is no newer page."""
    if wanted.before is None:
        return None
    where, values = _condition_of(cursor, campaign, replace(wanted, before=None, after=wanted.before - 1))
    sql = f"SELECT position FROM log WHERE {where} ORDER BY id LIMIT ?"
    rows = cursor.execute(sql, (*values, size)).fetchall()
    return rows[-1][0] + 1 if rows else None


def older_page_position(cursor: sqlite3.Cursor, campaign: str, wanted: Wanted, size: int) -> int | None:
    """The position before the first line of the next older page; 0 if that is the first, None if there is none."""
    if not wanted.after:
        return None
    where, values = _condition_of(cursor, campaign, replace(wanted, before=wanted.after + 1, after=0))
    sql = f"SELECT position FROM log WHERE {where} ORDER BY id DESC LIMIT ?"
    rows = cursor.execute(sql, (*values, size + 1)).fetchall()
    return rows[size][0] if len(rows) > size else 0


def _condition_of(cursor: sqlite3.Cursor, campaign: str, wanted: Wanted) -> tuple[str, list[object]]:
    """The SQL condition of the wanted lines, and its values."""
    within = ids_of_campaigns(cursor, campaign, wanted.after, wanted.before)
    begins = partial(prefix_query, cursor, campaign)
    base = ids_of_campaigns(cursor, campaign)[0] - 1
    found = [_condition_of_search(wanted, within, base, begins) or ("id BETWEEN ? AND ?", [*within])]
    if wanted.session is not None:
        found.append(("session=?", [wanted.session]))
    if wanted.about or wanted.topics:
        found.append(_condition_of_filters(wanted))
    if wanted.depth == "chronicle":
        counts = "about IS NULL AND withdrawn_by IS NULL"
        found.append((f"topic NOT IN ({_marks(wanted.left_out)}) AND {counts}", [*sorted(wanted.left_out)]))
    return " AND ".join(sql for sql, _ in found), [value for _, values in found for value in values]


def _condition_of_filters(wanted: Wanted) -> tuple[str, list[object]]:
    """The SQL condition for `about`, `topics` and `placed`."""
    about = [("instr(fields, ?)", [orjson.dumps(wanted.about).decode()])] if wanted.about else []
    topics = [(f"topic IN ({_marks(wanted.topics)})", [*wanted.topics])] if wanted.topics else []
    sql = " AND ".join(condition for condition, _ in (*about, *topics))
    values: list[object] = [value for _, given in (*about, *topics) for value in given]
    return f"({sql} OR position IN ({_marks(wanted.placed)}))", [*values, *wanted.placed]


def _condition_of_search(
    wanted: Wanted, within: tuple[int, int], base: int, begins: PrefixQuery
) -> tuple[str, list[object]] | None:
    """The SQL condition of a search: matches within a range of row ids; None if nothing is searched for.

    The range is no condition of its own, because SQLite would walk it instead of looking up the matches.
    """
    search, (first, last) = wanted.search, within
    number = search.strip().removeprefix("#")
    if search.startswith("#") and number.isdecimal() and len(number) < MOST_DIGITS:
        one = base + int(number)
        return "id=?", [one if first <= one <= last else None]
    if not search.strip():
        return None
    also = [base + position for position in wanted.also if first <= base + position <= last]
    has_words = "SELECT rowid FROM log_fts WHERE log_fts MATCH ? AND rowid BETWEEN ? AND ?"
    found: list[object] = [fts_query(search, wanted.means, begins), first, last]
    if not also:
        return f"id IN ({has_words})", found
    return f"id IN ({has_words} UNION SELECT value FROM json_each(?))", [*found, orjson.dumps(also).decode()]


def _marks(values: Collection[object]) -> str:
    return ",".join("?" * len(values))


def first_on(
    cursor: sqlite3.Cursor, campaign: str, time: str, sessions: Collection[int], others: Collection[int]
) -> int | None:
    """The position of the first entry in some sessions, or recorded at `time` or later outside of these and `others`.

    None if there is none.
    """
    known = f"session IN ({_marks(sessions)})"
    outside = f"time>=? AND (session IS NULL OR session NOT IN ({_marks([*sessions, *others])}))"
    found = cursor.execute(
        f"SELECT MIN(position) FROM log WHERE id BETWEEN ? AND ? AND ({known} OR {outside})",
        (*ids_of_campaigns(cursor, campaign), *sessions, time, *sessions, *others),
    )
    first: int | None = found.fetchone()[0]
    return first


def line_at(cursor: sqlite3.Cursor, campaign: str, position: int) -> LogLine | None:
    """One line of a log; None if there is none."""
    found = select_lines(cursor, campaign, Wanted(before=position + 1, limit=1))
    return found[0] if found and found[0].position == position else None


def notes_by_entry(
    cursor: sqlite3.Cursor, campaign: str, first: int = 1, last: int = LARGEST
) -> dict[int, list[LogLine]]:
    """The notes on entries between two positions, by the entry they are about."""
    rows = cursor.execute(
        f"SELECT about, {_SHOWN} FROM log WHERE campaign=? AND about BETWEEN ? AND ? ORDER BY id",
        (campaign, first, last),
    ).fetchall()
    found: dict[int, list[LogLine]] = {}
    for about, *row in rows:
        note = LogLine(*row)
        if note.counts:
            found.setdefault(about, []).append(note)
    return found


def as_json(shown: LogLine) -> dict[str, Any]:
    """A line as JSON, for the command line and the API."""
    return {
        "entry": shown.position,
        "line": shown.number,
        "time": shown.time,
        "session": shown.session,
        "chapter": shown.chapter,
        "round": shown.round,
        "step": shown.step,
        "actor": shown.actor,
        "event": shown.topic,
        "text": shown.text,
        "fields": shown.values,
        "cause": shown.cause,
        "bent": orjson.loads(shown.bent) if shown.bent else None,
        "later": shown.later,
        "counts": shown.counts,
        "withdrawn_by": shown.withdrawn_by,
        "replaced_by": shown.replaced_by,
        "amended_by": shown.amended_by,
        "now": {"text": shown.now_text, "fields": shown.values_that_count} if shown.now else None,
        "unreadable": shown.unreadable,
    }


def render_line(shown: LogLine, campaign: Campaign, table: GameTable, tongue: Tongue) -> str:
    """A line's sentence in a viewer's language, with names as of its position."""
    cls, table = campaign.game.by_topic.get(shown.topic), campaign.names.at(shown.position, table, campaign.position)
    if cls is None or shown.unreadable:
        return shown.text
    return sentence_of_event(cls, {**texts_for_hidden(cls, shown.values), **shown.values}, table).render(tongue)
