"""Runs of taps: ten taps of +1 are shown as one line; the log itself and the other exports keep all ten."""

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass

import orjson

from domain.framework.fields.number_paths import all_summed_in
from domain.framework.game import AnyGame
from domain.log.entries import CORRECTION_TOPICS
from projections.log import LogLine


@dataclass(frozen=True, slots=True)
class Run:
    """A line, or several taps of the same thing merged: `line` is the first with the sum of all."""

    line: LogLine
    taps: tuple[LogLine, ...]


Near = Callable[[LogLine, LogLine], bool]
"""Whether a tap is close enough to the one before it to be in the same run."""


def merge_taps(lines: Iterable[LogLine], game: AnyGame, alone: Container[int | None]) -> Iterator[LogLine]:
    """The lines with each run of taps merged; lines in `alone` have nested items and are not merged."""
    return (run.line for run in gather_taps(lines, game, alone))


def gather_taps(
    lines: Iterable[LogLine], game: AnyGame, alone: Container[int | None], near: Near = lambda one, two: True
) -> Iterator[Run]:
    """The lines as runs; a line in `alone`, or not `near` the one before, starts a new run."""
    last: Run | None = None
    for line in lines:
        if last is not None:
            apart = last.taps[-1].position in alone or line.position in alone
            sum_ = None if apart else _merge_taps(last.line, line, game)
            if sum_ and near(last.taps[-1], line):
                last = Run(sum_, (*last.taps, line))
                continue
            yield last
        last = Run(line, (line,))
    if last is not None:
        yield last


def _merge_taps(one: LogLine, two: LogLine, game: AnyGame) -> LogLine | None:
    """Two taps merged into one line with their sum; None if they are not taps of the same thing."""
    if _key_of_tap(one) != _key_of_tap(two) or not _without_remarks(one) or not _without_remarks(two):
        return None
    cls = game.by_topic.get(one.topic)
    names = all_summed_in(cls) if cls else ()
    before, after = (one.values, two.values) if names else ({}, {})
    sums = {name: _sum_of_same_sign(before.get(name), after.get(name)) for name in names}
    changed = {name: sum_ for name, sum_ in sums.items() if sum_ is not None}
    if not any(changed.values()) or {**before, **dict.fromkeys(changed)} != {**after, **dict.fromkeys(changed)}:
        return None
    return one._replace(fields=orjson.dumps({**before, **changed}).decode())


def _sum_of_same_sign(one: object, two: object) -> int | None:
    """The sum of two numbers of the same sign; otherwise None."""
    return one + two if type(one) is int and type(two) is int and one * two >= 0 else None


def _key_of_tap(line: LogLine) -> tuple[object, ...]:
    return line.topic, line.actor, line.session, line.chapter, line.round, line.step


def _without_remarks(line: LogLine) -> bool:
    """Whether a line counts and has no remark."""
    return line.counts and not (
        line.cause or line.bent or line.later or line.amended_by or line.unreadable or line.topic in CORRECTION_TOPICS
    )
