"""The choices of an event at a table, given the fields that are known."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import orjson
from pydantic import ValidationError

from domain.framework.events.choice import Choice, Known
from domain.framework.events.event import Event
from domain.framework.events.marked_fields import adapter_of, all_choices_asked, choices_asked, fields_depended_on
from domain.framework.refusal import Refused, never
from domain.framework.table import Table
from domain.framework.text import spaced_words

NOT_OFFERED = never("not-offered", "“{id}” is not one of the {kind} here.")


def unknown_choices(event: Event[Any], table: Table) -> list[Refused]:
    """The refusals of ids that a table does not offer; choices that depend on such an id are skipped."""
    reasons: list[Refused] = []
    known = {name: getattr(event, name) for name in fields_depended_on(type(event))}
    for asked in all_choices_asked(type(event)):
        name, choice = asked.field, asked.choice
        if not choice.rests(known):
            known.pop(name, None)
            continue
        if strange := choice.strange(asked.ids_chosen(getattr(event, name)), table, known):
            known.pop(name, None)
        reasons += [_why_not(choice, id_, table, known) for id_ in strange]
    return reasons


def _why_not(choice: Choice, id_: str, table: Table, known: Known) -> Refused:
    """The reason why an id is not offered, in the words of the choice if it has any."""
    if choice.why_not and (reason := choice.why_not(table, id_, *(known[name] for name in choice.given))):
        return reason
    return NOT_OFFERED(id=table.called(choice.kind, id_), kind=spaced_words(choice.kind))


def known_of(cls: type[Event[Any]], table: Table, values: Known) -> Known:
    """The known fields that choices depend on, converted from JSON to the event's types.

    A field that is left out has its default. A value that does not fit or is not offered is not known.
    """
    held = {}
    for name in fields_depended_on(cls):
        with suppress(KeyError, ValidationError, orjson.JSONEncodeError):
            held[name] = value_of(cls, name, values)
    return known_of_held(cls, table, held)


def known_of_held(cls: type[Event[Any]], table: Table, held: Known) -> Known:
    """The known fields that choices depend on, from values of the event's types."""
    known: dict[str, Any] = {}
    for name in fields_depended_on(cls):
        info = cls.model_fields[name]
        if name not in held and info.is_required():
            continue
        value = held[name] if name in held else info.get_default(call_default_factory=True)
        asked = [one for one in all_choices_asked(cls) if one.field == name]
        if not any(one.choice.strange(one.ids_chosen(value), table, known) for one in asked):
            known[name] = value
    return known


def value_of(cls: type[Event[Any]], name: str, values: Known) -> Any:
    """The value of a field as its event holds it.

    Raises:
        KeyError: there is no value.
        ValidationError, JSONEncodeError: the value does not fit.
    """
    info = cls.model_fields[name]
    if name in values or info.is_required():
        return adapter_of(cls, name).validate_json(orjson.dumps(values[name]))
    return info.get_default(call_default_factory=True)


def choices_wanting(cls: type[Event[Any]], table: Table, values: Known) -> Iterator[Choice]:
    """The required choices for which the table offers nothing."""
    known = known_of(cls, table, values)
    for name, choice in choices_asked(cls).items():
        info = cls.model_fields[name]
        is_open = name not in values and info.is_required() and info.annotation is str and not choice.free
        if is_open and choice.rests(known) and not any(choice.ids(table, known)):
            yield choice


__all__ = ["NOT_OFFERED", "choices_wanting", "known_of", "known_of_held", "unknown_choices", "value_of"]
