"""Local times in the visitor's language."""

from datetime import time as Time  # noqa: N812
from functools import lru_cache
from time import time as now

from babel.dates import format_date, format_skeleton, format_timedelta

from companion.local_time import local_time
from companion.web.visitors.language import interface_language


def day(time: str) -> str:
    """The local day of an entry, formatted for the visitor."""
    moment = local_time(time)
    return format_date(moment, "medium", locale=interface_language()) if moment else time


def clock(time: str) -> str:
    """The local hour and minute of an entry."""
    moment = local_time(time)
    return _clock(moment.time().replace(second=0, microsecond=0), interface_language()) if moment else time


@lru_cache(maxsize=3 * 24 * 60)
def _clock(moment: Time, language: str) -> str:
    return format_skeleton("Hm", moment, locale=language)


def time_since(moment: float) -> str:
    """How long ago a moment was, in words; at least a second."""
    return format_timedelta(min(-1, round(moment - now())), add_direction=True, locale=interface_language())


__all__ = ["clock", "day", "local_time", "time_since"]
