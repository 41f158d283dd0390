"""Scheduling of work: a few requests are answered at a time, and of slow work one piece of each kind.

So recording never waits for slow work; and where more is asked than there is time for, it is answered in turn.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from threading import BoundedSemaphore, Condition, get_ident
from time import monotonic, sleep
from typing import Any, Literal, get_args

from flask import Flask, current_app, request

from domain.log.entries import Raw, Row, Source

SlowWork = Literal["file", "preview", "words", "picture"]
"""Kinds of slow work: files, previews and looks back, readings of typed words, uploaded pictures.

There is one of each at a time, for there is one interpreter for all who are at the table.
"""
AT_ONCE = len(get_args(SlowWork))
WAITING = 40
"""How many wait their turn; each holds a thread of the server."""
PATIENCE = 20.0
"""Seconds that somebody waits; longer, they come back."""

ANSWERED = 16
"""How many requests are answered at a time, beside streams and who waits for slow work.

There is one interpreter, and all beyond would only hold what the others wait for: a hundred and fifty took all
connections to the file, and pages were refused (docs/develop/scale.md).
"""
ALWAYS = ("healthz", "readyz")
"""What is answered out of turn: whoever asks it gives up on who is slow."""
PAUSE, SPELL = 0.05, 0.005
"""Seconds that whoever makes something lets others go first, at most, and those that they then work on, at least."""
LOOK = 0.001
"""Seconds between two looks whether the others are served."""


class TooManyWaiting(Exception):
    """Too many wait for a turn, or the wait took too long; nothing was made."""


class SlowWorkQueue:
    """A lock for each kind of slow work: at most `WAITING` threads wait, each at most `PATIENCE` seconds."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._making = set[SlowWork]()
        self._waiting = 0
        self._turns = BoundedSemaphore(ANSWERED)
        self._served = set[int]()
        """The threads that serve somebody who waits for no turn."""

    def request_started(self) -> None:
        """Wait until few others answer, and count this thread among those that do."""
        self._turns.acquire()
        self._served.add(get_ident())

    def request_ended(self, *_: Any) -> None:
        """Count this thread no more: its request is answered, or it waits for a turn itself."""
        if get_ident() in self._served:
            self._served.discard(get_ident())
            self._turns.release()

    @contextmanager
    def wait_for_turn(self, kind: SlowWork) -> Iterator[None]:
        """Wait for a turn, and hold it while the block runs.

        Its caller holds no campaign and no connection: those who need these would wait as long.

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


class YieldingSource:
    """A source of entries whose reading pauses while other requests are answered, at most `PAUSE` seconds at once.

    There is one interpreter for all threads; one that keeps it busy makes each of the many small steps of a recording
    take twice as long, or ten times.
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
