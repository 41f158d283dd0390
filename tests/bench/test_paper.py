"""The page of what was measured: a part that was measured anew is told anew, the others as they were."""

from __future__ import annotations

import getpass
import platform
from pathlib import Path

from tests.bench.__main__ import GROUPS, PAGE
from tests.bench.measure import Wait
from tests.bench.paper import CHOICES, page, when_and_where, write

RECORD = [Wait("record one event", 181.4, 200, unit="µs"), Wait("record", 2.2, None, "raw one-row commit", cpu=181.4)]
FOLD = [Wait("fold 10,000 entries", 1.61, 1.5, "raw select", cpu=12_345.6)]
ORDER = ("record", "fold", "open")


def test_each_part_has_its_own_day() -> None:
    first = page("", {"fold": FOLD}, ORDER, "Monday")
    second = page(first, {"record": RECORD}, ORDER, "Tuesday")
    assert second.index("## record\n\nTuesday") < second.index("## fold\n\nMonday")
    third = page(second, {"fold": [Wait("fold", 1.2, 1.5)]}, ORDER, "Wednesday")
    assert "## record\n\nTuesday" in third
    assert "Monday" not in third


def test_what_was_not_measured_keeps_what_was_told() -> None:
    shown = page("", {"fold": FOLD}, ORDER, "Monday")
    assert page(shown, {"record": []}, ORDER, "Tuesday") == shown


def test_what_is_written_by_hand_stays_last() -> None:
    by_hand = f"## {CHOICES}\n\n- a cache, a third of a fold"
    assert page(by_hand, {"record": RECORD}, ORDER, "Monday").endswith(f"\n\n{by_hand}\n")


def test_a_row_tells_goal_floor_and_processor() -> None:
    shown = page("", {"record": RECORD, "fold": FOLD}, ORDER, "Monday")
    assert "| record one event | 181 µs | 200 | ok |  |  |" in shown
    assert "| record | 2.2 × |  |  | raw one-row commit | 181 µs |" in shown
    assert "| fold 10,000 entries | 1.61 × | 1.5 | over | raw select | 12,346 µs |" in shown


def test_nothing_tells_which_machine_it_was(tmp_path: Path) -> None:
    place = tmp_path / "speed.md"
    write(place, {"record": RECORD}, GROUPS)
    shown = place.read_text(encoding="utf-8")
    assert when_and_where().split(";")[0] in shown
    for own in (platform.node(), str(Path.home()), str(tmp_path), getpass.getuser()):
        assert own not in shown


def test_every_part_of_the_page_can_be_measured() -> None:
    shown = PAGE.read_text(encoding="utf-8")
    assert {line[3:] for line in shown.splitlines() if line.startswith("## ")} <= {*GROUPS, CHOICES}
