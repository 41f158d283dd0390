"""The evenings of a campaign as a calendar (iCalendar, RFC 5545)."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby
from operator import attrgetter

from domain.framework.text import Tongue, text, value_as_words
from domain.log.campaign import Campaign
from projections.heads import Head, head_of
from projections.local_time import local_time
from projections.log import LogLine

LONGEST_LINE = 75
"""Bytes of a line, without its end; longer ones continue after a blank."""


def evenings_as_calendar(campaign: Campaign, lines: Sequence[LogLine], tongue: Tongue) -> bytes:
    """A calendar with an entry for each evening: its time, place, players, closing note and result.

    An entry has the same id in every export, so that a calendar updates it. An evening of which only the day is known
    lasts all day.
    """
    entries = [
        line
        for number, found in groupby((line for line in lines if line.session), attrgetter("session"))
        for line in _entry(campaign, number, list(found), tongue)
    ]
    head = ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//companion//evenings//EN")
    return b"".join(map(_folded, (*head, *entries, "END:VCALENDAR")))


def _entry(campaign: Campaign, number: int, session: Sequence[LogLine], tongue: Tongue) -> Iterator[str]:
    head = head_of(session)
    title = text("{campaign}, session {number}", campaign=campaign.table.name, number=number).render(tongue)
    players = value_as_words(head.players, tongue) if head.players else ""
    about = "\n".join(filter(None, (players, head.summary(campaign.game, tongue))))
    yield "BEGIN:VEVENT"
    yield f"UID:{campaign.id}-{number}@companion"
    yield f"DTSTAMP:{_utc(datetime.fromisoformat(session[-1].time))}"
    yield from _times(head, session[0].time)
    yield f"SUMMARY:{_escaped(title)}"
    if head.location:
        yield f"LOCATION:{_escaped(head.location)}"
    if about:
        yield f"DESCRIPTION:{_escaped(about)}"
    yield "END:VEVENT"


def _times(head: Head, first: str) -> Iterator[str]:
    """The start and end in UTC, or the whole day."""
    moment = local_time(first, head.offset)
    if not head.begun or moment is None:
        yield f"DTSTART;VALUE=DATE:{head.date.replace('-', '')}"
        return
    start = datetime.fromisoformat(f"{head.date} {head.begun}").replace(tzinfo=moment.tzinfo)
    yield f"DTSTART:{_utc(start)}"
    if head.length >= timedelta(minutes=1):
        yield f"DTEND:{_utc(start + head.length)}"


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escaped(words: str) -> str:
    """A text with the characters escaped that end or divide values."""
    for character in "\\;,":
        words = words.replace(character, f"\\{character}")
    return words.replace("\n", "\\n")


def _folded(line: str) -> bytes:
    """A line in UTF-8 with its end, continued on further lines if it is too long; no character is divided."""
    lines, length = [b""], 0
    for character in line:
        encoded = character.encode()
        if length + len(encoded) > LONGEST_LINE:
            lines.append(b" ")
            length = 1
        lines[-1] += encoded
        length += len(encoded)
    return b"\r\n".join(lines) + b"\r\n"


__all__ = ["evenings_as_calendar"]
