"""Tape: a table that is advanced line by line through a log, also within a corrected command."""

from collections.abc import Mapping
from contextlib import suppress

from domain.framework.table import Table
from domain.log.campaign import Campaign
from domain.log.fold import fold_entries
from projections.placed import Restated


class Tape:
    """A table that advances line by line through a log as it counts today, also within a corrected command."""

    def __init__(self, campaign: Campaign, restated: Mapping[int, Restated], first: int) -> None:
        self._campaign, self._standing, self._restated = campaign, campaign.standing(), restated
        self._at = (restated[first].entry if first in restated else first) - 1
        self._table = campaign.table_counting_today(self._at)
        self._open: Restated | None = None
        self._done = 0

    def before(self, line: tuple[int, int]) -> Table:
        """The table before the line of a key (`LogLine.key`)."""
        return self._play(line, 0)

    def after(self, line: tuple[int, int]) -> Table:
        """The table after a line."""
        return self._play(line, 1)

    def _play(self, line: tuple[int, int], more: int) -> Table:
        one = self._restated.get(line[0])
        if one is None or line not in one.keys:
            self._fold_to(line[0] - 1 + more)
            return self._table
        if self._open is not one:
            self._fold_to(one.entry - 1)
            self._open, self._done = one, 0
        self._happen(one, one.keys.index(line) + more)
        return self._table

    def _happen(self, one: Restated, upto: int) -> None:
        """Apply the remaining events of a corrected command up to an index; one that fails is skipped."""
        for event in one.events[self._done : upto]:
            with suppress(Exception):
                event.record_on(self._table)
        self._done = max(self._done, upto)

    def _fold_to(self, position: int) -> None:
        if self._open is not None:
            self._happen(self._open, len(self._open.events))
            self._at, self._open = self._open.entry, None
        if position > self._at:
            campaign = self._campaign
            fold_entries(self._table, campaign.source.rows(self._at, position), self._standing, campaign.reader)
            self._at = position


__all__ = ["Tape"]
