"""Scratch tables: tables on which commands are tried, and from which the last one can be removed again."""

import logging
from collections.abc import Iterable, Sequence
from copy import copy, deepcopy
from typing import Any, TypeVar

from pydantic import BaseModel

from domain.framework.events.event import Event
from domain.framework.table import Table
from domain.log.entry_decoding import shape_of

log = logging.getLogger(__name__)
AnyEvent = Event[Any]
TableT = TypeVar("TableT", bound=Table)
ModelT = TypeVar("ModelT", bound=BaseModel)
ATOMS = frozenset({bool, bytes, float, int, str, type(None)})
"""Types of values that are not copied, because nothing can change them."""
COPY_EVERY = 48
"""Commands between two copies of a scratch table, from one of which the last command is removed."""


class ScratchTable:
    """A table that can go back to its state before the last command."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._copy = copy_table(table)
        self._since, self._commands = list[AnyEvent](), 0

    def note_command(self, events: Sequence[AnyEvent]) -> None:
        """Note the events of a command that were applied to the table."""
        self._since += events
        self._commands += 1
        if self._commands >= COPY_EVERY:
            self._copy, self._since, self._commands = copy_table(self.table), [], 0

    def copy_before_command(self) -> Table:
        """A copy of the table as it was before the command that is being applied."""
        table = copy_table(self._copy)
        apply_readable(self._since, table)
        return table

    def rewind(self) -> None:
        """Remove the events of the command that is being applied."""
        self.table = self.copy_before_command()


def copy_table(table: TableT) -> TableT:
    """A deep copy of a table; parts that it has twice are copied twice, as by a snapshot (docs/develop/speed.md)."""
    return _copy_model(table).with_packs(table._packs)


def _copy_value(value: Any) -> Any:
    """A deep copy of a part of a table."""
    cls = type(value)
    if cls in ATOMS:
        return value
    if cls is list:
        return [_copy_value(part) for part in value]
    if cls is dict:
        return {key: _copy_value(part) for key, part in value.items()}
    if isinstance(value, BaseModel) and cls.__deepcopy__ is BaseModel.__deepcopy__:
        return _copy_model(value)
    return deepcopy(value)


def _copy_model(model: ModelT) -> ModelT:
    """A copy as pydantic's own, without looking at each part whether it was copied before."""
    made = copy(model)
    made.__dict__.update({name: _copy_value(part) for name, part in model.__dict__.items()})
    return made


def event_for_table(event: AnyEvent) -> AnyEvent:
    """An event for one more table: the same object, unless it holds something that a table could change."""
    shape = shape_of(type(event))
    return event if shape is not None and not shape.has_objects else event.model_copy(deep=True)


def apply_readable(events: Iterable[AnyEvent], table: Table) -> None:
    """Apply events; one that this version cannot apply changes nothing, as in a fold."""
    for event in events:
        try:
            event_for_table(event).record_on(table)
        except Exception as error:
            log.debug("%s cannot be applied: %s", event.topic, error)


__all__ = ["ScratchTable", "apply_readable", "copy_table", "event_for_table"]
