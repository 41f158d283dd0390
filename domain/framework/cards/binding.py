"""Binding: replacing a text that a table typed in by the known thing that it means, everywhere at once.

The marks of a state (`Keys`, `Names`) say which parts contain ids; other parts are ignored.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from pydantic import BaseModel

from domain.framework.events.event import Event
from domain.framework.events.marked_fields import all_choices_asked
from domain.framework.table import Keys, Names, Table, kind_marked

EventT = TypeVar("EventT", bound=Event[Any])
Renamed = Callable[[str, str], str]
"""The replacement of an id, in a part that is marked with a kind."""


def bind_text(table: Table, kind: str, typed: str, id_: str) -> None:
    """Replace a text by the id of a thing throughout a table; values under both keys are merged."""
    _rename(table, lambda marked, value: table.bound_in(marked, value, kind, typed, id_))


def strangers_by_kind(table: Table) -> Mapping[str, list[str]]:
    """The names in a table that belong to no known thing, by kind."""
    found: dict[str, dict[str, None]] = {}

    def look_at(marked: str, value: str) -> str:
        if value and marked in table.kinds and table.called(marked, value) == value not in table.ids(marked):
            found.setdefault(marked, {})[value] = None
        return value

    _rename(table, look_at)
    return {kind: list(names) for kind, names in found.items()}


def as_bound(event: EventT, table: Table) -> EventT:
    """An event with ids in place of texts that are bound to them."""
    changed: dict[str, Any] = {}
    for asked in all_choices_asked(type(event)) if table.bound else ():
        value = changed.get(asked.field, getattr(event, asked.field))
        meant = asked.with_ids_changed(value, partial(_ids_meant, asked.choice.kind, table))
        if meant != value:
            changed[asked.field] = meant
    return event.copy_with(**changed) if changed else event


def _ids_meant(kind: str, table: Table, value: Any) -> Any:
    match value:
        case str():
            return table.meant(kind, value)
        case tuple():
            return tuple(table.meant(kind, part) for part in value)
        case Mapping():
            return {table.meant(kind, key): part for key, part in value.items()}
    return value


# --- walking a state ---------------------------------------------------------------------------


def _rename(state: BaseModel, renamed: Renamed) -> None:
    for name, info in type(state).model_fields.items():
        old = getattr(state, name)
        new = _part(old, kind_marked(info, Keys), kind_marked(info, Names), renamed)
        if new is not old:
            setattr(state, name, new)


def _part(part: Any, keys: str, names: str, renamed: Renamed) -> Any:
    """A part of a state with ids replaced; the same object if nothing changed."""
    match part:
        case BaseModel():
            _rename(part, renamed)
        case str() if names:
            return renamed(names, part)
        case list():
            new = [_part(one, "", names, renamed) for one in part]
            return part if all(a is b for a, b in zip(new, part, strict=True)) else new
        case dict():
            return _mapping(part, keys, names, renamed)
    return part


def _mapping(part: dict[str, Any], keys: str, names: str, renamed: Renamed) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in part.items():
        id_, inside = renamed(keys, key) if keys else key, _part(value, "", names, renamed)
        found[id_] = _merge_values(found[id_], inside) if id_ in found else inside
    same = len(found) == len(part) and all(key in part and part[key] is value for key, value in found.items())
    return part if same else found


def _merge_values(one: Any, other: Any) -> Any:
    """Merge two values of one thing: numbers are added, lists are joined, otherwise the first value is kept."""
    match one, other:
        case bool(), bool():
            return one or other
        case int(), int():
            return one + other
        case list(), list():
            return [*one, *other]
    return one


__all__ = ["as_bound", "bind_text", "strangers_by_kind"]
