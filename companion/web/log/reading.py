"""What pages read: the log in chapters, the newest lines, last time's story, sheets as plain values."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import islice
from time import time as now
from typing import Any

from babel.dates import format_date, format_skeleton, format_timedelta

from companion.here import Here
from companion.telling import told, told_event, told_line
from companion.web.language import interface, words
from companion.web.page import desk, listing
from companion.web.people.guests import OFTEN
from domain import kernel
from domain.log.corrections import commands, last_withdrawal
from domain.log.history import CORRECTION_TOPICS, targets_of
from domain.refusal import NotFound
from domain.table import Table
from projections.campaigns import Listed
from projections.documents.plain import plain_sheet
from projections.documents.taps import Run, gathered
from projections.log import Line, Wanted, line, lines, remarks
from projections.saves import sessions

NEWEST = 5
"""Lines under the prompts of the page Play."""
RECAP = 6
"""So much of last time's story stands above them."""
PAGE = 100
"""Lines on a page of the log."""
STRIP = 60
"""So many lines are looked at for the newest few, for a run of taps is one."""
PAUSE = timedelta(seconds=30)
"""Taps with a longer pause between them are told apart."""


@dataclass(frozen=True)
class Row:
    """A line of the log as a page shows it; `depth` is how far it stands below its cause.

    Of a run of taps, `line` tells the sum and `taps` are the lines it is made of.
    """

    line: Line
    said: str
    depth: int = 0
    now: Sequence[str] = ()
    remarks: Sequence[Line] = ()
    taps: Sequence["Row"] = ()

    @property
    def correction(self) -> bool:
        return self.line.topic in CORRECTION_TOPICS


@dataclass
class Step:
    """A stretch of the log in one round and step."""

    round: int
    step: str
    rows: list[Row] = field(default_factory=list)


@dataclass
class Chapter:
    """A stretch of the log in one session, or between two."""

    session: int | None
    day: str
    steps: list[Step] = field(default_factory=list)


def wanted_lines(here: Here, wanted: Wanted) -> list[Line]:
    with desk().store.reading() as cursor:
        return lines(cursor, here.id, wanted)


def line_of(here: Here, position: int) -> Line:
    """One line of the log.

    Raises:
        NotFound: there is none.
    """
    with desk().store.reading() as cursor:
        found = line(cursor, here.id, position)
    if found is None:
        raise NotFound(
            "There is no entry {position}; the last one is {last}.", position=position, last=here.campaign.position
        )
    return found


def rows(found: Sequence[Line], here: Here) -> list[Row]:
    """Lines as a page shows them, each below its cause, with what was put right and remarked on; taps as runs."""
    with desk().store.reading() as cursor:
        notes = remarks(cursor, here.id)
    amended = here.campaign.standing().amended if any(line.amended_by for line in found) else {}
    depths: dict[int, int] = {}
    made: dict[int, Row] = {}
    for shown in found:
        depths[shown.position] = 0 if shown.cause is None else depths.get(shown.cause, 0) + 1
        events = amended[shown.position].events if shown.amended_by and shown.position in amended else ()
        now = [told_event(type(event), event.model_dump(mode="json"), here) for event in events]
        about = notes.get(shown.position, ())
        made[shown.position] = Row(shown, told_line(shown, here), depths[shown.position], now, about)
    under = {shown.cause for shown in found} | notes.keys()
    return [_row(run, made, here) for run in gathered(found, under, close)]


def _row(run: Run, made: Mapping[int, Row], here: Here) -> Row:
    if len(run.taps) == 1:
        return made[run.line.position]
    return Row(run.line, told_line(run.line, here), taps=[made[tap.position] for tap in run.taps])


def close(one: Line, two: Line) -> bool:
    """Whether a tap came soon after the one before it."""
    times = [local(line.time) for line in (one, two)]
    return bool(times[0] and times[1] and times[1] - times[0] <= PAUSE)


def chapters(shown: Sequence[Row]) -> list[Chapter]:
    """Rows by session, and in each by round and step."""
    found: list[Chapter] = []
    for row in shown:
        if not found or found[-1].session != row.line.session:
            found.append(Chapter(row.line.session, day(row.line.time)))
        steps = found[-1].steps
        if not steps or (steps[-1].round, steps[-1].step) != (row.line.round, row.line.step):
            steps.append(Step(row.line.round, row.line.step))
        steps[-1].rows.append(row)
    return found


