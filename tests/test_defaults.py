"""A field that an old log does not say is what it was then: for such a log, another default is another rule."""

from pathlib import Path
from typing import Any

import orjson
import pytest

from tests.defaults import every

KEPT = sorted((Path(__file__).parent / "golden" / "defaults").glob("*.json"))


def test_every_release_keeps_its_defaults() -> None:
    assert KEPT


def known_then(now: Any, before: Any) -> Any:
    """A default without the parts that came later."""
    if isinstance(now, dict) and isinstance(before, dict):
        return {name: known_then(part, before[name]) for name, part in now.items() if name in before}
    return now


@pytest.mark.parametrize("release", KEPT, ids=lambda path: path.stem)
def test_a_field_that_nobody_said_is_what_it_was(release: Path) -> None:
    """A field that is gone, or an event that has a newer version, is another matter."""
    before, now = orjson.loads(release.read_bytes()), every()
    assert {path: known_then(now[path], before[path]) for path in before.keys() & now.keys()} == {
        path: before[path] for path in before.keys() & now.keys()
    }
    assert len(before.keys() & now.keys()) > len(before) / 2
