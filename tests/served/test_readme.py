"""The evening of the README, typed into a real shell."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.suite.patience import HANG

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def test_the_evening_of_the_readme_runs_in_a_shell(tmp_path: Path) -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    (commands,) = (block for block in blocks if block.startswith("companion new"))
    ran = subprocess.run(
        ["bash", "-e", "-c", commands],
        stdin=subprocess.DEVNULL,
        cwd=tmp_path,
        env={**os.environ, "COMPANION_DATA": str(tmp_path), "PATH": f"{Path(sys.executable).parent}:{os.defpath}"},
        capture_output=True,
        text=True,
        timeout=HANG,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert (tmp_path / "chronicle.md").read_text(encoding="utf-8").startswith("# ")
