"""The download for people without Python: built as `make app` does, complete, and started by a double click."""

import re
import subprocess
import sys
import tarfile
from pathlib import Path
from time import sleep

import pytest

from tools import app
from tools.smoke import fetch, serve_pages, surroundings_of

ROOT = Path(__file__).parents[2]
LONG = 1_200.0
"""Seconds after which a build hangs."""
pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which it was built, tested and packed."""
    place = tmp_path_factory.mktemp("app")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (line,) = re.findall(r"^\t\$\(UV\) (run .* python -m tools\.app)$", makefile, re.MULTILINE)
    uv = Path(sys.executable).with_name("uv")
    done = subprocess.run([uv, *line.split(), place], cwd=ROOT, stdout=subprocess.PIPE, timeout=LONG, check=True)
    sys.stdout.write(done.stdout.decode())
    return place


def test_every_file_that_the_wheel_has_is_in_it(place: Path) -> None:
    listed = subprocess.run(["git", "ls-files", *app.PACKAGES, "templates"], cwd=ROOT, capture_output=True, check=True)
    files = [Path(name) for name in listed.stdout.decode().splitlines() if not name.endswith(".py")]
    inside = app.program_in(place / "app" / app.NAME).parent / "_internal"
    assert len(files) > 200
    assert [name for name in files if (inside / name).read_bytes() != (ROOT / name).read_bytes()] == []


def test_the_archive_has_the_program_and_how_to_start_it(place: Path) -> None:
    (archive,) = place.glob("companion-*.tar.gz")
    with tarfile.open(archive) as packed:
        assert packed.getmember("companion/companion").mode & 0o111
        assert packed.getmember("companion/READ ME.txt").size
        licences = [name for name in packed.getnames() if "/licenses/" in name]
    assert len(licences) > 20


def test_a_double_click_opens_the_browser_and_says_how_to_stop(place: Path, tmp_path: Path) -> None:
    page, browser = tmp_path / "page.txt", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1 $LD_LIBRARY_PATH" > "{page}"\n', encoding="utf-8")
    browser.chmod(0o755)
    surroundings = surroundings_of(tmp_path) | {"BROWSER": str(browser)}
    with serve_pages(app.program_in(place / "app" / app.NAME), surroundings=surroundings) as (address, process):
        assert process.stdout is not None
        shown = iter(process.stdout.readline, "")
        assert any("press Ctrl+C" in line for line in shown)
        assert b"</html>" in fetch(address)
        while not page.exists() or not page.read_text(encoding="utf-8"):
            sleep(0.05)
    assert page.read_text(encoding="utf-8").strip() == address
