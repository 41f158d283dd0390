"""Widgets for several values: checkboxes, lines, counts per option, names with values."""

import re
from collections.abc import Mapping, Sequence
from itertools import chain, zip_longest
from typing import Any

import orjson

from companion.forms.list_formats import parse_counts
from companion.forms.names import Options
from companion.forms.widget import CHIPS, MANY, MISSING, Typed, Widget, as_json_value, lines_in, typed_line, typed_value
from domain.framework.fields.field_shapes import (
    ChoiceShape,
    FieldShape,
    JsonShape,
    ListShape,
    MappingShape,
    NumberShape,
    TextShape,
)
from domain.framework.fields.fields import FieldInfo, whole_number


class ManyOf(Widget):
    """Checkboxes for the options."""

    template = "checkboxes"

    def for_options(self, options: Options) -> Widget:
        return SoughtMany(self.field) if len(options) > MANY else self

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        return {self.name: [str(part) for part in value or ()]}

    def read(self, typed: Typed) -> Any:
        return lines_in(self.name, typed) or self._nothing([])


class Ordered(ManyOf):
    """An ordered list of options; an option may occur again."""

    template = "order"


class Lines(Widget):
    """A list with one input line per item, and a few empty lines."""

    template = "lines"

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        return {self.name: [str(part) for part in value or ()]}

    def displayed_values(self, typed: Typed, options: Options) -> list[str]:
        return lines_in(self.name, typed)

    def read(self, typed: Typed) -> Any:
        return lines_in(self.name, typed) or self._nothing([])


class ManyOfOrOther(Lines):
    """Several things by name, known or not."""

    def for_options(self, options: Options) -> Widget:
        if not options:
            return self
        return ManyOfFewOrOther(self.field) if len(options) <= CHIPS else SoughtMany(self.field)


class ManyOfFewOrOther(ManyOfOrOther):
    """Checkboxes for a few things, and a line for others."""

    template = "known-many"

    def displayed_values(self, typed: Typed, options: Options) -> list[str]:
        by_name = {name: id_ for id_, name in options}
        return [by_name.get(line, line) for line in lines_in(self.name, typed)]


class SoughtMany(ManyOfOrOther):
    """Several of many things: the chosen ones, and a search field for more."""

    template = "sought-many"
    rows = 2
    hint = "One name per line. Type part of a name to see matches."


class Numbers(Widget):
    """Whole numbers on one line."""

    hint = "Numbers, separated by spaces."

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        return {self.name: [" ".join(str(part) for part in value)] if value else []}

    def read(self, typed: Typed) -> Any:
        parts = re.split(r"[\s,;，、]+", typed_line(self.name, typed))
        return [whole_number(part) for part in parts if part] or self._nothing([])


class Counts(Widget):
    """A count for each option."""

    template = "counts"

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        return {f"{self.name}.{id_}": [str(part)] for id_, part in (value or {}).items()}

    def for_options(self, options: Options) -> Widget:
        return SoughtCounts(self.field) if len(options) > MANY else self

    def displayed_values(self, typed: Typed, options: Options) -> list[str]:
        return [typed_line(f"{self.name}.{id_}", typed) for id_, _ in options]

    def read(self, typed: Typed) -> Any:
        head = f"{self.name}."
        found = {key.removeprefix(head): self.value_of(typed_line(key, typed)) for key in typed if key.startswith(head)}
        found |= dict(_parse_line(line, self.shape.of) for line in lines_in(self.name, typed))
        given = {id_: part for id_, part in found.items() if part != "" and not self._counts_none(part)}
        return given or self._nothing({})

    def _counts_none(self, part: Any) -> bool:
        """Whether a value is the 0 of what is counted from 1: then the thing is not there."""
        return part == 0 and isinstance(self.shape.of, NumberShape) and (self.shape.of.least or 0) > 0

    def value_of(self, typed: str) -> Any:
        """The typed value of an option as JSON; empty if there is none."""
        return whole_number(typed)

    @property
    def shape(self) -> MappingShape:
        assert isinstance(self.field.shape, MappingShape)
        return self.field.shape


class SoughtCounts(Counts):
    """Counts of a few among many things, added with a search field."""

    template = "sought-counts"
    rows = 2
    hint = "One per line: name = value. Type part of a name to see matches."

    def displayed_values(self, typed: Typed, options: Options) -> list[str]:
        return [*super().displayed_values(typed, options), *lines_in(self.name, typed)]


class WordsOf(Counts):
    """A short text per option: a row with its name and an input line."""

    template = "words"

    def for_options(self, options: Options) -> Widget:
        return WordsOfMany(self.field) if len(options) > MANY else self

    def value_of(self, typed: str) -> Any:
        return typed


class WordsOfMany(WordsOf):
    """Short texts for a few of many things, by name."""

    template = "area"
    rows = 3
    hint = "One per line: name = value"

    def displayed_values(self, typed: Typed, options: Options) -> list[str]:
        return _as_lines(self.read(typed), options)


