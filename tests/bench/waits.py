"""The waits of design 14 that need no network, each with its floor."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import orjson

from domain.campaigns import SNAPSHOT_EVERY
from domain.game import AnyGame
from domain.kernel import NoteAdded
from domain.log import corrections
from projections.rebuild import cold, rebuild
from projections.search.words import spaced
from tests.bench.logs import long_log
from tests.bench.measure import Wait, each, ratio
from tests.house import House

SHORT, MIDDLE, LONG = 100, 10_000, 100_000
NOTE = NoteAdded(text="The harbour is quiet tonight, and nobody minds.")


def connect(path: Path) -> sqlite3.Connection:
    """A plain connection, as durable as the store's."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    return db


def recording(folder: Path, game: AnyGame) -> Iterator[Wait]:
    """Record one event, durable, read models included."""
    house = House(folder / "record.db", (game,))
    short, middle = long_log(house, game, SHORT), long_log(house, game, MIDDLE)
    db = connect(folder / "floor.db")
    db.execute("CREATE TABLE entries (id INTEGER PRIMARY KEY, campaign TEXT, position INT, topic TEXT, state BLOB)")
    numbers = count(1)
    state = next(iter(house.store.source(short).read(2, 3))).state

    def floor() -> None:
        db.execute("BEGIN")
        db.execute("INSERT INTO entries VALUES (NULL,?,?,?,?)", (short, next(numbers), "table.note-added", state))
        db.execute("COMMIT")

    yield Wait("record one event", each(lambda: house.record(short, NOTE), floor), 1.6, "raw one-row commit")
    yield Wait(
        f"record, the {MIDDLE:,}th entry",
        each(lambda: house.record(middle, NOTE), lambda: house.record(short, NOTE)),
        1.2,
        f"record, the {SHORT}th entry",
    )
    db.close()
    house.close()


def folding(folder: Path, game: AnyGame, longest: int) -> Iterator[Wait]:
    """Replay and fold a whole log."""
    house = House(folder / "fold.db", (game,))
    ids = {entries: long_log(house, game, entries) for entries in (longest // 10, longest)}
    db = connect(house.path)

    def floor(campaign: str) -> None:
        rows = db.execute(
            "SELECT originator_version, topic, state FROM entries WHERE originator_id=? ORDER BY originator_version",
            (campaign,),
        )
        for _, _, state in rows:
            orjson.loads(state)

    for entries, campaign in ids.items():
        yield Wait(
            f"replay and fold {entries:,} entries",
            ratio(lambda id_=campaign: cold(house.campaigns, id_), lambda id_=campaign: floor(id_)),  # type: ignore[misc]
            1.5,
            "raw select + orjson.loads",
        )
    few, many = ids.values()
    linear = ratio(lambda: cold(house.campaigns, many), lambda: [cold(house.campaigns, few) for _ in range(10)])
    yield Wait(f"fold {longest:,} entries", linear, 1.15, f"10 x fold {longest // 10:,}")
    db.close()
    house.close()


def rebuilding(folder: Path, game: AnyGame, entries: int) -> Iterator[Wait]:
    """Build all read models anew."""
    house = House(folder / "rebuild.db", (game,))
    long_log(house, game, entries)
    db = connect(house.path)
    tables = [table.name for projection in house.models._projections for table in projection.tables]
    rows = {name: db.execute(f"SELECT * FROM {name}").fetchall() for name in tables}
    words = [(row[0], spaced(f"{row[9]} {row[9]}")) for row in rows["log"]]

    def floor() -> None:
        db.execute("BEGIN")
        house.models.drop(db)
        house.models.setup(db)
        for _, state in db.execute("SELECT originator_version, state FROM entries ORDER BY rowid"):
            orjson.loads(state)
        for name in filter(rows.get, tables):
            marks = ",".join("?" * len(rows[name][0])) if rows[name] else ""
            db.executemany(f"INSERT INTO {name} VALUES ({marks})", rows[name])
        db.executemany("INSERT INTO log_words (rowid, words) VALUES (?,?)", words)
        db.execute("COMMIT")

    yield Wait(
        f"rebuild the read models of {entries:,} entries",
        ratio(lambda: rebuild(house.campaigns, house.models), floor),
        1.5,
        "raw read + executemany",
    )
    db.close()
    house.close()


def opening(folder: Path, game: AnyGame, longest: int) -> Iterator[Wait]:
    """Open a long campaign, half a snapshot's distance after its last snapshot."""
    house = House(folder / "open.db", (game,))
    short, long = long_log(house, game, SHORT), long_log(house, game, longest)
    house.record(long, *[NOTE] * (SNAPSHOT_EVERY // 2))

    def opened(campaign: str) -> None:
        house.campaigns.forget(campaign)
        with house.campaigns.open(campaign):
            pass

    yield Wait(
        f"open a campaign of {longest:,} entries",
        each(lambda: opened(long), lambda: opened(short), turns=40),
        2.0,
        f"open one of {SHORT}",
    )
    house.close()


def undoing(folder: Path, game: AnyGame, entries: int) -> Iterator[Wait]:
    """Undo, and look at what undoing would do, in a campaign that is being played."""
    house = House(folder / "undo.db", (game,))
    campaign = long_log(house, game, entries)
    house.record(campaign, *[NOTE] * 300)
    head = house.head(campaign)
    with house.campaigns.open(campaign) as live:
        noted = [e.position for e in live.entries(head - 100) if isinstance(e.event, NoteAdded)]
        early = [e.position for e in live.entries(5, entries // 10) if e.cause is None and not e.is_correction]
        old = [position for position in early if not corrections.preview_withdrawal(live, position).refused]
    recent, oldest = iter(noted), iter(old)

    def fold() -> None:
        cold(house.campaigns, campaign)

    def preview(position: int) -> None:
        with house.campaigns.open(campaign) as live:
            corrections.preview_withdrawal(live, position)

    def of(what: str, act: object, goal: float) -> Wait:
        return Wait(f"{what} of {entries:,}", ratio(act, fold), goal, "full fold")  # type: ignore[arg-type]

    yield of("preview of undoing a recent entry", lambda: preview(noted[-3]), 0.25)
    yield of("undo a recent entry", lambda: house.undo(campaign, next(recent), "alone"), 0.25)
    yield of("preview of undoing an old entry", lambda: preview(old[0]), 1.2)
    yield of("undo an old entry", lambda: house.undo(campaign, next(oldest), "alone"), 1.2)
    yield of("undo a recent entry after an old one", lambda: house.undo(campaign, next(recent), "alone"), 0.25)
    house.close()
