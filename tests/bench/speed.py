"""`make bench`: the times to record, open and correct, each next to a floor of the same run."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count, cycle, islice
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any
from uuid import uuid4

import orjson
import pytest
from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteAggregateRecorder, SQLiteDatastore

from companion.config import Settings
from companion.services import Services
from companion.web.application.app import create_app
from domain.framework.events.chance import Chance
from domain.framework.kernel import CampaignRenamed, NoteAdded
from domain.log import corrections
from domain.log.campaign import Campaign
from domain.log.command import Seats
from domain.log.entries import Memory, Raw
from projections.log import Wanted, count_lines, select_lines
from projections.rebuild import fold_from_zero, rebuild_read_models, verify_file
from projections.search.words import space_characters
from tests.bench.logs import command, long_log
from tests.bench.report import Wait, p95
from tests.house import House
from tests.toy import GAME

pytestmark = pytest.mark.benchmark(timer=process_time)
SHORT, MIDDLE, LONG = 100, 10_000, 100_000
CAMPAIGNS, LINES, PATTERNS, TURNS = 1_000, 2_000, 8, 60
NOTE = NoteAdded(text="The harbour is quiet tonight.")
Compare = Callable[..., None]
Note = Callable[[Wait], None]


@pytest.fixture(scope="module")
def ids(house: House) -> Callable[[int], str]:
    """The campaign with so many entries; made once."""
    made: dict[int, str] = {}
    return lambda entries: made.get(entries) or made.setdefault(entries, long_log(house, GAME, entries))


def plain(path: Path) -> sqlite3.Connection:
    """A connection to the file past the store."""
    return sqlite3.connect(path, isolation_level=None)


# --- recording --------------------------------------------------------------------------------


def test_record_one_event(compare: Compare, house: House, ids: Callable[[int], str], tmp_path: Path) -> None:
    campaign, numbers, stream = ids(SHORT), count(1), uuid4()
    state = next(iter(house.store.source(campaign).read(2, 3))).state
    with closing(SQLiteDatastore(str(tmp_path / "floor.db"))) as datastore:
        recorder = SQLiteAggregateRecorder(datastore)
        recorder.create_table()

        def floor() -> None:
            recorder.insert_events([StoredEvent(stream, next(numbers), "table.note-added", state)])

        act = lambda: house.record(campaign, NOTE)  # noqa: E731
        compare("record one event, with read models", act, floor, "the library's own recorder", 1.5, rounds=200)


def test_record_in_a_long_campaign(compare: Compare, house: House, ids: Callable[[int], str]) -> None:
    short, long = ids(SHORT), ids(MIDDLE)
    act, floor = (lambda: house.record(long, NOTE)), (lambda: house.record(short, NOTE))
    compare(f"record, the {MIDDLE:,}th entry", act, floor, f"record, the {SHORT}th entry", 1.2, rounds=200)


# --- reading ----------------------------------------------------------------------------------


def test_fold_a_log(compare: Compare, house: House, ids: Callable[[int], str]) -> None:
    campaign = ids(LONG)
    statement = "SELECT topic, state FROM entries WHERE originator_id=? ORDER BY originator_version"
    with closing(plain(house.path)) as db:

        def floor() -> None:
            for _, state in db.execute(statement, (campaign,)):
                orjson.loads(state)

        act = lambda: fold_from_zero(house.campaigns, campaign)  # noqa: E731
        compare(f"replay and fold {LONG:,} entries", act, floor, "select and orjson.loads", 1.5)


def test_open_a_long_campaign(compare: Compare, house: House, ids: Callable[[int], str]) -> None:
    def open_again(campaign: str) -> None:
        house.campaigns.drop_from_memory(campaign)
        with house.campaigns.open(campaign):
            pass

    act, floor = (lambda: open_again(ids(LONG))), (lambda: open_again(ids(SHORT)))
    compare(f"open a campaign of {LONG:,} entries", act, floor, f"open one of {SHORT}", 2, rounds=60)


PEAK = """
import re, sys
from pathlib import Path
from tests.house import House
house = House(Path(sys.argv[1]))
house.store.forget_snapshots()
with house.campaigns.open(sys.argv[2]):
    print(int(re.search(r"VmHWM:\\s+([0-9]+)", Path("/proc/self/status").read_text())[1]) / 1_024)
