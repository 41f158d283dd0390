"""Sheets as plain values in one language: the JSON output, and the input of all other formats."""

from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType
from typing import Any

from domain.framework.text import ENGLISH, Term, Text, Tongue, value_as_words
from domain.framework.views.sheet import Sheet

MARKED = "seat"
"""The field of a sheet that only sets its colour on a page; left out here."""
IF_TRUE = "unknown"
"""The field of a fact that is left out where it is false, as in the files of earlier releases."""
_AS_THEY_ARE = frozenset((str, int, bool, NoneType))
"""Types that need no conversion: most of a sheet (docs/develop/speed.md, choices)."""


def plain_sheet(sheet: Sheet, tongue: Tongue = ENGLISH) -> dict[str, Any]:
    """A sheet as JSON values: `{"key", "title", "blocks": [{"kind": "facts", "title", …}, …]}`."""
    plain: dict[str, Any] = _plain(sheet, tongue)
    return plain


def _plain(value: object, tongue: Tongue) -> Any:
    match value:
        case None | str() | int():
            return value
        case Text() | Term():
            return value_as_words(value, tongue)
        case list() | tuple():
            return [_plain(item, tongue) for item in value]
    cls: Any = type(value)
    kind, names = _parts_of(cls)
    fields: dict[str, Any] = dict(kind)
    for name in names:
        part = getattr(value, name)
        if name == IF_TRUE and not part:
            continue
        fields[name] = part if type(part) in _AS_THEY_ARE else _plain(part, tongue)
    return fields


@cache
def _parts_of(cls: type) -> tuple[dict[str, str], tuple[str, ...]]:
    """The kind of a part and the names of its fields."""
    assert is_dataclass(cls), cls
    kind = {} if issubclass(cls, Sheet) else {"kind": cls.__name__.lower()}
    return kind, tuple(field.name for field in fields(cls) if field.name != MARKED)
