"""What a field is where nobody said it: of every event, of every table, of every kind of card, game by game.

`python -m tests.defaults > tests/golden/defaults/<version>.json` keeps them for a release.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, get_args

import orjson
from pydantic import BaseModel
from pydantic_core import to_jsonable_python

from domain.games import BY_KEY
from domain.language.game import AnyGame


def of_model(model: type[BaseModel], path: str, within: tuple[type, ...] = ()) -> Iterator[tuple[str, Any]]:
    """The defaults of a model by their paths, and of the models that its fields are made of."""
    for name, field in model.model_fields.items():
        here = f"{path}.{name}"
        if not field.is_required():
            yield here, to_jsonable_python(field.get_default(call_default_factory=True, validated_data={}))
        for inner in parts_of(field.annotation):
            if inner not in within:
                yield from of_model(inner, here, (*within, inner))


def parts_of(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models in a type: those of a list, of a mapping, or of nothing else."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from parts_of(part)


def of_game(game: AnyGame) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for event in game.events:
        found |= of_model(event, f"{event.topic} {event.version}")
    for kind, card in game.kinds.items():
        found |= of_model(card, f"{game.key} card {kind}")
    found |= of_model(game.table, f"{game.key} table")
    return found


def every() -> dict[str, Any]:
    return {path: default for game in BY_KEY.values() for path, default in of_game(game).items()}


if __name__ == "__main__":
    sys.stdout.buffer.write(orjson.dumps(every(), option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS) + b"\n")
