"""The widget of each shape of field. In every widget, `read` is the inverse of `typed`.

Each widget names its template in `templates/controls/`, which receives a `Control` as `c`.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, assert_never

from companion.forms.names import Options
from companion.forms.several import (
    Counts,
    Lines,
    Listing,
    ManyOf,
    ManyOfOrOther,
    Numbers,
    Ordered,
    Pairs,
    PairsOf,
    Rows,
    RowsOfWords,
    WordsOf,
)
from companion.forms.widget import (
    CHIPS,
    MANY,
    MARK,
    MISSING,
    RADIOS,
    Typed,
    Widget,
    as_json_value,
    typed_line,
    typed_value,
)
from domain.framework.events.event import Event
from domain.framework.fields.field_shapes import (
    ChoiceShape,
    JsonShape,
    ListShape,
    MappingShape,
    NumberShape,
    ScalarShape,
    TextShape,
    YesNoShape,
)
from domain.framework.fields.fields import FieldInfo, fields_of, whole_number


class Prose(Widget):
    """A text of several lines."""

    template = "area"
    rows = 5


class DateAndTime(Widget):
    """A local day with a time; a day alone is shown with midnight, which stays a day alone."""

    template = "moment"

    def displayed_values(self, typed: Typed, options: Options) -> list[str]:
        return [f"{value} 00:00" if len(value) == len("2026-11-20") else value for value in typed.get(self.name, ())]

    def read(self, typed: Typed) -> Any:
        value = super().read(typed)
        return value.replace("T", " ").removesuffix(" 00:00") if isinstance(value, str) else value


class Number(Widget):
    """A whole number; other input is passed on for the event to refuse."""

    template = "number"

    def read(self, typed: Typed) -> Any:
        value = typed_line(self.name, typed)
        return whole_number(value) if value else MISSING


class Flag(Widget):
    """A checkbox."""

    template = "flag"

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        return {self.name: ["yes"] if value is True else []}

    def read(self, typed: Typed) -> Any:
        return bool(typed_line(self.name, typed))


class Answer(Widget):
    """Yes, no or unanswered, for fields in which unknown is not no."""

    template = "answer"

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        return {self.name: [] if value is None else ["yes" if value else "no"]}

    def read(self, typed: Typed) -> Any:
        return {"yes": True, "true": True, "no": False, "false": False}.get(typed_line(self.name, typed), MISSING)


class OneOf(Widget):
    """A drop-down list of the options."""

    template = "select"

    def for_options(self, options: Options) -> Widget:
        if len(options) > MANY:
            return Sought(self.field)
        return OneOfFew(self.field) if len(options) <= RADIOS else self

    def displayed_values(self, typed: Typed, options: Options) -> list[str]:
        by_name = {name: id_ for id_, name in options}
        return [by_name.get(value, value) for value in typed.get(self.name, ())]


class OneOfFew(OneOf):
    """Radio buttons of the options."""

    template = "radio"


class OneOfOrOther(Widget):
    """One of the options by its name, or any other text."""

    template = "known"

    def for_options(self, options: Options) -> Widget:
        if len(options) > MANY:
            return Sought(self.field)
        return OneOfFewOrOther(self.field) if self.field.required and 0 < len(options) <= CHIPS else self

    def for_options_alone(self) -> Widget:
        return OneOf(self.field)

    def displayed_values(self, typed: Typed, options: Options) -> list[str]:
        return [dict(options).get(value, value) for value in typed.get(self.name, ())]

    def read(self, typed: Typed) -> Any:
        """The typed text, or else the chosen option."""
        said = [value for value in typed.get(self.name, ()) if value.strip()]
        return super().read({self.name: said[-1:] or [""]} if self.name in typed else {})


class OneOfFewOrOther(OneOfOrOther):
    """Radio buttons of a few things, or any other text."""

    template = "known-few"

    def displayed_values(self, typed: Typed, options: Options) -> list[str]:
        by_name = {name: id_ for id_, name in options}
        return [by_name.get(value, value) for value in typed.get(self.name, ()) if value.strip()][-1:]


class Sought(OneOfOrOther):
    """One of many things, with a search field."""

    template = "sought"
    hint = "Type a name or part of it to see matches."


class Scalar(Widget):
    """A number, a word, yes or no, as JSON; other text is a string."""

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        return {self.name: [] if value is None else [typed_value(value)]}

    def read(self, typed: Typed) -> Any:
        value = typed_line(self.name, typed)
        return as_json_value(value) if value else MISSING


class Json(Scalar):
    """Any other value, as JSON."""

    template = "area"
    rows = 3


@cache
def widgets_of(cls: type[Event[Any]]) -> Sequence[Widget]:
    """The widgets of an event's form: all fields except those that the rules fill in."""
    return tuple(widget_of(field) for field in fields_of(cls) if not field.settled)


def widget_of(field: FieldInfo) -> Widget:
    """The widget for a field."""
    return _widget_class(field)(field)


def _widget_class(field: FieldInfo) -> type[Widget]:
    match field.shape:
        case TextShape(moment=True):
            return DateAndTime
        case TextShape(prose=prose):
            return Prose if prose else Widget
        case NumberShape():
            return Number
        case YesNoShape():
            return Flag if isinstance(field.default, bool) else Answer
        case ChoiceShape(free=free):
            return OneOfOrOther if free else OneOf
        case ListShape():
            return _list_widget_class(field.shape)
        case MappingShape():
            return _mapping_widget_class(field.shape)
        case ScalarShape():
            return Scalar
        case JsonShape():
            return Json
    assert_never(field.shape)


def _mapping_widget_class(shape: MappingShape) -> type[Widget]:
    is_known = isinstance(shape.keys, ChoiceShape) and not shape.keys.free
    match shape.of:
        case _ if shape.listed:
            return Listing
        case NumberShape():
            return Counts if is_known else Rows
        case TextShape(prose=False):
            return WordsOf if is_known else RowsOfWords
    return PairsOf if isinstance(shape.keys, ChoiceShape) else Pairs


def _list_widget_class(shape: ListShape) -> type[Widget]:
    match shape.of:
        case ChoiceShape(free=True):
            return ManyOfOrOther
        case ChoiceShape():
            return Ordered if shape.ordered else ManyOf
        case TextShape(prose=False):
            return Lines
        case NumberShape():
            return Numbers
    return Json


__all__ = ["MARK", "MISSING", "Json", "Typed", "Widget", "widget_of", "widgets_of"]
