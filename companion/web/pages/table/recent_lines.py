"""Recent lines below the prompts, and the recap of the last session above them."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from companion.view_context import ViewContext
from companion.web.pages.log.lines import PageLine, lines_of_moment, page_lines
from companion.web.visitors.page import current_services
from domain.framework.events.event import Event
from domain.log.dependents import what_counts_backwards
from projections.log import LogLine, Wanted
from projections.spans import spans_of_sessions

NEWEST = 5
"""Lines below the prompts of the page Play."""
RECAP = 6
"""Lines of the recap."""
LATELY = 2_000
"""The number of newest entries that are searched for an event's last fields."""
STRIP = 60
"""Log lines that are read for the newest few; a run of taps becomes one line, and bookkeeping is left out."""


def newest_lines(here: ViewContext) -> list[PageLine]:
    """The newest lines, commands in reverse order, each followed by its consequences."""
    shown = page_lines(lines_of_moment(here, Wanted(limit=STRIP)), here, NEWEST)
    starts = [n for n, row in enumerate(shown) if row.depth == 0] or [0]
    groups = [shown[start:end] for start, end in zip(starts, [*starts[1:], len(shown)], strict=True)]
    return [row for group in reversed(groups) for row in group]


def lies_face_down(shown: Sequence[PageLine], here: ViewContext) -> str:
    """The viewer's newest secret choice in this step, if nothing was revealed since; else empty."""
    where = (here.table.chapter, *here.table.place)
    for row in shown:
        cls = here.game.by_topic.get(row.line.topic)
        if cls and cls.log.confirm_undo == "revealed" and row.line.counts:
            return ""
        if cls and row.line.counts and row.line.place == where and not row.line.unreadable:
            keepers = cls.keepers(row.line.values_that_count, here.table)
            if keepers and set(keepers) <= here.viewer.seats:
                return row.now or row.said
    return ""


def last_session(here: ViewContext) -> int:
    """The number of the last finished session; 0 if there is none."""
    sitting = here.table.sitting
    return sitting.number - 1 if sitting else here.table.sittings


def story_of_last_session(here: ViewContext) -> list[PageLine]:
    """The recap of the last session; empty once the current session has a story.

    It has what a table remembers, such as a defeat, consequences too; and of few such lines, the last commands.
    """
    sitting, last = here.table.sitting, last_session(here)
    if last < 1 or (sitting and _has_story(here, sitting.number)):
        return []
    topics = here.game.memorable
    remembered = lines_of_moment(here, Wanted(session=last, topics=topics)) if topics else ()
    told = {line.key: line._replace(cause=None) for line in remembered if line.counts}
    commands = _story_lines(here, Wanted(session=last, limit=STRIP))
    if len(told) + len(commands) < RECAP:
        commands = _story_lines(here, Wanted(session=last))
    more = [line for line in commands if line.key not in told]
    story = [*list(told.values())[-RECAP:], *more[len(more) - max(0, RECAP - len(told)) :]]
    return page_lines(sorted(story, key=lambda line: line.key), here)


def last_session_began(here: ViewContext) -> int:
    """The position of the first entry of the last finished session; 0 if there is none."""

    def find() -> int:
        with current_services().store.reading() as cursor:
            found = spans_of_sessions(cursor, here.id, here.campaign.position)
        return next((span.first for span in found if span.session == last_session(here)), 0)

    return here.table.shared(last_session_began, find)


def last_recorded_fields(here: ViewContext, cls: type[Event[Any]]) -> Mapping[str, Any]:
    """The fields of an event as last recorded, if that is recent and its form starts from them."""
    if not cls.layout.remembered or cls.secrets.fields:
        return {}
    now, head = here.campaign.standing(), here.campaign.position
    for row in reversed(here.campaign.source.of_topics((cls.topic,), max(0, head - LATELY), head)):
        if now.counts(row[0]):
            return here.campaign.entry_as_it_counts(row[0], now).fields
    return {}


def _has_story(here: ViewContext, session: int) -> bool:
    """Whether a session has a line about the game among the newest entries."""
    books, entries = here.game.bookkeeping, what_counts_backwards(here.campaign)
    lately = takewhile(lambda entry: entry.session == session, entries)
    return any(entry.cause is None and entry.topic not in books for entry in lately)


def _story_lines(here: ViewContext, wanted: Wanted) -> list[LogLine]:
    """The wanted lines about the game that count."""
    books, found = here.game.bookkeeping, lines_of_moment(here, wanted)
    return [line for line in found if line.counts and line.cause is None and line.topic not in books]


__all__ = [
    "last_recorded_fields",
    "last_session",
    "last_session_began",
    "lies_face_down",
    "newest_lines",
    "story_of_last_session",
]
