"""Invalid values are reported with the field's name and in our words, never in a library's."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from flask import Flask
from pydantic import BaseModel, ValidationError

from companion.web.api import shapes
from companion.web.api.shapes import DEEPEST, LARGEST_NUMBER, LONGEST, MOST_FIELDS
from domain.framework.events.event import Event
from domain.framework.events.size_limits import MOST_THINGS
from domain.framework.fields import fields as language_fields
from domain.framework.fields.fields import _OWN, _SENTENCES, faults_of, make_event
from domain.framework.refusal import Misfit
from domain.framework.text import Text
from domain.games import BY_KEY
from tests.companion.web.api.program import Program

OURS = {sentence.message for sentence in (*_SENTENCES.values(), *_OWN.values())} | {
    "{field}: type a number, a word, yes or no",
    "{field}: this has to be text, a number or a list",
}


def nested(depth: int, value: Any = 1) -> Any:
    for _ in range(depth):
        value = [value]
    return value


ODD: dict[str, Any] = {
    "too long": "x" * (LONGEST + 1),
    "two lines": "a\nb",
    "a sign that is not shown": "a\x07b",
    "blank": " ",
    "no text": "",
    "a word": "nonsense",
    "null": None,
    "yes": True,
    "a number": 7,
    "below everything": -LARGEST_NUMBER,
    "too large": 2**60,
    "a part of a number": 1.5,
    "an empty list": [],
    "a list of nulls": [None],
    "a list of words": ["nonsense"],
    "a list of long words": ["x" * (LONGEST + 1)],
    "too deep": nested(DEEPEST + 1),
    "an empty object": {},
    "an object of nulls": {"a": None},
    "an object of numbers": {"a": 1},
    "an object of words": {"a": "nonsense"},
    "an object of long words": {"a": "x" * (LONGEST + 1)},
    "an object of too long a name": {"x" * (LONGEST + 1): 1},
    "an object too deep": {"a": nested(DEEPEST + 1)},
}
TOO_MANY = {"too many": [1] * (MOST_THINGS + 1), "too many names": {str(n): 1 for n in range(MOST_THINGS + 1)}}
"""Of these each part has its fault, so they are tried on bodies alone, which bound them."""


def is_ours(name: str, sentence: Text) -> bool:
    """Whether a sentence is one of ours, filled in, and names its field."""
    return sentence.message in OURS and name in str(sentence) and "{" not in str(sentence)


def one_of_each_type(classes: Iterable[type[BaseModel]]) -> list[tuple[type[BaseModel], str]]:
    """The fields of some classes, one of each type."""
    found = {repr(info.annotation): (cls, name) for cls in classes for name, info in cls.model_fields.items()}
    return list(found.values())


def faults(cls: type[BaseModel], field: str, value: Any) -> Mapping[str, Text]:
    """The refusal of a value for a field."""
    try:
        if issubclass(cls, Event):
            make_event(cls, {field: value})
        else:
            cls.model_validate({field: value})
    except Misfit as misfit:
        return misfit.faults
    except ValidationError as error:
        return faults_of(cls, error)
    return {}


BODIES = [one for _, one in inspect.getmembers(shapes, inspect.isclass) if issubclass(one, BaseModel)]
EVENTS = [cls for game in BY_KEY.values() for cls in game.by_name.values()]
CARDS = [card for game in BY_KEY.values() for card in game.kinds.values()]


@pytest.mark.parametrize("classes", [BODIES, EVENTS, CARDS], ids=["bodies", "events", "cards"])
def test_no_field_is_refused_in_words_of_a_library(classes: list[type[BaseModel]]) -> None:
    for cls, field in one_of_each_type(classes):
        for what, value in (ODD | TOO_MANY if classes is BODIES else ODD).items():
            for name, sentence in faults(cls, field, value).items():
                assert is_ours(name, sentence), (cls, field, what, str(sentence))


def test_an_unknown_fault_is_reported_in_our_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language_fields, "_SENTENCES", {})
    with pytest.raises(ValidationError) as refused:
        shapes.JoinBody.model_validate({"code": 5, "name": "Pia"})
    assert str(faults_of(shapes.JoinBody, refused.value)["code"]) == "code: that does not fit"


NAMED = {
    "too long": ("x" * (LONGEST + 1), f"text: too long, at most {LONGEST} characters"),
    "too many": ([1] * (MOST_THINGS + 1), f"text: at most {MOST_THINGS}"),
    "too deep": (nested(DEEPEST + 1), "text: nested too deeply"),
    "too large": (2**60, "text: that number is too large"),
    "null": (None, "text: type some text"),
    "a list": (["a"], "text: type some text"),
    "an object": ({"a": 1}, "text: type some text"),
}


@pytest.mark.parametrize("path", ["commands", "amend", "amend/preview", "why"])
def test_the_answer_names_the_field_of_an_event_that_does_not_fit(pia: Program, path: str) -> None:
    about = {"event": "note-added"} if path in ("commands", "why") else {"entry": 4}
    asked = about if path in ("why", "amend/preview") else {"id": "a-command", **about}
    for what, (value, said) in NAMED.items():
        if path.startswith("amend") and what in ("null", "a list", "an object"):
            continue  # entry 4 is of an event without that field
        answer = pia.post(path, {**asked, "fields": {"text": value}})
        assert (answer.status_code, answer.get_json()["fields"]) == (422, {"text": said}), what


def test_too_many_fields_are_refused(pia: Program) -> None:
    answer = pia.post("why", {"event": "note-added", "fields": {str(n): 1 for n in range(MOST_FIELDS + 1)}})
    assert answer.get_json()["fields"] == {"fields": f"fields: at most {MOST_FIELDS}"}


def test_an_address_with_an_invalid_number_is_refused(app: Flask, pia: Program) -> None:
    for query in ("after=inf", "after=nan", "after=1e999", "limit=-inf"):
        answer = pia.get(f"log?{query}")
        assert "whole number" in json.dumps(answer.get_json()["fields"]), query
