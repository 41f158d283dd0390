"""Replay: the entries of a campaign one by one, each with what it changed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.telling import say_changes, say_entry, say_line, visible_changes
from companion.view_context import ViewContext
from domain.language.table import Table
from domain.log.entries import CORRECTION_TOPICS
from domain.log.fold import fold_entries
from domain.log.standing import Standing
from projections.log import LogLine


@dataclass(frozen=True)
class ReplayStep:
    """A line, its current wording, what it changed, and the table after it, valid until the next step."""

    line: LogLine
    said: str
    changes: Sequence[str]
    table: Table


def lines_on_stage(lines: Iterable[LogLine]) -> list[LogLine]:
    """The lines that are replayed: those that count and are no corrections."""
    return [line for line in lines if line.counts and line.topic not in CORRECTION_TOPICS]


def replay_steps(lines: Sequence[LogLine], here: ViewContext) -> Iterator[ReplayStep]:
    """The steps of the lines as they count now; two tables are folded, one of them a step ahead."""
    if not lines:
        return
    campaign, standing = here.campaign, here.campaign.standing()
    start = lines[0].position - 1
    behind, ahead = (campaign.table_counting_today(start) for _ in range(2))
    behind_at = ahead_at = start
    for line in lines:
        fold_entries(behind, campaign.source.rows(behind_at, line.position - 1), standing, campaign.reader)
        fold_entries(ahead, campaign.source.rows(ahead_at, line.position), standing, campaign.reader)
        behind_at, ahead_at = line.position - 1, line.position
        changes = say_changes(visible_changes(behind, ahead, here), here, here.table)
        yield ReplayStep(line, words_of(line, here, standing), changes, ahead)


def words_of(line: LogLine, here: ViewContext, standing: Standing) -> str:
    """The sentence of a line as it counts now."""
    return (
        say_entry(here.campaign.entry_as_it_counts(line.position, standing), here)
        if line.amended_by
        else say_line(line, here)
    )


__all__ = ["ReplayStep", "lines_on_stage", "replay_steps", "words_of"]
