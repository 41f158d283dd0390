"""Turns: what takes long, a file or a preview, is made a few at a time, so that nobody who records waits for it."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition

from flask import current_app

AT_ONCE = 2
"""So much is made at once: what it costs is taken from everybody else at the table."""
WAITING = 40
"""So many wait their turn; each holds a thread of the server."""
PATIENCE = 20.0
"""Seconds that somebody waits; longer, they come back."""


class InAMoment(Exception):
    """Others have something made just now; nothing was made."""


class Turns:
    """Turns of a few at a time; the rest wait, neither too many nor for too long."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._making = self._waiting = 0

    @contextmanager
    def one(self) -> Iterator[None]:
        """A turn. Whoever takes one holds no campaign and no connection, or those are waited for too.

        Raises:
            InAMoment: too many wait already, or it took too long.
        """
        with self._changed:
            self._wait()
            self._making += 1
        try:
            yield
        finally:
            with self._changed:
                self._making -= 1
                self._changed.notify()

    def _wait(self) -> None:
        if self._waiting >= WAITING:
            raise InAMoment
        self._waiting += 1
        try:
            if not self._changed.wait_for(lambda: self._making < AT_ONCE, PATIENCE):
                raise InAMoment
        finally:
            self._waiting -= 1


def turns() -> Turns:
    """The turns of these pages."""
    found: Turns = current_app.extensions["turns"]
    return found


__all__ = ["AT_ONCE", "WAITING", "InAMoment", "Turns", "turns"]
