"""The timeline of a campaign: its table after an entry, and the entry's place among sessions, rounds and steps."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, get_args

from companion.log_sentences import say_changes, say_line, visible_changes
from companion.replay import lines_on_stage, replay_steps
from companion.view_context import ViewContext
from companion.web.pages.log.lines import PageLine, line_of, page_lines, wanted_lines
from companion.web.visitors.page import current_services
from domain.framework.refusal import NotFound
from domain.framework.table import Table
from projections.log import LogLine, Wanted
from projections.spans import Span, spans_of_sessions, spans_of_steps

Extent = Literal["session", "round", "step"]
"""The extent of a replay."""
AROUND = 3
"""Entries that are listed before and after a moment."""


@dataclass(frozen=True)
class Chapters:
    """The sessions and the gaps between them, and the current session's rounds with their steps."""

    sessions: Sequence[Span]
    here: Span
    rounds: Sequence[Sequence[Span]]

    def extent(self, of: Extent, position: int) -> Span:
        """The session, round or step that contains an entry."""
        if of == "session":
            return self.here
        around = next(spans for spans in self.rounds if spans[0].first <= position <= spans[-1].last)
        if of == "step":
            return next(span for span in around if span.holds(position))
        return Span(
            around[0].first, around[-1].last, self.here.session, around[0].time, around[0].chapter, around[0].round
        )


@dataclass(frozen=True)
class Ways:
    """The targets of the buttons: the first, previous, next and last entry or scene."""

    first: int
    back: int | None
    forward: int | None
    last: int


@dataclass(frozen=True)
class Moment:
    """The data of a timeline page; `number` and `count` are those of its scene in a replay."""

    line: LogLine
    said: str
    changes: Sequence[str]
    table: Table
    around: Sequence[PageLine]
    ways: Ways
    number: int = 0
    count: int = 0

    @property
    def position(self) -> int:
        return self.line.position


def chapters_around(here: ViewContext, position: int) -> Chapters:
    """The place of an entry among sessions, rounds and steps.

    Raises:
        NotFound: there is no such entry.
    """
    line_of(here, position)
    with current_services().store.reading() as cursor:
        every = spans_of_sessions(cursor, here.id, here.campaign.position)
        at = next(span for span in every if span.holds(position))
        rounds = [
            list(group)
            for _, group in groupby(spans_of_steps(cursor, here.id, at), lambda span: (span.chapter, span.round))
        ]
    return Chapters(every, at, rounds)


def moment_at(here: ViewContext, position: int) -> Moment:
    """A campaign as it was after an entry, with the corrections known by then.

    Raises:
        NotFound: there is no such entry.
    """
    line, after = line_of(here, position), here.campaign.at(position)
    changes = visible_changes(here.campaign.at(position - 1), after, here)
    head = here.campaign.position
    ways = Ways(1, position - 1 or None, position + 1 if position < head else None, head)
    words = say_changes(changes, here, here.table)
    return Moment(line, say_line(line, here), words, here.as_seen(after), _around(here, position), ways)


def _around(here: ViewContext, position: int) -> list[PageLine]:
    return page_lines(
        wanted_lines(here, Wanted(after=max(0, position - AROUND - 1), before=position + AROUND + 1)), here
    )


# --- replay ----------------------------------------------------------------------------------


def extent_of(sent: str) -> Extent | None:
    """The extent of a replay in an address; None without a replay."""
    return next((extent for extent in get_args(Extent) if extent == sent), None)


def scene_at(here: ViewContext, position: int, within: Span) -> Moment:
    """The scene at an entry, or the next one in a span, under all corrections, with the lines added after it.

    Raises:
        NotFound: no entry of the span counts.
    """
    played = lines_on_stage(wanted_lines(here, Wanted(after=within.first - 1, before=within.last + 1)))
    if not played:
        raise NotFound("Nothing happened there that still counts.")
    scenes = [list(lines) for _, lines in groupby(played, lambda line: line.position)]
    number = next((n for n, lines in enumerate(scenes) if lines[0].position >= position), len(scenes) - 1)
    steps = list(replay_steps(scenes[number], here))
    at = [lines[0].position for lines in scenes]
    ways = Ways(at[0], at[number - 1] if number else None, at[number + 1] if number + 1 < len(at) else None, at[-1])
    said, changes = " · ".join(step.said for step in steps), [change for step in steps for change in step.changes]
    return Moment(steps[0].line, said, changes, here.as_seen(steps[-1].table), (), ways, number + 1, len(at))


__all__ = ["Chapters", "Extent", "Moment", "Ways", "chapters_around", "extent_of", "moment_at", "scene_at"]
