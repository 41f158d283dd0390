"""Last time's story, from the chronicle: rounds and steps, runs of taps as one line, no consequences."""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.scenes import staged
from companion.telling import changed, say_changes
from companion.terminal import indented
from companion.view_context import ViewContext
from domain.language import kernel
from domain.language.table import Table, split
from projections import log
from projections.documents.chronicle import Chapter, Item, Step, chronicle
from projections.known import known

FRAME = {e.topic for e in (kernel.CampaignStarted, kernel.CampaignBranched, kernel.SessionStarted, kernel.SessionEnded)}
"""What tells nothing about the game."""


@dataclass(frozen=True)
class Recap:
    """What happened since a session began, in chapters, and what it changed on the table."""

    session: int | None
    chapters: Sequence[Chapter]
    changes: Sequence[str]

    def sentences(self) -> list[str]:
        """What happened, one sentence each."""
        return [item.text for chapter in self.chapters for _, step in steps(chapter) for item in step.items]

    def human(self) -> Iterator[str]:
        """What happened, under headings."""
        for chapter in self.chapters:
            yield " · ".join(part for part in (chapter.title, chapter.date, chapter.players) if part)
            for round_, step in steps(chapter):
                if title := " · ".join(part for part in (round_, step.title) if part):
                    yield f"  {title}"
                for item in step.items:
                    yield from (f"    {indented(words, 6)}" for words in _words(item))


def _words(item: Item) -> Iterator[str]:
    bent = "".join(f"  ({mark.text})" for mark in item.marks)
    yield item.text + bent
    yield from (f"  {note.text}" for note in item.notes)


def steps(chapter: Chapter) -> Iterator[tuple[str, Step]]:
    """The steps of a chapter, each with the title of its round."""
    return ((round_.title, step) for round_ in chapter.rounds for step in round_.steps)


def recapped(now: ViewContext, cursor: sqlite3.Cursor) -> Recap:
    """What happened since the newest session that has something to tell began; everything, where there are none."""
    session, first = _newest_session(now, cursor)
    found = log.lines(cursor, now.id, log.Wanted(limit=now.campaign.position - first + 1))
    lines = known(found, now.campaign, now.viewer.seats)
    story = chronicle(now.campaign, staged(lines), log.remarks(cursor, now.id), now.tongue)
    silent = {line.position for line in lines if not _tells(line, now)}
    told = [chapter for chapter in story.chapters if _kept(chapter, silent)]
    return Recap(session, told, _changes(now.campaign.at(first - 1), now))


def _newest_session(now: ViewContext, cursor: sqlite3.Cursor) -> tuple[int | None, int]:
    """The number of the session and the position of its first entry."""
    for number in range(now.campaign.table.sittings, 0, -1):
        lines = log.lines(cursor, now.id, log.Wanted(session=number))
        if any(_tells(line, now) for line in staged(lines)):
            return number, lines[0].position
    return None, 1


def _tells(line: log.LogLine, now: ViewContext) -> bool:
    """Whether a line tells something that did not merely follow from another."""
    opening = now.game.opening
    return line.cause is None and line.topic not in FRAME and (opening is None or line.topic != opening.topic)


def _kept(chapter: Chapter, silent: set[int]) -> bool:
    """Leave out of a chapter what tells nothing; whether anything is left."""
    for round_ in chapter.rounds:
        for step in round_.steps:
            step.items = [item for item in step.items if item.position not in silent]
        round_.steps = [step for step in round_.steps if step.items]
    chapter.rounds = [round_ for round_ in chapter.rounds if round_.steps]
    return bool(chapter.rounds)


def _changes(before: Table, now: ViewContext) -> list[str]:
    """What changed in the game: sessions, notes and names typed in are told already, or are not worth it."""
    changes = changed(before, now.campaign.table, now)
    told = [change for change in changes if split(change.path)[0] not in Table.model_fields]
    return say_changes(told, now, now.table)
