"""Times of entries on the clock of this computer."""

from datetime import datetime


def local_time(time: str) -> datetime | None:
    """A UTC time as local time; None if it is invalid."""
    try:
        return datetime.fromisoformat(time).astimezone()
    except ValueError:
        return None


__all__ = ["local_time"]
