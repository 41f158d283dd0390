"""The fields of an event for forms, the command line and the docs, and validation of their values."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import isfinite
from typing import Any

import orjson
from pydantic import BaseModel, ValidationError
from pydantic_core import PydanticUndefined

from domain.framework.events.choice import NOTHING_KNOWN, Choice, Known
from domain.framework.events.event import Event
from domain.framework.events.marked_fields import choices_beside, choices_of, fixed_texts, is_marked, typical_number_of
from domain.framework.events.marks import CountList, KeepsOrder, Settled
from domain.framework.fields.field_shapes import (
    ChoiceShape,
    FieldShape,
    ListShape,
    MappingShape,
    NumberShape,
    TextShape,
    YesNoShape,
    shape_of,
)
from domain.framework.refusal import Misfit
from domain.framework.table import Table
from domain.framework.text import Term, Text, spaced_words, text


@dataclass(frozen=True, slots=True)
class FieldInfo:
    """One field: its name, its shape, and its default; `settled` if only the rules fill it in."""

    name: str
    label: str
    shape: FieldShape
    required: bool
    default: Any
    settled: bool

    @property
    def asks(self) -> bool:
        """Whether its label is a question, so that forms add a question mark."""
        return not isinstance(self.shape, YesNoShape) and bool(_QUESTION.match(self.label))

    @property
    def chosen(self) -> ChoiceShape | None:
        """The choice or fixed words of its values or keys, if it has any."""
        match self.shape:
            case ChoiceShape() as chosen:
                return chosen
            case ListShape(of=ChoiceShape() as chosen) | MappingShape(keys=ChoiceShape() as chosen):
                return chosen
        return None

    @property
    def choice(self) -> Choice | None:
        """The source of its ids."""
        return self.chosen.choice if self.chosen else None

    @property
    def field_beside(self) -> "FieldInfo | None":
        """The values of a mapping as a separate field, if they are ids."""
        if not isinstance(self.shape, MappingShape):
            return None
        found = replace(self, shape=self.shape.of)
        return found if found.choice else None

    def options(self, table: Table, known: Known = NOTHING_KNOWN) -> Mapping[str, Term | Text | str]:
        """The values to choose from, with their names, as far as other fields are known."""
        return self.chosen.options(table, known) if self.chosen else {}


def _marked(shape: FieldShape, info: Any) -> FieldShape:
    """The shape of a field with what its marks add."""
    match shape:
        case ListShape() if is_marked(info, KeepsOrder):
            return replace(shape, ordered=True)
        case MappingShape() if is_marked(info, CountList):
            return replace(shape, listed=True)
        case NumberShape():
            return replace(shape, usual=typical_number_of(info))
    return shape


ASKED = {"seat": "who", "amount": "how much", "count": "how many", "source": "because of what", "reason": "why"}
"""The questions of forms for common fields, since no player at a table says “seat” or “amount”."""
CHOSEN = {"to": "where to", "place": "where", "kind": "what kind", "by": "by whom"}
"""The questions of forms for choices whose field is not a noun; all others are asked with “which”."""
_QUESTION = re.compile(r"(\w+ )?(who|whose|whom|which|what|when|where|why|how)\b|.* (what|whom)$")


def _label(cls: type[BaseModel], name: str, shape: FieldShape, settled: bool) -> str:
    """The label of a field without a title: a question if it has to be chosen, else its name."""
    said = name.replace("_", " ")
    if name in ASKED or settled or not issubclass(cls, Event):
        return ASKED.get(name, said)
    match shape:
        case ChoiceShape():
            return CHOSEN.get(name, f"which {said}")
        case ListShape(of=ChoiceShape()):
            return f"which {said}"
    return said


@cache
def fields_of(cls: type[BaseModel]) -> Sequence[FieldInfo]:
    """The fields of an event or a card in the order of its class. Cached, because reading their schema is slow."""
    schema = cls.model_json_schema()
    known, choices, beside = schema.get("$defs", {}), choices_of(cls), choices_beside(cls)
    shapes = {
        name: shape_of(schema["properties"][name], known, choices.get(name), beside.get(name))
        for name in cls.model_fields
    }
    return tuple(
        FieldInfo(
            name=name,
            label=info.title or _label(cls, name, shapes[name], is_marked(info, Settled)),
            shape=_marked(shapes[name], info),
            required=info.is_required(),
            default=None if info.default is PydanticUndefined else info.default,
            settled=is_marked(info, Settled),
        )
        for name, info in cls.model_fields.items()
    )


_WHOLE = re.compile(r"[+-]?\d{1,300}")


def whole_number(value: str) -> int | str:
    """Parse a whole number in the digits of any script; other text is returned unchanged, for the event to refuse."""
    return int(value) if _WHOLE.fullmatch(value) else value


YES_OR_NO = {"yes": True, "是": True, "no": False, "否": False}
"""Typed words for true and false, in the languages of pages."""


def read_value(field: FieldInfo, value: str) -> Any:
    """A value typed as text. Text is unchanged; other values are JSON, a list may be `a,b`, a mapping `a=1,b=2`."""
    if isinstance(field.shape, TextShape | ChoiceShape):
        return value
    if isinstance(field.shape, YesNoShape) and (said := value.strip().casefold()) in YES_OR_NO:
        return YES_OR_NO[said]
    try:
        read = orjson.loads(value)
    except orjson.JSONDecodeError:
        read = value
    if isinstance(read, list | dict | None):
        return read
    parts = [part.strip() for part in value.split(",") if part.strip()]
    match field.shape:
        case ListShape(of=NumberShape()):
            return [whole_number(part) for part in parts]
        case ListShape():
            return parts
        case MappingShape(of=ChoiceShape() | TextShape()) if all("=" in part for part in parts):
            return {key.strip(): held.strip() for key, _, held in (part.partition("=") for part in parts)}
        case MappingShape(of=NumberShape()) if all("=" in part for part in parts):
            return {
                key.strip(): whole_number(count.strip()) for key, _, count in (part.rpartition("=") for part in parts)
            }
    return read


def make_event(cls: type[Event[Any]], values: Mapping[str, Any]) -> Event[Any]:
    """An event of plain JSON values; fixed words may be in the form that players read.

    Raises:
        Misfit: with a sentence for each field that does not fit.
    """
    unfit = {printable_name(name): fault for name, value in values.items() if (fault := _unfit(name, value))}
    if unfit:
        raise Misfit(unfit)
    document = orjson.dumps({name: _worded(value, _spoken(cls).get(name, {})) for name, value in values.items()})
    try:
        return cls.model_validate_json(document)
    except ValidationError as error:
        raise Misfit(faults_of(cls, error)) from None


@cache
def _spoken(cls: type[BaseModel]) -> Mapping[str, Mapping[str, str]]:
    """The fixed words of each field, by the form that players read: one extra for `one_extra`."""
    taken = {field.name: field.chosen.words for field in fields_of(cls) if field.chosen}
    return {
        name: {read: word for word in words if (read := str(spaced_words(word))) != word}
        for name, words in taken.items()
    }


def _worded(value: Any, words: Mapping[str, str]) -> Any:
    """A value with fixed words in place of the form that players read."""
    match value:
        case str() if words:
            return words.get(value, value)
        case list() | tuple() if words:
            return [_worded(part, words) for part in value]
    return value


def printable_name(name: object) -> str:
    """The name of a field without unprintable characters."""
    return "".join(c for c in str(name) if c.isprintable())[:80] or "?"


def _unfit(name: object, value: Any) -> Text | None:
    """The message that a value is not valid JSON: a number too large, not a number, invalid characters, too deep."""
    try:
        orjson.dumps({name: value})
    except (TypeError, orjson.JSONEncodeError) as error:
        return _why_unfit(str(error)).copy_with(field=printable_name(name))
    return None if _is_finite(value) else text("{field}: type a whole number", field=printable_name(name))


def _is_finite(value: Any) -> bool:
    """Whether a value contains no infinity and no not-a-number, since JSON has neither."""
    match value:
        case float():
            return isfinite(value)
        case Mapping():
            return all(_is_finite(part) for part in value.values())
        case list() | tuple():
            return all(_is_finite(part) for part in value)
    return True


def _why_unfit(error: str) -> Text:
    if "64-bit" in error:
        return text("{field}: that number is too large")
    if "ecursion" in error:
        return text("{field}: nested too deeply")
    if "surrogates" in error or "UTF-8" in error:
        return text("{field}: these characters cannot be kept")
    return text("{field}: this has to be text, a number or a list")


_SENTENCES = {
    "missing": text("{field}: still missing"),
    "extra_forbidden": text("there is no field {field}; the fields are: {fields}"),
    "int_type": text("{field}: type a whole number"),
    "int_from_float": text("{field}: type a whole number"),
    "int_parsing": text("{field}: type a whole number"),
    "finite_number": text("{field}: type a whole number"),
    "int_parsing_size": text("{field}: that number is too large"),
    "string_type": text("{field}: type some text"),
    "bool_type": text("{field}: say yes or no"),
    "tuple_type": text("{field}: a list is needed"),
    "list_type": text("{field}: a list is needed"),
    "dict_type": text("{field}: name = value, each"),
    "model_type": text("{field}: name = value, each"),
    "string_too_long": text("{field}: too long, at most {max_length|character|characters}"),
    "string_too_short": text("{field}: too short, at least {min_length|character|characters}"),
    "too_short": text("{field}: at least {min_length}"),
    "too_long": text("{field}: at most {max_length}"),
    "greater_than_equal": text("{field}: at least {ge}"),
    "less_than_equal": text("{field}: at most {le}"),
    "string_pattern_mismatch": text("{field}: that does not look right"),
    "literal_error": text("{field}: one of {expected}"),
    "string_unicode": text("{field}: these characters cannot be kept"),
}
_OWN = {
    "blank": text("{field}: still empty"),
    "unprintable": text("{field}: some characters cannot be shown"),
    "too much": text("{field}: too much for one card"),
    "too deep": text("{field}: nested too deeply"),
    "too large": text("{field}: that number is too large"),
}


def faults_of(cls: type[BaseModel], error: ValidationError) -> dict[str, Text]:
    """The validation errors of values for the fields of a class, by field."""
    found: dict[str, Text] = {}
    for fault in error.errors(include_url=False):
        name = printable_name(".".join(str(part) for part in fault["loc"] if _is_place(part)))
        context = dict(fault.get("ctx", {}))
        own = _OWN.get(str(context.get("error", "")))
        sentence = own or _SENTENCES.get(fault["type"], text("{field}: that does not fit"))
        if name in found and fault["type"] != "literal_error":  # no variant of the value fits
            sentence = text("{field}: type a number, a word, yes or no")
        values = {**_plain(context), **_words(cls, name)}
        found[name] = sentence.copy_with(field=name, fields=tuple(cls.model_fields), **values)
    return found


def _words(cls: type[BaseModel], name: str) -> dict[str, object]:
    """The fixed words of a field in the form that players read, if it accepts only those."""
    info = cls.model_fields.get(name.partition(".")[0])
    words = fixed_texts(info) if info else ()
    return {"expected": tuple(spaced_words(word) for word in words if word)} if words else {}


def _is_place(part: int | str) -> bool:
    """Whether a part of an error's location is a field or an item, not a variant that was tried."""
    return (
        part not in ("str", "int", "bool", "none", "[key]")
        and "constrained" not in str(part)
        and "function" not in str(part)
        and not str(part).startswith("literal[")
    )


def _plain(context: Mapping[str, Any]) -> dict[str, object]:
    return {
        key: value for key, value in context.items() if isinstance(value, int | str) and key not in ("field", "fields")
    }
