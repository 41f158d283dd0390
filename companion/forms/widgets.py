"""Widgets: how each shape of field is typed, and how what was typed is read. The two undo each other.

Each names its template in `templates/controls/`, which draws a `Control` as `c`.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Final, assert_never

import orjson

from companion.forms.lists import counted
from companion.forms.names import Options
from domain.event import Event
from domain.fields import FieldInfo, fields_of, whole
from domain.shapes import (
    ChoiceShape,
    JsonShape,
    ListShape,
    MappingShape,
    NumberShape,
    ScalarShape,
    TextShape,
    YesNoShape,
)

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
        value = _only(self.name, typed)
        return value if value or (self.name in typed and self._emptied()) else MISSING

    def _emptied(self) -> bool:
        """Whether leaving it empty says something: its default is some text."""
        return not self.field.required and bool(self.field.default)

    def _nothing(self, empty: Any) -> Any:
        """What an empty list or mapping says: none, unless the field is optional."""
        return empty if self.field.required or self.field.default else MISSING


def _lines(name: str, typed: Typed) -> list[str]:
    """All lines that stand in a control, or in several of one name."""
    lines = (line.strip() for value in typed.get(name, ()) for line in value.split("\n"))
    return [line for line in lines if line]


def _only(name: str, typed: Typed) -> str:
    return (typed.get(name) or [""])[0].replace("\r\n", "\n").strip()


class Prose(Widget):
    """Text of several lines."""

    template = "area"
    rows = 5


class Number(Widget):
    """A whole number; anything else is passed on for the event to refuse."""

    template = "number"

    def read(self, typed: Typed) -> Any:
        value = _only(self.name, typed)
        return whole(value) if value else MISSING


class Flag(Widget):
    """A box to tick."""

    template = "flag"

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        return {self.name: ["yes"] if value is True else []}

    def read(self, typed: Typed) -> Any:
        return bool(_only(self.name, typed))


class Answer(Widget):
    """Yes, no, or nothing said: where no is not the same as not known."""

    template = "answer"

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        return {self.name: [] if value is None else ["yes" if value else "no"]}

    def read(self, typed: Typed) -> Any:
        return {"yes": True, "true": True, "no": False, "false": False}.get(_only(self.name, typed), MISSING)


class OneOf(Widget):
    """One of the options, from a list."""

    template = "select"

    def among(self, options: Options) -> Widget:
        if len(options) > MANY:
            return Sought(self.field)
        return OneOfFew(self.field) if len(options) <= RADIOS else self


class OneOfFew(OneOf):
    """One of the options, side by side."""

    template = "radio"


class OneOfOrOther(Widget):
    """One of the options by its name, or whatever else stands on the card."""

    template = "known"

    def among(self, options: Options) -> Widget:
        return Sought(self.field) if len(options) > MANY else self

    def standing(self, typed: Typed, options: Options) -> list[str]:
        return [dict(options).get(value, value) for value in typed.get(self.name, ())]


class Sought(OneOfOrOther):
    """One of many things, typed by its name, or found by part of it."""

    template = "sought"
    hint = "A name, or part of it: what fits is listed."


class ManyOf(Widget):
    """Any of the options, ticked."""

    template = "checkboxes"

    def among(self, options: Options) -> Widget:
        return SoughtMany(self.field) if len(options) > MANY else self

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        return {self.name: [str(part) for part in value or ()]}

    def read(self, typed: Typed) -> Any:
        return _lines(self.name, typed) or self._nothing([])


class Ordered(ManyOf):
    """Some of the options, one after the other; the same one may stand again."""

    template = "order"


class Lines(Widget):
    """A list, one a line."""

    template = "area"
    rows = 3
    hint = "One a line."

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        return {self.name: ["\n".join(str(part) for part in value)] if value else []}

    def read(self, typed: Typed) -> Any:
        parts = [part.strip() for part in _only(self.name, typed).split("\n")]
        return [part for part in parts if part] or self._nothing([])


class ManyOfOrOther(Lines):
    """Several things by their names, known or not, one a line."""

    def among(self, options: Options) -> Widget:
        return SoughtMany(self.field) if len(options) > MANY else self

    def standing(self, typed: Typed, options: Options) -> list[str]:
        lines = _lines(self.name, typed)
        return ["\n".join(dict(options).get(line, line) for line in lines)] if lines else []

    def read(self, typed: Typed) -> Any:
        return _lines(self.name, typed) or self._nothing([])


class SoughtMany(ManyOfOrOther):
    """Several of many things: those chosen so far, and room to type more, or to find them by part of their names."""

    template = "sought-many"
    rows = 2
    hint = "Names, one a line, or part of one: what fits is listed."

    def standing(self, typed: Typed, options: Options) -> list[str]:
        return _lines(self.name, typed)


class Numbers(Widget):
    """Whole numbers, on one line."""

    hint = "Numbers with spaces between."

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        return {self.name: [" ".join(str(part) for part in value)] if value else []}

    def read(self, typed: Typed) -> Any:
        parts = re.split(r"[\s,;，、]+", _only(self.name, typed))
        return [whole(part) for part in parts if part] or self._nothing([])


class Counts(Widget):
    """How many of each option."""

    template = "counts"

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        return {f"{self.name}.{id_}": [str(count)] for id_, count in (value or {}).items()}

    def among(self, options: Options) -> Widget:
        return SoughtCounts(self.field) if len(options) > MANY else self

    def standing(self, typed: Typed, options: Options) -> list[str]:
        return [_only(f"{self.name}.{id_}", typed) for id_, _ in options]

    def read(self, typed: Typed) -> Any:
        head = f"{self.name}."
        found = {key.removeprefix(head): whole(_only(key, typed)) for key in typed if key.startswith(head)}
        found |= dict(_pair(line) for line in _lines(self.name, typed))
        return {id_: count for id_, count in found.items() if count != ""} or self._nothing({})


class SoughtCounts(Counts):
    """How many of each of a few among many things; more are typed, or found by part of their names."""

    template = "sought-counts"
    rows = 2
    hint = "One a line: name = value, or part of a name: what fits is listed."

    def standing(self, typed: Typed, options: Options) -> list[str]:
        return [*super().standing(typed, options), *_lines(self.name, typed)]


class Pairs(Widget):
    """Names with values; a name with a sign of equality in it stands in quotation marks."""

    template = "area"
    rows = 3
    hint = "One a line: name = value"

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        lines = [f"{_quoted(key)} = {_shown(of)}" for key, of in (value or {}).items()]
        return {self.name: ["\n".join(lines)] if lines else []}

    def read(self, typed: Typed) -> Any:
        lines = [line.strip() for line in _only(self.name, typed).split("\n") if line.strip()]
        return dict(_pair(line) for line in lines) or self._nothing({})


class PairsOf(Pairs):
    """Values by the names of things, known or not."""

    def standing(self, typed: Typed, options: Options) -> list[str]:
        pairs = [_pair(line) for line in _lines(self.name, typed)]
        lines = [f"{_quoted(dict(options).get(key, key))} = {_shown(of)}" for key, of in pairs]
        return ["\n".join(lines)] if lines else []


class Listing(Widget):
    """How many of each of many things, as people write them, or as they paste them from elsewhere."""

    template = "area"
    rows = 12
    hint = "One a line: 3x name; or a list pasted from elsewhere."

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        lines = [f"{count}x {id_}" for id_, count in (value or {}).items()]
        return {self.name: ["\n".join(lines)] if lines else []}

    def standing(self, typed: Typed, options: Options) -> list[str]:
        """What stands in it, each thing that is known by its name."""
        pasted, called = _only(self.name, typed), dict(options)
        things = counted(pasted)
        if not isinstance(things, Mapping) or not any(id_ in called for id_ in things):
            return [pasted] if pasted else []
        return ["\n".join(f"{count}x {called.get(id_, id_)}" for id_, count in things.items())]

    def read(self, typed: Typed) -> Any:
        return counted(_only(self.name, typed)) or self._nothing({})


_QUOTED = re.compile(r'("(?:[^"\\]|\\.)*")\s*=(.*)')


def _quoted(key: str) -> str:
    return orjson.dumps(key).decode() if "=" in key or key.startswith('"') else key


def _pair(line: str) -> tuple[str, Any]:
    if quoted := _QUOTED.fullmatch(line):
        return str(_json(quoted[1])), _json(quoted[2].strip())
    key, _, value = line.partition("=")
    return key.strip(), _json(value.strip())


class Scalar(Widget):
    """A number, a word, yes or no, as JSON; what is no JSON is text."""

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        return {self.name: [] if value is None else [_shown(value)]}

    def read(self, typed: Typed) -> Any:
        value = _only(self.name, typed)
        return _json(value) if value else MISSING


class Json(Scalar):
    """Anything else."""

    template = "area"
    rows = 3


def _shown(value: Any) -> str:
    """A value to be typed: text as it is unless it would be read as something else."""
    if isinstance(value, str) and _json(value) == value and value.strip() == value and "\n" not in value:
        return value
    return orjson.dumps(value).decode()


def _json(value: str) -> Any:
    try:
        return orjson.loads(value)
    except orjson.JSONDecodeError:
        return value


@cache
def widgets_of(cls: type[Event[Any]]) -> Sequence[Widget]:
    """The widgets of the fields that a form asks for: those that the rules do not fill in themselves."""
    return tuple(widget_of(field) for field in fields_of(cls) if not field.settled)


def widget_of(field: FieldInfo) -> Widget:
    """The widget for a field."""
    return _kind(field)(field)


def _kind(field: FieldInfo) -> type[Widget]:
    match field.shape:
        case TextShape(prose=prose):
            return Prose if prose else Widget
        case NumberShape():
            return Number
        case YesNoShape():
            return Flag if isinstance(field.default, bool) else Answer
        case ChoiceShape(free=free):
            return OneOfOrOther if free else OneOf
        case ListShape():
            return _several(field.shape)
        case MappingShape(listed=True):
            return Listing
        case MappingShape(of=NumberShape(), keys=ChoiceShape(free=False)):
            return Counts
        case MappingShape(keys=keys):
            return PairsOf if isinstance(keys, ChoiceShape) else Pairs
        case ScalarShape():
            return Scalar
        case JsonShape():
            return Json
    assert_never(field.shape)


def _several(shape: ListShape) -> type[Widget]:
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


__all__ = ["MARK", "MISSING", "Json", "Listing", "Typed", "Widget", "widget_of", "widgets_of"]
