"""Scheduling of work: a few requests at a time, and one piece of slow work of each kind.

So recording never waits for slow work, and requests beyond the capacity are answered in turn.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from threading import Condition
from time import monotonic, sleep
from typing import Literal, TypeVar, get_args

from flask import Flask, Response, current_app, request

from companion.web.network.request_turns import RequestTurns
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

ALWAYS = frozenset({"healthz", "readyz", "static", "exports.progress"})
"""Endpoints that are answered out of turn: health checks time out, and the others take no time of the interpreter."""
HAS = "X-Has"
"""The request header of an open page that asks for its changes (`rendering/fragments.py`)."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods of requests that record nothing."""
SOON = 5.0
"""Seconds that an open page waits for its changes; its script gives up after 15 (`PATIENCE` in `js/pages.js`)."""
AGAIN = 3
"""Seconds after which an open page that cannot be answered now asks again: `LATER` in `js/live.js`."""
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
        self.requests = RequestTurns()

    @contextmanager
    def wait_for_turn(self, kind: SlowWork) -> Iterator[None]:
        """Wait for a turn, and hold it while the block runs.

        The caller must hold no campaign and no connection; other requests would wait for these as long.

        Raises:
            TooManyWaiting: too many wait already, or it took too long.
        """
        self.requests.give_back()
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
        return YieldingSource(source, self.requests.answering)

    def yielding(self, pieces: Iterable[T]) -> Iterator[T]:
        """The pieces of a file as they are made; between two of them others go first, as with `yielding_source`."""
        return Pauses(self.requests.answering).between(pieces)


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
    app.before_request(take_turn)
    app.teardown_request(lambda _: added.requests.give_back())


def take_turn() -> Response | None:
    """Wait until this request may be answered. An open page gets a 503 if too many wait, or for too long.

    So no time is spent on a page that has given up, and a later request gets the newest state.
    """
    requests = slow_work_of_app().requests
    if request.endpoint in ALWAYS:
        return None
    if request.method not in SAFE or HAS not in request.headers:
        requests.take(records=request.method not in SAFE)
    elif not (requests.has_room_to_refresh and requests.take(records=False, patience=SOON)):
        return Response(status=HTTPStatus.SERVICE_UNAVAILABLE, headers={"Retry-After": str(AGAIN)})
    return None


def slow_work_of_app() -> SlowWorkQueue:
    """The queue of the current app."""
    found: SlowWorkQueue = current_app.extensions["slow_work"]
    return found


__all__ = ["AT_ONCE", "WAITING", "SlowWork", "SlowWorkQueue", "TooManyWaiting", "install_slow_work", "slow_work_of_app"]