"""


def test_memory_to_open_a_long_campaign(note: Note, house: House, ids: Callable[[int], str]) -> None:
    line = [sys.executable, "-c", PEAK, str(house.path), ids(LONG)]
    peak = float(subprocess.run(line, capture_output=True, text=True, check=True).stdout)
    note(Wait(f"memory to open a campaign of {LONG:,} entries", peak, 150, unit="MB"))


@pytest.fixture(scope="module")
def twenty_thousand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, Callable[[], None]]]:
    """A file of 20,000 entries, and the floor of its rebuild: a raw read and a raw write of all rows."""
    house = House(tmp_path_factory.mktemp("rebuild") / "rebuild.db", (GAME,))
    long_log(house, GAME, 2 * MIDDLE)
    db = plain(house.path)
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
            db.executemany(f"INSERT INTO {name} VALUES ({','.join('?' * len(rows[name][0]))})", rows[name])
        db.executemany("INSERT INTO log_fts (rowid, text) VALUES (?,?)", words)
        db.execute("COMMIT")

    yield house, floor
    db.close()
    house.close()


def test_rebuild_read_models(compare: Compare, twenty_thousand: tuple[House, Callable[[], None]]) -> None:
    house, floor = twenty_thousand
    act = lambda: rebuild_read_models(house.campaigns, house.models)  # noqa: E731
    compare(f"rebuild the read models of {2 * MIDDLE:,} entries", act, floor, "raw read and executemany", 2)


def test_verify_a_file(compare: Compare, twenty_thousand: tuple[House, Callable[[], None]]) -> None:
    house, floor = twenty_thousand
    act = lambda: list(verify_file(house.campaigns, house.models))  # noqa: E731
    compare(f"verify {2 * MIDDLE:,} entries", act, floor, "raw read and executemany", None)


# --- correcting -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def corrected(house: House) -> tuple[str, Iterator[int], Iterator[int]]:
    """A campaign of 10,000 entries, and entries to take back: old ones, and some of the newest hundred."""
    campaign = long_log(house, GAME, MIDDLE + 1)
    house.record(campaign, *[NOTE] * 100)
    head = house.head(campaign)
    with house.campaigns.open(campaign) as live:
        early = (one.position for one in live.entries(5, MIDDLE // 10) if one.cause is None and not one.is_correction)
        alone = (one for one in early if not corrections.preview_withdrawal(live, one, None).dropped)
        return campaign, cycle([*islice(alone, 10)]), cycle(range(head - 99, head))


@pytest.mark.parametrize(
    ("seats", "viewer", "goal"),
    [(None, "", 1.3), (frozenset({"Ann"}), ", as a seat sees it", None)],
    ids=["table", "seat"],
)
def test_preview_of_an_old_entry(
    compare: Compare, house: House, corrected: Any, seats: Seats, viewer: str, goal: float | None
) -> None:
    campaign, old, _ = corrected

    def preview() -> None:
        with house.campaigns.open(campaign) as live:
            corrections.preview_withdrawal(live, next(old), seats)

    floor = lambda: fold_from_zero(house.campaigns, campaign)  # noqa: E731
    compare(f"preview of undoing an old entry of {MIDDLE:,}{viewer}", preview, floor, "full fold", goal)


def test_preview_of_a_new_entry(benchmark: Any, note: Note, house: House, corrected: Any) -> None:
    campaign, _, new = corrected

    def preview() -> None:
        with house.campaigns.open(campaign) as live:
            corrections.preview_withdrawal(live, next(new), None)

    benchmark.pedantic(preview, rounds=TURNS, warmup_rounds=3)
    took = benchmark.stats.stats.data
    name = f"preview of undoing one of the newest hundred of {MIDDLE:,}, p95"
    note(Wait(name, 1_000 * p95(took), 60, unit="ms", cpu=median(took)))


# --- a long log -------------------------------------------------------------------------------

EVENINGS, YEARS = 350, 20_000
PAGES = {
    "a page of the log": "log",
    "search a log, a word of many lines": "log?search=gained",
    "search a log, a word of no line": "log?search=nowhere",
    "why, a number that moves each round": "why?path=seats.Ann.coins",
    "why, a number that never moved": "why?path=gates",
    "charts": "charts/",
    "preview of undoing a new entry": "undo/{new}",
}
"""The pages that are compared, below the address of a campaign; `new` is an entry of the last evening."""


@pytest.fixture(scope="module")
def lengths(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[int, str], None]]:
    """Reads a page of the campaign with so many entries."""
    services = Services(Settings(tmp_path_factory.mktemp("lengths")))
    services.campaigns.games = {"toy": GAME}
    client = create_app(services.settings, services).test_client()
    ids = {entries: long_log(services, GAME, entries) for entries in (EVENINGS, YEARS)}
    keys = {entries: services.find_campaign(campaign).key for entries, campaign in ids.items()}
    new = dict[int, int]()
    for entries, campaign in ids.items():
        with services.campaigns.open(campaign) as live:
            new[entries] = next(live.entries(live.position - TURNS, live.position)).position

    def read(entries: int, path: str) -> None:
        page = path.format(new=new[entries])
        assert client.get(f"/c/{keys[entries]}/{page}").status_code == 200

    yield read
    services.close()


@pytest.mark.parametrize("what", PAGES)
def test_a_page_of_a_long_log(compare: Compare, lengths: Callable[[int, str], None], what: str) -> None:
    act, floor = (lambda: lengths(YEARS, PAGES[what])), (lambda: lengths(EVENINGS, PAGES[what]))
    compare(f"{what}, {YEARS:,} entries", act, floor, f"of {EVENINGS} entries", 3, rounds=20)


# --- a thousand campaigns ---------------------------------------------------------------------


class Shelf:
    """A file with so many campaigns, and its pages."""

    def __init__(self, folder: Path, campaigns: int) -> None:
        self.services = Services(Settings(folder))
        self.services.campaigns.games = {"toy": GAME}
        self.services.store.add_pack("toy", GAME.pack)
        self._fill(campaigns)
        self.client = create_app(self.services.settings, self.services).test_client()
        self.random = Random(1)
        self.all = [listed.campaign for listed in self.services.list_campaigns()]
        self.played = self.random.sample(self.all, min(20, len(self.all)))

    def _fill(self, campaigns: int) -> None:
        """Copies of a few played campaigns, each with its own id and name."""
        patterns = [self._played(seed) for seed in range(min(PATTERNS, campaigns))]
        for number in range(campaigns):
            memory = Memory(patterns[number % len(patterns)])
            copy = Campaign(f"{Random(number).getrandbits(128):032x}", GAME, memory)
            renamed = copy.record(CampaignRenamed(name=f"Table{number:04}"), command(number), Chance(Random(1)))
            memory.raws += renamed.raws
            self.services.campaigns.adopt_campaign(copy)

    def _played(self, seed: int) -> list[Raw]:
        house = House(self.services.settings.data / f"pattern-{seed}.db", (GAME,))
        raws = [*house.store.source(long_log(house, GAME, LINES - 1, seed=seed)).read()]
        house.close()
        return raws

    def read(self, path: str) -> None:
        assert self.client.get(path).status_code == 200

    def read_log(self) -> None:
        self.read(f"/c/{self.services.find_campaign(self.random.choice(self.played)).key}/log")

    def search(self) -> None:
        wanted = Wanted(search="gained", limit=101)
        with self.services.store.reading() as cursor:
            campaign = self.random.choice(self.played)
            assert count_lines(cursor, campaign, wanted) >= len(select_lines(cursor, campaign, wanted)) > 0

    def reopen(self) -> None:
        campaign = self.random.choice(self.all)
        self.services.campaigns.drop_from_memory(campaign)
        with self.services.campaigns.open(campaign):
            pass

    def record(self) -> None:
        sent, campaigns = self.services.new_command(), self.services.campaigns
        campaigns.run(self.random.choice(self.played), sent, lambda live: live.record(NOTE, sent, campaigns.chance))


ACTS: dict[str, Callable[[Shelf], None]] = {
    "campaign list, first page": lambda shelf: shelf.read("/"),
    "campaign list, found by name": lambda shelf: shelf.read("/?search=table0000"),
    "a page of the log": Shelf.read_log,
    "search a log": Shelf.search,
    "open a campaign": Shelf.reopen,
    "record one event": Shelf.record,
}


@pytest.fixture(scope="module")
def shelves(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Shelf, Shelf]]:
    made = Shelf(tmp_path_factory.mktemp("many"), CAMPAIGNS), Shelf(tmp_path_factory.mktemp("one"), 1)
    yield made
    for shelf in made:
        shelf.services.close()


@pytest.mark.parametrize("what", ACTS)
def test_among_a_thousand_campaigns(compare: Compare, shelves: tuple[Shelf, Shelf], what: str) -> None:
    many, one = shelves
    act, floor = (lambda: ACTS[what](many)), (lambda: ACTS[what](one))
    compare(f"{what}, {CAMPAIGNS:,} campaigns of {LINES:,} entries", act, floor, "with one campaign", 5, rounds=TURNS)
