"""A disk without room when the program starts: told as that, and what is sound is not called damaged."""

import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep

import pytest

from companion.config import Settings
from companion.demo import make_demo
from companion.services import Services
from domain.games import BY_KEY
from tests.faults.test_caches import Guest, companion, served


def fill_disk(folder: Path) -> None:
    subprocess.run(["dd", "if=/dev/zero", f"of={folder / 'photos'}", "bs=1k"], capture_output=True, check=False)


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk on which a campaign is under way, and not a byte more has room."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("only root may mount a small disk")
    try:
        services = Services(Settings(folder))
        make_demo(services, BY_KEY["agemonia"])
        services.close()
        fill_disk(folder)
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.fixture
def own_disk(tmp_path: Path) -> Iterator[Path]:
    """A separate disk with a campaign under way."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("only root may mount a disk")
    try:
        services = Services(Settings(folder))
        make_demo(services, BY_KEY["agemonia"])
        services.close()
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def remount(folder: Path, how: str) -> None:
    """Make a disk read-only (`ro`), or writable again (`rw`); then even root cannot write to it."""
    subprocess.run(["mount", "-o", f"remount,{how}", str(folder)], check=True)


KEY = "the-lantern-bearers"


def test_a_full_disk_is_told_and_read_from(full_disk: Path, tmp_path: Path) -> None:
    before = (full_disk / "campaigns.db").read_bytes()
    read = (["list"], ["log", KEY], ["export", KEY, str(tmp_path / "evening.jsonl")], ["verify"], ["repair"])
    repaired = [companion(full_disk, *words) for words in (*read, ["backup", str(tmp_path / "copy.db")])]
    assert {(code, "isk is full" in wrong) for code, _, wrong in repaired} == {(0, True)}
    write = (["record", KEY, "note-added", "text=Quiet"], ["undo", KEY], ["serve", "--port", "0", "--lan"])
    repaired += [companion(full_disk, *words) for words in write]
    assert {(code, "isk is full" in wrong or "No space" in wrong) for code, _, wrong in repaired[len(read) + 1 :]} == {
        (4, True)
    }
    assert not any("repair" in wrong or "Traceback" in wrong for _, _, wrong in repaired)
    (full_disk / "photos").unlink()
    assert (full_disk / "campaigns.db").read_bytes() == before
    assert companion(full_disk, "verify") == (0, "Everything is in order.\n", "")
    assert not [path.name for path in full_disk.iterdir() if path.name.startswith("campaigns.db.head.")]
    assert companion(tmp_path / "copy", "import", str(tmp_path / "evening.jsonl"))[0] == 0


def test_what_is_on_a_full_disk_is_served_and_recorded_in_once_there_is_room(full_disk: Path) -> None:
    pages = ("", "log", "log?search=temple", "sheets/", "charts/", "export/md", "export/jsonl", "people/", "undo/340")
    with served(full_disk) as guest:
        assert {path: guest.ask(f"/c/{KEY}/{path}")[0] for path in pages} == dict.fromkeys(pages, 200)
        code, page = guest.note(KEY, "The quay is empty.")
        assert (code, "The disk is full. Nothing was recorded." in page) == (503, True)
        (full_disk / "photos").unlink()
        code, _ = guest.note(KEY, "The quay is full.")
        page = guest.ask(f"/c/{KEY}/log")[1]
    assert (code, "The quay is full." in page, "The quay is empty." in page) == (200, True, False)
    assert companion(full_disk, "verify") == (0, "Everything is in order.\n", "")
    assert not [path for path in full_disk.rglob("*") if path.is_file() and not path.stat().st_size]


def test_what_a_killed_program_left_in_its_journal_is_read_on_a_full_disk(full_disk: Path) -> None:
    (full_disk / "photos").unlink()
    with served(full_disk) as guest:
        assert guest.note(KEY, "The quay is empty.")[0] == 200
        guest.kill()
    assert (full_disk / "campaigns.db-wal").stat().st_size > 0
    fill_disk(full_disk)
    code, said, _ = companion(full_disk, "log", KEY)
    assert (code, "The quay is empty." in said) == (0, True)


def test_verify_says_first_that_recording_is_stopped(tmp_path: Path) -> None:
    services = Services(Settings(tmp_path))
    make_demo(services, BY_KEY["agemonia"])
    services.close()
    head = tmp_path / "campaigns.db.head"
    row, campaign, position, digest = head.read_text(encoding="ascii").split()
    head.write_text(f"{int(row) + 1} {campaign} {int(position) + 1} {digest}\n", encoding="ascii")
    code, said, _ = companion(tmp_path, "verify")
    assert code == 6
    assert said.startswith("file: Recording has stopped: entry ")


def test_an_export_that_an_editor_put_a_mark_before_is_imported(tmp_path: Path) -> None:
    services = Services(Settings(tmp_path / "one"))
    key = make_demo(services, BY_KEY["agemonia"])
    services.close()
    file = tmp_path / "evening.jsonl"
    assert companion(tmp_path / "one", "export", key, str(file))[0] == 0
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert companion(tmp_path / "two", "import", str(file))[:2] == (0, f"{key}\n")


# --- until a write would succeed again -------------------------------------------------------


def ready_within(guest: Guest, seconds: float, code: int) -> bool:
    """Whether the program says within some seconds that it is ready, or that it is not."""
    until = monotonic() + seconds
    while guest.ask("/readyz")[0] != code:
        if monotonic() > until:
            return False
        sleep(0.2)
    return True


def test_what_was_served_from_a_read_only_disk_records_once_it_is_writable(own_disk: Path) -> None:
    remount(own_disk, "ro")
    with served(own_disk) as guest:
        assert guest.ask(f"/c/{KEY}/log")[0] == 200
        code, page = guest.note(KEY, "The quay is empty.")
        assert (code, "The campaign file is read-only. Nothing was recorded." in page) == (503, True)
        assert guest.ask("/readyz")[0] == 503
        remount(own_disk, "rw")
        assert ready_within(guest, 5, 200)
        code, _ = guest.note(KEY, "The quay is full.")
        assert (code, "The quay is full." in guest.ask(f"/c/{KEY}/log")[1]) == (200, True)
    assert companion(own_disk, "verify") == (0, "Everything is in order.\n", "")


def test_a_program_is_not_ready_while_the_disk_is_full(own_disk: Path) -> None:
    with served(own_disk) as guest:
        assert ready_within(guest, 5, 200)
        fill_disk(own_disk)
        assert ready_within(guest, 5, 503)
        (own_disk / "photos").unlink()
        assert ready_within(guest, 5, 200)
        assert guest.note(KEY, "The quay is full.")[0] == 200


def test_a_program_is_not_ready_while_another_one_keeps_the_file(own_disk: Path) -> None:
    with served(own_disk) as guest, closing(sqlite3.connect(own_disk / "campaigns.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert ready_within(guest, 15, 503)
        other.execute("ROLLBACK")
        assert ready_within(guest, 15, 200)
        assert guest.note(KEY, "The quay is full.")[0] == 200
