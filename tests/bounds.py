"""How large and how long a field may be: of every event, of every kind of card, game by game.

`python -m tests.bounds > tests/golden/bounds/<version>.json` keeps them for a release.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import orjson
from pydantic import BaseModel

from domain.games import BY_KEY

LEAST = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
MOST = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
WITHIN = ("properties", "anyOf", "items", "additionalProperties")
"""Words of a schema that say nothing of which field it is."""

Bounds = dict[str, list[float]]
"""What bounds a field by its path, in the order its type says them."""


def of_schema(schema: Any, path: str) -> Iterator[tuple[str, float]]:
    """Every bound in a schema, by the path of its field."""
    for name, inner in schema.items() if isinstance(schema, dict) else ():
        if name in LEAST + MOST and not isinstance(inner, dict):
            yield f"{path}.{name}", inner
        for part in inner if isinstance(inner, list) else [inner]:
            yield from of_schema(part, path if name in WITHIN else f"{path}.{name}")


def every() -> Bounds:
    models: dict[str, type[BaseModel]] = {}
    for game in BY_KEY.values():
        models |= {f"{event.topic} {event.version}": event for event in game.events}
        models |= {f"{game.key} card {kind}": card for kind, card in game.kinds.items()}
    found: Bounds = defaultdict(list)
    for path, model in models.items():
        for bounded, bound in of_schema(model.model_json_schema(), path):
            found[bounded].append(bound)
    return found


def narrower(before: Bounds, now: Bounds) -> list[str]:
    """The fields that take less now, or that only now have bounds where there are other ones."""
    return [
        path
        for path, bounds in now.items()
        if (known := before.get(path)) and len(known) == len(bounds) and _takes_less(path, known, bounds)
    ]


def _takes_less(path: str, before: list[float], now: list[float]) -> bool:
    least = path.rpartition(".")[2] in LEAST
    return any(new > old if least else new < old for old, new in zip(before, now, strict=True))


if __name__ == "__main__":
    sys.stdout.buffer.write(orjson.dumps(every(), option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS) + b"\n")
