"""Widgets: one for every shape, with a template of its own; what is typed and what is read undo each other."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.forms.values import values_of
from companion.forms.widgets import MISSING, Json, Widget, widgets_of
from domain.framework.fields.field_shapes import (
    ChoiceShape,
    FieldShape,
    ListShape,
    MappingShape,
    NumberShape,
    ScalarShape,
    TextShape,
    YesNoShape,
)
from domain.framework.game import AnyGame
from domain.framework.text import ENGLISH
from projections.documents.environment import templates_folder
from tests.companion.forms.everything import Everything, Needed, controls, crowded, needed, table
from tests.test_games import GAMES_UNDER_TEST

WIDGETS: Mapping[str, Widget] = {widget.field.name: widget for widget in widgets_of(Everything)}
NOTHING: tuple[object, ...] = (None, [], {})
"""Values that look alike in a form: nothing stands in it."""
LINES = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"))).map(str.strip).filter(bool)
TEXTS = st.lists(LINES, min_size=1).map("\n".join)
NUMBERS = st.integers(-(2**63), 2**63 - 1)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(st.characters(exclude_categories=("Cs",))),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(LINES, inner, max_size=3),
    max_leaves=5,
)


def values(shape: FieldShape) -> st.SearchStrategy[Any]:
    """Any value that a field of some shape may hold."""
    match shape:
        case TextShape(moment=True):
            return st.datetimes().map(lambda when: f"{when:%Y-%m-%d %H:%M}".zfill(16).removesuffix(" 00:00"))
        case TextShape(prose=prose):
            return TEXTS if prose else LINES
        case NumberShape():
            return NUMBERS
        case YesNoShape():
            return st.booleans()
        case ChoiceShape():
            chosen = st.sampled_from(list(shape.options(table())))
            return chosen | LINES if shape.free else chosen
        case ListShape():
            return st.lists(values(shape.of))
        case MappingShape(listed=True):
            return st.dictionaries(values(shape.keys), st.integers(1, 999_999))
        case MappingShape(of=NumberShape(least=int(least))) if least > 0:
            return st.dictionaries(values(shape.keys), NUMBERS.filter(bool))
        case MappingShape():
            return st.dictionaries(values(shape.keys), values(shape.of))
        case ScalarShape(kinds=kinds):
            return st.one_of(map(values, kinds))
    return JSON.filter(lambda value: value is not None)


def kinds(cls: type[Widget] = Widget) -> Iterator[type[Widget]]:
    """All widgets that there are."""
    yield cls
    for kind in cls.__subclasses__():
        yield from kinds(kind)


@pytest.mark.parametrize("name", WIDGETS)
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_what_is_typed_and_what_is_read_undo_each_other(name: str, data: st.DataObject) -> None:
    widget = WIDGETS[name]
    value = data.draw(values(widget.field.shape))
    read = widget.read(widget.typed(value))
    assert read == value or (read is MISSING and value in NOTHING)


@pytest.mark.parametrize("name", WIDGETS)
def test_nothing_is_typed_where_there_is_nothing(name: str) -> None:
    assert not any(any(typed) for typed in WIDGETS[name].typed(None).values())


def test_every_widget_is_somebodys() -> None:
    shown = [*controls().values(), *controls(ENGLISH, crowded()).values(), *needed().values()]
    assert {type(control.widget) for control in shown} == set(kinds())


def test_every_widget_has_its_template_and_every_template_its_widget() -> None:
    assert {path.name for path in (templates_folder() / "controls").iterdir()} == {
        f"{kind.template}.html" for kind in kinds()
    }


@pytest.mark.parametrize(
    ("name", "template"),
    {
        "line": "line",
        "prose": "area",
        "number": "number",
        "flag": "flag",
        "answer": "answer",
        "one": "radio",
        "kind": "select",
        "other": "known",
        "many": "checkboxes",
        "order": "order",
        "others": "known-many",
        "words": "lines",
        "numbers": "line",
        "counts": "counts",
        "stock": "counts",
        "notes": "words",
        "to": "area",
        "pairs": "area",
        "named": "area",
        "told": "rows",
        "doors": "rows",
        "scalar": "line",
        "parts": "area",
    }.items(),
)
def test_every_kind_of_field_is_drawn_as_it_is_typed(name: str, template: str) -> None:
    assert controls()[name].template == f"controls/{template}.html"


@pytest.mark.parametrize(
    ("name", "template"),
    {
        "one": "sought",
        "other": "sought",
        "many": "sought-many",
        "order": "sought-many",
        "others": "sought-many",
        "counts": "sought-counts",
        "notes": "area",
        "kind": "select",
        "named": "area",
        "told": "rows-by-name",
    }.items(),
)
def test_what_has_more_to_choose_from_than_a_page_holds_is_sought(name: str, template: str) -> None:
    assert controls(ENGLISH, crowded())[name].template == f"controls/{template}.html"


@pytest.mark.parametrize("game", GAMES_UNDER_TEST, ids=lambda game: game.key)
def test_every_field_of_a_game_has_a_widget_people_can_use(game: AnyGame) -> None:
    raw = [
        f"{cls.topic}.{widget.field.name}"
        for cls in game.own_events
        if not cls.automatic
        for widget in widgets_of(cls)
        if isinstance(widget, Json) and widget.field.required
    ]
    assert not raw


# --- one of a few things, or a text beside them ---


@pytest.mark.parametrize(
    ("sent", "read", "chip", "text"),
    [
        (["oak", ""], "oak", "oak", ""),
        (["oak", "a tower of cards"], "a tower of cards", "a tower of cards", "a tower of cards"),
        (["", "Oak Tower"], "oak", "oak", ""),
        (["", ""], None, "", ""),
    ],
    ids=["a chip", "both", "the name of a chip", "neither"],
)
def test_of_a_chip_and_a_text_what_was_typed_is_meant(sent: list[str], read: str | None, chip: str, text: str) -> None:
    control = needed(tower=sent)["tower"]
    assert values_of(Needed, table(), {"f.tower": sent}).get("tower") == read
    assert (control.value, control.other) == (chip, text)


def test_where_nothing_else_is_welcome_there_is_no_room_for_it() -> None:
    assert [needed()[name].closed for name in ("tower", "closed")] == [False, True]


# --- counts of things ---


def test_a_count_of_0_means_that_the_thing_is_not_there_where_counts_begin_at_1() -> None:
    assert WIDGETS["told"].read({"f.told": ["oak", "elm", "ash"], "f.told.": ["0", "2", "0"]}) == {"elm": 2}
    assert WIDGETS["told"].read({"f.told.oak": ["0"], "f.told.elm": ["3"]}) == {"elm": 3}


def test_a_count_of_0_is_kept_where_counts_begin_at_0() -> None:
    assert WIDGETS["counts"].read({"f.counts.oak": ["0"], "f.counts.elm": ["2"]}) == {"oak": 0, "elm": 2}
