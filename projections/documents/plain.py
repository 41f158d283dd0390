"""A sheet as plain values, in one language: what JSON shows and every other format draws."""

from dataclasses import fields, is_dataclass
from typing import Any

from domain.shown.sheet import Sheet
from domain.text import ENGLISH, Term, Text, Tongue, say

MARKED = "seat"
"""The field of a sheet that is told by how a page marks it, and is no part of what stands on paper."""


def plain_sheet(sheet: Sheet, tongue: Tongue = ENGLISH) -> dict[str, Any]:
    """A sheet as JSON values: `{"key", "title", "blocks": [{"kind": "facts", "title", …}, …]}`."""
    plain: dict[str, Any] = _plain(sheet, tongue)
    return plain


def _plain(value: object, tongue: Tongue) -> Any:
    match value:
        case Text() | Term():
            return say(value, tongue)
        case None | str() | int():
            return value
    if is_dataclass(value) and not isinstance(value, type):
        told = [field.name for field in fields(value) if field.name != MARKED]
        body = {name: _plain(getattr(value, name), tongue) for name in told}
        return body if isinstance(value, Sheet) else {"kind": type(value).__name__.lower(), **body}
    assert isinstance(value, list | tuple), value
    return [_plain(item, tongue) for item in value]
