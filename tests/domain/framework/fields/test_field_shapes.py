"""Shapes: what each kind of field takes, whatever its type is made of."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

import pytest
from pydantic import BaseModel, Field, JsonValue

from domain.framework.events.choice import Choice
from domain.framework.events.event import Event
from domain.framework.events.marks import Count, KeepsOrder, Line, Prose, Remark
from domain.framework.fields.field_shapes import (
    ChoiceShape,
    FieldShape,
    JsonShape,
    ListShape,
    MappingShape,
    NumberShape,
    ScalarShape,
    TextShape,
    YesNoShape,
)
from domain.framework.fields.fields import fields_of
from tests.toy import Harbour

TOWERS, CARDS = Choice("towers"), Choice("cards", free=True)
Tower = Annotated[str, TOWERS]
Card = Annotated[Line, CARDS]
Day = Literal["market", "storm"]
Part = BaseModel


class Shaped(Event[Harbour]):
    """A field of each type."""

    namespace: ClassVar[str] = "test"
    sentence = "Shaped"
    line: Line
    maybe: Remark | None = None
    prose: Prose
    unbounded: str
    count: Count
    anywhere: int | None = None
    flag: bool
    answer: bool | None = None
    tower: Tower
    perhaps: Tower | None = None
    card: Card
    day: Day
    only: Literal["storm"]
    words: tuple[Line, ...] = Field(max_length=9)
    pair: tuple[int, int]
    mixed: tuple[int, str]
    towers: tuple[Tower, ...] = Field(min_length=1)
    days: Annotated[tuple[Day, ...], KeepsOrder()]
    nights: tuple[Day | Literal["calm"], ...]
    lists: tuple[tuple[int, ...], ...]
    parts: tuple[Part, ...]
    part: Part
    counted: Annotated[dict[str, Count], TOWERS]
    keyed: Mapping[Tower, Count] = Field(max_length=4)
    by_id: Mapping[Tower, Card] = Field(max_length=4)
    some_by_day: Mapping[Day, tuple[Tower, ...]] | None = None
    by_day: dict[Day, int]
    notes: dict[Line, JsonValue]
    anything: dict[str, Any]
    scalar: int | Line | bool | None = None
    either: int | tuple[int, ...]


LINE, COUNT, NUMBER = TextShape(200), NumberShape(0, 999_999), NumberShape()
TOWER, CARD, DAY = ChoiceShape(TOWERS), ChoiceShape(CARDS, longest=200), ChoiceShape(None, ("market", "storm"))
SHAPES: dict[str, FieldShape] = {
    "line": LINE,
    "maybe": LINE,
    "prose": TextShape(5_000),
    "unbounded": TextShape(),
    "count": COUNT,
    "anywhere": NUMBER,
    "flag": YesNoShape(),
    "answer": YesNoShape(),
    "tower": TOWER,
    "perhaps": TOWER,
    "card": CARD,
    "day": DAY,
    "only": ChoiceShape(None, ("storm",)),
    "words": ListShape(LINE, most=9),
    "pair": ListShape(NUMBER, 2, 2),
    "mixed": ListShape(JsonShape(), 2, 2),
    "towers": ListShape(TOWER, least=1),
    "days": ListShape(DAY, ordered=True),
    "nights": ListShape(ChoiceShape(None, ("market", "storm", "calm"))),
    "lists": ListShape(ListShape(NUMBER)),
    "parts": ListShape(JsonShape()),
    "part": JsonShape(),
    "counted": MappingShape(TOWER, COUNT),
    "keyed": MappingShape(TOWER, COUNT, 4),
    "by_id": MappingShape(TOWER, CARD, 4),
    "some_by_day": MappingShape(DAY, ListShape(TOWER)),
    "by_day": MappingShape(DAY, NUMBER),
    "notes": MappingShape(LINE, JsonShape()),
    "anything": MappingShape(TextShape(), JsonShape()),
    "scalar": ScalarShape((NUMBER, LINE, YesNoShape())),
    "either": JsonShape(),
}


@pytest.mark.parametrize("name", Shaped.model_fields)
def test_a_type_has_its_shape(name: str) -> None:
    assert {field.name: field.shape for field in fields_of(Shaped)}[name] == SHAPES[name]


@pytest.mark.parametrize(("longest", "prose"), [(None, False), (200, False), (1_000, False), (1_001, True)])
def test_long_text_is_prose(longest: int | None, prose: bool) -> None:
    assert TextShape(longest).prose is prose


def test_ids_are_chosen_wherever_they_stand() -> None:
    chosen = {field.name: field.choice for field in fields_of(Shaped) if field.choice}
    assert chosen == {
        **dict.fromkeys(("tower", "perhaps", "towers", "counted", "keyed", "by_id"), TOWERS),
        "card": CARDS,
    }


def test_the_words_of_a_literal_are_options() -> None:
    options = {field.name: list(field.options(Harbour())) for field in fields_of(Shaped)}
    assert (options["day"], options["nights"], options["line"]) == (
        ["market", "storm"],
        ["market", "storm", "calm"],
        [],
    )
