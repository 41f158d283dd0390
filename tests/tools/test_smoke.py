"""The smoke test of an installed companion, which the workflow runs on every system: here on this installation."""

import subprocess
import sys
from pathlib import Path

import pytest

from domain.games import KEYS
from tests.suite.patience import HANG
from tools import smoke

ROOT = Path(__file__).parents[2]
PROGRAM = Path(sys.executable).with_name("companion")


def test_it_plays_every_game() -> None:
    assert set(smoke.GAMES) == set(KEYS)


@pytest.mark.slow
def test_it_passes_for_this_installation() -> None:
    line = [sys.executable, "-m", "tools.smoke", str(PROGRAM)]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=HANG, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("The companion runs.\n")


def test_it_fails_for_a_program_that_does_not_serve(tmp_path: Path) -> None:
    broken = tmp_path / "companion"
    broken.write_text("#!/bin/sh\ntest $1 = demo && echo key\n", encoding="utf-8")
    broken.chmod(0o755)
    with pytest.raises(AssertionError, match="printed no address"):
        smoke.check_program(broken, tmp_path)


def test_it_asks_for_one_program() -> None:
    assert smoke.main([]) == 2
