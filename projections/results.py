"""Results: the evenings of each campaign with their people, and its finished games with their seats.

The rows of a campaign are written again only with entries that can change them (`changes_results`), so that recording
anything else costs nothing.
"""

import sqlite3
from collections.abc import Iterator, Mapping

from domain.framework.kernel import (
    Adjusted,
    ContentAdded,
    ContentBound,
    ContentCorrected,
    PackChanged,
    SessionEnded,
    SessionStarted,
)
from domain.framework.table import Played, Sitting, Table
from domain.framework.text import ENGLISH, value_as_words
from domain.log.campaign import Batch
from projections.base import Projection, SqlTable
from projections.campaigns import ids_of_campaigns
from projections.heads import minutes_of, time_before_first_line, time_played
from projections.local_time import local_time

OF_CAMPAIGN = (("campaign", "campaigns", "campaign"),)
SITTINGS = SqlTable(
    "sittings",
    {"campaign": str, "session": int, "day": str, "begun": str, "offset": int, "minutes": int},
    ("campaign", "session"),
    refers=OF_CAMPAIGN,
)
"""An evening: its local day and start, and the minutes played, which are NULL until the game is put away.

If `offset` is NULL, the clock of the table is unknown; a day that the table did not give is then that of UTC.
"""
SITTERS = SqlTable(
    "sitters", {"campaign": str, "session": int, "person": str}, ("campaign", "session", "person"), refers=OF_CAMPAIGN
)
PLAYED = SqlTable(
    "played",
    {"campaign": str, "number": int, "session": int, "kind": str, "what": str, "title": str},
    ("campaign", "number"),
    refers=OF_CAMPAIGN,
)
"""A finished game or scenario; `session` is 0 outside an evening."""
PARTICIPANTS = SqlTable(
    "participants",
    {"campaign": str, "number": int, "seat": str, "person": str, "role": str, "won": int, "score": int},
    ("campaign", "number", "seat"),
    refers=OF_CAMPAIGN,
)
"""A seat of a finished game; `won` is NULL if the result is unknown, `person` empty if no one is named."""
EVENING_LINES = (
    "CREATE INDEX IF NOT EXISTS log_evenings ON log (campaign, topic, session)"
    f" WHERE topic IN ('{SessionStarted.topic}', '{SessionEnded.topic}')"
)
"""Finds the first and last line of an evening without reading the log."""
_ENDS_OF_EVENINGS = (
    "SELECT session, position, time FROM log WHERE campaign=? AND topic=? AND session>0"
    f" AND topic IN ('{SessionStarted.topic}', '{SessionEnded.topic}') AND withdrawn_by IS NULL AND replaced_by IS NULL"
    " ORDER BY position"
)
_CHANGING = frozenset(
    event.topic
    for event in (SessionStarted, SessionEnded, Adjusted, ContentAdded, ContentBound, ContentCorrected, PackChanged)
)
"""The topics that change an evening, or the name of a scenario, hero or faction."""
Line = tuple[int, str]
"""The position and time of a line."""


def changes_results(batch: Batch) -> bool:
    """Whether a batch is a correction, or may have changed an evening, a finished game or a name in it."""
    if batch.since is not None or batch.trace.finished:
        return True
    return not _CHANGING.isdisjoint(entry.topic for entry in batch.entries)


def write(db: sqlite3.Connection, batch: Batch) -> None:
    """Write the rows of a campaign again if a batch may have changed them."""
    if not changes_results(batch):
        return
    since = batch.entries[0].position if batch.since is None else batch.since
    campaign, table = batch.campaign, batch.table
    evenings = list(_rows_of_evenings(db, campaign, table, since))
    for name in (PARTICIPANTS.name, PLAYED.name, SITTERS.name, SITTINGS.name):
        db.execute(f"DELETE FROM {name} WHERE campaign=?", (campaign,))
    db.executemany("INSERT INTO sittings VALUES (?,?,?,?,?,?)", evenings)
    db.executemany(
        "INSERT INTO sitters VALUES (?,?,?)",
        [(campaign, one.number, name) for one in table.evenings for name in dict.fromkeys(one.players)],
    )
    db.executemany(
        "INSERT INTO played VALUES (?,?,?,?,?,?)",
        [
            (campaign, number, one.session, one.kind, one.what, title_of_result(table, one))
            for number, one in enumerate(table.played, 1)
        ],
    )
    db.executemany("INSERT INTO participants VALUES (?,?,?,?,?,?,?)", _rows_of_seats(campaign, table))


def title_of_result(table: Table, result: Played) -> str:
    """The English name of a finished game or scenario, with names as at its table; empty if it has none."""
    return value_as_words(table.called(result.kind, result.what), ENGLISH) if result.what else ""


def _rows_of_seats(campaign: str, table: Table) -> Iterator[tuple[object, ...]]:
    for number, one in enumerate(table.played, 1):
        for seat, person in one.players.items():
            role = value_as_words(table.called(table.sits, seat), ENGLISH)
            won = None if one.winners is None else seat in one.winners
            yield campaign, number, seat, person, role, won, one.scores.get(seat)


def _rows_of_evenings(
    db: sqlite3.Connection, campaign: str, table: Table, since: int
) -> Iterator[tuple[str, int, str, str, int | None, int | None]]:
    """The rows of evenings. Only those that ended since a position are measured again."""
    firsts, lasts = (_lines_by_session(db, campaign, event.topic) for event in (SessionStarted, SessionEnded))
    measured = dict(db.execute("SELECT session, minutes FROM sittings WHERE campaign=?", (campaign,)).fetchall())
    for evening in {one.number: one for one in table.evenings}.values():
        first, last = firsts.get(evening.number), lasts.get(evening.number)
        day, begun = _day_and_start(evening, first)
        minutes = None
        if first and last and last > first:
            kept = measured.get(evening.number) if last[0] < since else None
            minutes = _minutes_played(db, campaign, evening, first, last) if kept is None else kept
        yield campaign, evening.number, day, begun, evening.offset, minutes


def _lines_by_session(db: sqlite3.Connection, campaign: str, topic: str) -> Mapping[int, Line]:
    """The last counting line of a topic in each session."""
    return {session: (position, time) for session, position, time in db.execute(_ENDS_OF_EVENINGS, (campaign, topic))}


def _day_and_start(evening: Sitting, first: Line | None) -> tuple[str, str]:
    """The local day and start: those that the table gave, otherwise those of its first line."""
    if evening.begun or first is None:
        return evening.day, evening.begun
    moment = local_time(first[1], evening.offset or 0)
    day = moment.date().isoformat() if moment else ""
    return evening.day or day, f"{moment:%H:%M}" if moment and evening.day in ("", day) else ""


def _minutes_played(db: sqlite3.Connection, campaign: str, evening: Sitting, first: Line, last: Line) -> int:
    """The minutes from the start of an evening to its end, without breaks."""
    rows = db.execute(
        "SELECT time FROM log WHERE id BETWEEN ? AND ? AND session=? AND withdrawn_by IS NULL AND replaced_by IS NULL"
        " ORDER BY id",
        (*ids_of_campaigns(db, campaign, first[0] - 1, last[0] + 1), evening.number),
    )
    earlier = time_before_first_line(evening.day, evening.begun, first[1], evening.offset)
    return minutes_of(time_played(time for (time,) in rows) + earlier)


RESULTS = Projection((SITTINGS, SITTERS, PLAYED, PARTICIPANTS), write, also=(EVENING_LINES,))

__all__ = ["RESULTS", "changes_results", "title_of_result"]
