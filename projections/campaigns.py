"""The list of campaigns: one row each, with the chapter, round and step of its table."""

import re
import sqlite3
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import TYPE_CHECKING, Any

from domain.framework.refusal import NotFound
from domain.framework.text import Term, folded_words
from projections.base import Projection, SqlTable

if TYPE_CHECKING:
    from domain.framework.game import AnyGame
    from domain.log.campaign import Batch

PAGE = 50
"""Campaigns on a page of the list."""

TABLE = SqlTable(
    "campaigns",
    {
        "campaign": str,
        "key": str,
        "game": str,
        "name": str,
        "parent": str,
        "created": str,
        "updated": str,
        "entries": int,
        "sessions": int,
        "chapter": int,
        "round": int,
        "step": str,
        "unreadable": int,
        "digest": str,
        "hidden": int,
        "game_en": str,
        "game_zh": str,
        "number": int,
    },
    ("campaign",),
    indexes=(("key",),),
)
_COLUMNS = ", ".join(name for name in TABLE.columns if name != "number")
_FIRST = "(SELECT rowid FROM entries WHERE originator_id=? AND originator_version=1)"
BRANCHED = "table.campaign-branched"
"""The topic of a branch's first event; repeated here because campaigns are listed without importing events."""
POSITIONS = 32
"""Bits of a line's id that hold its position; the higher bits hold the number of its campaign."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A campaign in the list; times are ISO 8601 in UTC."""

    campaign: str
    key: str
    game: str
    name: str
    parent: str
    created: str
    updated: str
    entries: int
    sessions: int
    chapter: int
    round: int
    step: str
    unreadable: int
    digest: str
    hidden: int = 0
    """1 if the list leaves it out, else 0."""
    game_en: str = ""
    game_zh: str = ""
    """The name of a game that its campaign describes; empty for any other game."""

    def game_called(self, games: "Mapping[str, AnyGame]") -> Term | str:
        """The name of its game; the key of a game that is not installed."""
        if self.game_en:
            return Term(self.game_en, self.game_zh)
        return games[self.game].name if self.game in games else self.game


def write(db: sqlite3.Connection, batch: "Batch") -> None:
    first, last = batch.entries[0], batch.entries[-1]
    if first.position == 1:
        name = str(first.fields.get("name", "")) or batch.table.name
        db.execute(
            f"INSERT INTO campaigns ({_COLUMNS}, number) VALUES (?,?,?,'','',?,'',0,0,0,0,'',0,'',0,'','',{_FIRST})",
            (batch.campaign, _free_key(db, name), batch.game.key, first.time, batch.campaign),
        )
    for entry in batch.entries:
        if entry.topic == BRANCHED and entry.event is not None:
            _branched(db, batch.campaign, entry.fields)
    round_, step = batch.table.place
    named = batch.game.for_table(batch.table).name if batch.game.by_pack else Term("", "")
    db.execute(
        "UPDATE campaigns SET name=?, updated=?, entries=?, sessions=?, chapter=?, round=?, step=?,"
        " unreadable=unreadable+?, digest=?, hidden=?, game_en=?, game_zh=?"
        " WHERE campaign=?",
        (
            batch.table.name,
            last.time,
            last.position,
            batch.table.sittings,
            batch.table.chapter,
            round_,
            step,
            sum(1 for entry in batch.entries if entry.unreadable),
            batch.digest,
            int(batch.table.hidden),
            named.en,
            named.zh,
            batch.campaign,
        ),
    )


def _branched(db: sqlite3.Connection, campaign: str, fields: Mapping[str, Any]) -> None:
    """Give a branch its own name instead of its parent's."""
    db.execute("UPDATE campaigns SET key='' WHERE campaign=?", (campaign,))
    key = _free_key(db, fields["name"])
    db.execute("UPDATE campaigns SET key=?, parent=? WHERE campaign=?", (key, fields["parent_key"], campaign))


def slug_of_name(name: str) -> str:
    """A name as a key that can be typed: lower case, letters of any script, hyphens."""
    return re.sub(r"[^\w]+", "-", name.casefold()).strip("-_")[:60] or "campaign"


def _free_key(db: sqlite3.Connection, name: str) -> str:
    """The key of a name, with a number if it is taken; found with one index lookup."""
    key = slug_of_name(name)
    rows = db.execute("SELECT key FROM campaigns WHERE key BETWEEN ? AND ?", (key, f"{key}-:"))  # ":" sorts after "9"
    taken = {found for (found,) in rows}
    return next(free for free in chain((key,), (f"{key}-{n}" for n in count(2))) if free not in taken)


CAMPAIGNS = Projection((TABLE,), write)


