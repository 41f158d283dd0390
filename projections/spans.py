"""Spans: ranges of a log's entries: sessions, gaps between them, rounds and steps."""

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from projections.campaigns import ids_of_campaigns


@dataclass(frozen=True, slots=True)
class Span:
    """A range of positions in the log; the session of a gap between sessions is None."""

    first: int
    last: int
    session: int | None
    time: str
    chapter: int = 0
    round: int = 0
    step: str = ""

    @property
    def place(self) -> tuple[int, int, str]:
        """The chapter, round and step."""
        return self.chapter, self.round, self.step

    def holds(self, position: int) -> bool:
        return self.first <= position <= self.last


def spans_of_sessions(cursor: sqlite3.Cursor, campaign: str, head: int) -> list[Span]:
    """The sessions of a campaign and the gaps between them, in order, up to position `head`."""
    rows = cursor.execute(
        "SELECT session, MIN(position), MAX(position), MIN(time) FROM log"
        " WHERE id BETWEEN ? AND ? AND session IS NOT NULL GROUP BY session ORDER BY MIN(position)",
        ids_of_campaigns(cursor, campaign),
    )
    sat = [Span(first, last, session, time) for session, first, last, time in rows]
    return list(_with_gaps(sat, head))


def _with_gaps(sat: Iterable[Span], head: int) -> Iterator[Span]:
    last = 0
    for span in sat:
        if span.first > last + 1:
            yield Span(last + 1, span.first - 1, None, "")
        yield span
        last = max(last, span.last)
    if last < head:
        yield Span(last + 1, head, None, "")


def spans_of_steps(cursor: sqlite3.Cursor, campaign: str, within: Span) -> list[Span]:
    """The chapters, rounds and steps within a span, in order."""
    rows = cursor.execute(
        "SELECT chapter, round, step, position, time FROM log WHERE id BETWEEN ? AND ? ORDER BY id",
        ids_of_campaigns(cursor, campaign, within.first - 1, within.last + 1),
    )
    found = []
    for place, group in groupby(rows, lambda row: row[:3]):
        members = list(group)
        found.append(Span(members[0][3], members[-1][3], within.session, members[0][4], *place))
    return found


__all__ = ["Span", "spans_of_sessions", "spans_of_steps"]
