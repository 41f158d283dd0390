"""Initial values of a form: known fields, the last recorded ones, and single options."""

from collections.abc import Mapping
from typing import Any

from companion.forms.names import names_offered_at
from companion.forms.values import default_values, form_strings, known_choice_fields
from companion.forms.widgets import Typed, widgets_of
from domain.language.event import Event
from domain.language.fields import FieldInfo
from domain.language.shapes import ChoiceShape, ListShape
from domain.language.table import Table
from domain.language.text import Tongue


def initial_values(cls: type[Event[Any]], table: Table, tongue: Tongue, last: Mapping[str, Any], asked: Typed) -> Typed:
    """The values of an event's form before any input.

    Args:
        last: the fields as they were said the last time; only those that the event takes up `again` count.
        asked: what the address of the form says, which wins.
    """
    again = {name: last[name] for name in cls.again if name in last}
    typed = {**form_strings(cls, {**default_values(cls), **again, **cls.prefilled(table)}), **asked}
    return {**typed, **only_choices(cls, table, tongue, typed)}


def only_choices(cls: type[Event[Any]], table: Table, tongue: Tongue, typed: Typed) -> Typed:
    """Values for the empty required choices that have a single option."""
    found: dict[str, Any] = dict(typed)
    chosen: dict[str, Any] = {}
    for widget in widgets_of(cls):
        if not _must_be_chosen(widget.field) or any(found.get(widget.name, ())):
            continue
        options = names_offered_at(widget.field, table, tongue, known_choice_fields(cls, table, found, tongue)).options
        if len(options) == 1:
            chosen[widget.name] = found[widget.name] = [options[0][0]]
    return chosen


def _must_be_chosen(field: FieldInfo) -> bool:
    """Whether a field takes one or several of what a table offers, and nothing else."""
    match field.shape:
        case ChoiceShape(free=free) | ListShape(of=ChoiceShape(free=free)):
            return field.required and not free
    return False


__all__ = ["initial_values", "only_choices"]
