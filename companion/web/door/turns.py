"""Turns: what takes long is made one of each kind at a time, so that nobody who records waits for it."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from threading import Condition, get_ident
from time import monotonic, sleep
from typing import Any, Literal, get_args

from flask import Flask, current_app

from domain.log.entries import Raw, Row, Source

Kind = Literal["file", "preview", "words", "picture"]
"""What is made: files, previews and looks back, what typed words may mean, pictures that were brought.

There is one of each at a time, for there is one interpreter for all who are at the table.
"""
AT_ONCE = len(get_args(Kind))
WAITING = 40
"""So many wait their turn; each holds a thread of the server."""
PATIENCE = 20.0
"""Seconds that somebody waits; longer, they come back."""

PAUSE, SPELL = 0.05, 0.005
"""Seconds that whoever makes something lets others go first, at most, and those that they then work on, at least."""
LOOK = 0.001
"""Seconds between two looks whether the others are served."""


class InAMoment(Exception):
    """Others have something made just now; nothing was made."""


class Turns:
    """Turns, one of each kind at a time; the rest wait, neither too many nor for too long."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._making = set[Kind]()
        self._waiting = 0
        self._served = set[int]()
        """The threads that serve somebody who waits for no turn."""

    def serve(self) -> None:
        """From here on somebody is served by this thread."""
        self._served.add(get_ident())

    def served(self, *_: Any) -> None:
        self._served.discard(get_ident())

    @contextmanager
    def one(self, kind: Kind) -> Iterator[None]:
        """A turn. Whoever takes one holds no campaign and no connection, or those are waited for too.

        Raises:
            InAMoment: too many wait already, or it took too long.
        """
        self.served()
        with self._changed:
            self._wait(kind)
            self._making.add(kind)
        try:
            yield
        finally:
            with self._changed:
                self._making.remove(kind)
                self._changed.notify_all()

    def _wait(self, kind: Kind) -> None:
        if self._waiting >= WAITING:
            raise InAMoment
        self._waiting += 1
        try:
            if not self._changed.wait_for(lambda: kind not in self._making, PATIENCE):
                raise InAMoment
        finally:
            self._waiting -= 1

    def behind(self, source: Source) -> Source:
        """The entries of a campaign, for somebody who reads them in their turn: others go first."""
        return Behind(source, self._served)


class Behind:
    """Entries that are read by somebody who lets others go first, now and then and never for long.

    There is one interpreter for all; who keeps it busy would take each of the many small steps of a recording twice as
    long, or ten times.
    """

    def __init__(self, source: Source, served: Collection[int]) -> None:
        self._source = source
        self._served = served
        self._until = 0.0
        self.head: Callable[[], int] = source.head
        self.corrections: Callable[..., Sequence[Raw]] = source.corrections
        self.of_topics: Callable[..., Sequence[Row]] = source.of_topics
        self.at: Callable[..., Sequence[Raw]] = source.at

    def read(self, after: int = 0, upto: int | None = None) -> Iterator[Raw]:
        return map(Raw._make, self.rows(after, upto))

    def rows(self, after: int = 0, upto: int | None = None) -> Iterator[Row]:
        for row in self._source.rows(after, upto):
            if self._served and monotonic() > self._until:
                self._let_others_go_first()
            yield row

    def _let_others_go_first(self) -> None:
        latest = monotonic() + PAUSE
        while self._served and monotonic() < latest:
            sleep(LOOK)
        self._until = monotonic() + SPELL


def install(app: Flask) -> None:
    """Take turns from now on, and know who is served."""
    taken = app.extensions["turns"] = Turns()
    app.before_request(taken.serve)
    app.teardown_request(taken.served)


def turns() -> Turns:
    """The turns of these pages."""
    found: Turns = current_app.extensions["turns"]
    return found


__all__ = ["AT_ONCE", "WAITING", "InAMoment", "Kind", "Turns", "install", "turns"]
