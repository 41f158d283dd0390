"""Limits of HTTP connections: their number, their time, and the size of request bodies.

Opening a connection costs a client nothing. So each address holds only a few, a silent or slow one is closed for the
next, and the announced size of a body is checked against the sender's limit before any of it is stored.
"""

import socket
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from copy import copy
from functools import partial
from io import BytesIO
from threading import Event
from time import time
from typing import Any

from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.parser import HTTPRequestParser  # type: ignore[import-untyped]
from waitress.receiver import FixedStreamReceiver  # type: ignore[import-untyped]
from waitress.task import WSGITask  # type: ignore[import-untyped]

from companion.web.network.socket_loop import ServerOfConnection, Sockets

EACH, ALL = 64, 400
"""The most connections of one address, and of all addresses at the usual number of tables (`Settings.for_tables`).

A browser opens six, including one for each page that listens for changes.
"""
IDLE = 60.0
"""Seconds until a connection without a request, or with an unread response, is closed."""
SLOW = 20.0
"""Seconds that a request may take to arrive, without its body."""
SLOWEST = 4_096
"""The slowest rate of a request body, in bytes per second."""
SMALL = 128 * 1024
"""The largest body in bytes that any visitor may send; the forms of these pages are smaller."""
UNHEARD = 8_000
"""Milliseconds until a connection ends if its device acknowledges nothing: it is off or out of reach."""
LIMITS: dict[str, Any] = {
    "cleanup_interval": 2,
    "max_request_body_size": 256 * 1024 * 1024,  # beyond it, waitress closes the connection without an error page
    "max_request_header_size": 64 * 1024,
}
FILES = 400
"""The most open files in addition to the connections of two servers: campaigns and static files."""
SPARE = 100
"""Connections between the limit at which each is refused and the one at which waitress stops accepting."""
BodyLimit = Callable[[dict[str, Any]], int]
"""The limit of a request's body in bytes, from its WSGI environment."""


def configure_connections(
    server: Any,
    sockets: Sockets,
    body_limit: BodyLimit,
    ending: Event,
    is_proxy: Callable[[str], bool] = lambda _: False,
    most: int = ALL,
) -> None:
    """Make a waitress server create limited connections and close those that are overdue.

    Waitress calls the attributes: `channel_class` for each connection, `maintenance` every `cleanup_interval` seconds,
    and the loop of `asyncore`.
    There are at most `most` connections. A proxy may hold all of them, since every visitor comes from its address. Once
    `ending` is set, streams end, and each connection closes after its response.
    """
    server.channel_class = partial(Connection, sockets, body_limit, ending, is_proxy, most)
    server.asyncore = sockets
    server.maintenance = lambda now: close_overdue(server.active_channels.values(), now)


def raise_file_limit(connections: int = ALL) -> None:
    """Raise this process's limit of open files for so many connections; some systems allow only 256."""
    try:
        import resource  # noqa: PLC0415 - systems without this module have no such limit
    except ImportError:
        return
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = 2 * connections + FILES
    wanted = needed if most == resource.RLIM_INFINITY else min(needed, most)
    if now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def close_overdue(connections: Collection["Connection"], now: float) -> None:
    """Mark overdue connections to be closed; `now` in seconds since the epoch."""
    for one in connections:
        if one.is_overdue(now):
            one.will_close = True
            one.server.pull_trigger()


def end_when_unheard(sock: Any) -> None:
    """Have the system end a connection whose bytes stay unacknowledged; without support, in a quarter hour."""
    if option := getattr(socket, "TCP_USER_TIMEOUT", None):
        with suppress(OSError):  # some kinds of sockets do not support it
            sock.setsockopt(socket.IPPROTO_TCP, option, UNHEARD)


