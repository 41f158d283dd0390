"""Value history: the entries that changed one value of the table."""

from collections.abc import Callable
from typing import Any

from domain.framework.refusal import NotFound
from domain.framework.table import Table, as_json, split_path, value_at
from domain.log.fold import fold_entries
from domain.log.history import History

See = Callable[[Table, tuple[str, ...]], Any]
"""The value that a viewer sees at a path of a table."""


def positions_that_moved(history: History, path: str, see: See = value_at) -> list[tuple[int, Any, Any]]:
    """The positions of the entries that changed a value, oldest first, each with the value before and after.

    A viewer from whom parts are hidden gets the changes that they can see: how often a secret changed is secret, too.

    Raises:
        NotFound: there is nothing at that path.
    """
    segments = split_path(path)
    value_at(history.table, segments)
    table, moved = history.empty_table(), list[tuple[int, Any, Any]]()
    # The value before the first entry, so that an entry that sets the default is no change.
    last = _value_at(table, segments, see)

    def watch(position: int, after: Table) -> None:
        nonlocal last
        value = _value_at(after, segments, see)
        if value != last:
            moved.append((position, last, value))
            last = value

    fold_entries(table, history.source.rows(), history.standing(), history.reader, watch)
    return moved


def _value_at(table: Table, segments: tuple[str, ...], see: See) -> Any:
    try:
        value = see(table, segments)
    except NotFound:
        return None
    return as_json(value)


__all__ = ["positions_that_moved"]
