"""The base of all widgets: how a field becomes the strings of a form, and these a JSON value."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import orjson

from companion.forms.names import Options
from domain.language.fields import FieldInfo

MARK = "f."
"""What the name of a control begins with: a field of an event is never taken for one of the form's own."""
Typed = Mapping[str, Sequence[str]]
"""What stands in a form: by control, the strings that a browser would send."""
MISSING: Final = object()
"""Nothing was typed: the field's default holds, or it is missed."""
RADIOS = 6
"""How many options are shown side by side; more become a list to choose from."""
CHIPS = 8
"""How many things stand side by side where others may be typed as well; more are suggested while that is done."""
MANY = 100
"""How many options are sent with a form; of more, those are found that somebody looks for."""


class Widget:
    """A widget of one line of text; subclasses override what differs."""

    template: ClassVar[str] = "line"
    """What draws it: `templates/controls/line.html`."""
    rows: ClassVar[int] = 1
    """How many lines are seen at once."""
    hint: ClassVar[str] = ""

    def __init__(self, field: FieldInfo) -> None:
        self.field = field
        self.name = MARK + field.name

    def for_options(self, options: Options) -> "Widget":
        """The widget that suits the number of options: this one, or another of the same field."""
        return self

    def for_options_alone(self) -> "Widget":
        """The widget for where nothing but the options is welcome: this one, or another of the same field."""
        return self

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        """Convert a JSON value to the strings of the form."""
        return {self.name: [] if value is None else [str(value)]}

    def displayed_values(self, typed: Typed, options: Options) -> list[str]:
        """The strings that its control shows."""
        return list(typed.get(self.name, ()))

    def read(self, typed: Typed) -> Any:
        """Read the strings of a form as a JSON value, `MISSING` where there are none."""
        value = typed_line(self.name, typed)
        return value if value or (self.name in typed and self._emptied()) else MISSING

    def _emptied(self) -> bool:
        """Whether an empty text is a value of its own: its default is some other text."""
        return not self.field.required and bool(self.field.default)

    def _nothing(self, empty: Any) -> Any:
        """The value of an empty list or mapping: `empty`, or `MISSING` where the default is empty too."""
        return empty if self.field.required or self.field.default else MISSING


def lines_in(name: str, typed: Typed) -> list[str]:
    """All lines that were typed in the controls of a name."""
    lines = (line.strip() for value in typed.get(name, ()) for line in value.split("\n"))
    return [line for line in lines if line]


def typed_line(name: str, typed: Typed) -> str:
    """The text that was typed in the control of a name, empty where there is none; lines end in `\\n`."""
    return (typed.get(name) or [""])[0].replace("\r\n", "\n").strip()


def typed_value(value: Any) -> str:
    """A JSON value as text to be typed; a string stays as it is unless it would be read as something else."""
    if isinstance(value, str) and as_json_value(value) == value and value.strip() == value and "\n" not in value:
        return value
    return orjson.dumps(value).decode()


def as_json_value(value: str) -> Any:
    try:
        return orjson.loads(value)
    except orjson.JSONDecodeError:
        return value
