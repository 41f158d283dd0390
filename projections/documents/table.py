"""The log as a table: CSV that spreadsheets open with every script intact and no formula run."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from domain.game import AnyGame
from domain.table import Table
from domain.text import Tongue
from projections.log import LogLine, retell

COLUMNS = (
    "entry",
    "time",
    "session",
    "chapter",
    "round",
    "step",
    "actor",
    "event",
    "text",
    "fields",
    "cause",
    "bent",
    "later",
    "counts",
)
_FORMULA = tuple("=+-@\t\r\n＝＋－＠")
"""What makes a spreadsheet read a cell as a formula."""


def table(lines: Iterable[LogLine], game: AnyGame, names: Table, tongue: Tongue) -> Iterator[bytes]:
    """Every line of a log, in UTF-8 with a byte order mark; `names` is the table that knows what things are called."""
    yield b"\xef\xbb\xbf" + _row(COLUMNS)
    for line in lines:
        yield _row(
            (
                line.position,
                line.time,
                line.session,
                line.chapter,
                line.round,
                line.step,
                line.actor,
                line.topic,
                retell(line, game, names, tongue),
                line.fields,
                line.cause,
                line.reason,
                line.later,
                "yes" if line.counts else "no",
            )
        )


def _row(cells: Iterable[object]) -> bytes:
    row = StringIO()
    csv.writer(row).writerow([inert(cell) for cell in cells])
    return row.getvalue().encode()


def inert(cell: object) -> str:
    """A cell that no spreadsheet runs."""
    shown = "" if cell is None else str(cell)
    return f"'{shown}" if shown.startswith(_FORMULA) else shown
