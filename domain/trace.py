"""Trace: what a fold leaves behind it for the read models, entry by entry."""

from collections.abc import Sequence

from domain.game import AnyGame
from domain.sheet import Sheet
from domain.table import Table


class Trace:
    """The numbers that changed, and the sheets put away, along a fold that goes on from a table."""

    def __init__(self, game: AnyGame, table: Table) -> None:
        self._game = game
        self._last = dict(game.series(table))
        self._sitting = table.sitting.number if table.sitting else None
        self.numbers: list[tuple[int, str, int]] = []
        """(position, name, value), where a value of `Game.series` changed."""
        self.saves: list[tuple[int, int, Sequence[Sheet]]] = []
        """(position, session, sheets), where a session ended."""

    def note(self, position: int, table: Table) -> None:
        """Look at the table after an entry that counted."""
        last = self._last
        for name, value in self._game.series(table).items():
            if last.get(name) != value:
                last[name] = value
                self.numbers.append((position, name, value))
        sitting = table.sitting.number if table.sitting else None
        if self._sitting is not None and sitting is None:
            self.saves.append((position, self._sitting, self._game.sheets(table)))
        self._sitting = sitting

    def fresh(self) -> "Trace":
        """Go on from here with nothing noted yet."""
        self.numbers, self.saves = [], []
        return self
