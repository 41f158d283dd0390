"""From values to what stands in a form, and from what was typed in it to values again: JSON values, by field."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic_core import PydanticUndefined, to_jsonable_python

from companion.forms.names import ids_of
from companion.forms.widgets import MARK, MISSING, Typed, widgets_of
from domain.event import Event
from domain.table import Table
from domain.text import ENGLISH, Tongue


def defaults(cls: type[Event[Any]]) -> dict[str, Any]:
    """What fields hold when nobody fills them in, as JSON values."""
    found = {name: info.get_default(call_default_factory=True) for name, info in cls.model_fields.items()}
    return {name: to_jsonable_python(value) for name, value in found.items() if value is not PydanticUndefined}


def typed_of(cls: type[Event[Any]], values: Mapping[str, Any]) -> Typed:
    """JSON values as what would stand in the form."""
    typed: dict[str, Sequence[str]] = {}
    for widget in widgets_of(cls):
        if widget.field.name in values:
            typed.update(widget.typed(values[widget.field.name]))
    return typed


def marked(arguments: Mapping[str, Sequence[str]]) -> Typed:
    """An address's own arguments (`?hero=lunara`) as what would stand in the form."""
    return {MARK + name: list(values) for name, values in arguments.items()}


def values_of(cls: type[Event[Any]], table: Table, typed: Typed, tongue: Tongue = ENGLISH) -> dict[str, Any]:
    """What was typed, as JSON values; fields left empty are left out, so that their defaults hold."""
    found = {}
    for widget in widgets_of(cls):
        value = widget.read(typed)
        if widget.by_name:
            value = ids_of(value, widget.field, table, tongue)
        if value is not MISSING:
            found[widget.field.name] = value
    return found


def changes_of(
    cls: type[Event[Any]], table: Table, typed: Typed, kept: Mapping[str, Any], tongue: Tongue = ENGLISH
) -> dict[str, Any]:
    """What was typed in the form of an entry to put right; a field left empty is emptied, a secret one kept.

    `kept` are the entry's fields as they count.
    """
    shown = {widget.field.name for widget in widgets_of(cls)} - set(cls.hidden(kept))
    emptied = {name: value for name, value in defaults(cls).items() if name in shown}
    return {**emptied, **values_of(cls, table, typed, tongue)}


__all__ = ["changes_of", "defaults", "marked", "typed_of", "values_of"]
