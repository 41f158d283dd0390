"""The heading of a session in the log: its date, length, players and result."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Any

from domain.framework.game import AnyGame
from domain.framework.kernel import SessionEnded, SessionStarted
from domain.framework.text import Text, Tongue, text
from domain.log.campaign import Campaign
from projections.campaigns import ids_of_campaigns
from projections.local_time import local_time
from projections.log import LogLine, Wanted, select_lines_until_now

BREAK = timedelta(hours=2)
"""A longer pause is not counted as playing time, such as a fix on the next morning."""


@dataclass(frozen=True)
class Head:
    """The heading of a session: day, length, players, closing note, first and last place.

    Attributes:
        date: the local day, such as `2026-11-20`.
        begun: the local time at which it started, such as `19:00`; empty if only the day is known.
        offset: minutes that the clock of the table was ahead of UTC; None if that was not recorded, so that the day is
            the one on the clock of this computer.
        location: where they played; empty if nobody said.
    """

    date: str
    begun: str
    offset: int | None
    length: timedelta
    players: Sequence[str]
    note: str
    first: tuple[int, int, str]
    last: tuple[int, int, str]
    entries: int
    location: str = ""

    def dated(self, tongue: Tongue) -> str:
        """The day in words; one that was not recorded is marked as that of this computer's clock."""
        if self.offset is not None:
            return self.date
        return text("{date} (clock of this computer)", date=self.date).render(tongue)

    def lasted(self, tongue: Tongue) -> str:
        """The length in words; empty below a minute."""
        minutes = minutes_of(self.length)
        return length_in_words(minutes).render(tongue) if minutes else ""

    def summary(self, game: AnyGame, tongue: Tongue) -> str:
        """The closing note and the result, on one line."""
        places = dict.fromkeys((self._said(self.first, game, tongue), self._said(self.last, game, tongue)))
        return " · ".join(filter(None, (self.note, " → ".join(filter(None, places)))))

    def _said(self, place: tuple[int, int, str], game: AnyGame, tongue: Tongue) -> str:
        return game.whereabouts(*place[:2]).render(tongue)


def length_in_words(minutes: int) -> Text:
    """A length in hours and minutes."""
    hours, rest = divmod(minutes, 60)
    return text("{hours} h {minutes} min", hours=hours, minutes=rest) if hours else text("{minutes} min", minutes=rest)


def minutes_of(length: timedelta) -> int:
    """The whole minutes of a length."""
    return length // timedelta(minutes=1)


def head_of(session: Sequence[LogLine]) -> Head:
    """The heading of the lines of a session, or of a gap between two, as corrections left them."""
    counting = [line for line in session if line.counts] or session
    started = next(_fields_of_topic(counting, SessionStarted.topic), {})
    offset, first = started.get("offset"), session[0].time
    date, begun = _day_and_start(str(started.get("when") or ""), first, offset)
    return Head(
        date=date,
        begun=begun,
        offset=offset,
        length=time_played(line.time for line in counting) + time_before_first_line(date, begun, first, offset),
        players=players_of(counting),
        note=_note_of(counting),
        first=counting[0].place,
        last=counting[-1].place,
        entries=sum(not line.number for line in counting),
        location=str(started.get("location") or ""),
    )


def days_by_session(lines: Iterable[LogLine]) -> dict[int, str]:
    """The local day of each session among lines in order."""
    by_session = groupby(lines, attrgetter("session"))
    return {number: head_of(list(found)).date for number, found in by_session if number is not None}


def _day_and_start(when: str, first: str, offset: int | None) -> tuple[str, str]:
    """The local day and start of a session: those that the table gave, otherwise those of its first line."""
    if when:
        day, _, begun = when.partition(" ")
        return day, begun
    moment = local_time(first, offset)
    return (moment.date().isoformat(), f"{moment:%H:%M}") if moment else (first[:10], "")


def time_before_first_line(date: str, begun: str, first: str, offset: int | None) -> timedelta:
    """The time played before the first line, if the table gave an earlier start on the same day."""
    moment = local_time(first, offset)
    if not begun or moment is None or moment.date().isoformat() != date:
        return timedelta()
    start = datetime.fromisoformat(f"{date} {begun}").replace(tzinfo=moment.tzinfo)
    return max(timedelta(), moment.replace(second=0, microsecond=0) - start)


def players_of(found: Sequence[LogLine]) -> list[str]:
    """The players without duplicates, in the order they joined."""
    started = [values["players"] for values in _fields_of_topic(found, SessionStarted.topic)]
    return list(dict.fromkeys(name for names in started for name in names))


def _note_of(found: Sequence[LogLine]) -> str:
    notes = [str(values.get("note") or "") for values in _fields_of_topic(found, SessionEnded.topic)]
    return notes[-1] if notes else ""


def _fields_of_topic(found: Sequence[LogLine], topic: str) -> Iterator[Mapping[str, Any]]:
    """The fields, as corrections left them, of the counting lines with a topic."""
    for line in found:
        if line.topic == topic and line.counts and not line.unreadable:
            yield line.values_that_count


def time_played(times: Iterable[str]) -> timedelta:
    """The time from the first to the last line, without breaks (`BREAK`)."""
    moments = [moment for moment in map(_parse_time, times) if moment]
    pauses = (later - earlier for earlier, later in pairwise(moments))
    return sum((pause for pause in pauses if timedelta() < pause <= BREAK), timedelta())


def _parse_time(time: str) -> datetime | None:
    try:
        return datetime.fromisoformat(time)
    except ValueError:
        return None


def lines_around(cursor: sqlite3.Cursor, campaign: Campaign, line: LogLine) -> list[LogLine]:
    """All lines in the same session as a line, or in the same gap between two."""
    sides = (
        (ids_of_campaigns(cursor, campaign.id, before=line.position), "DESC"),
        (ids_of_campaigns(cursor, campaign.id, line.position), "ASC"),
    )
    before, after = (
        cursor.execute(
            f"SELECT position FROM log WHERE id BETWEEN ? AND ? AND session IS NOT ? ORDER BY id {order} LIMIT 1",
            (*within, line.session),
        ).fetchone()
        for within, order in sides
    )
    around = Wanted(after=before[0] if before else 0, before=after[0] if after else None)
    return select_lines_until_now(cursor, campaign, around)


__all__ = [
    "Head",
    "days_by_session",
    "head_of",
    "length_in_words",
    "lines_around",
    "minutes_of",
    "players_of",
    "time_before_first_line",
    "time_played",
]
