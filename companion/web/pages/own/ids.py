"""The ids of things that are added on a page: made from their names, since no one types an id."""

import re
from collections.abc import Mapping
from itertools import count
from typing import Any
from unicodedata import normalize

from companion.quick_entry.pinyin import readings_of_character
from domain.framework.table import Table

LONGEST = 32
"""The most characters of an id without the number that distinguishes it."""


def free_id(table: Table, kind: str, fields: Mapping[str, Any]) -> str:
    """An id for a new thing: its name in lower case letters, or its kind, with a number if it is taken."""
    slug = slug_of(str(fields.get("en") or fields.get("zh") or "")) or kind
    taken = {*table.ids(kind)}
    return next(id_ for n in count(1) if (id_ := slug if n == 1 else f"{slug}-{n}") not in taken)


def slug_of(name: str) -> str:
    """A name in lower case letters without accents; Chinese as pinyin. Empty if it has no such letters."""
    parts = "".join(_letters(char) for char in name)
    plain = normalize("NFKD", parts).encode("ascii", "ignore").decode().casefold()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST].strip("-")


def _letters(char: str) -> str:
    if char.isascii():
        return char
    return f" {readings[0]} " if (readings := readings_of_character(char)) else char


__all__ = ["free_id", "slug_of"]
