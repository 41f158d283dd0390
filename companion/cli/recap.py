"""The recap of the last session, from the chronicle: runs of taps are merged, consequences left out."""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.log_sentences import say_changes, visible_changes
from companion.replay import lines_on_stage
from companion.terminal import indent_after_first
from companion.view_context import ViewContext
from domain.framework import kernel
from domain.framework.table import Table, split_path
from projections import log
from projections.documents.chronicle import Chapter, Item, Step, tell_chronicle
from projections.placed import place_lines

FRAME = {e.topic for e in (kernel.CampaignStarted, kernel.CampaignBranched, kernel.SessionStarted, kernel.SessionEnded)}
"""The topics of entries that frame a session; a recap leaves them out."""


@dataclass(frozen=True)
class Recap:
    """The chapters since a session started, and the changes to the table."""

    session: int | None
    chapters: Sequence[Chapter]
    changes: Sequence[str]

    def sentences(self) -> list[str]:
        """The sentences of all lines."""
        return [item.text for chapter in self.chapters for _, step in steps_with_rounds(chapter) for item in step.items]

    def human(self) -> Iterator[str]:
        """The lines for a terminal, under headings."""
        for chapter in self.chapters:
            yield " · ".join(part for part in (chapter.title, chapter.date, chapter.players) if part)
            for round_, step in steps_with_rounds(chapter):
                if title := " · ".join(part for part in (round_, step.title) if part):
                    yield f"  {title}"
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
    found = log.select_lines(cursor, now.id, log.Wanted(limit=now.campaign.position - first + 1))
    lines = place_lines(found, now.campaign, now.viewer.seats)
    story = tell_chronicle(now.campaign, lines_on_stage(lines), log.notes_by_entry(cursor, now.id), now.tongue)
    silent = {line.position for line in lines if not (line.number or _is_of_game(line, now))}
    chapters = [chapter for chapter in story.chapters if _remove_silent_lines(chapter, silent)]
    return Recap(session, chapters, _game_changes(now.campaign.at(first - 1), now))


def _newest_session(now: ViewContext, cursor: sqlite3.Cursor) -> tuple[int | None, int]:
    """The number of that session and the position of its first entry; None and 1 without one."""
    for number in range(now.campaign.table.sittings, 0, -1):
        lines = log.select_lines(cursor, now.id, log.Wanted(session=number))
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


def _game_changes(before: Table, now: ViewContext) -> list[str]:
    """Sentences on changes to the game's own state; not to sessions, notes and names."""
    changes = visible_changes(before, now.campaign.table, now)
    own_changes = [change for change in changes if split_path(change.path)[0] not in Table.model_fields]
    return say_changes(own_changes, now, now.table)
