"""The file is full, locked, read-only, damaged or edited: told in clear words, and nothing else is lost."""

import os
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event as Signal
from threading import Semaphore, Thread

import orjson
import pytest

from domain.framework.kernel import NoteAdded
from domain.framework.table import as_json
from domain.store import Busy, StoreError, connections
from domain.store.connections import READERS
from projections.rebuild import rebuild_read_models
from tests.faults import seeded
from tests.faults.check import sound
from tests.house import House
from tests.suite.patience import HANG
from tests.suite.soak import often
from tests.toy import CoinsGained, DiceRolled, NightFell, SeatTaken

ANN = SeatTaken(seat="Ann")
ONE = CoinsGained(seat="Ann", amount=1)
LONG_NOTE = NoteAdded(text="x" * 4_000)


@pytest.fixture
def campaign(house: House, harbour: str) -> str:
    """Ann's campaign, 12 entries long."""
    house.record(harbour, ANN, *[ONE] * 10)
    return harbour


@pytest.fixture(params=range(often(1)))
def random() -> Random:
    """What is damaged is drawn by lot; many times where many are asked for."""
    return seeded()


@contextmanager
def raw(house: House) -> Iterator[sqlite3.Connection]:
    """A connection past the store, as another program has it."""
    connection = sqlite3.connect(house.path, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()


def settled(house: House) -> bytes:
    """The whole file's bytes, with nothing left in its journal."""
    house.close()
    with raw(house) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return house.path.read_bytes()


def rewritten(house: House, data: bytes) -> None:
    house.path.write_bytes(data)
    for suffix in ("-wal", "-shm"):
        house.path.with_name(house.path.name + suffix).unlink(missing_ok=True)


def message(act: Callable[[], object]) -> str:
    """What the store says goes wrong; empty if nothing does."""
    try:
        act()
    except StoreError as error:
        return str(error)
    return ""


# --- durability ------------------------------------------------------------------------------


def test_every_connection_is_fully_durable(house: House, campaign: str) -> None:
    with house.store.writing() as first, house.store.reading() as second:
        for connection in (first, second.connection):
            assert connection.execute("PRAGMA synchronous").fetchone()[0] == 2
            assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert house.again().store.faults() == []


def filled(house: House, campaign: str) -> tuple[str, int]:
    """Record until the disk is full: what was said then, and how many entries were saved."""
    for saved in range(200):
        if repaired := message(lambda: house.record(campaign, LONG_NOTE)):
            return repaired, saved
    raise AssertionError("the disk never ran full")


# --- full ------------------------------------------------------------------------------------


def test_a_full_disk_is_told_and_recovers(house: House, campaign: str) -> None:
    saved = house.head(campaign)
    with house.store.writing() as db:
        pages = db.execute("PRAGMA page_count").fetchone()[0]
        db.execute(f"PRAGMA max_page_count={pages + 8}")
    repaired, more = filled(house, campaign)
    saved += more
    assert repaired == "The disk is full. Nothing was recorded."
    assert house.head(campaign) == saved
    assert house.table(campaign) == house.cold(campaign)
    assert house.shown(campaign) == house.told(campaign)
    with house.store.writing() as db:
        db.execute("PRAGMA max_page_count=1000000")
    house.record(campaign, LONG_NOTE)
    sound(house)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 600 kB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("only root may mount a small disk")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_small_disk_runs_full_and_is_emptied(small_disk: Path) -> None:
    ballast = small_disk / "photos"
    ballast.write_bytes(b"x" * 200_000)
    house = House(small_disk / "campaigns.db")
    campaign = house.new()
    repaired, more = filled(house, campaign)
    saved = 1 + more
    assert repaired == "The disk is full. Nothing was recorded."
    assert house.head(campaign) == saved
    assert len(house.table(campaign)["notes"].get("", [])) == saved - 1
    ballast.unlink()
    house.record(campaign, LONG_NOTE)
    house.close()
    again = House(small_disk / "campaigns.db")
    assert again.head(campaign) == saved + 1
    assert again.table(campaign) == again.cold(campaign)
    assert again.shown(campaign) == again.told(campaign)
    again.close()


# --- locked ----------------------------------------------------------------------------------


def test_a_locked_file_is_told_in_bounded_time(house: House, campaign: str) -> None:
    hasty = house.again(lock_timeout=1)
    with raw(house) as other:
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        with pytest.raises(Busy, match="Another program"):
            hasty.record(campaign, ONE)
        assert time.monotonic() - began < HANG
        assert hasty.table(campaign)["seats"]["Ann"]["coins"] == 10
        other.execute("ROLLBACK")
    hasty.record(campaign, ONE)
    assert hasty.table(campaign)["seats"]["Ann"]["coins"] == 11
    hasty.close()
    sound(house)


def test_a_locked_file_is_waited_for(house: House, campaign: str) -> None:
    with raw(house) as other:
        other.execute("BEGIN IMMEDIATE")
        recording = Thread(target=lambda: house.record(campaign, ONE))
        recording.start()
        time.sleep(0.2)
        assert recording.is_alive()
        other.execute("ROLLBACK")
        recording.join(timeout=HANG)
    assert house.table(campaign)["seats"]["Ann"]["coins"] == 11


@pytest.mark.parametrize("slow", [20, READERS + 8], ids=["twenty", "more than connections"])
def test_slow_readers_never_stop_recording(
    house: House, campaign: str, slow: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    done, taken, served = Signal(), Semaphore(0), list[int]()
    monkeypatch.setattr(connections, "PATIENCE", HANG)

    def read() -> None:
        with house.store.reading() as cursor:
            taken.release()
            done.wait(HANG)
            served.append(cursor.execute("SELECT COUNT(*) FROM entries").fetchone()[0])

    readers = [Thread(target=read) for _ in range(slow)]
    for reader in readers:
        reader.start()
    for _ in range(min(slow, READERS)):
        assert taken.acquire(timeout=HANG)
    house.record(campaign, *[ONE] * 20)
    assert served == [], "they read on all the while"
    done.set()
    for reader in readers:
        reader.join(timeout=HANG)
    assert len(served) == slow
    sound(house)


def test_a_file_that_cannot_be_opened_for_a_moment_stops_nothing_for_good(
    house: House, campaign: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_more_files(*args: object, **kw: object) -> sqlite3.Connection:
        raise sqlite3.OperationalError("unable to open database file")

    hasty = house.again(lock_timeout=1)
    hasty.table(campaign)
    with monkeypatch.context() as patch, hasty.store.reading():
        patch.setattr(sqlite3, "connect", no_more_files)
        with pytest.raises(Busy, match="unable to open"), hasty.store.reading():
            pass
        hasty.record(campaign, ONE)
    hasty.record(campaign, ONE)
    assert hasty.table(campaign)["seats"]["Ann"]["coins"] == 12
    hasty.close()


# --- read-only -------------------------------------------------------------------------------


def look_and_try(path: Path, campaign: str) -> tuple[int, int, str]:
    """What somebody who may only read sees, and is told."""
    if os.geteuid() == 0:
        os.setgid(65534)
        os.setuid(65534)
    house = House(path, lock_timeout=1)
    seen = house.table(campaign)["seats"]["Ann"]["coins"], len(house.log(campaign))
    repaired = message(lambda: house.record(campaign, ONE))
    house.close()
    return *seen, repaired


@pytest.mark.parametrize("folder_mode", [0o555, 0o777], ids=["folder too", "file only"])
def test_a_read_only_file_is_read_and_says_so(house: House, campaign: str, folder_mode: int) -> None:
    """In a process of somebody who may not write, for root may always."""
    house.table(campaign)
    data = settled(house)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "campaigns.db"
        path.write_bytes(data)
        path.chmod(0o444)
        Path(folder).chmod(folder_mode)
        with ProcessPoolExecutor(1, mp_context=get_context("fork")) as somebody:
            found = somebody.submit(look_and_try, path, campaign).result(timeout=HANG)
        Path(folder).chmod(0o755)
    assert found == (10, 12, "The campaign file is read-only. Nothing was recorded.")


# --- damaged ---------------------------------------------------------------------------------


def garbage(data: bytes, random: Random) -> bytes:
    """Noise in one page that holds entries or lines; SQLite does not mind noise in a page it does not use."""
    with TemporaryDirectory() as folder:
        (path := Path(folder) / "copy.db").write_bytes(data)
        db = sqlite3.connect(path)
        used = db.execute("SELECT pageno FROM dbstat WHERE name IN ('entries', 'log', 'state') AND pageno>1").fetchall()
        db.close()
    (page,) = random.choice(used)
    return data[: (page - 1) * 4096] + random.randbytes(4096) + data[page * 4096 :]


DAMAGES: dict[str, Callable[[bytes, Random], bytes]] = {
    "noise in a page": garbage,
    "cut in the middle": lambda data, random: data[: len(data) // 2 // 4096 * 4096],
    "cut within a page": lambda data, random: data[: len(data) - random.randrange(1, 4096)],
    "another header": lambda data, random: b"SQLite format 9\0" + data[16:],
    "not a database": lambda data, random: b"Dear diary, today we built a tower. " * 200,
    "noise": lambda data, random: random.randbytes(20_000),
}


@pytest.mark.soak
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_is_told_in_a_clear_sentence(
    house: House, campaign: str, random: Random, damage: Callable[[bytes, Random], bytes]
) -> None:
    again: list[House] = []
    house.record(campaign, *[LONG_NOTE] * 30)
    rewritten(house, damage(settled(house), random))
    repaired = message(lambda: again.append(house.again(lock_timeout=1)))
    if not again:
        assert repaired.startswith("The campaign file is damaged")
        assert repaired.endswith("companion repair")
        return
    (opened,) = again
    assert opened.verify() != []
    opened.campaigns.drop_from_memory(campaign)
    said = message(lambda: opened.record(campaign, ONE))
    assert len(said) < 300
    opened.close()


def test_an_empty_file_is_a_new_one(house: House, tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    path.touch()
    fresh = House(path)
    fresh.record(fresh.new(), ANN)
    sound(fresh)
    fresh.close()


# --- edited history --------------------------------------------------------------------------


def edit(house: House, position: int, change: Callable[[bytes], bytes]) -> None:
    with raw(house) as db:
        (state,) = db.execute("SELECT state FROM entries WHERE originator_version=?", (position,)).fetchone()
        db.execute("UPDATE entries SET state=? WHERE originator_version=?", (change(state), position))
    house.campaigns.drop_from_memory(house.store.campaigns()[0])


@pytest.mark.soak
@pytest.mark.parametrize("position", [1, 2, 3, 7, 11, 12])
def test_one_changed_byte_is_found_and_its_entry_named(
    house: House, campaign: str, random: Random, position: int
) -> None:
    def change(state: bytes) -> bytes:
        place = random.choice([n for n, byte in enumerate(state) if chr(byte).isalnum()])
        return state[:place] + bytes([state[place] ^ 1]) + state[place + 1 :]

    edit(house, position, change)
    repaired = [fault.what for fault in house.verify() if fault.campaign == campaign]
    assert any(str(number) in what for what in repaired for number in (position, position + 1)), repaired


@pytest.mark.parametrize("position", [1, 5, 12])
def test_a_deleted_entry_is_found(house: House, campaign: str, position: int) -> None:
    with raw(house) as db:
        db.execute("DELETE FROM entries WHERE originator_version=?", (position,))
    house.campaigns.drop_from_memory(campaign)
    assert house.verify() != []


def test_two_entries_that_changed_places_are_found(house: House, campaign: str) -> None:
    with raw(house) as db:
        db.execute("UPDATE entries SET originator_version=99 WHERE originator_version=5")
        db.execute("UPDATE entries SET originator_version=5 WHERE originator_version=6")
        db.execute("UPDATE entries SET originator_version=6 WHERE originator_version=99")
    assert any("5" in fault.what for fault in house.verify())


# --- snapshots and poison --------------------------------------------------------------------


def test_a_snapshot_that_tells_something_else_is_found(house: House, campaign: str) -> None:
    with house.campaigns.open(campaign) as live:
        kept = live.checkpoint()
        repaired = as_json(live.table)
    repaired["seats"]["Ann"]["coins"] = 999
    house.store.keep_snapshot(campaign, kept._replace(state=orjson.dumps(repaired)))
    again = house.again()
    assert any("differs from its log" in fault.what for fault in again.verify())
    again.store.forget_snapshots()
    again.campaigns.drop_from_memory(campaign)
    assert again.verify() == []
    again.close()


def test_a_snapshot_that_tells_something_else_does_not_reach_a_rebuild(house: House, campaign: str) -> None:
    with house.campaigns.open(campaign) as live:
        kept = live.checkpoint()
    house.store.keep_snapshot(campaign, kept._replace(state=b"{}"))
    before = house.rows()
    again = house.again()
    assert again.rebuild() == before
    again.close()


def test_an_event_whose_rule_breaks_now_does_not_stop_its_campaign(
    house: House, campaign: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.record(campaign, NightFell())

    def fails(self: NightFell, table: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(NightFell, "apply", fails)
    again = house.again()
    named = (campaign, "entry 13 counts, but cannot be applied (ZeroDivisionError: )")
    assert [(fault.campaign, fault.what) for fault in rebuild_read_models(again.campaigns, again.models)] == [named]
    assert again.table(campaign)["night"] is False
    again.record(campaign, DiceRolled(seat="Ann"))
    again.undo(campaign, 3, "those")
    again.amend(campaign, 4, "those", amount=5)
    assert again.table(campaign) == again.cold(campaign)
    assert again.shown(campaign) == again.told(campaign)
    assert [(fault.campaign, fault.what) for fault in again.verify()] == [named]
    again.close()


def test_an_event_whose_rule_breaks_is_not_recorded(
    house: House, campaign: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(self: NightFell, table: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(NightFell, "apply", fails)
        with pytest.raises(ZeroDivisionError):
            house.record(campaign, NightFell())
    assert house.head(campaign) == 12
    sound(house)


# --- backups ---------------------------------------------------------------------------------


def test_a_backup_made_while_writing_is_a_sound_beginning_of_the_log(
    house: House, campaign: str, tmp_path: Path
) -> None:
    stop = Signal()

    def write() -> None:
        while not stop.is_set():
            house.record(campaign, ONE)

    writing = Thread(target=write)
    writing.start()
    time.sleep(0.05)
    house.store.backup(tmp_path / "backup.db")
    stop.set()
    writing.join()
    copy = House(tmp_path / "backup.db")
    kept = [tuple(raw) for raw in copy.store.source(campaign).read()]
    assert kept == [tuple(raw) for raw in house.store.source(campaign).read()][: len(kept)]
    sound(copy)
    copy.close()
