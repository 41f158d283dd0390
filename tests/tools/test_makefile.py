"""`make run` installs what running needs, the other targets the rest; changing between them breaks neither."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STUB = '#!/bin/sh\necho "$(basename "$0") $*" >> "{log}"\n'
RUNNING, ALL = "uv sync --quiet --frozen --active --no-dev", "uv sync --quiet --frozen --active"


class Folder:
    """A folder with the Makefile and a Python whose programs only note how they are called."""

    def __init__(self, place: Path) -> None:
        self.place, self._log = place, place / "calls.txt"
        for name in ("Makefile", "uv.lock", "pyproject.toml"):
            shutil.copyfile(ROOT / name, place / name)
        stub = place / "stub"
        stub.write_text(STUB.format(log=self._log), encoding="utf-8")
        stub.chmod(0o755)
        programs = " ".join(f"$3/bin/{name}" for name in ("python", "uv", "companion", "lint-imports"))
        python = place / "python"
        python.write_text(
            f'#!/bin/sh\nmkdir -p "$3/bin"\nfor each in {programs}; do cp "{stub}" $each; done\n', encoding="utf-8"
        )
        python.chmod(0o755)

    def make(self, target: str) -> list[str]:
        """The installations that a target makes."""
        self._log.unlink(missing_ok=True)
        line = ["make", "--silent", target, f"PYTHON={self.place / 'python'}"]
        subprocess.run(line, cwd=self.place, check=True, env={"PATH": os.environ["PATH"]}, capture_output=True)
        calls = self._log.read_text(encoding="utf-8").splitlines()
        return [call for call in calls if call.startswith("uv sync")]

    def change_lock(self) -> None:
        """Make the lock newer than every installation."""
        newest = max(path.stat().st_mtime for path in self.place.rglob("*"))
        os.utime(self.place / "uv.lock", (newest + 1, newest + 1))
        for stamp in (self.place / ".venv").glob(".*able"):
            assert stamp.stat().st_mtime < newest + 1


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_a_fresh_clone_runs_with_what_running_needs(folder: Folder) -> None:
    assert folder.make("run") == [RUNNING]
    assert folder.make("run") == []


def test_the_other_targets_install_the_rest_once(folder: Folder) -> None:
    folder.make("run")
    assert folder.make("imports") == [ALL]
    assert folder.make("imports") == []


def test_running_takes_nothing_from_the_tests(folder: Folder) -> None:
    folder.make("imports")
    assert folder.make("run") == []
    folder.change_lock()
    assert folder.make("run") == [ALL]


def test_a_newer_lock_is_installed_before_it_runs(folder: Folder) -> None:
    folder.make("run")
    folder.change_lock()
    assert folder.make("run") == [RUNNING]
