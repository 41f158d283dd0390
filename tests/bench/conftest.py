"""Fixtures that measure waits with pytest-benchmark, and write them to docs/develop/speed.md at the end of the run."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import pytest

from tests.bench.report import PAGE, Wait, page, today, where_measured
from tests.house import House
from tests.toy import GAME

Act = Callable[[], object]
WAITS = pytest.StashKey[list[Wait]]()


@pytest.fixture
def note(request: pytest.FixtureRequest) -> Callable[[Wait], None]:
    """Adds a wait to the page."""
    return request.config.stash.setdefault(WAITS, []).append


@pytest.fixture
def compare(benchmark: Any, note: Callable[[Wait], None]) -> Callable[..., None]:
    """Measures an act and its floor, which take turns, and notes the median of their ratios."""

    def measure(name: str, act: Act, floor: Act, floor_name: str, goal: float | None, rounds: int = 7) -> None:
        floors: list[float] = []

        def take_turn() -> None:
            gc.collect() if rounds < 20 else None
            began = process_time()
            floor()
            floors.append(process_time() - began)

        floor()
        benchmark.pedantic(act, setup=take_turn, rounds=rounds, warmup_rounds=1)
        acts = benchmark.stats.stats.data
        ratio = median(one / other for one, other in zip(acts, floors[1:], strict=True))
        note(Wait(name, ratio, goal, floor_name, cpu=median(acts)))

    return measure


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    opened = House(tmp_path_factory.mktemp("bench") / "bench.db", (GAME,))
    yield opened
    opened.close()


def pytest_sessionfinish(session: pytest.Session) -> None:
    if waits := session.config.stash.get(WAITS, []):
        before = PAGE.read_text(encoding="utf-8")
        Path(PAGE).write_text(page(before, waits, where_measured(), today()), encoding="utf-8")
