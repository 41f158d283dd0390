"""The reference page of the API, drawn from the OpenAPI document of a game."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import orjson
from flask import Blueprint, render_template

from companion.web.api.described import encoded_document
from companion.web.api.openapi import COMMAND, EVENT, KIND, REF
from companion.web.visitors.bearer import API
from companion.web.visitors.problems import PROBLEM
from domain.framework.refusal import NotFound
from domain.games import BY_KEY

reference = Blueprint("reference", __name__, url_prefix=f"{API}/docs")
Schemas = Mapping[str, Any]


@dataclass(frozen=True)
class Field:
    """A parameter of an address, or a field of a schema."""

    name: str
    type: str
    required: bool
    about: str


@dataclass(frozen=True)
class Operation:
    """A request: its method and address, what is sent, and the answers by status."""

    tag: str
    method: str
    path: str
    about: str
    open: bool
    parameters: Sequence[Field]
    sent: Sequence[Field]
    answers: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Described:
    """A named schema: its description and fields."""

    name: str
    about: str
    fields: Sequence[Field]


@reference.get("")
def every() -> str:
    """The addresses, what is sent to them and what they answer; they are the same for every game."""
    document = document_of(next(iter(BY_KEY)))
    schemas = document["components"]["schemas"]
    groups = [(tag, list(found)) for tag, found in groupby(operations_of(document), lambda one: one.tag)]
    answers = [described(name, schema, schemas) for name, schema in schemas.items() if name.endswith("Answer")]
    return render_template("help/api.html", groups=groups, answers=answers, games=BY_KEY)


@reference.get("/<game>")
def game(game: str) -> str:
    """The events of a game and its kinds of content, with their fields.

    Raises:
        NotFound: the game is not known here.
    """
    if game not in BY_KEY:
        raise NotFound("The game “{game}” is not known here.", game=game)
    schemas = document_of(game)["components"]["schemas"]
    found = BY_KEY[game]
    events = [described(name, schemas[EVENT + name], schemas) for name in found.by_name]
    kinds = [described(name, schemas[KIND + name], schemas) for name in found.kinds]
    return render_template("help/api-game.html", game_of_page=found, events=events, kinds=kinds)


def document_of(game: str) -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(encoded_document(game))
    return found


def operations_of(document: Mapping[str, Any]) -> Iterator[Operation]:
    """The requests of a document, in its order."""
    schemas = document["components"]["schemas"]
    for path, methods in document["paths"].items():
        for method, one in methods.items():
            answers = [(status, _answer(answer)) for status, answer in sorted(one["responses"].items())]
            yield Operation(
                one["tags"][0],
                method.upper(),
                path,
                " ".join(filter(None, (one.get("summary"), one.get("description")))),
                one["security"] == [{}],
                [_field(its["name"], its["schema"], its.get("required", False)) for its in one.get("parameters", ())],
                list(_fields(_sent(one, schemas), schemas)),
                [(status, name) for status, name in answers if name != PROBLEM],
            )


def _answer(answer: Mapping[str, Any]) -> str:
    """The schema of an answer; its description if it has none, and the media type of a problem."""
    for media, content in answer.get("content", {}).items():
        return PROBLEM if media == PROBLEM else _name_of(content["schema"].get("$ref", "")) or media
    return str(answer["description"])


def _sent(operation: Mapping[str, Any], schemas: Schemas) -> Any:
    """The schema of the body; that of any event for the body that lists the events of a game."""
    if "requestBody" not in operation:
        return {}
    (content,) = operation["requestBody"]["content"].values()
    name = _name_of(content["schema"]["$ref"])
    if name != COMMAND:
        return schemas[name]
    shared = schemas[schemas[COMMAND]["oneOf"][0]["$ref"].removeprefix(REF)]
    own = {"event": {"type": "string"}, "fields": {"type": "object"}}
    return {**shared, "properties": {**shared["properties"], **own}, "required": ["id", "event"]}


def described(name: str, schema: Mapping[str, Any], schemas: Schemas) -> Described:
    return Described(name, str(schema.get("description", "")), list(_fields(schema, schemas)))


def _fields(schema: Schemas, schemas: Schemas) -> Iterator[Field]:
    """The fields of a schema. A part that the fields of commands share is described at each of them."""
    required = schema.get("required", ())
    for name, its in schema.get("properties", {}).items():
        shared = _name_of(its.get("$ref", ""))
        yield _field(name, schemas[shared] if shared.startswith(f"{COMMAND}.") else its, name in required)


def _field(name: str, schema: Mapping[str, Any], required: bool) -> Field:
    return Field(name, type_of(schema), required, str(schema.get("description", "")))


def type_of(schema: Mapping[str, Any]) -> str:
    """The type of a schema in words: `text`, `list of integer`, `"entry" or "command"`."""
    if name := _name_of(schema.get("$ref", "")):
        return name
    if "const" in schema or "enum" in schema:
        return " or ".join(f'"{one}"' for one in schema.get("enum", [schema.get("const")]))
    if several := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(dict.fromkeys(map(type_of, several)))
    match schema.get("type"):
        case "array":
            return f"list of {type_of(schema.get('items', {}))}"
        case "object" if isinstance(inner := schema.get("additionalProperties"), Mapping):
            return f"object of {type_of(inner)}"
        case str() as known:
            return known
    return "any"


def _name_of(ref: str) -> str:
    return ref.removeprefix(REF)


__all__ = ["reference"]
