"""A field that an old log does not say is what it was then: for such a log, another default is another rule."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson
import pytest

from tests.defaults import every

KEPT = sorted((Path(__file__).parent / "golden" / "defaults").glob("*.json"))


def test_every_release_keeps_its_defaults() -> None:
    assert KEPT


def known_then(path: str, before: Mapping[str, Any], now: Mapping[str, Any]) -> Any:
    """The default at a path without the fields that came into its model later, where they say there what they are."""
    if not isinstance(now[path], dict) or not isinstance(before[path], dict):
        return now[path]
    return {name: part for name, part in now[path].items() if not came_later(f"{path}.{name}", part, before, now)}


def came_later(path: str, part: Any, before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether a field is new since a release, and stands in the default of its model with the default of its own."""
    return path not in before and path in now and now[path] == part


@pytest.mark.parametrize("release", KEPT, ids=lambda path: path.stem)
def test_a_field_that_nobody_said_is_what_it_was(release: Path) -> None:
    """A field that is gone, or an event that has a newer version, is another matter."""
    before, now = orjson.loads(release.read_bytes()), every()
    assert {path: known_then(path, before, now) for path in before.keys() & now.keys()} == {
        path: before[path] for path in before.keys() & now.keys()
    }
    assert len(before.keys() & now.keys()) > len(before) / 2


def test_only_a_new_field_with_its_own_default_may_come_into_the_default_of_a_model() -> None:
    before = {"table.city": {"step": "none"}, "table.city.step": "none", "table.prices": {"calm": 1}}
    now = {
        "table.city": {"step": "none", "later": []},
        "table.city.step": "none",
        "table.city.later": [],
        "table.prices": {"calm": 1, "gust": 2},
    }
    assert known_then("table.city", before, now) == before["table.city"]
    assert known_then("table.city", before, {**now, "table.city.later": ["rest"]}) != before["table.city"]
    assert known_then("table.city", before, {**now, "table.city": {"step": "first"}}) != before["table.city"]
    assert known_then("table.prices", before, now) != before["table.prices"]
