"""Widgets for several values: some of the options, lines, how many of each, names with values."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from companion.forms.lists import counted
from companion.forms.names import Options
from companion.forms.widget import MANY, Typed, Widget, as_json_value, lines_in, only, shown
from domain.language.fields import whole


class ManyOf(Widget):
    """Any of the options, ticked."""

    template = "checkboxes"

    def among(self, options: Options) -> Widget:
        return SoughtMany(self.field) if len(options) > MANY else self

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        return {self.name: [str(part) for part in value or ()]}

    def read(self, typed: Typed) -> Any:
        return lines_in(self.name, typed) or self._nothing([])


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
        parts = [part.strip() for part in only(self.name, typed).split("\n")]
        return [part for part in parts if part] or self._nothing([])


class ManyOfOrOther(Lines):
    """Several things by their names, known or not, one a line."""

    def among(self, options: Options) -> Widget:
        return SoughtMany(self.field) if len(options) > MANY else self

    def standing(self, typed: Typed, options: Options) -> list[str]:
        lines = lines_in(self.name, typed)
        return ["\n".join(dict(options).get(line, line) for line in lines)] if lines else []

    def read(self, typed: Typed) -> Any:
        return lines_in(self.name, typed) or self._nothing([])


class SoughtMany(ManyOfOrOther):
    """Several of many things: those chosen so far, and room to type more, or to find them by part of their names."""

    template = "sought-many"
    rows = 2
    hint = "Names, one a line, or part of one: what fits is listed."

    def standing(self, typed: Typed, options: Options) -> list[str]:
        return lines_in(self.name, typed)


class Numbers(Widget):
    """Whole numbers, on one line."""

    hint = "Numbers with spaces between."

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        return {self.name: [" ".join(str(part) for part in value)] if value else []}

    def read(self, typed: Typed) -> Any:
        parts = re.split(r"[\s,;，、]+", only(self.name, typed))
        return [whole(part) for part in parts if part] or self._nothing([])


class Counts(Widget):
    """How many of each option."""

    template = "counts"

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        return {f"{self.name}.{id_}": [str(count)] for id_, count in (value or {}).items()}

    def among(self, options: Options) -> Widget:
        return SoughtCounts(self.field) if len(options) > MANY else self

    def standing(self, typed: Typed, options: Options) -> list[str]:
        return [only(f"{self.name}.{id_}", typed) for id_, _ in options]

    def read(self, typed: Typed) -> Any:
        head = f"{self.name}."
        found = {key.removeprefix(head): whole(only(key, typed)) for key in typed if key.startswith(head)}
        found |= dict(_pair(line) for line in lines_in(self.name, typed))
        return {id_: count for id_, count in found.items() if count != ""} or self._nothing({})


class SoughtCounts(Counts):
    """How many of each of a few among many things; more are typed, or found by part of their names."""

    template = "sought-counts"
    rows = 2
    hint = "One a line: name = value, or part of a name: what fits is listed."

    def standing(self, typed: Typed, options: Options) -> list[str]:
        return [*super().standing(typed, options), *lines_in(self.name, typed)]


class Pairs(Widget):
    """Names with values; a name with a sign of equality in it stands in quotation marks."""

    template = "area"
    rows = 3
    hint = "One a line: name = value"

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        lines = [f"{_quoted(key)} = {shown(of)}" for key, of in (value or {}).items()]
        return {self.name: ["\n".join(lines)] if lines else []}

    def read(self, typed: Typed) -> Any:
        lines = [line.strip() for line in only(self.name, typed).split("\n") if line.strip()]
        return dict(_pair(line) for line in lines) or self._nothing({})


class PairsOf(Pairs):
    """Values by the names of things, known or not."""

    def standing(self, typed: Typed, options: Options) -> list[str]:
        pairs = [_pair(line) for line in lines_in(self.name, typed)]
        lines = [f"{_quoted(dict(options).get(key, key))} = {shown(of)}" for key, of in pairs]
        return ["\n".join(lines)] if lines else []


class Listing(Widget):
    """How many of each of many things, as people write them, or as they paste them from elsewhere."""

    template = "area"
    rows = 8
    hint = "One a line: 3x name; or a list pasted from elsewhere."

    def typed(self, value: Any) -> dict[str, Sequence[str]]:
        lines = [f"{count}x {id_}" for id_, count in (value or {}).items()]
        return {self.name: ["\n".join(lines)] if lines else []}

    def standing(self, typed: Typed, options: Options) -> list[str]:
        """What stands in it, each thing that is known by its name."""
        pasted, called = only(self.name, typed), dict(options)
        things = counted(pasted)
        if not isinstance(things, Mapping) or not any(id_ in called for id_ in things):
            return [pasted] if pasted else []
        return ["\n".join(f"{count}x {called.get(id_, id_)}" for id_, count in things.items())]

    def read(self, typed: Typed) -> Any:
        return counted(only(self.name, typed)) or self._nothing({})


_QUOTED = re.compile(r'("(?:[^"\\]|\\.)*")\s*=(.*)')


def _quoted(key: str) -> str:
    return orjson.dumps(key).decode() if "=" in key or key.startswith('"') else key


def _pair(line: str) -> tuple[str, Any]:
    if quoted := _QUOTED.fullmatch(line):
        return str(as_json_value(quoted[1])), as_json_value(quoted[2].strip())
    key, _, value = line.partition("=")
    return key.strip(), as_json_value(value.strip())
