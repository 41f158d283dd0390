"""Widgets: how each kind of field is typed, and how what was typed is read. The two undo each other."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import orjson

from domain.fields import FieldInfo

Typed = Mapping[str, Sequence[str]]
"""What stands in a form: by control, the strings that a browser would send."""
MISSING: Final = object()
"""Nothing was typed: the field's default holds, or it is missed."""
LINE = 1_000
"""Parts that may be longer are prose, and do not stand one a line."""
RADIOS = 4
"""So many options are shown side by side; more become a list to choose from."""
_WHOLE = re.compile(r"[+-]?\d{1,300}")


class Widget:
    """A field of one line of text; the other kinds change what differs."""

    name = "line"
    hint = ""
    by_name = False
    """Whether people type names of things where ids are stored."""

    def __init__(self, info: FieldInfo) -> None:
        self.info = info

    def drawn(self, options: int) -> str:
        """Which macro draws it, given how many options there are."""
        return self.name

    def typed(self, name: str, value: Any) -> dict[str, Sequence[str]]:
        """A JSON value as what stands in the form."""
        return {name: [] if value is None else [str(value)]}

    def standing(self, name: str, typed: Typed, options: Sequence[tuple[str, str]]) -> list[str]:
        """What stands in its control."""
        return list(typed.get(name, ()))

    def read(self, name: str, typed: Typed) -> Any:
        """What stands in the form as a JSON value, `MISSING` where nothing does."""
        value = _only(name, typed)
        return value if value or (name in typed and self._emptied()) else MISSING

    def _emptied(self) -> bool:
        """Whether leaving it empty says something: its default is some text."""
        return not self.info.required and bool(self.info.default)


def _only(name: str, typed: Typed) -> str:
    return (typed.get(name) or [""])[0].replace("\r\n", "\n").strip()


class Prose(Widget):
    name = "prose"


class Number(Widget):
    """A whole number, in the digits of any script; anything else is passed on for the event to refuse."""

    name = "number"

    def read(self, name: str, typed: Typed) -> Any:
        value = _only(name, typed)
        return whole(value) if value else MISSING


def whole(value: str) -> Any:
    return int(value) if _WHOLE.fullmatch(value) else value


class Flag(Widget):
    """A box to tick."""

    name = "flag"

    def typed(self, name: str, value: Any) -> dict[str, Sequence[str]]:
        return {name: ["yes"] if value is True else []}

    def read(self, name: str, typed: Typed) -> Any:
        return bool(_only(name, typed))


class Answer(Widget):
    """Yes, no, or nothing said: where no is not the same as not known."""

    name = "answer"

    def typed(self, name: str, value: Any) -> dict[str, Sequence[str]]:
        return {name: [] if value is None else ["yes" if value else "no"]}

    def read(self, name: str, typed: Typed) -> Any:
        return {"yes": True, "true": True, "no": False, "false": False}.get(_only(name, typed), MISSING)


class OneOf(Widget):
    """One of the options."""

    name = "select"

    def drawn(self, options: int) -> str:
        return "radio" if options <= RADIOS else "select"


class OneOfOrOther(Widget):
    """One of the options by its name, or whatever else stands on the card."""

    name = "known"
    by_name = True

    def standing(self, name: str, typed: Typed, options: Sequence[tuple[str, str]]) -> list[str]:
        return [dict(options).get(value, value) for value in typed.get(name, ())]


class ManyOf(Widget):
    """Any of the options, ticked."""

    name = "checkboxes"

    def typed(self, name: str, value: Any) -> dict[str, Sequence[str]]:
        return {name: [str(part) for part in value or ()]}

    def read(self, name: str, typed: Typed) -> Any:
        return [*typed.get(name, ())] or _nothing(self.info)


class Ordered(Widget):
    """Some of the options, one after the other; the same one may stand again."""

    name = "order"

    def typed(self, name: str, value: Any) -> dict[str, Sequence[str]]:
        return {name: [str(part) for part in value or ()]}

    def read(self, name: str, typed: Typed) -> Any:
        return [value for value in typed.get(name, ()) if value] or _nothing(self.info)


def _nothing(info: FieldInfo) -> Any:
    """What an empty list says: none, unless the field is optional."""
    return [] if info.required or info.default else MISSING


class Lines(Widget):
    """A list, one a line."""

    name = "lines"
    hint = "One a line."

    def typed(self, name: str, value: Any) -> dict[str, Sequence[str]]:
        return {name: ["\n".join(str(part) for part in value)] if value else []}

    def read(self, name: str, typed: Typed) -> Any:
        parts = [part.strip() for part in _only(name, typed).split("\n")]
        return [part for part in parts if part] or _nothing(self.info)


