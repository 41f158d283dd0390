"""An event with a field for every widget, and one with everything filled in."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from companion.forms.controls import Control
from companion.forms.form import form_of
from companion.forms.values import form_strings
from companion.forms.widgets import MARK
from domain.framework.content import Content, merge_content
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event
from domain.framework.events.marks import Amount, Count, CountList, KeepsOrder, Line, Moment, Prose, Remark
from domain.framework.text import ENGLISH, Tongue
from tests.toy import GAME, Harbour

TOWER = Annotated[str, Choice("towers")]


class PartOf(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)
    name: str


class Everything(Event[Harbour]):
    namespace: ClassVar[str] = "test"
    help_text = "One of every kind of field."
    sentence = "Everything"
    line: Line
    remark: Remark = ""
    moment: Moment = ""
    prose: Prose = "–"
    number: Amount = 1
    perhaps: int | None = None
    flag: bool = False
    answer: bool | None = None
    one: TOWER | None = None
    kind: Literal["a", "b", "c", "d", "e", "f", "g"] = "a"
    other: Annotated[Line, Choice("towers", free=True)] | None = None
    many: tuple[TOWER, ...] = ()
    order: Annotated[tuple[TOWER, ...], KeepsOrder()] = ()
    others: tuple[Annotated[Line, Choice("towers", free=True)], ...] = ()
    words: tuple[Line, ...] = ()
    numbers: tuple[int, ...] = ()
    counts: Annotated[dict[str, Count], Choice("towers")] = Field(default_factory=dict)
    stock: Mapping[TOWER, Count] = Field(default_factory=dict)
    notes: Mapping[TOWER, Annotated[Line, Field(max_length=12)]] = Field(default_factory=dict)
    to: Mapping[TOWER, TOWER] = Field(default_factory=dict)
    ways: Mapping[TOWER, tuple[TOWER, ...]] = Field(default_factory=dict)
    pairs: dict[Line, JsonValue] = Field(default_factory=dict)
    named: Annotated[dict[Line, JsonValue], Choice("towers", free=True)] = Field(default_factory=dict)
    told: Mapping[Annotated[Line, Choice("towers", free=True)], Amount] = Field(default_factory=dict)
    doors: Mapping[Annotated[Line, Field(max_length=20)], Annotated[Remark, Field(max_length=60)]] = Field(
        default_factory=dict
    )
    deck: Annotated[Mapping[Annotated[Line, Choice("towers", free=True)], Amount], CountList()] = Field(
        default_factory=dict
    )
    scalar: int | str | bool | None = None
    parts: tuple[PartOf, ...] = ()


FULL: dict[str, Any] = {
    "line": "a line = with {things} <in> it",
    "remark": "者",
    "moment": "2026-11-20 19:00",
    "prose": "two\nlines",
    "number": 7,
    "perhaps": -3,
    "flag": True,
    "answer": False,
    "one": "oak",
    "kind": "e",
    "other": "iron",
    "many": ["oak", "iron"],
    "order": ["iron", "oak", "iron"],
    "others": ["oak", "a tower of cards"],
    "words": ["one", "two three"],
    "numbers": [3, -1, 3],
    "counts": {"oak": 2, "iron": 0},
    "stock": {"iron": 5},
    "notes": {"oak": "= 7 <b>", "iron": "7"},
    "to": {"oak": "7"},
    "ways": {"oak": ["7", "iron"]},
    "pairs": {"a=b": 1, "c": "d", "e": "7", '"q': None, "f": [1, {"g": "h"}], "h": " i "},
    "named": {"oak": 2, "a tower = cards": "x"},
    "told": {"oak": 2, "a tower = cards": 1},
    "doors": {"2": "the = crypt", "3": ""},
    "deck": {"oak": 2, "3x a tower = cards x2": 1},
    "scalar": "12",
    "parts": [{"name": "x"}],
}


class Needed(Event[Harbour]):
    """What has to be said, and is one of a few things or another one; and things of which there are none."""

    namespace: ClassVar[str] = "test"
    help_text = "What has to be said."
    sentence = "Needed"
    tower: Annotated[Line, Choice("towers", free=True)]
    closed: Annotated[Line, Choice("towers", free=True, closed=lambda _: True)]
    strange: tuple[Annotated[Line, Choice("strange", free=True)], ...] = ()


def needed(**typed: list[str]) -> dict[str, Control]:
    """Its controls with what a browser sent, by field."""
    made = form_of(Needed, table(), ENGLISH, {MARK + name: values for name, values in typed.items()})
    return {control.name.removeprefix(MARK): control for control in (*made.shown, *made.folded)}


def table() -> Harbour:
    return GAME.new_table()


def crowded(count: int = 2_000) -> Harbour:
    """A table with that many towers more; two of them have the same name."""
    more: dict[str, dict[str, Any]] = {
        f"t{number:04}": {"en": f"Watch Tower {number}", "zh": f"瞭望塔{number}"} for number in range(1, count)
    }
    towers = {"towers": {**more, "twin": {"en": "Watch Tower 7", "zh": "双塔"}}}
    return GAME.new_table(merge_content(GAME.pack, Content(towers)))


def controls(tongue: Tongue = ENGLISH, at: Harbour | None = None, /, **values: Any) -> dict[str, Control]:
    """Its controls with values in them, by field."""
    made = form_of(Everything, at or table(), tongue, form_strings(Everything, values))
    return {control.name.removeprefix(MARK): control for control in (*made.shown, *made.folded)}
