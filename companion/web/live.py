"""Live updates: server-sent events that notify every open page that its campaign moved.

A stream sends positions, that a guest took or left a seat, and that one came or went, and nothing else. So it holds no
secret, has no backlog and costs a slow listener only the steps that it missed: a page shows what the page itself says.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from threading import Event, Lock, Thread
from time import monotonic, sleep

from flask import Blueprint, Flask, Response, current_app, request

from companion.services import Services
from companion.web.door.gate import gate_of_app
from companion.web.guard import SAFE
from companion.web.page import campaign_of, current_services
from companion.web.presence import Presence
from companion.web.typed import position_typed
from companion.web.who import at_this_computer, current_visitor, guest_secret, guests_of_app
from domain.store import Store, StoreError

live = Blueprint("live", __name__, url_prefix="/c/<key>")

MOST_STREAMS = 40
"""Pages that may listen at once; each holds a thread of the server.

So many for the tables that are usual (`Settings.for_tables`).
"""
LIFE = 600.0
"""Seconds a stream lasts; the browser then comes back by itself, or is gone."""
BEAT = 8.0
"""Seconds of silence after which a stream sends a beat, and finds out whether anybody still listens.

Pages know it too (`js/live.js`): one that misses two beats closes its stream and opens another.
"""
MAY_LISTEN = 15.0
"""Seconds between looks at the file of guests, for those whom another process removed."""
GLANCE = 1.0
"""Seconds between looks at the file, for what other processes record: one look for all who listen."""
HANGING_UP = 2
"""Looks at the file between looks for who has hung up, which are one for each who listens."""
AGAIN = 2_000
"""Milliseconds after which a browser comes back."""


class Bell:
    """Wakes one listener when its campaign moves; it starts rung, because the listener has not looked yet."""

    def __init__(self) -> None:
        self._rung = Event()
        self._rung.set()

    def ring(self) -> None:
        """Wake the listener, who checks what happened."""
        self._rung.set()

    def wait_for_head(
        self, head: Callable[[], int], seen: int, patience: float, gone: Callable[[], bool] = lambda: False
    ) -> int:
        """The head of the log once it is beyond a position; the log is asked once per ring.

        `seen` itself if it is not within `patience` seconds, or if who waits is `gone`. Files are asked while nothing
        is held: whoever rings has recorded, and waits for none of them.
        """
        until, found = monotonic() + patience, seen
        while True:
            if self._rung.is_set():
                self._rung.clear()  # before it is looked: who rings from here on is heard
                found = head()
            if found > seen or monotonic() >= until or gone():
                return found
            self._rung.wait(max(0.0, until - monotonic()))


class Bells:
    """The bells of all listeners, by campaign.

    Those of a campaign are rung in which something was recorded, by whomever: the file is asked for its newest entries
    behind each request that could have recorded, and, for other processes, now and then by one thread for all, as long
    as anybody listens.
    """

    def __init__(self, store: Store, for_tables: Callable[[int], int] = int) -> None:
        self._store, self._for_tables = store, for_tables
        self._guard = Lock()
        self._places: set[Listening] = set()
        self._newest = 0
        """The row of the newest entry that was heard of."""
        self.watched = False
        """Whether the file is looked at now and then."""
        self._changes = 0
        """How often guests had changed when everybody was rung for that."""
        self.presence = Presence()
        self._announced: dict[str, frozenset[int]] = {}
        """The guests who were here when the listeners of their campaign were last rung for that."""

    @contextmanager
    def listening_place(
        self, campaign: str, gone: Callable[[], bool] = lambda: False, guest: int | None = None
    ) -> Iterator["Listening"]:
        """A place of a guest, or of the host, to listen to a campaign from, released afterwards.

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
        """The guests of a campaign who are here, as its listeners were last rung for."""
        return self._announced.get(campaign, frozenset())

    @property
    def listener_count(self) -> int:
        """How many listen."""
        return len(self._places)

    def ring(self) -> None:
        """Ring for each campaign in which something was recorded since; for all where the file cannot be read."""
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
        """Ring every bell if guests changed since, by a counter: one of them may have been removed."""
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
        """Poll the file, and for listeners who hung up, as long as there are any."""
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
        """Ring the bells of the campaigns where a guest came or went."""
        known, self._announced = self._announced, self.presence.by_campaign()
        for place in self._listeners():
            if known.get(place.campaign) != self._announced.get(place.campaign):
                place.bell.ring()

    def _ring_for_gone(self) -> None:
        for place in self._listeners():
            if place.gone():
                place.bell.ring()

    def _has_listeners(self) -> bool:
        """Whether there are listeners; after a False the thread ends, and the next listener starts another."""
        with self._guard:
            self.watched = bool(self._places)
            return self.watched


@dataclass(frozen=True, eq=False)
class Listening:
    """The place of one listener; not `free` where all are taken."""

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
    """The stream of server-sent events: the head of the log, each time it moved."""
    return stream_after(key, position_typed(request.args.get("after")) or 0)


def stream_after(key: str, after: int) -> Response:
    """The stream of a campaign for who knows it up to a position, or up to what they say they heard last."""
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
    """Whether a listener is gone, as far as the server can tell before sending, or no longer welcome."""
    hung: Callable[[], bool] = request.environ.get("waitress.client_disconnected", lambda: False)
    way_in, near = gate_of_app(), at_this_computer()
    return lambda: hung() or not (near or way_in.is_open)


def may_listen() -> Callable[[], bool]:
    """Whether a listener may go on; a removed guest may not.

    Asked often, it looks at the file of guests once this program changed it, and now and then for others who may have.
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
    """A stream of server-sent events; where no place is free, one that sends one position and ends.

    `people` counts how often somebody came, went or took another seat: whose moment it is may be another's then. It is
    the stream of a `guest`, who is here while it is open, or of the host.
    """
    with (
        suppress(StoreError),
        bells.listening_place(campaign, gone, guest) as place,
    ):  # a busy or closed file ends it; pages come back
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
