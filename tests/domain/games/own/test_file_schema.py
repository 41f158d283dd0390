"""The JSON Schema of game files agrees with companion's own check on every value."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator

from domain.framework.cards.packs import read_pack
from domain.framework.content import Content
from domain.framework.refusal import Misfit
from domain.games.own.definition import faults_of_definition
from domain.games.own.file_schema import schema_of_game_files
from domain.games.own.kinds import CARDS, KINDS
from tests.domain.games.own.definitions import GOOD, Document, holder_at, places_in, toml_of
from tests.suite.soak import often

SCHEMA = Draft202012Validator(schema_of_game_files())
PLAIN = st.one_of(
    st.integers(-(2**62), 2**62),
    st.sampled_from([0, 1, 12, 13, 99, 100, 99_999, 100_000, -99_999, -100_000]),
    st.booleans(),
    st.floats(0.1, 0.9),  # in JSON, 1.0 is a whole number
    st.sampled_from(["hp", "seat", "round", "track", "most", "x" * 200, "x" * 201, "名字"]),
    st.lists(st.integers(0, 14), max_size=4),
    st.dictionaries(st.sampled_from(["en", "hp", "a b"]), st.one_of(st.just("Hp"), st.integers(-3, 3)), max_size=2),
)
"""Values of all types; characters that cannot be shown are not a matter of the schema."""


@st.composite
def with_one_change(draw: Any) -> Document:
    """A definition of the package with one value replaced, added, removed or renamed."""
    document = deepcopy(GOOD[draw(st.sampled_from(sorted(GOOD)))])
    path = draw(st.sampled_from(sorted(places_in(document), key=str)))
    holder = holder_at(document, path)
    match draw(st.sampled_from(["put", "remove", "rename", "add"])):
        case "put":
            holder[path[-1]] = draw(PLAIN)
        case "remove":
            del holder[path[-1]]
        case "rename" if isinstance(holder, dict):
            holder[draw(st.sampled_from(["new", "a b", "x" * 40, "x" * 41, "numbers"]))] = holder.pop(path[-1])
        case "add" if isinstance(holder, dict):
            holder[draw(st.sampled_from([*KINDS, *(name for card in CARDS for name in card.model_fields)]))] = draw(
                PLAIN
            )
    return document


def read_values(document: Document) -> tuple[Content | None, str]:
    """The content of a document, or the reasons why its values do not fit."""
    try:
        return read_pack(toml_of(document), KINDS).content, ""
    except Misfit as refused:
        return None, str(refused)


@settings(max_examples=often(400))
@given(with_one_change())
def test_the_schema_and_the_check_agree_on_values(document: Document) -> None:
    content, misfit = read_values(document)
    assert SCHEMA.is_valid(document) is (content is not None) or (content and faults_of_definition(content)), misfit


@pytest.mark.parametrize("name", GOOD)
def test_the_files_of_the_package_are_valid(name: str) -> None:
    SCHEMA.validate(GOOD[name])


def test_the_schema_is_one_itself() -> None:
    assert Draft202012Validator(json.loads(json.dumps(schema_of_game_files())))
    assert schema_of_game_files()["$schema"].endswith("2020-12/schema")
