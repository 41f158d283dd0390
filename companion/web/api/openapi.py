"""The OpenAPI document of a game, built from the addresses under `/api` and the game's events and kinds of content."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import orjson
from flask_openapi.models import OpenAPISpec
from flask_openapi.models.components import Components
from flask_openapi.models.info import Info
from flask_openapi.models.security_scheme import SecurityScheme

from companion.web.api import shapes
from companion.web.api.asking import JSON, AddressGroup
from companion.web.api.shapes import LARGEST_NUMBER, LONGEST
from companion.web.visitors.bearer import API, VERSIONED
from companion.web.visitors.problems import PROBLEM
from domain.framework.events.size_limits import MOST_THINGS
from domain.framework.game import AnyGame

REF = "#/components/schemas/"
VERSION = "1.0.0"
ABOUT = """Reads and records a table of {name}. Join with the code of a campaign to get a token, and
send it with each request as `Authorization: Bearer …`. The page docs/program/api.md has an example client."""
EVENT, KIND = "event.", "kind."
"""Prefixes of the schema names of events and of kinds of content."""
ASKED, COMMAND = shapes.EventBody.__name__, shapes.CommandBody.__name__
"""The request bodies that ask about an event and that record one; a document lists the events of its game in them."""
BOUNDS: Mapping[str, tuple[Mapping[str, int], Sequence[str]]] = {
    "string": ({"maxLength": LONGEST}, ("const", "enum", "maxLength")),
    "array": ({"maxItems": MOST_THINGS}, ("maxItems",)),
    "object": ({"maxProperties": MOST_THINGS}, ("maxProperties", "properties")),
    "integer": ({"minimum": -LARGEST_NUMBER, "maximum": LARGEST_NUMBER}, ("maximum", "exclusiveMaximum")),
}
"""By JSON type: the bound for a schema without one, and the keywords that count as a bound."""


def build_document(game: AnyGame, groups: Iterable[AddressGroup]) -> dict[str, Any]:
    """The OpenAPI document of a game with all addresses of these groups."""
    paths: dict[str, Any] = {}
    schemas: dict[str, Any] = {}
    for group in groups:
        told, named = group.describe()
        schemas |= named
        for path, item in told.items():
            paths.setdefault(VERSIONED + path.removeprefix(API), {}).update(
                item.model_dump(mode="json", by_alias=True, exclude_none=True)
            )
    spec = OpenAPISpec(
        openapi="3.1.0",
        info=Info(title=f"companion: {game.name.en}", version=VERSION, description=ABOUT.format(name=game.name.en)),
        paths={},
        components=Components(schemas=schemas, securitySchemes={"token": SecurityScheme(type="http", scheme="bearer")}),
    )
    document = spec.model_dump(mode="json", by_alias=True, exclude_none=True, warnings=False) | {"paths": paths}
    for operations in paths.values():
        for operation in operations.values():
            _describe_problems(operation)
    every = document["components"]["schemas"]
    every |= dict(_schemas_of(game))
    every |= dict(_commands_of(game, every))
    every[ASKED]["properties"]["event"] = {"enum": list(game.by_name)}
    found: dict[str, Any] = _without_titles(document)
    return found


def _describe_problems(operation: dict[str, Any]) -> None:
    """Give errors the media type of problems, and drop statuses that only a request with a body can get."""
    for status, answer in operation["responses"].items():
        if status >= "400" and "content" in answer:
            answer["content"] = {PROBLEM: answer["content"].pop(JSON)}
    if "requestBody" not in operation:
        for status in ("400", "413", "415"):
            operation["responses"].pop(status, None)


def _schemas_of(game: AnyGame) -> Iterator[tuple[str, dict[str, Any]]]:
    """The schemas of a game's events and kinds of content, with their names in the document."""
    for name, cls in game.by_name.items():
        yield from _with_parts(EVENT + name, cls.model_json_schema() | {"description": str(cls.help_text)})
    for name, card in game.kinds.items():
        schema = card.model_json_schema() | {"description": f"The fields of a card of the kind {name}."}
        yield from _with_parts(KIND + name, schema)


