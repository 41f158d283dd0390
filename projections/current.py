"""The current state: the table as it stands, one row a part, as JSON."""

import sqlite3
from collections import OrderedDict

from pydantic_core import to_json

from domain.log.campaign import Batch
from domain.log.entries import digest
from projections.base import Projection, SqlTable

TABLE = SqlTable(
    "state",
    {"campaign": str, "part": str, "value": str},
    ("campaign", "part"),
    refers=(("campaign", "campaigns", "campaign"),),
)
REMEMBERED = 64
_written: OrderedDict[str, tuple[str, dict[str, bytes]]] = OrderedDict()
"""The parts last written, by campaign, with the digest of the entry they go with; only to write less."""


def write(db: sqlite3.Connection, batch: Batch) -> None:
    parts = {name: to_json(getattr(batch.table, name)) for name in type(batch.table).model_fields}
    known, before = _written.get(batch.campaign, ("", {}))
    if known != batch.entries[0].previous:
        before = {}
    db.executemany(
        "INSERT INTO state VALUES (?,?,?) ON CONFLICT DO UPDATE SET value=excluded.value",
        [(batch.campaign, name, value.decode()) for name, value in parts.items() if before.get(name) != value],
    )
    _written[batch.campaign] = (digest(batch.raws[-1]), parts)
    _written.move_to_end(batch.campaign)
    if len(_written) > REMEMBERED:
        _written.popitem(last=False)


CURRENT = Projection((TABLE,), write)


def state(cursor: sqlite3.Cursor, campaign: str) -> bytes:
    """The whole state as JSON."""
    rows = cursor.execute("SELECT part, value FROM state WHERE campaign=?", (campaign,)).fetchall()
    return b"{%s}" % b",".join(to_json(part) + b":" + value.encode() for part, value in rows)
