"""`make bench`: a tap with what the three other devices of its table ask for then, next to the tap alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from statistics import median

import pytest

from domain.games import BY_KEY
from tests.bench.devices import PLAYERS, seconds_of_taps
from tests.bench.report import Wait
from tests.bench.taps import NUMBERS, Steps
from tests.processes import opened

GOAL = 1.8
MORE: Mapping[str, Steps] = {
    "odalin": (("hit-points-lost", {"whom": "mira", "amount": 1}), ("healed", {"whom": "mira", "amount": 1})),
    "heroes3": (
        ("goods-gained", {"seat": "castle", "good": "gold", "amount": 1}),
        ("goods-spent", {"seat": "castle", "good": "gold", "amount": 1}),
    ),
}
STEPS = {**NUMBERS, **MORE}


@pytest.mark.parametrize("game", STEPS)
def test_a_tap_with_other_phones(game: str, tmp_path: Path, note: Callable[[Wait], None]) -> None:
    with closing(opened(tmp_path)) as services:
        alone, together = seconds_of_taps(services, BY_KEY[game], STEPS[game])
    ratio = median(one / other for one, other in zip(together, alone, strict=True))
    name = f"a tap and what {PLAYERS} other devices ask for then, {game}"
    note(Wait(name, ratio, GOAL, "the tap alone", cpu=median(together)))
