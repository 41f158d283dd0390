"""Widgets for several values: some of the options, lines, how many of each, names with values."""

import re
from collections.abc import Mapping, Sequence
from itertools import chain, zip_longest
from typing import Any

import orjson

from companion.forms.lists import parse_counts
from companion.forms.names import Options
from companion.forms.widget import CHIPS, MANY, MISSING, Typed, Widget, as_json_value, lines_in, typed_line, typed_value
from domain.language.fields import FieldInfo, whole_number
from domain.language.shapes import ChoiceShape, FieldShape, JsonShape, ListShape, MappingShape, NumberShape, TextShape


class ManyOf(Widget):
    """Any of the options, ticked."""

    template = "checkboxes"

    def for_options(self, options: Options) -> Widget:
        return SoughtMany(self.field) if len(options) > MANY else self

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        return {self.name: [str(part) for part in value or ()]}

    def read(self, typed: Typed) -> Any:
        return lines_in(self.name, typed) or self._nothing([])


class Ordered(ManyOf):
    """Some of the options, one after the other; the same one may stand again."""

    template = "order"


class Lines(Widget):
    """A list: a line to type in for each of it, and a few more."""

    template = "lines"

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        return {self.name: [str(part) for part in value or ()]}

    def displayed_values(self, typed: Typed, options: Options) -> list[str]:
        return lines_in(self.name, typed)

    def read(self, typed: Typed) -> Any:
        return lines_in(self.name, typed) or self._nothing([])


class ManyOfOrOther(Lines):
    """Several things by their names, known or not."""

    def for_options(self, options: Options) -> Widget:
        if not options:
            return self
        return ManyOfFewOrOther(self.field) if len(options) <= CHIPS else SoughtMany(self.field)


class ManyOfFewOrOther(ManyOfOrOther):
    """Any of a few things, ticked, and room to type others."""

    template = "known-many"

    def displayed_values(self, typed: Typed, options: Options) -> list[str]:
        by_name = {name: id_ for id_, name in options}
        return [by_name.get(line, line) for line in lines_in(self.name, typed)]


class SoughtMany(ManyOfOrOther):
    """Several of many things: those chosen so far, and room to type more, or to find them by part of their names."""

    template = "sought-many"
    rows = 2
    hint = "Names, one a line, or part of one: what fits is listed."


class Numbers(Widget):
    """Whole numbers, on one line."""

    hint = "Numbers with spaces between."

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        return {self.name: [" ".join(str(part) for part in value)] if value else []}

    def read(self, typed: Typed) -> Any:
        parts = re.split(r"[\s,;，、]+", typed_line(self.name, typed))
        return [whole_number(part) for part in parts if part] or self._nothing([])


class Counts(Widget):
    """How many of each option."""

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
        return {id_: part for id_, part in found.items() if part != ""} or self._nothing({})

    def value_of(self, typed: str) -> Any:
        """What stands beside an option as a JSON value; empty where nothing does."""
        return whole_number(typed)

    @property
    def shape(self) -> MappingShape:
        assert isinstance(self.field.shape, MappingShape)
        return self.field.shape


class SoughtCounts(Counts):
    """How many of each of a few among many things; more are typed, or found by part of their names."""

    template = "sought-counts"
    rows = 2
    hint = "One a line: name = value, or part of a name: what fits is listed."

    def displayed_values(self, typed: Typed, options: Options) -> list[str]:
        return [*super().displayed_values(typed, options), *lines_in(self.name, typed)]


class WordsOf(Counts):
    """A few words beside each option: a row with its name and a line to type in."""

    template = "words"

    def for_options(self, options: Options) -> Widget:
        return WordsOfMany(self.field) if len(options) > MANY else self

    def value_of(self, typed: str) -> Any:
        return typed


class WordsOfMany(WordsOf):
    """Words beside a few of many things, by their names."""

    template = "area"
    rows = 3
    hint = "One a line: name = value"

    def displayed_values(self, typed: Typed, options: Options) -> list[str]:
        return _as_lines(self.read(typed), options)


