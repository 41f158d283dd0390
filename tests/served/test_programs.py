"""The programs of docs/program/api.md, run unchanged against a served table."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.web.visitors.guests import Guests
from tests.browser.server import Server
from tests.suite.patience import HANG

PAGE = (Path(__file__).parents[2] / "docs" / "program" / "api.md").read_text(encoding="utf-8")
PROGRAMS = {block.split(":")[0].strip('"'): block for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)}
LINES = 30


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of the demo, for this computer alone."""
    with Server(tmp_path_factory.mktemp("programs")) as server:
        yield server


def line_of(name: str, server: Server, folder: Path) -> list[str]:
    """The command line of a program of the page, which is written into a folder first."""
    (folder / name).write_text(PROGRAMS[name], encoding="utf-8")
    campaign = server.services.find_campaign(server.demo).campaign
    return [sys.executable, name, server.address, Guests(server.services.settings.guests).join_code(campaign)]


def test_a_program_records_watches_and_takes_back(alone: Server, tmp_path: Path) -> None:
    head = alone.campaign(alone.demo).position
    line = line_of("table.py", alone, tmp_path)
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, timeout=HANG, check=False)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        f"{head + 1} Note: The kettle is on.",
        f"{head + 2} Took back: Note: The kettle is on.",
    ]


def test_it_is_told_in_a_few_lines() -> None:
    assert len([line for line in PROGRAMS["table.py"].splitlines() if line]) <= LINES


def test_a_page_is_drawn_and_drawn_again_once_something_happened(alone: Server, tmp_path: Path) -> None:
    line, page = line_of("eink.py", alone, tmp_path), tmp_path / "page.txt"
    with subprocess.Popen(line, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as drawing:
        assert drawing.stdout is not None
        try:
            assert drawing.stdout.readline() == "drawn\n"
            before = page.read_text(encoding="utf-8")
            alone.record(alone.demo, "keyword-written", journal="party", keyword="Silver Kettle")
            assert drawing.stdout.readline() == "drawn\n"
        finally:
            drawing.terminate()
    assert "Silver Kettle" not in before
    assert "Silver Kettle" in page.read_text(encoding="utf-8")
