"""Log lines for pages: consequences below their cause, in chapters, runs of taps merged."""

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from companion.log_sentences import say_line
from companion.view_context import ViewContext
from companion.web.pages.pictures.marks import seat_of
from companion.web.rendering.clock import day, local_time
from companion.web.visitors.page import current_services
from domain.framework.refusal import NotFound
from domain.log.entries import CORRECTION_TOPICS
from projections.documents.taps import Run, gather_taps
from projections.heads import Head, head_of, lines_around
from projections.log import LogLine, Wanted, line_at, notes_by_entry, select_lines_until_now
from projections.placed import place_lines

PAGE = 100
"""Lines on a page of the log."""
PAUSE = timedelta(seconds=30)
"""A longer pause between two taps separates them."""


@dataclass(frozen=True)
class PageLine:
    """A log line on a page; `depth` is its level below its cause.

    `now` is the sentence of a corrected entry with its new values. In a run of taps, `line` is the sum and `taps` are
    the single lines. A line that `failed` counts, but the current code cannot apply it. `photo` is the digest of a
    photo that the chronicle shows.
    """

    line: LogLine
    said: str
    depth: int = 0
    now: str = ""
    remarks: Sequence[LogLine] = ()
    taps: Sequence["PageLine"] = ()
    failed: bool = False
    seat: str = ""
    photo: str = ""

    @property
    def correction(self) -> bool:
        return self.line.topic in CORRECTION_TOPICS


@dataclass
class Stretch:
    """Adjacent lines; those of a round of a fight fold under its name, `called`."""

    called: str = ""
    rows: list[PageLine] = field(default_factory=list)

    @property
    def newest_first(self) -> list[PageLine]:
        """The lines, newest first, each followed by its consequences in order."""
        groups: list[list[PageLine]] = []
        for row in self.rows:
            if row.depth and groups:
                groups[-1].append(row)
            else:
                groups.append([row])
        return [row for group in reversed(groups) for row in group]

    @property
    def count(self) -> int:
        return sum(len(row.taps) or 1 for row in self.rows)

    def holds(self, position: int | None) -> bool:
        """Whether it contains an entry, alone or in a run."""
        return any(one.line.position == position for row in self.rows for one in (row, *row.taps))


@dataclass
class Passage:
    """Log lines in one step of a round of a chapter, with the step's name."""

    place: tuple[int, int, str]
    called: str
    stretches: list[Stretch] = field(default_factory=list)


@dataclass
class Section:
    """Log lines in one session, or between two, with their heading."""

    session: int | None
    day: str
    head: Head
    steps: list[Passage] = field(default_factory=list)


def wanted_lines(here: ViewContext, wanted: Wanted) -> list[LogLine]:
    """Selected log lines as corrected, with the secrets that the visitor may know."""
    with current_services().store.reading() as cursor:
        found = select_lines_until_now(cursor, here.campaign, wanted)
    return place_lines(found, here.campaign, here.viewer.seats)


def lines_of_moment(here: ViewContext, wanted: Wanted) -> list[LogLine]:
    """The same as `wanted_lines`, selected once for all viewers who see the table as it is now."""

    def select() -> list[LogLine]:
        with current_services().store.reading() as cursor:
            return select_lines_until_now(cursor, here.campaign, wanted)

    return place_lines(here.table.shared((lines_of_moment, wanted), select), here.campaign, here.viewer.seats)


def line_of(here: ViewContext, position: int) -> LogLine:
    """One line of the log.

    Raises:
        NotFound: there is no such entry.
    """
    with current_services().store.reading() as cursor:
        found = line_at(cursor, here.id, position)
    if found is None:
        raise NotFound(
            "There is no entry {position}; the last one is {last}.", position=position, last=here.campaign.position
        )
    return place_lines([found], here.campaign, here.viewer.seats)[0]


def page_lines(found: Sequence[LogLine], here: ViewContext, most: int | None = None) -> list[PageLine]:
    """Lines for a page, each below its cause, with its notes; taps are merged into runs.

    `most` keeps only the last rows, so that no sentences are rendered for the others.
    """
    with current_services().store.reading() as cursor:
        notes = notes_by_entry(cursor, here.id, found[0].position, found[-1].position) if found else {}
    failed = {failure.position for failure in here.campaign.failures}
    depths: dict[int, int] = {}
    for shown in found:
        if not shown.number:
            depths[shown.position] = 0 if shown.cause is None else depths.get(shown.cause, 0) + 1

    def said(shown: LogLine) -> PageLine:
        now, seat = say_line(shown.as_it_counts, here) if shown.now else "", seat_of(shown, here)
        if shown.number:
            return PageLine(shown, say_line(shown, here), 0 if shown.cause is None else 1, seat=seat)
        about, depth = notes.get(shown.position, ()), depths[shown.position]
        return PageLine(shown, say_line(shown, here), depth, now, about, (), shown.position in failed, seat)

    under = {shown.cause for shown in found} | notes.keys() | failed
    return [_row(run, said, here) for run in list(gather_taps(found, here.game, under, close_in_time))[-(most or 0) :]]


def _row(run: Run, said: Callable[[LogLine], PageLine], here: ViewContext) -> PageLine:
    taps = [said(tap) for tap in run.taps]
    return PageLine(run.line, say_line(run.line, here), taps=taps, seat=taps[0].seat) if taps[1:] else taps[0]


def close_in_time(one: LogLine, two: LogLine) -> bool:
    """Whether a tap came soon after the one before it."""
    times = [local_time(line.time) for line in (one, two)]
    return bool(times[0] and times[1] and times[1] - times[0] <= PAUSE)


def sections_of_log(shown: Sequence[PageLine], here: ViewContext, folding: Container[str]) -> list[Section]:
    """Rows by session, and in each by chapter, round and step; events of the `folding` topics begin a fold."""
    found: list[Section] = []
    for row in shown:
        if not found or found[-1].session != row.line.session:
            head = _head(row.line, here)
            found.append(Section(row.line.session, day(head.date), head))
        steps = found[-1].steps
        place = here.game.heading(row.line.place)
        if not steps or steps[-1].place != place:
            steps.append(Passage(place, here.called(place)))
        _add(row, steps[-1].stretches, folding)
    return found


def _add(row: PageLine, stretches: list[Stretch], folding: Container[str]) -> None:
    begins = row.line.topic in folding and not row.line.struck
    if begins or not stretches:
        stretches.append(Stretch(row.said if begins else ""))
    if not stretches[-1].rows:
        row = replace(row, depth=0)  # its cause is under another heading
    stretches[-1].rows.append(row)


def _head(first: LogLine, here: ViewContext) -> Head:
    with current_services().store.reading() as cursor:
        members = lines_around(cursor, here.campaign, first)
    return head_of(place_lines(members, here.campaign, here.viewer.seats))


__all__ = [
    "PAGE",
    "PageLine",
    "Passage",
    "Section",
    "Stretch",
    "line_of",
    "lines_of_moment",
    "page_lines",
    "sections_of_log",
    "wanted_lines",
]
