"""Replay: the counting lines of a log one by one, each with its changes."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.log_sentences import say_changes, say_line, visible_changes
from companion.view_context import ViewContext
from domain.framework.table import Table
from domain.log.entries import CORRECTION_TOPICS
from projections.log import LogLine
from projections.placed import restated_at
from projections.tape import Tape


@dataclass(frozen=True)
class ReplayStep:
    """A line, its sentence as it counts, its changes, and the table after it, which is valid until the next step."""

    line: LogLine
    said: str
    changes: Sequence[str]
    table: Table


def lines_on_stage(lines: Iterable[LogLine]) -> list[LogLine]:
    """The lines to replay: those that count and are not corrections."""
    return [line for line in lines if line.counts and line.topic not in CORRECTION_TOPICS]


def replay_steps(lines: Sequence[LogLine], here: ViewContext) -> Iterator[ReplayStep]:
    """The steps of the lines as they count now; two tables are folded, one of them a step ahead."""
    if not lines:
        return
    restated = restated_at(here.campaign, {line.position for line in lines})
    behind, ahead = (Tape(here.campaign, restated, lines[0].position) for _ in range(2))
    for line in lines:
        before, after = behind.before(line.key), ahead.after(line.key)
        changes = say_changes(visible_changes(before, after, here), here, here.table)
        yield ReplayStep(line, say_line(line.as_it_counts, here), changes, after)


__all__ = ["ReplayStep", "lines_on_stage", "replay_steps"]
