"""Conversion between JSON values of fields and the strings of a form."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pydantic_core import PydanticUndefined, to_jsonable_python

from companion.forms.lists import replace_names_in_counts
from companion.forms.names import Offered, ids_beside, ids_of, names_offered_at, refuse_unknown
from companion.forms.several import Listing
from companion.forms.widget import MANY, MARK, MISSING, Typed, Widget
from companion.forms.widgets import widgets_of
from domain.framework.events.choice import Known
from domain.framework.events.event import Event
from domain.framework.events.marked_fields import fields_depended_on
from domain.framework.fields.choices import known_of
from domain.framework.refusal import Misfit, NotFound
from domain.framework.table import Table
from domain.framework.text import ENGLISH, Text, Tongue


def default_values(cls: type[Event[Any]]) -> dict[str, Any]:
    """The defaults of an event's fields as JSON values; required fields have none."""
    found = {name: info.get_default(call_default_factory=True) for name, info in cls.model_fields.items()}
    return {name: to_jsonable_python(value) for name, value in found.items() if value is not PydanticUndefined}


def form_strings(cls: type[Event[Any]], values: Mapping[str, Any]) -> Typed:
    """Convert JSON values to the strings of a form."""
    typed: dict[str, Sequence[str]] = {}
    for widget in widgets_of(cls):
        if widget.field.name in values:
            typed.update(widget.typed(values[widget.field.name]))
    return typed


def typed_of_arguments(arguments: Mapping[str, Sequence[str]]) -> Typed:
    """Convert the arguments of an address (`?hero=lunara`) to the strings of a form."""
    return {MARK + name: list(values) for name, values in arguments.items()}


def values_of(cls: type[Event[Any]], table: Table, typed: Typed, tongue: Tongue = ENGLISH) -> dict[str, Any]:
    """Convert the strings of a form to JSON values; empty fields are left out, so that defaults apply.

    Raises:
        Misfit: a typed name is unknown or ambiguous.
    """
    read = _read_fields(cls, table, typed, tongue)
    if read.faults:
        raise Misfit(read.faults)
    return _named_values(cls, table, read.values) if cls.layout.keeps_unnamed else read.values


def _named_values(cls: type[Event[Any]], table: Table, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values that a form names, for an event that keeps left-out fields unchanged.

    A form prefilled from the table names all fields it shows, including emptied ones; a form that starts empty names
    only those that were filled in.
    """
    defaults = default_values(cls)
    if not cls.prefilled(table):
        return {name: value for name, value in values.items() if name not in defaults or value != defaults[name]}
    shown = {widget.field.name for widget in widgets_of(cls)}
    return {**{name: value for name, value in defaults.items() if name in shown}, **values}


def known_values(cls: type[Event[Any]], table: Table, typed: Typed, tongue: Tongue = ENGLISH) -> dict[str, Any]:
    """The JSON values of the strings that can be parsed; the others are left out."""
    return _read_fields(cls, table, typed, tongue).values


def known_choice_fields(cls: type[Event[Any]], table: Table, typed: Typed, tongue: Tongue = ENGLISH) -> Known:
    """The known values of the fields that choices depend on, from the strings of a form."""
    return known_of(cls, table, _read_fields(cls, table, typed, tongue).values) if fields_depended_on(cls) else {}


def names_offered(cls: type[Event[Any]], name: str, table: Table, typed: Typed, tongue: Tongue) -> Offered:
    """The options of a field by name, given the values typed so far.

    Raises:
        NotFound: the field does not exist or has no options.
    """
    field = next((widget.field for widget in widgets_of(cls) if widget.field.name == name), None)
    if field is None or field.chosen is None:
        raise NotFound("There is nothing at “{path}”.", path=name)
    return names_offered_at(field, table, tongue, known_choice_fields(cls, table, typed, tongue))


class _Read(NamedTuple):
    """The JSON values of a form, and the errors of strings that could not be parsed."""

    values: dict[str, Any]
    faults: dict[str, Text]


def _read_fields(cls: type[Event[Any]], table: Table, typed: Typed, tongue: Tongue) -> _Read:
    found = _Read({}, {})
    for widget in widgets_of(cls):
        name, value = widget.field.name, widget.read(typed)
        if value is MISSING:
            continue
        try:
            known = known_of(cls, table, found.values)
            by_name = widget.field.chosen or widget.field.field_beside
            found.values[name] = replace_names(value, widget, table, tongue, known) if by_name else value
        except Misfit as wrong:
            found.faults[name] = wrong.faults[""].copy_with(field=name)
    return found


def replace_names(value: Any, widget: Widget, table: Table, tongue: Tongue, known: Known) -> Any:
    """Replace names by ids; if there are too many options to list, the value must be one of them.

    Raises:
        Misfit: a name is unknown or ambiguous.
    """
    names = names_offered_at(widget.field, table, tongue, known)
    if isinstance(widget, Listing):
        return replace_names_in_counts(value, names, table, widget.field)
    found = ids_beside(ids_of(value, names), widget.field, table, tongue, known)
    if len(names.called) > MANY and not (widget.field.choice and widget.field.choice.free):
        refuse_unknown(found, names)
    return found


def amended_values(
    cls: type[Event[Any]], table: Table, typed: Typed, kept: Mapping[str, Any], tongue: Tongue = ENGLISH
) -> dict[str, Any]:
    """The changed values in the form of an entry to amend; emptied fields are cleared, secret ones left unchanged.

    `kept` are the entry's fields as they count.

    Raises:
        Misfit: a typed name is unknown or ambiguous.
    """
    shown = {widget.field.name for widget in widgets_of(cls)} - set(cls.hidden(kept))
    emptied = {name: value for name, value in default_values(cls).items() if name in shown}
    return {**emptied, **values_of(cls, table, typed, tongue)}


__all__ = [
    "amended_values",
    "default_values",
    "form_strings",
    "known_choice_fields",
    "known_values",
    "names_offered",
    "replace_names",
    "typed_of_arguments",
    "values_of",
]
