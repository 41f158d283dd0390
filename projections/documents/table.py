"""The log as CSV, in an encoding that spreadsheets recognise, with formulas escaped."""

import csv
import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

from domain.framework.table import Table
from domain.framework.text import Tongue
from domain.log.campaign import Campaign
from projections.heads import days_by_session
from projections.local_time import local_day
from projections.log import LogLine, render_line

COLUMNS = (
    "entry",
    "time",
    "day",
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
    "now",
    "corrected by",
)
_FORMULA = re.compile(r"""(^(?=[\t\r\n])|(?:^|[;|\t\r\n])["' \xa0]*(?=[=+\-@＝＋－＠]))""")
"""The places at which a spreadsheet starts a formula: in a cell, or after a character that it splits cells at."""


def log_as_csv(lines: Sequence[LogLine], campaign: Campaign, names: Table, tongue: Tongue) -> Iterator[bytes]:
    """A whole log as CSV, in UTF-8 with a byte order mark; `names` is the table that names are looked up in.

    `time` is in UTC, `day` the local day of the evening. `text` and `fields` are as recorded; `now` is the sentence
    that counts instead, if a correction changed it.
    """
    days = days_by_session(lines)
    yield BOM_UTF8 + csv_row(COLUMNS)
    for line in lines:
        yield csv_row(
            (
                line.address,
                line.time,
                days.get(line.session or 0) or local_day(line.time),
                line.session,
                line.chapter,
                line.round,
                line.step,
                line.actor,
                line.topic,
                render_line(line, campaign, names, tongue),
                line.fields,
                line.cause,
                line.reason,
                line.later,
                "yes" if line.counts else "no",
                render_line(line.as_it_counts, campaign, names, tongue) if line.now else "",
                line.withdrawn_by or line.replaced_by or line.amended_by,
            )
        )


def csv_row(cells: Iterable[object]) -> bytes:
    """A row of a CSV file, with formulas escaped."""
    row = StringIO()
    csv.writer(row).writerow([without_formula(cell) for cell in cells])
    return row.getvalue().encode()


def without_formula(cell: object) -> str:
    """A cell escaped so that no spreadsheet runs it, whichever separator it uses; a number stays one."""
    if isinstance(cell, (int, float)):
        return str(cell)
    return "" if cell is None else _FORMULA.sub(r"\1'", str(cell))