def ids_of_campaigns(
    cursor: sqlite3.Connection | sqlite3.Cursor, campaign: str, after: int = 0, before: int | None = None
) -> tuple[int, int]:
    """The lowest and highest row id of a campaign's log lines between two positions.

    A line has the same id in `log` and in `log_fts`: `number << 32 | position`. The lines of a campaign are thus a
    range of ids in order. The number is the row of the campaign's first entry: it is the same after every rebuild and
    in every copy of the file.
    """
    found = cursor.execute("SELECT number FROM campaigns WHERE campaign=?", (campaign,)).fetchone()
    base, most = (found[0] if found else 0) << POSITIONS, (1 << POSITIONS) - 1
    last = most if before is None else before - 1
    return base + min(max(after + 1, 1), most), base + max(min(last, most), 0)


@dataclass(frozen=True, slots=True)
class ListPage:
    """A page of the list: its number, the number of pages, and the numbers of all campaigns and of hidden ones."""

    campaigns: Sequence[Listed]
    number: int = 1
    of: int = 1
    count: int = 0
    hidden: int = 0


def listed_campaigns(cursor: sqlite3.Cursor, words: str = "", hidden: bool | None = None) -> list[Listed]:
    """All campaigns, or those whose names contain all `words`; the last played first. `hidden` as in `list_page`."""
    return [Listed(*row) for row in _rows_named(cursor, words, hidden)]


def list_page(cursor: sqlite3.Cursor, words: str = "", number: int = 1, hidden: bool | None = None) -> ListPage:
    """A page of the list; a page number that is too high gives the last page.

    Args:
        hidden: True for hidden campaigns only, False for the others; None for all.
    """
    found = list(_rows_named(cursor, words, hidden)) if words.strip() else None
    counts = dict(cursor.execute("SELECT hidden, COUNT(*) FROM campaigns GROUP BY hidden").fetchall())
    total = sum(n for of, n in counts.items() if hidden in (None, bool(of))) if found is None else len(found)
    pages = max(1, -(-total // PAGE))
    number = min(max(number, 1), pages)
    before = (number - 1) * PAGE
    rows = _rows_by_last_played(cursor, PAGE, before, hidden) if found is None else found[before : before + PAGE]
    return ListPage([Listed(*row) for row in rows], number, pages, total, counts.get(1, 0))


def _rows_named(cursor: sqlite3.Cursor, words: str, hidden: bool | None = None) -> Iterator[tuple[Any, ...]]:
    """The rows of campaigns whose names contain all `words`, compared as in the log's search."""
    wanted, name = folded_words(words).split(), list(TABLE.columns).index("name")
    for row in _rows_by_last_played(cursor, hidden=hidden):
        if all(word in folded_words(row[name]) for word in wanted):
            yield row


def _rows_by_last_played(
    cursor: sqlite3.Cursor, most: int = -1, before: int = 0, hidden: bool | None = None
) -> list[tuple[Any, ...]]:
    """At most `most` rows after skipping `before`, the last played first."""
    return cursor.execute(
        f"SELECT {_COLUMNS} FROM campaigns WHERE ?1 IS NULL OR hidden=?1 ORDER BY updated DESC, key LIMIT ?2 OFFSET ?3",
        (hidden, most, before),
    ).fetchall()


def related_campaigns(cursor: sqlite3.Cursor, listed: Listed) -> list[Listed]:
    """Other campaigns of the same game: branches and origin first, then the last played."""
    rows = cursor.execute(
        f"SELECT {_COLUMNS} FROM campaigns WHERE game=? AND campaign<>? AND (parent=? OR key=? OR campaign IN"
        " (SELECT campaign FROM campaigns WHERE game=? ORDER BY updated DESC, key LIMIT ?))"
        " ORDER BY (parent=? OR key=?) DESC, updated DESC, key",
        (listed.game, listed.campaign, listed.key, listed.parent, listed.game, PAGE, listed.key, listed.parent),
    ).fetchall()
    return [Listed(*row) for row in rows]


def games_played(cursor: sqlite3.Cursor) -> list[str]:
    """The games of all campaigns, the last played first."""
    rows = cursor.execute("SELECT game FROM campaigns GROUP BY game ORDER BY MAX(updated) DESC")
    return [game for (game,) in rows]


def campaigns_without_game(db: sqlite3.Connection, games: Container[str]) -> list[str]:
    """The campaigns whose game is not installed, by id; none if there is no list yet."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name='campaigns'").fetchone():
        return []
    return [id_ for id_, game in db.execute("SELECT campaign, game FROM campaigns") if game not in games]


def find_campaign(cursor: sqlite3.Cursor, key: str) -> Listed:
    """The campaign with a key or id.

    Raises:
        NotFound: no campaign has it.
    """
    row = cursor.execute(
        f"SELECT {_COLUMNS} FROM campaigns WHERE key=? OR campaign=? ORDER BY campaign=? DESC", (key, key, key)
    ).fetchone()
    if row is None:
        raise NotFound("There is no campaign “{key}”.", key=key)
    return Listed(*row)
