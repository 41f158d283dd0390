"""The tool behind `make soak`, for a few seconds: it plays, it tells, and it notices what is missing."""

from pathlib import Path

import pytest

from tests.soak.evening import SAMPLES, Evening, Plan


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """Three devices for a few seconds."""
    played = Evening(tmp_path_factory.mktemp("soak"), Plan(minutes=0.05, devices=3, rate=10, seed=7))
    assert len(list(played.played())) == SAMPLES + 1
    return played


def test_everybody_records_and_everything_is_there(evening: Evening) -> None:
    assert evening.wrong() == []
    assert any(device.saved for device in evening.devices)


def test_memory_is_looked_at_as_it_goes(evening: Evening) -> None:
    assert len(evening.memory) == SAMPLES
    assert min(evening.memory) > 0


def test_what_is_missing_and_what_went_wrong_is_told(tmp_path: Path) -> None:
    evening = Evening(tmp_path, Plan(1, 1, 1, 1), memory=[100.0] * 20 + [200.0] * 10, faults=["abc is not saved"])
    assert evening.wrong() == [
        "abc is not saved",
        "Too little of what was done was recorded.",
        "Memory grew: 2.00 times as much in the last third as in the one before.",
    ]


def test_memory_that_was_taken_early_and_kept_is_flat(tmp_path: Path) -> None:
    assert Evening(tmp_path, Plan(1, 1, 1, 1), memory=[50.0] * 5 + [100.0] * 25).thirds() == (100, 100)
