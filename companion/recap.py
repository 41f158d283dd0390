"""The recap of the last session: its story, or the memorable part of a long one, and how its numbers changed.

It fits a phone screen and a half. The whole story is the log.
"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.replay import lines_on_stage
from companion.terminal import indent_after_first
from companion.view_context import ViewContext
from domain.framework import kernel
from domain.framework.game import Plot
from domain.framework.table import Table
from domain.framework.text import text, value_as_words
from projections import log
from projections.documents.chronicle import Chapter, Item, Step, tell_chronicle
from projections.placed import place_lines

MOST_LINES = 24
"""The most lines of a recap, without headings. From a longer story it takes the highlights."""
FEWEST_LINES = 8
MOST_CHANGES = 8
FRAME = {e.topic for e in (kernel.CampaignStarted, kernel.CampaignBranched, kernel.SessionStarted, kernel.SessionEnded)}
"""The topics of entries that frame a session; a recap leaves them out."""
Notes = Mapping[int, Sequence[log.LogLine]]
"""The notes on entries."""


@dataclass(frozen=True)
class Recap:
    """The story since a session started, and how the charted numbers changed.

    Attributes:
        session: the number of the session; None if the log has none.
        chapters: the chapters with the told lines.
        changes: a line for each chart, such as “Gold: Castle 20 → 14, Dungeon 20 → 31”.
        left_out: the number of lines of the story that are not told.
    """

    session: int | None
    chapters: Sequence[Chapter]
    changes: Sequence[str]
    left_out: int

    def sentences(self) -> list[str]:
        """The sentences of all lines."""
        return [item.text for chapter in self.chapters for _, step in steps_with_rounds(chapter) for item in step.items]

    def human(self) -> Iterator[str]:
        """The lines for a terminal, under headings: the rounds and steps, or of highlights the rounds alone."""
        for chapter in self.chapters:
            yield " · ".join(part for part in (chapter.title, chapter.date, chapter.players) if part)
            last = ""
            for round_, step in steps_with_rounds(chapter):
                title = round_ if self.left_out else " · ".join(part for part in (round_, step.title) if part)
                if title not in ("", last):
                    yield f"  {title}"
                last = title
                for item in step.items:
                    yield from (f"    {indent_after_first(words, 6)}" for words in _lines_of_item(item))


def _lines_of_item(item: Item) -> Iterator[str]:
    bent = "".join(f"  ({mark.text})" for mark in item.marks)
    yield item.text + bent
    yield from (f"  {note.text}" for note in item.notes)


def steps_with_rounds(chapter: Chapter) -> Iterator[tuple[str, Step]]:
    """The steps of a chapter, each with the title of its round."""
    return ((round_.title, step) for round_ in chapter.rounds for step in round_.steps)


def make_recap(now: ViewContext, cursor: sqlite3.Cursor) -> Recap:
    """The recap since the start of the last session with a game event; of the whole log if there is none."""
    session, first = _newest_session(now, cursor)
    found = log.select_lines_until_now(cursor, now.campaign, log.Wanted(after=first - 1))
    lines = place_lines(found, now.campaign, now.viewer.seats)
    notes = log.notes_by_entry(cursor, now.id)
    chapters = _story(lines, notes, now)
    whole = _count_items(chapters)
    if whole > MOST_LINES:
        heads = {one.title: one for one in chapters}
        highlights = _story(_highlights(lines, now), notes, now)
        chapters = [replace(heads.get(one.title, one), rounds=one.rounds) for one in highlights]
    left_out = max(0, whole - _count_items(chapters))
    return Recap(session, chapters, _changes(now.campaign.at(first - 1), now), left_out)


def _story(lines: Sequence[log.LogLine], notes: Notes, now: ViewContext) -> list[Chapter]:
    """The chapters of the chronicle of some lines, without the frame of sessions."""
    story = tell_chronicle(now.campaign, lines_on_stage(lines), notes, now.tongue)
    silent = {line.position for line in lines if not (line.number or _is_of_game(line, now))}
    return [chapter for chapter in story.chapters if _remove_silent_lines(chapter, silent)]


def _count_items(chapters: Sequence[Chapter]) -> int:
    return sum(len(step.items) for chapter in chapters for _, step in steps_with_rounds(chapter))


def _highlights(lines: Sequence[log.LogLine], now: ViewContext) -> list[log.LogLine]:
    """The lines of what a table remembers, such as a defeat, consequences too; and of few ones, the last commands.

    If they are too many, what ends a combat, a scenario or a game comes first, then what happened last.
    """
    staged, game = lines_on_stage(lines), now.game
    ends = [line for line in staged if line.topic in game.conclusions][-MOST_LINES:]
    others = [line for line in staged if line.topic in game.memorable - game.conclusions]
    commands = [line for line in staged if line.topic not in game.memorable and _is_of_game(line, now)]
    kept = [
        *ends,
        *_last(others, MOST_LINES - len(ends)),
        *_last(commands, FEWEST_LINES - len(ends) - len(others)),
    ]
    return [line._replace(cause=None) for line in sorted(kept, key=lambda line: line.key)]


def _last(lines: Sequence[log.LogLine], count: int) -> Sequence[log.LogLine]:
    return lines[-count:] if count > 0 else ()


def _newest_session(now: ViewContext, cursor: sqlite3.Cursor) -> tuple[int | None, int]:
    """The number of that session and the position of its first entry; None and 1 without one."""
    for number in range(now.campaign.table.sittings, 0, -1):
        lines = log.select_lines_until_now(cursor, now.campaign, log.Wanted(session=number))
        if any(_is_of_game(line, now) for line in lines_on_stage(lines)):
            return number, lines[0].position
    return None, 1


def _is_of_game(line: log.LogLine, now: ViewContext) -> bool:
    """Whether a line is a game event and not a consequence."""
    opening = now.game.opening
    return line.cause is None and line.topic not in FRAME and (opening is None or line.topic != opening.topic)


def _remove_silent_lines(chapter: Chapter, silent: set[int]) -> bool:
    """Remove the lines at the `silent` positions from a chapter; returns whether any line is left."""
    for round_ in chapter.rounds:
        for step in round_.steps:
            step.items = [item for item in step.items if item.number or item.position not in silent]
        round_.steps = [step for step in round_.steps if step.items]
    chapter.rounds = [round_ for round_ in chapter.rounds if round_.steps]
    return bool(chapter.rounds)


def _changes(before: Table, now: ViewContext) -> list[str]:
    """A line for each chart whose numbers changed."""
    was, is_ = (now.game.series(now.as_seen(table)) for table in (before, now.campaign.table))
    plots = [replace(one, kind=plot.kind) for plot in now.game.plots for one in (plot.lines or (plot,))]
    return [line for plot in plots if (line := _change_of_plot(plot, was, is_, now))][:MOST_CHANGES]


def _change_of_plot(plot: Plot, was: Mapping[str, int], is_: Mapping[str, int], now: ViewContext) -> str:
    """How the numbers of a chart changed: “Gold: Castle 20 → 14, Dungeon 31”; empty if none did."""
    parts = []
    for name, value in is_.items():
        if f"{name} ".startswith(f"{plot.key} ") and was.get(name) != value:
            id_, from_ = name[len(plot.key) + 1 :], f"{was[name]} → " if name in was else ""
            owner = value_as_words(now.table.called(plot.kind, id_), now.tongue) if id_ else ""
            parts.append(f"{owner} {from_}{value}".strip())
    words = text("{name}: {held}", name=plot.title, held=tuple(parts))
    return words.render(now.tongue) if parts else ""
