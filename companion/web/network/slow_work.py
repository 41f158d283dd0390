"""Scheduling of work: a few requests at a time, and one piece of slow work of each kind.

So recording never waits for slow work, and requests beyond the capacity are answered in turn.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import BoundedSemaphore, Condition, get_ident
from time import monotonic, sleep
from typing import Any, Literal, TypeVar, get_args

from flask import Flask, current_app, request

from domain.log.entries import Raw, Row, Source

T = TypeVar("T")
SlowWork = Literal["file", "preview", "words", "picture"]
"""Kinds of slow work: files, previews and earlier tables, readings of typed words, uploaded pictures.

One of each kind runs at a time, because all requests share one interpreter.
"""
AT_ONCE = len(get_args(SlowWork))
WAITING = 40
"""The most requests that wait for a turn; each holds a thread of the server."""
PATIENCE = 20.0
"""Seconds to wait for a turn; after that the visitor must try again."""

ANSWERED = 16
"""Requests that are answered at a time, in addition to streams and to requests that wait for a turn.

All share one interpreter, so more would only hold connections that the others wait for: a hundred and fifty took
all connections to the file, and pages were refused (docs/develop/scale.md).
"""
ALWAYS = ("healthz", "readyz")
"""Endpoints that are answered out of turn, since health checks time out."""
PAUSE, SPELL = 0.05, 0.005
"""Seconds that slow work pauses for other requests, at most, and that it runs between two pauses, at least."""
LOOK = 0.001
"""Seconds between two checks whether other requests are answered."""


class TooManyWaiting(Exception):
    """Too many requests wait for a turn, or the wait took too long; nothing was done."""


class SlowWorkQueue:
    """A lock for each kind of slow work: at most `WAITING` threads wait, each at most `PATIENCE` seconds."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._making = set[SlowWork]()
        self._waiting = 0
        self._turns = BoundedSemaphore(ANSWERED)
        self._served = set[int]()
        """The threads that answer a request and do not wait for a turn."""

    def request_started(self) -> None:
        """Wait for one of the `ANSWERED` places, and count this thread among those that answer."""
        self._turns.acquire()
        self._served.add(get_ident())

    def request_ended(self, *_: Any) -> None:
        """Stop counting this thread: its request is answered, or it now waits for a turn."""
        if get_ident() in self._served:
            self._served.discard(get_ident())
            self._turns.release()

    @contextmanager
    def wait_for_turn(self, kind: SlowWork) -> Iterator[None]:
        """Wait for a turn, and hold it while the block runs.

        The caller must hold no campaign and no connection; other requests would wait for these as long.

        Raises:
            TooManyWaiting: too many wait already, or it took too long.
        """
        self.request_ended()
        with self._changed:
            self._wait_for_turn(kind)
            self._making.add(kind)
        try:
            yield
        finally:
            with self._changed:
                self._making.remove(kind)
                self._changed.notify_all()

    def _wait_for_turn(self, kind: SlowWork) -> None:
        if self._waiting >= WAITING:
            raise TooManyWaiting
        self._waiting += 1
        try:
            if not self._changed.wait_for(lambda: kind not in self._making, PATIENCE):
                raise TooManyWaiting
        finally:
            self._waiting -= 1

    def yielding_source(self, source: Source) -> Source:
        """A campaign's entries for slow work: reading them pauses while other requests are answered."""
        return YieldingSource(source, self._served)

    def yielding(self, pieces: Iterable[T]) -> Iterator[T]:
        """The pieces of a file as they are made; between two of them others go first, as with `yielding_source`."""
        return Pauses(self._served).between(pieces)


class Pauses:
    """Pauses of slow work while other requests are answered, at most `PAUSE` seconds each.

    All threads share one interpreter: a thread that keeps it busy makes each small step of a recording take two to ten
    times as long.
    """

    def __init__(self, served: Collection[int]) -> None:
        self._served = served
        self._until = 0.0

    def between(self, made: Iterable[T]) -> Iterator[T]:
        """What slow work makes or reads, with pauses before some of it."""
        for one in made:
            if self._served and monotonic() > self._until:
                self._let_others_go_first()
            yield one

    def _let_others_go_first(self) -> None:
        latest = monotonic() + PAUSE
        while self._served and monotonic() < latest:
            sleep(LOOK)
        self._until = monotonic() + SPELL


class YieldingSource:
    """A source of entries whose reading pauses while other requests are answered."""

    def __init__(self, source: Source, served: Collection[int]) -> None:
        self._source = source
        self._pauses = Pauses(served)
        self.head: Callable[[], int] = source.head
        self.corrections: Callable[..., Sequence[Raw]] = source.corrections
        self.of_topics: Callable[..., Sequence[Row]] = source.of_topics
        self.at: Callable[..., Sequence[Raw]] = source.at

    def read(self, after: int = 0, upto: int | None = None) -> Iterator[Raw]:
        return map(Raw._make, self.rows(after, upto))

    def rows(self, after: int = 0, upto: int | None = None) -> Iterator[Row]:
        return self._pauses.between(self._source.rows(after, upto))


def install_slow_work(app: Flask) -> None:
    """Add the queue to an app, and count the requests that it answers."""
    added = app.extensions["slow_work"] = SlowWorkQueue()
    app.before_request(lambda: None if request.endpoint in ALWAYS else added.request_started())
    app.teardown_request(added.request_ended)


def slow_work_of_app() -> SlowWorkQueue:
    """The queue of the current app."""
    found: SlowWorkQueue = current_app.extensions["slow_work"]
    return found


__all__ = ["AT_ONCE", "WAITING", "SlowWork", "SlowWorkQueue", "TooManyWaiting", "install_slow_work", "slow_work_of_app"]
