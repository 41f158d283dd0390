"""The waits of whoever records, looks back and takes back; they need no network, and each has its floor."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import count, islice
from pathlib import Path
from time import perf_counter

import orjson

from domain.campaigns import SNAPSHOT_EVERY
from domain.language.game import AnyGame
from domain.language.kernel import NoteAdded
from domain.log import corrections
from projections.rebuild import fold_from_zero, rebuild_read_models, verify_file
from projections.search.words import space_characters
from tests.bench.logs import long_log, noting
from tests.bench.measure import ROUNDS, Act, Wait, each, ratio
from tests.house import House

SHORT, MIDDLE, LONG = 100, 10_000, 100_000
MANY = 3_000
"""Notes that make a table large."""
WAL_HEAD, FRAME_HEAD = 32, 24
"""Bytes before the pages of a journal, and before each of them."""
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
    noted = long_log(house, game, MANY, noting)
    db = connect(folder / "floor.db")
    db.execute("CREATE TABLE entries (id INTEGER PRIMARY KEY, campaign TEXT, position INT, topic TEXT, state BLOB)")
    numbers = count(1)
    state = next(iter(house.store.source(short).read(2, 3))).state

    def floor() -> None:
        db.execute("BEGIN")
        db.execute("INSERT INTO entries VALUES (NULL,?,?,?,?)", (short, next(numbers), "table.note-added", state))
        db.execute("COMMIT")

    def record(campaign: str) -> None:
        house.record(campaign, NOTE)

    taken = each(lambda: record(short), floor)
    yield Wait("record one event", taken.us, 200, unit="µs")
    yield Wait("record one event, WAL pages", pages(house.path, lambda: record(noted)), 7, unit="pages")
    amid = pages(house.path, lambda: record(short))
    yield Wait("record one event in the oldest of three campaigns, WAL pages", amid, 7, unit="pages")
    yield taken.told("record one event", None, "raw one-row commit")
    waited = each(lambda: record(short), floor, clock=perf_counter)
    yield Wait("record one event, as the clock goes", waited.ratio, None, "raw one-row commit; moves with the disk")
    earlier = f"record, the {SHORT}th entry"
    yield each(lambda: record(middle), lambda: record(short)).told(f"record, the {MIDDLE:,}th entry", 1.2, earlier)
    yield each(lambda: record(noted), lambda: record(short)).told(f"record, with {MANY:,} notes", 1.2, earlier)
    db.close()
    house.close()


def pages(path: Path, act: Act, times: int = 100) -> float:
    """Pages that an act writes to the journal, on average.

    A page of a table takes some entries before it is split, so a few acts say little; a journal begins anew at 1,000.
    """
    with closing(connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size: int = db.execute("PRAGMA page_size").fetchone()[0]
        for _ in range(times):
            act()
        return (path.with_name(f"{path.name}-wal").stat().st_size - WAL_HEAD) / (size + FRAME_HEAD) / times


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
        taken = ratio(partial(fold_from_zero, house.campaigns, campaign), partial(floor, campaign))
        yield taken.told(f"replay and fold {entries:,} entries", 1.5, "raw select + orjson.loads")
    few, many = ids.values()
    linear = ratio(
        lambda: fold_from_zero(house.campaigns, many), lambda: [fold_from_zero(house.campaigns, few) for _ in range(10)]
    )
    yield linear.told(f"fold {longest:,} entries", 1.15, f"10 x fold {longest // 10:,}")
    db.close()
    house.close()


def rebuilding(folder: Path, game: AnyGame, entries: int) -> Iterator[Wait]:
    """Build all read models anew."""
    house = House(folder / "rebuild.db", (game,))
    long_log(house, game, entries)
    db = connect(house.path)
    tables = [table.name for projection in house.models._projections for table in projection.tables]
    rows = {name: db.execute(f"SELECT * FROM {name}").fetchall() for name in tables}
    words = [(row[0], space_characters(f"{row[9]} {row[9]}")) for row in rows["log"]]

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

    taken = ratio(lambda: rebuild_read_models(house.campaigns, house.models), floor)
    yield taken.told(f"rebuild the read models of {entries:,} entries", 2, "raw read + executemany")
    taken = ratio(lambda: list(verify_file(house.campaigns, house.models)), floor)
    yield taken.told(f"verify all of {entries:,} entries", None, "the same")
    db.close()
    house.close()


def opening(folder: Path, game: AnyGame, longest: int) -> Iterator[Wait]:
    """Open a long campaign, half a snapshot's distance after its last snapshot."""
    house = House(folder / "open.db", (game,))
    short, long = long_log(house, game, SHORT), long_log(house, game, longest)
    house.record(long, *[NOTE] * (SNAPSHOT_EVERY // 2))

    def opened(campaign: str) -> None:
        house.campaigns.drop_from_memory(campaign)
        with house.campaigns.open(campaign):
            pass

    taken = each(lambda: opened(long), lambda: opened(short), turns=42)
    yield taken.told(f"open a campaign of {longest:,} entries", 2, f"open one of {SHORT}")
    house.close()
    if Path("/proc/self/status").exists():
        yield Wait(f"memory to open one of {longest:,} entries", peak(house.path, game, long), 150, unit="MB")


PEAK = """
import re
import sys
from pathlib import Path
from tests.bench.games import GAMES
from tests.house import House
house = House(Path(sys.argv[1]), (GAMES[sys.argv[2]],))
house.store.forget_snapshots()
with house.campaigns.open(sys.argv[3]):
    print(int(re.search(r"VmHWM:\\s+([0-9]+)", Path("/proc/self/status").read_text())[1]) / 1_024)
"""


def peak(path: Path, game: AnyGame, campaign: str) -> float:
    """MB that a process takes at most which opens a campaign from its first entry on."""
    line = [sys.executable, "-c", PEAK, str(path), game.key, campaign]
    return float(subprocess.run(line, capture_output=True, text=True, check=True).stdout)


def undoing(folder: Path, game: AnyGame, entries: int) -> Iterator[Wait]:
    """Undo, and look at what undoing would do, in a campaign that is being played."""
    house = House(folder / "undo.db", (game,))
    campaign = long_log(house, game, entries)
    house.record(campaign, *[NOTE] * 300)
    head = house.head(campaign)
    with house.campaigns.open(campaign) as live:
        noted = [e.position for e in live.entries(head - 100) if isinstance(e.event, NoteAdded)]
        early = (e.position for e in live.entries(5, entries // 10) if e.cause is None and not e.is_correction)
        alone = (position for position in early if not corrections.preview_withdrawal(live, position, None).dropped)
        old = list(islice(alone, ROUNDS + 1))
    recent, oldest = iter(noted), iter(old)

    def fold() -> None:
        fold_from_zero(house.campaigns, campaign)

    def preview(position: int) -> None:
        with house.campaigns.open(campaign) as live:
            corrections.preview_withdrawal(live, position, None)

    def of(what: str, act: Act, goal: float) -> Wait:
        return ratio(act, fold).told(f"{what} of {entries:,}", goal, "full fold")

    yield of("preview of undoing a recent entry", lambda: preview(noted[-3]), 0.25)
    yield of("undo a recent entry", lambda: house.undo(campaign, next(recent), "those"), 0.25)
    yield of("preview of undoing an old entry", lambda: preview(old[0]), 1.3)
    yield of("undo an old entry", lambda: house.undo(campaign, next(oldest), "those"), 1.3)
    yield of("undo a recent entry after an old one", lambda: house.undo(campaign, next(recent), "those"), 0.25)
    house.close()
