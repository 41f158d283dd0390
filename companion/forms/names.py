"""Things by their names: the options of a field as people read them, and ids in place of names that people type."""

from collections.abc import Sequence
from typing import Any

from domain.fields import FieldInfo
from domain.table import Table
from domain.text import ENGLISH, Tongue, say

Options = Sequence[tuple[str, str]]
"""What there is to choose from: values, each with its name."""


def named_options(field: FieldInfo, table: Table, tongue: Tongue) -> Options:
    """A field's options, each with its name."""
    return [(id_, _name(name, tongue)) for id_, name in field.options(table).items()]


def _name(name: object, tongue: Tongue) -> str:
    told = say(name, tongue)
    return told.replace("-", " ") if told.islower() else told


def ids_of(value: Any, field: FieldInfo, table: Table, tongue: Tongue = ENGLISH) -> Any:
    """Ids in place of the names of known things; what is not known stays as it was typed."""
    known = {
        name.casefold(): id_
        for spoken in (Tongue(content="zh"), ENGLISH, tongue)
        for id_, name in named_options(field, table, spoken)
    }
    known.update((id_.casefold(), id_) for id_ in field.options(table))

    def id_of(part: Any) -> Any:
        return known.get(part.casefold(), part) if isinstance(part, str) else part

    return [id_of(part) for part in value] if isinstance(value, list) else id_of(value)


__all__ = ["Options", "ids_of", "named_options"]
