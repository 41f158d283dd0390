"""The pages of figures: a run replaces its own rows of speed.md and keeps all others, and scale.md has verdicts."""

from __future__ import annotations

import platform
from pathlib import Path

from tests.bench.report import CHOICES, PAGE, Wait, page, where_measured
from tests.bench.tables import Figures, verdicts

BY_HAND = f"{CHOICES}\n\n- a cache, a third of a fold\n"
RECORD, FOLD = Wait("record", 2.2, 1.5, "the library", cpu=181.4e-6), Wait("fold", 1.13, 1.5, "select")


def test_a_row_has_goal_floor_processor_and_day() -> None:
    assert "| record | 2.2 × | 1.5 | over | the library | 181 µs | Monday |" in page("", [RECORD], "here", "Monday")


def test_rows_of_other_waits_keep_their_day_and_the_part_by_hand_stays() -> None:
    first = page(BY_HAND, [RECORD, FOLD], "here", "Monday")
    second = page(first, [FOLD], "here", "Tuesday")
    assert [line.split(" | ")[-1] for line in second.splitlines() if line.startswith(("| record", "| fold"))] == [
        "Monday |",
        "Tuesday |",
    ]
    assert second.endswith(BY_HAND)


def test_the_page_does_not_identify_the_machine() -> None:
    shown = PAGE.read_text(encoding="utf-8") + where_measured()
    assert platform.node() not in shown
    assert str(Path.home()) not in shown


def rate(taps: float, saved: float, shown: float) -> Figures:
    """The figures of a rate, of which each tap takes 60 ms."""
    return Figures(200 / taps, taps, (saved / 2, saved), (shown / 2, shown), 0.06 * taps, 0, 0, (500,), 0, 0)


def test_a_full_house_is_told_by_what_is_saved_and_what_is_shown_within_a_second() -> None:
    rows = [rate(5, 0.1, 0.3), rate(10, 0.2, 0.9), rate(20, 0.3, 7), rate(40, 2, 12)]
    assert verdicts(rows, alone=0.04).splitlines()[2:] == [
        "| a tap at the slowest rate over one without any load | 1.5 | 1.5 |",
        "| taps a second that all screens show within a second | 10 |  |",
        "| taps a second that are saved within a second | 20 | 25 |",
        "| nineteen of twenty saved at 20 taps a second over 5 | 3 | 4 |",
    ]


def test_a_house_that_is_too_full_at_once_bears_nothing() -> None:
    assert verdicts([rate(5, 2, 3)], alone=0.06).splitlines()[3:] == [
        "| taps a second that all screens show within a second | 0 |  |",
        "| taps a second that are saved within a second | 0 | 25 |",
    ]