def _with_parts(name: str, schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A schema and its inner schemas, bounded, with their names in the document."""
    inner = schema.pop("$defs", {})
    yield name, _bounded(_renamed(schema, name))
    for part, its in inner.items():
        yield f"{name}.{part}", _bounded(_renamed(its, name)) if its else shapes.schema_of_value(1)


def _renamed(schema: Any, name: str) -> Any:
    """A schema whose references point to the parts of this name."""
    match schema:
        case dict():
            return {
                key: f"{REF}{name}.{value.removeprefix('#/$defs/')}" if key == "$ref" else _renamed(value, name)
                for key, value in schema.items()
            }
        case list():
            return [_renamed(part, name) for part in schema]
    return schema


def _bounded(schema: Any) -> Any:
    """A schema in which every text, list and mapping has a bound."""
    match schema:
        case dict():
            inside = {key: _bounded(value) for key, value in schema.items()}
            bounds, known = BOUNDS.get(str(schema.get("type")), ({}, ()))
            return inside if schema.keys() & {*known} else {**bounds, **inside}
        case list():
            return [_bounded(part) for part in schema]
    return schema


def _commands_of(game: AnyGame, every: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The request that records an event: one alternative per event of the game, with the fields of that event."""
    command = every[COMMAND]
    said = {name: its for name, its in command["properties"].items() if name not in ("event", "fields")}
    yield from ((f"{COMMAND}.{name}", its) for name, its in said.items())
    shared = {name: {"$ref": f"{REF}{COMMAND}.{name}"} for name in said}
    refs = {event: f"{REF}{COMMAND}.{event}" for event in game.by_name}
    for event in game.by_name:
        fields = every[EVENT + event]
        own = {"event": {"const": event}, "fields": {"$ref": f"{REF}{EVENT}{event}"}}
        required = [*command["required"], *(["fields"] if fields.get("required") else [])]
        alone = {"type": "object", "additionalProperties": False, "properties": {**own, **shared}, "required": required}
        yield f"{COMMAND}.{event}", alone | {"description": fields["description"]}
    one_of = [{"$ref": ref} for ref in refs.values()]
    discriminator = {"propertyName": "event", "mapping": refs}
    yield COMMAND, {"description": command["description"], "oneOf": one_of, "discriminator": discriminator}


def _without_titles(part: Any, named: bool = False) -> Any:
    """A document without titles that only repeat names, and with whole numbers as integers.

    Args:
        part: a part of the document.
        named: whether the keys of the part are names, not keywords.
    """
    match part:
        case dict():
            return {
                key: _without_titles(value, key in ("properties", "schemas") and not named)
                for key, value in part.items()
                if named or key != "title" or not isinstance(value, str) or "openapi" in part or "version" in part
            }
        case list():
            return [_without_titles(one) for one in part]
        case float() if part.is_integer():
            return int(part)
    return part


def encode_document(document: Mapping[str, Any]) -> bytes:
    """A document as JSON with one line per address and per schema, so that two versions can be compared."""
    parts = {"paths": document["paths"], "schemas": document["components"]["schemas"]}
    lines = {
        name: ",\n".join(f"{_json(key)}:{_json(value)}" for key, value in of.items()) for name, of in parts.items()
    }
    head = {name: value for name, value in document.items() if name not in ("paths", "components")}
    schemes = _json(document["components"]["securitySchemes"])
    return (
        f'{_json(head)[:-1]},\n"paths":{{\n{lines["paths"]}\n}},\n'
        f'"components":{{"securitySchemes":{schemes},"schemas":{{\n{lines["schemas"]}\n}}}}}}\n'
    ).encode()


def _json(value: object) -> str:
    return orjson.dumps(value).decode()


__all__ = ["COMMAND", "EVENT", "KIND", "REF", "build_document", "encode_document"]