def newest(here: Here) -> list[Row]:
    """The last few lines, the newest command first, each followed by its consequences."""
    shown = rows(wanted_lines(here, Wanted(limit=STRIP)), here)[-NEWEST:]
    starts = [n for n, row in enumerate(shown) if row.depth == 0] or [0]
    groups = [shown[start:end] for start, end in zip(starts, [*starts[1:], len(shown)], strict=True)]
    return [row for group in reversed(groups) for row in group]


def previously(here: Here) -> list[Row]:
    """What happened last time, as long as this session has not begun to add to it."""
    sitting = here.table.sitting
    last = sitting.number - 1 if sitting else here.table.sittings
    if last < 1 or (sitting and list(_story(wanted_lines(here, Wanted(session=sitting.number, limit=NEWEST))))):
        return []
    return rows(list(_story(wanted_lines(here, Wanted(session=last))))[-RECAP:], here)


def _story(found: Sequence[Line]) -> Iterator[Line]:
    """Lines that count and tell something about the game."""
    frame = {kernel.SessionStarted.topic, kernel.SessionEnded.topic, *CORRECTION_TOPICS}
    return (line for line in found if line.counts and line.cause is None and line.topic not in frame)


@dataclass(frozen=True)
class Undoable:
    """A command that can be taken back: its words, and who recorded it if that was somebody else than the visitor."""

    position: int
    time: str
    said: str
    actor: str = ""
    whose: str = ""


def undoable(here: Here, by: str) -> Undoable | None:
    """The newest command that counts; None if there is nothing to take back."""
    return next(iter(undoables(here, by, 1)), None)


def undoables(here: Here, by: str, most: int) -> list[Undoable]:
    """The newest commands that count, as somebody called `by` sees them."""
    standing = here.campaign.standing()
    found = [here.campaign.counted(entry.position, standing) for entry in islice(commands(here.campaign), most)]
    return [
        Undoable(entry.position, entry.time, told(entry, here), entry.actor, "" if entry.actor == by else entry.actor)
        for entry in found
    ]


def redoable(here: Here) -> tuple[int, str] | None:
    """The newest taking back and the words of what redo would bring back; None if there is nothing."""
    try:
        withdrawal = last_withdrawal(here.campaign)
    except NotFound:
        return None
    return withdrawal.position, told(here.campaign.entry(targets_of(withdrawal)[0]), here)


def sheets_of(here: Here, table: Table) -> list[dict[str, Any]]:
    """The sheets of a table, as plain values in the visitor's words."""
    return [plain_sheet(sheet, here.tongue) for sheet in here.game.sheets(table)]


def ended_sessions(here: Here) -> list[tuple[int, int]]:
    """(session, position of its end), in order."""
    with desk().store.reading() as cursor:
        return sessions(cursor, here.id)


def family(here: Here) -> list[Listed]:
    """The other campaigns of the same game: those to compare with, relatives first."""
    same = [other for other in listing() if other.game == here.game.key and other.campaign != here.id]
    return sorted(same, key=lambda other: other.parent != here.key and other.key != here.listed.parent)


def day(time: str) -> str:
    """The day of an entry where the table stands, as the visitor writes it."""
    moment = local(time)
    return format_date(moment, "medium", locale=interface()) if moment else time


def clock(time: str) -> str:
    """The hour and minute of an entry."""
    moment = local(time)
    return format_skeleton("Hm", moment, locale=interface()) if moment else time


def ago(moment: float) -> str:
    """How long ago somebody was here, in the visitor's words; visits are noted once in a while only."""
    if now() - moment < 2 * OFTEN:
        return words("here now")
    return format_timedelta(round(moment - now()), add_direction=True, locale=interface())


def local(time: str) -> datetime | None:
    """A time in UTC as the clock on this computer shows it; None if it is none."""
    try:
        return datetime.fromisoformat(time).astimezone()
    except ValueError:
        return None


__all__ = [
    "Chapter",
    "Row",
    "Undoable",
    "ago",
    "chapters",
    "clock",
    "day",
    "ended_sessions",
    "family",
    "line_of",
    "newest",
    "previously",
    "redoable",
    "rows",
    "sheets_of",
    "undoable",
    "undoables",
    "wanted_lines",
]
