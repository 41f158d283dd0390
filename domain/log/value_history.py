"""Value history: the entries that changed one value of the table."""

from collections.abc import Callable, Iterator
from typing import Any

from domain.framework.refusal import NotFound
from domain.framework.table import Table, as_json, split_path, value_at
from domain.framework.views.visibility import is_marked
from domain.log.history import History

See = Callable[[Table, tuple[str, ...]], Any]
"""The value that a viewer sees at a path of a table."""
Moved = tuple[int, Any, Any]
"""The position of an entry, and the value before and after it."""


def positions_that_moved(history: History, path: str, see: See = value_at) -> list[Moved]:
    """The positions of the entries that changed a value, oldest first, each with the value before and after.

    Raises:
        NotFound: there is nothing at that path.
    """
    return [*moves_backwards(history, path, see)][::-1]


def moves_backwards(history: History, path: str, see: See = value_at, before: int | None = None) -> Iterator[Moved]:
    """The entries that changed a value, newest first; of a long log only as much is read as the caller needs.

    A viewer from whom parts are hidden gets the changes that they can see: how often a secret changed is secret, too.

    Args:
        before: only entries before this one.

    Raises:
        NotFound: there is nothing at that path.
    """
    segments = split_path(path)
    value_at(history.table, segments)
    upto = history.position if before is None else min(before - 1, history.position)
    is_seen_by_all = not is_marked(history.table, segments)
    for table, fold in history.stretches_backwards(upto):
        moves = _Moves(table, segments, see, is_seen_by_all)
        fold(moves.watch)
        yield from reversed(moves.found)


class _Moves:
    """The moves of a value along a fold.

    Args:
        table: the table before the first entry, so that an entry that sets the default is no change.
        is_seen_by_all: whether nothing marks the path as secret, so that a viewer sees no change without a change.
    """

    def __init__(self, table: Table, segments: tuple[str, ...], see: See, is_seen_by_all: bool) -> None:
        self._segments, self._see, self._is_seen_by_all = segments, see, is_seen_by_all
        self._plain, self._last = _value_at(table, segments, value_at), _value_at(table, segments, see)
        self.found: list[Moved] = []

    def watch(self, position: int, table: Table) -> None:
        """Note the move of an entry, if it made one."""
        plain = _value_at(table, self._segments, value_at)
        if self._is_seen_by_all and plain == self._plain and isinstance(plain, bool | int | str):
            return
        value = plain if self._see is value_at else _value_at(table, self._segments, self._see)
        if value != self._last:
            self.found.append((position, self._last, value))
        self._plain, self._last = plain, value


def _value_at(table: Table, segments: tuple[str, ...], see: See) -> Any:
    try:
        value = see(table, segments)
    except NotFound:
        return None
    return as_json(value)


__all__ = ["Moved", "moves_backwards", "positions_that_moved"]
