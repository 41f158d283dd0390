"""What a release took in, later ones take in: an old entry can be put right, and two releases play at one table."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from domain.language.event import Settled, is_marked
from domain.language.game import AnyGame
from tests.bounds import MOST, WITHIN, every, narrower
from tests.test_games import GAMES_UNDER_TEST

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


def unbounded(schema: Any) -> Iterator[str]:
    """The types in a schema that take as much as one likes."""
    for name, inner in schema.items() if isinstance(schema, dict) else ():
        if name == "type" and inner in ENDLESS and not {"const", "enum", *MOST} & schema.keys():
            yield inner
        for part in inner if isinstance(inner, list) else [inner]:
            yield from unbounded(part) if name in (*WITHIN, "propertyNames", "prefixItems") else ()


ENDLESS = ("string", "array", "object")


@pytest.mark.parametrize("game", GAMES_UNDER_TEST, ids=lambda game: game.key)
def test_what_only_the_rules_fill_in_has_a_most(game: AnyGame) -> None:
    """Nothing that is offered bounds it."""
    found = {
        f"{cls.topic}.{name}: {endless}"
        for cls in game.events
        for name, field in cls.model_fields.items()
        if is_marked(field, Settled)
        for endless in unbounded(cls.model_json_schema()["properties"][name])
    }
    assert not found
