"""The list of campaigns: one row each, with where its table is."""

import re
import sqlite3
from dataclasses import dataclass

from domain import kernel
from domain.log.campaign import Batch
from domain.log.entries import digest
from domain.refusal import NotFound
from projections.base import Projection, SqlTable

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
        "number": int,
    },
    ("campaign",),
    indexes=(("key",),),
)
_COLUMNS = ", ".join(name for name in TABLE.columns if name != "number")
_FIRST = "(SELECT rowid FROM entries WHERE originator_id=? AND originator_version=1)"
POSITIONS = 32
"""Bits of a line's id that are its position; those above are the number of its campaign."""


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


def write(db: sqlite3.Connection, batch: Batch) -> None:
    first, last = batch.entries[0], batch.raws[-1]
    if first.position == 1:
        name = str(first.fields.get("name", "")) or batch.table.name
        db.execute(
            f"INSERT INTO campaigns ({_COLUMNS}, number) VALUES (?,?,?,'','',?,'',0,0,0,0,'',0,'',{_FIRST})",
            (batch.campaign, _free_key(db, name), batch.game.key, first.time, batch.campaign),
        )
    for entry in batch.entries:
        if isinstance(entry.event, kernel.CampaignBranched):
            _branched(db, batch.campaign, entry.event)
    round_, step = batch.table.place
    db.execute(
        "UPDATE campaigns SET name=?, updated=?, entries=?, sessions=?, chapter=?, round=?, step=?,"
        " unreadable=unreadable+?, digest=?"
        " WHERE campaign=?",
        (
            batch.table.name,
            batch.entries[-1].time,
            last.position,
            batch.table.sittings,
            batch.table.chapter,
            round_,
            step,
            sum(1 for entry in batch.entries if entry.unreadable),
            digest(last),
            batch.campaign,
        ),
    )


def _branched(db: sqlite3.Connection, campaign: str, event: kernel.CampaignBranched) -> None:
    """A branch goes by its own name, not by its parent's."""
    db.execute("UPDATE campaigns SET key='' WHERE campaign=?", (campaign,))
    key = _free_key(db, event.name)
    db.execute("UPDATE campaigns SET key=?, parent=? WHERE campaign=?", (key, event.parent_key, campaign))


def slug(name: str) -> str:
    """A name as a key to type: lower case, letters of any script, hyphens."""
    return re.sub(r"[^\w]+", "-", name.casefold()).strip("-_")[:60] or "campaign"


def _free_key(db: sqlite3.Connection, name: str) -> str:
    key, n = slug(name), 1
    while db.execute("SELECT 1 FROM campaigns WHERE key=?", (key,)).fetchone():
        n += 1
        key = f"{slug(name)}-{n}"
    return key


CAMPAIGNS = Projection((TABLE,), write)


def ids(
    cursor: sqlite3.Connection | sqlite3.Cursor, campaign: str, after: int = 0, before: int | None = None
) -> tuple[int, int]:
    """The first and the last id that lines of a campaign may have, between two positions.

    The id of a line, in `log` and in `log_words` alike, is the number of its campaign and its position, so that the
    lines of a campaign are a range of ids in order: `number << 32 | position`. The number is the row of the campaign's
    first entry: it stays the same however often the read models are built, and in every copy of the file.
    """
    found = cursor.execute("SELECT number FROM campaigns WHERE campaign=?", (campaign,)).fetchone()
    base, most = (found[0] if found else 0) << POSITIONS, (1 << POSITIONS) - 1
    last = most if before is None else before - 1
    return base + min(max(after + 1, 1), most), base + max(min(last, most), 0)


def listing(cursor: sqlite3.Cursor) -> list[Listed]:
    """All campaigns, the one last played first."""
    rows = cursor.execute(f"SELECT {_COLUMNS} FROM campaigns ORDER BY updated DESC, key").fetchall()
    return [Listed(*row) for row in rows]


def find(cursor: sqlite3.Cursor, key: str) -> Listed:
    """The campaign of a key, or of an id.

    Raises:
        NotFound: there is none.
    """
    row = cursor.execute(
        f"SELECT {_COLUMNS} FROM campaigns WHERE key=? OR campaign=? ORDER BY campaign=? DESC", (key, key, key)
    ).fetchone()
    if row is None:
        raise NotFound("There is no campaign “{key}”.", key=key)
    return Listed(*row)
