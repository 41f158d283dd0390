"""Shapes: the type of a field as forms need it, derived once from its JSON schema.

How a field is drawn, typed, read, told and guessed follows from its shape. The set of shapes is closed (`FieldShape`):
who asks for a shape says something about each.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from domain.framework.events.event import NOTHING_KNOWN, Choice, Known
from domain.framework.table import Table
from domain.framework.text import Term, Text, spaced_words

LONGEST_LINE = 1_000
"""Characters; text that may be longer is prose."""


@dataclass(frozen=True, slots=True)
class TextShape:
    """Text of at most so many characters, None where nothing bounds it."""

    longest: int | None = None

    @property
    def prose(self) -> bool:
        """Whether it may have several lines."""
        return (self.longest or 0) > LONGEST_LINE


@dataclass(frozen=True, slots=True)
class NumberShape:
    """A whole number from `least` to `most`, None where nothing bounds it; `usual` is the first one counted to."""

    least: int | None = None
    most: int | None = None
    usual: int | None = None


@dataclass(frozen=True, slots=True)
class YesNoShape:
    """Yes or no."""


@dataclass(frozen=True, slots=True)
class ChoiceShape:
    """One of the ids that a table offers, or of some fixed words.

    If it is `free`, other text is welcome too, of at most `longest` characters.
    """

    choice: Choice | None
    words: tuple[str, ...] = ()
    longest: int | None = None

    @property
    def free(self) -> bool:
        return self.choice is not None and self.choice.free

    def options(self, table: Table, known: Known = NOTHING_KNOWN) -> Mapping[str, Term | Text | str]:
        """The values that a table offers, with their names, as far as other fields are known."""
        return self.choice.options(table, known) if self.choice else {word: spaced_words(word) for word in self.words}


@dataclass(frozen=True, slots=True)
class ListShape:
    """`least` to `most` values of one shape; if `ordered`, their order counts and duplicates are allowed."""

    of: "FieldShape"
    least: int = 0
    most: int | None = None
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class MappingShape:
    """Keys, at most so many, each with a value of one shape: numbers by id are counts.

    If it is `listed`, people write it one a line or paste it, as a list of things.
    """

    keys: TextShape | ChoiceShape
    of: "FieldShape"
    most: int | None = None
    listed: bool = False


@dataclass(frozen=True, slots=True)
class ScalarShape:
    """A value of one of several simple shapes."""

    kinds: "tuple[SimpleShape, ...]"


@dataclass(frozen=True, slots=True)
class JsonShape:
    """Anything else that JSON can hold."""


SimpleShape = TextShape | NumberShape | YesNoShape | ChoiceShape
FieldShape = SimpleShape | ListShape | MappingShape | ScalarShape | JsonShape


def shape_of(
    schema: Mapping[str, Any], known: Mapping[str, Any], choice: Choice | None, beside: Choice | None = None
) -> FieldShape:
    """The shape that a JSON schema describes; `known` are the schemas that it refers to.

    What is chosen is chosen by `choice`, and what a mapping has beside its keys by `beside`.
    """
    if "$ref" in schema:
        return shape_of(known[schema["$ref"].rpartition("/")[2]], known, choice, beside)
    if "anyOf" in schema:
        return _either(
            [shape_of(part, known, choice, beside) for part in schema["anyOf"] if part.get("type") != "null"]
        )
    match schema:
        case {"type": "string"}:
            return _string(schema, choice)
        case {"type": "integer"}:
            return NumberShape(schema.get("minimum"), schema.get("maximum"))
        case {"type": "boolean"}:
            return YesNoShape()
        case {"type": "array"}:
            return ListShape(_part(schema, known, choice), schema.get("minItems", 0), schema.get("maxItems"))
        case {"type": "object", "additionalProperties": True | Mapping() as value}:
            keys = _string(schema.get("propertyNames", {}), choice)
            of = shape_of({} if value is True else value, known, beside)
            return MappingShape(keys, of, schema.get("maxProperties"))
    return JsonShape()


def _string(schema: Mapping[str, Any], choice: Choice | None) -> TextShape | ChoiceShape:
    words = tuple(schema.get("enum", [schema["const"]] if "const" in schema else []))
    longest = schema.get("maxLength")
    return ChoiceShape(choice, words, longest) if choice or words else TextShape(longest)


def _part(schema: Mapping[str, Any], known: Mapping[str, Any], choice: Choice | None) -> FieldShape:
    """The shape of the items of a list, if it is the same for all."""
    parts = {shape_of(part, known, choice) for part in schema.get("prefixItems", [schema.get("items", {})])}
    return parts.pop() if len(parts) == 1 else JsonShape()


def _either(shapes: Sequence[FieldShape]) -> FieldShape:
    """One shape for a value of several possible ones: all their words, if it is chosen."""
    if len(shapes) == 1:
        return shapes[0]
    choices = [shape for shape in shapes if isinstance(shape, ChoiceShape)]
    if 0 < len(choices) == len(shapes):
        words = dict.fromkeys(word for shape in choices for word in shape.words)
        return ChoiceShape(choices[0].choice, tuple(words))
    simple = [shape for shape in shapes if isinstance(shape, SimpleShape)]
    return ScalarShape(tuple(simple)) if len(simple) == len(shapes) else JsonShape()
