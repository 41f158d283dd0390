"""Memory of the host over fifty thousand records through the pages, with eight devices that look on."""

from collections.abc import Iterator
from pathlib import Path

from tests.bench.measure import Wait
from tests.soak.evening import GROWTH, Evening, Plan

EVENING = Plan(minutes=14, devices=8, rate=90, seed=1)
"""Fifty thousand and more of two quiet cores; the row says how many there were."""


def staying(folder: Path) -> Iterator[Wait]:
    """What the host takes in the last third of the evening, next to the third before it.

    Raises:
        AssertionError: something was said to be saved and is not, or went wrong.
    """
    place = folder / "memory"
    place.mkdir()
    evening = Evening(place, EVENING)
    for _ in evening.played():
        pass
    assert not evening.amiss(), evening.amiss()
    before, last = evening.thirds()
    name = f"memory of the host, last third of {evening.saved:,} records"
    yield Wait(name, last / before, GROWTH, f"the third before: {before:.0f} MB")


__all__ = ["staying"]
