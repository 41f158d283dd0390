"""Motion of pages: short, because people read them at a table."""

import re
from pathlib import Path

import pytest

from companion.web.rendering.static_files import STATIC

LONGEST = 150
"""Milliseconds of an animation or a transition."""


@pytest.mark.parametrize("sheet", sorted(STATIC.rglob("*.css")), ids=lambda path: path.stem)
def test_no_animation_or_transition_is_longer_than_a_blink(sheet: Path) -> None:
    rules = re.findall(r"(?:animation|transition)[\w-]*:([^;}]+)", sheet.read_text(encoding="utf-8"))
    times = [
        float(number) * (1000 if unit == "s" else 1)
        for rule in rules
        for number, unit in re.findall(r"([\d.]+)(ms|s)\b", rule)
    ]
    assert [time for time in times if time > LONGEST] == []
