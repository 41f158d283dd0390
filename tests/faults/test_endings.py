"""Whatever asks the host to end, the table is put away whole: one file, and nobody who looks on holds it up."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from urllib.request import urlopen

import pytest

from companion.config import Settings
from companion.demo import make_demo
from companion.services import Services
from domain.games import BY_KEY
from domain.store import StoreError, connections
from tests.house import House
from tests.suite.patience import HANG

TERMINAL = """
from companion.cli import main
main()
"""
"""The command line as a host at a terminal runs it."""
SLOW = """
from itertools import count
from threading import current_thread, main_thread
from companion.maintenance import nightly_backups
def slowly(campaigns, pace):
    for n in count():
        if n == 1 and current_thread() is main_thread():
            print("under way", flush=True)
        pace(1)
        yield from ()
nightly_backups.check_chains = slowly
"""
"""A backup is looked through without an end; it is told of the one where the host ends."""
WHOLE = ["campaigns.db", "campaigns.db.head"]
"""One file, with the note of its newest entry, and no journal."""
ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass
class Host:
    """`companion serve` on a folder that nobody else has open."""

    folder: Path
    key: str
    process: "subprocess.Popen[str]"
    address: str

    def ended_by(self, number: int) -> tuple[int, str]:
        """The code it ends with, and what it says then."""
        self.process.send_signal(number)
        _, repaired = self.process.communicate(timeout=HANG)
        return self.process.returncode, repaired

    @property
    def files(self) -> list[str]:
        return sorted(file.name for file in self.folder.iterdir() if file.name.startswith("campaigns.db"))


@contextmanager
def hosting(folder: Path, *before: str, program: str = TERMINAL) -> Iterator[Host]:
    services = Services(Settings(folder))
    key = make_demo(services, BY_KEY["agemonia"])
    services.close()
    line = [*before, sys.executable, "-c", program, "--data", str(folder), "serve", "--port", "0"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield Host(folder, key, process, process.stdout.readline().strip())
        finally:
            process.kill()


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    with hosting(tmp_path) as host:
        yield host


@pytest.mark.parametrize("number", ENDINGS, ids=lambda number: number.name)
def test_one_whole_file_is_left_however_the_host_is_asked_to_end(host: Host, number: int) -> None:
    urlopen(f"{host.address}c/{host.key}/", timeout=HANG).close()
    assert "campaigns.db-wal" in host.files
    assert host.ended_by(number) == (0, "")
    assert host.files == WHOLE


def test_a_page_that_listens_does_not_hold_up_the_end(host: Host) -> None:
    with urlopen(f"{host.address}c/{host.key}/live?after=1", timeout=HANG) as stream:
        assert [stream.readline() for _ in range(3)][2].startswith(b"id: ")
        assert host.ended_by(signal.SIGINT) == (0, ""), "those who serve went home by themselves"
    assert host.files == WHOLE


def test_a_page_that_listens_is_told_when_to_come_back_and_its_stream_ends_whole(host: Host) -> None:
    with urlopen(f"{host.address}c/{host.key}/live?after=1", timeout=HANG) as stream:
        began = [stream.readline() for _ in range(5)]
        assert host.ended_by(signal.SIGTERM) == (0, "")
        stream.read()  # a stream that broke off raises
    assert began[0] == b"retry: 2000\n"
    assert host.files == WHOLE


def test_who_is_asked_to_end_twice_ends(host: Host) -> None:
    host.process.send_signal(signal.SIGTERM)
    host.process.send_signal(signal.SIGTERM)
    assert host.ended_by(signal.SIGTERM)[0] == 0
    assert host.files == WHOLE


def test_what_was_started_to_outlive_its_terminal_does(tmp_path: Path) -> None:
    with hosting(tmp_path, "nohup") as host:
        os.kill(host.process.pid, signal.SIGHUP)
        with urlopen(f"{host.address}c/{host.key}/", timeout=HANG) as page:
            assert page.status == 200
        assert host.ended_by(signal.SIGTERM)[0] == 0


# --- the file is let go of while somebody is at it --------------------------------------------


def test_who_reads_while_the_file_is_let_go_of_reads_to_the_end(house: House, harbour: str) -> None:
    with house.store.reading() as cursor:
        closing = Thread(target=house.close)
        closing.start()
        closing.join(0.2)
        read = cursor.execute("SELECT COUNT(*) FROM entries").fetchone()
    closing.join(HANG)
    assert read == (1,)


def test_who_takes_too_long_keeps_nobody_from_ending_and_reads_to_the_end(
    house: House, harbour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "ENDING", 0)
    with house.store.reading() as cursor:
        house.close()
        assert cursor.execute("SELECT COUNT(*) FROM entries").fetchone() == (1,)
    with pytest.raises(StoreError), house.store.reading():
        pass


def test_who_writes_while_the_file_is_let_go_of_writes_to_the_end_and_lets_go_of_it_then(
    house: House, harbour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "ENDING", 0)
    with house.store.writing() as db:
        house.close()
        db.execute("INSERT INTO photos VALUES ('a', 'a photo')")
    assert sorted(file.name for file in house.path.parent.glob("*.db*")) == [house.path.name]
    assert house.again().store.photo("a") == b"a photo"
    with pytest.raises(StoreError, match="was closed"), house.store.writing():
        pass


def test_what_cannot_be_stored_at_the_very_end_is_gone_and_others_write_after_it(house: House, harbour: str) -> None:
    with house.store.writing() as writer:
        writer.execute("CREATE TABLE wrong (id REFERENCES photos DEFERRABLE INITIALLY DEFERRED)")
    writer.execute("PRAGMA foreign_keys=ON")
    with pytest.raises(StoreError), house.store.writing():
        writer.execute("INSERT INTO wrong VALUES (1)")
    with house.store.writing():
        assert writer.execute("SELECT * FROM wrong").fetchall() == []


# --- the backup at the end --------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_who_asks_twice_waits_for_no_backup(tmp_path: Path, number: int) -> None:
    with hosting(tmp_path, program=SLOW + TERMINAL) as host:
        assert host.process.stdout is not None
        host.process.send_signal(signal.SIGINT)
        assert host.process.stdout.readline() == "under way\n"
        assert host.ended_by(number) == (0, "")
        assert (host.files, [*(tmp_path / "backups").iterdir()]) == (WHOLE, [])


IGNORING = """
import signal, subprocess, sys
signal.signal(signal.SIGHUP, signal.SIG_IGN)
signal.signal(signal.SIGINT, signal.SIG_IGN)
import tests.conftest
subprocess.run([sys.executable, "-c", "import signal; print(*(signal.getsignal(n) is signal.SIG_IGN for n in (1, 2)))"])
"""
"""A test process under `nohup` in the background of a shell, and whether its children ignore SIGHUP and SIGINT."""


def test_a_test_process_hands_on_no_ignored_signal() -> None:
    shown = subprocess.run([sys.executable, "-c", IGNORING], capture_output=True, text=True, timeout=HANG, check=True)
    assert shown.stdout == "False False\n"


def test_a_terminal_that_closes_is_in_no_hurry(tmp_path: Path) -> None:
    with hosting(tmp_path, program=SLOW + TERMINAL) as host:
        assert host.process.stdout is not None
        for _ in range(2):
            host.process.send_signal(signal.SIGHUP)
        assert host.process.stdout.readline() == "under way\n"
        host.process.send_signal(signal.SIGHUP)
        assert host.process.poll() is None
        assert host.ended_by(signal.SIGTERM)[0] == 0


def test_what_a_killed_host_left_of_a_backup_is_gone_once_it_serves_again(tmp_path: Path) -> None:
    ours, others = (tmp_path / "backups" / f".backup-{name}-x1y2z3_4" for name in ("campaigns", "other-campaigns"))
    for left in (ours, others):
        left.mkdir(parents=True)
        (left / "half.db").write_bytes(b"half")
    with hosting(tmp_path) as host:
        assert host.ended_by(signal.SIGTERM)[0] == 0
    assert (ours.exists(), others.exists()) == (False, True)
