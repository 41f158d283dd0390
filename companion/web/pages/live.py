"""Live updates: server-sent events that notify every open page that its campaign changed.

A stream contains positions, changes of seats, and guests who came or went, and nothing else. So it holds no secret, has
no backlog, and a slow client only skips steps; the page itself loads the content.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from threading import Event, Lock, Thread
from time import monotonic, sleep

from flask import Blueprint, Flask, Response, current_app, request

from companion.services import Services
from companion.web.network.gate import gate_of_app
from companion.web.network.local_requests import at_this_computer
from companion.web.visitors.guard import SAFE
from companion.web.visitors.page import campaign_of, current_services
from companion.web.visitors.presence import Presence
from companion.web.visitors.typed import position_typed
from companion.web.visitors.visitor import current_visitor, guest_secret, guests_of_app
from domain.store import Store, StoreError

live = Blueprint("live", __name__, url_prefix="/c/<key>")

MOST_STREAMS = 40
"""Open streams at the usual number of tables (`Settings.for_tables`); each holds a thread of the server."""
LIFE = 600.0
"""Seconds a stream lasts; the browser then reconnects automatically if it is still there."""
BEAT = 8.0
"""Seconds of silence after which a stream sends a beat, which fails if the client is gone.

Pages know the interval (`js/live.js`): after two missed beats they open a new stream.
"""
MAY_LISTEN = 15.0
"""Seconds between two reads of the file of guests, for guests whom another process removed."""
GLANCE = 1.0
"""Seconds between two polls of the file for entries of other processes; one poll serves all listeners."""
HANGING_UP = 2
"""Polls of the file between two checks for disconnected clients, which need one check each."""
AGAIN = 2_000
"""Milliseconds after which a browser reconnects."""


class Bell:
    """Wakes one listener when its campaign changes; it starts rung, because the listener has not looked yet."""

    def __init__(self) -> None:
        self._rung = Event()
        self._rung.set()

    def ring(self) -> None:
        """Wake the listener, which then checks what happened."""
        self._rung.set()

    def wait_for_head(
        self, head: Callable[[], int], seen: int, patience: float, gone: Callable[[], bool] = lambda: False
    ) -> int:
        """The head of the log once it is beyond the position `seen`; reads the log once per ring.

        Returns `seen` after `patience` seconds, or when the listener is `gone`. No lock is held while the log is read,
        so a ringing recorder never waits.
        """
        until, found = monotonic() + patience, seen
        while True:
            if self._rung.is_set():
                self._rung.clear()  # before the read, so that later rings count
                found = head()
            if found > seen or monotonic() >= until or gone():
                return found
            self._rung.wait(max(0.0, until - monotonic()))


class Bells:
    """The bells of all listeners, by campaign.

    A campaign's bells ring when any process records in it. The newest entries are read after each request that could
    have recorded. For other processes, one thread polls the file while there are listeners.
    """

    def __init__(self, store: Store, for_tables: Callable[[int], int] = int) -> None:
        self._store, self._for_tables = store, for_tables
        self._guard = Lock()
        self._places: set[Listening] = set()
        self._newest = 0
        """The row of the newest known entry."""
        self.watched = False
        """Whether the polling thread runs."""
        self._changes = 0
        """The counter of changed guests at the last ring for them."""
        self.presence = Presence()
        self._announced: dict[str, frozenset[int]] = {}
        """The guests who were present at the last ring for presence, by campaign."""

    @contextmanager
    def listening_place(
        self, campaign: str, gone: Callable[[], bool] = lambda: False, guest: int | None = None
    ) -> Iterator["Listening"]:
        """A place for a guest or the host to listen to a campaign, released afterwards.

        `gone` is polled, and must be quick.

        Raises:
            StoreError: the file cannot be read.
        """
        newest = self._store.newest_row()
        with self._guard:
            place = Listening(campaign, gone, len(self._places) < self._for_tables(MOST_STREAMS))
            if not self._places:
                self._newest = newest
            if place.free:
                self._places.add(place)
                self._begin_to_watch()
        try:
            with self.presence.streaming(campaign, guest):
                yield place
        finally:
            with self._guard:
                self._places.discard(place)

    def announced_guests(self, campaign: str) -> frozenset[int]:
        """The guests of a campaign who were present at the last ring for presence."""
        return self._announced.get(campaign, frozenset())

    @property
    def listener_count(self) -> int:
        """The number of listeners."""
        return len(self._places)

    def ring(self) -> None:
        """Ring for each campaign with new entries; for all if the file cannot be read."""
        if not self._places:
            return
        try:
            rows = self._store.rows_after(self._newest)
        except StoreError:
            self.ring_all()
            return
        self._newest = max([self._newest, *(row for row, _ in rows)])
        moved = {campaign for _, campaign in rows}
        for place in self._listeners():
            if place.campaign in moved:
                place.bell.ring()

    def ring_all(self) -> None:
        """Ring every bell."""
        for place in self._listeners():
            place.bell.ring()

    def ring_for_guests(self, changes: int) -> None:
        """Ring every bell if the counter of changed guests moved, since a listener may have been removed."""
        if changes != self._changes:
            self._changes = changes
            self.ring_all()

    def _listeners(self) -> Sequence["Listening"]:
        with self._guard:
            return list(self._places)

    def _begin_to_watch(self) -> None:
        if not self.watched:
            self.watched = True
            Thread(target=self._watch, name="bells", daemon=True).start()

    def _watch(self) -> None:
        """Poll the file and check for disconnected listeners, while there are any."""
        try:
            for look in count(1):
                sleep(GLANCE)
                if not self._has_listeners():
                    return
                self.ring()
                self._ring_for_presence()
                if look % HANGING_UP == 0:
                    self._ring_for_gone()
        except BaseException:
            self.watched = False
            raise

    def _ring_for_presence(self) -> None:
        """Ring the bells of the campaigns in which a guest came or went."""
        known, self._announced = self._announced, self.presence.by_campaign()
        for place in self._listeners():
            if known.get(place.campaign) != self._announced.get(place.campaign):
                place.bell.ring()

    def _ring_for_gone(self) -> None:
        for place in self._listeners():
            if place.gone():
                place.bell.ring()

    def _has_listeners(self) -> bool:
        """Whether there are listeners; after False the thread ends, and the next listener starts another."""
        with self._guard:
            self.watched = bool(self._places)
            return self.watched


@dataclass(frozen=True, eq=False)
class Listening:
    """The place of one listener; not `free` if all places are taken."""

    campaign: str
    gone: Callable[[], bool]
    free: bool
    bell: Bell = field(default_factory=Bell)


def install_bells(app: Flask) -> None:
    """Ring after every request that could have recorded something."""
    services: Services = app.extensions["services"]
    store: Store = services.store
    app.extensions["bell"] = bells = Bells(store, services.settings.for_tables)
    store.moved = bells.ring
    app.after_request(ring_bells)


def ring_bells(response: Response) -> Response:
    if request.method not in SAFE:
        bells_of_app().ring()
        bells_of_app().ring_for_guests(guests_of_app().changes)
    return response


def bells_of_app() -> Bells:
    return bells_of(current_app)


def bells_of(app: Flask) -> Bells:
    found: Bells = app.extensions["bell"]
    return found


@live.get("/live")
def stream(key: str) -> Response:
    """The stream of server-sent events: the head of the log, each time it changes."""
    return stream_after(key, position_typed(request.args.get("after")) or 0)


def stream_after(key: str, after: int) -> Response:
    """The campaign's event stream from a position on, or from the client's `Last-Event-ID`."""
    campaign = campaign_of(key).campaign
    guests = guests_of_app()
    known = position_typed(request.headers.get("Last-Event-ID")) or after
    guest = current_visitor().guest
    events = stream_positions(
        bells_of_app(),
        campaign,
        current_services().store.source(campaign).head,
        known,
        may_listen(),
        is_listener_gone(),
        lambda: guests.changes,
        guest.id if guest else None,
    )
    return Response(
        events, mimetype="text/event-stream", headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    )


def is_listener_gone() -> Callable[[], bool]:
    """A function that returns whether the listener has disconnected or the gate has closed."""
    hung: Callable[[], bool] = request.environ.get("waitress.client_disconnected", lambda: False)
    way_in, near = gate_of_app(), at_this_computer()
    return lambda: hung() or not (near or way_in.is_open)


def may_listen() -> Callable[[], bool]:
    """A function that returns whether a listener may continue; a removed guest may not.

    It is called often. It reads the file of guests only after a change by this process, and every `MAY_LISTEN` seconds.
    """
    known, secret = guests_of_app(), guest_secret()
    seen, until, may = known.changes, monotonic() + MAY_LISTEN, True

    def still() -> bool:
        nonlocal seen, until, may
        if known.changes != seen or monotonic() >= until:
            seen, until = known.changes, monotonic() + MAY_LISTEN
            may = known.guest_of_secret(secret) is not None
        return may

    return still if current_visitor().guest else lambda: True


def stream_positions(
    bells: Bells,
    campaign: str,
    head: Callable[[], int],
    known: int,
    welcome: Callable[[], bool] = lambda: True,
    gone: Callable[[], bool] = lambda: False,
    people: Callable[[], int] = lambda: 0,
    guest: int | None = None,
) -> Iterator[bytes]:
    """A stream of server-sent events. If no place is free, it sends one position and ends.

    `people` is a counter of changed guests and seats, after which it may be another player's turn. A `guest` is present
    while the stream is open; without one it is the stream of the host.
    """
    with (
        suppress(StoreError),
        bells.listening_place(campaign, gone, guest) as place,
    ):  # a busy or closed file ends the stream, and the page reconnects
        yield b"retry: %d\n\n" % AGAIN
        until = monotonic() + (LIFE if place.free else 0)
        patience, sat, here = 0.0, people(), bells.announced_guests(campaign)

        def must_look() -> bool:
            return gone() or not welcome() or people() != sat or bells.announced_guests(campaign) != here

        while welcome():
            found = place.bell.wait_for_head(head, known, patience, must_look)
            yield b"event: beat\ndata:\n\n" if found == known else b"id: %d\ndata: %d\n\n" % (found, found)
            if (now := people()) != sat:
                yield b"event: people\ndata:\n\n"
            if (present := bells.announced_guests(campaign)) != here:
                yield b"event: present\ndata:\n\n"
            known, patience, sat, here = found, BEAT, now, present
            if monotonic() >= until or gone():
                return
        yield b"event: gone\ndata:\n\n"


__all__ = ["install_bells", "live", "stream_after"]