class ManyOfOrOther(Lines):
    """Several things by their names, known or not, one a line."""

    by_name = True

    def standing(self, name: str, typed: Typed, options: Sequence[tuple[str, str]]) -> list[str]:
        lines = _only(name, typed).split("\n")
        return ["\n".join(dict(options).get(line.strip(), line) for line in lines)] if any(lines) else []


class Numbers(Lines):
    """Whole numbers, on one line."""

    name = "numbers"
    hint = "Numbers with spaces between."

    def typed(self, name: str, value: Any) -> dict[str, Sequence[str]]:
        return {name: [" ".join(str(part) for part in value)] if value else []}

    def read(self, name: str, typed: Typed) -> Any:
        parts = re.split(r"[\s,;，、]+", _only(name, typed))
        return [whole(part) for part in parts if part] or _nothing(self.info)


class Counts(Widget):
    """How many of each option."""

    name = "counts"

    def typed(self, name: str, value: Any) -> dict[str, Sequence[str]]:
        return {f"{name}.{id_}": [str(count)] for id_, count in (value or {}).items()}

    def standing(self, name: str, typed: Typed, options: Sequence[tuple[str, str]]) -> list[str]:
        return [_only(f"{name}.{id_}", typed) for id_, _ in options]

    def read(self, name: str, typed: Typed) -> Any:
        found = {key.removeprefix(f"{name}."): whole(_only(key, typed)) for key in typed if key.startswith(f"{name}.")}
        return {id_: count for id_, count in found.items() if count != ""} or ({} if self.info.required else MISSING)


class Pairs(Widget):
    """Names with values; a name with a sign of equality in it stands in quotation marks."""

    name = "pairs"
    hint = "One a line: name = value"

    def typed(self, name: str, value: Any) -> dict[str, Sequence[str]]:
        lines = [f"{_quoted(key)} = {_shown(of)}" for key, of in (value or {}).items()]
        return {name: ["\n".join(lines)] if lines else []}

    def read(self, name: str, typed: Typed) -> Any:
        lines = [line.strip() for line in _only(name, typed).split("\n") if line.strip()]
        return dict(_pair(line) for line in lines) or ({} if self.info.required else MISSING)


_QUOTED = re.compile(r'("(?:[^"\\]|\\.)*")\s*=(.*)')


def _quoted(key: str) -> str:
    return orjson.dumps(key).decode() if "=" in key or key.startswith('"') else key


def _pair(line: str) -> tuple[str, Any]:
    if quoted := _QUOTED.fullmatch(line):
        return str(_json(quoted[1])), _json(quoted[2].strip())
    key, _, value = line.partition("=")
    return key.strip(), _json(value.strip())


class Json(Widget):
    """Anything else, as JSON; what is no JSON is text."""

    name = "json"

    def drawn(self, options: int) -> str:
        return "json" if self.info.schema.get("type") in ("array", "object") else "line"

    def typed(self, name: str, value: Any) -> dict[str, Sequence[str]]:
        return {name: [] if value is None else [_shown(value)]}

    def read(self, name: str, typed: Typed) -> Any:
        value = _only(name, typed)
        return _json(value) if value else MISSING


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


def widget_of(info: FieldInfo) -> Widget:
    """The widget for a field."""
    return _kind(info)(info)


def _kind(info: FieldInfo) -> type[Widget]:
    match info.kind:
        case "flag":
            return Flag if isinstance(info.default, bool) else Answer
        case "one of":
            return OneOfOrOther if info.free else OneOf
        case "in order":
            return Ordered
        case "many of":
            return ManyOfOrOther if info.free else ManyOf
        case "list":
            return _list(info)
        case "other":
            return _other(info)
    return {"number": Number, "prose": Prose}.get(info.kind, Widget)


def _list(info: FieldInfo) -> type[Widget]:
    parts = {part.get("type") for part in (info.schema.get("items") or {}, *info.schema.get("prefixItems", ()))}
    parts.discard(None)
    if (info.schema.get("items") or {}).get("maxLength", 0) > LINE:
        return Json
    return {frozenset({"string"}): Lines, frozenset({"integer"}): Numbers}.get(frozenset(parts), Json)


def _other(info: FieldInfo) -> type[Widget]:
    if info.schema.get("type") != "object":
        return Json
    inner = info.schema.get("additionalProperties")
    numbers = isinstance(inner, dict) and inner.get("type") == "integer"
    if numbers and info.choice is not None and not info.free:
        return Counts
    return Pairs if isinstance(inner, dict | bool) and inner not in (None, False) else Json


__all__ = ["MISSING", "Typed", "Widget", "widget_of"]
