"""Others who do something alike: stores that keep whole states; an engine that replays moves, where Node is there."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import orjson

from domain.language.table import as_json
from projections.rebuild import fold_from_zero
from tests import toy
from tests.bench.logs import long_log, noting
from tests.bench.measure import Act, Wait, each, ratio
from tests.bench.waits import MIDDLE, NOTE, connect
from tests.house import House

SCRIPT = Path(__file__).with_name("peers.js")
PLACE = "BENCH_PEERS"
"""Names the folder in which `npm install boardgame.io` was run; the peer is left out where it is not set."""
STATE = 50
"""Notes on the table of which whole states are kept: some six kilobytes, as much as the demo has."""


class Moves(NamedTuple):
    """µs of a move made and of one replayed, and bytes of it in the log."""

    live: float
    replay: float
    bytes: float


def beside_others(folder: Path) -> Iterator[Wait]:
    """Nobody's goal; told so that the numbers above mean something."""
    house = House(folder / "peers.db")
    campaign = long_log(house, toy.GAME, STATE, noting)
    whole = house.table(campaign)

    def ours() -> None:
        house.record(campaign, NOTE)

    for what, statement in {
        "overwrites the whole state": "INSERT OR REPLACE INTO states VALUES (1,?)",
        "keeps every whole state": "INSERT INTO states VALUES (NULL,?)",
    }.items():
        with closing(connect(folder / f"{what.split()[0]}.db")) as db:
            taken = each(ours, _keeping(db, statement, whole))
        yield taken.told("record one event", None, f"a store that {what}, {len(orjson.dumps(whole)) / 1000:.1f} kB")
    if moves := _moves():
        many = long_log(house, toy.GAME, MIDDLE)
        fold = ratio(
            lambda: fold_from_zero(house.campaigns, many), lambda: fold_from_zero(house.campaigns, many)
        ).us / house.head(many)
        yield Wait(
            "fold an event", fold / moves.replay, None, f"a move of boardgame.io replayed, {moves.replay:.0f} µs"
        )
        live = each(ours, ours).us
        yield Wait("record one event", live / moves.live, None, f"a move of it made, in memory, {moves.live:.0f} µs")
        size = sum(len(raw.state) for raw in house.store.source(many).read()) / house.head(many)
        yield Wait("bytes of an entry", size / moves.bytes, None, f"a move in its log, {moves.bytes:.0f}")
    house.close()


def _keeping(db: sqlite3.Connection, statement: str, whole: object) -> Act:
    """Keep a state as it is, durably."""
    db.execute("CREATE TABLE states (id INTEGER PRIMARY KEY, state BLOB)")

    def keep() -> None:
        db.execute("BEGIN")
        db.execute(statement, (orjson.dumps(as_json(whole)),))
        db.execute("COMMIT")

    return keep


def _moves() -> Moves | None:
    """How boardgame.io does; None where it is not there."""
    node, place = shutil.which("node"), os.environ.get(PLACE)
    if not node or not place:
        return None
    line = [node, str(SCRIPT), place, str(MIDDLE)]
    return Moves(**orjson.loads(subprocess.run(line, capture_output=True, check=True).stdout))


__all__ = ["beside_others"]
