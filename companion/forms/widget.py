"""A widget: a field of an event as it stands in a form, and what is read from there again."""

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
RADIOS = 4
"""So many options are shown side by side; more become a list to choose from."""
MANY = 100
"""So many options are sent with a form; of more, those are found that somebody looks for."""


class Widget:
    """A field of one line of text; the other kinds change what differs."""

    template: ClassVar[str] = "line"
    """What draws it: `templates/controls/line.html`."""
    rows: ClassVar[int] = 1
    """How many lines are seen at once."""
    hint: ClassVar[str] = ""

    def __init__(self, field: FieldInfo) -> None:
        self.field = field
        self.name = MARK + field.name

    def among(self, options: Options) -> "Widget":
        """Itself, or the widget that shows so few options better."""
        return self

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        """A JSON value as what stands in the form."""
        return {self.name: [] if value is None else [str(value)]}

    def standing(self, typed: Typed, options: Options) -> list[str]:
        """What stands in its control."""
        return list(typed.get(self.name, ()))

    def read(self, typed: Typed) -> Any:
        """What stands in the form as a JSON value, `MISSING` where nothing does."""
        value = only(self.name, typed)
        return value if value or (self.name in typed and self._emptied()) else MISSING

    def _emptied(self) -> bool:
        """Whether leaving it empty says something: its default is some text."""
        return not self.field.required and bool(self.field.default)

    def _nothing(self, empty: Any) -> Any:
        """What an empty list or mapping says: none, unless the field is optional."""
        return empty if self.field.required or self.field.default else MISSING


def lines_in(name: str, typed: Typed) -> list[str]:
    """All lines that stand in a control, or in several of one name."""
    lines = (line.strip() for value in typed.get(name, ()) for line in value.split("\n"))
    return [line for line in lines if line]


def only(name: str, typed: Typed) -> str:
    return (typed.get(name) or [""])[0].replace("\r\n", "\n").strip()


def shown(value: Any) -> str:
    """A value to be typed: text as it is unless it would be read as something else."""
    if isinstance(value, str) and as_json_value(value) == value and value.strip() == value and "\n" not in value:
        return value
    return orjson.dumps(value).decode()


def as_json_value(value: str) -> Any:
    try:
        return orjson.loads(value)
    except orjson.JSONDecodeError:
        return value
