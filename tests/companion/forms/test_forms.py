"""Forms: what stands in them and what is read from them undo each other."""

from typing import Annotated, Any, ClassVar, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from companion.forms.form import MARK, Control, asked, form_of, typed_of, values_of
from companion.forms.widgets import widget_of
from domain.event import Amount, Choice, Count, Event, InOrder, Line, Prose, Remark
from domain.fields import fields_of, make
from domain.game import AnyGame
from domain.text import ENGLISH, Tongue
from tests.strategies import plausible
from tests.test_games import GAMES_UNDER_TEST, plays
from tests.toy import GAME, Harbour

TOWER = Annotated[str, Choice("towers")]


class Part(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)
    name: str


class Everything(Event[Harbour]):
    namespace: ClassVar[str] = "test"
    help_text = "One of every kind of field."
    says = "Everything"
    line: Line
    remark: Remark = ""
    prose: Prose = "–"
    number: Amount = 1
    perhaps: int | None = None
    flag: bool = False
    answer: bool | None = None
    one: TOWER | None = None
    kind: Literal["a", "b", "c", "d", "e"] = "a"
    other: Annotated[Line, Choice("towers", free=True)] | None = None
    many: tuple[TOWER, ...] = ()
    order: Annotated[tuple[TOWER, ...], InOrder()] = ()
    others: tuple[Annotated[Line, Choice("towers", free=True)], ...] = ()
    words: tuple[Line, ...] = ()
    numbers: tuple[int, ...] = ()
    counts: Annotated[dict[str, Count], Choice("towers")] = Field(default_factory=dict)
    pairs: dict[Line, JsonValue] = Field(default_factory=dict)
    scalar: int | str | bool | None = None
    parts: tuple[Part, ...] = ()


FULL: dict[str, Any] = {
    "line": "a line = with {things} <in> it",
    "remark": "者",
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
    "pairs": {"a=b": 1, "c": "d", "e": "7", '"q': None, "f": [1, {"g": "h"}], "h": " i "},
    "scalar": "12",
    "parts": [{"name": "x"}],
}


def table() -> Harbour:
    return GAME.new_table()


def controls(tongue: Tongue = ENGLISH, **values: Any) -> dict[str, Control]:
    made = form_of(Everything, table(), tongue, typed_of(Everything, values))
    return {control.name.removeprefix(MARK): control for control in made.controls}


def read(**typed: str) -> dict[str, Any]:
    return values_of(Everything, table(), {MARK + name: [value] for name, value in typed.items()})


@pytest.mark.parametrize("name", FULL)
def test_what_stands_in_a_control_is_read_as_what_it_was(name: str) -> None:
    assert values_of(Everything, table(), typed_of(Everything, FULL))[name] == FULL[name]


def test_an_empty_form_leaves_out_all_but_what_empty_means() -> None:
    assert read() == {"flag": False, "prose": "", "kind": ""} or read() == {"flag": False}


@pytest.mark.parametrize(
    ("name", "widget"),
    {
        "line": "line",
        "prose": "prose",
        "number": "number",
        "flag": "flag",
        "answer": "answer",
        "one": "radio",
        "kind": "select",
        "other": "known",
        "many": "checkboxes",
        "order": "order",
        "others": "lines",
        "words": "lines",
        "numbers": "numbers",
        "counts": "counts",
        "pairs": "pairs",
        "scalar": "line",
        "parts": "json",
    }.items(),
)
def test_every_kind_of_field_has_its_widget(name: str, widget: str) -> None:
    assert controls()[name].widget == widget


def test_a_number_shows_its_bounds() -> None:
    number = controls()["number"]
    assert (number.least, number.most) == (1, 999_999)


def test_a_known_thing_is_typed_by_its_name_in_either_language() -> None:
    assert [read(other=name)["other"] for name in ("Oak Tower", "oak tower", "橡木塔", "oak")] == ["oak"] * 4


def test_a_thing_nobody_knows_stays_as_it_was_typed() -> None:
    assert read(other="Tower of cards")["other"] == "Tower of cards"


def test_a_known_thing_stands_in_the_form_by_its_name() -> None:
    assert controls(other="oak")["other"].value == "Oak Tower"
    assert controls(Tongue(content="zh"), others=["oak", "cards"])["others"].value == "橡木塔\ncards"


def test_options_come_with_names() -> None:
    assert dict(controls()["one"].options) == {"oak": "Oak Tower", "iron": "Iron Tower"}


def test_not_said_is_not_no() -> None:
    assert ("answer" in read(answer=""), read(answer="no")["answer"]) == (False, False)


@pytest.mark.parametrize("typed", ["1.5", "1_000", "0x10", "1e3", "many"])
def test_what_is_no_whole_number_is_left_for_the_event_to_refuse(typed: str) -> None:
    assert read(number=typed)["number"] == typed


def test_numbers_may_be_separated_as_one_likes() -> None:
    assert read(numbers="1 2,3、4；5;6".replace("；", ";"))["numbers"] == [1, 2, 3, 4, 5, 6]


def test_long_forms_fold_away_what_may_stay_empty() -> None:
    made = form_of(Everything, table(), ENGLISH, typed_of(Everything, {"line": "x", "remark": "y"}))
    shown = [control.name for control in made.shown]
    assert ("f.line" in shown, "f.remark" in shown, "f.words" in shown) == (True, True, False)


def test_a_field_of_the_event_is_never_one_of_the_forms_own() -> None:
    assert all(control.name.startswith(MARK) for control in controls().values())


def said(event: Event[Any]) -> dict[str, Any]:
    """The fields a form asks for, without those that say nothing: an empty list looks like none in a form."""
    fields = event.model_dump(mode="json")
    return {info.name: fields[info.name] for info in asked(type(event)) if fields[info.name] not in (None, [], {}, "")}


@pytest.mark.parametrize("game", GAMES_UNDER_TEST, ids=lambda game: game.key)
def test_every_plausible_event_survives_its_form(game: AnyGame) -> None:
    for play in plays(game):
        for cls in game.by_name.values():
            for event in plausible(cls, play.campaign.table, seed=7, count=5):
                fields = event.model_dump(mode="json")
                values = values_of(cls, play.campaign.table, typed_of(cls, fields))
                assert said(make(cls, values)) == said(event), (cls, values)


@pytest.mark.parametrize("game", GAMES_UNDER_TEST, ids=lambda game: game.key)
def test_every_field_of_a_game_has_a_widget_people_can_use(game: AnyGame) -> None:
    raw = [
        f"{cls.topic}.{info.name}"
        for cls in game.own_events
        if not cls.automatic
        for info in fields_of(cls)
        if widget_of(info).name == "json" and info.required
    ]
    assert not raw
