"""Trace: what a fold notes for the read models: numbers of each round, sheets of each session, finished games."""

from collections.abc import Sequence

from domain.framework.game import AnyGame
from domain.framework.table import Played, Table
from domain.framework.views.sheet import Sheet

NONE = ""
"""The name under which a stretch without any number is noted, so that it is not taken for the one before it."""


class Trace:
    """The numbers of each round, and the saved sheets, along a fold.

    A *stretch* is a run of entries in one round of one chapter; its numbers are those at its end.
    """

    def __init__(self, game: AnyGame, table: Table) -> None:
        self._game = game
        self._stretch: int | None = None
        self._moment = _moment_of(table)
        self._sitting = table.sitting
        self._recorded: dict[str, int] = {}
        self.anchor: str | None = None
        """The name of a number that an earlier batch noted in the stretch at hand; None if that is unknown."""
        self._names: frozenset[str] | None = None
        """The names that the stretch at hand was told by; None where it was told by another trace, if at all."""
        self.left: list[tuple[int | None, frozenset[str]]] = []
        """(first position of the stretch, the names that there still are in it), where others may have been told."""
        self.numbers: list[tuple[int | None, int, int, str, int]] = []
        """(first position of the stretch, chapter, round, name, value); no position for the stretch it began in."""
        self.saves: list[tuple[int, int, Sequence[Sheet]]] = []
        """(position, session, sheets), where a session ended."""
        self._result = _newest_result(table)
        self.finished = False
        """Whether a game or scenario was finished, or has another result."""

    def note(self, position: int, table: Table) -> None:
        """Note the table after an entry that counted."""
        if _moment_of(table) != self._moment:
            self.note_numbers(table)
            self._stretch, self._moment, self._recorded, self._names = position, _moment_of(table), {}, frozenset()
        if self._sitting is not None and table.sitting is None:
            self.saves.append((position, self._sitting.number, self._game.sheets(table)))
        self._sitting = table.sitting
        if (result := _newest_result(table)) is not self._result:
            self._result, self.finished = result, True

    def note_numbers(self, table: Table) -> None:
        """Note the numbers of the current stretch that changed since they were last noted."""
        series = self._game.series(table) or {NONE: 0}
        before, names = self._names, series.keys()
        if before is None or before != names:
            self._names = frozenset(names)
            self._recorded = {name: value for name, value in self._recorded.items() if name in series}
            if before is None or before - names:
                self.left.append((self._stretch, self._names))
        for name, value in series.items():
            if self._recorded.get(name) != value:
                self._recorded[name] = value
                self.numbers.append((self._stretch, *self._moment, name, value))

    def take_over(self) -> "Trace":
        """Empty the lists, which the caller has taken over, and go on from here."""
        self.numbers, self.saves, self.left, self.finished = [], [], [], False
        self.anchor = next(iter(self._recorded), None)
        return self


def _moment_of(table: Table) -> tuple[int, int]:
    return table.chapter, table.place[0]


def _newest_result(table: Table) -> Played | None:
    return table.played[-1] if table.played else None
