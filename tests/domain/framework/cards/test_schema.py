"""The JSON Schema of pack files: closed, with the labels of fields, and ids that refer to other kinds in words."""

from typing import Annotated, Any, Literal

import pytest
from jsonschema_rs import Draft202012Validator
from pydantic import BaseModel, Field

from domain.framework.cards.kinds import Card, kinds_of
from domain.framework.cards.schema import schema_of_kinds
from domain.framework.events.choice import Choice


class Cabin(BaseModel):
    """A room with beds."""

    beds: int = 1


class PortCard(Card):
    kind_name = "ports"


class VesselCard(Card):
    """A vessel and its home."""

    kind_name = "vessels"
    home: Annotated[str, Choice("ports"), Field(title="home port", description="Empty at sea.")] = ""
    masts: Annotated[int | None, Field(ge=1, le=5)] = None
    rig: Literal["", "square"] = ""
    cabin: Cabin = Cabin()


SCHEMA = schema_of_kinds(kinds_of(VesselCard, PortCard), "Vessels", {"ports": 1}, "[a-z]+", required=["vessels"])
VESSEL = {"en": "Gull", "home": "kiel", "masts": 2, "rig": "square", "cabin": {"beds": 3}}


def is_valid(document: Any) -> bool:
    return Draft202012Validator(SCHEMA).is_valid(document)


@pytest.mark.parametrize(
    "document",
    [
        {"vessels": {"gull": {"en": "Gull"}}},
        {"vessels": {"gull": VESSEL}, "ports": {"kiel": {"zh": "基尔"}}, "release": "2.0"},
    ],
)
def test_what_fits_is_valid(document: Any) -> None:
    assert is_valid(document)


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"vessels": {}},
        {"vessels": {"gull": {}}},
        {"vessels": {"gull": {"en": ""}}},
        {"vessels": {"gull": {**VESSEL, "mast": 2}}},
        {"vessels": {"gull": {**VESSEL, "masts": 6}}},
        {"vessels": {"gull": {**VESSEL, "masts": None}}},
        {"vessels": {"gull": {**VESSEL, "rig": "round"}}},
        {"vessels": {"gull": {**VESSEL, "cabin": {"beds": "two"}}}},
        {"vessels": {"Gull 2": VESSEL}},
        {"vessels": {"gull\n": VESSEL}},
        {"vessels": {"gull": VESSEL}, "ships": {}},
        {"vessels": {"gull": VESSEL}, "ports": {"a": {"en": "A"}, "b": {"en": "B"}}},
        {"vessels": [VESSEL]},
    ],
    ids=str,
)
def test_what_does_not_fit_is_invalid(document: Any) -> None:
    assert not is_valid(document)


def test_editors_see_the_label_of_a_field_and_where_its_ids_are_from() -> None:
    vessel = SCHEMA["properties"]["vessels"]["additionalProperties"]
    assert vessel["description"] == "A vessel and its home."
    home = vessel["properties"]["home"]
    assert (home["title"], home["description"]) == ("home port", "Empty at sea. An id of [ports].")
