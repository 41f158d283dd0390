"""Pace: interrupting long work of SQLite that is no longer wanted."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

STEPS = 500
"""Steps of SQLite's machine between two times that it asks: a hundred rows or so, which may be photos."""
Pace = Callable[[int], None]
"""Told how many entries were done since it was last called, 0 while SQLite works; what it raises ends the work."""


def watch_nothing(done: int) -> None:
    """A pace that never interrupts."""


@contextmanager
def interrupted_by(db: sqlite3.Connection, pace: Pace) -> Iterator[None]:
    """Interrupt work on a connection once `pace` raises an exception, which replaces SQLite's own."""
    raised: list[BaseException] = []

    def ask() -> bool:
        try:
            pace(0)
        except BaseException as error:  # SQLite takes none of ours: it is told to stop
            raised.append(error)
        return bool(raised)

    db.set_progress_handler(ask, STEPS)
    try:
        yield
    except sqlite3.OperationalError:
        if raised:
            raise raised[0] from None
        raise
    finally:
        db.set_progress_handler(None, STEPS)


__all__ = ["Pace", "interrupted_by", "watch_nothing"]