def has_room_for(address: str, connections: Collection["Connection"], each: int = EACH, most: int = ALL) -> bool:
    """Whether an address may open another connection.

    If the address or the server has reached its limit, the oldest idle connection is closed to make room: one of the
    same address, or one of the address with the most.
    """
    if len(connections) < min(each, most):  # counting hundreds of connections for each new one would take long
        return True
    held = Counter(one.addr[0] for one in connections)
    if held[address] < each and held.total() < most:
        return True
    crowd = address if held[address] >= each else held.most_common(1)[0][0]
    idle = [one for one in connections if one.addr[0] == crowd and not one.requests]
    if idle:
        min(idle, key=lambda one: one.since).handle_close()
    return bool(idle)


class Connection(HTTPChannel):  # type: ignore[misc]
    """A waitress channel that is refused if there is no room, and closed once it is overdue."""

    def __init__(
        self,
        sockets: Sockets,
        body_limit: BodyLimit,
        ending: Event,
        is_proxy: Callable[[str], bool],
        most: int,
        server: Any,
        sock: Any,
        addr: Any,
        *rest: Any,
        **more: Any,
    ) -> None:
        self._body_limit = body_limit
        self._ending = ending
        self._begun = 0.0
        each = most if is_proxy(addr[0]) else EACH
        has_room = has_room_for(addr[0], server.active_channels.values(), each, most)
        super().__init__(ServerOfConnection(server, sockets, sock.fileno()), sock, addr, *rest, **more)
        end_when_unheard(sock)
        self.will_close = not has_room

    def parser_class(self, adj: Any) -> "LimitedRequestParser":
        """The parser of the next request; waitress calls this when the first bytes of a request arrive."""
        self._begun = time()
        return LimitedRequestParser(adj, self._limit_of, self._ending)

    def _limit_of(self, request: Any) -> int:
        return self._body_limit(WSGITask(self, request).get_environment())

    @property
    def since(self) -> float:
        """Seconds since the epoch: the start of the request that is still arriving, else the last activity."""
        return float(self.last_activity if self.request is None else self._begun)

    def is_overdue(self, now: float) -> bool:
        """Whether the connection is idle, or its request or its reader is too slow.

        While a response is being made, the browser owes nothing, so only unread bytes count.
        """
        if self.requests:
            return bool(self.total_outbufs_len) and self.last_activity < now - IDLE
        kept = IDLE if self.request is None else SLOW + self.request.body_bytes_received / SLOWEST
        return self.since < now - float(kept)

    def check_client_disconnected(self) -> bool:
        """Whether to end a streamed response: its reader is gone, or the server is ending."""
        return not self.connected or self._ending.is_set() or self.server.task_dispatcher.stop_count > 0

    @property
    def is_busy(self) -> bool:
        """Whether a request is being received or answered on the connection."""
        return bool(self.requests or self.request or self.total_outbufs_len)


class LimitedRequestParser(HTTPRequestParser):  # type: ignore[misc]
    """A request parser that discards a body beyond its sender's limit; the pages answer with an error."""

    adj: Any
    expect_continue: bool
    headers: dict[str, str]

    def __init__(self, adj: Any, most: Callable[[Any], int], ending: Event | None = None) -> None:
        super().__init__(adj)
        self._limit_of = most
        self._ending = ending

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if self._ending and self._ending.is_set():
            self.headers["CONNECTION"] = "close"  # the response says so, and the client opens a new connection
        if self.chunked:
            self.adj = copy(self.adj)
            self.adj.max_request_body_size = self._limit_of(self)
        elif self.content_length > SMALL and self.content_length > self._limit_of(self):
            self._drop()

    def _drop(self) -> None:
        if self.expect_continue:  # the client waits for permission: the error page is the response
            self.expect_continue, self.connection_close, self.body_rcv = False, True, None
        else:
            self.body_rcv = FixedStreamReceiver(self.content_length, DiscardedBody())


class DiscardedBody:
    """A buffer for request bodies that stores nothing, with the methods that waitress calls."""

    def append(self, _: bytes) -> None:
        pass

    def getfile(self) -> BytesIO:
        return BytesIO()

    def close(self) -> None:
        pass

    def __len__(self) -> int:
        return 0


__all__ = ["ALL", "LIMITS", "SMALL", "SPARE", "configure_connections", "raise_file_limit"]
