"""Times of entries on the clock of the table, or of this computer if the table's clock is unknown."""

from datetime import datetime, timedelta, timezone


def local_time(time: str, offset: int | None = None) -> datetime | None:
    """A UTC time on a clock that is `offset` minutes ahead of UTC, or on that of this computer; None if invalid."""
    try:
        moment = datetime.fromisoformat(time)
        return moment.astimezone(None if offset is None else timezone(timedelta(minutes=offset)))
    except (ValueError, OverflowError):
        return None


def local_day(time: str, offset: int | None = None) -> str:
    """The local day of a UTC time, such as `2026-11-20`; an invalid time is cut to its first ten characters."""
    moment = local_time(time, offset)
    return moment.date().isoformat() if moment else time[:10]


__all__ = ["local_day", "local_time"]
