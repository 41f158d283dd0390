"""Scratch tables: tables on which commands are tried, and from which the last one can be removed again."""

import logging
from collections.abc import Iterable, Sequence
from typing import Any

from domain.framework.events.event import Event
from domain.framework.table import Table
from domain.log.entry_decoding import shape_of

log = logging.getLogger(__name__)
AnyEvent = Event[Any]
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


def copy_table(table: Table) -> Table:
    """A deep copy of a table."""
    return table.model_copy(deep=True)


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
