"""Field shapes: the type of a field as forms need it, derived once from its JSON schema.

Drawing, typing, reading, describing and guessing a field depend on its shape. The set of shapes is closed
(`FieldShape`), so code that distinguishes shapes handles each of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from domain.framework.events.choice import NOTHING_KNOWN, Choice, Known
from domain.framework.events.marks import LOCAL_MOMENT
from domain.framework.table import Table
from domain.framework.text import Term, Text, spaced_words

LONGEST_LINE = 1_000
"""The longest line of text, in characters; text that may be longer is prose."""


@dataclass(frozen=True, slots=True)
class TextShape:
    """Text with a maximum number of characters; None: unlimited. A `moment` is a local day with or without a time."""

    longest: int | None = None
    moment: bool = False

    @property
    def prose(self) -> bool:
        """Whether it may have several lines."""
        return (self.longest or 0) > LONGEST_LINE


@dataclass(frozen=True, slots=True)
class NumberShape:
    """A whole number from `least` to `most` (None: unbounded); `usual` is the first number that counting reaches."""

    least: int | None = None
    most: int | None = None
    usual: int | None = None


@dataclass(frozen=True, slots=True)
class YesNoShape:
    """Yes or no."""


@dataclass(frozen=True, slots=True)
class ChoiceShape:
    """One of the ids that a table offers, or of some fixed words.

    If it is `free`, other text of at most `longest` characters is accepted too.
    """

    choice: Choice | None
    words: tuple[str, ...] = ()
    longest: int | None = None

    @property
    def free(self) -> bool:
        return self.choice is not None and self.choice.free

    def options(self, table: Table, known: Known = NOTHING_KNOWN) -> Mapping[str, Term | Text | str]:
        """The values that a table offers, with their names, given the known fields."""
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
    """Keys, up to a maximum, each with a value of one shape: numbers by id are counts.

    If it is `listed`, people type it one per line or paste it, as a list of things.
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
    """Any other JSON value."""


SimpleShape = TextShape | NumberShape | YesNoShape | ChoiceShape
FieldShape = SimpleShape | ListShape | MappingShape | ScalarShape | JsonShape


def shape_of(
    schema: Mapping[str, Any], known: Mapping[str, Any], choice: Choice | None, beside: Choice | None = None
) -> FieldShape:
    """The shape that a JSON schema describes; `known` are the schemas that it refers to.

    Values or keys are chosen by `choice`, the values of a mapping by `beside`.
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
    if choice or words:
        return ChoiceShape(choice, words, longest)
    return TextShape(longest, schema.get("format") == LOCAL_MOMENT)


def _part(schema: Mapping[str, Any], known: Mapping[str, Any], choice: Choice | None) -> FieldShape:
    """The shape of the items of a list, if it is the same for all."""
    parts = {shape_of(part, known, choice) for part in schema.get("prefixItems", [schema.get("items", {})])}
    return parts.pop() if len(parts) == 1 else JsonShape()


def _either(shapes: Sequence[FieldShape]) -> FieldShape:
    """One shape for a value of several possible ones: all their words, if it is a choice."""
    if len(shapes) == 1:
        return shapes[0]
    choices = [shape for shape in shapes if isinstance(shape, ChoiceShape)]
    if 0 < len(choices) == len(shapes):
        words = dict.fromkeys(word for shape in choices for word in shape.words)
        return ChoiceShape(choices[0].choice, tuple(words))
    simple = [shape for shape in shapes if isinstance(shape, SimpleShape)]
    return ScalarShape(tuple(simple)) if len(simple) == len(shapes) else JsonShape()
