"""What the host put away by restoring a backup stays away, whatever is repaired later."""

import sqlite3
import time
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from companion.config import Settings
from companion.demo import make_demo
from companion.maintenance import nightly_backups
from companion.services import Services
from domain.games import BY_KEY
from tests.faults.test_caches import companion, key, served
from tests.suite.patience import HANG

__all__ = ["key"]


@pytest.fixture
def evening(tmp_path: Path, key: str) -> str:
    """A campaign of which a backup was made by hand, and an evening after it that has the backup of its own."""
    assert companion(tmp_path, "backup", str(tmp_path / "before.db"))[0] == 0
    with served(tmp_path) as guest:
        for n in range(20):
            assert guest.note(key, f"Old {n}.")[0] == 200
    assert len([*(tmp_path / "backups").iterdir()]) == 1
    return key


def log_of(folder: Path, key: str) -> str:
    code, said, _ = companion(folder, "log", key)
    assert code == 0
    return said


def newest_position(folder: Path) -> int:
    """The position of the newest entry, as it is noted beside the file."""
    return int((folder / "campaigns.db.head").read_text(encoding="ascii").split()[2])


def lose_the_journal(folder: Path, key: str) -> None:
    """Record something, and lose it as a computer does that crashes with a disk that lied."""
    last = newest_position(folder) + 8
    with served(folder) as guest:
        for n in range(8):
            assert guest.note(key, f"New {n}.")[0] == 200
        until = time.monotonic() + HANG
        while newest_position(folder) < last:
            assert time.monotonic() < until
            time.sleep(0.05)
        guest.kill()
    for suffix in ("-wal", "-shm"):
        (folder / f"campaigns.db{suffix}").unlink()


def test_a_repair_does_not_bring_back_what_a_restore_put_away(tmp_path: Path, evening: str) -> None:
    assert companion(tmp_path, "restore", str(tmp_path / "before.db"))[0] == 0
    before, last = log_of(tmp_path, evening), newest_position(tmp_path) + 8
    lose_the_journal(tmp_path, evening)
    code, _, said = companion(tmp_path, "record", evening, "note-added", "text=Quiet")
    assert (code, f"entry {last} of" in said) == (6, True)
    code, said, _ = companion(tmp_path, "repair")
    assert (code, f"entry {last} was saved, but is missing" in said) == (6, True)
    assert "came from a backup" not in said
    assert log_of(tmp_path, evening) == before


def test_nor_a_whole_campaign_unless_it_is_brought_in_again(tmp_path: Path, key: str) -> None:
    assert companion(tmp_path, "backup", str(tmp_path / "before.db"))[0] == 0
    services = Services(Settings(tmp_path))
    new = make_demo(services, BY_KEY["champions"])
    nightly_backups.back_up(services, datetime.now().astimezone())
    services.close()
    assert companion(tmp_path, "export", new, str(tmp_path / "new.jsonl"))[0] == 0
    assert companion(tmp_path, "restore", str(tmp_path / "before.db"))[0] == 0
    assert companion(tmp_path, "repair")[0] == 0
    code, said, _ = companion(tmp_path, "list")
    assert (code, key in said, new in said) == (0, True, False)
    assert companion(tmp_path, "import", str(tmp_path / "new.jsonl"))[0] == 0
    before = log_of(tmp_path, new)
    cut_short(tmp_path / "campaigns.db")
    assert companion(tmp_path, "repair")[0] == 0
    assert log_of(tmp_path, new) == before


def test_what_is_restored_once_more_comes_from_its_backup_again(tmp_path: Path, key: str) -> None:
    assert companion(tmp_path, "backup", str(tmp_path / "before.db"))[0] == 0
    assert companion(tmp_path, "record", key, "note-added", "text=Old")[0] == 0
    services = Services(Settings(tmp_path))
    nightly_backups.back_up(services, datetime.now().astimezone())
    services.close()
    before = log_of(tmp_path, key)
    assert companion(tmp_path, "restore", str(tmp_path / "before.db"))[0] == 0
    assert companion(tmp_path, "restore", str(tmp_path / "campaigns.db.before-restore-1"))[0] == 0
    cut_short(tmp_path / "campaigns.db")
    assert companion(tmp_path, "repair")[0] == 0
    assert log_of(tmp_path, key) == before


def cut_short(file: Path) -> None:
    """Lose the last entries of a file, as a journal that disappears does."""
    with closing(sqlite3.connect(file)) as db:
        db.execute("DELETE FROM entries WHERE rowid > (SELECT MAX(rowid) FROM entries) - 5")
        db.commit()
        db.execute("VACUUM")
