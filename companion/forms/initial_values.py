"""Initial values of a form: known fields, the last recorded ones, and single options."""

from collections.abc import Container, Mapping
from typing import Any

from companion.forms.names import names_offered_at
from companion.forms.values import default_values, form_strings, known_choice_fields, known_values
from companion.forms.widgets import Typed, widgets_of
from domain.framework.events.event import Event
from domain.framework.fields.field_shapes import ChoiceShape, ListShape
from domain.framework.fields.fields import FieldInfo
from domain.framework.fields.number_paths import number_marks_of
from domain.framework.table import Table
from domain.framework.text import Tongue
from domain.framework.views.board import event_if_valid


def initial_values(
    cls: type[Event[Any]],
    table: Table,
    tongue: Tongue,
    last: Mapping[str, Any],
    asked: Typed,
    needs: Container[str] = (),
) -> Typed:
    """The values of an event's form before any input.

    Args:
        needs: the fields that must be filled in here. They are empty at first: a default would count as said.
        last: the fields of the last recorded event of this kind. Only its `layout.remembered` are used, and its
            amounts only if they would not be refused.
        asked: the values from the form's address, which take precedence.
    """
    again = {name: last[name] for name in cls.layout.remembered if name in last}
    typed = _typed_at_first(cls, table, tongue, again, asked, needs)
    if again and _is_refused(cls, table, typed, tongue):
        amounts = {name for name, _mark in number_marks_of(cls)}
        again = {name: value for name, value in again.items() if name not in amounts}
        return _typed_at_first(cls, table, tongue, again, asked, needs)
    return typed


def _typed_at_first(
    cls: type[Event[Any]],
    table: Table,
    tongue: Tongue,
    again: Mapping[str, Any],
    asked: Typed,
    needs: Container[str],
) -> Typed:
    defaults = {name: value for name, value in default_values(cls).items() if name not in needs}
    known = {**defaults, **again, **cls.prefilled(table)}
    typed = {**form_strings(cls, known), **asked}
    return {**typed, **only_choices(cls, table, tongue, typed)}


def _is_refused(cls: type[Event[Any]], table: Table, typed: Typed, tongue: Tongue) -> bool:
    """Whether the form would be refused as it is, such as last time's price for a hero who cannot pay it."""
    event = event_if_valid(cls, **known_values(cls, table, typed, tongue))
    return event is not None and any(event.refusals(table))


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
    """Whether a field requires one or several of the table's options, and accepts no other value."""
    match field.shape:
        case ChoiceShape(free=free) | ListShape(of=ChoiceShape(free=free)):
            return field.required and not free
    return False


__all__ = ["initial_values", "only_choices"]
