"""What a release took in, later ones take in: an old entry can be put right, and two releases play at one table."""

from pathlib import Path

import orjson
import pytest

from tests.bounds import every, narrower

KEPT = sorted((Path(__file__).parent / "golden" / "bounds").glob("*.json"))


@pytest.mark.parametrize("release", KEPT, ids=lambda path: path.stem)
def test_no_field_takes_less_than_it_did(release: Path) -> None:
    assert narrower(orjson.loads(release.read_bytes()), every()) == []


def test_the_newest_release_takes_no_more_than_it_says() -> None:
    """Who widens a field on purpose keeps its bounds anew: an older release at the same table cannot read the rest."""
    known, now = orjson.loads(KEPT[-1].read_bytes()), every()
    both = known.keys() & now.keys()
    assert {path: now[path] for path in both} == {path: known[path] for path in both}
    assert len(both) > len(known) / 2


def test_a_field_that_takes_less_is_named() -> None:
    before = {"coins 1.amount.maximum": [9], "coins 1.amount.minimum": [1], "coins 1.seat.maxLength": [80]}
    now = {"coins 1.amount.maximum": [8], "coins 1.amount.minimum": [2], "coins 1.seat.maxLength": [90]}
    assert narrower(before, now) == ["coins 1.amount.maximum", "coins 1.amount.minimum"]
