"""Whatever process reads or records, in whatever zone and language: the same bytes, states, rows and documents."""

import os
import subprocess
import sys
from pathlib import Path

import orjson
import pytest

from tests.suite.patience import HANG

ROOT = Path(__file__).parents[1]
PLACES = {
    "noon in Greenwich": {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C"},
    "tomorrow on Kiritimati": {"PYTHONHASHSEED": "1", "TZ": "Pacific/Kiritimati", "LC_ALL": "tr_TR.UTF-8"},
    "half an hour off in St. John's": {
        "PYTHONHASHSEED": "4242",
        "TZ": "America/St_Johns",
        "LC_ALL": "zh_TW.UTF-8",
        "PYTHONUTF8": "0",
    },
}


@pytest.fixture(scope="module")
def told() -> dict[str, dict[str, str]]:
    """What a process of each place says; they run side by side."""
    line = [sys.executable, "-m", "tests.anywhere"]
    started = {
        name: subprocess.Popen(line, cwd=ROOT, env={**os.environ, **place}, stdout=subprocess.PIPE)
        for name, place in PLACES.items()
    }
    said = {name: process.communicate(timeout=HANG)[0] for name, process in started.items()}
    assert {name: process.returncode for name, process in started.items()} == dict.fromkeys(PLACES, 0)
    return {name: orjson.loads(words) for name, words in said.items()}


@pytest.mark.parametrize("place", list(PLACES)[1:])
def test_the_same_log_is_the_same_everywhere(told: dict[str, dict[str, str]], place: str) -> None:
    here = told["noon in Greenwich"]
    assert {name: said for name, said in told[place].items() if here.get(name) != said} == {}
    assert told[place].keys() == here.keys()
