"""Reading: which events a fold takes as they stand in JSON, and which it looks at again."""

from collections.abc import Mapping
from typing import Annotated, Any

import pytest

from domain.event import Choice, Count, Event
from domain.log.entries import encode
from domain.log.reading import maker_of, shape_of
from tests.toy import ToyEvent

TOWER = Annotated[str, Choice("towers")]


class Counted(ToyEvent):
    says = "Counted"
    towers: Mapping[TOWER, Count]
    more: dict[str, int] | None = None


class Numbered(ToyEvent):
    says = "Numbered"
    towers: Mapping[int, str]


class Listed(ToyEvent):
    says = "Listed"
    towers: Mapping[str, tuple[int, ...]]


def read(event: Event[Any]) -> Event[Any]:
    return maker_of(type(event))(encode(event, {"id": "c.0"}))


def test_a_mapping_with_ids_as_keys_is_taken_as_it_stands() -> None:
    assert shape_of(Counted) is not None


@pytest.mark.parametrize("cls", [Numbered, Listed])
def test_what_json_does_not_hold_as_it_is_is_looked_at_again(cls: type[Event[Any]]) -> None:
    assert shape_of(cls) is None


@pytest.mark.parametrize(
    "event", [Counted(towers={"oak": 2}, more={"x": 1}), Numbered(towers={7: "oak"}), Listed(towers={"oak": (1, 2)})]
)
def test_what_is_read_is_what_was_recorded(event: Event[Any]) -> None:
    assert read(event) == event
