"""The OpenAPI documents list every address, event and kind of content, and bound each value that is sent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from flask import Flask

from companion.web.api.described import encoded_document
from companion.web.visitors.bearer import API, VERSIONED
from domain.games import BY_KEY
from tests.companion.web.api.program import Program

BOUNDED = {
    "string": {"maxLength", "const", "enum"},
    "array": {"maxItems"},
    "object": {"maxProperties", "properties"},
    "integer": {"maximum", "exclusiveMaximum"},
    "number": {"maximum", "exclusiveMaximum"},
}
"""By type, what counts as a bound."""
WITHIN = ("anyOf", "oneOf", "allOf", "prefixItems", "items", "additionalProperties", "propertyNames")


@pytest.fixture(params=BY_KEY)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def document(app: Flask, game: str) -> dict[str, Any]:
    with app.app_context():
        found: dict[str, Any] = orjson.loads(encoded_document(game))
    return found


def test_every_event_that_is_recorded_by_hand_is_a_command(game: str, document: dict[str, Any]) -> None:
    commands = document["components"]["schemas"]["CommandBody"]["discriminator"]["mapping"]
    assert list(commands) == list(BY_KEY[game].by_name)


def test_every_event_is_described_with_its_fields(game: str, document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    for name, event in BY_KEY[game].by_name.items():
        assert list(schemas[f"event.{name}"].get("properties", {})) == list(event.model_json_schema()["properties"])


def test_every_kind_of_content_is_described(game: str, document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    assert [kind for kind in BY_KEY[game].kinds if f"kind.{kind}" not in schemas] == []


def test_whatever_is_referred_to_is_there(document: dict[str, Any]) -> None:
    named = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    assert {ref for ref in referred(document) if ref not in named} == set()


def test_each_part_of_what_is_sent_has_a_bound(document: dict[str, Any]) -> None:
    found = {
        f"{method} {path}: {endless}"
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        for schema in sent_to(operation)
        for endless in unbounded(schema, document, set())
    }
    assert found == set()


def sent_to(operation: dict[str, Any]) -> Iterator[Any]:
    yield from (parameter["schema"] for parameter in operation.get("parameters", ()))
    if "requestBody" in operation:
        yield operation["requestBody"]["content"]["application/json"]["schema"]


def unbounded(schema: Any, document: dict[str, Any], seen: set[str]) -> Iterator[str]:
    """The parts of a schema that take as much as one likes, by their type."""
    if isinstance(schema, list):
        for part in schema:
            yield from unbounded(part, document, seen)
    elif isinstance(schema, dict):
        if (ref := schema.get("$ref")) and ref not in seen:
            seen.add(ref)
            inner = document["components"]["schemas"][ref.rpartition("/")[2]]
            yield from (f"{ref.rpartition('/')[2]} {endless}" for endless in unbounded(inner, document, seen))
        kind = schema.get("type")
        if kind in BOUNDED and not BOUNDED[kind] & schema.keys():
            yield str(kind)
        for name in WITHIN:
            yield from unbounded(schema.get(name), document, seen)
        for name, its in schema.get("properties", {}).items():
            yield from (f"{name} {endless}" for endless in unbounded(its, document, seen))


def referred(part: Any) -> Iterator[str]:
    """What a document refers to."""
    for name, inner in part.items() if isinstance(part, dict) else ():
        if name == "$ref":
            yield inner
        yield from referred(inner)
    for inner in part if isinstance(part, list) else ():
        yield from referred(inner)


def test_every_address_for_programs_is_described(app: Flask, document: dict[str, Any]) -> None:
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint.startswith("api_")]
    asked = {
        (VERSIONED + rule.rule.removeprefix(API).replace("<", "{").replace(">", "}"), method.lower())
        for rule in rules
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert asked == {(path, method) for path, operations in document["paths"].items() for method in operations}


def test_a_document_is_sent_without_a_token_and_once(app: Flask, game: str, document: dict[str, Any]) -> None:
    answer = Program(app).get(f"/api/openapi/{game}.json")
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    assert answer.get_json() == document
    again = Program(app, headers={"If-None-Match": answer.headers["ETag"]}).get(f"/api/openapi/{game}.json")
    assert again.status_code == 304


def test_no_document_of_another_game_is_there(app: Flask) -> None:
    assert Program(app).get("/api/openapi/chess.json").status_code == 404


def test_the_index_leads_to_the_addresses_and_documents(app: Flask) -> None:
    found = Program(app).get("/api").get_json()
    assert found["version"] == "v1"
    assert found["links"] == {
        "join": "/api/v1/join",
        "host": "/api/v1/host",
        "campaigns": "/api/v1/c",
        "docs": "/api/docs",
    }
    assert [Program(app).get(document).status_code for document in found["documents"].values()] == [200] * len(BY_KEY)


def test_addresses_with_and_without_the_version_are_the_same(pia: Program) -> None:
    old, new = pia.get("/api/c/harbour/state"), pia.get("/api/v1/c/harbour/state")
    assert (new.status_code, new.get_json(), new.headers["ETag"]) == (200, old.get_json(), old.headers["ETag"])


def test_another_version_is_not_there(pia: Program) -> None:
    assert [pia.get(path).status_code for path in ("/api/v2/c", "/api/v10/c")] == [404, 404]
