"""Pace: a callback that can interrupt long SQLite work."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

STEPS = 500
"""Steps of SQLite's virtual machine between two calls: about a hundred rows, which may be photos."""
Pace = Callable[[int], None]
"""Called with the number of entries done since the last call, 0 while SQLite works; an exception stops the work."""


def watch_nothing(done: int) -> None:
    """A pace that never interrupts."""


@contextmanager
def interrupted_by(db: sqlite3.Connection, pace: Pace) -> Iterator[None]:
    """Interrupt work on a connection when `pace` raises; its exception replaces SQLite's."""
    raised: list[BaseException] = []

    def ask() -> bool:
        try:
            pace(0)
        except BaseException as error:  # SQLite cannot pass on a Python exception; it only stops
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
