"""A disk without room when the program starts: told as that, and what is sound is not called damaged."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.config import Settings
from companion.demo import demo
from companion.desk import Desk
from domain.games import BY_KEY
from tests.faults.test_caches import companion


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk on which a campaign is under way, and not a byte more has room."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("only root may mount a small disk")
    try:
        desk = Desk(Settings(folder))
        demo(desk, BY_KEY["agemonia"])
        desk.close()
        subprocess.run(["dd", "if=/dev/zero", f"of={folder / 'photos'}", "bs=1k"], capture_output=True, check=False)
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_is_told_and_leaves_nothing_behind(full_disk: Path, tmp_path: Path) -> None:
    before = (full_disk / "campaigns.db").read_bytes()
    words = (["list"], ["verify"], ["backup", str(tmp_path / "copy.db")], ["repair"], ["serve", "--port", "0"])
    told = [companion(full_disk, *line) for line in words]
    assert {(code, "isk is full" in said or "No space" in said) for code, _, said in told} == {(4, True)}
    assert not any("repair" in said for _, _, said in told)
    (full_disk / "photos").unlink()
    assert (full_disk / "campaigns.db").read_bytes() == before
    assert companion(full_disk, "verify") == (0, "Everything is sound.\n", "")
    assert not [path.name for path in full_disk.iterdir() if path.name.startswith("campaigns.db.head.")]


def test_verify_says_first_that_recording_is_stopped(tmp_path: Path) -> None:
    desk = Desk(Settings(tmp_path))
    demo(desk, BY_KEY["agemonia"])
    desk.close()
    head = tmp_path / "campaigns.db.head"
    row, campaign, position, digest = head.read_text(encoding="ascii").split()
    head.write_text(f"{int(row) + 1} {campaign} {int(position) + 1} {digest}\n", encoding="ascii")
    code, said, _ = companion(tmp_path, "verify")
    assert code == 6
    assert said.startswith("file: Recording has stopped: entry ")


def test_an_export_that_an_editor_put_a_mark_before_is_imported(tmp_path: Path) -> None:
    desk = Desk(Settings(tmp_path / "one"))
    key = demo(desk, BY_KEY["agemonia"])
    desk.close()
    file = tmp_path / "evening.jsonl"
    assert companion(tmp_path / "one", "export", key, str(file))[0] == 0
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert companion(tmp_path / "two", "import", str(file))[:2] == (0, f"{key}\n")
