"""What the rules fill in by themselves is bounded, for nothing that is offered bounds it."""

from collections.abc import Iterator
from typing import Any

import pytest

from domain.language.event import Settled, is_marked
from domain.language.game import AnyGame
from tests.test_games import GAMES_UNDER_TEST

MOST = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
WITHIN = ("properties", "anyOf", "items", "additionalProperties", "propertyNames", "prefixItems")
"""Words of a schema behind which there are more types."""
ENDLESS = ("string", "array", "object")


def unbounded(schema: Any) -> Iterator[str]:
    """The types in a schema that take as much as one likes."""
    for name, inner in schema.items() if isinstance(schema, dict) else ():
        if name == "type" and inner in ENDLESS and not {"const", "enum", *MOST} & schema.keys():
            yield inner
        for part in inner if isinstance(inner, list) else [inner]:
            yield from unbounded(part) if name in WITHIN else ()


@pytest.mark.parametrize("game", GAMES_UNDER_TEST, ids=lambda game: game.key)
def test_what_only_the_rules_fill_in_has_a_most(game: AnyGame) -> None:
    found = {
        f"{cls.topic}.{name}: {endless}"
        for cls in game.events
        for name, field in cls.model_fields.items()
        if is_marked(field, Settled)
        for endless in unbounded(cls.model_json_schema()["properties"][name])
    }
    assert not found
