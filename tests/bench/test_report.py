"""The page of docs/develop/speed.md: a run replaces its own rows and keeps all others."""

from __future__ import annotations

import platform
from pathlib import Path

from tests.bench.report import CHOICES, PAGE, Wait, page, where_measured

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
