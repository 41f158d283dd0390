"""The record sheet: sessions, and the entries that were bent, adjusted, withdrawn or amended.

It prints what the numbers on the other sheets do not show, in the same way for all games.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from domain.framework.kernel import Adjusted
from domain.framework.text import Tongue, text
from domain.framework.views.sheet import Cell, Grid, Sheet
from domain.log.entries import CORRECTION_TOPICS
from projections.heads import head_of
from projections.log import LogLine

BY_HAND = (Adjusted.topic, *CORRECTION_TOPICS)
Said = Callable[[LogLine], str]


def record_of_log(found: Sequence[LogLine], sessions: Grid | None, where: Said, what: Said) -> Iterator[Sheet]:
    """The record of a log's lines, with its sessions; yields nothing if it would be empty.

    `where` renders the place of the table at a line, `what` its sentence.
    """
    lines = (one for one in found if one.reason or one.topic in BY_HAND)
    odd: list[list[Cell]] = [[one.position, where(one), what(one), one.reason] for one in lines]
    heads = (text("Entry"), text("Where"), text("What"), text("Why"))
    corrections = Grid(text("Against the rules, by hand, or fixed"), heads, odd) if odd else None
    if blocks := [block for block in (sessions, corrections) if block]:
        yield Sheet("record", text("The record"), blocks)


def sessions_of(found: Sequence[LogLine], tongue: Tongue) -> Grid | None:
    """The sessions with date, length and players; None if there are none."""
    rows = list(_rows_of_sessions(found, tongue))
    heads = (text("Session"), text("Date"), text("Time played"), text("Players"))
    return Grid(text("Sessions"), heads, rows) if rows else None


def _rows_of_sessions(found: Sequence[LogLine], tongue: Tongue) -> Iterator[list[Cell]]:
    for number, session in groupby(found, lambda line: line.session):
        if number is not None:
            head = head_of(list(session))
            yield [number, head.dated(tongue), head.lasted(tongue), text("{players}", players=tuple(head.players))]


__all__ = ["record_of_log", "sessions_of"]
