"""A log in PostgreSQL that several processes record into: nothing is lost or doubled, and each reads its own copy."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import cycle, islice
from pathlib import Path
from threading import Thread
from uuid import uuid4

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent
from eventsourcing.tests import persistence as cases

from domain.framework.refusal import RefusedAll
from domain.store import Busy, Conflict, Damaged
from domain.store.postgres import SharedRecorder, open_datastore
from domain.store.shared import SharedStore
from projections.following import catch_up_all
from projections.rebuild import verify_file
from tests.house import House, rows_of
from tests.shared import Database, SharedHouse
from tests.suite.patience import HANG, end_process
from tests.toy import CoinsGained, DiceRolled, SeatTaken


@pytest.fixture
def ann(database: Database, tmp_path: Path) -> Iterator[SharedHouse]:
    """One process of a shared log."""
    house = SharedHouse(database.url, database.new_schema(), tmp_path / "ann.db")
    yield house
    house.close()


@pytest.fixture
def bob(ann: SharedHouse, tmp_path: Path) -> Iterator[SharedHouse]:
    """Another one of the same log."""
    house = ann.beside(tmp_path / "bob.db")
    yield house
    house.close()


ROOT = Path(__file__).parents[3]
COUNT = int(os.environ.get("SOAK", "0")) * 25 or 60
"""Commands of each of two processes: 2,000 together in `make hunt`."""


class Stored:
    """A schema for each of the library's cases."""

    recorder: SharedRecorder

    @pytest.fixture(autouse=True)
    def _schema(self, database: Database) -> Iterator[None]:
        self.recorder = SharedRecorder(open_datastore(database.url, database.new_schema()))
        self.recorder.create_tables()
        yield
        self.recorder.datastore.close()

    def new_originator_id(self) -> str:
        return uuid4().hex

    def create_recorder(self) -> SharedRecorder:
        return self.recorder


class TestEntries(Stored, cases.ApplicationRecorderTestCase):
    """Their order, their conflicts, and many who write while others read."""

    EXPECT_CONTIGUOUS_NOTIFICATION_IDS = False


class TestNeighbours(Stored, cases.NonInterleavingNotificationIDsBaseCase):
    """Pitfall: without the table's lock, which the library's database functions do not take, entries interleave."""


def harbour(house: House) -> str:
    """A campaign with Ann at the table."""
    id_ = house.new()
    house.record(id_, SeatTaken(seat="Ann"))
    return id_


def wait_until_reachable(house: SharedHouse) -> None:
    until = time.monotonic() + HANG
    while time.monotonic() < until and not house.store.reachable:
        time.sleep(0.05)


def agree(*houses: SharedHouse) -> None:
    """Every copy is whole, and all say the same of every entry and of every table."""
    found = []
    for house in houses:
        house.store.await_others()
        catch_up_all(house.campaigns)
        assert list(verify_file(house.campaigns, house.models)) == []
        with house.store.reading() as cursor:
            entries = cursor.execute("SELECT rowid, * FROM entries ORDER BY rowid").fetchall()
            commands = cursor.execute("SELECT * FROM commands ORDER BY campaign, command").fetchall()
        with house.store.writing() as db:
            found.append((entries, commands, rows_of(house.models, db)))
    for others in found[1:]:
        assert others[:2] == found[0][:2]
        assert [name for name, rows in others[2].items() if rows != found[0][2][name]] == []


# --- two processes ---------------------------------------------------------------------------


def test_what_one_records_the_other_reads(ann: SharedHouse, bob: SharedHouse) -> None:
    id_ = harbour(ann)
    bob.store.await_others()
    assert bob.table(id_) == ann.table(id_)
    bob.record(id_, CoinsGained(seat="Ann", amount=3))
    ann.store.await_others()
    assert ann.store.heard(id_) == 3
    assert ann.table(id_) == bob.table(id_)
    agree(ann, bob)