class Rows(Counts):
    """How many of each thing, known or not: a row for each that is known, then rows with a name to type in.

    The names that are typed stand in the controls of its name, and how many of each in as many controls beside them.
    """

    template = "rows"

    def __init__(self, field: FieldInfo) -> None:
        super().__init__(field)
        self.beside = f"{self.name}."

    @property
    def blank(self) -> str:
        """What stands beside a name before anything is said: one of it, where there is no less."""
        return "1" if isinstance(self.shape.of, NumberShape) and self.shape.of.least == 1 else ""

    def for_options(self, options: Options) -> Widget:
        return RowsByName(self.field) if len(options) > MANY else self

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        pairs: Mapping[str, Any] = value or {}
        return {self.name: list(pairs), self.beside: [str(part) for part in pairs.values()]} if pairs else {}

    def displayed_values(self, typed: Typed, options: Options) -> list[str]:
        """What stands beside each option, then the other names, each with what stands beside it."""
        pairs = dict(self._pairs(typed))
        known = [pairs.pop(id_, typed_line(self.beside + id_, typed)) for id_, _ in options]
        return [*known, *chain.from_iterable(pairs.items())]

    def read(self, typed: Typed) -> Any:
        of_known = {key: values for key, values in typed.items() if key not in (self.name, self.beside)}
        counts = super().read(of_known)
        found = {} if counts is MISSING else counts
        found |= {name: self.value_of(part) for name, part in self._pairs(typed)}
        return found or self._nothing({})

    def _pairs(self, typed: Typed) -> list[tuple[str, str]]:
        """The names that were typed, each with what stands beside it."""
        pairs = zip_longest(typed.get(self.name, ()), typed.get(self.beside, ()), fillvalue="")
        return [(name.strip(), part.strip()) for name, part in pairs if name.strip()]


class RowsOfWords(Rows):
    """A few words beside each thing, known or not."""

    def value_of(self, typed: str) -> Any:
        return typed


class RowsByName(Rows):
    """The same of a few among many things: each has a row by its name, and no other is drawn."""

    template = "rows-by-name"

    def displayed_values(self, typed: Typed, options: Options) -> list[str]:
        called = dict(options)
        pairs = ((called.get(name, name), part) for name, part in self._pairs(typed))
        return [*("" for _ in options), *chain.from_iterable(pairs)]


class Pairs(Widget):
    """Names with values; a name with a sign of equality in it stands in quotation marks."""

    template = "area"
    rows = 3
    hint = "One a line: name = value"

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
    """How many of each of many things, as people write them, or as they paste them from elsewhere."""

    template = "area"
    rows = 8
    hint = "One a line: 3x name; or a list pasted from elsewhere."

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        lines = [f"{count}x {id_}" for id_, count in (value or {}).items()]
        return {self.name: ["\n".join(lines)] if lines else []}

    def displayed_values(self, typed: Typed, options: Options) -> list[str]:
        """What stands in it, each thing that is known by its name."""
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
    """A mapping as one text with a line for each key, those that are options by their names; none where it is empty."""
    called = dict(options)
    pairs: Mapping[str, Any] = value if isinstance(value, Mapping) else {}
    lines = [f"{_quote_key(called.get(key, key))} = {typed_value(of)}" for key, of in pairs.items()]
    return ["\n".join(lines)] if lines else []


def _parse_line(line: str, of: FieldShape) -> tuple[str, Any]:
    """The key and the value of a line: a text in quotation marks is without them, as JSON has it."""
    if quoted := _QUOTED.fullmatch(line):
        return str(as_json_value(quoted[1])), _value_in(quoted[2].strip(), of)
    key, _, value = line.partition("=")
    return key.strip(), _value_in(value.strip(), of)


def _value_in(typed: str, of: FieldShape) -> Any:
    """What was typed as a JSON value of a shape: digits are a number only where no text is taken."""
    value = as_json_value(typed)
    match of:
        case TextShape() | ChoiceShape():
            return value if isinstance(value, str) else typed
        case ListShape(of=TextShape() | ChoiceShape()) if isinstance(value, list):
            return [part if isinstance(part, str) else orjson.dumps(part).decode() for part in value]
    return value
