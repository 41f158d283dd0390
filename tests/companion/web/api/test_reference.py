"""The reference page of the API lists each address with its fields, and each event of a game."""

from __future__ import annotations

from html import escape

import orjson
import pytest
from flask import Flask

from companion.web.api.described import encoded_document
from companion.web.api.reference import type_of
from domain.games import BY_KEY
from tests.companion.guest import PHONE
from tests.companion.visitor import Reader, Visitor, foreign


def read_as_stranger(app: Flask, path: str) -> str:
    """A page, without a token and from another computer."""
    answer = app.test_client().get(path, environ_base={"REMOTE_ADDR": PHONE})
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    return answer.get_data(as_text=True)


def test_each_address_is_listed_with_its_method(app: Flask, visitor: Visitor) -> None:
    with app.app_context():
        paths = orjson.loads(encoded_document("heroes3"))["paths"]
    page = read_as_stranger(app, "/api/docs")
    for path, methods in paths.items():
        for method in methods:
            assert f"<code>{method.upper()} {path}</code>" in page


def test_each_answer_is_described_under_its_name(app: Flask, visitor: Visitor) -> None:
    page = Reader(read_as_stranger(app, "/api/docs"))
    named = {link.removeprefix("#") for link in page.links if link.endswith("Answer")}
    assert named >= {"RecordedAnswer", "AboutAnswer", "TokenAnswer"}
    assert [name for name in named if not page.part(name)] == []


@pytest.mark.parametrize("game", BY_KEY)
def test_each_event_of_a_game_is_listed_with_its_fields(app: Flask, visitor: Visitor, game: str) -> None:
    page = read_as_stranger(app, f"/api/docs/{game}")
    for name, event in BY_KEY[game].by_name.items():
        assert f'<details id="{name}">' in page
        for field in event.model_json_schema()["properties"]:
            assert f"<code>{escape(field)}</code>" in page


def test_the_reference_loads_nothing_from_elsewhere(app: Flask, visitor: Visitor) -> None:
    assert foreign(Reader(read_as_stranger(app, "/api/docs"))) == []


def test_there_is_no_reference_of_another_game(app: Flask, visitor: Visitor) -> None:
    assert app.test_client().get("/api/docs/chess").status_code == 404


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "array", "items": {"type": "integer"}}, "list of integer"),
        ({"anyOf": [{"enum": ["a", "b"]}, {"type": "null"}]}, '"a" or "b" or null'),
        ({"const": "a"}, '"a"'),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "object of string"),
        ({"$ref": "#/components/schemas/SeatAnswer"}, "SeatAnswer"),
        ({}, "any"),
    ],
)
def test_a_type_is_said_in_words(schema: dict[str, object], words: str) -> None:
    assert type_of(schema) == words
