"""What a release promises of its fields: the defaults and bounds of every event, kind of card and table.

`python -m tests.promised VERSION` keeps them beside the golden logs of each game; there they stay as they are.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypedDict, get_args

import orjson
from pydantic import BaseModel
from pydantic_core import to_jsonable_python

from domain.framework.game import AnyGame
from domain.framework.table import Table
from domain.games import BY_KEY

GOLDEN = Path(__file__).parent / "golden"
LEAST = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
MOST = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
WITHIN = ("properties", "anyOf", "items", "additionalProperties")
"""Words of a schema that say nothing of which field it is."""


class Promise(TypedDict):
    """Of a model, by the paths of its fields: what each is where nobody said it, and its bounds in the type's order."""

    defaults: dict[str, Any]
    bounds: dict[str, list[float]]


def bounds_of_schema(schema: Any, path: str = "") -> Iterator[tuple[str, float]]:
    """Every bound in a schema, by the path of its field."""
    for name, inner in schema.items() if isinstance(schema, dict) else ():
        if name in LEAST + MOST and not isinstance(inner, dict):
            yield f"{path}.{name}", inner
        for part in inner if isinstance(inner, list) else [inner]:
            yield from bounds_of_schema(part, path if name in WITHIN else f"{path}.{name}")


def defaults_of(model: type[BaseModel], path: str = "", within: tuple[type, ...] = ()) -> Iterator[tuple[str, Any]]:
    """The defaults of a model by their paths, and of the models that its fields are made of."""
    for name, field in model.model_fields.items():
        here = f"{path}.{name}"
        if not field.is_required():
            yield here, to_jsonable_python(field.get_default(call_default_factory=True, validated_data={}))
        for inner in models_in(field.annotation):
            if inner not in within:
                yield from defaults_of(inner, here, (*within, inner))


def models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models in a type: those of a list, of a mapping, or of nothing else."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from models_in(part)


def promises_of(game: AnyGame) -> dict[str, Promise]:
    """What today's code promises of a game."""
    events = {f"{event.topic} {event.version}": event for event in game.events}
    cards = {f"card {kind}": card for kind, card in game.kinds.items()}
    models: dict[str, type[BaseModel]] = {**events, **cards, "table": game.table}
    return {name: promise_of_model(model) for name, model in models.items()}


def promise_of_model(model: type[BaseModel]) -> Promise:
    """A table is folded from entries, and takes what these took: it has no bounds of its own."""
    bounds: dict[str, list[float]] = defaultdict(list)
    for path, bound in bounds_of_schema(model.model_json_schema()) if not issubclass(model, Table) else ():
        bounds[path].append(bound)
    return {"defaults": dict(defaults_of(model)), "bounds": bounds}


def file_of(game: AnyGame, version: str) -> Path:
    return GOLDEN / game.key / f"{version}-fields.json"


def write_promises(version: str) -> None:
    """A line for each model, so that a difference is read at its place."""
    for game in BY_KEY.values():
        lines = [
            f"{orjson.dumps(name).decode()}: {orjson.dumps(fields, option=orjson.OPT_SORT_KEYS).decode()}"
            for name, fields in sorted(promises_of(game).items())
        ]
        file_of(game, version).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    write_promises(sys.argv[1])
