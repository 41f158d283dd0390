"""The fields of an event, as forms, the command line and the docs need them, and what is wrong with values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import isfinite
from typing import Any, Literal

import orjson
from pydantic import ValidationError
from pydantic_core import PydanticUndefined

from domain.event import Choice, Event, choices_of, is_ordered, is_settled
from domain.refusal import Misfit
from domain.table import Table
from domain.text import Term, Text, text

Kind = Literal["line", "prose", "number", "flag", "one of", "many of", "in order", "list", "other"]

LONGEST_LINE = 1_000


@dataclass(frozen=True, slots=True)
class FieldInfo:
    """One field: its name, what it takes, and within which bounds.

    `options` are ids with their names, `free` if other text is welcome too; `settled` if the rules fill it in.
    """

    name: str
    label: str
    kind: Kind
    required: bool
    default: Any
    schema: Mapping[str, Any]
    choice: Choice | None
    settled: bool

    @property
    def free(self) -> bool:
        return self.choice is not None and self.choice.free

    def options(self, table: Table) -> Mapping[str, Term | Text | str]:
        if self.choice is not None:
            return self.choice.options(table)
        fixed = self.schema.get("enum") or self.schema.get("items", {}).get("enum", ())
        return {str(value): Text(str(value)) for value in fixed}


@cache
def fields_of(cls: type[Event[Any]]) -> Sequence[FieldInfo]:
    """An event's fields in the order of its class, found once: their schema takes milliseconds to make."""
    schema = cls.model_json_schema()
    choices = choices_of(cls)
    found = []
    for name, info in cls.model_fields.items():
        shape = _resolved(schema["properties"][name], schema)
        default = None if info.default is PydanticUndefined else info.default
        found.append(
            FieldInfo(
                name=name,
                label=info.title or name.replace("_", " "),
                kind="in order" if is_ordered(info) else _kind(shape, choices.get(name)),
                required=info.is_required(),
                default=default,
                schema=shape,
                choice=choices.get(name),
                settled=is_settled(info),
            )
        )
    return tuple(found)


def _resolved(shape: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Optional and referenced shapes, reduced to what a value looks like when it is there."""
    if "$ref" in shape:
        return {**schema["$defs"][shape["$ref"].rpartition("/")[2]]}
    if "anyOf" in shape:
        inner = [s for s in shape["anyOf"] if s.get("type") != "null"]
        return _resolved({**inner[0], "title": shape.get("title")}, schema) if len(inner) == 1 else shape
    return shape


def _kind(shape: Mapping[str, Any], choice: Choice | None) -> Kind:
    match shape.get("type"):
        case "array":
            return "many of" if choice or "enum" in shape.get("items", {}) else "list"
        case "string":
            if choice or "enum" in shape:
                return "one of"
            return "prose" if shape.get("maxLength", 0) > LONGEST_LINE else "line"
        case "integer":
            return "number"
        case "boolean":
            return "flag"
    return "other"


def read_value(field: FieldInfo, value: str) -> Any:
    """A value typed as text: text stays text; the rest is JSON, a list may be written `a,b`."""
    if field.kind in ("line", "prose", "one of"):
        return value
    try:
        read = orjson.loads(value)
    except orjson.JSONDecodeError:
        read = value
    if field.kind in ("many of", "in order", "list") and not isinstance(read, list | dict | None):
        parts = [part.strip() for part in value.split(",") if part.strip()]
        numbers = field.schema.get("items", {}).get("type") == "integer"
        return [int(part) if numbers and part.lstrip("-").isdecimal() else part for part in parts]
    return read


def make(cls: type[Event[Any]], values: Mapping[str, Any]) -> Event[Any]:
    """An event of plain JSON values.

    Raises:
        Misfit: with a sentence for each field that does not fit.
    """
    unfit = {shown(name): fault for name, value in values.items() if (fault := _unfit(name, value))}
    if unfit:
        raise Misfit(unfit)
    document = orjson.dumps(dict(values))
    try:
        return cls.model_validate_json(document)
    except ValidationError as error:
        raise Misfit(_faults(cls, error)) from None


def shown(name: object) -> str:
    """A field's name as it can be printed, whatever somebody sent."""
    return "".join(c for c in str(name) if c.isprintable())[:80] or "?"


def _unfit(name: object, value: Any) -> Text | None:
    """Why a value is not even JSON: too large a number, not a number, characters that are none, too deep."""
    try:
        orjson.dumps({name: value})
    except (TypeError, orjson.JSONEncodeError) as error:
        return _why_unfit(str(error)).but(field=shown(name))
    return None if _is_finite(value) else text("{field} takes a whole number", field=shown(name))


def _is_finite(value: Any) -> bool:
    """Whether a value holds no infinity and no not-a-number, which JSON would make nothing of."""
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
        return text("{field} is nested too deeply")
    if "surrogates" in error or "UTF-8" in error:
        return text("{field}: these characters cannot be kept")
    return text("{field}: that is no text, number or list")


_SENTENCES = {
    "missing": text("{field} is missing"),
    "extra_forbidden": text("there is no field {field}; the fields are: {fields}"),
    "int_type": text("{field} takes a whole number"),
    "int_from_float": text("{field} takes a whole number"),
    "int_parsing_size": text("{field}: that number is too large"),
    "string_type": text("{field} takes text"),
    "bool_type": text("{field} takes yes or no"),
    "tuple_type": text("{field} takes a list"),
    "dict_type": text("{field} takes names with values"),
    "string_too_long": text("{field} is too long: at most {max_length} characters"),
    "string_too_short": text("{field} is too short: at least {min_length} characters"),
    "too_short": text("{field} needs at least {min_length}"),
    "too_long": text("{field} takes at most {max_length}"),
    "greater_than_equal": text("{field} is at least {ge}"),
    "less_than_equal": text("{field} is at most {le}"),
    "string_pattern_mismatch": text("{field} does not look as it should"),
    "literal_error": text("{field} is one of: {expected}"),
    "string_unicode": text("{field}: these characters cannot be kept"),
}
_OWN = {
    "blank": text("{field} is empty"),
    "unprintable": text("{field} holds characters that no screen shows"),
    "too much": text("{field} is too much for one card"),
    "too deep": text("{field} is nested too deeply"),
    "too large": text("{field}: that number is too large"),
}


def _faults(cls: type[Event[Any]], error: ValidationError) -> dict[str, Text]:
    found: dict[str, Text] = {}
    for fault in error.errors(include_url=False):
        name = shown(".".join(str(part) for part in fault["loc"] if _is_place(part)))
        context = dict(fault.get("ctx", {}))
        own = _OWN.get(str(context.get("error", "")))
        told = own or _SENTENCES.get(fault["type"], text("{field}: {why}"))
        if name in found:  # none of several kinds of value fits
            told = text("{field} takes a number, a word, yes or no")
        found[name] = told.but(field=name, fields=tuple(cls.model_fields), why=fault["msg"], **_plain(context))
    return found


def _is_place(part: int | str) -> bool:
    """Whether part of an error's place is a field or an item, not a kind of value that was tried."""
    return (
        part not in ("str", "int", "bool", "none", "[key]")
        and "constrained" not in str(part)
        and "function" not in str(part)
    )


def _plain(context: Mapping[str, Any]) -> dict[str, object]:
    return {
        key: value
        for key, value in context.items()
        if isinstance(value, int | str) and key not in ("field", "fields", "why")
    }
