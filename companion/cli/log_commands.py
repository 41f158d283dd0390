"""Commands that print the log: log, recap, replay."""

import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

import click

from companion.cli.arguments import open_view
from companion.cli.base import ENTRY, SESSION, Call, pass_call, root
from companion.cli.completion import campaign_argument
from companion.log_sentences import line_object, say_line
from companion.recap import make_recap
from companion.replay import ReplayStep, lines_on_stage, replay_steps
from companion.terminal import indent_after_first, strip_controls
from companion.view_context import ViewContext
from domain.framework.text import Text, text, value_as_words
from projections import log
from projections.following import search_when_followed
from projections.heads import Head, head_of, lines_around
from projections.placed import found_outside_index, place_lines
from projections.search.meaning import Meaning

MARGIN = 7
"""The width of the entry number before a line."""
DEEPER = 11
NEXT_STEP, STOP = ("s", "S"), ("q", "Q", "\x1b")


@root.command(name="log", epilog='Example: companion log evening-one --search "silver key"')
@campaign_argument
@click.option("--session", type=SESSION, metavar="N", help="Only this session.")
@click.option("--search", default="", metavar="TEXT", help="Only lines with these words.")
@pass_call
def log_(call: Call, campaign: str, session: int | None, search: str) -> None:
    """Print the log, oldest line first; entries taken back are struck through."""
    with open_view(call, campaign) as now, search_when_followed(call.services.campaigns, now.id, search) as cursor:
        means = Meaning(now.campaign.game_at_start, now.table, now.tongue)
        also = found_outside_index(cursor, now.campaign, now.viewer.seats, search, means)
        wanted = log.Wanted(session=session, search=search, also=also, means=means)
        found = place_lines(log.select_lines_until_now(cursor, now.campaign, wanted), now.campaign, now.viewer.seats)
        rows = [line_object(shown, now) | _failure_of(shown, now) for shown in found]
        output = [] if call.as_json else list(_by_session(found, now, cursor))
    if call.as_json:
        call.print_result("", rows)
    else:
        click.echo("\n".join(output) or "No entries.")


def _dim_if_struck(words: str, shown: log.LogLine) -> str:
    """A line for a terminal, dimmed if its entry was taken back; `click.echo` removes that for files and pipes."""
    return click.style(words, dim=True) if shown.struck else words


def _failure_of(shown: log.LogLine, now: ViewContext) -> dict[str, str]:
    """`{"failed": why}` for an entry that could not be applied, otherwise empty."""
    return next(({"failed": failed.why} for failed in now.campaign.failures if failed.position == shown.position), {})


def _by_session(found: Sequence[log.LogLine], now: ViewContext, cursor: sqlite3.Cursor) -> Iterator[str]:
    """The lines under the same headings as on the log's page, without control characters.

    Lines before the first session have no heading.
    """
    for number, lines in groupby(found, key=lambda shown: shown.session):
        several = list(lines)
        if number is not None or several[0] is not found[0]:
            around = place_lines(lines_around(cursor, now.campaign, several[0]), now.campaign, now.viewer.seats)
            yield from map(strip_controls, _session_heading(several[0], now, head_of(around)))
        for place, passage in groupby(several, key=lambda shown: now.game.heading(shown.place)):
            if called := now.called(place):
                yield strip_controls(f"  {called}")
            for shown in passage:
                if shown.topic in now.game.begin_rounds and not shown.struck:
                    yield strip_controls(f"    {say_line(shown, now)}")
                yield _dim_if_struck(strip_controls(_marked_line(shown, now)), shown)


def _session_heading(first: log.LogLine, now: ViewContext, head: Head) -> Iterator[str]:
    """The heading of a session: number, date, length; then players, closing note and result, number of entries."""
    if first.session is None:
        yield " · ".join((text("Between sessions").render(now.tongue), head.date))
        return
    session = text("Session {number}", number=first.session).render(now.tongue)
    yield " · ".join(filter(None, (session, head.dated(now.tongue), head.lasted(now.tongue))))
    count = text("{count|entry|entries}", count=head.entries).render(now.tongue)
    players = value_as_words(head.players, now.tongue) if head.players else ""
    yield "  " + " · ".join(filter(None, (players, head.summary(now.game, now.tongue), count)))


