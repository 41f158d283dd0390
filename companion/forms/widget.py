"""The base of all widgets: conversion of a field's JSON value to the strings of a form, and back."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import orjson

from companion.forms.names import Options
from domain.framework.fields.fields import FieldInfo

MARK = "f."
"""The prefix of a control's name, which keeps an event's fields apart from the form's own inputs."""
Typed = Mapping[str, Sequence[str]]
"""The values of a form: by control name, the strings that a browser sends."""
MISSING: Final = object()
"""Nothing was typed, so the default applies, or the field is missing."""
RADIOS = 6
"""Up to this many options are radio buttons; more become a drop-down list."""
CHIPS = 8
"""Up to this many things are buttons next to a free text; more are suggested while typing."""
MANY = 100
"""Up to this many options are sent with a form; more are found with a search."""


class Widget:
    """A widget of one line of text; the base of the others."""

    template: ClassVar[str] = "line"
    """The name of its template: `templates/controls/line.html`."""
    rows: ClassVar[int] = 1
    """The number of visible lines."""
    hint: ClassVar[str] = ""

    def __init__(self, field: FieldInfo) -> None:
        self.field = field
        self.name = MARK + field.name

    def for_options(self, options: Options) -> "Widget":
        """The widget for this number of options: this one, or another of the same field."""
        return self

    def for_options_alone(self) -> "Widget":
        """The widget if only the options are accepted: this one, or another of the same field."""
        return self

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        """Convert a JSON value to the strings of the form."""
        return {self.name: [] if value is None else [str(value)]}

    def displayed_values(self, typed: Typed, options: Options) -> list[str]:
        """The strings that its control shows."""
        return list(typed.get(self.name, ()))

    def read(self, typed: Typed) -> Any:
        """Parse the strings of a form as a JSON value; `MISSING` if there are none."""
        value = typed_line(self.name, typed)
        return value if value or (self.name in typed and self._emptied()) else MISSING

    def _emptied(self) -> bool:
        """Whether an empty text is a value, because the default is another text."""
        return not self.field.required and bool(self.field.default)

    def _nothing(self, empty: Any) -> Any:
        """The value of an empty list or mapping: `empty`, or `MISSING` if the default is empty too."""
        return empty if self.field.required or self.field.default else MISSING


def lines_in(name: str, typed: Typed) -> list[str]:
    """All lines typed in the controls of a name."""
    lines = (line.strip() for value in typed.get(name, ()) for line in value.split("\n"))
    return [line for line in lines if line]


def typed_line(name: str, typed: Typed) -> str:
    """The text typed in the control of a name, with `\\n` line ends; empty if there is none."""
    return (typed.get(name) or [""])[0].replace("\r\n", "\n").strip()


def typed_value(value: Any) -> str:
    """A JSON value as text to type; a string is quoted only if it would be parsed as something else."""
    if isinstance(value, str) and as_json_value(value) == value and value.strip() == value and "\n" not in value:
        return value
    return orjson.dumps(value).decode()


def as_json_value(value: str) -> Any:
    try:
        return orjson.loads(value)
    except orjson.JSONDecodeError:
        return value