class Rows(Counts):
    """A count per thing, known or not: a row for each known thing, then rows in which a name can be typed.

    Typed names are sent as the control `self.name`, their counts as the control `self.beside`, in the same order.
    """

    template = "rows"

    def __init__(self, field: FieldInfo) -> None:
        super().__init__(field)
        self.beside = f"{self.name}."

    @property
    def blank(self) -> str:
        """The initial value next to a new name: 1 if that is the minimum, otherwise empty."""
        return "1" if isinstance(self.shape.of, NumberShape) and self.shape.of.least == 1 else ""

    def for_options(self, options: Options) -> Widget:
        return RowsByName(self.field) if len(options) > MANY else self

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        pairs: Mapping[str, Any] = value or {}
        return {self.name: list(pairs), self.beside: [str(part) for part in pairs.values()]} if pairs else {}

    def displayed_values(self, typed: Typed, options: Options) -> list[str]:
        """The value of each option, then the other names, each followed by its value."""
        pairs = dict(self._pairs(typed))
        known = [pairs.pop(id_, typed_line(self.beside + id_, typed)) for id_, _ in options]
        return [*known, *chain.from_iterable(pairs.items())]

    def read(self, typed: Typed) -> Any:
        of_known = {key: values for key, values in typed.items() if key not in (self.name, self.beside)}
        counts = super().read(of_known)
        found = {} if counts is MISSING else counts
        pairs = {name: self.value_of(part) for name, part in self._pairs(typed)}
        found |= {name: part for name, part in pairs.items() if not self._counts_none(part)}
        return found or self._nothing({})

    def _pairs(self, typed: Typed) -> list[tuple[str, str]]:
        """The typed names, each with its value."""
        pairs = zip_longest(typed.get(self.name, ()), typed.get(self.beside, ()), fillvalue="")
        return [(name.strip(), part.strip()) for name, part in pairs if name.strip()]


class RowsOfWords(Rows):
    """A short text per thing, known or not."""

    def value_of(self, typed: str) -> Any:
        return typed


class RowsByName(Rows):
    """Counts of a few among many things: a row for each typed name."""

    template = "rows-by-name"

    def displayed_values(self, typed: Typed, options: Options) -> list[str]:
        called = dict(options)
        pairs = ((called.get(name, name), part) for name, part in self._pairs(typed))
        return [*("" for _ in options), *chain.from_iterable(pairs)]


class Pairs(Widget):
    """Names with values; a name that contains an equals sign is quoted."""

    template = "area"
    rows = 3
    hint = "One per line: name = value"

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        return {self.name: _as_lines(value or {}, ())}

    def read(self, typed: Typed) -> Any:
        shape = self.field.shape
        of = shape.of if isinstance(shape, MappingShape) else JsonShape()
        return dict(_parse_line(line, of) for line in lines_in(self.name, typed)) or self._nothing({})


class PairsOf(Pairs):
    """Values by the names of things, known or not."""

    def displayed_values(self, typed: Typed, options: Options) -> list[str]:
        return _as_lines(self.read(typed), options)


class Listing(Widget):
    """Counts of many things as text, one per line, typed or pasted."""

    template = "area"
    rows = 8
    hint = "One per line: 3x name. You can also paste a list."

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        lines = [f"{count}x {id_}" for id_, count in (value or {}).items()]
        return {self.name: ["\n".join(lines)] if lines else []}

    def displayed_values(self, typed: Typed, options: Options) -> list[str]:
        """The text of the list, with the names of known things."""
        pasted, called = typed_line(self.name, typed), dict(options)
        things = parse_counts(pasted)
        if not isinstance(things, Mapping) or not any(id_ in called for id_ in things):
            return [pasted] if pasted else []
        return ["\n".join(f"{count}x {called.get(id_, id_)}" for id_, count in things.items())]

    def read(self, typed: Typed) -> Any:
        return parse_counts(typed_line(self.name, typed)) or self._nothing({})


_QUOTED = re.compile(r'("(?:[^"\\]|\\.)*")\s*=(.*)')


def _quote_key(key: str) -> str:
    return orjson.dumps(key).decode() if "=" in key or key.startswith('"') else key


def _as_lines(value: Any, options: Options) -> list[str]:
    """A mapping as text, one line per key, with options by name; an empty list if there is none."""
    called = dict(options)
    pairs: Mapping[str, Any] = value if isinstance(value, Mapping) else {}
    lines = [f"{_quote_key(called.get(key, key))} = {typed_value(of)}" for key, of in pairs.items()]
    return ["\n".join(lines)] if lines else []


def _parse_line(line: str, of: FieldShape) -> tuple[str, Any]:
    """The key and the value of a line; quotation marks around a key are removed, as in JSON."""
    if quoted := _QUOTED.fullmatch(line):
        return str(as_json_value(quoted[1])), _value_in(quoted[2].strip(), of)
    key, _, value = line.partition("=")
    return key.strip(), _value_in(value.strip(), of)


def _value_in(typed: str, of: FieldShape) -> Any:
    """Typed text as a JSON value of a shape; digits are a number only if the shape accepts no text."""
    value = as_json_value(typed)
    match of:
        case TextShape() | ChoiceShape():
            return value if isinstance(value, str) else typed
        case ListShape(of=TextShape() | ChoiceShape()) if isinstance(value, list):
            return [part if isinstance(part, str) else orjson.dumps(part).decode() for part in value]
    return value
