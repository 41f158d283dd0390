"""Live: who looks at a campaign hears at once that it moved.

A stream tells positions and nothing else, so it holds no secret, has no backlog and costs a slow listener
only the steps that it missed: what a page shows comes from the page itself.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Condition, Lock
from time import monotonic

from flask import Blueprint, Flask, Response, current_app, request, session

from companion.web.door.gate import gate
from companion.web.guard import SAFE
from companion.web.page import campaign_of, desk
from companion.web.typed import whole
from companion.web.who import at_this_computer, guests, who
from domain.store import StoreError

live = Blueprint("live", __name__, url_prefix="/c/<key>")

MOST_STREAMS = 40
"""Pages that may listen at once; each holds a thread of the server."""
LIFE = 600.0
"""Seconds a stream lasts; the browser then comes back by itself, or is gone."""
BEAT = 15.0
"""Seconds of silence after which a stream shows that it is alive, and finds out whether anybody still listens."""
GLANCE = 0.5
"""Seconds between looks at the file, for what other processes record."""
AGAIN = 2_000
"""Milliseconds after which a browser comes back."""


class Bell:
    """Wakes everybody who waits for a campaign to move."""

    def __init__(self) -> None:
        self._rung = Condition()
        self._rings = 0
        self._places = Lock()
        self._taken = 0

    def ring(self) -> None:
        """Somebody may have recorded something."""
        with self._rung:
            self._rings += 1
            self._rung.notify_all()

    def moved(
        self, head: Callable[[], int], seen: int, patience: float, gone: Callable[[], bool] = lambda: False
    ) -> int:
        """The head of a log once it is beyond what was seen.

        `seen` itself if it is not within `patience` seconds, or if who waits is `gone`. Files are asked while nothing
        is held: whoever rings has recorded, and waits for none of them.
        """
        until = monotonic() + patience
        while True:
            heard = self._rings
            if (found := head()) > seen or monotonic() >= until or gone():
                return found
            with self._rung:
                if heard == self._rings:
                    self._rung.wait(min(GLANCE, max(0.0, until - monotonic())))

    @contextmanager
    def place(self) -> Iterator[bool]:
        """A place to listen from, given back behind it; false where all are taken."""
        with self._places:
            free = self._taken < MOST_STREAMS
            self._taken += free
        try:
            yield free
        finally:
            with self._places:
                self._taken -= free


def install(app: Flask) -> None:
    """Ring after every request that could have recorded something."""
    app.extensions["bell"] = Bell()
    app.after_request(ring)


def ring(response: Response) -> Response:
    if request.method not in SAFE:
        bell().ring()
    return response


def bell() -> Bell:
    found: Bell = current_app.extensions["bell"]
    return found


@live.get("/live")
def stream(key: str) -> Response:
    """Server-sent events: the position of the log, each time it moved beyond what this page knows."""
    campaign = campaign_of(key).campaign
    known = whole(request.headers.get("Last-Event-ID")) or whole(request.args.get("after")) or 0
    told = positions(bell(), desk().store.source(campaign).head, known, welcome(), hung_up())
    return Response(
        told, mimetype="text/event-stream", headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    )


def hung_up() -> Callable[[], bool]:
    """Whether who listens is gone, as far as the server can tell before something is sent, or was shut out."""
    hung: Callable[[], bool] = request.environ.get("waitress.client_disconnected", lambda: False)
    way_in, near = gate(), at_this_computer()
    return lambda: hung() or not (near or way_in.lets_in)


def welcome() -> Callable[[], bool]:
    """Whether who listens may still do so: a guest who was let go may not.

    Asked often, it looks at the file of guests once this program changed it, and now and then for others who may have.
    """
    known, secret = guests(), str(session.get("guest"))
    seen, until, may = known.changes, monotonic() + BEAT, True

    def still() -> bool:
        nonlocal seen, until, may
        if known.changes != seen or monotonic() >= until:
            seen, until = known.changes, monotonic() + BEAT
            may = known.of(secret) is not None
        return may

    return still if who().guest else lambda: True


def positions(
    bell: Bell,
    head: Callable[[], int],
    known: int,
    welcome: Callable[[], bool] = lambda: True,
    gone: Callable[[], bool] = lambda: False,
) -> Iterator[bytes]:
    """A stream of server-sent events; where no place is free, one that tells the position once and ends."""
    with bell.place() as free, suppress(StoreError):  # a file that is busy or closed ends the stream; pages come back
        yield b"retry: %d\n\n" % AGAIN
        until = monotonic() + (LIFE if free else 0)
        patience = 0.0
        while welcome():
            found = bell.moved(head, known, patience, lambda: gone() or not welcome())
            yield b": here\n\n" if found == known else b"id: %d\ndata: %d\n\n" % (found, found)
            known, patience = found, BEAT
            if monotonic() >= until or gone():
                return
        yield b"event: gone\ndata:\n\n"


__all__ = ["install", "live"]