def test_a_command_may_follow_into_the_file_of_a_process_that_serves(ann: SharedHouse) -> None:
    id_ = harbour(ann)
    for _ in range(5):
        with closing(ann.beside(ann.path)) as command:
            command.record(id_, CoinsGained(seat="Ann", amount=1))
            ann.store.await_others()
            ann.record(id_, CoinsGained(seat="Ann", amount=1))
            command.store.await_others()
            assert command.table(id_) == ann.table(id_)
    assert ann.store.reachable
    assert ann.table(id_)["seats"]["Ann"]["coins"] == 10
    agree(ann)


def test_who_take_turns_never_meet(ann: SharedHouse, bob: SharedHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    met = Counter[str]()
    for name, house in (("ann", ann), ("bob", bob)):
        append = house.store.append

        def counted(*given: object, name: str = name, append: object = append) -> None:
            try:
                append(*given)  # type: ignore[operator]
            except Conflict:
                met[name] += 1
                raise

        monkeypatch.setattr(house.store, "append", counted)
    id_ = harbour(ann)
    for house in islice(cycle((bob, ann)), 20):
        house.store.await_others()
        house.record(id_, CoinsGained(seat="Ann", amount=1))
    assert not met
    assert ann.table(id_)["seats"]["Ann"]["coins"] == 20


def test_a_correction_of_one_counts_for_the_other(ann: SharedHouse, bob: SharedHouse) -> None:
    id_ = harbour(ann)
    first, second = ann.record(id_, CoinsGained(seat="Ann", amount=2), CoinsGained(seat="Ann", amount=5))
    bob.store.await_others()
    bob.undo(id_, first.entries[0].position)
    bob.record(id_, DiceRolled(seat="Ann"))
    ann.store.await_others()
    ann.amend(id_, second.entries[0].position, amount=4)
    ann.restore(id_, first.entries[0].position)
    bob.record(id_, CoinsGained(seat="Ann", amount=1))
    agree(ann, bob)
    assert ann.table(id_)["seats"]["Ann"]["coins"] >= 7


def test_a_command_that_another_process_recorded_is_not_recorded_again(ann: SharedHouse, bob: SharedHouse) -> None:
    id_, command = harbour(ann), House.command()
    bob.store.await_others()
    once = ann.record_as(id_, CoinsGained(seat="Ann", amount=1), command)
    again = bob.record_as(id_, CoinsGained(seat="Ann", amount=1), command)
    assert (once.repeated, again.repeated) == (False, True)
    assert [one.position for one in once.entries] == [one.position for one in again.entries]


def test_a_refusal_is_only_believed_once_all_that_others_recorded_is_known(ann: SharedHouse, bob: SharedHouse) -> None:
    id_ = ann.new()
    bob.store.await_others()
    bob.table(id_)
    ann.record(id_, SeatTaken(seat="Ann"))
    bob.record(id_, CoinsGained(seat="Ann", amount=1))
    with pytest.raises(RefusedAll):
        bob.record(id_, CoinsGained(seat="Nobody", amount=1))


def test_pictures_and_packs_are_there_for_both(ann: SharedHouse, bob: SharedHouse) -> None:
    ann.store.add_photo("a" * 64, b"\x00picture")
    assert bob.store.photo("a" * 64) == b"\x00picture"
    assert bob.store.has_photo("a" * 64)
    assert bob.store.photo("b" * 64) is None
    harbour(ann)
    pack = next(iter(ann.games.values())).pack
    assert bob.store.pack(pack.digest) == pack
    assert bob.store.pack("c" * 64) is None


def test_who_loses_every_race_has_the_log_to_themselves_once(ann: SharedHouse, bob: SharedHouse) -> None:
    """Pitfall: a busy campaign would starve whoever decides slowly."""
    id_ = harbour(ann)
    bob.store.await_others()
    ended = False

    def record() -> None:
        while not ended:
            ann.record(id_, CoinsGained(seat="Ann", amount=1))

    busy = Thread(target=record)
    busy.start()
    command = House.command()

    def slowly(live: object) -> object:
        time.sleep(0.02)
        return live.record(CoinsGained(seat="Ann", amount=1), command, bob.campaigns.chance)  # type: ignore[attr-defined]

    try:
        receipt = bob.campaigns.run(id_, command, slowly)  # type: ignore[arg-type]
    finally:
        ended = True
        busy.join(HANG)
    assert not receipt.repeated
    agree(ann, bob)


def test_who_loses_the_turn_with_the_database_is_asked_to_try_again(
    ann: SharedHouse, bob: SharedHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The turn is held by a connection: one that is lost lets others in, and what was decided meanwhile is old."""
    id_, command = harbour(ann), House.command()
    monkeypatch.setattr("domain.campaigns.TRIES", 0)  # a turn is asked for at once

    def gain(live: object) -> object:
        return live.record(CoinsGained(seat="Ann", amount=1), command, ann.campaigns.chance)  # type: ignore[attr-defined]

    def gain_with_the_turn_lost(live: object) -> object:
        with psycopg.connect(ann.url, autocommit=True) as db:
            db.execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype='advisory' AND granted")
        bob.record(id_, CoinsGained(seat="Ann", amount=2))
        return gain(live)

    with pytest.raises(Busy, match="Nothing was recorded"):
        ann.campaigns.run(id_, command, gain_with_the_turn_lost)  # type: ignore[arg-type]
    assert not ann.campaigns.run(id_, command, gain).repeated  # type: ignore[arg-type]
    assert ann.table(id_)["seats"]["Ann"]["coins"] == 3
    agree(ann, bob)


def test_a_turn_is_not_taken_by_a_copy_that_does_not_follow(
    ann: SharedHouse, bob: SharedHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_ = harbour(ann)
    ann.store.await_others()
    bob.store.await_others()
    monkeypatch.setattr("domain.store.shared.PATIENCE", 0.1)
    monkeypatch.setattr(ann.store, "_follow_to_end", lambda: None)
    bob.record(id_, CoinsGained(seat="Ann", amount=2))
    with pytest.raises(Busy), ann.store.block_recorders():
        pytest.fail("It had the turn.")


# --- the database ----------------------------------------------------------------------------


def test_tables_are_created_by_many_at_once_while_others_record(database: Database, ann: SharedHouse) -> None:
    """Pitfall: two who create them at once, or while somebody records, used to end in an error or a deadlock."""
    id_ = harbour(ann)
    recorders = [SharedRecorder(open_datastore(database.url, ann.schema)) for _ in range(4)]
    failed: list[BaseException] = []

    def create(recorder: SharedRecorder) -> None:
        try:
            recorder.create_tables()
        except BaseException as error:
            failed.append(error)

    threads = [Thread(target=create, args=(recorder,)) for recorder in recorders]
    for thread in threads:
        thread.start()
    for _ in range(20):
        ann.record(id_, CoinsGained(seat="Ann", amount=1))
    for thread in threads:
        thread.join(HANG)
    for recorder in recorders:
        recorder.datastore.close()
    assert failed == []


def test_a_database_without_tables_says_how_to_create_them(database: Database, tmp_path: Path) -> None:
    with pytest.raises(Busy, match="companion store prepare"):
        SharedStore(database.url, tmp_path / "copy.db", schema=database.new_schema(prepared=False))


@pytest.mark.parametrize(
    ("url", "why"),
    [("postgresql://host/name?sslmode=require", "has unsupported parts"), ("host", "is invalid")],
)
def test_an_address_that_cannot_be_used_says_so(url: str, why: str) -> None:
    with pytest.raises(Busy, match=why):
        open_datastore(url)


def test_database_functions_stay_off_whatever_the_environment_says(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POSTGRES_ENABLE_DB_FUNCTIONS", "yes")
    assert not open_datastore(database.url).enable_db_functions


def test_a_repeated_command_is_said_so_at_once(ann: SharedHouse) -> None:
    """Pitfall: a statement of its own for commands ends the pipeline, which the library tries again for seconds."""
    state = b'{"event":{"text":"\\"entry\\":{\\"id\\":\\"other\\""},"entry":{"id":"one.0"}}'
    ann.store.shared.insert_events([StoredEvent("c", 1, "said", state)])
    began = time.monotonic()
    with pytest.raises(IntegrityError):
        ann.store.shared.insert_events([StoredEvent("c", 2, "said", state)])
    assert time.monotonic() - began < 1
    ann.store.shared.insert_events([StoredEvent("d", 1, "said", state)])
    ann.store.shared.insert_events([StoredEvent("c", 2, "said", state.replace(b"one.0", b"one.1"))])
    assert [one.originator_version for one in ann.store.shared.select_events("c")] == [1, 2]


def test_a_commit_of_which_nobody_heard_is_answered_as_recorded(
    ann: SharedHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pitfall: the connection is lost after the commit; trying again finds the position taken by oneself."""
    id_, command = harbour(ann), House.command()
    append, lost = ann.store.shared.append, []

    def unheard(*given: object, turn: bool) -> int:
        if not lost:
            lost.append(append(*given, turn=turn))  # type: ignore[arg-type]
        return append(*given, turn=turn)  # type: ignore[arg-type]

    monkeypatch.setattr(ann.store.shared, "append", unheard)
    receipt = ann.record_as(id_, CoinsGained(seat="Ann", amount=1), command)
    assert (receipt.repeated, ann.table(id_)["seats"]["Ann"]["coins"]) == (True, 1)


@pytest.mark.slow
def test_while_the_database_is_down_all_is_read_and_nothing_recorded(tmp_path: Path) -> None:
    with closing(Database()) as own:
        house = SharedHouse(own.url, own.new_schema(), tmp_path / "copy.db")
        id_ = harbour(house)
        own.kill()
        with pytest.raises(Busy, match="Nothing was recorded"):
            house.record(id_, CoinsGained(seat="Ann", amount=1))
        began = time.monotonic()
        with pytest.raises(Busy, match="shared database cannot be reached"):
            house.record(id_, CoinsGained(seat="Ann", amount=1))
        assert time.monotonic() - began < 1
        assert house.table(id_)["seats"]["Ann"]["coins"] == 0
        own.start()
        wait_until_reachable(house)
        house.record(id_, CoinsGained(seat="Ann", amount=1))
        assert house.table(id_)["seats"]["Ann"]["coins"] == 1
        house.close()


@pytest.mark.slow
def test_a_start_while_the_database_is_down_reads_the_copy_and_records_once_it_is_back(tmp_path: Path) -> None:
    with closing(Database()) as own:
        schema, path = own.new_schema(), tmp_path / "copy.db"
        with closing(SharedHouse(own.url, schema, path)) as before:
            id_ = harbour(before)
        own.kill()
        with closing(SharedHouse(own.url, schema, path)) as house:
            assert house.table(id_)["seats"]["Ann"]["coins"] == 0
            with pytest.raises(Busy, match="Nothing was recorded"):
                house.record(id_, CoinsGained(seat="Ann", amount=1))
            own.start()
            wait_until_reachable(house)
            house.record(id_, CoinsGained(seat="Ann", amount=1))
            agree(house)


@pytest.mark.slow
def test_without_a_copy_nothing_starts_while_the_database_is_down(tmp_path: Path) -> None:
    with closing(Database()) as own:
        schema = own.new_schema()
        own.kill()
        with pytest.raises(Busy, match="shared database cannot be reached"):
            SharedHouse(own.url, schema, tmp_path / "copy.db")


# --- copies ----------------------------------------------------------------------------------


def test_a_lost_copy_is_followed_anew(ann: SharedHouse, tmp_path: Path) -> None:
    id_ = harbour(ann)
    ann.record(id_, *[DiceRolled(seat="Ann")] * 5)
    ann.undo(id_)
    with closing(ann.beside(tmp_path / "late.db")) as late:
        agree(ann, late)


def test_a_copy_that_was_away_follows_what_came_meanwhile(ann: SharedHouse, bob: SharedHouse, tmp_path: Path) -> None:
    id_ = harbour(ann)
    bob.store.await_others()
    bob.close()
    ann.record(id_, *[DiceRolled(seat="Ann")] * 5)
    ann.undo(id_)
    other = ann.new("Lagoon")
    with closing(ann.beside(tmp_path / "bob.db")) as back:
        agree(ann, back)
        assert back.table(other)


def test_a_copy_that_has_more_than_the_database_stops_recording(
    database: Database, ann: SharedHouse, tmp_path: Path
) -> None:
    """The database was restored from a backup of yesterday."""
    id_ = harbour(ann)
    ann.record(id_, CoinsGained(seat="Ann", amount=1))
    earlier = ann.schema
    ann.close()
    restored = database.new_schema()
    with closing(SharedHouse(database.url, restored, tmp_path / "ann.db")) as house:
        assert isinstance(house.store.stopped, Damaged)
        with pytest.raises(Damaged, match="lacks entries"):
            house.record(id_, CoinsGained(seat="Ann", amount=1))
        assert house.table(id_)["seats"]["Ann"]["coins"] == 1
    assert restored != earlier


# --- many commands, kills --------------------------------------------------------------------


def place_of(house: SharedHouse, copy: Path) -> str:
    """What `house_at` opens with a copy of its own."""
    return f"{house.url} {house.schema} {copy}"


class Recorders(ExitStack):
    """Processes that record, and print what was acknowledged; they have ended behind the block."""

    def start(self, house: SharedHouse, place: Path, seed: int, campaign: str) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.writer", place_of(house, place), str(seed), str(COUNT), campaign],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.callback(end_process, process)
        return process


@pytest.fixture
def recorders() -> Iterator[Recorders]:
    with Recorders() as found:
        yield found


def lines_of(process: "subprocess.Popen[str]", many: int) -> str:
    """So many lines that a process printed, once it has."""
    assert process.stdout is not None
    return "".join(process.stdout.readline() for _ in range(many))


@pytest.mark.slow
@pytest.mark.soak
def test_two_processes_lose_and_double_nothing_though_one_is_killed(
    ann: SharedHouse, recorders: Recorders, tmp_path: Path
) -> None:
    id_ = harbour(ann)
    children = [recorders.start(ann, tmp_path / f"{seed}.db", seed, id_) for seed in (1, 2)]
    first = lines_of(children[1], 5)
    children[1].send_signal(signal.SIGKILL)
    said = first + children[1].communicate()[0]
    again = recorders.start(ann, tmp_path / "2.db", 2, id_)
    told, errors = again.communicate(timeout=HANG)
    assert again.returncode == 0, errors
    one, errors = children[0].communicate(timeout=HANG)
    assert children[0].returncode == 0, errors
    keeps_all(ann, one + said[: said.rfind("\n") + 1] + told)
    with closing(ann.beside(tmp_path / "1.db")) as copy:
        agree(ann, copy)


@pytest.mark.slow
@pytest.mark.soak
def test_two_processes_lose_and_double_nothing_though_the_database_is_killed(
    recorders: Recorders, tmp_path: Path
) -> None:
    with closing(Database()) as own, closing(SharedHouse(own.url, own.new_schema(), tmp_path / "ann.db")) as ann:
        id_ = harbour(ann)
        children = [recorders.start(ann, tmp_path / f"{seed}.db", seed, id_) for seed in (1, 2)]
        said = "".join(lines_of(child, 3) for child in children)  # who begins meanwhile has no copy to begin with
        own.kill()
        own.start()
        for child in children:
            told, errors = child.communicate(timeout=HANG)
            assert child.returncode == 0, errors
            said += told
        keeps_all(ann, said)
        with closing(ann.beside(tmp_path / "1.db")) as copy:
            agree(ann, copy)


def keeps_all(house: SharedHouse, said: str) -> None:
    """All that was acknowledged is in the log, once, where it was said to be; nothing is left out between."""
    house.store.await_others()
    promised = {command: int(last) for _, command, last in map(str.split, said.splitlines())}
    with house.store.reading() as cursor:
        kept = dict(cursor.execute("SELECT command, last FROM commands").fetchall())
        positions = [one for (one,) in cursor.execute("SELECT originator_version FROM entries ORDER BY rowid")]
    assert len(promised) > COUNT
    assert {command: kept.get(command) for command in promised} == promised
    assert positions == list(range(1, len(positions) + 1))
