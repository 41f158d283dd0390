"""Runs of taps: ten times +1 is one line in a chronicle; the log and its other exports keep all ten."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import replace

import orjson

from domain.history import CORRECTION_TOPICS
from projections.log import Line

TAPPED = ("amount", "count")
"""The fields by which the taps of a run may differ."""


def runs(lines: Iterable[Line], alone: Container[int | None]) -> Iterator[Line]:
    """The lines, each run of taps made one with its sum; those in `alone` have something under them and stay."""
    last: Line | None = None
    for line in lines:
        if last is not None:
            if line.position not in alone and last.position not in alone and (one := _merged(last, line)):
                last = one
                continue
            yield last
        last = line
    if last is not None:
        yield last


def _merged(one: Line, two: Line) -> Line | None:
    """Two taps as one line with their sum; None where they are not taps of the same thing."""
    if _tap(one) != _tap(two) or not _plain(one) or not _plain(two):
        return None
    fields, more = dict(one.values), two.values
    names = [name for name in TAPPED if type(fields.get(name)) is int and type(more.get(name)) is int]
    if len(names) != 1 or fields[names[0]] * more[names[0]] <= 0:
        return None
    name = names[0]
    if {**fields, name: 0} != {**more, name: 0}:
        return None
    fields[name] += more[name]
    return replace(one, fields=orjson.dumps(fields).decode())


def _tap(line: Line) -> tuple[object, ...]:
    return line.topic, line.actor, line.session, line.round, line.step


def _plain(line: Line) -> bool:
    """Whether nothing is to be said about a line beyond its words."""
    return line.counts and not (
        line.cause or line.bent or line.later or line.amended_by or line.unreadable or line.topic in CORRECTION_TOPICS
    )
