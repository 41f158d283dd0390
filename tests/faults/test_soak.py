"""An evening with several devices: all that was acknowledged is saved, and memory stays flat.

`make soak` plays ten minutes (`MINUTES=60` an hour); all other runs play a few seconds.
"""

from __future__ import annotations

from os import environ
from pathlib import Path
from time import time_ns

import pytest

from tests.soak.evening import SAMPLES, Evening, Plan

MINUTES = float(environ.get("MINUTES", "0"))
PLAN = Plan(MINUTES, devices=8, rate=10, seed=time_ns() % 1_000_000) if MINUTES else Plan(0.05, 3, 10, seed=7)


@pytest.mark.soak
def test_an_evening_is_saved_and_memory_is_flat(tmp_path: Path) -> None:
    evening = Evening(tmp_path, PLAN)
    print(PLAN)
    for line in evening.played():
        print(line, flush=True)
    assert evening.wrong() == []
    assert len(evening.memory) == SAMPLES
    assert min(evening.memory) > 0
    assert evening.saved


def test_faults_are_reported(tmp_path: Path) -> None:
    evening = Evening(tmp_path, Plan(1, 1, 1, 1), memory=[100.0] * 20 + [200.0] * 10, faults=["abc is not saved"])
    assert evening.wrong() == [
        "abc is not saved",
        "Too little of what was done was recorded.",
        "Memory grew: 2.00 times as much in the last third as in the one before.",
    ]


def test_memory_that_was_taken_early_and_kept_is_flat(tmp_path: Path) -> None:
    assert Evening(tmp_path, Plan(1, 1, 1, 1), memory=[50.0] * 5 + [100.0] * 25).thirds() == (100, 100)
