"""Local times in the visitor's language."""

from datetime import datetime
from datetime import time as Time  # noqa: N812
from functools import lru_cache
from time import time as now

from babel.dates import format_date, format_skeleton, format_timedelta
from flask import g

from companion.web.visitors.language import interface_language
from projections.local_time import local_day, local_time


def day(date: str) -> str:
    """A local day such as `2026-11-20`, formatted for the visitor."""
    try:
        return format_date(datetime.fromisoformat(date), "medium", locale=interface_language())
    except ValueError:
        return date


def clock(time: str, session: int | None = None) -> str:
    """The hour and minute of an entry on the clock of its session's table.

    If that clock is not the one of this computer, its zone is added.
    """
    offset = _offset_of_session(session)
    moment, here = local_time(time, offset), local_time(time)
    if moment is None or here is None:
        return time
    shown = _clock(moment.time().replace(second=0, microsecond=0), interface_language())
    return shown if moment.utcoffset() == here.utcoffset() else f"{shown} {moment:%Z}"


def day_of_time(time: str, session: int | None = None) -> str:
    """The day of an entry on the clock of its session's table, formatted for the visitor."""
    return day(local_day(time, _offset_of_session(session)))


def _offset_of_session(session: int | None) -> int | None:
    """Minutes that the clock of a session's table was ahead of UTC; None if unknown."""
    view = g.get("here")
    return view.offset_of_session(session) if view and session else None


@lru_cache(maxsize=3 * 24 * 60)
def _clock(moment: Time, language: str) -> str:
    return format_skeleton("Hm", moment, locale=language)


def time_since(moment: float) -> str:
    """How long ago a moment was, in words; at least a second."""
    return format_timedelta(min(-1, round(moment - now())), add_direction=True, locale=interface_language())


__all__ = ["clock", "day", "day_of_time", "local_time", "time_since"]
