"""Naming: the names that things had when an entry was recorded, for its line in the log.

Some names change: “the villain” is its first stage until the second one begins. The few events that change such names
are folded separately, and once while nothing corrects them, so that a page of the log needs no fold of the whole log.
Names that were corrected, or bound to content later, are today's in every line.
"""

from bisect import bisect_right
from collections.abc import Mapping
from copy import deepcopy
from functools import lru_cache
from typing import Any, TypeVar

from domain.framework.game import AnyGame
from domain.framework.table import Table
from domain.log.effective_entries import Counting, Standing
from domain.log.entries import Row, Source
from domain.log.entry_decoding import Reader
from domain.log.fold import fold_entries

TableT = TypeVar("TableT", bound=Table)
Parts = Mapping[str, Any]
"""The parts of a table that names depend on."""


class MomentNames:
    """The names of each moment of a log."""

    def __init__(self, source: Source, reader: Reader, corrected: Counting) -> None:
        self._source, self._reader, self._corrected = source, reader, corrected
        self._head = 0
        self._rows: list[Row] = []
        self._standing: Standing | None = None
        self._since: list[int] = []
        self._naming_parts: list[Parts] = []
        self._renamed: tuple[Table, Parts, Table] | None = None

    def at(self, position: int, table: TableT, head: int) -> TableT:
        """The table with the names of the moment after an entry, in a log of so many entries."""
        if not type(table).names_rest_on:
            return table
        self._read_new(head)
        return self._table_with(self._naming_parts[bisect_right(self._since, position) - 1], table)

    def _table_with(self, parts: Parts, table: TableT) -> TableT:
        """A table with these naming parts; the last one is cached because neighbouring lines mostly share it."""
        if self._renamed is None or self._renamed[0] is not table or self._renamed[1] is not parts:
            self._renamed = table, parts, table.model_copy(update=parts)
        renamed = self._renamed[2]
        assert isinstance(renamed, type(table))
        return renamed

    def _read_new(self, head: int) -> None:
        """Read the entries recorded since; fold again if they, or a correction, change names."""
        if head < self._head:
            self._head, self._rows, self._standing = 0, [], None
        more = self._source.of_topics(renaming_topics(self._reader.game), self._head, head) if head > self._head else ()
        now = self._corrected.at(head)
        self._head = head
        if more or now is not self._standing:
            self._rows += more
            self._standing = now
            self._fold_parts(now)

    def _fold_parts(self, now: Standing) -> None:
        table = self._reader.game.new_table(self._reader.game.pack)
        self._since, self._naming_parts = [0], [_naming_parts(table)]
        for row in self._rows:
            fold_entries(table, (row,), now, self._reader)
            if (parts := _naming_parts(table)) != self._naming_parts[-1]:
                self._since.append(row[0])
                self._naming_parts.append(parts)


def _naming_parts(table: Table) -> Parts:
    return {name: deepcopy(getattr(table, name)) for name in table.names_rest_on}


@lru_cache(maxsize=64)
def renaming_topics(game: AnyGame) -> tuple[str, ...]:
    """The topics of the events that change what something is called."""
    return tuple(cls.topic for cls in game.events if cls.renames)


__all__ = ["MomentNames"]