def _marked_line(shown: log.LogLine, now: ViewContext) -> str:
    """A line of the log with its remarks in brackets."""
    words = say_line(shown, now)
    tail = "".join(f"  [{mark.render(now.tongue)}]" for mark in _marks_of_line(shown, now))
    return _log_line(shown, f"~~{words}~~" if shown.struck else words) + tail


def _marks_of_line(shown: log.LogLine, now: ViewContext) -> Iterator[Text]:
    if shown.now and (line := say_line(shown.as_it_counts, now)) != say_line(shown, now):
        yield text("now: {line}", line=line)
    if by := shown.replaced_by or shown.amended_by:
        yield text("by correction {entry}", entry=by)
    if shown.reason:
        yield text("against the rule: {why}", why=shown.reason)
    if shown.later:
        yield text("recorded later: {why}", why=shown.later)
    for why in _failure_of(shown, now).values():
        yield text("cannot be applied: {why}", why=why)
    if shown.actor:
        yield text("by {name}", name=shown.actor)


@root.command(epilog="Example: companion recap evening-one")
@campaign_argument
@pass_call
def recap(call: Call, campaign: str) -> None:
    """Summarise the last session: its highlights, and how its numbers changed.

    The log has the whole story.
    """
    with open_view(call, campaign) as now, call.services.store.reading() as cursor:
        found = make_recap(now, cursor)
    changes = ["", "Since then", *(f"  {indent_after_first(change, 4)}" for change in found.changes)]
    more = [f"  … and {found.left_out} more lines in the log"] if found.left_out else []
    human = [*found.human(), *more, *(changes if found.changes else [])]
    data = {"session": found.session, "log": found.sentences(), "changes": list(found.changes)}
    call.print_result("\n".join(human) or "Nothing yet.", data)


@root.command(epilog="Enter or any key: the next entry · s: on to the next step · q: stop")
@campaign_argument
@click.option("--session", type=SESSION, metavar="N", help="Only this session.")
@click.option("--from", "start", type=ENTRY, default=1, metavar="ENTRY", help="First entry to show.")
@pass_call
def replay(call: Call, campaign: str, session: int | None, start: int) -> None:
    """Step through the entries that count, each with its changes.

    Without a terminal, all steps are printed at once.
    """
    with open_view(call, campaign) as now, call.services.store.reading() as cursor:
        found = place_lines(
            log.select_lines_until_now(cursor, now.campaign, log.Wanted(session=session)),
            now.campaign,
            now.viewer.seats,
        )
        played = replay_steps([shown for shown in lines_on_stage(found) if shown.position >= start], now)
        if call.as_json:
            call.print_result("", [_step_object(step) for step in played])
        else:
            _print_steps(played, now, call.print_text)


def _step_object(step: ReplayStep) -> dict[str, Any]:
    return {"entry": step.line.position, "line": step.line.number, "text": step.said, "changes": step.changes}


def _print_steps(played: Iterator[ReplayStep], now: ViewContext, tell: Callable[[str], None]) -> None:
    """Print the steps; at a terminal, wait for a key between them."""
    place: tuple[Any, ...] = ()
    is_watched, is_skipping = sys.stdin.isatty() and sys.stdout.isatty(), False
    for number, scene in enumerate(played):
        shown = scene.line
        is_new = place != (shown.session, shown.place)
        if number and is_watched and (is_new or not is_skipping):
            key = click.getchar()
            if key in STOP:
                return
            is_skipping = key in NEXT_STEP
        if is_new:
            place = (shown.session, shown.place)
            tell(_place_heading(shown, now))
        tell(_log_line(shown, scene.said))
        for change in scene.changes:
            tell(" " * DEEPER + indent_after_first(change, DEEPER + 2))


def _log_line(shown: log.LogLine, words: str) -> str:
    """A line of the log without its remarks."""
    deep = "  " if shown.cause else ""
    return f"{shown.address:>5}  {deep}{indent_after_first(words, MARGIN + len(deep))}"


def _place_heading(shown: log.LogLine, now: ViewContext) -> str:
    parts = (f"Session {shown.session}" if shown.session else "", now.called(now.game.heading(shown.place)))
    return "\n" + " · ".join(part for part in parts if part)
